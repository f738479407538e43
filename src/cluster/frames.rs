//! The frames that are sent over a connection after its handshake.

use std::io::{self, IoSlice, Read, Write};

/// A frame: a message with its length, or one of the other signals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// A message of the search.
    Message(Vec<u8>),
    /// A sign of life of the sender.
    Alive,
    /// The sender has finished its part and ends.
    Done,
    /// The sender ends because it lost another process: the number of that process, and the cause.
    Lost(u8, String),
}

/// The length in bytes of a message's head: its length and its checksum.
const HEAD: usize = 12;
/// Values from here on, in the place of a length, mark the other kinds of frames.
const ALIVE: u64 = u64::MAX;
const DONE: u64 = u64::MAX - 1;
const LOST: u64 = u64::MAX - 2;
/// The longest accepted text of a cause, in bytes.
const LONGEST_CAUSE: u64 = 1 << 12;

impl Frame {
    /// The number of bytes that are sent for a message.
    pub fn bytes_of(message: &[u8]) -> u64 {
        (HEAD + message.len()) as u64
    }

    /// Writes a frame. A message has a checksum, because damaged data would lead to a wrong answer.
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Frame::Message(bytes) => {
                let mut head = [0; HEAD];
                head[..8].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
                head[8..].copy_from_slice(&crc32fast::hash(bytes).to_le_bytes());
                write_both(to, &head, bytes)
            }
            Frame::Alive => to.write_all(&ALIVE.to_le_bytes()),
            Frame::Done => to.write_all(&DONE.to_le_bytes()),
            Frame::Lost(process, cause) => {
                let cause = cause.as_bytes();
                to.write_all(&LOST.to_le_bytes())?;
                to.write_all(&[*process])?;
                to.write_all(&(cause.len() as u64).to_le_bytes())?;
                to.write_all(cause)
            }
        }
    }

    /// Reads a frame.
    pub fn read(from: &mut impl Read) -> io::Result<Frame> {
        Ok(match number(from)? {
            ALIVE => Frame::Alive,
            DONE => Frame::Done,
            LOST => {
                let mut process = [0];
                from.read_exact(&mut process)?;
                let len = number(from)?.min(LONGEST_CAUSE);
                Frame::Lost(process[0], String::from_utf8_lossy(&bytes(from, len)?).into_owned())
            }
            len => {
                let mut checksum = [0; 4];
                from.read_exact(&mut checksum)?;
                let message = bytes(from, len)?;
                if crc32fast::hash(&message) != u32::from_le_bytes(checksum) {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        "a message from it arrived damaged",
                    ));
                }
                Frame::Message(message)
            }
        })
    }
}

/// What follows the signs of life with which these bytes, which begin with a frame, begin.
pub(super) fn without_signs_of_life(mut bytes: &[u8]) -> &[u8] {
    while let Some(rest) = bytes.strip_prefix(&ALIVE.to_le_bytes()) {
        bytes = rest;
    }
    bytes
}

/// Writes two slices, if possible in one call, since each call may wake the reader.
fn write_both(to: &mut impl Write, first: &[u8], second: &[u8]) -> io::Result<()> {
    let written = loop {
        match to.write_vectored(&[IoSlice::new(first), IoSlice::new(second)]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            written => break written?,
        }
    };
    to.write_all(&first[written.min(first.len())..])?;
    to.write_all(&second[written.saturating_sub(first.len())..])
}

fn number(from: &mut impl Read) -> io::Result<u64> {
    let mut number = [0; 8];
    from.read_exact(&mut number)?;
    Ok(u64::from_le_bytes(number))
}

/// Reads `len` bytes. Memory is allocated as they arrive, so that a wrong length cannot exhaust it.
fn bytes(from: &mut impl Read, len: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(len.min(1 << 20) as usize);
    from.take(len).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < len { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written() {
        let frames = [
            Frame::Message(vec![]),
            Frame::Alive,
            Frame::Message(vec![7; 3000]),
            Frame::Lost(3, "stopped".into()),
            Frame::Done,
        ];
        let mut bytes = Vec::new();
        frames.iter().for_each(|frame| frame.write(&mut bytes).expect("memory"));
        let mut from = &bytes[..];
        for frame in frames {
            assert_eq!(Frame::read(&mut from).expect("a frame"), frame);
        }
        assert!(Frame::read(&mut from).is_err());
        assert!(Frame::read(&mut &[9, 0, 0, 0, 0, 0, 0, 0, 1][..]).is_err());
    }

    #[test]
    fn a_message_that_was_damaged_or_cut_short_is_none() {
        let mut bytes = Vec::new();
        Frame::Message(vec![7; 300]).write(&mut bytes).expect("memory");
        for at in (8..bytes.len()).step_by(13) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            let error = Frame::read(&mut &damaged[..]).expect_err("a damaged message");
            assert_eq!(error.kind(), io::ErrorKind::InvalidData, "byte {at}");
            let error = Frame::read(&mut &bytes[..at]).expect_err("the beginning of a message");
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{at} bytes");
        }
    }

    /// A writer that takes only a few bytes in each call, and is interrupted from time to time.
    struct Slow {
        taken: Vec<u8>,
        at_once: usize,
        calls: usize,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.write_vectored(&[IoSlice::new(bytes)])
        }

        fn write_vectored(&mut self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
            self.calls += 1;
            if self.calls % 3 == 1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let before = self.taken.len();
            self.taken.extend(parts.iter().flat_map(|part| part.iter()).take(self.at_once));
            Ok(self.taken.len() - before)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_taken_in_parts_is_the_same() {
        for message in [vec![], (0..30).collect()] {
            let frame = Frame::Message(message);
            let mut whole = Vec::new();
            frame.write(&mut whole).expect("memory");
            for at_once in 1..=whole.len() {
                let mut slow = Slow { taken: Vec::new(), at_once, calls: 0 };
                frame.write(&mut slow).expect("it takes all in the end");
                assert_eq!(slow.taken, whole, "{at_once} bytes a call");
            }
        }
    }
}
