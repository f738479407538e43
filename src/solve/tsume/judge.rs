//! The judge of interpositions: is a drop onto the line of check futile (無駄合)?

use super::search::{Answer, Search};
use crate::movegen::{checks, in_check};
use crate::types::{Move, PieceKind};

impl Search {
    /// Whether a drop onto the line of check is futile, `others` being the value over the replies that are no such drops.
    /// `None` when the search must end.
    pub(super) fn is_futile(&mut self, drop: Move, others: u32) -> Option<bool> {
        let Some(kind) = drop.dropped() else { return Some(false) };
        let undo = self.position.do_move(drop);
        let mut verdict = Some(false);
        // An interposition that gives check is never futile.
        if !in_check(&self.position) {
            let captures = checks(&self.position);
            for &capture in captures.iter().filter(|capture| capture.to() == drop.to()) {
                verdict = self.mates_as_if_never_dropped(capture, kind, others);
                if verdict != Some(false) {
                    break;
                }
            }
        }
        self.position.undo_move(drop, undo);
        verdict
    }

    /// Whether taking the dropped piece and giving it back leads to a mate within `plies`.
    fn mates_as_if_never_dropped(&mut self, capture: Move, kind: PieceKind, plies: u32) -> Option<bool> {
        let undo = self.position.do_move(capture);
        let hands = [self.attacker, !self.attacker].map(|side| (side, self.position.hand(side)));
        let [(attacker, mut taken), (defender, mut given)] = hands;
        taken.remove(kind);
        given.add(kind);
        self.position.set_hand(attacker, taken);
        self.position.set_hand(defender, given);
        let answer = self.defend(plies);
        for (side, hand) in hands {
            self.position.set_hand(side, hand);
        }
        self.position.undo_move(capture, undo);
        match answer {
            Answer::Yes => Some(true),
            Answer::No { .. } => Some(false),
            Answer::Halted => None,
        }
    }
}
