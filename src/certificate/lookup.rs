//! Looking up the claims of a certificate about one position.

use super::error::CertificateError;
use super::reader::Reader;
use super::record::{Claim, Edge, Role, Statement, answer_to, is_exact, longest_mate};
use crate::movegen::{for_each_check, in_check, is_mate, legal_moves};
use crate::position::Position;
use crate::types::{Color, Hand, Move};
use core::ops::ControlFlow;
use std::io::Read;

/// The claims of a certificate's records about a position, the strongest one of each kind. If the certificate
/// was [checked](super::check()), every claim is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// An upper bound of the length of the mate, and the attacker's check that begins it; no move when the
    /// defender is to move.
    pub mate: Option<(u16, Option<Move>)>,
    /// No mate within this number of plies, and the defender's reply that lasts so long; no move when the
    /// attacker is to move.
    pub none_within: Option<(u16, Option<Move>)>,
    /// No mate of any length, and the defender's reply that escapes; no move when the attacker is to move.
    pub no_mate: Option<Option<Move>>,
    /// If a futile interposition led to the position: the capture that shows it to be futile. This says
    /// nothing about the mate with the captured piece in hand.
    pub futile: Option<Move>,
    /// The ply, counted from 1, of the first futile interposition of the line after which further moves lead
    /// to the position. What follows it is not part of the proof, since the interposition and its capture are
    /// not counted in the length.
    pub futile_before: Option<usize>,
    /// The number of records about the position.
    pub records: u64,
}

impl Found {
    /// Whether there is no claim about the position.
    pub fn is_empty(&self) -> bool {
        self.records == 0 && self.mate.is_none() && self.no_mate.is_none() && self.futile.is_none()
    }

    /// The length of the mate, if both bounds agree. `attacks` tells whether the attacker is to move.
    pub fn exact(&self, attacks: bool) -> Option<u16> {
        let none_within = self.none_within.map(|(plies, _)| plies);
        self.mate.map(|(plies, _)| plies).filter(|&mate| is_exact(mate, none_within, attacks))
    }
}

/// Looks up the records about a position: records with its board and the same hands, or hands for which the
/// record holds too. Reads the certificate once and stores nothing of it.
///
/// # Errors
/// The first part that cannot be read. The proofs are not checked.
pub fn look_up(input: impl Read, position: &Position) -> Result<Found, CertificateError> {
    look_up_after(input, position, &[])
}

/// Like [`look_up`], for the position after a line of legal moves. It also uses what the records of mates say
/// about interpositions in the positions before, since these records answer all drops on a square together.
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

/// A drop of the defender in a line, which may be an interposition.
struct Dropped {
    /// Its number in the line, from 1.
    ply: usize,
    /// The position before it.
    before: Position,
    mv: Move,
}

impl Found {
    /// The claims that are obvious from the board: a proof that relies on them needs no record.
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

    /// Records what a record of a mate within `plies` plies says about a drop that answers the check in its
    /// position.
    fn note_interposition(&mut self, plies: u16, drop: Move, edges: &[Edge]) {
        match answer_to(drop, edges) {
            Some(edge) if edge.role == Role::Futile => self.futile = Some(edge.mv),
            // Capturing and keeping the piece does the defender no good: two plies have passed, and the
            // remaining mate is as long as with the piece given back.
            Some(edge) if edge.role == Role::Kept => {
                self.note_mate(plies.saturating_sub(1), Some(edge.mv), true);
            }
            // A separate record about the reply is more informative.
            _ => {}
        }
    }

    /// Records what a record of a mate says about a drop after which the line continues.
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

/// Whether two positions of one certificate differ at most in the hands.
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
