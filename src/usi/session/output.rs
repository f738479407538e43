//! The output of a session: whole lines of ASCII, from any thread, until the session is over.

use super::dialogue::Dialogue;
use crate::usi::reply::ascii;
use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the end of a session waits for a line that is being written.
const LAST_LINE: Duration = Duration::from_millis(50);

/// The destination of replies; shared by the threads of a session.
#[derive(Clone)]
pub(super) struct Output(Arc<Shared>);

struct Shared {
    is_closed: AtomicBool,
    sink: Mutex<Sink>,
}

struct Sink {
    writer: Box<dyn Write + Send>,
    dialogue: Option<Dialogue>,
}

impl Output {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Output {
        let sink = Sink { writer: Box::new(writer), dialogue: None };
        Output(Arc::new(Shared { is_closed: AtomicBool::new(false), sink: Mutex::new(sink) }))
    }

    /// Sends a line. It is dropped after the end of the session, and when the replies can no longer be written.
    pub(super) fn send(&self, line: impl Display) {
        let mut line = ascii(&line.to_string());
        let mut sink = self.sink();
        if self.is_closed() {
            return;
        }
        if let Some(dialogue) = &mut sink.dialogue {
            dialogue.said(&line);
        }
        line.push('\n');
        let written = sink.writer.write_all(line.as_bytes()).and_then(|()| sink.writer.flush());
        if written.is_err() {
            self.0.is_closed.store(true, Ordering::SeqCst);
        }
    }

    /// Records a line of input in the dialogue file.
    pub(super) fn heard(&self, line: &str) {
        if let Some(dialogue) = &mut self.sink().dialogue {
            dialogue.heard(line);
        }
    }

    /// Starts or stops writing the dialogue to a file.
    pub(super) fn keep(&self, dialogue: Option<Dialogue>) {
        self.sink().dialogue = dialogue;
    }

    /// Closes the output: nothing is sent after this. Waits for a line that is being written, but only for a limited
    /// time, because the reader may be blocked.
    pub(super) fn close(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        let start = Instant::now();
        while self.0.sink.try_lock().is_err() && start.elapsed() < LAST_LINE {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the output is closed.
    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::SeqCst)
    }

    fn sink(&self) -> MutexGuard<'_, Sink> {
        self.0.sink.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
