//! What certificates are made of.

use crate::position::Position;
use crate::types::{Color, Move};

/// What the whole certificate is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The problem's position.
    pub root: Position,
    /// Who attacks.
    pub attacker: Color,
    /// Which interpositions count.
    pub interpositions: Interpositions,
}

/// Which interpositions (合駒) count. `docs/futile-interpositions.md` defines the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpositions {
    /// All.
    None,
    /// All but futile ones (無駄合).
    Official,
}

impl Interpositions {
    /// The policy's name.
    pub const fn name(self) -> &'static str {
        match self {
            Interpositions::None => "none",
            Interpositions::Official => "official",
        }
    }
}

/// What is claimed of the value of a position: the plies of its mate, infinite when there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// At most so many plies.
    Within(u16),
    /// More than so many plies, or no mate.
    NotWithin(u16),
    /// No mate.
    NoMate,
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

/// What a move has to do with the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The attacker's check, or the defender's reply.
    Move,
    /// A capture that answers all interpositions on its square: with the piece given back the mate is two plies shorter than
    /// claimed, and so it is with the piece kept.
    Kept,
    /// A capture that shows the interpositions on its square to be futile: the piece is given back.
    Futile,
    /// A reply, no drop, that lasts: what a futile interposition is measured by.
    Floor,
    /// A capture of an interposition that counts: the piece is given back, and it is no mate soon enough to make it futile.
    Capture,
    /// A reply, no drop, beside an interposition that counts.
    Other,
}

impl Role {
    pub(super) const ALL: [Role; 6] =
        [Role::Move, Role::Kept, Role::Futile, Role::Floor, Role::Capture, Role::Other];
}

/// A step from a record's position, and what bears it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// What it has to do with the claim.
    pub role: Role,
    /// The move.
    pub mv: Move,
    /// What is known of the position that it leads to.
    pub link: Link,
}
