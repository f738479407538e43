//! A growing sequence of bytes, and numbers of variable length in that sequence (LEB128).

use super::chunked::Chunked;

pub(super) const CHUNK: usize = 1 << 16;

/// A growing sequence of bytes.
pub(super) type ByteLog = Chunked<u8, CHUNK>;

impl ByteLog {
    /// Appends a number in LEB128: seven bits per byte, the low ones first; the eighth bit is set in all bytes
    /// but the last.
    #[inline(always)]
    pub fn push_varint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    /// Appends bytes.
    pub fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    /// The bytes from index `from` up to, but not including, index `to`.
    pub fn read(&self, from: usize, to: usize) -> impl Iterator<Item = u8> + '_ {
        self.slices(from, to).flatten().copied()
    }
}

/// Reads a number as [`ByteLog::push_varint`] writes it. `None` at the end of the bytes, and for a number of more than
/// 32 bits.
pub(super) fn read_varint(bytes: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut value = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let byte = bytes.next()?;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
