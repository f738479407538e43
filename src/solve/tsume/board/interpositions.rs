//! Interpositions by drops (合駒), pairs of a drop and its capture, and checks that can be answered only by futile
//! drops (無駄合).

use super::Board;
use crate::movegen::{checks, evasions, in_check};
use crate::position::Undo;
use crate::types::{Color, Hand, Move, PieceKind};

/// What is needed to undo a pair of a drop and its capture.
#[must_use = "the pair has to be taken back"]
pub struct PairUndo {
    drop: (Move, Undo),
    capture: (Move, Undo),
    /// Both hands before the piece was given back.
    hands: [(Color, Hand); 2],
}

impl Board {
    /// Makes a pair: a drop, its capture, and the return of the captured piece to the defender's hand.
    pub fn do_pair(&mut self, drop: Move, capture: Move) -> PairUndo {
        let kind = drop.dropped().unwrap_or(PieceKind::Pawn);
        let dropped = self.position.do_move(drop);
        let captured = self.position.do_move(capture);
        let hands = [self.attacker, !self.attacker].map(|side| (side, self.position.hand(side)));
        let [(attacker, mut taken), (defender, mut given)] = hands;
        taken.remove(kind);
        given.add(kind);
        self.position.set_hand(attacker, taken);
        self.position.set_hand(defender, given);
        PairUndo { drop: (drop, dropped), capture: (capture, captured), hands }
    }

    /// Undoes a pair.
    pub fn undo_pair(&mut self, pair: PairUndo) {
        for (side, hand) in pair.hands {
            self.position.set_hand(side, hand);
        }
        for (mv, undo) in [pair.capture, pair.drop] {
            self.position.undo_move(mv, undo);
        }
    }

    /// Whether a drop by the defender checks the attacker's king.
    pub fn gives_check(&mut self, drop: Move) -> bool {
        if self.position.king(self.attacker).is_none() {
            return false;
        }
        let undo = self.position.do_move(drop);
        let gives_check = in_check(&self.position);
        self.position.undo_move(drop, undo);
        gives_check
    }

    /// The captures of a dropped piece that give check.
    pub fn captures(&mut self, drop: Move) -> Vec<Move> {
        let undo = self.position.do_move(drop);
        let captures =
            checks(&self.position).into_iter().filter(|capture| capture.to() == drop.to()).collect();
        self.position.undo_move(drop, undo);
        captures
    }

    /// If the present check can be answered only by drops, and all of them are futile at sight, so that it is
    /// mate: the largest number of plies that the drops would add if they counted. Otherwise `None`.
    pub fn futile_drops_only(&mut self) -> Option<u16> {
        if in_check(&self.position) { self.plies_beyond(&mut Vec::new()) } else { None }
    }

    /// The value of [`futile_drops_only`](Self::futile_drops_only) for a position in check. `path`: the positions
    /// that pairs have led through, to detect a cycle.
    fn plies_beyond(&mut self, path: &mut Vec<u128>) -> Option<u16> {
        let key = self.position.key();
        if path.contains(&key) {
            return None;
        }
        path.push(key);
        let drops = evasions(&self.position);
        let mut plies = Some(0);
        for (at, &drop) in drops.iter().enumerate() {
            // An answer to one kind on a square answers all kinds that do not give check.
            let is_first = drops[..at].iter().all(|other| other.to() != drop.to());
            let after = match (self.gives_check(drop), is_first) {
                (true, _) => None,
                (false, false) => continue,
                (false, true) => self.plies_after(drop, path),
            };
            plies = plies.zip(after).map(|(plies, after): (u16, u16)| plies.max(after + 2));
            if plies.is_none() {
                break;
            }
        }
        path.pop();
        plies
    }

    fn plies_after(&mut self, drop: Move, path: &mut Vec<u128>) -> Option<u16> {
        self.captures(drop).into_iter().find_map(|capture| {
            let pair = self.do_pair(drop, capture);
            let plies = match self.count_replies() {
                (0, false) => Some(0),
                (0, true) => self.plies_beyond(path),
                _ => None,
            };
            self.undo_pair(pair);
            plies
        })
    }
}
