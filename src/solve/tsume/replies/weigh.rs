//! The numbers of a node with the defender to move, from those of its replies.

use super::super::Futile;
use super::super::number::{Choice, Combined, INFINITE, Number, longer};
use super::{Group, Replies, Reply, Weighed};
use crate::store::Fact;

/// The chains in which a drop is being searched.
#[derive(Default)]
pub(super) struct Busy(u32);

impl Busy {
    fn bit(reply: &Reply) -> u32 {
        // Groups are at most seven; the common chain is numbered 255.
        reply.chain.map_or(0, |chain| 1 << (chain & 31))
    }

    pub(super) fn waits(&self, reply: &Reply) -> bool {
        self.0 & Busy::bit(reply) != 0
    }

    pub(super) fn occupy(&mut self, reply: &Reply) {
        self.0 |= Busy::bit(reply);
    }
}

impl Replies {
    pub(super) fn is_answered_by_pair(&self, reply: &Reply) -> bool {
        reply.group.is_some_and(|group| self.groups[usize::from(group)] != Group::Open)
    }

    pub(super) fn is_answered(&self, at: usize) -> bool {
        let reply = &self.replies[at];
        reply.is_listed && reply.number.pn == 0 || self.is_answered_by_pair(reply)
    }

    /// Weighs the replies that are up.
    pub(super) fn weigh(&self, futile: Futile, bound: u16) -> Weighed {
        let mut busy = Busy::default();
        let (mut least, mut second, mut chosen) = (INFINITE, INFINITE, None);
        let (mut pn, mut chosen_pn) = (Combined::default(), 0);
        for (at, reply) in self.replies.iter().enumerate() {
            if self.is_answered(at) || busy.waits(reply) {
                continue;
            }
            busy.occupy(reply);
            let number = self.with_pairs(reply, futile);
            if number.dn == 0 {
                return Weighed::Refuted(self.refutation(reply, futile, bound));
            }
            pn.add(number.pn);
            if number.dn < least {
                (second, least, chosen, chosen_pn) = (least, number.dn, Some(at), number.pn);
            } else {
                second = second.min(number.dn);
            }
        }
        match chosen {
            Some(chosen) => {
                let choice = Choice { at: chosen, second, all: pn };
                Weighed::Open { number: Number::open(pn.number(), least), choice, pn: chosen_pn }
            }
            None => Weighed::AllAnswered,
        }
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
        let mut number = refuted_by(reply.number);
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

/// The number of a node with a reply that escapes.
pub(super) fn refuted_by(reply: Number) -> Number {
    let Fact { lower, lower_hand_only, .. } = reply.fact;
    let fact = Fact { lower: longer(lower), lower_hand_only, ..Fact::NOTHING };
    Number { pn: INFINITE, dn: 0, fact, reach: reply.reach }
}
