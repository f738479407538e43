//! Shortening what is known: mates of the positions of a line, sought anew within what is known of each.

use super::number::LONGEST;
use super::search::Search;
use crate::types::Move;
use hashbrown::HashSet;

/// Questions that have been asked: keys of positions, and bounds.
pub(super) type Asked = HashSet<(u128, u16)>;

/// Nodes for a question that was asked before.
const AGAIN: u64 = 64;

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
    /// by which it learns of new answers. Whether there was one.
    pub(super) fn polish(&mut self, line: &[Move], nodes: u64, asked: &mut Asked) -> bool {
        let mut is_shorter = false;
        let undos: Vec<_> = line.iter().map(|&mv| (mv, self.position.do_move(mv))).collect();
        for (mv, undo) in undos.into_iter().rev() {
            self.position.undo_move(mv, undo);
            let attacks = self.position.side_to_move() == self.attacker;
            let mut known = self.look(LONGEST).fact.upper;
            while known <= LONGEST
                && let Some(bound) = known.checked_sub(2)
                && !self.pulse.is_over()
                && let nodes = if attacks && asked.insert((self.place().key(), bound)) {
                    nodes
                } else {
                    nodes.min(AGAIN)
                }
                && let Some(length) = self.mate_within(bound, nodes)
            {
                (known, is_shorter) = (length, true);
            }
        }
        is_shorter
    }
}
