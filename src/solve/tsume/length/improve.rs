//! Improving a line: searches, at each of its positions, for a mate shorter than the known one.

use crate::solve::tsume::dfpn::{LONGEST, SearchState};
use crate::solve::tsume::task::{MateSearch, ParallelWork, SearchTask};
use crate::types::Move;
use hashbrown::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Questions: keys of positions, each with a bound.
type Questions = Mutex<HashSet<(u128, u16)>>;

/// The questions searched so far, and those among them that were answered by a mate.
#[derive(Debug, Default)]
pub struct TriedBounds {
    all: Questions,
    answered: Questions,
}

/// Adds a question. Returns whether it is new.
fn note(questions: &Questions, question: (u128, u16)) -> bool {
    questions.lock().unwrap_or_else(PoisonError::into_inner).insert(question)
}

/// Removes a question.
fn forget(questions: &Questions, question: (u128, u16)) {
    questions.lock().unwrap_or_else(PoisonError::into_inner).remove(&question);
}

/// The number of nodes for a question that was searched before.
const AGAIN: u64 = 64;

/// The task of improving a line, which threads divide among themselves.
#[derive(Debug)]
struct Improvement {
    line: Vec<Move>,
    /// The bound for a shorter mate from the start of the line.
    bound: u16,
    /// The number of nodes for a new question.
    nodes: u64,
    tried: Arc<TriedBounds>,
    /// The number of moves to the next position to be searched, plus one.
    left: AtomicUsize,
    is_shorter: AtomicBool,
}

impl Improvement {
    /// The number of moves to the next position to be searched; `None` if no position is left.
    fn next(&self) -> Option<usize> {
        self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).ok().map(|left| left - 1)
    }
}

/// Searches for shorter mates at the positions of a line, from its end to its start, because late positions are
/// easy and their results help with earlier ones. Each of the attacker's positions gets `nodes` nodes. Questions
/// in `tried`, and the defender's positions, get only a few, to propagate new results. Returns whether any mate
/// was shortened. A helper for which no position is left searches the start of the line within `bound`.
pub fn improve_line(
    search: &mut impl MateSearch,
    line: &[Move],
    bound: u16,
    nodes: u64,
    tried: &Arc<TriedBounds>,
) -> bool {
    let (left, is_shorter) = (AtomicUsize::new(line.len()), AtomicBool::new(false));
    let work = Improvement { line: line.to_vec(), bound, nodes, tried: Arc::clone(tried), left, is_shorter };
    let work = Arc::new(work);
    search.run_task(SearchTask::Parallel(work.clone()));
    work.is_shorter.load(Relaxed)
}

impl ParallelWork for Improvement {
    fn work_on(&self, search: &mut SearchState, helps: bool) {
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
    /// Tries to shorten the mate of the present position. Returns whether it was shortened.
    fn improve_here(&self, search: &mut SearchState) -> bool {
        let attacks = search.board.attacks();
        let (mut known, mut is_shorter) = (search.probe(LONGEST).fact.upper, false);
        while known <= LONGEST
            && let Some(bound) = known.checked_sub(2)
            && !search.is_over()
        {
            let question = (search.board.table_key().key(), bound);
            let is_new = attacks && note(&self.tried.all, question);
            let nodes = if is_new { self.nodes } else { self.nodes.min(AGAIN) };
            let Some(length) = search.length_within(bound, nodes) else {
                if is_new && search.is_over() {
                    // The search was cut off, so the question may be searched again.
                    forget(&self.tried.all, question);
                }
                break;
            };
            known = length;
            // A mate that the table lost and the search found again does not count as progress.
            is_shorter |= note(&self.tried.answered, question);
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
    use crate::solve::tsume::test_support::searching;
    use crate::store::Fact;

    /// The table may lose entries. A search once never ended, because it found the same mate again and again.
    #[test]
    fn what_is_found_once_more_is_no_reason_to_go_on() {
        let root = Position::from_sfen("7nk/9/7S1/9/9/9/9/9/9 b GS 1").expect("a position");
        searching(&root, Futile::Official, |search| {
            let line: Vec<Move> = ["G*2b"].iter().map(|text| text.parse().expect("a move")).collect();
            let tried = Arc::default();
            for is_new in [true, false] {
                search.table = Tables::default().take(1 << 20, false);
                search.table.store(search.board.table_key(), Fact { upper: 3, ..Fact::NOTHING }, 1);
                assert_eq!(improve_line(search, &line, 1, 100, &tried), is_new);
                assert_eq!(search.probe(LONGEST).fact.upper, 1, "it is found, and kept");
            }
        });
    }
}
