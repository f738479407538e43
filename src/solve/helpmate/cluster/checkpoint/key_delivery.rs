//! Sends keys that were read from logs to their owners.

use super::super::exchange::{Exchange, HostLost};
use super::super::message::{Reader, Writer};
use super::super::owner::Owner;
use super::super::rounds::{keys, put_key};
use crate::store::KeyWidth;

/// The number of bytes of keys that are sent at once.
const PARCEL: usize = 1 << 20;

/// Delivers keys to their owners. All processes deliver at the same time, until none has any keys left.
pub(in super::super) struct KeyDelivery<'a> {
    exchange: &'a mut dyn Exchange,
    owner: &'a mut Owner,
    width: KeyWidth,
    messages: Vec<Writer>,
    bytes: usize,
    lost: Option<HostLost>,
}

impl<'a> KeyDelivery<'a> {
    pub fn new(exchange: &'a mut dyn Exchange, owner: &'a mut Owner, width: KeyWidth) -> KeyDelivery<'a> {
        let messages = (0..exchange.processes()).map(|_| Writer::default()).collect();
        KeyDelivery { exchange, owner, width, messages, bytes: 0, lost: None }
    }

    /// Adds keys to the messages, which are sent when they are large enough.
    pub fn add(&mut self, keys: &[u128]) {
        for &key in keys {
            let owner = Owner::of(key, self.messages.len());
            put_key(&mut self.messages[owner], key, self.width);
        }
        self.bytes += keys.len() * self.width.key_bytes();
        if self.bytes >= PARCEL && self.lost.is_none() {
            self.lost = self.deliver(false).err();
        }
    }

    /// Sends the remaining keys, and receives those that the others still send.
    ///
    /// # Errors
    /// A process was lost.
    pub fn finish(mut self) -> Result<(), HostLost> {
        if let Some(lost) = self.lost.take() {
            return Err(lost);
        }
        while !self.deliver(true)? {}
        Ok(())
    }

    /// Makes one exchange. Returns whether it was the last one for all processes.
    fn deliver(&mut self, is_last: bool) -> Result<bool, HostLost> {
        self.bytes = 0;
        let messages = self.messages.iter_mut().map(|message| {
            let mut message = std::mem::take(message);
            message.put([u8::from(is_last)]);
            message.0
        });
        let messages = messages.collect();
        let mut are_last = true;
        for message in self.exchange.exchange(messages)? {
            let (flag, parcel) = message.split_last().unwrap_or((&1, &[]));
            are_last &= *flag == 1;
            self.owner.fill(keys(&mut Reader::new(parcel), self.width));
        }
        Ok(are_last)
    }
}
