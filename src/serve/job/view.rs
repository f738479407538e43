//! A job as it is shown to clients.

use super::log::Event;
use super::shared::Job;
use super::state::State;
use crate::solve::lock;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::io;
use std::sync::Arc;

/// The bytes of events that are sent at a time.
const BATCH: usize = 256 << 10;

/// The events of a job that a client has not seen yet.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Events with their numbers and names.
    pub events: Vec<(u64, &'static str, Arc<str>)>,
    /// The last progress report, and its number.
    pub progress: Option<(u64, String)>,
    /// Whether further events already exist.
    pub has_more: bool,
    /// Whether no event will follow.
    pub has_ended: bool,
}

#[derive(Serialize)]
struct Summary<'a> {
    id: &'a str,
    kind: &'static str,
    state: &'static str,
    request: &'a RawValue,
    created: u64,
    started: Option<u64>,
    ended: Option<u64>,
    progress: Option<&'a Value>,
    answer_count: usize,
    files: &'a [String],
    resumable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'a str>,
    #[serde(skip_serializing_if = "<[Value]>::is_empty")]
    warnings: &'a [Value],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Value>,
}

impl Job {
    /// The job as JSON, without its answers.
    pub fn summary(&self) -> String {
        let can_go_on = self.can_go_on();
        let live = lock(&self.live);
        let summary = Summary {
            id: &self.id,
            kind: self.request.kind.name(),
            state: live.state.name(),
            request: &self.request.json,
            created: self.created.as_secs(),
            started: live.started,
            ended: live.ended,
            progress: live.progress.as_ref().map(|(_, progress)| progress),
            answer_count: live.log.answers(),
            files: &live.files,
            resumable: can_go_on,
            stopped: live.stopped.as_deref(),
            warnings: &live.warnings,
            error: live.error.as_ref(),
        };
        // Cannot fail: the same data can be stored as JSON.
        serde_json::to_string(&summary).unwrap_or_default()
    }

    /// The job as JSON, with its answers in the form in which they were written.
    ///
    /// # Errors
    /// An I/O error.
    pub fn json(&self) -> io::Result<String> {
        let answers = self.answers()?.join(",");
        let summary = self.summary();
        Ok(format!("{},\"answers\":[{answers}]}}", summary.strip_suffix('}').unwrap_or_default()))
    }

    /// The events after the one with the number `id`, and the last progress report if its number is greater than
    /// `progress`.
    ///
    /// # Errors
    /// An I/O error.
    pub fn after(&self, id: u64, progress: u64) -> io::Result<Batch> {
        let events = lock(&self.live).log.after(id).to_vec();
        let has_answers = events.iter().any(|(_, event)| matches!(event, Event::Answer(_)));
        let answers = if has_answers { self.answers()? } else { Vec::new() };
        let mut batch = Batch::default();
        let mut room = BATCH;
        for (id, event) in events {
            if room == 0 {
                batch.has_more = true;
                return Ok(batch);
            }
            let (name, text) = match event {
                Event::State(state) => ("state", state_json(state)),
                Event::End(state) => ("end", state_json(state)),
                Event::Answer(place) => match answers.get(place) {
                    Some(answer) => ("answer", answer.clone()),
                    // The job was queued again meanwhile; later events report that.
                    None => continue,
                },
            };
            room = room.saturating_sub(text.len());
            batch.events.push((id, name, text));
        }
        let live = lock(&self.live);
        let last = batch.events.last().map_or(id, |(last, ..)| *last);
        batch.has_ended = live.log.has_ended_at(last);
        let newer = live.progress.as_ref().filter(|(number, _)| *number > progress);
        batch.progress =
            newer.filter(|_| !live.state.is_end()).map(|(number, value)| (*number, value.to_string()));
        Ok(batch)
    }
}

fn state_json(state: State) -> Arc<str> {
    json!({ "state": state.name() }).to_string().into()
}
