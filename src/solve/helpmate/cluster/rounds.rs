//! The messages of a round: the status of each process, the keys that it met, and the answers of the keys'
//! owners.

use super::message::{Reader, Writer};
use super::owner::Known;
use crate::solve::outcome::Reason;
use crate::store::KeyWidth;

/// The status that each process sends to all others in each round.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Status {
    /// Whether the process has positions of the layer left to expand.
    pub has_more: bool,
    /// Whether lines end at some of its positions.
    pub has_mate: bool,
    /// Whether it requests a checkpoint.
    pub saves: bool,
    /// The reason why it must end, if it must.
    pub reason: Option<Reason>,
    /// The number of positions expanded, of either side to move.
    pub nodes: u64,
    /// The number of positions whose keys it owns.
    pub positions: u64,
    /// Bytes of memory in use.
    pub bytes: u64,
}

const REASONS: [Reason; 6] =
    [Reason::Time, Reason::Memory, Reason::Nodes, Reason::Plies, Reason::Interrupted, Reason::Disk];

/// Encodes a reason to end in one byte.
pub(super) fn code(reason: Option<Reason>) -> u8 {
    let code = reason.and_then(|reason| REASONS.iter().position(|&named| named == reason));
    code.map_or(0, |code| code as u8 + 1)
}

/// Decodes the result of [`code`].
pub(super) fn reason_of(code: u8) -> Option<Reason> {
    usize::from(code).checked_sub(1).map(|code| REASONS[code.min(REASONS.len() - 1)])
}

impl Status {
    pub fn write(&self, message: &mut Writer) {
        let flags = u8::from(self.has_more) | u8::from(self.has_mate) << 1 | u8::from(self.saves) << 2;
        message.put([flags, code(self.reason)]);
        for number in [self.nodes, self.positions, self.bytes] {
            message.put(number.to_le_bytes());
        }
    }

    pub fn read(message: &mut Reader<'_>) -> Status {
        let [flags, reason] = message.take();
        let [nodes, positions, bytes] = [(); 3].map(|()| message.u64());
        let reason = reason_of(reason);
        Status {
            has_more: flags & 1 == 1,
            has_mate: flags & 2 == 2,
            saves: flags & 4 == 4,
            reason,
            nodes,
            positions,
            bytes,
        }
    }
}

/// Combines the statuses of all processes in a round.
pub(super) fn of_all(statuses: &[Status]) -> Status {
    let mut all = Status::default();
    for status in statuses {
        all.has_more |= status.has_more;
        all.has_mate |= status.has_mate;
        all.saves |= status.saves;
        // `Disk` takes precedence over other reasons: when one process cannot write its part, no process may
        // write another checkpoint.
        all.reason = match status.reason {
            Some(Reason::Disk) => Some(Reason::Disk),
            reason => all.reason.or(reason),
        };
        all.nodes += status.nodes;
        all.positions += status.positions;
        all.bytes += status.bytes;
    }
    // Mates longer than the limit do not count. If there are shorter ones, their layer is searched to its end
    // unless time is up, as in the search by one process.
    all.has_mate &= statuses.iter().all(|status| status.reason != Some(Reason::Plies));
    if all.has_mate {
        let mut reasons = statuses.iter().filter_map(|status| status.reason);
        all.reason = reasons.find(|reason| matches!(reason, Reason::Time | Reason::Interrupted));
    }
    all
}

/// Appends a key to a message to its owner: only the low bytes, which are all that the owner's table uses.
pub(super) fn put_key(message: &mut Writer, key: u128, width: KeyWidth) {
    let end = message.0.len() + width.key_bytes();
    // Append a fixed number of bytes and cut off the rest, which is faster.
    message.put(key.to_le_bytes());
    message.0.truncate(end);
}

/// Reads all keys that are left in a message.
pub(super) fn keys<'a>(message: &mut Reader<'a>, width: KeyWidth) -> impl Iterator<Item = u128> + use<'a> {
    let len = width.key_bytes();
    let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |&bytes| u128::from(u64::from_le_bytes(bytes)));
    message.rest().chunks_exact(len).map(move |bytes| {
        // The low half from the first eight bytes; the high half from the last eight bytes, without those in the
        // low half.
        word(bytes.first_chunk()) | word(bytes.last_chunk()) >> (8 * (16 - len)) << 64
    })
}

/// Answers to keys, four to a byte, followed by the finders of the keys that were met in this layer.
#[derive(Default)]
pub(super) struct Answers {
    codes: Vec<u8>,
    finders: Vec<u8>,
    len: usize,
}

impl Answers {
    pub fn push(&mut self, known: Known) {
        let code = match known {
            Known::New => 0,
            Known::Before => 1,
            Known::InThisLayer(finder) => {
                self.finders.push(finder);
                2
            }
        };
        match self.len % 4 {
            0 => self.codes.push(code),
            at => self.codes[self.len / 4] |= code << (2 * at),
        }
        self.len += 1;
    }

    pub fn into_message(mut self) -> Vec<u8> {
        self.codes.append(&mut self.finders);
        self.codes
    }

    /// Reads the answers to `len` keys among `processes` processes. `None` if the message has another number of
    /// answers, or codes or processes that do not exist.
    pub fn read(message: &[u8], len: usize, processes: usize) -> Option<impl Iterator<Item = Known> + '_> {
        let (codes, finders) = message.split_at_checked(len.div_ceil(4))?;
        let code_at = |number: usize| codes[number / 4] >> (2 * (number % 4)) & 3;
        let mut counts = [0usize; 4];
        (0..len).for_each(|number| counts[usize::from(code_at(number))] += 1);
        let are_processes = finders.iter().all(|&finder| usize::from(finder) < processes);
        if counts[2] != finders.len() || counts[3] > 0 || !are_processes {
            return None;
        }
        let mut finders = finders.iter();
        Some((0..len).map(move |number| match code_at(number) {
            0 => Known::New,
            1 => Known::Before,
            _ => Known::InThisLayer(*finders.next().expect("as many finders as were counted")),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_were_given() {
        let known = |n: u8| match n % 5 % 3 {
            0 => Known::New,
            1 => Known::Before,
            _ => Known::InThisLayer(n),
        };
        for len in 0..40 {
            let mut answers = Answers::default();
            (0..len).for_each(|n| answers.push(known(n)));
            let message = answers.into_message();
            let read = |message| Answers::read(message, len.into(), len.into());
            assert!(read(&message).expect("answers").eq((0..len).map(known)));
            // A message that is too short or too long could be read as "before" for keys that are new.
            assert!(message.split_last().is_none_or(|(_, short)| read(short).is_none()), "{len} answers");
            assert!(read(&[&message[..], &[1]].concat()).is_none(), "{len} answers");
        }
        assert!(Answers::read(&[3], 1, 2).is_none(), "no code");
        assert!(Answers::read(&[2, 1], 1, 2).is_some());
        assert!(Answers::read(&[2, 2], 1, 2).is_none(), "no process");
    }

    #[test]
    fn a_layer_with_mates_is_cut_short_by_time_only() {
        let mate = Status { has_mate: true, ..Status::default() };
        let with = |reason| {
            let other = Status { has_more: true, reason: Some(reason), ..Status::default() };
            let all = of_all(&[other, mate]);
            (all.has_mate, all.reason)
        };
        for reason in [Reason::Nodes, Reason::Memory, Reason::Disk] {
            assert_eq!(with(reason), (true, None));
        }
        for reason in [Reason::Time, Reason::Interrupted] {
            assert_eq!(with(reason), (true, Some(reason)));
        }
        assert_eq!(with(Reason::Plies), (false, Some(Reason::Plies)), "they are too long");
    }

    #[test]
    fn a_status_and_keys_are_read_as_they_were_written() {
        let status = Status {
            has_more: true,
            saves: true,
            reason: Some(Reason::Interrupted),
            nodes: 1 << 40,
            positions: 7,
            ..Status::default()
        };
        for width in [KeyWidth::Narrow, KeyWidth::Wide] {
            let mut message = Writer::default();
            status.write(&mut message);
            let sent: Vec<u128> =
                (1..30u128).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)).collect();
            sent.iter().for_each(|&key| put_key(&mut message, key, width));
            let mut read = Reader::new(&message.0);
            assert_eq!(Status::read(&mut read), status);
            let bits = 8 * width.key_bytes();
            assert!(keys(&mut read, width).eq(sent.iter().map(|key| key & ((1 << bits) - 1))));
            assert!(read.is_empty());
        }
    }
}
