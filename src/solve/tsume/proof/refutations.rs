//! Writing down that there is no mate within a bound.

use super::records::Shown;
use super::writing::{Certifier, Open, Stop, TRIES};
use crate::certificate::{Claim, Edge, Link, Role};
use crate::movegen::{checks, in_check, legal_moves};
use crate::problem::Futile;
use crate::solve::tsume::dfpn::PathStep;
use crate::store::Place;
use crate::types::Move;
use core::ops::RangeInclusive;

/// A reply that lasts.
struct Way {
    mv: Move,
    /// For an interposition that has to count: its captures, the bound within which none of them mates, and whether that is
    /// measured by the other replies.
    judged: Option<(Vec<Move>, u16, bool)>,
}

impl Certifier<'_> {
    /// The present position, the attacker to move, has no mate within the first of these bounds. A record that was written says so
    /// for one of them.
    pub(super) fn failing(&mut self, bounds: RangeInclusive<u16>) -> Result<Shown, Stop> {
        let bound = *bounds.start();
        let checks = checks(&self.search.board.position);
        if bound == 0 || checks.is_empty() {
            return Ok(Shown::obvious(true));
        }
        if let Some(known) = self.records.lasting(self.search.board.place(), bounds) {
            return Ok(known);
        }
        let (mut edges, mut any_hand) = (Vec::with_capacity(checks.len()), true);
        for &check in checks.iter() {
            let shown = self.after(check, |it| it.lasting(bound - 1, false))?;
            any_hand &= shown.any_hand;
            edges.push(shown.edge(Role::Move, check));
        }
        let number = self.put(Claim::NotWithin(bound), any_hand, None, &edges)?;
        Ok(Shown { link: Link::Record(number), plies: bound, any_hand })
    }

    /// The present position, the defender to move, has no mate within a bound.
    pub(super) fn lasting(&mut self, bound: u16, by_pair: bool) -> Result<Shown, Stop> {
        let replies = legal_moves(&self.search.board.position);
        if replies.is_empty() && !in_check(&self.search.board.position) {
            return Ok(Shown::obvious(false));
        }
        let place = self.search.board.place();
        if let Some(known) = self.records.lasting(place, bound..=u16::MAX) {
            return Ok(known);
        }
        if let Some(label) = self.label_above(place, bound) {
            // Whether that holds for other hands is not known yet.
            return Ok(Shown { link: Link::Label(label), plies: bound, any_hand: false });
        }
        self.open.push(Open { bound, label: None });
        self.search.path.push(PathStep { place, bound, by_pair });
        let grounds = self.lasting_reply(&replies, bound).and_then(|way| self.grounds(&way, &replies, bound));
        self.search.path.pop();
        let label = self.open.pop().and_then(|open| open.label);
        let (edges, any_hand) = grounds?;
        let any_hand = any_hand && in_check(&self.search.board.position);
        let number = self.put(Claim::NotWithin(bound), any_hand, label, &edges)?;
        Ok(Shown { link: Link::Record(number), plies: bound, any_hand })
    }

    /// The label of a position that is being written, for no smaller a bound: a shortest mate repeats nothing, so it does not mate by
    /// coming back.
    fn label_above(&mut self, place: Place, bound: u16) -> Option<u32> {
        let at = self.search.path.returns_to(place)? as usize - 1;
        let Open { bound: above, label } = self.open[at];
        if above < bound {
            return None;
        }
        let label = label.unwrap_or_else(|| self.next_label());
        self.open[at].label = Some(label);
        Some(label)
    }

    fn grounds(&mut self, way: &Way, replies: &[Move], bound: u16) -> Result<(Vec<Edge>, bool), Stop> {
        let shown = self.after(way.mv, |it| it.failing(bound.saturating_sub(1)..=u16::MAX))?;
        let (mut edges, mut any_hand) = (vec![shown.edge(Role::Move, way.mv)], shown.any_hand);
        let Some((captures, least, is_measured)) = &way.judged else { return Ok((edges, any_hand)) };
        for &capture in captures {
            let shown = self.after_pair(way.mv, capture, |it| it.lasting(*least, true))?;
            any_hand &= shown.any_hand;
            edges.push(shown.edge(Role::Capture, capture));
        }
        if *is_measured {
            any_hand = false;
            for &other in replies.iter().filter(|reply| reply.from().is_some()) {
                let shown = self.after(other, |it| it.mating(least.saturating_sub(1)))?;
                edges.push(shown.edge(Role::Other, other));
            }
        }
        Ok((edges, any_hand))
    }

    /// A reply that lasts and counts, the cheapest to write down first.
    fn lasting_reply(&mut self, replies: &[Move], bound: u16) -> Result<Way, Stop> {
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
                    || it.records.lasting(it.search.board.place(), left..=u16::MAX).is_some()
            });
            if is_known {
                return Ok(Way { mv, judged: None });
            }
        }
        for nodes in TRIES {
            for &mv in &others {
                if self.after(mv, |it| it.search_within(left, nodes))?.dn == 0 {
                    return Ok(Way { mv, judged: None });
                }
            }
            for &mv in &drops {
                if left == 0 || self.after(mv, |it| it.search_within(left, nodes))?.dn == 0 {
                    let judged = self.counts(mv, replies, bound, nodes)?;
                    if judged.is_some() {
                        return Ok(Way { mv, judged });
                    }
                }
            }
        }
        Err(Stop::Lost)
    }

    /// What shows that an interposition counts if no other reply lasts, as far as that is found with so many nodes.
    fn counts(
        &mut self,
        drop: Move,
        replies: &[Move],
        bound: u16,
        nodes: u64,
    ) -> Result<Option<(Vec<Move>, u16, bool)>, Stop> {
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

    fn none_mates(&mut self, drop: Move, captures: &[Move], bound: u16, nodes: u64) -> Result<bool, Stop> {
        for &capture in captures {
            let number = self.after_pair(drop, capture, |it| it.search_within(bound, nodes))?;
            if !number.is_refuted() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
