//! Connections that must do their work in a fixed time.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The time limit for one call that reads or writes.
const STEP: Duration = Duration::from_secs(2);

/// A connection that fails when its time is over. A limit for each call alone is not enough: the other side could
/// send a byte from time to time, and hold the connection and its thread for as long as it likes.
pub(super) struct Timed {
    stream: TcpStream,
    end: Instant,
}

impl Timed {
    /// A connection that may be used for this time from now on.
    pub fn new(stream: TcpStream, time: Duration) -> Timed {
        Timed { stream, end: Instant::now() + time }
    }

    /// The connection without its limit.
    pub fn into_inner(self) -> TcpStream {
        self.stream
    }

    /// The time limit for the next call.
    fn step(&self) -> io::Result<Option<Duration>> {
        let rest = self.end.saturating_duration_since(Instant::now());
        if rest.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(Some(rest.min(STEP))) }
    }
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.step()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.step()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
