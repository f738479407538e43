//! Writing certificates, one record at a time.

use super::encoding::{
    ANY_HAND, ATTACKER_MOVES, END, HAS_LABEL, MAGIC, OTHER_HAND, VERSION, changes, claim_tag, hand_code,
    link_code, put,
};
use super::record::{Claim, Edge, Header, Link, Statement, policy_name};
use crate::position::Position;
use crate::types::Color;
use crc32fast::Hasher;
use std::io::{self, Write};

/// The approximate size in bytes of the pieces that are written.
const PIECE: usize = 1 << 16;

/// A certificate being written. The caller is responsible for its being a proof; the
/// [checker](super::check()) verifies it.
pub struct Writer<W: Write> {
    out: W,
    buffer: Vec<u8>,
    checksum: Hasher,
    bytes: u64,
    attacker: Color,
    /// The position of the record before.
    last: Position,
    records: u32,
}

impl<W: Write> Writer<W> {
    /// Begins a certificate.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn new(out: W, header: &Header) -> io::Result<Writer<W>> {
        let Header { root, attacker, policy } = header;
        let text = format!("{MAGIC}{VERSION}\n{}\n{attacker}\n{}\n", root.sfen(), policy_name(*policy));
        let mut writer = Writer {
            out,
            buffer: text.into_bytes(),
            checksum: Hasher::new(),
            bytes: 0,
            attacker: *attacker,
            last: root.clone(),
            records: 0,
        };
        writer.flush_above(0)?;
        Ok(writer)
    }

    /// The number of records written.
    pub fn records(&self) -> u32 {
        self.records
    }

    /// Writes a record, and returns its number.
    ///
    /// # Errors
    /// Errors of `out`; too many records; a link to a record that is not written yet.
    pub fn write(&mut self, position: &Position, statement: Statement, edges: &[Edge]) -> io::Result<u32> {
        let own = self.records;
        if edges.iter().any(|edge| matches!(edge.link, Link::Record(number) if number >= own)) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a link must lead to an earlier record"));
        }
        let Statement { claim, any_hand, label } = statement;
        let hand = position.hand(self.attacker);
        let is_other_hand = hand != self.last.hand(self.attacker);
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        let buffer = &mut self.buffer;
        buffer.push(
            claim_tag(claim)
                | flag(any_hand, ANY_HAND)
                | flag(label.is_some(), HAS_LABEL)
                | flag(is_other_hand, OTHER_HAND)
                | flag(position.side_to_move() == self.attacker, ATTACKER_MOVES),
        );
        match claim {
            Claim::Within(plies) | Claim::NotWithin(plies) => put(buffer, plies.into()),
            Claim::NoMate => {}
        }
        if let Some(label) = label {
            put(buffer, label.into());
        }
        let changes = changes(&self.last, position);
        put(buffer, changes.len() as u64);
        for (square, piece) in changes {
            buffer.push(square.index() as u8);
            buffer.push(piece.map_or(0, |piece| piece.index() as u8));
        }
        if is_other_hand {
            put(buffer, hand_code(hand).into());
        }
        put(buffer, edges.len() as u64);
        for edge in edges {
            put(buffer, u64::from(edge.mv.to_bits()) | (edge.role as u64) << 15);
            put(buffer, link_code(edge.link, own));
        }
        self.last.clone_from(position);
        self.records = own.checked_add(1).ok_or_else(|| io::Error::other("too many records"))?;
        self.flush_above(PIECE)?;
        Ok(own)
    }

    /// Ends the certificate with the numbers of the records about the root. Returns its size in bytes.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn finish(mut self, roots: &[u32]) -> io::Result<u64> {
        self.buffer.push(END);
        put(&mut self.buffer, self.records.into());
        put(&mut self.buffer, roots.len() as u64);
        for &root in roots {
            put(&mut self.buffer, root.into());
        }
        self.flush_above(0)?;
        let checksum = self.checksum.finalize();
        self.out.write_all(&checksum.to_le_bytes())?;
        self.out.flush()?;
        Ok(self.bytes + 4)
    }

    fn flush_above(&mut self, size: usize) -> io::Result<()> {
        if self.buffer.len() > size {
            self.checksum.update(&self.buffer);
            self.bytes += self.buffer.len() as u64;
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}
