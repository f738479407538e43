//! Writing that there is no mate within a bound.

use super::records::Proven;
use super::writing::{Certifier, OpenClaim, ProofStop, TRIES};
use crate::certificate::{Claim, Edge, Link, Role};
use crate::movegen::{checks, in_check, legal_moves};
use crate::problem::Futile;
use crate::solve::tsume::dfpn::PathStep;
use crate::store::TableKey;
use crate::types::Move;
use core::ops::RangeInclusive;

/// A reply after which there is no mate within the bound.
struct Defence {
    mv: Move,
    /// For an interposition, which must be shown to count: its captures, the bound within which none of them
    /// mates, and whether that bound is the length of the mate after the other replies.
    judged: Option<(Vec<Move>, u16, bool)>,
}

impl Certifier<'_> {
    /// Writes that the present position, with the attacker to move, has no mate within the first of these bounds;
    /// uses a record for any of the bounds if there is one.
    pub(super) fn write_not_within_attacker(
        &mut self,
        bounds: RangeInclusive<u16>,
    ) -> Result<Proven, ProofStop> {
        let bound = *bounds.start();
        let checks = checks(&self.search.board.position);
        if bound == 0 || checks.is_empty() {
            return Ok(Proven::obvious(true));
        }
        if let Some(known) = self.records.lasting(self.search.board.table_key(), bounds) {
            return Ok(known);
        }
        let (mut edges, mut any_hand) = (Vec::with_capacity(checks.len()), true);
        for &check in &checks {
            let proven = self.after(check, |it| it.write_not_within_defender(bound - 1, false))?;
            any_hand &= proven.any_hand;
            edges.push(proven.edge(Role::Move, check));
        }
        let number = self.put(Claim::NotWithin(bound), any_hand, None, &edges)?;
        Ok(Proven { link: Link::Record(number), plies: bound, any_hand })
    }

    /// Writes that the present position, with the defender to move, has no mate within a bound.
    pub(super) fn write_not_within_defender(
        &mut self,
        bound: u16,
        by_pair: bool,
    ) -> Result<Proven, ProofStop> {
        let replies = legal_moves(&self.search.board.position);
        if replies.is_empty() && !in_check(&self.search.board.position) {
            return Ok(Proven::obvious(false));
        }
        let table_key = self.search.board.table_key();
        if let Some(known) = self.records.lasting(table_key, bound..=u16::MAX) {
            return Ok(known);
        }
        if let Some(label) = self.label_above(table_key, bound) {
            // It is not known yet whether the claim holds for other hands.
            return Ok(Proven { link: Link::Label(label), plies: bound, any_hand: false });
        }
        self.open_claims.push(OpenClaim { bound, label: None });
        self.search.path.push(PathStep { table_key, bound, by_pair });
        let defence_edges =
            self.lasting_reply(&replies, bound).and_then(|way| self.defence_edges(&way, &replies, bound));
        self.search.path.pop();
        let label = self.open_claims.pop().and_then(|claim| claim.label);
        let (edges, any_hand) = defence_edges?;
        let any_hand = any_hand && in_check(&self.search.board.position);
        let number = self.put(Claim::NotWithin(bound), any_hand, label, &edges)?;
        Ok(Proven { link: Link::Record(number), plies: bound, any_hand })
    }

    /// The label of the same position, if a claim about it with at least this bound is being written. A shortest
    /// mate repeats no position, so a return to that position is no mate.
    fn label_above(&mut self, table_key: TableKey, bound: u16) -> Option<u32> {
        let at = self.search.path.returns_to(table_key)? as usize - 1;
        let OpenClaim { bound: above, label } = self.open_claims[at];
        if above < bound {
            return None;
        }
        let label = label.unwrap_or_else(|| self.next_label());
        self.open_claims[at].label = Some(label);
        Some(label)
    }

    fn defence_edges(
        &mut self,
        way: &Defence,
        replies: &[Move],
        bound: u16,
    ) -> Result<(Vec<Edge>, bool), ProofStop> {
        let proven =
            self.after(way.mv, |it| it.write_not_within_attacker(bound.saturating_sub(1)..=u16::MAX))?;
        let (mut edges, mut any_hand) = (vec![proven.edge(Role::Move, way.mv)], proven.any_hand);
        let Some((captures, least, is_measured)) = &way.judged else { return Ok((edges, any_hand)) };
        for &capture in captures {
            let proven = self.after_pair(way.mv, capture, |it| it.write_not_within_defender(*least, true))?;
            any_hand &= proven.any_hand;
            edges.push(proven.edge(Role::Capture, capture));
        }
        if *is_measured {
            any_hand = false;
            for &other in replies.iter().filter(|reply| reply.from().is_some()) {
                let proven = self.after(other, |it| it.write_mate_attacker(least.saturating_sub(1)))?;
                edges.push(proven.edge(Role::Other, other));
            }
        }
        Ok((edges, any_hand))
    }

    /// A reply that refutes the mate and counts; preferably the one that is cheapest to write.
    fn lasting_reply(&mut self, replies: &[Move], bound: u16) -> Result<Defence, ProofStop> {
        let left = bound.saturating_sub(1);
        let is_judged = |it: &mut Self, reply: Move| {
            it.search.board.futile == Futile::Official
                && reply.from().is_none()
                && in_check(&it.search.board.position)
                && !it.search.board.gives_check(reply)
        };
        let (mut drops, mut others) = (Vec::new(), Vec::new());
        for &reply in replies {
            if is_judged(self, reply) { drops.push(reply) } else { others.push(reply) }
        }
        for &mv in &others {
            let is_known = self.after(mv, |it| {
                left == 0
                    || checks(&it.search.board.position).is_empty()
                    || it.records.lasting(it.search.board.table_key(), left..=u16::MAX).is_some()
            });
            if is_known {
                return Ok(Defence { mv, judged: None });
            }
        }
        for nodes in TRIES {
            for &mv in &others {
                if self.after(mv, |it| it.search_within(left, nodes))?.dn == 0 {
                    return Ok(Defence { mv, judged: None });
                }
            }
            for &mv in &drops {
                if left == 0 || self.after(mv, |it| it.search_within(left, nodes))?.dn == 0 {
                    let judged = self.counts(mv, replies, bound, nodes)?;
                    if judged.is_some() {
                        return Ok(Defence { mv, judged });
                    }
                }
            }
        }
        Err(ProofStop::Lost)
    }

    /// What shows that an interposition counts even if no other reply refutes the mate; searches with at most
    /// `nodes` nodes. `None` if it was not found.
    fn counts(
        &mut self,
        drop: Move,
        replies: &[Move],
        bound: u16,
        nodes: u64,
    ) -> Result<Option<(Vec<Move>, u16, bool)>, ProofStop> {
        let captures = self.search.board.captures(drop);
        let moves: Vec<Move> = replies.iter().copied().filter(|reply| reply.from().is_some()).collect();
        if !moves.is_empty() {
            if self.none_mates(drop, &captures, bound, nodes)? {
                return Ok(Some((captures, bound, false)));
            }
            if nodes != u64::MAX {
                return Ok(None);
            }
        }
        let others = self.length_of(&moves, bound)?;
        let is_shorter = others == 0 || others < bound;
        let counts = is_shorter && self.none_mates(drop, &captures, others, nodes)?;
        Ok(counts.then_some((captures, others, others > 0)))
    }

    fn none_mates(
        &mut self,
        drop: Move,
        captures: &[Move],
        bound: u16,
        nodes: u64,
    ) -> Result<bool, ProofStop> {
        for &capture in captures {
            let value = self.after_pair(drop, capture, |it| it.search_within(bound, nodes))?;
            if !value.is_refuted() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
