//! Resuming a search from a checkpoint.

use super::super::ahead::Ahead;
use super::super::balance::transfers;
use super::super::checkpoint::{Agreed, KeyDelivery, Pending, ResumeError, Run, WithSent, read_trail};
use super::super::exchange::{Alone, Exchange, HostLost};
use super::super::layer_origins::LayerOrigins;
use super::super::message::{Reader, Writer};
use super::super::moving::move_positions;
use super::super::trail::{RunHosts, Trail, Trails};
use super::alone::KEYS_SHARE;
use super::{ClusterOptions, ClusterSearch};
use crate::problem::Question;
use crate::solve::checkpoint::{CheckpointError, Damage, MANIFEST, Resumed, new_run};
use crate::solve::helpmate::layers::Counts;
use crate::solve::helpmate::options::Options;
use crate::solve::helpmate::task::Task;
use crate::store::{Folder, KeyBits};
use std::time::Duration;

/// About one part in this many of a log stays in memory: the trail without the keys.
const TRAIL_SHARE: u64 = 4;
/// The largest size of all logs, in bytes, for which the others send their files to the first process.
const MOST_GATHERED: u64 = 1 << 30;

/// Whether the first process resumes alone, which it decides for all: the layer must be narrow, and it must have
/// room for all keys.
fn goes_on_alone(
    agreed: &Agreed,
    cluster: ClusterOptions,
    budget: u64,
    exchange: &mut dyn Exchange,
) -> Result<bool, HostLost> {
    let is_narrow = exchange.processes() > 1
        && agreed.positions() <= cluster.widest_alone
        && agreed.log_bytes() < (budget / KEYS_SHARE).min(MOST_GATHERED);
    let messages = exchange.exchange(vec![vec![u8::from(is_narrow)]; exchange.processes()])?;
    Ok(messages[0] == [1])
}

/// A summary of some positions: their number, and the exclusive or of their keys.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sum {
    positions: u64,
    keys: u128,
}

impl ClusterSearch {
    /// Resumes from the newest layer of which all parts are in the processes' folders. The checkpoint may have
    /// been written by another number of processes, or by a single one. The options are those that were saved,
    /// except for the time limit and the stop flag; `change` sets these two, and may change the memory and the
    /// threads.
    ///
    /// # Errors
    /// There is no checkpoint, or it is damaged, belongs to something else, or has another version. A process was
    /// lost.
    pub fn resume(
        folder: Box<dyn Folder>,
        cluster: ClusterOptions,
        mut exchange: Box<dyn Exchange>,
        change: impl FnOnce(&mut Options),
    ) -> Result<Resumed<ClusterSearch>, ResumeError> {
        let mut agreed = Agreed::find(&*folder, &mut *exchange)?;
        folder.make().map_err(CheckpointError::io(MANIFEST))?;
        let (process, processes) = (exchange.process(), exchange.processes());
        let first = agreed.parts[0].clone();
        if !agreed.parts.iter().all(|part| part.search.counts.are_possible()) {
            return Err(CheckpointError::damaged(MANIFEST, Damage::Counts).into());
        }
        let ((rule, conditions), root, attacker) = first.problem()?;
        if !rule.is_cooperative() {
            return Err(CheckpointError::Foreign.into());
        }
        let own = agreed.parts.get(process).unwrap_or(&first);
        let mut options = own.search.options.clone().restore();
        change(&mut options);
        let task = Task::new(root, attacker, rule, conditions);
        let (mut files, mut ahead) = (WithSent::nothing(folder), None);
        let is_alone = goes_on_alone(&agreed, cluster, options.memory_plan().budget(), &mut *exchange)?;
        if is_alone {
            agreed.gather(&mut files, &mut *exchange)?;
            if process == 0 {
                ahead = Some(Ahead::new(std::mem::replace(&mut exchange, Box::new(Alone::default()))));
            }
        }
        let mut search = ClusterSearch::of_task(task, options, cluster, exchange, KeyBits::First);
        (search.ahead, search.waits) = (ahead, is_alone && process > 0);
        (search.has_begun, search.layer) = (true, first.search.layer);
        let mut run = Run { number: new_run(), earlier: agreed.runs.clone() };
        if !search.waits {
            let names = search.restore_frontier(&files, &agreed)?;
            search.restore_trails(&files, &agreed, names)?;
            search.restore_counts(&agreed);
            run = search.agree_on_run(&run)?;
        }
        agreed.remove_dead(&files, process, processes);
        let (note, stops) = (first.note.clone(), first.stops.saturating_add(1));
        search.pending = Some(Pending { folder: files.folder, note, stops });
        if !search.waits {
            search.begin_writing(run);
        }
        // The checkpoint from which the search is resumed exists already.
        search.saves = false;
        Ok(Resumed { solver: search, note: first.note, is_finished: first.is_finished })
    }

    /// The question that the search answers.
    pub(in crate::solve) fn question(&self) -> Question {
        self.task.question()
    }

    /// Reads the positions of the layer that this process has files of, and returns their names.
    fn restore_frontier(
        &mut self,
        folder: &dyn Folder,
        agreed: &Agreed,
    ) -> Result<LayerOrigins, ResumeError> {
        self.frontier.clear();
        let mut names = LayerOrigins::default();
        for (file, part) in agreed.frontiers(self.process()) {
            part.frontier.read(folder, &file, &self.task.root, |position| self.frontier.push(position))?;
            names.segments.extend(part.names.iter().cloned());
        }
        match names.len() == self.frontier.len() as u64 {
            true => Ok(names),
            false => Err(CheckpointError::damaged(MANIFEST, Damage::Counts).into()),
        }
    }

    /// Reads the logs assigned to this process, delivers their keys to the owners, and gives all processes their
    /// share of the layer.
    fn restore_trails(
        &mut self,
        folder: &dyn Folder,
        agreed: &Agreed,
        names: LayerOrigins,
    ) -> Result<(), ResumeError> {
        let process = self.process();
        let bytes: u64 = agreed.logs(process).map(|(run, finder)| run.logs[finder].bytes).sum();
        self.owner.visited.limit(self.plan.table_limit(bytes / TRAIL_SHARE));
        let width = self.plan.key_width();
        let mut delivery = KeyDelivery::new(&mut *self.exchange, &mut self.owner, width);
        let mut last = Sum::default();
        let mut earlier = Vec::new();
        for (run, finder) in agreed.logs(process) {
            let mut deliver = |keys: &[u128]| {
                delivery.add(keys);
                if let Some(ahead) = &mut self.ahead {
                    ahead.keep(keys.iter().copied());
                }
            };
            let (trail, (positions, keys)) =
                read_trail(folder, run, finder, width.key_bytes(), &mut deliver)?;
            if run.last == self.layer {
                last = Sum { positions: last.positions + positions, keys: last.keys ^ keys };
            }
            earlier.push(trail);
        }
        delivery.finish()?;
        let mask = (1 << (8 * width.key_bytes())) - 1;
        let keys = self.frontier.keys().fold(0, |sum, key| sum ^ key & mask);
        let layer = Sum { positions: self.frontier.len() as u64, keys };
        let founds = self.compare_sums(layer, last)?;
        let runs = agreed.runs.iter().zip(&agreed.log_hosts);
        let runs = runs.map(|(run, hosts)| RunHosts { last: run.last, hosts: hosts.clone() }).collect();
        Ok(self.share_layer(&founds, names, earlier, runs)?)
    }

    /// Distributes the positions of a layer, with which a run begins, to the processes. `founds`: how many each
    /// one has now.
    pub(super) fn share_layer(
        &mut self,
        founds: &[u32],
        mut names: LayerOrigins,
        earlier: Vec<Trail>,
        runs: Vec<RunHosts>,
    ) -> Result<(), HostLost> {
        self.width = founds.iter().map(|&found| u64::from(found)).sum();
        let transfers = transfers(founds, self.cluster.smallest_to_move);
        let stones = self.task.root.stones();
        move_positions(&mut *self.exchange, &transfers, stones, &mut self.frontier, &mut names)?;
        self.trails = Trails { earlier, own: Trail::new(self.process(), self.layer, names), runs };
        Ok(())
    }

    /// Checks that the positions of the layer are those whose keys the logs hold. Returns the number of positions
    /// of each process.
    fn compare_sums(&mut self, layer: Sum, last: Sum) -> Result<Vec<u32>, ResumeError> {
        let mut message = Writer::default();
        for sum in [layer, last] {
            message.put(sum.positions.to_le_bytes());
            message.put(sum.keys.to_le_bytes());
        }
        let mut sums = [Sum::default(); 2];
        let mut founds = Vec::new();
        for message in self.exchange.exchange(vec![message.0; self.processes()])? {
            let mut message = Reader::new(&message);
            for (number, sum) in sums.iter_mut().enumerate() {
                let positions = message.u64();
                sum.positions += positions;
                sum.keys ^= u128::from_le_bytes(message.take());
                if number == 0 {
                    founds.push(positions as u32);
                }
            }
        }
        // The root's layer need not be in a log.
        match self.layer == 0 || sums[0] == sums[1] {
            true => Ok(founds),
            false => Err(CheckpointError::damaged(MANIFEST, Damage::OtherLog).into()),
        }
    }

    /// Continues with the counts of the checkpoint: those of the processes whose numbers equal this process's,
    /// modulo the present number of processes.
    fn restore_counts(&mut self, agreed: &Agreed) {
        let (process, processes) = (self.process(), self.processes());
        let mut sum = Counts::default();
        for part in agreed.parts.iter().skip(process).step_by(processes) {
            let counts = Counts::from(part.search.counts.clone());
            sum.nodes += counts.nodes;
            sum.lookups.lookups += counts.lookups.lookups;
            sum.lookups.lookups_judged += counts.lookups.lookups_judged;
            sum.lookups.false_hits += counts.lookups.false_hits;
        }
        self.nodes = sum.nodes;
        self.owner.visited.set_counts(sum.lookups);
        self.count_closed();
        let seconds = agreed.parts.iter().map(|part| part.seconds).fold(0.0, f64::max);
        self.earlier = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let rest = self.bytes() - self.owner.visited.bytes();
        self.owner.visited.limit(self.plan.table_limit(rest));
    }
}
