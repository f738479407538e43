//! The state of the first process while it works alone and the others wait for its calls.

use super::exchange::{Exchange, HostLost};
use super::rounds::reason_of;
use crate::solve::helpmate::chunked::Chunked;
use crate::solve::outcome::Reason;
use crate::store::KeyWidth;
use std::time::{Duration, Instant};

/// Time between two calls.
const CALL_EVERY: Duration = Duration::from_millis(50);

/// The others join when layers have exceeded the largest width for working alone by this many times that width,
/// summed over recent layers.
const PATIENCE: u64 = 8;

/// The number of low bytes of a key that owners use.
const KEY_BYTES: usize = KeyWidth::Wide.key_bytes();

/// The state of the first process while it is ahead.
pub(super) struct Ahead {
    /// The connection to the other processes.
    pub others: Box<dyn Exchange>,
    /// The keys of the positions found.
    keys: Chunked<[u8; KEY_BYTES], { 1 << 12 }>,
    /// By how many positions in total recent layers exceeded the largest width for working alone.
    excess: u64,
    /// The width of the last layer.
    width: u64,
    called: Instant,
}

/// The kinds of calls that the first process makes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Wait,
    Join,
    End,
}

impl Ahead {
    /// The first process goes ahead from now on.
    pub fn new(others: Box<dyn Exchange>) -> Ahead {
        Ahead { others, keys: Chunked::default(), excess: 0, width: 0, called: Instant::now() }
    }

    /// Whether it is time to call the others again.
    pub fn is_call_due(&self) -> bool {
        self.called.elapsed() >= CALL_EVERY
    }

    /// Notes the width of the next layer. Returns whether layers have been so wide, or will be if they keep
    /// growing at this rate, that joining pays for the others; a few wide layers that are soon over do not
    /// suffice. The rate of growth counts because a layer for which one process has no memory must not be begun
    /// alone.
    pub fn is_wide(&mut self, width: u64, widest_alone: u64) -> bool {
        self.excess = self.excess.saturating_add(width).saturating_sub(widest_alone);
        let growth = width / self.width.max(1);
        self.width = width;
        let after = if width > widest_alone && growth > 1 { width.saturating_mul(growth) } else { 0 };
        self.excess.saturating_add(after) > widest_alone.saturating_mul(PATIENCE)
    }

    /// Keeps keys, in the arrangement of bits that owners use.
    pub fn keep(&mut self, keys: impl Iterator<Item = u128>) {
        for key in keys {
            let mut bytes = [0; KEY_BYTES];
            bytes.copy_from_slice(&key.to_le_bytes()[..KEY_BYTES]);
            self.keys.push(bytes);
        }
    }

    /// The keys that were kept.
    pub fn keys(&self) -> impl Iterator<Item = u128> + '_ {
        self.keys.iter().map(|bytes| {
            let mut key = [0; 16];
            key[..KEY_BYTES].copy_from_slice(bytes);
            u128::from_le_bytes(key)
        })
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.keys.bytes()
    }

    /// Calls the others. Returns the reason of the first of them that must end, if one must.
    pub fn call(&mut self, call: Call, more: &[u8]) -> Result<Option<Reason>, HostLost> {
        self.called = Instant::now();
        let message = [&[call as u8], more].concat();
        let messages = self.others.exchange(vec![message; self.others.processes()])?;
        Ok(messages[1..].iter().find_map(|message| reason_of(*message.first()?)))
    }
}
