//! The first process works alone while layers are narrow, and the others wait for it.
//!
//! An exchange per layer costs more than a narrow layer does. Most problems are narrow at first, and the longest
//! ones to their end. So the first process goes *ahead* as if it were the only one, and keeps the keys of the
//! positions that it finds. At intervals it calls the others, which answer whether they have a reason to end.
//! When layers are wide, or the first process uses too much memory, the others *join*: keys go to their owners,
//! each process gets its share of the layer, and the search so far counts as an earlier run of one process.

use super::super::ahead::{Ahead, Call};
use super::super::checkpoint::{KeyDelivery, Run};
use super::super::exchange::{Alone, HostLost};
use super::super::layer_origins::LayerOrigins;
use super::super::message::Reader;
use super::super::owner::Owner;
use super::super::rounds::code;
use super::super::trail::{RunHosts, Trail};
use super::ClusterSearch;
use crate::solve::checkpoint::new_run;
use crate::solve::outcome::Outcome;

/// The kept keys may take one part in this many of the memory.
pub(super) const KEYS_SHARE: u64 = 16;
/// The first process may take one part in this many of the memory while it works alone.
const ALONE_SHARE: u64 = 4;

impl ClusterSearch {
    /// Before the first round: lets the first process go ahead, if it may expand layers alone.
    pub(super) fn begin(&mut self) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        if self.processes() > 1 && self.cluster.widest_alone > 0 {
            if self.process() > 0 {
                self.waits = true;
                return;
            }
            let others = std::mem::replace(&mut self.exchange, Box::new(Alone::default()));
            self.ahead = Some(Ahead::new(others));
            self.take_up_keys();
            self.count_closed();
        }
        self.begin_writing(Run { number: self.run, earlier: Vec::new() });
    }

    /// Begins with an empty table of the keys that this process owns now.
    fn take_up_keys(&mut self) {
        self.owner = Owner::new(&self.plan, self.processes());
        self.cross_edges = vec![Vec::new(); self.processes()];
        self.enter_root();
    }

    /// Keeps the keys of the layer that this process found, if it is ahead.
    pub(super) fn keep_keys(&mut self) {
        if let Some(ahead) = &mut self.ahead {
            ahead.keep(self.next.keys().map(|key| self.key_bits.arrange(key)));
        }
    }

    /// Between two rounds of the first process: calls the others, which either go on waiting or join.
    pub(super) fn call_others(&mut self) -> Result<(), HostLost> {
        let bytes = self.bytes();
        let (budget, forgets) = (self.plan.budget(), self.owner.visited.forgets());
        let Some(ahead) = &mut self.ahead else { return Ok(()) };
        // The others can join only at the beginning of a layer.
        if self.cursor == 0 {
            let is_wide = ahead.is_wide(self.width, self.cluster.widest_alone);
            if is_wide || ahead.bytes() >= budget / KEYS_SHARE || bytes >= budget / ALONE_SHARE || forgets {
                ahead.call(Call::Join, &self.layer.to_le_bytes())?;
                return self.join();
            }
        }
        if ahead.is_call_due() {
            self.heard = self.heard.or(ahead.call(Call::Wait, &[])?);
        }
        Ok(())
    }

    /// Takes part in one call of the first process. Returns the outcome if the search has ended.
    pub(super) fn wait(&mut self) -> Result<Option<Outcome>, HostLost> {
        let must_end = self.options.must_end(self.started);
        let messages = self.exchange.exchange(vec![vec![code(must_end)]; self.processes()])?;
        let mut message = Reader::new(&messages[0]);
        match message.u8() {
            call if call == Call::Wait as u8 => Ok(None),
            call if call == Call::Join as u8 => {
                self.waits = false;
                self.layer = message.u64();
                self.frontier.clear();
                self.join()?;
                Ok(None)
            }
            _ => {
                let (outcome, is_verified_next) = self.read_end(&mut message);
                Ok(self.end_or_verify(outcome, is_verified_next))
            }
        }
    }

    /// All processes go on together from the layer that the first one has reached.
    fn join(&mut self) -> Result<(), HostLost> {
        let (mut counts, mut names, mut earlier) = Default::default();
        let mut run = Run { number: new_run(), earlier: Vec::new() };
        let mut before = None;
        if let Some(Ahead { others, .. }) = &mut self.ahead {
            self.exchange = std::mem::replace(others, Box::new(Alone::default()));
            before = self.ahead.take();
            counts = self.owner.visited.counts();
            self.end_writing(&mut run);
            names = LayerOrigins {
                segments: self.trails.own.origins(self.layer).segments.clone(),
                cross_edges: Vec::new(),
            };
            let next = Trail::new(0, self.layer, LayerOrigins::default());
            let own = std::mem::replace(&mut self.trails.own, next);
            earlier = std::mem::take(&mut self.trails.earlier);
            earlier.push(own);
        }
        self.take_up_keys();
        let rest = self.bytes() - self.owner.visited.bytes() + before.as_ref().map_or(0, Ahead::bytes);
        self.owner.visited.limit(self.plan.table_limit(rest));
        let mut delivery = KeyDelivery::new(&mut *self.exchange, &mut self.owner, self.plan.key_width());
        before.iter().flat_map(Ahead::keys).for_each(|key| delivery.add(&[key]));
        delivery.finish()?;
        drop(before);
        self.owner.visited.set_counts(counts);
        let message = (self.frontier.len() as u32).to_le_bytes().to_vec();
        let founds = self.exchange.exchange(vec![message; self.processes()])?;
        let founds: Vec<u32> = founds.iter().map(|message| Reader::new(message).u32()).collect();
        // The first process has found all positions so far, so all their trails are on it.
        let runs = vec![RunHosts { last: self.layer, hosts: vec![0; usize::from(u8::MAX) + 1] }];
        self.share_layer(&founds, names, earlier, runs)?;
        self.count_closed();
        let run = self.agree_on_run(&run)?;
        self.begin_writing(run);
        Ok(())
    }
}
