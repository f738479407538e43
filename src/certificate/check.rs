//! The checker: it reads a certificate once and verifies every record by the rules.

use super::encoding::{hand_code, hand_of, without};
use super::error::{CertificateError, EdgesFault, Fault};
use super::reader::Reader;
use super::record::{Claim, Edge, Header, Link, is_exact, longest_mate};
use crate::movegen::{for_each_check, in_check, is_mate, legal_moves};
use crate::position::{Futile, Packed, Position};
use crate::types::{Color, HAND_KINDS, Hand, Move};
use core::ops::ControlFlow;
use std::collections::HashMap;
use std::io::Read;

/// The facts about its root that a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The problem that the certificate is about.
    pub header: Header,
    /// An upper bound of the length of the mate, in plies.
    pub mate: Option<u16>,
    /// The largest number of plies within which it is proved that there is no mate.
    pub none_within: Option<u16>,
    /// Whether it is proved that there is no mate of any length.
    pub no_mate: bool,
    /// The number of records.
    pub records: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

impl Checked {
    /// The length of the mate, if it is proved exactly.
    pub fn exact(&self) -> Option<u16> {
        let attacks = self.header.root.side_to_move() == self.header.attacker;
        self.mate.filter(|&mate| is_exact(mate, self.none_within, attacks))
    }
}

/// Checks a certificate.
///
/// # Errors
/// The first fault; but if the file is damaged, that is reported instead.
pub fn check(input: impl Read) -> Result<Checked, CertificateError> {
    check_within(input, u64::MAX)
}

/// Checks a certificate with about `memory` bytes of memory; a record takes some 64.
///
/// # Errors
/// As [`check`], and [`Fault::Memory`].
pub fn check_within(input: impl Read, memory: u64) -> Result<Checked, CertificateError> {
    let reader = Reader::new(input).map_err(|fault| CertificateError { record: None, offset: 0, fault })?;
    let mut checker = Checker {
        attacker: reader.header.attacker,
        policy: reader.header.policy,
        memory,
        records: Vec::new(),
        labels: HashMap::new(),
        awaited: Vec::new(),
        at: RecordPlace { record: None, offset: 0 },
    };
    let mut reader = reader;
    checker.run(&mut reader).map_err(|fault| {
        let damage = if fault.may_be_damage() { reader.damage() } else { None };
        // The place of the damage is not known.
        let at = if damage.is_some() { RecordPlace { record: None, offset: 0 } } else { checker.at };
        CertificateError { record: at.record, offset: at.offset, fault: damage.unwrap_or(fault) }
    })
}

/// The place of a fault.
#[derive(Clone, Copy)]
struct RecordPlace {
    /// The record, counted from 1.
    record: Option<u64>,
    offset: u64,
}

/// The claim that the record must make to which an edge refers.
#[derive(Clone, Copy)]
pub(super) enum Need {
    /// A mate within this number of plies.
    Within(u16),
    /// No mate within exactly this number of plies; used to measure an interposition.
    Floor(u16),
    /// No mate within this number of plies, for a claim of the same kind. Circular references are harmless
    /// here: see `docs/certificate.md`.
    NotWithin(u16),
    /// No mate.
    NoMate,
}

/// The data of a record that other records need.
struct CheckedRecord {
    packed: Packed,
    claim: Claim,
    /// The attacker's hand, and a bit that tells whether the record holds for other hands.
    hand: u32,
}

/// The approximate memory of a label in bytes; hash tables have free places.
const LABEL_BYTES: usize = 16;

const FOR_ANY_HAND: u32 = 1 << 31;

/// A link to a label, to be checked when all labels are known.
struct Awaited {
    label: u32,
    position: Packed,
    need: Need,
    any_hand: bool,
    mv: Move,
    at: RecordPlace,
}

/// The state of the check.
pub(super) struct Checker {
    pub attacker: Color,
    pub policy: Futile,
    /// The memory limit in bytes.
    memory: u64,
    records: Vec<CheckedRecord>,
    labels: HashMap<u32, u32>,
    awaited: Vec<Awaited>,
    /// The current record, and the offset at which it begins.
    at: RecordPlace,
}

impl Checker {
    fn run<R: Read>(&mut self, reader: &mut Reader<R>) -> Result<Checked, Fault> {
        loop {
            let number = reader.records();
            self.at = RecordPlace { record: Some(u64::from(number) + 1), offset: reader.offset() };
            if !reader.read()? {
                break;
            }
            let (position, statement) = (&reader.position, reader.statement);
            let packed = position.pack().ok_or(Fault::Position)?;
            self.check_claim(&mut position.clone(), statement.claim, statement.any_hand, &reader.edges)?;
            let any_hand = if statement.any_hand { FOR_ANY_HAND } else { 0 };
            let hand = hand_code(position.hand(self.attacker)) | any_hand;
            self.make_room()?;
            self.records.push(CheckedRecord { packed, claim: statement.claim, hand });
            if let Some(label) = statement.label
                && self.labels.insert(label, number).is_some()
            {
                return Err(Fault::Edges(EdgesFault::RepeatedLabel));
            }
        }
        self.at.record = None;
        let roots = reader.read_end()?;
        self.settle(reader)?;
        self.conclude(reader, &roots)
    }

    /// Reserves memory for one more record and its label.
    fn make_room(&mut self) -> Result<(), Fault> {
        let labels = self.labels.len() * LABEL_BYTES;
        let bytes = size_of_val(&*self.records) + size_of_val(&*self.awaited) + labels;
        let room = self.records.try_reserve(1).and_then(|()| self.labels.try_reserve(1));
        if bytes as u64 >= self.memory || room.is_err() { Err(Fault::Memory) } else { Ok(()) }
    }

    /// Checks the links to labels.
    fn settle<R: Read>(&mut self, reader: &Reader<R>) -> Result<(), Fault> {
        let end = self.at;
        for awaited in std::mem::take(&mut self.awaited) {
            self.at = awaited.at;
            let &number = self.labels.get(&awaited.label).ok_or(Fault::Label(awaited.label))?;
            let position = awaited.position.unpack(reader.header.root.stones());
            self.hold_against(&position, number, awaited.need, awaited.any_hand, awaited.mv)?;
        }
        self.at = end;
        Ok(())
    }

    fn conclude<R: Read>(&self, reader: &Reader<R>, roots: &[u32]) -> Result<Checked, Fault> {
        let header = reader.header.clone();
        let (mut mate, mut none_within, mut no_mate) = (None, None, false);
        let attacks = header.root.side_to_move() == header.attacker;
        let root = header.root.pack().ok_or(Fault::Root)?;
        for &number in roots {
            let record = self.records.get(number as usize).filter(|record| record.packed == root);
            match record.ok_or(Fault::Root)?.claim {
                Claim::Within(plies) => mate = Some(longest_mate(plies, attacks)),
                Claim::NotWithin(plies) => none_within = Some(plies),
                Claim::NoMate => no_mate = true,
            }
        }
        if mate.is_none() && none_within.is_none() && !no_mate {
            return Err(Fault::Root);
        }
        Ok(Checked {
            header,
            mate,
            none_within,
            no_mate,
            records: self.records.len() as u64,
            bytes: reader.offset(),
        })
    }

    fn check_claim(
        &mut self,
        position: &mut Position,
        claim: Claim,
        any_hand: bool,
        edges: &[Edge],
    ) -> Result<(), Fault> {
        let attacks = position.side_to_move() == self.attacker;
        if any_hand && !attacks && !in_check(position) {
            // With another hand there could be a legal move.
            return Err(Fault::Hands);
        }
        match (claim, attacks) {
            (Claim::Within(plies), true) => self.check_mate_attacker(position, plies, any_hand, edges),
            (Claim::Within(plies), false) => self.check_mate_defender(position, plies, any_hand, edges),
            (Claim::NotWithin(plies), true) => {
                self.check_no_mate_attacker(position, Some(plies), any_hand, edges)
            }
            (Claim::NotWithin(plies), false) => {
                self.check_not_within_defender(position, plies, any_hand, edges)
            }
            (Claim::NoMate, true) => self.check_no_mate_attacker(position, None, any_hand, edges),
            (Claim::NoMate, false) => self.check_no_mate_defender(position, any_hand, edges),
        }
    }

    /// Checks that the record to which an edge refers supports it; `position` is the one to which the edge
    /// leads.
    pub fn check_edge(
        &mut self,
        position: &Position,
        edge: &Edge,
        need: Need,
        any_hand: bool,
    ) -> Result<(), Fault> {
        match edge.link {
            Link::Obvious if self.is_obvious(position, need, any_hand) => Ok(()),
            Link::Obvious => Err(Fault::NotObvious(edge.mv)),
            Link::Record(number) => self.hold_against(position, number, need, any_hand, edge.mv),
            Link::Label(label) => {
                if !matches!(need, Need::NoMate | Need::NotWithin(_)) {
                    return Err(Fault::Circular(edge.mv));
                }
                let position = position.pack().ok_or(Fault::Position)?;
                self.awaited.push(Awaited { label, position, need, any_hand, mv: edge.mv, at: self.at });
                Ok(())
            }
        }
    }

    /// Like [`check_edge`](Self::check_edge), but given the position before the edge's move.
    pub fn check_edge_after(
        &mut self,
        position: &mut Position,
        edge: &Edge,
        need: Need,
        any_hand: bool,
    ) -> Result<(), Fault> {
        let undo = position.do_move(edge.mv);
        let borne = self.check_edge(position, edge, need, any_hand);
        position.undo_move(edge.mv, undo);
        borne
    }

    fn is_obvious(&self, position: &Position, need: Need, any_hand: bool) -> bool {
        let attacks = position.side_to_move() == self.attacker;
        match need {
            Need::Within(_) => !attacks && is_mate(position),
            // Every mate takes at least one ply.
            Need::NotWithin(0) | Need::Floor(0) if attacks => true,
            _ if attacks => for_each_check(position, |_| ControlFlow::Break(())).is_continue(),
            _ => !any_hand && !in_check(position) && legal_moves(position).is_empty(),
        }
    }

    fn hold_against(
        &self,
        position: &Position,
        number: u32,
        need: Need,
        any_hand: bool,
        mv: Move,
    ) -> Result<(), Fault> {
        let record = self.records.get(number as usize).ok_or(Fault::Circular(mv))?;
        let is_enough = match (need, record.claim) {
            (Need::Within(most), Claim::Within(plies)) => plies <= most,
            (Need::Floor(lasts), Claim::NotWithin(plies)) => plies == lasts,
            (Need::NotWithin(least), Claim::NotWithin(plies)) => plies >= least,
            (Need::Floor(_) | Need::NotWithin(_) | Need::NoMate, Claim::NoMate) => true,
            _ => false,
        };
        let holds_for_any = record.hand & FOR_ANY_HAND != 0;
        if !is_enough || any_hand && !holds_for_any {
            return Err(Fault::OtherClaim(mv));
        }
        let is_it = position.pack().as_ref() == Some(&record.packed)
            || holds_for_any && self.is_at_least(position, record);
        if is_it { Ok(()) } else { Err(Fault::OtherPosition(mv)) }
    }

    /// Whether a position has a record's board, with a hand for which the record holds.
    fn is_at_least(&self, position: &Position, record: &CheckedRecord) -> bool {
        let Some(hand) = hand_of(u64::from(record.hand & !FOR_ANY_HAND)) else { return false };
        let has = position.hand(self.attacker);
        if !record.claim.carries_over(hand, has) {
            return false;
        }
        let mut both = has;
        for kind in HAND_KINDS {
            both.set(kind, has.count(kind) + position.hand(!self.attacker).count(kind));
        }
        let mut same = position.clone();
        same.set_hand(self.attacker, hand);
        same.set_hand(!self.attacker, without(both, hand).unwrap_or(Hand::EMPTY));
        same.pack().as_ref() == Some(&record.packed)
    }

    /// The number of plies within which the record that supports an edge claims that there is no mate; `None`
    /// for no mate at all.
    pub fn lasts(&self, edge: &Edge) -> Result<Option<u16>, Fault> {
        match edge.link {
            Link::Obvious => Ok(Some(0)),
            Link::Record(number) => match self.records.get(number as usize).map(|record| record.claim) {
                Some(Claim::NotWithin(plies)) => Ok(Some(plies)),
                Some(Claim::NoMate) => Ok(None),
                Some(Claim::Within(_)) => Err(Fault::OtherClaim(edge.mv)),
                None => Err(Fault::Circular(edge.mv)),
            },
            Link::Label(_) => Err(Fault::Circular(edge.mv)),
        }
    }

    /// The length in plies of the mate that the record that supports an edge claims.
    pub fn takes(&self, edge: &Edge) -> Result<u16, Fault> {
        match edge.link {
            Link::Obvious => Ok(0),
            Link::Record(number) => match self.records.get(number as usize).map(|record| record.claim) {
                Some(Claim::Within(plies)) => Ok(plies),
                Some(_) => Err(Fault::OtherClaim(edge.mv)),
                None => Err(Fault::Circular(edge.mv)),
            },
            Link::Label(_) => Err(Fault::Circular(edge.mv)),
        }
    }
}
