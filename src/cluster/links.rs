//! The connections between all processes of a search.

use super::error::ClusterError;
use super::frames::Frame;
use super::handshake::{self, Card, Refused};
use super::hosts::Hosts;
use super::secret::Secret;
use crate::solve::helpmate::cluster::{Exchange, HostLost};
use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A process from which nothing arrives for this time counts as lost.
const SILENCE: Duration = Duration::from_secs(4);
/// How often each process sends a sign of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(1);
/// The time limit for each step of a handshake.
const HANDSHAKE: Duration = Duration::from_secs(2);
/// The cause that is reported for a process that was killed.
const CLOSED: &str = "the connection was closed";
/// The time between two attempts to connect to a process that does not listen yet.
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
    let listen = |source| ClusterError::Listen { address: hosts.address(process).to_owned(), source };
    let listener = TcpListener::bind(hosts.address(process)).map_err(listen)?;
    listener.set_nonblocking(true).map_err(listen)?;
    let card = Card::new(process, &format!("{task}\n{}", hosts.text()));
    let (sender, joined) = channel();
    let deadline = Instant::now() + wait;
    let call = |other| {
        let (address, card, secret, sender) =
            (hosts.address(other).to_owned(), card.clone(), secret.clone(), sender.clone());
        spawn(move || call_until(deadline, other, &address, &card, &secret, &sender))
    };
    (0..process).try_for_each(call)?;
    let mut streams: Vec<Option<TcpStream>> = (0..processes).map(|_| None).collect();
    let mut unreached: Vec<Option<io::Error>> = (0..processes).map(|_| None).collect();
    let mut looked = Instant::now();
    loop {
        // The processes that connected first must still be there when the last one connects.
        if looked.elapsed() >= AGAIN || streams.iter().filter(|stream| stream.is_none()).count() == 1 {
            looked = Instant::now();
            for (other, stream) in streams.iter_mut().enumerate() {
                if stream.take_if(|stream| has_ended(stream)).is_some() {
                    log::info!("process {other} at {} has ended; waiting for it again", hosts.address(other));
                    if other < process {
                        call(other)?;
                    }
                }
            }
        }
        let is_missing = |&other: &usize| other != process && streams[other].is_none();
        let Some(missing) = (0..processes).find(is_missing) else { break };
        if Instant::now() >= deadline {
            let (address, cause) = (hosts.address(missing).to_owned(), unreached[missing].take());
            return Err(ClusterError::Absent { process: missing, address, waited: wait, cause });
        }
        while let Ok((stream, from)) = listener.accept() {
            let (card, secret, sender) = (card.clone(), secret.clone(), sender.clone());
            spawn(move || {
                let result = shake_hands(stream, |stream| handshake::answer(stream, &card, &secret));
                if let Err(Refused::Stranger(why)) = &result {
                    log::warn!("a connection from {from} was refused: it {why}");
                }
                let _ = sender.send(result);
            })?;
        }
        match joined.recv_timeout(Duration::from_millis(5)) {
            Ok(Ok((other, stream))) => match streams.get_mut(other) {
                Some(place) if other != process && place.as_ref().is_none_or(has_ended) => {
                    *place = Some(stream);
                    unreached[other] = None;
                }
                _ => log::warn!("a second connection as process {other} was refused"),
            },
            Ok(Err(Refused::Differs(other, what))) => {
                let address = if other < processes { hosts.address(other) } else { "?" }.to_owned();
                return Err(ClusterError::Differs { process: other, address, what });
            }
            Ok(Err(Refused::Unanswered(other, error))) => unreached[other] = error,
            Ok(Err(Refused::Stranger(_)))
            | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
    // No further connections are accepted from here on.
    drop(listener);
    Links::new(process, streams)
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), ClusterError> {
    thread::Builder::new().spawn(work).map(drop).map_err(ClusterError::System)
}

type Joined = Result<(usize, TcpStream), Refused>;

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

/// Whether the process at the other end has gone away before anything was asked of it.
fn has_ended(stream: &TcpStream) -> bool {
    let looked = stream.set_nonblocking(true).and_then(|()| stream.peek(&mut [0]));
    let can_be_read = stream.set_nonblocking(false).is_ok();
    let is_open = match looked {
        Ok(bytes) => bytes > 0,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    };
    !is_open || !can_be_read
}

fn connect(address: &str) -> io::Result<TcpStream> {
    let mut result = Err(io::ErrorKind::AddrNotAvailable.into());
    for address in address.to_socket_addrs()? {
        result = TcpStream::connect_timeout(&address, HANDSHAKE);
        if result.is_ok() {
            break;
        }
    }
    result
}

fn shake_hands(
    mut stream: TcpStream,
    shake: impl FnOnce(&mut TcpStream) -> Result<usize, Refused>,
) -> Joined {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(HANDSHAKE))?;
    stream.set_write_timeout(Some(HANDSHAKE))?;
    let other = shake(&mut stream)?;
    Ok((other, stream))
}

/// What arrived from a process, or the cause why nothing more will arrive.
type Arrived = Result<Frame, String>;

/// The connections of this process to all others.
pub struct Links {
    process: usize,
    /// The connections for sending; `None` for this process itself.
    streams: Vec<Option<Arc<Mutex<TcpStream>>>>,
    arrived: Receiver<(usize, Arrived)>,
    /// Messages that arrived before they were asked for.
    early: Vec<VecDeque<Vec<u8>>>,
    /// For each process, the cause why nothing more arrives from it.
    gone: Vec<Option<String>>,
    ends: Arc<AtomicBool>,
    sent: u64,
}

impl Links {
    fn new(process: usize, streams: Vec<Option<TcpStream>>) -> Result<Links, ClusterError> {
        let (sender, arrived) = channel();
        let ends = Arc::new(AtomicBool::new(false));
        let mut sending = Vec::with_capacity(streams.len());
        for (other, stream) in streams.into_iter().enumerate() {
            let Some(stream) = stream else {
                sending.push(None);
                continue;
            };
            stream.set_read_timeout(Some(SILENCE)).map_err(ClusterError::System)?;
            stream.set_write_timeout(Some(SILENCE)).map_err(ClusterError::System)?;
            let (receiving, sender) = (stream.try_clone().map_err(ClusterError::System)?, sender.clone());
            spawn(move || receive(other, receiving, &sender))?;
            let stream = Arc::new(Mutex::new(stream));
            let (to, has_ended) = (Arc::clone(&stream), Arc::clone(&ends));
            spawn(move || show_life(&to, &has_ended))?;
            sending.push(Some(stream));
        }
        let (early, gone) = (vec![VecDeque::new(); sending.len()], vec![None; sending.len()]);
        Ok(Links { process, streams: sending, arrived, early, gone, ends, sent: 0 })
    }

    fn send_frame(&self, other: usize, frame: &Frame) -> Result<(), HostLost> {
        let Some(stream) = &self.streams[other] else { return Ok(()) };
        let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
        frame.write(&mut *stream).map_err(|error| HostLost { process: other, cause: cause(&error) })
    }

    /// Waits for the next message from a process.
    fn message(&mut self, from: usize) -> Result<Vec<u8>, HostLost> {
        loop {
            if let Some(message) = self.early[from].pop_front() {
                return Ok(message);
            }
            if let Some(cause) = self.gone[from].take() {
                return Err(HostLost { process: from, cause });
            }
            let Ok((other, arrived)) = self.arrived.recv() else {
                return Err(HostLost { process: from, cause: CLOSED.to_owned() });
            };
            self.take_in(other, arrived)?;
        }
    }

    /// Records what arrived from a process.
    fn take_in(&mut self, from: usize, arrived: Arrived) -> Result<(), HostLost> {
        match arrived {
            Ok(Frame::Message(message)) => self.early[from].push_back(message),
            Ok(Frame::Alive) => {}
            Ok(Frame::Lost(process, cause)) => return Err(HostLost { process: process.into(), cause }),
            // Not an error yet: the messages that it sent before may be all that is needed of it.
            Ok(Frame::Done) => self.gone[from] = Some("it ended early".to_owned()),
            Err(cause) => self.gone[from] = Some(cause),
        }
        Ok(())
    }

    /// The cause why nothing can be sent to a process. What was received from it, or from another process, is more
    /// specific than the error of the write.
    fn explain(&mut self, lost: HostLost) -> HostLost {
        while let Ok((from, arrived)) = self.arrived.try_recv() {
            if let Err(named) = self.take_in(from, arrived) {
                return named;
            }
        }
        match self.gone[lost.process].take() {
            Some(cause) => HostLost { cause, ..lost },
            None => lost,
        }
    }

    fn send_messages(&mut self, mut messages: Vec<Vec<u8>>) -> Result<(), HostLost> {
        let own = std::mem::take(&mut messages[self.process]);
        let process = self.process;
        for (other, message) in messages.into_iter().enumerate().filter(|&(other, _)| other != process) {
            self.sent += Frame::bytes_of(&message);
            self.send_frame(other, &Frame::Message(message)).map_err(|lost| self.explain(lost))?;
        }
        self.early[self.process].push_back(own);
        Ok(())
    }

    /// Tells all other processes when one of them is lost.
    fn pass_on<T>(&mut self, result: Result<T, HostLost>) -> Result<T, HostLost> {
        if let Err(lost) = &result {
            for other in (0..self.streams.len()).filter(|&other| other != lost.process) {
                let _ = self.send_frame(other, &Frame::Lost(lost.process as u8, lost.cause.clone()));
            }
        }
        result
    }
}

impl Exchange for Links {
    fn process(&self) -> usize {
        self.process
    }

    fn processes(&self) -> usize {
        self.streams.len()
    }

    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), HostLost> {
        let result = self.send_messages(messages);
        self.pass_on(result)
    }

    fn receive(&mut self) -> Result<Vec<Vec<u8>>, HostLost> {
        let result = (0..self.streams.len()).map(|from| self.message(from)).collect();
        self.pass_on(result)
    }
}

impl Drop for Links {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        log::info!("{} bytes were sent to other processes", self.sent);
        for stream in self.streams.iter().flatten() {
            let Ok(mut stream) = stream.try_lock() else { continue };
            let _ = Frame::Done.write(&mut *stream);
            let _ = stream.shutdown(Shutdown::Write);
        }
    }
}

/// Reads what a process sends, until it ends or the connection breaks.
fn receive(other: usize, stream: TcpStream, sender: &Sender<(usize, Arrived)>) {
    let mut stream = BufReader::with_capacity(1 << 16, stream);
    loop {
        let arrived = Frame::read(&mut stream).map_err(|error| cause(&error));
        let (is_broken, ends) = (arrived.is_err(), matches!(arrived, Ok(Frame::Done | Frame::Lost(..))));
        let is_heard = sender.send((other, arrived)).is_ok();
        if is_broken {
            // A thread that is blocked while sending to this process need not wait any longer.
            let _ = stream.get_ref().shutdown(Shutdown::Both);
        }
        if is_broken || ends || !is_heard {
            return;
        }
    }
}

/// Sends signs of life to a process until `has_ended` is set.
fn show_life(to: &Mutex<TcpStream>, has_ended: &AtomicBool) {
    while !has_ended.load(Ordering::Relaxed) {
        // While another thread is sending to the process, no sign of life is needed.
        if let Ok(mut stream) = to.try_lock() {
            let _ = Frame::Alive.write(&mut *stream);
        }
        thread::sleep(SIGN_OF_LIFE);
    }
}

/// An error on a connection as the cause of a loss, in words.
fn cause(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
            format!("it was silent for {} s", SILENCE.as_secs())
        }
        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => {
            CLOSED.to_owned()
        }
        _ => error.to_string(),
    }
}
