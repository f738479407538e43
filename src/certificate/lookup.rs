//! What a certificate says about one position.

use super::error::CertificateError;
use super::reader::Reader;
use super::record::{Claim, Role, Statement, is_exact, longest_mate};
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
    /// How many records are about the position.
    pub records: u64,
}

impl Found {
    /// Whether nothing is said about the position.
    pub fn is_empty(&self) -> bool {
        self.records == 0 && self.mate.is_none() && self.no_mate.is_none()
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
    let failed = |offset, fault| CertificateError { record: None, offset, fault };
    let mut reader = Reader::new(input).map_err(|fault| failed(0, fault))?;
    let attacker = reader.header.attacker;
    let mut found = Found::seen(position, attacker);
    loop {
        let offset = reader.offset();
        match reader.read() {
            Ok(true) => {}
            Ok(false) => return Ok(found),
            Err(fault) => return Err(failed(offset, fault)),
        }
        if holds_for(&reader.position, reader.statement, position, attacker) {
            let key_move = reader.edges.iter().find(|edge| edge.role == Role::Move).map(|edge| edge.mv);
            found.note(reader.statement.claim, key_move, position.side_to_move() == attacker);
        }
    }
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
            Claim::Within(plies) if self.mate.is_none_or(|(known, _)| plies < known) => {
                self.mate = Some((longest_mate(plies, attacks), key_move.filter(|_| attacks)));
            }
            Claim::NotWithin(plies) if self.none_within.is_none_or(|(known, _)| plies > known) => {
                self.none_within = Some((plies, key_move.filter(|_| !attacks)));
            }
            Claim::NoMate => self.no_mate = Some(key_move.filter(|_| !attacks)),
            Claim::Within(_) | Claim::NotWithin(_) => {}
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
