//! The defender's replies to a check, with interpositions by drops, and the value of their node.
//!
//! Drops are searched one after another in chains: each becomes active when the one before it is proved. All drops on a square have a
//! common answer: capture the piece with check and give it back to the defender. The position after such a pair of drop and capture is
//! the same for every kind of piece, so it is searched once for all. If it is a mate with the piece given back, it is also one, and no
//! longer, with the piece kept, so the pair answers all drops on the square. Under the policy it also shows that they are futile, if the
//! mate takes no longer than after the other replies.

use super::value::BoundedValue;
use crate::board::Bitboard;
use crate::problem::Futile;
use crate::solve::tsume::dfpn::{INFINITE, NodeState, Tally, Weight, longer};
use crate::store::Fact;
use crate::types::{Move, PieceKind};

/// A reply.
pub struct Reply {
    pub mv: Move,
    pub number: BoundedValue,
    /// The board key after it, once it is listed.
    pub board: u128,
    /// Whether its position was probed.
    pub is_listed: bool,
    /// For an interposition by a drop: its group (square), and its chain.
    pub group: Option<u8>,
    pub chain: Option<u8>,
}

/// The capture of a piece dropped on a square, after which the piece is given back.
pub struct Pair {
    pub drop: Move,
    pub capture: Move,
    pub group: u8,
    pub number: BoundedValue,
}

/// The state of the drops on one square.
#[derive(Clone, Copy, PartialEq)]
pub enum Group {
    /// Each needs its own answer.
    Open,
    /// A pair answers all of them, with this contribution to the length.
    Answered(Fact),
    /// A pair answers them provided that the mate takes as long after the other replies.
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

/// How much a child counts beside the largest.
pub const WEIGHT: Weight = Weight::Root;

/// The contribution of a futile interposition to the length: none.
pub const NOTHING_ADDED: Fact = Fact { upper: 0, ..Fact::NOTHING };
/// The same where that depends on the other replies, and so holds for this hand only.
pub const JUDGED_FUTILE: Fact = Fact { upper_hand_only: true, ..NOTHING_ADDED };

/// The chains whose first open drop was found already.
#[derive(Default)]
pub struct BusyChains(u32);

impl BusyChains {
    fn bit(reply: &Reply) -> u32 {
        // Groups are at most seven; the common chain is numbered 255.
        reply.chain.map_or(0, |chain| 1 << (chain & 31))
    }

    pub fn waits(&self, reply: &Reply) -> bool {
        self.0 & BusyChains::bit(reply) != 0
    }

    pub fn occupy(&mut self, reply: &Reply) {
        self.0 |= BusyChains::bit(reply);
    }
}

impl Replies {
    /// Empties the lists and keeps their memory.
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

    /// A pair was proved: updates the state of its group.
    pub fn answer_group(&mut self, pair: usize, futile: Futile, bound: u16) {
        let Pair { group, number, .. } = self.pairs[pair];
        let fact = number.fact;
        let is_safe = !fact.upper_hand_only;
        let both_plies = Fact { upper: longer(longer(fact.upper)), ..fact };
        let answer = match futile {
            Futile::Official if fact.upper == 0 => Group::Answered(NOTHING_ADDED),
            Futile::None => Group::Answered(both_plies),
            // With the captured piece kept, the mate takes no longer.
            Futile::Official if is_safe && both_plies.upper <= bound => Group::Answered(both_plies),
            Futile::Official => Group::Pending,
        };
        let known = &mut self.groups[usize::from(group)];
        if !matches!(known, Group::Answered(_)) {
            *known = answer;
        }
    }

    /// The pair with the smallest proof number that may answer a reply: its index, its proof number, and that of the second best.
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

    /// The value of the node by the replies that are active.
    pub fn evaluate(&self, futile: Futile, bound: u16) -> NodeState<Fact> {
        let mut busy = BusyChains::default();
        let mut tally = Tally::new(WEIGHT);
        for (at, reply) in self.replies.iter().enumerate() {
            if self.is_answered(at) || busy.waits(reply) {
                continue;
            }
            busy.occupy(reply);
            let number = self.with_pairs(reply, futile);
            if number.is_refuted() {
                return NodeState::Decided(self.refutation(reply, futile, bound));
            }
            tally.add(at, number.dn, number.pn);
        }
        if tally.is_empty() {
            return NodeState::AllDecided;
        }
        let (dn, pn) = tally.numbers();
        NodeState::Open(BoundedValue::open(pn, dn), tally.most_proving())
    }

    /// The proof numbers of a reply, which may be answered by its own search or by a pair. Without the policy a pair only saves work; under
    /// the policy it may also show that the drop is futile.
    fn with_pairs(&self, reply: &Reply, futile: Futile) -> BoundedValue {
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

    /// The value of the node when this reply escapes and is not futile.
    fn refutation(&self, reply: &Reply, futile: Futile, bound: u16) -> BoundedValue {
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
