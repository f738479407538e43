//! Writing mates.

use super::records::Proven;
use super::writing::{Certifier, ProofStop, TRIES};
use crate::certificate::{Claim, Edge, Link, Role};
use crate::movegen::{checks, in_check, is_mate, legal_moves};
use crate::problem::Futile;
use crate::solve::tsume::board::distance;
use crate::solve::tsume::dfpn::PathStep;
use crate::solve::tsume::task::MateSearch;
use crate::types::Move;

/// The number of nodes to find a mate again after each check, once one was found from the position itself.
const FOR_CHECKS: u64 = 1 << 12;

/// The record of a mate, with the defender to move, while it is being written.
struct MateRecord {
    bound: u16,
    edges: Vec<Edge>,
    plies: u16,
    any_hand: bool,
    /// The replies that are not interpositions by drops.
    moves: Vec<Move>,
    /// The length of the longest mate after a pair that shows an interposition to be futile, and a reply after
    /// which the mate takes at least as long (the *floor*).
    floor: Option<(u16, Move)>,
}

impl MateRecord {
    fn add(&mut self, edge: Edge, plies: u16, any_hand: bool) {
        self.edges.push(edge);
        self.plies = self.plies.max(plies);
        self.any_hand &= any_hand;
    }
}

impl Certifier<'_> {
    /// Writes that the present position, with the attacker to move, has a mate within a bound.
    pub(super) fn write_mate_attacker(&mut self, bound: u16) -> Result<Proven, ProofStop> {
        if let Some(known) = self.records.mate(self.search.board.table_key(), bound) {
            return Ok(known);
        }
        let (check, upper) = self.best_check(bound)?;
        let below = self.after(check, |it| it.write_mate_defender(upper, false))?;
        let plies = below.plies + 1;
        let number =
            self.put(Claim::Within(plies), below.any_hand, None, &[below.edge(Role::Move, check)])?;
        Ok(Proven { link: Link::Record(number), plies, any_hand: below.any_hand })
    }

    /// A check that mates, and a bound of its mate: a check whose mate is written already, or the one with the
    /// shortest mate.
    fn best_check(&mut self, bound: u16) -> Result<(Move, u16), ProofStop> {
        let left = bound.checked_sub(1).ok_or(ProofStop::Lost)?;
        let checks = checks(&self.search.board.position);
        for &check in &checks {
            let is_known = self.after(check, |it| {
                is_mate(&it.search.board.position)
                    || it.records.mate(it.search.board.table_key(), left).is_some()
            });
            if is_known {
                return Ok((check, left));
            }
        }
        for nodes in TRIES {
            // After a search from the position itself, the table holds the mates after its checks, except mates
            // found without a search.
            let for_each = match nodes {
                0 | u64::MAX => nodes,
                _ if self.search_length(bound, nodes)?.is_some() => nodes.min(FOR_CHECKS),
                _ => 0,
            };
            let mut best: Option<(Move, u16)> = None;
            for &check in &checks {
                let value = self.after(check, |it| it.search_within(left, for_each))?;
                if value.is_proved() && best.is_none_or(|(_, least)| value.fact.upper < least) {
                    best = Some((check, value.fact.upper));
                }
            }
            if let Some(best) = best {
                return Ok(best);
            }
        }
        Err(ProofStop::Lost)
    }

    /// Writes that the present position, with the defender to move, has a mate within a bound.
    pub(super) fn write_mate_defender(&mut self, bound: u16, by_pair: bool) -> Result<Proven, ProofStop> {
        if is_mate(&self.search.board.position) {
            return Ok(Proven::obvious(true));
        }
        let table_key = self.search.board.table_key();
        if let Some(known) = self.records.mate(table_key, bound) {
            return Ok(known);
        }
        if by_pair && self.is_linked(table_key, bound) {
            return Err(ProofStop::Circular);
        }
        self.mate_path.push(PathStep { table_key, bound, by_pair });
        let mated = self.answer_replies(bound);
        self.mate_path.pop();
        let MateRecord { edges, plies, any_hand, .. } = mated?;
        let number = self.put(Claim::Within(plies), any_hand, None, &edges)?;
        Ok(Proven { link: Link::Record(number), plies, any_hand })
    }

    fn answer_replies(&mut self, bound: u16) -> Result<MateRecord, ProofStop> {
        let checked = in_check(&self.search.board.position);
        let replies = legal_moves(&self.search.board.position);
        let (drops, moves): (Vec<Move>, Vec<Move>) =
            replies.iter().copied().partition(|reply| checked && reply.from().is_none());
        let mut mated = MateRecord {
            bound,
            edges: Vec::with_capacity(moves.len()),
            plies: 0,
            any_hand: checked,
            moves,
            floor: None,
        };
        for reply in mated.moves.clone() {
            self.answer(&mut mated, reply)?;
        }
        let king = self.search.board.target();
        let mut squares: Vec<_> = drops.iter().map(|drop| drop.to()).collect();
        squares.sort_unstable_by_key(|&sq| (king.map_or(0, |king| distance(sq, king)), sq.index()));
        squares.dedup();
        for square in squares {
            let on_square = drops.iter().copied().filter(|drop| drop.to() == square);
            let (checking, plain): (Vec<Move>, Vec<Move>) =
                on_square.partition(|&drop| self.search.board.gives_check(drop));
            if !plain.is_empty() {
                self.answer_square(&mut mated, &plain)?;
            }
            for drop in checking {
                self.answer(&mut mated, drop)?;
            }
        }
        if let Some((length, reply)) = mated.floor {
            let lasts = length.saturating_sub(3);
            // Use only a record with exactly this bound: the certificate requires a floor to be shorter than the
            // mate.
            let proven = self.after(reply, |it| it.write_not_within_attacker(lasts..=lasts))?;
            mated.add(proven.edge(Role::Floor, reply), length, false);
        }
        Ok(mated)
    }

    /// An upper bound of the length of the mate in the present position, which must have a mate within `bound`.
    fn upper(&mut self, bound: u16) -> Result<u16, ProofStop> {
        let value = self.search.probe(bound);
        if value.is_proved() {
            return Ok(value.fact.upper);
        }
        for nodes in TRIES.into_iter().skip(1) {
            if let Some(upper) = self.search_length(bound, nodes)? {
                return Ok(upper);
            }
        }
        Err(ProofStop::Lost)
    }

    /// Answers a reply by a mate of its own.
    fn answer(&mut self, mated: &mut MateRecord, reply: Move) -> Result<(), ProofStop> {
        let left = mated.bound.checked_sub(1).ok_or(ProofStop::Lost)?;
        let upper = self.after(reply, |it| it.upper(left))?;
        let proven = self.after(reply, |it| it.write_mate_attacker(upper))?;
        mated.add(proven.edge(Role::Move, reply), proven.plies + 1, proven.any_hand);
        Ok(())
    }

    /// Answers the drops on a square, none of which gives check: all by a pair, or each by a mate of its own,
    /// whichever is found first.
    fn answer_square(&mut self, mated: &mut MateRecord, drops: &[Move]) -> Result<(), ProofStop> {
        let captures = self.search.board.captures(drops[0]);
        let mut is_circular = false;
        for nodes in TRIES {
            match self.answer_by_pair(mated, drops[0], &captures, nodes) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(ProofStop::Circular) => is_circular = true,
                Err(stop) => return Err(stop),
            }
            if let Some(left) = mated.bound.checked_sub(1)
                && self.all_mate(drops, left, nodes)?
            {
                return self.answer_each(mated, drops);
            }
        }
        // Not every drop was found to have a mate of its own within the bound.
        Err(if is_circular { ProofStop::Circular } else { ProofStop::Lost })
    }

    /// Whether there is a mate within a bound after each of some drops; searches with at most `nodes` nodes for
    /// each.
    fn all_mate(&mut self, drops: &[Move], bound: u16, nodes: u64) -> Result<bool, ProofStop> {
        for &drop in drops {
            if self.after(drop, |it| it.search_within(bound, nodes))?.pn != 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn answer_each(&mut self, mated: &mut MateRecord, drops: &[Move]) -> Result<(), ProofStop> {
        let before = (mated.edges.len(), mated.plies, mated.any_hand);
        let is_answered = drops.iter().try_for_each(|&drop| self.answer(mated, drop));
        if is_answered.is_err() {
            mated.edges.truncate(before.0);
            (mated.plies, mated.any_hand) = (before.1, before.2);
        }
        is_answered
    }

    /// Answers the drops on a square by a pair, with at most `nodes` nodes for each capture. Returns whether a
    /// pair answers them.
    fn answer_by_pair(
        &mut self,
        mated: &mut MateRecord,
        drop: Move,
        captures: &[Move],
        nodes: u64,
    ) -> Result<bool, ProofStop> {
        let is_official = self.search.board.futile == Futile::Official;
        let bound = if is_official { mated.bound } else { mated.bound.saturating_sub(2) };
        let mut is_circular = false;
        let mut ways = Vec::new();
        for &capture in captures {
            let value = self.after_pair(drop, capture, |it| it.search_within(bound, nodes))?;
            if value.is_proved() {
                ways.push((value.fact.upper, capture));
            }
        }
        ways.sort_unstable_by_key(|&(upper, capture)| (upper, capture));
        for &(upper, capture) in &ways {
            let proven = match self.after_pair(drop, capture, |it| it.write_mate_defender(upper, true)) {
                Err(ProofStop::Circular) => {
                    is_circular = true;
                    continue;
                }
                proven => proven?,
            };
            if self.use_pair(mated, capture, proven, nodes)? {
                return Ok(true);
            }
        }
        if nodes == u64::MAX
            && is_official
            && !captures.is_empty()
            && self.answer_as_futile(mated, drop, captures)?
        {
            return Ok(true);
        }
        if is_circular { Err(ProofStop::Circular) } else { Ok(false) }
    }

    /// Uses a mate after a pair as the answer to the drops, if that is possible. Returns whether it is.
    fn use_pair(
        &mut self,
        mated: &mut MateRecord,
        capture: Move,
        proven: Proven,
        nodes: u64,
    ) -> Result<bool, ProofStop> {
        let is_official = self.search.board.futile == Futile::Official;
        if is_official && proven.plies == 0 {
            mated.add(proven.edge(Role::Futile, capture), 0, proven.any_hand);
            return Ok(true);
        }
        if proven.any_hand && proven.plies + 2 <= mated.bound {
            mated.add(proven.edge(Role::Kept, capture), proven.plies + 2, true);
            return Ok(true);
        }
        if !is_official {
            return Ok(false);
        }
        if mated.floor.is_none_or(|(length, _)| length < proven.plies) {
            let Some(reply) = self.lasting_as_long(mated, proven.plies, nodes)? else { return Ok(false) };
            mated.floor = Some((proven.plies, reply));
        }
        mated.add(proven.edge(Role::Futile, capture), proven.plies, false);
        Ok(true)
    }

    /// A reply other than a drop after which the mate takes at least `length` plies, including the reply.
    fn lasting_as_long(
        &mut self,
        mated: &MateRecord,
        length: u16,
        nodes: u64,
    ) -> Result<Option<Move>, ProofStop> {
        for &reply in &mated.moves {
            let lasts = length < 4
                || self.after(reply, |it| it.search_within(length - 3, nodes.min(1 << 20)))?.dn == 0;
            if lasts {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Answers drops by the definition of futility: by a capture after which the mate takes no longer than after
    /// the other replies.
    fn answer_as_futile(
        &mut self,
        mated: &mut MateRecord,
        drop: Move,
        captures: &[Move],
    ) -> Result<bool, ProofStop> {
        let length = self.length_of(&mated.moves, mated.bound)?;
        let mut is_circular = false;
        for &capture in captures {
            let value = self.after_pair(drop, capture, |it| it.search_within(length, u64::MAX))?;
            if value.pn != 0 {
                continue;
            }
            match self
                .after_pair(drop, capture, |it| it.write_mate_defender(value.fact.upper.min(length), true))
            {
                Ok(proven) if self.use_pair(mated, capture, proven, u64::MAX)? => return Ok(true),
                Ok(_) => {}
                Err(ProofStop::Circular) => is_circular = true,
                Err(stop) => return Err(stop),
            }
        }
        if is_circular { Err(ProofStop::Circular) } else { Ok(false) }
    }
}
