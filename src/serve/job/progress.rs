//! The progress of a job, as an event.

use super::request::Request;
use crate::report::{Lang, SearchEta, ply_text, progress_text};
use crate::serve::limits::PROGRESS_INTERVAL;
use crate::solve::Progress;
use crate::types::Move;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The number of last layers whose sizes are reported.
const LAYERS: usize = 400;
/// The time between two samples for the estimate of the remaining time.
const SAMPLE_INTERVAL: Duration = Duration::from_millis(2500);

/// The progress of the work.
#[derive(Clone, Debug, Default)]
pub struct JobProgress {
    /// The current stage.
    pub stage: &'static str,
    /// The current search.
    pub search: Progress,
    /// The ply that a check examines, and the number of plies.
    pub ply: Option<(u64, u64)>,
    /// The part of the whole work that is done, 0 to 1, where it is known.
    pub fraction: Option<f64>,
    /// The best line so far.
    pub line: Vec<Move>,
    /// A text about what is counted instead of a search, in English and in Japanese.
    pub words: Option<(String, String)>,
}

impl JobProgress {
    /// Progress as the number of positions judged and the number of problems found.
    pub fn counted(stage: &'static str, judged: u64, found: u64) -> JobProgress {
        let words = (format!("{judged} judged, {found} found"), format!("{judged}局面を調べ、{found}題"));
        JobProgress { stage, words: Some(words), ..JobProgress::default() }
    }
}

/// Converts progress reports to events, at a limited rate.
pub struct Reporter {
    expected: Option<u64>,
    started: Instant,
    due: Instant,
    sampled: Instant,
    eta: SearchEta,
    nodes: u64,
    layers: Vec<(u64, u64)>,
}

impl Reporter {
    /// The reporter of a job that begins now.
    pub fn new(request: &Request) -> Reporter {
        let now = Instant::now();
        Reporter {
            expected: request.expected(),
            started: now,
            due: now,
            sampled: now,
            eta: SearchEta::default(),
            nodes: 0,
            layers: Vec::new(),
        }
    }

    /// The event for a report, if one is due.
    pub fn event(&mut self, far: &JobProgress) -> Option<Value> {
        let now = Instant::now();
        let search = &far.search;
        if search.nodes < self.nodes {
            self.eta = SearchEta::default();
            self.layers.clear();
        }
        self.nodes = search.nodes;
        self.note_layer(search);
        if now >= self.sampled {
            self.eta.add(search);
            self.sampled = now + SAMPLE_INTERVAL;
        }
        if now < self.due {
            return None;
        }
        self.due = now + PROGRESS_INTERVAL;
        Some(self.value(far))
    }

    fn note_layer(&mut self, search: &Progress) {
        if search.frontier == 0 {
            return;
        }
        match self.layers.last_mut() {
            Some((plies, size)) if *plies == search.plies => *size = search.frontier,
            _ => self.layers.push((search.plies, search.frontier)),
        }
        if self.layers.len() > LAYERS {
            self.layers.remove(0);
        }
    }

    fn value(&self, far: &JobProgress) -> Value {
        let search = &far.search;
        let text = |lang: Lang| match &far.words {
            Some((english, japanese)) => lang.pick(japanese, english).clone(),
            None => {
                let figures = progress_text(search, &self.eta, self.expected, lang);
                match far.ply {
                    Some(ply) => [ply_text(ply, lang), figures].join(lang.pick(" / ", ", ")),
                    None => figures,
                }
            }
        };
        let mut value = json!({
            "stage": far.stage,
            "plies": search.plies,
            "positions": search.positions,
            "nodes": search.nodes,
            "memory_bytes": search.bytes,
            "memory_limit": search.budget,
            "seconds": self.started.elapsed().as_secs_f64(),
            "text": { "en": text(Lang::En), "ja": text(Lang::Ja) },
        });
        if !self.layers.is_empty() {
            value["layers"] = self.layers.iter().map(|&(_, size)| size).collect();
        }
        if search.plies > 0 || search.upper.is_some() {
            value["bounds"] = json!({ "lower": search.plies, "upper": search.upper });
        }
        if !far.line.is_empty() {
            value["line"] = far.line.iter().map(|mv| mv.to_string()).collect();
        }
        let of_ply = |(ply, whole): (u64, u64)| (whole > 0).then(|| 1.0 - ply as f64 / whole as f64);
        if let Some(fraction) = far.fraction.or_else(|| far.ply.and_then(of_ply)) {
            value["fraction"] = json!(fraction.clamp(0.0, 1.0));
        }
        value
    }
}
