//! All replies are answered, perhaps under a condition: how long the mate takes.

use super::super::number::{FREE, INFINITE, Number, Thresholds, longer};
use super::super::policy::Futile;
use super::super::search::{Answer, Search};
use super::{Group, NOTHING_ADDED, Pair, Replies};
use crate::movegen::legal_moves;
use crate::store::Fact;
use crate::types::Move;

impl Search {
    /// Everything is answered, perhaps under a condition: the length. `None` when a condition does not hold.
    pub(super) fn conclude(&mut self, node: &mut Replies, bound: u16) -> Option<Number> {
        let mut hand_only = false;
        if node.groups.contains(&Group::Pending) {
            let Some(others) = self.length_of_replies(node, bound) else { return Some(Number::open(1, 1)) };
            for group in 0..node.groups.len() as u8 {
                if node.groups[usize::from(group)] == Group::Pending {
                    hand_only = true;
                    self.settle(node, group, bound, others);
                }
            }
            if self.pulse.is_over() {
                return Some(Number::open(1, 1));
            }
            if node.groups.contains(&Group::Open) && !(0..node.replies.len()).all(|at| node.is_answered(at)) {
                return None;
            }
        }
        let mut fact = NOTHING_ADDED;
        for at in 0..node.replies.len() {
            let reply = &node.replies[at];
            if reply.number.pn == 0 && !node.is_answered_by_pair(reply) {
                add(&mut fact, Fact { upper: longer(reply.number.fact.upper), ..reply.number.fact });
            }
        }
        for group in &node.groups {
            if let Group::Answered(answer) = *group {
                add(&mut fact, answer);
            }
        }
        fact.upper_hand_only |= hand_only;
        debug_assert!(self.accounts_for_every_reply(node), "a reply was passed over: {}", self.position);
        Some(Number { pn: 0, dn: INFINITE, fact, reach: FREE })
    }

    /// Whether every legal reply was searched, is dominated (the same board after its capture, with less in hand, is a mate), or
    /// is futile by the policy.
    fn accounts_for_every_reply(&self, node: &Replies) -> bool {
        let (mut searched, mut dominated, mut futile) = (0, 0, 0);
        for reply in &node.replies {
            match reply.group.map(|group| node.groups[usize::from(group)]) {
                Some(Group::Answered(NOTHING_ADDED)) if self.futile == Futile::Official => futile += 1,
                Some(Group::Answered(_)) => dominated += 1,
                _ if reply.is_listed && reply.number.pn == 0 => searched += 1,
                _ => {}
            }
        }
        searched + dominated + futile == legal_moves(&self.position).len()
    }

    /// The value over the replies other than interpositions by drops, which is within the bound. `None` when halted.
    fn length_of_replies(&mut self, node: &Replies, bound: u16) -> Option<u16> {
        let others: Vec<Move> =
            node.replies.iter().filter(|reply| reply.chain.is_none()).map(|reply| reply.mv).collect();
        self.length_of(&others, bound)
    }

    /// The value over some replies, which is within the bound: found from above. `None` when halted.
    pub(in super::super) fn length_of(&mut self, replies: &[Move], bound: u16) -> Option<u16> {
        if replies.is_empty() {
            return Some(0);
        }
        let mut length = bound;
        while length > 2 {
            for &reply in replies {
                match self.ask_after(reply, length - 3) {
                    Answer::Yes => {}
                    Answer::No => return Some(length),
                    Answer::Halted => return None,
                }
            }
            length -= 2;
        }
        Some(length)
    }

    /// Decides whether the drops of a group are futile, when the value over the other replies is known.
    fn settle(&mut self, node: &mut Replies, group: u8, bound: u16, others: u16) {
        let mut answer = Group::Open;
        for at in 0..node.pairs.len() {
            let Pair { drop, capture, group: of, number } = node.pairs[at];
            if of != group || number.pn != 0 {
                continue;
            }
            let holds = number.fact.upper <= others || {
                let is_mate = self.after_pair(drop, capture, |search| search.ask_pair(others));
                is_mate == Answer::Yes
            };
            if holds {
                answer = Group::Answered(NOTHING_ADDED);
                break;
            }
            let fact = Fact { lower: bound + 1, lower_hand_only: true, ..Fact::NOTHING };
            node.pairs[at].number = Number { pn: INFINITE, dn: 0, fact, reach: FREE };
        }
        node.groups[usize::from(group)] = answer;
    }

    /// Asks about the present position, reached by a pair.
    pub(in super::super) fn ask_pair(&mut self, bound: u16) -> Answer {
        let glance = self.glance_defending(bound, true);
        let number = if glance.is_answered() { glance } else { self.defend(bound, Thresholds::NONE, true) };
        match (number.pn, number.dn) {
            (0, _) => Answer::Yes,
            (_, 0) => Answer::No,
            _ => Answer::Halted,
        }
    }
}

/// Takes a reply's length into account.
fn add(fact: &mut Fact, reply: Fact) {
    fact.upper = fact.upper.max(reply.upper);
    fact.upper_hand_only |= reply.upper_hand_only;
}
