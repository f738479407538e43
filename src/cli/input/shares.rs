//! Which problems of a set `--shard` takes.

use crate::cli::args::Shard;
use crate::problem::Problem;
use std::collections::HashMap;

/// Assigns problems to shards. Twins (ツイン) stay together: a twin goes to the shard of the problem that it names.
pub(super) struct Dealer {
    shard: Shard,
    /// The number of problems so far.
    count: u64,
    /// For each id, the number by which the last problem with that id was assigned.
    by_id: HashMap<String, u64>,
}

impl Dealer {
    /// A dealer that takes the problems of one shard.
    pub fn new(shard: Shard) -> Dealer {
        Dealer { shard, count: 0, by_id: HashMap::new() }
    }

    /// Whether the next problem of all inputs belongs to the shard; `None` for one that cannot be read.
    pub fn takes(&mut self, problem: Option<&Problem>) -> bool {
        self.count += 1;
        let first = problem.and_then(|problem| problem.twin.as_ref());
        let of_first = first.map(|first| self.by_id.get(first).copied());
        let number = of_first.flatten().unwrap_or(self.count);
        // A twin whose first problem is missing does not count as the first problem of other twins.
        let is_lost = of_first == Some(None);
        if let Some(id) = problem.and_then(|problem| problem.id.as_ref()).filter(|_| !is_lost) {
            self.by_id.insert(id.clone(), number);
        }
        self.shard.contains(number)
    }
}
