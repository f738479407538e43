//! What certificates are made of.

use crate::position::{Futile, Position};
use crate::types::{Color, Hand, Move};

/// What the whole certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The problem's position.
    pub root: Position,
    /// Who attacks.
    pub attacker: Color,
    /// Which interpositions count.
    pub policy: Futile,
}

/// What certificates call the policies; this is part of their format, and does not depend on the names elsewhere.
const POLICY_NAMES: [(Futile, &str); 2] = [(Futile::None, "none"), (Futile::Official, "official")];

/// The name of a policy in certificates.
pub(super) fn policy_name(policy: Futile) -> &'static str {
    let named = POLICY_NAMES.iter().find(|(known, _)| *known == policy);
    named.expect("every policy has a name").1
}

/// The policy of a name in certificates.
pub(super) fn policy_named(name: &str) -> Option<Futile> {
    POLICY_NAMES.iter().find(|(_, known)| *known == name).map(|(policy, _)| *policy)
}

/// What is claimed of the value of a position: the plies of its mate, infinite when there is none.
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
    /// Whether what is claimed with one hand of the attacker holds with another, too (優等局面, 劣等局面).
    pub(super) fn carries_over(self, known: Hand, other: Hand) -> bool {
        match self {
            Claim::Within(_) => other.contains(known),
            Claim::NotWithin(_) | Claim::NoMate => known.contains(other),
        }
    }
}

/// The longest mate within so many plies: mates take odd numbers of them from the attacker's move on. `attacks`: whether
/// he is to move.
pub(super) fn longest_mate(plies: u16, attacks: bool) -> u16 {
    plies.saturating_sub(u16::from((plies % 2 == 1) != attacks))
}

/// Whether a mate of `longest` plies at most takes exactly so many, for there is none within `none_within`.
pub(super) fn is_exact(longest: u16, none_within: Option<u16>, attacks: bool) -> bool {
    longest <= u16::from(attacks) || none_within.is_some_and(|plies| plies.saturating_add(2) >= longest)
}

/// A claim about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// What is claimed.
    pub claim: Claim,
    /// It also holds when the attacker's hand has more, for a mate, or less, for none (優等局面, 劣等局面).
    pub any_hand: bool,
    /// By which links name this record before it is written.
    pub label: Option<u32>,
}

/// What an edge refers to as its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Link {
    /// Nothing is needed: a mate on the board, no check to give, no reply to make without being in check.
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
    /// A capture with check that answers all interpositions on its square: with the piece given back the mate is two
    /// plies shorter than claimed, and so it is with the piece kept.
    Kept,
    /// A capture that shows the interpositions on its square to be futile: the piece is given back.
    Futile,
    /// A reply, no drop, that lasts: what a futile interposition is measured by.
    Floor,
    /// A capture of an interposition that counts: the piece is given back, and it is no mate soon enough to make it
    /// futile.
    Capture,
    /// A reply, no drop, beside an interposition that counts.
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
