//! Determines which positions of a search can be reached from some of its starts.

use super::run::Run;

/// Counts of the positions that the chosen starts reach, and of those that only the other starts reach.
pub(super) struct Reach {
    /// Positions that a chosen start reaches in the position's own layer.
    pub positions: u64,
    /// Positions of the last closed layer, not yet expanded, that only other starts reach.
    pub left_to_others: u64,
}

impl Run {
    /// Counts what the chosen starts reach; `is_chosen` has one entry for each start.
    pub fn reach(&self, is_chosen: Vec<bool>) -> Reach {
        let (mut above, mut positions) = (is_chosen, 0);
        for layer in 1..self.records.layers() as usize {
            let log = self.parent_log();
            let mut here: Vec<bool> =
                log.node_records(layer).map(|record| above[record.parent as usize]).collect();
            for edge in log.edge_records(layer) {
                here[edge.child as usize] |= above[edge.parent as usize];
            }
            positions += here.iter().filter(|is_reached| **is_reached).count() as u64;
            above = here;
        }
        let others = above[self.expanded().min(above.len())..].iter().filter(|is_reached| !**is_reached);
        Reach { positions, left_to_others: others.count() as u64 }
    }
}
