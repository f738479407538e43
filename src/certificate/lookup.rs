//! What a certificate says about one position.

use super::error::CertificateError;
use super::reader::Reader;
use super::record::{Claim, Edge, Role, Statement, answer_to, is_exact, longest_mate};
use crate::movegen::{for_each_check, in_check, is_mate, legal_moves};
use crate::position::Position;
use crate::types::{Color, Hand, Move};
use core::ops::ControlFlow;
use std::io::Read;

/// What the records of a certificate claim about a position, the strongest of each kind. Of a certificate that was
/// [checked](super::check()) every claim is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The longest that a mate can be, and the attacker's check that begins it; none where the defender is to move.
    pub mate: Option<(u16, Option<Move>)>,
    /// No mate within so many plies, and the defender's reply that lasts so long; none where the attacker is to move.
    pub none_within: Option<(u16, Option<Move>)>,
    /// No mate of any length, and the defender's reply that escapes; none where the attacker is to move.
    pub no_mate: Option<Option<Move>>,
    /// Where a futile interposition led to the position: the capture that shows it to be one. Of the mate with the piece
    /// in hand that says nothing.
    pub futile: Option<Move>,
    /// The ply, counted from 1, of the first futile interposition of the line behind which further moves lead to the
    /// position: what follows it is no part of the proof, since it is left out of the length with its capture.
    pub futile_before: Option<usize>,
    /// How many records are about the position.
    pub records: u64,
}

impl Found {
    /// Whether nothing is said about the position.
    pub fn is_empty(&self) -> bool {
        self.records == 0 && self.mate.is_none() && self.no_mate.is_none() && self.futile.is_none()
    }

    /// The length of the mate, where both bounds meet. `attacks`: whether the attacker is to move.
    pub fn exact(&self, attacks: bool) -> Option<u16> {
        let none_within = self.none_within.map(|(plies, _)| plies);
        self.mate.map(|(plies, _)| plies).filter(|&mate| is_exact(mate, none_within, attacks))
    }
}

/// Looks for the records about a position: one with its board and the same hands, or with hands for which the record
/// holds as well. It reads the certificate once and keeps nothing of it.
///
/// # Errors
/// The first thing that cannot be read. Whether what is read is proved is not looked at.
pub fn look_up(input: impl Read, position: &Position) -> Result<Found, CertificateError> {
    look_up_after(input, position, &[])
}

/// Like [`look_up`], about the position behind a line of legal moves. What the records of mates say of its
/// interpositions in the positions before them counts as well: they answer all drops on a square together.
///
/// # Errors
/// As [`look_up`].
pub fn look_up_after(input: impl Read, root: &Position, line: &[Move]) -> Result<Found, CertificateError> {
    let failed = |offset, fault| CertificateError { record: None, offset, fault };
    let mut reader = Reader::new(input).map_err(|fault| failed(0, fault))?;
    let attacker = reader.header.attacker;
    let mut position = root.clone();
    let mut drops = Vec::new();
    for (&mv, ply) in line.iter().zip(1..) {
        if mv.from().is_none() && position.side_to_move() != attacker {
            drops.push(Dropped { ply, before: position.clone(), mv });
        }
        position.do_move(mv);
    }
    let mut found = Found::seen(&position, attacker);
    loop {
        let offset = reader.offset();
        match reader.read() {
            Ok(true) => {}
            Ok(false) => return Ok(found),
            Err(fault) => return Err(failed(offset, fault)),
        }
        let is_about = |position| holds_for(&reader.position, reader.statement, position, attacker);
        if is_about(&position) {
            let key_move = reader.edges.iter().find(|edge| edge.role == Role::Move).map(|edge| edge.mv);
            found.note(reader.statement.claim, key_move, position.side_to_move() == attacker);
        }
        if let Claim::Within(plies) = reader.statement.claim {
            for drop in drops.iter().filter(|drop| is_about(&drop.before)) {
                match line.len() - drop.ply {
                    0 => found.note_interposition(plies, drop.mv, &reader.edges),
                    _ => found.note_earlier_interposition(drop, &reader.edges),
                }
            }
        }
    }
}

/// A drop of the defender's on a line, which may be an interposition.
struct Dropped {
    /// Its number on the line, from 1.
    ply: usize,
    /// The position before it.
    before: Position,
    mv: Move,
}

impl Found {
    /// What a look at the board shows: a proof that rests on it needs no record of it.
    fn seen(position: &Position, attacker: Color) -> Found {
        let attacks = position.side_to_move() == attacker;
        let is_no_mate = match attacks {
            true => for_each_check(position, |_| ControlFlow::Break(())).is_continue(),
            false => !in_check(position) && legal_moves(position).is_empty(),
        };
        Found {
            mate: (!attacks && is_mate(position)).then_some((0, None)),
            no_mate: is_no_mate.then_some(None),
            ..Found::default()
        }
    }

    fn note(&mut self, claim: Claim, key_move: Option<Move>, attacks: bool) {
        self.records += 1;
        match claim {
            Claim::Within(plies) => self.note_mate(plies, key_move, attacks),
            Claim::NotWithin(plies) if self.none_within.is_none_or(|(known, _)| plies > known) => {
                self.none_within = Some((plies, key_move.filter(|_| !attacks)));
            }
            Claim::NoMate => self.no_mate = Some(key_move.filter(|_| !attacks)),
            Claim::NotWithin(_) => {}
        }
    }

    fn note_mate(&mut self, plies: u16, key_move: Option<Move>, attacks: bool) {
        if self.mate.is_none_or(|(known, _)| plies < known) {
            self.mate = Some((longest_mate(plies, attacks), key_move.filter(|_| attacks)));
        }
    }

    /// Notes what a record of a mate within `plies` plies says of a drop that answers the check in its position.
    fn note_interposition(&mut self, plies: u16, drop: Move, edges: &[Edge]) {
        match answer_to(drop, edges) {
            Some(edge) if edge.role == Role::Futile => self.futile = Some(edge.mv),
            // Taken and kept, the piece does the defender no good: two plies are over, and what is left is as with it
            // given back.
            Some(edge) if edge.role == Role::Kept => {
                self.note_mate(plies.saturating_sub(1), Some(edge.mv), true);
            }
            // A record of its own says more.
            _ => {}
        }
    }

    /// Notes what a record of a mate says of a drop behind which the line goes on.
    fn note_earlier_interposition(&mut self, drop: &Dropped, edges: &[Edge]) {
        if answer_to(drop.mv, edges).is_some_and(|edge| edge.role == Role::Futile) {
            self.futile_before = Some(self.futile_before.map_or(drop.ply, |first| first.min(drop.ply)));
        }
    }
}

/// Whether a record's statement holds for a position.
fn holds_for(of_record: &Position, statement: Statement, position: &Position, attacker: Color) -> bool {
    let (known, has) = (of_record.hand(attacker), position.hand(attacker));
    let has_a_hand = known == has || statement.any_hand && statement.claim.carries_over(known, has);
    has_a_hand && have_one_board(of_record, position)
}

/// Whether two positions of one certificate differ in nothing but who holds what.
fn have_one_board(one: &Position, other: &Position) -> bool {
    let without_hands = |position: &Position| {
        let mut bare = position.clone();
        Color::ALL.iter().for_each(|&color| bare.set_hand(color, Hand::EMPTY));
        bare.pack()
    };
    one.occupied() == other.occupied()
        && one.side_to_move() == other.side_to_move()
        && without_hands(one) == without_hands(other)
}
