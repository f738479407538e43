//! The stacks of searches, which are recursive: their sizes, and how deep a search may recurse.

use crate::store::{memory, would_grant_thread};

/// Address space for a search's stack: in a long problem the recursion is some thousand calls deep. Pages that
/// are not reached cost nothing.
const STACK: usize = 1 << 29;
/// All stacks together may take one part in this many of the memory that the process may use.
const STACKS_SHARE: u64 = 8;
/// The size of the smallest stack, which is enough for short mates.
const SMALLEST: usize = 1 << 20;
/// The part of the stack below the limit, for calls that do not check the limit.
const MARGIN: usize = 1 << 18;

/// The stack of a thread.
#[derive(Clone, Copy)]
pub struct Stack {
    bytes: usize,
}

impl Stack {
    /// The largest stack that one of `threads` threads can have.
    pub fn for_one_of(threads: usize) -> Stack {
        let share = memory::allowed_bytes().map_or(STACK as u64, |bytes| bytes / STACKS_SHARE);
        let mut bytes = STACK.min(share as usize / threads.max(1)).max(SMALLEST);
        while bytes > SMALLEST && !would_grant_thread(bytes) {
            bytes /= 2;
        }
        Stack { bytes }
    }

    /// The size in bytes.
    pub fn bytes(self) -> usize {
        self.bytes
    }

    /// The limit of this stack; must be called at the start of the thread that runs on it.
    #[inline(never)]
    pub fn limit(self) -> StackLimit {
        StackLimit(here().saturating_sub(self.bytes - MARGIN))
    }
}

/// The lowest stack address that a search may use.
#[derive(Clone, Copy)]
pub struct StackLimit(usize);

impl StackLimit {
    /// No limit.
    pub const NONE: StackLimit = StackLimit(0);

    /// Whether the present call is below the limit.
    #[inline(always)]
    pub fn is_reached(self) -> bool {
        here() < self.0
    }
}

/// The approximate stack pointer.
#[inline(always)]
fn here() -> usize {
    let local = 0u8;
    (&raw const local).addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::Builder;

    #[test]
    fn the_floor_is_met_before_the_stack_ends() {
        fn deeper(limit: StackLimit, depth: u32) -> u32 {
            let room = std::hint::black_box([depth; 256]);
            if limit.is_reached() { room[255] } else { deeper(limit, depth + 1).max(room[0]) }
        }
        let stack = Stack { bytes: SMALLEST };
        let dive = move || deeper(stack.limit(), 0);
        let thread = Builder::new().stack_size(stack.bytes()).spawn(dive).expect("a thread");
        let calls = thread.join().expect("it ends");
        assert!((300..1000).contains(&calls), "{calls} calls of a kilobyte");
        assert!(!StackLimit::NONE.is_reached());
    }
}
