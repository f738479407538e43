//! The defender's replies to a check, interpositions by drops among them, and the number of their node.
//!
//! Drops are searched one after another in chains: the next comes up when the one before it is answered. All drops
//! on a square have a common answer: take the piece with check and have a mate *as if it had never been dropped*. Such
//! a pair of drop and capture leads to the same position for every kind, so it is searched once beside the replies. With
//! the piece in the attacker's hand instead the mate is no longer, so the pair answers all drops on the square; under
//! the policy it shows them to be futile if the mate takes no longer than after the other replies.

use super::value::Number;
use crate::board::Bitboard;
use crate::problem::Futile;
use crate::solve::tsume::dfpn::{INFINITE, Tally, Weighed, longer};
use crate::store::Fact;
use crate::types::{Move, PieceKind};

/// A reply.
pub struct Reply {
    pub mv: Move,
    pub number: Number,
    /// The board after it, once it was looked at.
    pub board: u128,
    /// Whether it was looked at.
    pub is_listed: bool,
    /// For a drop onto a line of check: its group, and the chain in which it waits.
    pub group: Option<u8>,
    pub chain: Option<u8>,
}

/// A capture of whatever is dropped on a square, with the piece given back.
pub struct Pair {
    pub drop: Move,
    pub capture: Move,
    pub group: u8,
    pub number: Number,
}

/// The drops on a square.
#[derive(Clone, Copy, PartialEq)]
pub enum Group {
    /// They wait for an answer each.
    Open,
    /// A pair answers all of them; they add this to the length, and the flags say what limits it.
    Answered(Fact),
    /// A pair answers them if the other replies have the full length.
    Pending,
}

/// The replies at a node.
#[derive(Default)]
pub struct Replies {
    pub replies: Vec<Reply>,
    pub pairs: Vec<Pair>,
    pub groups: Vec<Group>,
    /// Drops onto the line of check as they were generated.
    pub drops: Vec<(PieceKind, Bitboard)>,
}

/// An interposition answered without a contribution to the length.
pub const NOTHING_ADDED: Fact = Fact { upper: 0, ..Fact::NOTHING };
/// The same where that depends on the other replies: with another hand they may last less long.
pub const JUDGED_FUTILE: Fact = Fact { upper_hand_only: true, ..NOTHING_ADDED };

/// The chains in which a drop is being searched.
#[derive(Default)]
pub struct Busy(u32);

impl Busy {
    fn bit(reply: &Reply) -> u32 {
        // Groups are at most seven; the common chain is numbered 255.
        reply.chain.map_or(0, |chain| 1 << (chain & 31))
    }

    pub fn waits(&self, reply: &Reply) -> bool {
        self.0 & Busy::bit(reply) != 0
    }

    pub fn occupy(&mut self, reply: &Reply) {
        self.0 |= Busy::bit(reply);
    }
}

impl Replies {
    /// Leaves only the room.
    pub fn clear(&mut self) {
        self.replies.clear();
        self.pairs.clear();
        self.groups.clear();
        self.drops.clear();
    }

    pub fn is_answered_by_pair(&self, reply: &Reply) -> bool {
        reply.group.is_some_and(|group| self.groups[usize::from(group)] != Group::Open)
    }

    pub fn is_answered(&self, at: usize) -> bool {
        let reply = &self.replies[at];
        reply.is_listed && reply.number.is_proved() || self.is_answered_by_pair(reply)
    }

    /// Notes that a pair leads to a mate.
    pub fn answer_group(&mut self, pair: usize, futile: Futile, bound: u16) {
        let Pair { group, number, .. } = self.pairs[pair];
        let fact = number.fact;
        let is_safe = !fact.upper_hand_only;
        let both_plies = Fact { upper: longer(longer(fact.upper)), ..fact };
        let answer = match futile {
            Futile::Official if fact.upper == 0 => Group::Answered(NOTHING_ADDED),
            Futile::None => Group::Answered(both_plies),
            // Taken and kept, the piece makes the mate no longer.
            Futile::Official if is_safe && both_plies.upper <= bound => Group::Answered(both_plies),
            Futile::Official => Group::Pending,
        };
        let known = &mut self.groups[usize::from(group)];
        if !matches!(known, Group::Answered(_)) {
            *known = answer;
        }
    }

    /// The pair that may answer a reply and seems easiest to prove: its place, its proof number, and that of the next.
    pub fn easiest_pair(&self, reply: &Reply) -> (Option<usize>, u32, u32) {
        let (mut easiest, mut least, mut second) = (None, INFINITE, INFINITE);
        for (at, pair) in self.pairs.iter().enumerate() {
            if Some(pair.group) == reply.group && !pair.number.is_refuted() {
                if pair.number.pn < least {
                    (second, least, easiest) = (least, pair.number.pn, Some(at));
                } else {
                    second = second.min(pair.number.pn);
                }
            }
        }
        (easiest, least, second)
    }

    /// Weighs the replies that are up.
    pub fn weigh(&self, futile: Futile, bound: u16) -> Weighed<Fact> {
        let mut busy = Busy::default();
        let mut tally = Tally::new();
        for (at, reply) in self.replies.iter().enumerate() {
            if self.is_answered(at) || busy.waits(reply) {
                continue;
            }
            busy.occupy(reply);
            let number = self.with_pairs(reply, futile);
            if number.is_refuted() {
                return Weighed::Decided(self.refutation(reply, futile, bound));
            }
            tally.add(at, number.dn, number.pn);
        }
        if tally.is_empty() {
            return Weighed::AllAnswered;
        }
        let (dn, pn) = tally.numbers();
        Weighed::Open(Number::open(pn, dn), tally.choice())
    }

    /// The numbers of a reply, which is answered by itself or by a pair. A pair only spares work where the piece taken
    /// and kept is as good; under the policy it may also show that the drop is futile.
    fn with_pairs(&self, reply: &Reply, futile: Futile) -> Number {
        let mut number = reply.number;
        let spares_only = futile == Futile::None;
        let Some(group) = reply.group.filter(|_| !spares_only || number.dn != 0) else { return number };
        for pair in self.pairs.iter().filter(|pair| pair.group == group && pair.number.dn != 0) {
            number.pn = number.pn.min(pair.number.pn);
            if !spares_only {
                number.dn = number.dn.max(pair.number.dn);
            }
        }
        number
    }

    /// A reply that is not answered, nor is it futile.
    fn refutation(&self, reply: &Reply, futile: Futile, bound: u16) -> Number {
        let mut number = reply.number.before_escape();
        if futile == Futile::None || reply.chain.is_none() {
            return number;
        }
        for pair in self.pairs.iter().filter(|pair| Some(pair.group) == reply.group) {
            number.reach = number.reach.min(pair.number.reach);
            number.fact.lower_hand_only |= pair.number.fact.lower_hand_only;
        }
        if number.fact.lower != Fact::NO_MATE {
            // With longer other replies it might be futile.
            number.fact.lower = bound + 1;
        }
        number
    }
}
