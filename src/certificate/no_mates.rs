//! Checking records of no mate: all checks, and one reply to each.

use super::check::{Checker, Need};
use super::error::{EdgesFault, Fault};
use super::record::{Edge, Role};
use crate::movegen::{checks, in_check, legal_moves};
use crate::position::{Futile, Position};
use crate::types::Move;

impl Checker {
    /// Checks a record of no mate within `plies` plies, or of no mate at all, with the attacker to move; it
    /// must answer all checks.
    pub(super) fn check_no_mate_attacker(
        &mut self,
        position: &mut Position,
        plies: Option<u16>,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<(), Fault> {
        let need = match plies {
            // Every mate takes at least one ply.
            Some(0) => return Ok(()),
            Some(plies) => Need::NotWithin(plies - 1),
            None => Need::NoMate,
        };
        let checks = checks(position);
        if let Some(edge) = edges.iter().find(|edge| edge.role != Role::Move || !checks.contains(&edge.mv)) {
            return Err(Fault::IllegalMove(edge.mv));
        }
        for &check in &checks {
            let edge = edges.iter().find(|edge| edge.mv == check).ok_or(Fault::LeftOut(check))?;
            self.check_edge_after(position, edge, need, any_hand)?;
        }
        Ok(())
    }

    /// Checks a record of no mate at all, with the defender to move; it must contain a reply, of any kind.
    pub(super) fn check_no_mate_defender(
        &mut self,
        position: &mut Position,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<(), Fault> {
        let Some(edge) = Self::single_reply(position, edges)? else { return Ok(()) };
        self.check_edge_after(position, edge, Need::NoMate, any_hand)
    }

    /// Checks a record of no mate within `plies` plies, with the defender to move; it must contain a reply
    /// that counts.
    pub(super) fn check_not_within_defender(
        &mut self,
        position: &mut Position,
        plies: u16,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<(), Fault> {
        let Some(edge) = Self::single_reply(position, edges)? else { return Ok(()) };
        let left = plies.saturating_sub(1);
        let undo = position.do_move(edge.mv);
        let borne = self.check_edge(position, edge, Need::NotWithin(left), any_hand);
        let gives_check = in_check(position);
        position.undo_move(edge.mv, undo);
        borne?;
        let is_judged =
            self.policy == Futile::Official && edge.mv.from().is_none() && !gives_check && in_check(position);
        if is_judged {
            self.check_interposition_counts(position, edge.mv, plies, any_hand, edges)
        } else {
            Ok(())
        }
    }

    /// The single reply of the record; `None` when the defender has no legal reply and is not in check.
    fn single_reply<'e>(position: &Position, edges: &'e [Edge]) -> Result<Option<&'e Edge>, Fault> {
        let replies = legal_moves(position);
        if replies.is_empty() && !in_check(position) && edges.is_empty() {
            return Ok(None);
        }
        let mut moves = edges.iter().filter(|edge| edge.role == Role::Move);
        match (moves.next(), moves.next()) {
            (Some(edge), None) if replies.contains(&edge.mv) => Ok(Some(edge)),
            (Some(edge), _) => Err(Fault::IllegalMove(edge.mv)),
            (None, _) => Err(Fault::Edges(EdgesFault::NoReply)),
        }
    }

    /// Checks that an interposition counts or, if it does not, that the mate takes longer than `plies`
    /// without it.
    ///
    /// A capture after which the mate takes longer than after the other replies does not make the
    /// interposition futile. If the other replies themselves last longer than `plies`, nothing more is
    /// needed. So it suffices that the mate after every capture takes longer than `plies`, or longer than
    /// after the other replies.
    fn check_interposition_counts(
        &mut self,
        position: &mut Position,
        drop: Move,
        plies: u16,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<(), Fault> {
        let others = self.others(position, plies, any_hand, edges)?;
        let least = others.map_or(plies, |others| others.min(plies));
        let mut dropped = position.clone();
        dropped.do_move(drop);
        for &capture in checks(&dropped).iter().filter(|check| check.to() == drop.to()) {
            let edge = edges.iter().find(|edge| edge.role == Role::Capture && edge.mv == capture);
            let edge = edge.ok_or(Fault::LeftOut(capture))?;
            let need = Need::NotWithin(least);
            let judged = self.after_pair(position, drop, capture, |checker, after| {
                checker.check_edge(after, edge, need, any_hand)
            });
            judged.unwrap_or(Err(Fault::IllegalMove(capture)))?;
        }
        Ok(())
    }

    /// An upper bound of the value over the replies that are not drops, if one below `plies` is proved.
    fn others(
        &mut self,
        position: &mut Position,
        plies: u16,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<Option<u16>, Fault> {
        let replies = legal_moves(position);
        let moves: Vec<Move> = replies.iter().copied().filter(|reply| reply.from().is_some()).collect();
        let is_shown = edges.iter().any(|edge| edge.role == Role::Other);
        match (moves.is_empty(), is_shown) {
            (true, _) => return Ok(Some(0)),
            (false, false) => return Ok(None),
            // With fewer pieces in the attacker's hand, the other replies might last longer.
            (false, true) if any_hand => return Err(Fault::Hands),
            (false, true) => {}
        }
        let mut most = 0;
        for reply in moves {
            let edge = edges.iter().find(|edge| edge.role == Role::Other && edge.mv == reply);
            let edge = edge.ok_or(Fault::LeftOut(reply))?;
            let takes = self.takes(edge)?;
            let length = takes.saturating_add(1);
            if length >= plies {
                return Err(Fault::OtherClaim(reply));
            }
            self.check_edge_after(position, edge, Need::Within(takes), false)?;
            most = most.max(length);
        }
        Ok(Some(most))
    }
}
