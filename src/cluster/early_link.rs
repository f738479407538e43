//! A connection to another process while some processes have not connected yet.

use super::frames::{Frame, without_signs_of_life};
use super::life::{SIGN_OF_LIFE, SILENCE};
use std::io::{self, Read};
use std::net::TcpStream;
use std::time::Instant;

/// A connection whose handshake is over. The other process may be ahead of this one, and have begun the search.
pub(super) struct EarlyLink {
    stream: TcpStream,
    /// The bytes that were read and are for the search.
    read: Vec<u8>,
    /// When bytes arrived for the last time; at first when the connection was made.
    heard: Instant,
    /// Whether any bytes have arrived. Some builds with the same protocol give no sign of life while they wait, so
    /// that the silence of a process means nothing before its first sign.
    gives_signs: bool,
    /// When this process gave its last sign of life.
    showed: Option<Instant>,
}

impl EarlyLink {
    /// A connection that was made just now.
    pub fn new(stream: TcpStream) -> EarlyLink {
        EarlyLink { stream, read: Vec::new(), heard: Instant::now(), gives_signs: false, showed: None }
    }

    /// Gives a sign of life if one is due, and returns whether the other process is still there.
    pub fn is_there(&mut self, now: Instant) -> bool {
        self.take_in(now).and_then(|()| self.show_life(now)).is_ok()
            && !(self.gives_signs && self.is_silent(now))
    }

    /// Whether nothing has arrived for so long that the other process counts as lost. If its machine lost power or
    /// its network, no end of the connection ever arrives.
    pub fn is_silent(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.heard) > SILENCE
    }

    /// The connection, and the bytes that were read from it and are for the search.
    pub fn into_parts(self) -> (TcpStream, Vec<u8>) {
        (self.stream, self.read)
    }

    /// Reads what has arrived, since the end of the connection can only be seen behind it.
    ///
    /// # Errors
    /// The connection has ended.
    fn take_in(&mut self, now: Instant) -> io::Result<()> {
        let before = self.read.len();
        self.stream.set_nonblocking(true)?;
        let result = (&self.stream).read_to_end(&mut self.read);
        self.stream.set_nonblocking(false)?;
        if self.read.len() > before {
            (self.heard, self.gives_signs) = (now, true);
            // Signs of life have done their duty; in a wait of days they would fill the memory.
            let rest = without_signs_of_life(&self.read).len();
            self.read.drain(..self.read.len() - rest);
        }
        match result {
            Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Gives a sign of life if one is due. The system reports an error some time after this if the other machine
    /// has restarted and does not know the connection any more.
    fn show_life(&mut self, now: Instant) -> io::Result<()> {
        if self.showed.is_some_and(|showed| now.saturating_duration_since(showed) < SIGN_OF_LIFE) {
            return Ok(());
        }
        self.showed = Some(now);
        Frame::Alive.write(&mut self.stream)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::net::{Shutdown, TcpListener};
    use std::time::Duration;

    /// A link, and the other end of its connection.
    fn connected() -> (EarlyLink, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let there = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        (EarlyLink::new(listener.accept().expect("a connection").0), there)
    }

    /// Waits for what has no bound on a busy machine.
    fn wait_for(mut holds: impl FnMut() -> bool, what: &str) {
        let due = Instant::now() + Duration::from_secs(60);
        while !holds() {
            assert!(Instant::now() < due, "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn the_end_is_seen_behind_unread_bytes() {
        for frames in [&[][..], &[Frame::Alive], &[Frame::Alive, Frame::Message(vec![7; 100]), Frame::Done]] {
            let (mut link, mut there) = connected();
            frames.iter().for_each(|frame| frame.write(&mut there).expect("a connection"));
            assert!(link.is_there(Instant::now()), "{frames:?}");
            // No more follows, as after the end of the process.
            there.shutdown(Shutdown::Write).expect("a connection");
            wait_for(|| !link.is_there(Instant::now()), "the end is not seen");
        }
    }

    #[test]
    fn bytes_for_the_search_are_kept_and_signs_of_life_are_not() {
        let (mut link, mut there) = connected();
        let mut message = Vec::new();
        Frame::Message(vec![7; 100]).write(&mut message).expect("memory");
        let (first, second) = message.split_at(30);
        let sign = u64::MAX.to_le_bytes();
        for (bytes, kept) in [(&sign[..3], 3), (&sign[3..], 0), (first, 30), (second, message.len())] {
            there.write_all(bytes).expect("a connection");
            let arrives = || link.is_there(Instant::now()) && link.read.len() == kept;
            wait_for(arrives, "the bytes do not arrive");
        }
        assert_eq!(link.into_parts().1, message);
    }

    #[test]
    fn silence_means_a_loss_only_after_a_sign_of_life() {
        let (mut link, mut there) = connected();
        let late = Instant::now() + 2 * SILENCE;
        assert!(link.is_there(late) && link.is_silent(late));
        Frame::Alive.write(&mut there).expect("a connection");
        wait_for(|| link.is_there(late) && link.gives_signs, "the sign does not arrive");
        assert!(!link.is_silent(late));
        assert!(link.is_there(late + SILENCE));
        assert!(!link.is_there(late + 2 * SILENCE));
    }

    #[test]
    fn a_sign_of_life_is_given_each_second() {
        let (mut link, mut there) = connected();
        let start = Instant::now();
        for tenths in 0..25 {
            assert!(link.is_there(start + Duration::from_millis(100) * tenths));
        }
        drop(link);
        let mut given = Vec::new();
        there.read_to_end(&mut given).expect("an end");
        assert_eq!(given.len(), 3 * size_of::<u64>());
    }
}
