//! Improving a line: the mates of its positions are sought anew within fewer plies than are known of each.

use crate::solve::tsume::dfpn::{LONGEST, Search};
use crate::solve::tsume::task::{MateSearch, Question, SharedWork};
use crate::types::Move;
use hashbrown::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Questions, by keys of positions and bounds.
type Questions = Mutex<HashSet<(u128, u16)>>;

/// Questions that have been asked, and those of them that were answered with yes.
#[derive(Debug, Default)]
pub struct Asked {
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

/// A line that is improved, by several threads if there are some.
#[derive(Debug)]
struct Improvement {
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

impl Improvement {
    /// How many moves of the line lead to the position whose turn it is.
    fn next(&self) -> Option<usize> {
        self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).ok().map(|left| left - 1)
    }
}

/// Asks at the positions of a line, the last one first, whether there is a mate sooner than known, with so many nodes each of the
/// attacker's: late questions are easy, and their answers help with the earlier ones. What was `asked` before, and the
/// defender's positions, get a few nodes, by which they learn of new answers. Whether there was one. Threads for which no position is
/// left ask about the whole, within `bound`.
pub fn improve_line(
    search: &mut impl MateSearch,
    line: &[Move],
    bound: u16,
    nodes: u64,
    asked: &Arc<Asked>,
) -> bool {
    let (left, is_shorter) = (AtomicUsize::new(line.len()), AtomicBool::new(false));
    let work = Improvement { line: line.to_vec(), bound, nodes, asked: Arc::clone(asked), left, is_shorter };
    let work = Arc::new(work);
    search.search(Question::Shared(work.clone()));
    work.is_shorter.load(Relaxed)
}

impl SharedWork for Improvement {
    fn take_part(&self, search: &mut Search, helps: bool) {
        let mut undos: Vec<_> = self.line.iter().map(|&mv| (mv, search.do_move(mv))).collect();
        loop {
            let next = self.next();
            for (mv, undo) in undos.drain(next.unwrap_or(0)..).rev() {
                search.undo_move(mv, undo);
            }
            if next.is_none() {
                break;
            }
            if self.improve_here(search) {
                self.is_shorter.store(true, Relaxed);
            }
        }
        if helps {
            search.mate_within(self.bound);
        }
    }
}

impl Improvement {
    /// Whether the mate of the present position is shortened.
    fn improve_here(&self, search: &mut Search) -> bool {
        let attacks = search.board.attacks();
        let (mut known, mut is_shorter) = (search.probe(LONGEST).fact.upper, false);
        while known <= LONGEST
            && let Some(bound) = known.checked_sub(2)
            && !search.is_over()
        {
            let question = (search.board.place().key(), bound);
            let is_new = attacks && note(&self.asked.all, question);
            let nodes = if is_new { self.nodes } else { self.nodes.min(AGAIN) };
            let Some(length) = search.length_within(bound, nodes) else {
                if is_new && search.is_over() {
                    // Cut off.
                    forget(&self.asked.all, question);
                }
                break;
            };
            known = length;
            // What was forgotten and found once more is no reason to go on.
            is_shorter |= note(&self.asked.answered, question);
        }
        is_shorter
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::problem::Futile;
    use crate::solve::tsume::tables::Tables;
    use crate::solve::tsume::tests::searching;
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
                search.table.store(search.board.place(), Fact { upper: 3, ..Fact::NOTHING }, 1);
                assert_eq!(improve_line(search, &line, 1, 100, &asked), is_new);
                assert_eq!(search.probe(LONGEST).fact.upper, 1, "it is found, and kept");
            }
        });
    }
}
