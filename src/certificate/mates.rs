//! Checking records of mates: the attacker's move, and all replies of the defender.

use super::check::{Checker, Need};
use super::error::{EdgesFault, Fault};
use super::record::{Edge, Role, answer_to};
use crate::movegen::{checks, in_check, legal_moves};
use crate::position::{Futile, Position};
use crate::types::{Move, PieceKind};

impl Checker {
    /// Checks a record of a mate within `plies` plies, with the attacker to move; it must contain one check.
    pub(super) fn check_mate_attacker(
        &mut self,
        position: &mut Position,
        plies: u16,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<(), Fault> {
        let [edge] = edges else {
            return Err(Fault::Edges(EdgesFault::NotOneCheck));
        };
        if edge.role != Role::Move || !checks(position).contains(&edge.mv) {
            return Err(Fault::IllegalMove(edge.mv));
        }
        let Some(left) = plies.checked_sub(1) else {
            return Err(Fault::Edges(EdgesFault::NoPlies));
        };
        self.check_edge_after(position, edge, Need::Within(left), any_hand)
    }

    /// Checks a record of a mate within `plies` plies, with the defender to move; it must answer all replies.
    pub(super) fn check_mate_defender(
        &mut self,
        position: &mut Position,
        plies: u16,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<(), Fault> {
        let checked = in_check(position);
        let replies = legal_moves(position);
        if replies.is_empty() && !checked {
            return Err(Fault::Edges(EdgesFault::NotInCheck));
        }
        let other = edges.iter().find(|edge| {
            let is_reply = matches!(edge.role, Role::Move | Role::Floor) && replies.contains(&edge.mv);
            !is_reply && !matches!(edge.role, Role::Kept | Role::Futile)
        });
        if let Some(edge) = other {
            return Err(Fault::IllegalMove(edge.mv));
        }
        let floor = self.check_floor(position, plies, any_hand, edges)?;
        for reply in replies.iter().copied() {
            match answer_to(reply, edges) {
                Some(edge) if edge.role == Role::Move => {
                    let Some(left) = plies.checked_sub(1) else { return Err(Fault::OtherClaim(reply)) };
                    self.check_edge_after(position, edge, Need::Within(left), any_hand)?;
                }
                Some(edge) if checked && reply.from().is_none() => {
                    self.check_pair(position, reply, edge, plies, any_hand, floor)?;
                }
                _ => return Err(Fault::LeftOut(reply)),
            }
        }
        Ok(())
    }

    /// The proved lower bound of the value over the replies that are not drops.
    fn check_floor(
        &mut self,
        position: &mut Position,
        plies: u16,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<u16, Fault> {
        let mut floors = edges.iter().filter(|edge| edge.role == Role::Floor);
        let Some(edge) = floors.next() else { return Ok(0) };
        if any_hand {
            // With more pieces in the attacker's hand, the other replies might be answered sooner.
            return Err(Fault::Hands);
        }
        if edge.mv.from().is_none() || floors.next().is_some() {
            return Err(Fault::IllegalMove(edge.mv));
        }
        let lasts = self.lasts(edge)?.ok_or(Fault::OtherClaim(edge.mv))?;
        // A mate takes an odd number of plies, counted from the attacker's move.
        let least = (lasts.saturating_add(1) | 1).saturating_add(1);
        if least > plies {
            return Err(Fault::OtherClaim(edge.mv));
        }
        self.check_edge_after(position, edge, Need::Floor(lasts), false).map(|()| least)
    }

    /// Checks an interposition that is answered by its capture, with the piece given back or kept.
    fn check_pair(
        &mut self,
        position: &mut Position,
        drop: Move,
        edge: &Edge,
        plies: u16,
        any_hand: bool,
        floor: u16,
    ) -> Result<(), Fault> {
        let (need, any_hand) = match edge.role {
            Role::Futile if self.policy == Futile::Official => (Need::Within(floor), any_hand),
            Role::Futile => return Err(Fault::NotFutile(edge.mv)),
            // With the piece kept, the board is the same and the hand has more.
            _ => match plies.checked_sub(2) {
                Some(left) => (Need::Within(left), true),
                None => return Err(Fault::OtherClaim(edge.mv)),
            },
        };
        let judged = self.after_pair(position, drop, edge.mv, |checker, position| {
            checker.check_edge(position, edge, need, any_hand)
        });
        match judged {
            // The interposition counts, so it needs a separate answer.
            None => Err(Fault::LeftOut(drop)),
            Some(Err(Fault::OtherClaim(mv))) if edge.role == Role::Futile => Err(Fault::NotFutile(mv)),
            Some(borne) => borne,
        }
    }

    /// Calls `ask` with the position after a drop onto the line of check, its capture with check, and giving
    /// back the piece. `None` when the drop itself gives check, or the capture is not of that kind.
    pub(super) fn after_pair<T>(
        &mut self,
        position: &mut Position,
        drop: Move,
        capture: Move,
        ask: impl FnOnce(&mut Checker, &Position) -> T,
    ) -> Option<T> {
        let mut after = position.clone();
        after.do_move(drop);
        let is_capture = capture.from().is_some() && capture.to() == drop.to();
        if in_check(&after) || !is_capture || !checks(&after).contains(&capture) {
            return None;
        }
        after.do_move(capture);
        let kind = drop.dropped().unwrap_or(PieceKind::Pawn);
        let (mut taken, mut given) = (after.hand(self.attacker), after.hand(!self.attacker));
        taken.remove(kind);
        given.add(kind);
        after.set_hand(self.attacker, taken);
        after.set_hand(!self.attacker, given);
        Some(ask(self, &after))
    }
}
