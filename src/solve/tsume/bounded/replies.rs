//! The defender's replies to a check, with interpositions by drops, and the value of their node.
//!
//! Drops are searched one after another in chains: each becomes active when the previous one is proved. All drops
//! on a square have a common answer: capture the piece with check and give it back to the defender. The position
//! after such a *pair* of drop and capture is the same for every kind of piece, so it is searched once for all
//! kinds. If it is a mate with the piece given back, it is also a mate, and no longer one, with the piece kept.
//! So the pair answers all drops on the square. Under the policy it also shows that they are futile, if the mate
//! takes no longer than after the other replies.

use super::value::BoundedValue;
use crate::board::Bitboard;
use crate::problem::Futile;
use crate::solve::tsume::dfpn::{INFINITE, Law, NodeState, Tally, Weight, longer};
use crate::store::Fact;
use crate::types::{Move, PieceKind};

/// A reply.
pub struct Reply {
    pub mv: Move,
    pub value: BoundedValue,
    /// The board key after it, once it was probed.
    pub board: u128,
    /// Whether the table was probed for its position.
    pub is_listed: bool,
    /// For an interposition by a drop: the index of its square in `Replies::drop_squares`, and its chain.
    pub drop_square: Option<u8>,
    pub chain: Option<u8>,
}

/// The capture of a piece dropped on a square, after which the piece is given back to the defender.
pub struct Pair {
    pub drop: Move,
    pub capture: Move,
    pub drop_square: u8,
    pub value: BoundedValue,
}

/// The state of the drops on one square.
#[derive(Clone, Copy, PartialEq)]
pub enum DropSquare {
    /// Each drop needs its own answer.
    Open,
    /// A pair answers all of them, with this contribution to the length.
    Answered(Fact),
    /// A pair answers all of them, provided that the mate takes at least as long after some other reply.
    Pending,
}

/// The replies at a node.
#[derive(Default)]
pub struct Replies {
    pub replies: Vec<Reply>,
    pub pairs: Vec<Pair>,
    pub drop_squares: Vec<DropSquare>,
    /// The drops onto the line of check in the form in which they were generated.
    pub drops: Vec<(PieceKind, Bitboard)>,
}

/// How a node combines the proof numbers of its replies. Usually one reply refutes, and the work that a reply
/// takes differs by orders of magnitude, so the search soon switches to another reply.
const REPLIES: Law = Law { weight: Weight::Capped, margin: 3 };

/// The contribution of a futile interposition to the length: none.
pub const NOTHING_ADDED: Fact = Fact { upper: 0, ..Fact::NOTHING };
/// The contribution of an interposition that is futile because of the length after the other replies: none, but
/// only for this hand.
pub const JUDGED_FUTILE: Fact = Fact { upper_hand_only: true, ..NOTHING_ADDED };

/// The chains in which an open drop was found already.
#[derive(Default)]
pub struct BusyChains(u32);

impl BusyChains {
    fn bit(reply: &Reply) -> u32 {
        // There are at most seven drop squares; the chain common to all unsupported squares has number 255, which
        // is bit 31.
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
        self.drop_squares.clear();
        self.drops.clear();
    }

    pub fn is_answered_by_pair(&self, reply: &Reply) -> bool {
        reply
            .drop_square
            .is_some_and(|drop_square| self.drop_squares[usize::from(drop_square)] != DropSquare::Open)
    }

    pub fn is_answered(&self, at: usize) -> bool {
        let reply = &self.replies[at];
        reply.is_listed && reply.value.is_proved() || self.is_answered_by_pair(reply)
    }

    /// Updates the state of the drops on the square of a pair, which was proved.
    pub fn answer_square(&mut self, pair: usize, futile: Futile, bound: u16) {
        let Pair { drop_square, value, .. } = self.pairs[pair];
        let fact = value.fact;
        let is_safe = !fact.upper_hand_only;
        let both_plies = Fact { upper: longer(longer(fact.upper)), ..fact };
        let answer = match futile {
            Futile::Official if fact.upper == 0 => DropSquare::Answered(NOTHING_ADDED),
            Futile::None => DropSquare::Answered(both_plies),
            // With the captured piece kept, the mate takes no longer.
            Futile::Official if is_safe && both_plies.upper <= bound => DropSquare::Answered(both_plies),
            Futile::Official => DropSquare::Pending,
        };
        let known = &mut self.drop_squares[usize::from(drop_square)];
        if !matches!(known, DropSquare::Answered(_)) {
            *known = answer;
        }
    }

    /// The pair with the smallest proof number that may answer a reply: its index, its proof number, and the
    /// second smallest proof number.
    pub fn easiest_pair(&self, reply: &Reply) -> (Option<usize>, u32, u32) {
        let (mut easiest, mut least, mut second) = (None, INFINITE, INFINITE);
        for (at, pair) in self.pairs.iter().enumerate() {
            if Some(pair.drop_square) == reply.drop_square && !pair.value.is_refuted() {
                if pair.value.pn < least {
                    (second, least, easiest) = (least, pair.value.pn, Some(at));
                } else {
                    second = second.min(pair.value.pn);
                }
            }
        }
        (easiest, least, second)
    }

    /// The value of the node, computed from the replies that are active.
    pub fn evaluate(&self, futile: Futile, bound: u16) -> NodeState<Fact> {
        let mut busy = BusyChains::default();
        let mut tally = Tally::new(REPLIES);
        for (at, reply) in self.replies.iter().enumerate() {
            if self.is_answered(at) || busy.waits(reply) {
                continue;
            }
            busy.occupy(reply);
            let value = self.with_pairs(reply, futile);
            if value.is_refuted() {
                return NodeState::Decided(self.refutation(reply, futile, bound));
            }
            tally.add(at, value.dn, value.pn);
        }
        if tally.is_empty() {
            return NodeState::AllDecided;
        }
        let (dn, pn) = tally.numbers();
        NodeState::Open(BoundedValue::open(pn, dn), tally.most_proving())
    }

    /// The proof numbers of a reply, which may be answered by its own search or by a pair. Without the policy a
    /// pair only saves work; under the policy it may also show that the drop is futile.
    fn with_pairs(&self, reply: &Reply, futile: Futile) -> BoundedValue {
        let mut value = reply.value;
        let spares_only = futile == Futile::None;
        let Some(drop_square) = reply.drop_square.filter(|_| !spares_only || value.dn != 0) else {
            return value;
        };
        for pair in self.pairs.iter().filter(|pair| pair.drop_square == drop_square && pair.value.dn != 0) {
            value.pn = value.pn.min(pair.value.pn);
            if !spares_only {
                value.dn = value.dn.max(pair.value.dn);
            }
        }
        value
    }

    /// The value of the node when this reply escapes and is not futile.
    fn refutation(&self, reply: &Reply, futile: Futile, bound: u16) -> BoundedValue {
        let mut value = reply.value.before_escape();
        if futile == Futile::None || reply.chain.is_none() {
            return value;
        }
        for pair in self.pairs.iter().filter(|pair| Some(pair.drop_square) == reply.drop_square) {
            value.reach = value.reach.min(pair.value.reach);
            value.fact.lower_hand_only |= pair.value.fact.lower_hand_only;
        }
        if value.fact.lower != Fact::NO_MATE {
            // If the other replies lasted longer, the drop might be futile, so nothing holds beyond this bound.
            value.fact.lower = bound + 1;
        }
        value
    }
}
