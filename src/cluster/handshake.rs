//! The handshake at the beginning of a connection.
//!
//! Both sides send a nonce, the data that both must have in common, and an HMAC-SHA-256 of all of that with the
//! shared secret. The nonces prevent replay attacks.

use super::error::Difference;
use super::secret::{Code, Secret};
use sha2::{Digest, Sha256};
use std::io::{self, ErrorKind, Read, Write};

const MAGIC: [u8; 8] = *b"tsumugi\x01";
/// The version of the protocol. It must be incremented whenever the data that is sent changes, including the messages
/// of the search.
const PROTOCOL: &str = concat!("tsumugi ", env!("CARGO_PKG_VERSION"), " cluster 5");

type Nonce = [u8; 16];

/// The data with which a process introduces itself.
#[derive(Clone)]
pub(super) struct Card {
    process: u8,
    build: [u8; 32],
    task: [u8; 32],
}

/// Why a handshake led to no connection.
#[derive(Debug)]
pub(super) enum Refused {
    /// The process of this number did not answer a call. Without an error: something answered that is no process of
    /// this search.
    Unanswered(usize, Option<io::Error>),
    /// The other side does not belong to this search, or has closed the connection.
    Stranger(String),
    /// The other side knows the secret, but runs another build of the program or has another task.
    Differs(usize, Difference),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        Refused::Stranger(match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => "was too slow".to_owned(),
            ErrorKind::UnexpectedEof => "closed the connection: it may have another secret".to_owned(),
            _ => format!("broke off ({error})"),
        })
    }
}

impl Card {
    /// The card of a process; `task`: a text with its problem, options and list of hosts.
    pub fn new(process: usize, task: &str) -> Card {
        let hash = |text: &str| Sha256::digest(text.as_bytes()).into();
        Card { process: process as u8, build: hash(PROTOCOL), task: hash(task) }
    }

    fn parts<'a>(&'a self, role: &'a [u8], nonces: &'a [Nonce; 2]) -> [&'a [u8]; 6] {
        [role, &nonces[0], &nonces[1], std::slice::from_ref(&self.process), &self.build, &self.task]
    }

    fn bytes(&self, code: &Code) -> Vec<u8> {
        [&[self.process][..], &self.build, &self.task, code].concat()
    }

    fn read(from: &mut impl Read) -> io::Result<(Card, Code)> {
        let ([mut process], mut build, mut task, mut code) = ([0], [0; 32], [0; 32], [0; 32]);
        from.read_exact(std::slice::from_mut(&mut process))?;
        for part in [&mut build, &mut task, &mut code] {
            from.read_exact(part)?;
        }
        Ok((Card { process, build, task }, code))
    }

    /// The number of the other process, which has proved that it knows the secret.
    ///
    /// # Errors
    /// It runs another build of the program, or has another task.
    fn accept(&self, other: &Card) -> Result<usize, Refused> {
        let process = other.process.into();
        match () {
            () if other.build != self.build => Err(Refused::Differs(process, Difference::Build)),
            () if other.task != self.task => Err(Refused::Differs(process, Difference::Task)),
            () => Ok(process),
        }
    }
}

/// The handshake on the side that accepts the connection; returns the number of the calling process.
pub(super) fn answer(
    stream: &mut (impl Read + Write),
    card: &Card,
    secret: &Secret,
) -> Result<usize, Refused> {
    let mut hello = [0; 24];
    stream.read_exact(&mut hello)?;
    let (magic, theirs) = hello.split_at(8);
    if magic != MAGIC {
        return Err(Refused::Stranger("does not speak this protocol".to_owned()));
    }
    let nonces = [theirs.try_into().expect("16 bytes"), nonce()?];
    let code = secret.code(&card.parts(b"answer", &nonces));
    stream.write_all(&[&MAGIC[..], &nonces[1], &card.bytes(&code)].concat())?;
    let (other, code) = Card::read(stream)?;
    if !secret.is_code(&other.parts(b"call", &nonces), &code) {
        return Err(Refused::Stranger("does not know the secret".to_owned()));
    }
    card.accept(&other)
}

/// The handshake on the side that opens the connection; returns the number of the process called.
pub(super) fn call(stream: &mut (impl Read + Write), card: &Card, secret: &Secret) -> Result<usize, Refused> {
    let ours = nonce()?;
    stream.write_all(&[&MAGIC[..], &ours].concat())?;
    let mut hello = [0; 24];
    stream.read_exact(&mut hello)?;
    let (magic, theirs) = hello.split_at(8);
    if magic != MAGIC {
        return Err(Refused::Stranger("does not speak this protocol".to_owned()));
    }
    let nonces = [ours, theirs.try_into().expect("16 bytes")];
    let (other, code) = Card::read(stream)?;
    if !secret.is_code(&other.parts(b"answer", &nonces), &code) {
        return Err(Refused::Stranger("does not know the secret".to_owned()));
    }
    // Sent before comparing the cards, so that the other side learns of a difference too.
    let code = secret.code(&card.parts(b"call", &nonces));
    stream.write_all(&card.bytes(&code))?;
    card.accept(&other)
}

fn nonce() -> io::Result<Nonce> {
    let mut nonce = Nonce::default();
    getrandom::fill(&mut nonce).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(nonce)
}
