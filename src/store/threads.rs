//! Starting threads in a process that may have little memory.

use super::reserve::would_grant;
use std::io;
use std::thread::Builder;

/// The stack of a thread whose work is not recursive, in bytes.
pub const SMALL_STACK: usize = 2 << 20;

/// What a thread needs besides its stack: guard pages, its own data, and its first calls. The standard library
/// maps a signal stack in the new thread itself, and ends the process if that is refused.
const BESIDES: usize = 256 << 10;

/// Whether the system would grant a thread with a stack of this many bytes now.
pub fn would_grant_thread(stack: usize) -> bool {
    would_grant(stack + BESIDES)
}

/// A builder for a thread with a stack of this many bytes.
///
/// # Errors
/// [`io::ErrorKind::OutOfMemory`] when there is not enough memory for such a thread.
pub fn thread_builder(stack: usize) -> io::Result<Builder> {
    if would_grant_thread(stack) {
        Ok(Builder::new().stack_size(stack))
    } else {
        Err(io::ErrorKind::OutOfMemory.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_built_where_there_is_room() {
        assert!(thread_builder(SMALL_STACK).and_then(|builder| builder.spawn(|| ())).is_ok());
        let refused = thread_builder(1 << 62).expect_err("no system has so much");
        assert_eq!(refused.kind(), io::ErrorKind::OutOfMemory);
    }
}
