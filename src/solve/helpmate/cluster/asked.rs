//! The keys that a process sends to their owners in a round, and the answers.

use super::message::Writer;
use super::owner::{Known, Owner};
use super::recent_keys::RecentKeys;
use super::rounds::put_key;
use crate::store::KeyWidth;

/// The keys of a round's children that one process owns, in the order of the children, and the state of each.
#[derive(Default)]
pub(super) struct AskedKeys {
    keys: Vec<u128>,
    /// The state of each key. Until the owner has answered, `New` marks the keys about which it is asked.
    known: Vec<Known>,
    /// The index of the child whose state [`next`](Self::next) returns.
    next: usize,
}

/// The distance in keys between the key that is processed and the one whose memory is prefetched.
const LOOK_AHEAD: usize = 24;

impl AskedKeys {
    /// Adds the key of the next child.
    #[inline(always)]
    pub fn push(&mut self, key: u128) {
        self.keys.push(key);
    }

    /// Looks up all keys, when their owner is this process itself.
    pub fn ask_own(&mut self, owner: &mut Owner, process: u8) {
        let AskedKeys { keys, known, .. } = self;
        owner.look_up(keys.iter().copied(), process, |answer| known.push(answer));
    }

    /// Writes the keys about which the owner is to be asked. Returns the number of the other keys, which are
    /// known to belong to a layer before `layer`.
    pub fn ask(&mut self, recent: &RecentKeys, layer: u64, message: &mut Writer, width: KeyWidth) -> u32 {
        message.0.reserve(size_of::<u128>() + self.keys.len() * width.key_bytes());
        let mut spared = 0;
        for (at, &key) in self.keys.iter().enumerate() {
            if let Some(&soon) = self.keys.get(at + LOOK_AHEAD) {
                recent.prefetch(soon);
            }
            if recent.is_older(key, layer) {
                self.known.push(Known::Before);
                spared += 1;
            } else {
                self.known.push(Known::New);
                put_key(message, key, width);
            }
        }
        spared
    }

    /// The number of keys that were written.
    pub fn sent(&self) -> usize {
        self.known.iter().filter(|&&known| known == Known::New).count()
    }

    /// Enters the owner's answers, one for each key that was written. New keys belong to `layer`.
    pub fn answer(&mut self, mut answers: impl Iterator<Item = Known>, recent: &mut RecentKeys, layer: u64) {
        for (at, known) in self.known.iter_mut().enumerate() {
            if let Some(&soon) = self.keys.get(at + LOOK_AHEAD) {
                recent.prefetch(soon);
            }
            if *known == Known::New {
                *known = answers.next().expect("as many answers as keys");
                recent.note(self.keys[at], layer - u64::from(*known == Known::Before));
            }
        }
    }

    /// The state of the next child's key.
    #[inline(always)]
    pub fn next(&mut self) -> Known {
        self.next += 1;
        self.known[self.next - 1]
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<u128>() + self.known.capacity() * size_of::<Known>()) as u64
    }

    /// Removes all keys, and keeps their memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.known.clear();
        self.next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::helpmate::cluster::message::Reader;
    use crate::solve::helpmate::cluster::rounds::keys;

    /// Keys that were met before are not sent again; the answers are assigned, in order, to the keys that were
    /// sent.
    #[test]
    fn children_are_told_about_in_their_order() {
        let key = |n: u128| n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let known = |n: u128| match n % 3 {
            0 => Known::Before,
            1 => Known::New,
            _ => Known::InThisLayer(n as u8),
        };
        let (mut asked, mut recent) = (AskedKeys::default(), RecentKeys::new());
        for (round, spared) in [0, 34, 100].into_iter().enumerate() {
            let layer = 7 + round as u64 / 2;
            (0..100).for_each(|n| asked.push(key(n)));
            let mut message = Writer::default();
            assert_eq!(asked.ask(&recent, layer, &mut message, KeyWidth::Narrow), spared);
            let sent: Vec<u128> = (0..100).filter(|n| spared == 0 || spared == 34 && n % 3 > 0).collect();
            assert_eq!(asked.sent(), sent.len());
            let written = keys(&mut Reader::new(&message.0), KeyWidth::Narrow);
            assert!(written.eq(sent.iter().map(|&n| key(n) & ((1 << 96) - 1))));
            asked.answer(sent.iter().map(|&n| known(n)), &mut recent, layer);
            let told: Vec<Known> = (0..100).map(|_| asked.next()).collect();
            // In the next layer all of them belong to an earlier layer.
            let is = |n| if layer == 7 { known(n) } else { Known::Before };
            assert_eq!(told, (0..100).map(is).collect::<Vec<_>>());
            asked.clear();
        }
    }
}
