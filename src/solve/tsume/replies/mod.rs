//! The defender's replies to a check, interpositions by drops among them.
//!
//! Drops are searched one after another in chains: the next comes up when the one before it is answered. All drops
//! on a square have a common answer: take the piece with check and have a mate *as if it had never been dropped*. Such
//! a pair of drop and capture leads to the same position for every kind, so it is searched once beside the replies. With
//! the piece in the attacker's hand instead the mate is no longer, so the pair answers all drops on the square; under
//! the policy it shows them to be futile if the mate takes no longer than after the other replies.

mod conclude;
mod list;
mod weigh;

use super::Futile;
use super::number::{Choice, INFINITE, Number, Thresholds, beyond, shorter};
use super::search::Search;
use crate::board::Bitboard;
use crate::store::Fact;
use crate::types::{Move, PieceKind};
use weigh::Busy;

/// A reply.
struct Reply {
    mv: Move,
    number: Number,
    /// Whether it was looked at.
    is_listed: bool,
    /// For a drop onto a line of check: its group, and the chain in which it waits.
    group: Option<u8>,
    chain: Option<u8>,
}

/// A capture of whatever is dropped on a square, with the piece given back.
struct Pair {
    drop: Move,
    capture: Move,
    group: u8,
    number: Number,
}

/// The drops on a square.
#[derive(Clone, Copy, PartialEq)]
enum Group {
    /// They wait for an answer each.
    Open,
    /// A pair answers all of them; they add this to the length, and the flags say what limits it.
    Answered(Fact),
    /// A pair answers them if the other replies have the full length.
    Pending,
}

/// The replies at a node.
#[derive(Default)]
pub(super) struct Replies {
    replies: Vec<Reply>,
    pairs: Vec<Pair>,
    groups: Vec<Group>,
    /// Drops onto the line of check as they were generated.
    drops: Vec<(PieceKind, Bitboard)>,
}

/// What weighing the replies comes to.
enum Weighed {
    Refuted(Number),
    AllAnswered,
    /// The numbers of the node, the reply to visit, and its proof number.
    Open {
        number: Number,
        choice: Choice,
        pn: u32,
    },
}

/// An interposition answered without a contribution to the length.
const NOTHING_ADDED: Fact = Fact { upper: 0, ..Fact::NOTHING };
/// The same where that depends on the other replies: with another hand they may last less long.
const JUDGED_FUTILE: Fact = Fact { upper_hand_only: true, ..NOTHING_ADDED };

impl Search {
    /// Searches the replies in the present position.
    pub(super) fn search_replies(&mut self, bound: u16, thresholds: Thresholds) -> Number {
        let mut node = self.spare_replies.pop().unwrap_or_default();
        let number = match self.list_replies(&mut node, bound) {
            Some(refuted) => refuted,
            None => self.choose_reply(&mut node, bound, thresholds),
        };
        node.replies.clear();
        node.pairs.clear();
        node.groups.clear();
        node.drops.clear();
        self.spare_replies.push(node);
        number
    }

    fn choose_reply(&mut self, node: &mut Replies, bound: u16, thresholds: Thresholds) -> Number {
        loop {
            self.list_heads(node, bound);
            let (number, mut choice, mut pn) = match node.weigh(self.futile, bound) {
                Weighed::Refuted(number) => return number,
                Weighed::AllAnswered => match self.conclude(node, bound) {
                    Some(number) => return number,
                    None => continue,
                },
                Weighed::Open { number, choice, pn } => (number, choice, pn),
            };
            if number.reaches(thresholds) || self.pulse.is_over() {
                return number;
            }
            if self.is_taken_after(node.replies[choice.at].mv)
                && let Some(other) = self.other_reply(node, choice.at, bound, thresholds)
            {
                (choice, pn) = other;
            }
            let below = Thresholds {
                pn: choice.all.threshold(thresholds.pn, pn),
                dn: thresholds.dn.min(beyond(choice.second)),
            };
            let after = self.enter_after(node.replies[choice.at].mv);
            self.visit(node, choice.at, bound, below);
            self.leave(after);
        }
    }

    /// Another thread is at the best reply, and may bring its number up: the one to visit here instead as long as that leaves the
    /// node below its thresholds, and its proof number.
    fn other_reply(
        &self,
        node: &mut Replies,
        best: usize,
        bound: u16,
        thresholds: Thresholds,
    ) -> Option<(Choice, u32)> {
        let number = node.replies[best].number.dn;
        if number == 0 {
            // Only pairs are left that may answer it.
            return None;
        }
        node.replies[best].number.dn = beyond(number);
        let weighed = node.weigh(self.futile, bound);
        node.replies[best].number.dn = number;
        match weighed {
            Weighed::Open { number, choice, pn } if !number.reaches(thresholds) => Some((choice, pn)),
            _ => None,
        }
    }

    /// Looks at the drops that have come up in their chains.
    fn list_heads(&mut self, node: &mut Replies, bound: u16) {
        let mut busy = Busy::default();
        for at in 0..node.replies.len() {
            if node.is_answered(at) || busy.waits(&node.replies[at]) {
                continue;
            }
            if !node.replies[at].is_listed {
                let here = self.place().board;
                let number = self.glance_after(here, node.replies[at].mv, bound);
                node.replies[at].number = number;
                node.replies[at].is_listed = true;
                if number.pn == 0 {
                    continue;
                }
            }
            busy.occupy(&node.replies[at]);
        }
    }

    /// Visits a reply, or a pair that answers it, whichever seems easier to prove.
    fn visit(&mut self, node: &mut Replies, chosen: usize, bound: u16, below: Thresholds) {
        let reply = &node.replies[chosen];
        let real = if reply.number.dn == 0 { INFINITE } else { reply.number.pn };
        let (mut pair, mut least, mut second) = (None, INFINITE, INFINITE);
        for (at, candidate) in node.pairs.iter().enumerate() {
            if Some(candidate.group) == reply.group && candidate.number.dn != 0 {
                if candidate.number.pn < least {
                    (second, least, pair) = (least, candidate.number.pn, Some(at));
                } else {
                    second = second.min(candidate.number.pn);
                }
            }
        }
        match pair.filter(|_| least <= real) {
            Some(at) => {
                // A pair that only spares work has no part in the disproof number.
                let spares_only = self.futile == Futile::None;
                let dn = if spares_only { INFINITE } else { below.dn };
                let below = Thresholds { pn: below.pn.min(beyond(second.min(real))), dn };
                let bound_of_pair = self.bound_of_pair(bound);
                let Pair { drop, capture, .. } = node.pairs[at];
                let number =
                    self.after_pair(drop, capture, |search| search.defend(bound_of_pair, below, true));
                node.pairs[at].number = number;
                if number.pn == 0 {
                    self.answer_group(node, at, bound);
                }
            }
            None => {
                let below = Thresholds { pn: below.pn.min(beyond(least)), ..below };
                let mv = reply.mv;
                let undo = self.position.do_move(mv);
                let number = self.attack(shorter(bound), below);
                self.position.undo_move(mv, undo);
                node.replies[chosen].number = number;
            }
        }
    }
}
