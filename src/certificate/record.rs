//! The parts of certificates.

use crate::position::{Futile, Position};
use crate::types::{Color, Hand, Move};

/// The problem that the whole certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The problem's position.
    pub root: Position,
    /// The attacker.
    pub attacker: Color,
    /// The policy on interpositions.
    pub policy: Futile,
}

/// The names of the policies in certificates. They are part of the format, and independent of the names
/// elsewhere.
const POLICY_NAMES: [(Futile, &str); 2] = [(Futile::None, "none"), (Futile::Official, "official")];

/// The name of a policy in certificates.
pub(super) fn policy_name(policy: Futile) -> &'static str {
    let named = POLICY_NAMES.iter().find(|(known, _)| *known == policy);
    named.expect("every policy has a name").1
}

/// The policy with a name in certificates.
pub(super) fn policy_named(name: &str) -> Option<Futile> {
    POLICY_NAMES.iter().find(|(_, known)| *known == name).map(|(policy, _)| *policy)
}

/// A claim about the value of a position: the number of plies of its mate, infinite when there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A mate within this number of plies.
    Within(u16),
    /// No mate within this number of plies.
    NotWithin(u16),
    /// No mate.
    NoMate,
}

impl Claim {
    /// Whether a claim with one hand of the attacker also holds with another one (優等局面, 劣等局面).
    pub(super) fn carries_over(self, known: Hand, other: Hand) -> bool {
        match self {
            Claim::Within(_) => other.contains(known),
            Claim::NotWithin(_) | Claim::NoMate => known.contains(other),
        }
    }
}

/// The length of the longest mate within `plies` plies: mates take an odd number of plies, counted from the
/// attacker's move. `attacks` tells whether the attacker is to move.
pub(super) fn longest_mate(plies: u16, attacks: bool) -> u16 {
    plies.saturating_sub(u16::from((plies % 2 == 1) != attacks))
}

/// Whether a mate of at most `longest` plies takes exactly that many, because there is none within
/// `none_within`.
pub(super) fn is_exact(longest: u16, none_within: Option<u16>, attacks: bool) -> bool {
    longest <= u16::from(attacks) || none_within.is_some_and(|plies| plies.saturating_add(2) >= longest)
}

/// A claim about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The claim.
    pub claim: Claim,
    /// Whether it also holds when the attacker's hand has more pieces (for a mate), or fewer (for no mate)
    /// (優等局面, 劣等局面).
    pub any_hand: bool,
    /// The label by which links refer to this record before it is written.
    pub label: Option<u32>,
}

/// The proof to which an edge refers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// No record is needed: a mate on the board, no check to give, or no legal reply without being in check.
    Obvious,
    /// The record with this number, counted from 0.
    Record(u32),
    /// The record with this label.
    Label(u32),
}

/// The role of a move in the proof of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The attacker's check, or the defender's reply.
    Move,
    /// A capture with check that answers all interpositions on its square: the mate is two plies shorter than
    /// claimed, both with the piece given back and with the piece kept.
    Kept,
    /// A capture that shows the interpositions on its square to be futile, with the piece given back.
    Futile,
    /// A reply other than a drop that lasts; a futile interposition is measured against it.
    Floor,
    /// A capture of an interposition that counts: with the piece given back, there is no mate soon enough to
    /// make it futile.
    Capture,
    /// A reply other than a drop, in addition to an interposition that counts.
    Other,
}

impl Role {
    pub(super) const ALL: [Role; 6] =
        [Role::Move, Role::Kept, Role::Futile, Role::Floor, Role::Capture, Role::Other];
}

/// An edge: a move from a record's position, and the evidence for the position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The role of the move in the proof of the claim.
    pub role: Role,
    /// The move.
    pub mv: Move,
    /// The evidence for the position that it leads to.
    pub link: Link,
}

/// The edge of a record of a mate that answers a reply: its own, or the capture that answers all drops on its square.
pub(super) fn answer_to(reply: Move, edges: &[Edge]) -> Option<&Edge> {
    let takes = |edge: &&Edge| matches!(edge.role, Role::Kept | Role::Futile) && edge.mv.to() == reply.to();
    let own = edges.iter().find(|edge| edge.role == Role::Move && edge.mv == reply);
    own.or_else(|| edges.iter().find(takes))
}
