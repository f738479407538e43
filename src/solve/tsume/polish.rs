//! Shortening what is known: mates of the positions of a line, sought anew within what is known of each.

use super::crew::Question;
use super::number::LONGEST;
use super::search::Search;
use crate::types::Move;
use hashbrown::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Questions that have been asked: keys of positions, and bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked(Arc<Mutex<HashSet<(u128, u16)>>>);

impl Asked {
    /// Notes a question. Whether it is a new one.
    fn insert(&self, key: u128, bound: u16) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert((key, bound))
    }

    /// Forgets all.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
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
    asked: Asked,
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

    /// Asks at the attacker's positions of a line, the last one first, whether there is a mate sooner than known, with so many
    /// nodes each: late questions are easy, and their answers help with the earlier ones. What was `asked` before gets a few nodes,
    /// by which it learns of new answers. Whether there was one. The whole is to be mated within a `bound`.
    pub(super) fn polish(&mut self, line: &[Move], bound: u16, nodes: u64, asked: &Asked) -> bool {
        let (left, is_shorter) = (AtomicUsize::new(line.len()), AtomicBool::new(false));
        let work = Polishing { line: line.to_vec(), bound, nodes, asked: asked.clone(), left, is_shorter };
        let work = Arc::new(work);
        self.find_out(Question::Polish(Arc::clone(&work)));
        work.is_shorter.load(Relaxed)
    }

    /// Takes up positions of a line as long as some are left.
    pub(super) fn polish_with_others(&mut self, work: &Polishing) {
        let mut undos: Vec<_> = work.line.iter().map(|&mv| (mv, self.position.do_move(mv))).collect();
        while let Some(at) = work.next() {
            for (mv, undo) in undos.drain(at..).rev() {
                self.position.undo_move(mv, undo);
            }
            if self.polish_here(work) {
                work.is_shorter.store(true, Relaxed);
            }
        }
        for (mv, undo) in undos.into_iter().rev() {
            self.position.undo_move(mv, undo);
        }
        if self.pulse.helps() {
            // Until the others have finished, too.
            self.inquire_alone(work.bound);
        }
    }

    /// Whether the mate of the present position is shortened.
    fn polish_here(&mut self, work: &Polishing) -> bool {
        let attacks = self.position.side_to_move() == self.attacker;
        let (mut known, mut is_shorter) = (self.look(LONGEST).fact.upper, false);
        while known <= LONGEST
            && let Some(bound) = known.checked_sub(2)
            && !self.pulse.is_over()
            && let is_new = (attacks && work.asked.insert(self.place().key(), bound))
            && let nodes = if is_new { work.nodes } else { work.nodes.min(AGAIN) }
            && let Some(length) = self.mate_within(bound, nodes)
        {
            (known, is_shorter) = (length, true);
        }
        is_shorter
    }
}
