//! How the processes of a search connect: each one listens, and calls those before it in the list.

use super::early_link::EarlyLink;
use super::error::ClusterError;
use super::handshake::{self, Card, Refused};
use super::hosts::Hosts;
use super::links::{Links, spawn};
use super::secret::Secret;
use super::timed::Timed;
use std::io;
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit for a connection to be made.
const CONNECT: Duration = Duration::from_secs(2);
/// The time limit for a whole handshake.
const HANDSHAKE: Duration = Duration::from_secs(5);
/// The most handshakes at a time with those that call. All other processes of the longest list can call at once, but a
/// stranger cannot make this process start thousands of threads. Further callers wait in the queue of the system.
const HANDSHAKES: usize = 256;
/// The time between two attempts to connect to a process that does not listen yet, and between two looks at the
/// connections that exist.
const AGAIN: Duration = Duration::from_millis(200);

/// Connects to all processes of a list, and waits until all connections exist. `task`: a text with the problem and
/// the options, which must be the same for all processes.
///
/// # Errors
/// This process cannot use its own address, or another process does not connect within `wait` or has another build or
/// task.
pub fn join(
    hosts: &Hosts,
    process: usize,
    secret: &Secret,
    task: &str,
    wait: Duration,
) -> Result<Links, ClusterError> {
    let processes = hosts.count();
    if process >= processes {
        return Err(ClusterError::NoSuchProcess { process, processes });
    }
    let mut joining = Joining::begin(hosts, process, secret, task, wait)?;
    while let Some(missing) = joining.missing()? {
        if Instant::now() >= joining.deadline {
            let (address, cause) = (hosts.address(missing).to_owned(), joining.unreached[missing].take());
            return Err(ClusterError::Absent { process: missing, address, waited: wait, cause });
        }
        joining.accept()?;
        joining.take_in()?;
    }
    // No further connections are accepted from here on.
    drop(joining.listener);
    Links::new(process, joining.links)
}

/// The result of a handshake: a connection with the number of the process at its other end.
type Joined = Result<(usize, TcpStream), Refused>;

/// The connections of a process while some are missing.
struct Joining<'a> {
    hosts: &'a Hosts,
    process: usize,
    card: Card,
    secret: &'a Secret,
    deadline: Instant,
    listener: TcpListener,
    /// Each handshake with a process that called has a clone of this.
    caller: Arc<()>,
    /// The most handshakes with those that call, at a time.
    most_callers: usize,
    /// The results of handshakes come from other threads.
    sender: Sender<Joined>,
    joined: Receiver<Joined>,
    links: Vec<Option<EarlyLink>>,
    /// Why the processes that were called could not be reached.
    unreached: Vec<Option<io::Error>>,
    /// When the connections were looked at for the last time.
    looked: Instant,
}

impl<'a> Joining<'a> {
    /// Listens, and calls the processes before this one.
    fn begin(
        hosts: &'a Hosts,
        process: usize,
        secret: &'a Secret,
        task: &str,
        wait: Duration,
    ) -> Result<Joining<'a>, ClusterError> {
        let listen = |source| ClusterError::Listen { address: hosts.address(process).to_owned(), source };
        let listener = TcpListener::bind(hosts.address(process)).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let card = Card::new(process, &format!("{task}\n{}", hosts.text()));
        let (sender, joined) = channel();
        let (looked, deadline) = (Instant::now(), Instant::now() + wait);
        let links = (0..hosts.count()).map(|_| None).collect();
        let unreached = (0..hosts.count()).map(|_| None).collect();
        let joining = Joining {
            hosts,
            process,
            card,
            secret,
            deadline,
            listener,
            caller: Arc::new(()),
            most_callers: HANDSHAKES,
            sender,
            joined,
            links,
            unreached,
            looked,
        };
        (0..process).try_for_each(|other| joining.call(other))?;
        Ok(joining)
    }

    /// Begins to call a process.
    fn call(&self, other: usize) -> Result<(), ClusterError> {
        let (address, card, secret) =
            (self.hosts.address(other).to_owned(), self.card.clone(), self.secret.clone());
        let (deadline, sender) = (self.deadline, self.sender.clone());
        spawn(move || call_until(deadline, other, &address, &card, &secret, &sender))
    }

    /// A process to which there is no connection, if there is any.
    fn missing(&mut self) -> Result<Option<usize>, ClusterError> {
        let is_whole = self.links.iter().filter(|link| link.is_none()).count() == 1;
        // The processes that connected first must still be there when the last one connects.
        if is_whole || self.looked.elapsed() >= AGAIN {
            self.drop_lost()?;
        }
        let process = self.process;
        Ok((0..self.links.len()).find(|&other| other != process && self.links[other].is_none()))
    }

    /// Gives up connections to processes that are not there any more, which may be started again.
    fn drop_lost(&mut self) -> Result<(), ClusterError> {
        let now = Instant::now();
        self.looked = now;
        for other in 0..self.links.len() {
            if self.links[other].take_if(|link| !link.is_there(now)).is_some() {
                let address = self.hosts.address(other);
                log::info!("process {other} at {address} has ended or is silent; waiting for it again");
                if other < self.process {
                    self.call(other)?;
                }
            }
        }
        Ok(())
    }

    /// Begins handshakes with those that call.
    fn accept(&self) -> Result<(), ClusterError> {
        while self.callers() < self.most_callers
            && let Ok((stream, from)) = self.listener.accept()
        {
            let (card, secret, sender) = (self.card.clone(), self.secret.clone(), self.sender.clone());
            let caller = Arc::clone(&self.caller);
            spawn(move || {
                let result = shake_hands(stream, |stream| handshake::answer(stream, &card, &secret));
                if let Err(Refused::Stranger(why)) = &result {
                    log::warn!("a connection from {from} was refused: it {why}");
                }
                let _ = sender.send(result);
                drop(caller);
            })?;
        }
        Ok(())
    }

    /// The number of handshakes with those that call.
    fn callers(&self) -> usize {
        Arc::strong_count(&self.caller) - 1
    }

    /// Waits for a moment for the result of a handshake.
    fn take_in(&mut self) -> Result<(), ClusterError> {
        match self.joined.recv_timeout(Duration::from_millis(5)) {
            Ok(Ok((other, stream))) => self.place(other, stream),
            Ok(Err(Refused::Differs(other, what))) => {
                let is_listed = other < self.hosts.count();
                let address = if is_listed { self.hosts.address(other) } else { "?" }.to_owned();
                return Err(ClusterError::Differs { process: other, address, what });
            }
            Ok(Err(Refused::Unanswered(other, error))) => self.unreached[other] = error,
            Ok(Err(Refused::Stranger(_)))
            | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        Ok(())
    }

    /// Takes a connection, unless there is one to the same process. One that is silent gives its place to the new
    /// one, which has shown that it knows the secret.
    fn place(&mut self, other: usize, stream: TcpStream) {
        let now = Instant::now();
        let is_lost = |link: &mut EarlyLink| !link.is_there(now) || link.is_silent(now);
        if let Some(place) = self.links.get_mut(other)
            && other != self.process
            && place.as_mut().is_none_or(is_lost)
        {
            *place = Some(EarlyLink::new(stream));
            self.unreached[other] = None;
        } else {
            log::warn!("a second connection as process {other} was refused");
        }
    }
}

/// Tries to connect to a process, until it answers or the deadline has passed.
fn call_until(
    deadline: Instant,
    other: usize,
    address: &str,
    card: &Card,
    secret: &Secret,
    sender: &Sender<Joined>,
) {
    let mut was_told = false;
    while Instant::now() < deadline {
        let result = connect(address)
            .map_err(|error| Refused::Unanswered(other, Some(error)))
            .and_then(|stream| shake_hands(stream, |stream| handshake::call(stream, card, secret)));
        let (why, result) = match result {
            Err(Refused::Stranger(why)) => (why, Err(Refused::Unanswered(other, None))),
            Err(Refused::Unanswered(_, Some(ref error))) => (error.to_string(), result),
            result => {
                let _ = sender.send(result);
                return;
            }
        };
        if !std::mem::replace(&mut was_told, true) {
            log::info!("{address}: {why}; connecting again");
        }
        if sender.send(result).is_err() {
            return;
        }
        thread::sleep(AGAIN);
    }
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut result = Err(io::ErrorKind::AddrNotAvailable.into());
    for address in address.to_socket_addrs()? {
        result = TcpStream::connect_timeout(&address, CONNECT);
        if result.is_ok() {
            break;
        }
    }
    result
}

fn shake_hands(stream: TcpStream, shake: impl FnOnce(&mut Timed) -> Result<usize, Refused>) -> Joined {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    let mut stream = Timed::new(stream, HANDSHAKE);
    let other = shake(&mut stream)?;
    let stream = stream.into_inner();
    // What the handshake left of its own time may be too short for a sign of life.
    stream.set_write_timeout(Some(HANDSHAKE))?;
    Ok((other, stream))
}

#[cfg(test)]
mod tests;
