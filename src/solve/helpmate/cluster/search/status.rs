//! The status of a process: whether it must end, its memory, and the progress of the search.

use super::super::ahead::Ahead;
use super::super::asked::AskedKeys;
use super::super::layer_origins::Origin;
use super::super::rounds::Status;
use super::ClusterSearch;
use crate::solve::helpmate::batch::Batch;
use crate::solve::helpmate::frontier::MOST_POSITIONS;
use crate::solve::outcome::{Progress, Reason};

impl ClusterSearch {
    pub(super) fn status(&mut self) -> Status {
        Status {
            has_more: self.cursor < self.frontier.len(),
            has_mate: !self.mates.is_empty(),
            saves: self.saves,
            reason: self.reason(),
            nodes: self.nodes,
            positions: self.owner.visited.len() as u64,
            bytes: self.bytes(),
        }
    }

    /// The reason why this process must end, if it must.
    fn reason(&mut self) -> Option<Reason> {
        let limits = &self.options.limits;
        let over = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        let must_end = self.options.must_end(self.started).or(self.heard);
        if limits.plies.is_some_and(|plies| self.length() > plies) {
            Some(Reason::Plies)
        } else if must_end.is_some() || !self.mates.is_empty() {
            must_end
        } else if over(limits.nodes, self.all.nodes) {
            Some(Reason::Nodes)
        } else if self.has_failed() {
            Some(Reason::Disk)
        } else if over(Some(self.options.memory()), self.bytes())
            || self.next.len() > MOST_POSITIONS
            || self.owner.visited.forgets() && self.plan.is_hopeless()
        {
            Some(Reason::Memory)
        } else {
            None
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let cross_edges: usize = self.cross_edges.iter().map(Vec::capacity).sum();
        self.owner.bytes()
            + self.recent.bytes()
            + self.frontier.bytes()
            + self.next.bytes()
            + self.index.bytes()
            + self.index.bytes_to_come_soon(0)
            + self.spare_batches.iter().map(Batch::bytes).sum::<u64>()
            + self.asked.iter().map(AskedKeys::bytes).sum::<u64>()
            + self.trails.bytes()
            + self.ahead.as_ref().map_or(0, Ahead::bytes)
            + (cross_edges * size_of::<(u128, Origin)>()) as u64
    }

    pub(super) fn progress(&self) -> Progress {
        Progress {
            plies: self.length(),
            frontier: self.width,
            positions: self.all.positions,
            nodes: self.all.nodes,
            lookups: self.owner.visited.lookups(),
            bytes: self.all.bytes,
            budget: self.plan.budget() * self.processes() as u64,
            seconds: self.elapsed().as_secs_f64(),
            ..Progress::default()
        }
    }
}
