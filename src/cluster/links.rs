//! The connections between all processes of a search, from when all are there.

use super::early_link::EarlyLink;
use super::error::ClusterError;
use super::frames::Frame;
use super::life::{SIGN_OF_LIFE, SILENCE};
use crate::solve::helpmate::cluster::{Exchange, HostLost};
use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The cause that is reported for a process that was killed.
const CLOSED: &str = "the connection was closed";

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
    /// The connections that were made, one to each other process.
    ///
    /// # Errors
    /// The system provides no threads, or a connection cannot be set up.
    pub(super) fn new(process: usize, made: Vec<Option<EarlyLink>>) -> Result<Links, ClusterError> {
        let (sender, arrived) = channel();
        let ends = Arc::new(AtomicBool::new(false));
        let mut sending = Vec::with_capacity(made.len());
        for (other, link) in made.into_iter().enumerate() {
            let Some(link) = link else {
                sending.push(None);
                continue;
            };
            let (stream, read) = link.into_parts();
            stream.set_read_timeout(Some(SILENCE)).map_err(ClusterError::System)?;
            stream.set_write_timeout(Some(SILENCE)).map_err(ClusterError::System)?;
            let (receiving, sender) = (stream.try_clone().map_err(ClusterError::System)?, sender.clone());
            spawn(move || receive(other, read, receiving, &sender))?;
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

pub(super) fn spawn(work: impl FnOnce() + Send + 'static) -> Result<(), ClusterError> {
    thread::Builder::new().spawn(work).map(drop).map_err(ClusterError::System)
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

/// Reads what a process sends, until it ends or the connection breaks. `read`: the bytes of it that were read before.
fn receive(other: usize, read: Vec<u8>, stream: TcpStream, sender: &Sender<(usize, Arrived)>) {
    let mut from = BufReader::with_capacity(1 << 16, Cursor::new(read).chain(&stream));
    loop {
        let arrived = Frame::read(&mut from).map_err(|error| cause(&error));
        let (is_broken, ends) = (arrived.is_err(), matches!(arrived, Ok(Frame::Done | Frame::Lost(..))));
        let is_heard = sender.send((other, arrived)).is_ok();
        if is_broken {
            // A thread that is blocked while sending to this process need not wait any longer.
            let _ = stream.shutdown(Shutdown::Both);
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
