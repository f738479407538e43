//! Reads problems ahead of the searches, so that the progress line can show their total number.

use super::failure::Item;
use super::problems::{checked, problems, read};
use crate::cli::args::ReadingFlags;
use crate::store::{SMALL_STACK, thread_builder};
use std::ffi::OsString;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

/// The greatest number of problems that are read ahead.
const AHEAD: usize = 10_000;

/// The problems of a run, read ahead.
pub struct ProblemsAhead<'a> {
    /// The problems in order.
    pub problems: Box<dyn Iterator<Item = Item> + 'a>,
    /// The number of problems; 0 until the last one is read.
    pub count: Arc<AtomicU64>,
}

/// The problems that a thread has read.
struct Ahead {
    items: Receiver<Item>,
    thread: Option<JoinHandle<()>>,
}

/// Like [`problems`], read by a separate thread.
pub fn problems_ahead<'a>(inputs: &'a [OsString], reading: &'a ReadingFlags) -> ProblemsAhead<'a> {
    let count = Arc::new(AtomicU64::new(0));
    let (sender, items) = sync_channel(AHEAD);
    let (own_inputs, own_reading, counted) = (inputs.to_vec(), reading.clone(), Arc::clone(&count));
    let read_all = move || {
        let mut number = 0;
        for item in read(&own_inputs, &own_reading) {
            number += 1;
            if sender.send(item).is_err() {
                return;
            }
        }
        counted.store(number, Relaxed);
    };
    let is_strict = reading.strict;
    let problems: Box<dyn Iterator<Item = Item>> =
        match thread_builder(SMALL_STACK).and_then(|thread| thread.name("read".to_owned()).spawn(read_all)) {
            Ok(thread) => {
                Box::new(Ahead { items, thread: Some(thread) }.map(move |item| checked(item, is_strict)))
            }
            // Without a thread the number stays unknown.
            Err(_) => Box::new(problems(inputs, reading)),
        };
    ProblemsAhead { problems, count }
}

impl Iterator for Ahead {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let item = self.items.recv().ok();
        if item.is_none()
            && let Some(Err(panic)) = self.thread.take().map(JoinHandle::join)
        {
            resume_unwind(panic);
        }
        item
    }
}
