//! The first process, while it works alone and the others wait for its calls.

use super::exchange::{Exchange, HostLost};
use super::rounds::reason_of;
use crate::solve::helpmate::chunked::Chunked;
use crate::solve::outcome::Reason;
use crate::store::KeyWidth;
use std::time::{Duration, Instant};

/// Time between two calls.
const CALL_EVERY: Duration = Duration::from_millis(50);

/// Layers that are wide by so many positions for each that is taken alone, until the others are worth having.
const PATIENCE: u64 = 8;

/// A key as far as owners look at it.
const KEY_BYTES: usize = KeyWidth::Wide.key_bytes();

/// The first process, while it is ahead.
pub(super) struct Ahead {
    /// The way to the others.
    pub others: Box<dyn Exchange>,
    /// The keys of the positions found.
    keys: Chunked<[u8; KEY_BYTES], { 1 << 12 }>,
    /// By how many positions layers were wide of late.
    excess: u64,
    /// The width of the last layer.
    width: u64,
    called: Instant,
}

/// What the first process calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Call {
    Wait,
    Join,
    End,
}

impl Ahead {
    /// It goes ahead now.
    pub fn new(others: Box<dyn Exchange>) -> Ahead {
        Ahead { others, keys: Chunked::default(), excess: 0, width: 0, called: Instant::now() }
    }

    /// Whether the others should hear something.
    pub fn is_call_due(&self) -> bool {
        self.called.elapsed() >= CALL_EVERY
    }

    /// Takes note of the width of the layer that comes next. Whether so much was wide, or will be when layers grow as
    /// they do, that the others pay: a few layers that are soon over do not. A layer that one process has no memory for
    /// must not be begun alone.
    pub fn is_wide(&mut self, width: u64, widest_alone: u64) -> bool {
        self.excess = self.excess.saturating_add(width).saturating_sub(widest_alone);
        let growth = width / self.width.max(1);
        self.width = width;
        let after = if width > widest_alone && growth > 1 { width.saturating_mul(growth) } else { 0 };
        self.excess.saturating_add(after) > widest_alone.saturating_mul(PATIENCE)
    }

    /// Keeps keys, as owners see them.
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

    /// Calls the others. Returns why one of them must end.
    pub fn call(&mut self, call: Call, more: &[u8]) -> Result<Option<Reason>, HostLost> {
        self.called = Instant::now();
        let message = [&[call as u8], more].concat();
        let messages = self.others.exchange(vec![message; self.others.processes()])?;
        Ok(messages[1..].iter().find_map(|message| reason_of(*message.first()?)))
    }
}
