//! Shortening what is known: mates of the positions of a line, sought anew within what is known of each.

use super::crew::Question;
use super::number::LONGEST;
use super::search::Search;
use crate::types::Move;
use hashbrown::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Questions, by keys of positions and bounds.
type Questions = Mutex<HashSet<(u128, u16)>>;

/// Questions that have been asked, and those of them that were answered with yes.
#[derive(Debug, Default)]
pub(super) struct Asked {
    all: Questions,
    answered: Questions,
}

/// Notes a question. Whether it is a new one.
fn note(questions: &Questions, question: (u128, u16)) -> bool {
    questions.lock().unwrap_or_else(PoisonError::into_inner).insert(question)
}

/// Forgets a question.
fn forget(questions: &Questions, question: (u128, u16)) {
    questions.lock().unwrap_or_else(PoisonError::into_inner).remove(&question);
}

/// Nodes for a question that was asked before.
const AGAIN: u64 = 64;

/// A line that is polished, by several threads if there are some.
#[derive(Debug)]
pub(super) struct Polishing {
    line: Vec<Move>,
    /// The plies of a mate that would be shorter.
    bound: u16,
    /// Nodes for a question that was not asked before.
    nodes: u64,
    asked: Arc<Asked>,
    /// How many moves lead to the next position whose turn it is, and one more.
    left: AtomicUsize,
    is_shorter: AtomicBool,
}

impl Polishing {
    /// How many moves of the line lead to the position whose turn it is.
    fn next(&self) -> Option<usize> {
        self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).ok().map(|left| left - 1)
    }
}

impl Search {
    /// The length of a mate within a bound, if one is found with so many nodes for each of two searches: the first sees more at
    /// a time, by the hands that it finds to suffice; the second knows which interpositions are futile.
    pub(super) fn mate_within(&mut self, bound: u16, nodes: u64) -> Option<u16> {
        let value = self.with_nodes(nodes, |search| search.find_within(bound));
        if value.is_mate() {
            return Some(value.length);
        }
        let number = self.inquire_within(nodes, bound);
        (number.pn == 0).then_some(number.fact.upper)
    }

    /// Asks at the positions of a line, the last one first, whether there is a mate sooner than known, with so many nodes each of the
    /// attacker's: late questions are easy, and their answers help with the earlier ones. What was `asked` before, and the
    /// defender's positions, get a few nodes, by which they learn of new answers. Whether there was one. Threads for which no position is
    /// left ask about the whole, within `bound`.
    pub(super) fn polish(&mut self, line: &[Move], bound: u16, nodes: u64, asked: &Arc<Asked>) -> bool {
        let (left, is_shorter) = (AtomicUsize::new(line.len()), AtomicBool::new(false));
        let work =
            Polishing { line: line.to_vec(), bound, nodes, asked: Arc::clone(asked), left, is_shorter };
        let work = Arc::new(work);
        self.find_out(Question::Polish(Arc::clone(&work)));
        work.is_shorter.load(Relaxed)
    }

    /// Takes up positions of a line as long as some are left.
    pub(super) fn polish_with_others(&mut self, work: &Polishing) {
        let mut undos: Vec<_> = work.line.iter().map(|&mv| (mv, self.position.do_move(mv))).collect();
        loop {
            let next = work.next();
            for (mv, undo) in undos.drain(next.unwrap_or(0)..).rev() {
                self.position.undo_move(mv, undo);
            }
            if next.is_none() {
                break;
            }
            if self.polish_here(work) {
                work.is_shorter.store(true, Relaxed);
            }
        }
        if self.pulse.helps() {
            // Until the others have finished, too.
            self.inquire(work.bound);
        }
    }

    /// Whether the mate of the present position is shortened.
    fn polish_here(&mut self, work: &Polishing) -> bool {
        let attacks = self.position.side_to_move() == self.attacker;
        let (mut known, mut is_shorter) = (self.look(LONGEST).fact.upper, false);
        while known <= LONGEST
            && let Some(bound) = known.checked_sub(2)
            && !self.pulse.is_over()
        {
            let question = (self.place().key(), bound);
            let is_new = attacks && note(&work.asked.all, question);
            let nodes = if is_new { work.nodes } else { work.nodes.min(AGAIN) };
            let Some(length) = self.mate_within(bound, nodes) else {
                if is_new && self.pulse.is_over() {
                    // Cut off.
                    forget(&work.asked.all, question);
                }
                break;
            };
            known = length;
            // What was forgotten and found once more is no reason to go on.
            is_shorter |= note(&work.asked.answered, question);
        }
        is_shorter
    }
}

#[cfg(test)]
mod tests {
    use super::super::Futile;
    use super::super::find::tests::searching;
    use super::super::tables::Tables;
    use super::*;
    use crate::position::Position;
    use crate::store::Fact;

    /// The table may forget: a search went on for ever with what it found again and again.
    #[test]
    fn what_is_found_once_more_is_no_reason_to_go_on() {
        let root = Position::from_sfen("7nk/9/7S1/9/9/9/9/9/9 b GS 1").expect("a position");
        searching(&root, Futile::Official, |search| {
            let line: Vec<Move> = ["G*2b"].iter().map(|text| text.parse().expect("a move")).collect();
            let asked = Arc::default();
            for is_new in [true, false] {
                search.table = Tables::default().take(1 << 20, false);
                search.table.store(search.place(), Fact { upper: 3, ..Fact::NOTHING }, 1);
                assert_eq!(search.polish(&line, 1, 100, &asked), is_new);
                assert_eq!(search.look(LONGEST).fact.upper, 1, "it is found, and kept");
            }
        });
    }
}
