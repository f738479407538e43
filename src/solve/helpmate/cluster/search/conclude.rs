//! The outcome of a search by several processes.

use super::super::exchange::{Exchange, HostLost};
use super::super::layer_origins::Origin;
use super::super::message::{Reader, Writer};
use super::super::walk_back::WalkBack;
use super::ClusterSearch;
use crate::solve::helpmate::graph::{BYTES_PER_EDGE, Graph};
use crate::solve::outcome::{Bounds, Details, FALSE_HITS_LIMIT, Outcome, Reason, Solutions, Stats, Verdict};
use crate::store::{FalseHitTerms, VisitedSet};

impl ClusterSearch {
    /// Determines the outcome. All processes must call it together.
    pub(super) fn conclude(&mut self, verdict: Verdict) -> Result<Outcome, HostLost> {
        let false_hits_expected = self.false_hits_of_all(matches!(verdict, Verdict::Mate { .. }))?;
        if verdict != Verdict::Unknown(Reason::Disk) {
            self.save_part(false);
        }
        let trusted = false_hits_expected < FALSE_HITS_LIMIT;
        let lookups = self.sum_of(self.owner.visited.lookups() as f64)? as u64;
        let mut outcome =
            Outcome { verdict, reason: None, false_hits_expected, ..self.unknown(Reason::Host) };
        outcome.stats.lookups = lookups;
        match verdict {
            Verdict::Mate { plies, .. } => self.add_solutions(&mut outcome, plies, trusted)?,
            Verdict::NoMate => (),
            Verdict::Unknown(reason) => outcome.reason = Some(reason),
        }
        outcome.stats.seconds = self.elapsed().as_secs_f64();
        outcome.stats.peak_bytes = self.sum_of(self.peak_bytes as f64)? as u64;
        outcome.stats.threads = (self.options.threads.max(1) * self.processes()) as u32;
        // If the answer is to be verified, the search is not finished: a second one follows, also after it is
        // resumed.
        if outcome.is_whole() && !self.options.verify {
            self.save_part(true);
        }
        Ok(outcome)
    }

    /// The outcome of a search that ends without an answer, for this reason.
    pub(super) fn unknown(&self, reason: Reason) -> Outcome {
        Outcome {
            verdict: Verdict::Unknown(reason),
            bounds: Bounds { lower: self.length(), upper: None },
            reason: Some(reason),
            solutions: Solutions::default(),
            false_hits_expected: self.owner.visited.false_hits_expected(),
            details: Details::Helpmate { verified: None },
            stats: Stats {
                positions: self.all.positions,
                nodes: self.all.nodes,
                lookups: self.owner.visited.lookups(),
                seconds: self.elapsed().as_secs_f64(),
                peak_bytes: self.peak_bytes,
                threads: self.options.threads.max(1) as u32,
            },
        }
    }

    fn add_solutions(&mut self, outcome: &mut Outcome, plies: u64, trusted: bool) -> Result<(), HostLost> {
        let last = self.layer;
        let origins = self.trails.own.origins(last);
        let mates: Vec<Origin> = self.mates.iter().map(|&mate| origins.place(mate)).collect();
        // Free the table, since the solutions need its memory.
        self.owner.visited = VisitedSet::new(0, Default::default(), Default::default());
        // All edges are sent to the first process, so its free memory limits their number.
        let is_first = self.process() == 0;
        let room = if is_first { self.options.memory().saturating_sub(self.bytes()) } else { 0 };
        let max_edges = self.sum_of(room as f64)? as u64 / BYTES_PER_EDGE;
        let (options, started) = (&self.options, self.started);
        let must_end = || options.must_end(started).is_some();
        let walk = WalkBack { trails: &self.trails, max_edges, must_end: &must_end };
        let mut backtrace = walk.run(&mut *self.exchange, last, &mates, false)?;
        // If the layer was not searched to its end, it may have further mates.
        let cut_by = self.all.reason.filter(|_| self.all.has_more);
        let mut is_complete = backtrace.is_some() && cut_by.is_none();
        if backtrace.is_none() {
            // Find one line only, from a mate of the first process that has one.
            let first = first_with(&mut *self.exchange, !mates.is_empty())?;
            let mate = if first == self.exchange.process() { &mates[..1] } else { &[] };
            let walk = WalkBack { max_edges: u64::MAX, must_end: &|| false, ..walk };
            backtrace = walk.run(&mut *self.exchange, last, mate, true)?;
        }
        outcome.bounds.upper = Some(plies);
        outcome.verdict = Verdict::Mate { plies, exact: trusted };
        if self.exchange.process() == 0 {
            let backtrace = backtrace.unwrap_or_else(|| unreachable!("one line is always found"));
            let mut graph = Graph::of_backtrace(&self.task, &backtrace, is_complete, &must_end);
            if graph.is_none() {
                // There was not enough time or memory for all lines.
                graph = Graph::of_backtrace(&self.task, &backtrace.first_line(), false, &|| false);
                is_complete = false;
            }
            match graph.filter(|graph| !graph.is_empty()) {
                Some(graph) => {
                    outcome.solutions = graph.solutions(&self.task, self.options.max_solutions);
                    outcome.solutions.exact &= trusted;
                    outcome.reason = if is_complete {
                        None
                    } else {
                        cut_by.or_else(|| self.options.must_end(self.started))
                    };
                    self.graph = Some(graph);
                }
                // A mate is claimed only if a line to it could be replayed.
                None => {
                    outcome.verdict = Verdict::Unknown(Reason::Memory);
                    outcome.reason = Some(Reason::Memory);
                    outcome.bounds.upper = None;
                }
            }
        }
        Ok(())
    }

    /// The expected number of false hits in all processes. `has_mate`: leave out look-ups in the layer with the
    /// mates, on which the answer does not depend.
    fn false_hits_of_all(&mut self, has_mate: bool) -> Result<f64, HostLost> {
        let own = if has_mate { self.closed } else { self.owner.visited.false_hit_terms() };
        let mut message = Writer::default();
        [own.judged, own.agree].iter().for_each(|number| message.put(number.to_le_bytes()));
        [own.lookups, own.entries].iter().for_each(|number| message.put(number.to_le_bytes()));
        let messages = self.exchange.exchange(vec![message.0; self.processes()])?;
        let terms = messages.iter().map(|message| {
            let mut message = Reader::new(message);
            let [judged, agree] = [(); 2].map(|()| f64::from_le_bytes(message.take()));
            FalseHitTerms { judged, agree, lookups: message.u64(), entries: message.u64() }
        });
        Ok(FalseHitTerms::expected(&terms.collect::<Vec<_>>()))
    }

    /// The sum of a number over all processes.
    fn sum_of(&mut self, number: f64) -> Result<f64, HostLost> {
        let messages = vec![number.to_le_bytes().to_vec(); self.processes()];
        let messages = self.exchange.exchange(messages)?;
        Ok(messages.iter().map(|message| f64::from_le_bytes(Reader::new(message).take())).sum())
    }
}

/// The first process for which `holds` is true.
fn first_with(exchange: &mut dyn Exchange, holds: bool) -> Result<usize, HostLost> {
    let messages = exchange.exchange(vec![vec![u8::from(holds)]; exchange.processes()])?;
    Ok(messages.iter().position(|message| message == &[1]).unwrap_or(0))
}
