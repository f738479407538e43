//! A growing sequence of bytes, and numbers written in few of them.

/// A growing sequence of bytes that is never copied as a whole.
#[derive(Default)]
pub(super) struct ByteLog {
    chunks: Vec<Vec<u8>>,
}

pub(super) const CHUNK: usize = 1 << 16;

impl ByteLog {
    #[inline(always)]
    pub fn push(&mut self, byte: u8) {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(byte),
            _ => self.open_chunk(byte),
        }
    }

    #[cold]
    fn open_chunk(&mut self, byte: u8) {
        let mut chunk = Vec::with_capacity(CHUNK);
        chunk.push(byte);
        self.chunks.push(chunk);
    }

    /// Seven bits a byte, the low ones first, the eighth bit set on all but the last.
    #[inline(always)]
    pub fn push_varint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    pub fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| (self.chunks.len() - 1) * CHUNK + last.len())
    }

    /// Appends bytes.
    pub fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.chunks.len() * CHUNK) as u64
    }

    /// The bytes from one position to another, in pieces.
    pub fn slices(&self, from: usize, to: usize) -> impl Iterator<Item = &[u8]> + '_ {
        let pieces = self.chunks.iter().enumerate().skip(from / CHUNK);
        pieces.take_while(move |(number, _)| number * CHUNK < to).map(move |(number, chunk)| {
            let start = number * CHUNK;
            &chunk[from.saturating_sub(start).min(chunk.len())..(to - start).min(chunk.len())]
        })
    }

    /// Takes the bytes out, from the first on; what was read is freed.
    pub fn drain(self) -> impl Iterator<Item = u8> {
        self.chunks.into_iter().flatten()
    }

    /// The bytes from one position to another.
    pub fn read(&self, from: usize, to: usize) -> impl Iterator<Item = u8> + '_ {
        (from..to).map(|at| self.chunks[at / CHUNK][at % CHUNK])
    }
}

/// Reads a number as [`ByteLog::push_varint`] writes it. `None` at the end of the bytes.
pub(super) fn read_varint(bytes: &mut impl Iterator<Item = u8>) -> Option<u32> {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes.next()?;
        value |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    Some(value)
}
