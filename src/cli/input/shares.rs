//! The shares of a set: which problems `--shard` takes.

use crate::cli::args::Shard;
use crate::problem::Problem;
use std::collections::HashMap;

/// Deals out problems. Twins (ツイン) are not parted: each goes where the problem goes whose other diagram it is.
pub(super) struct Dealer {
    shard: Shard,
    /// How many problems came.
    count: u64,
    /// The number by which the last problem with an id was dealt out.
    by_id: HashMap<String, u64>,
}

impl Dealer {
    /// One that takes what is in a share.
    pub fn new(shard: Shard) -> Dealer {
        Dealer { shard, count: 0, by_id: HashMap::new() }
    }

    /// Whether the next problem of all inputs is in the share; `None` for one that cannot be read.
    pub fn takes(&mut self, problem: Option<&Problem>) -> bool {
        self.count += 1;
        let first = problem.and_then(|problem| problem.twin.as_ref());
        let of_first = first.map(|first| self.by_id.get(first).copied());
        let number = of_first.flatten().unwrap_or(self.count);
        // The twin of nothing is nobody's first.
        let is_lost = of_first == Some(None);
        if let Some(id) = problem.and_then(|problem| problem.id.as_ref()).filter(|_| !is_lost) {
            self.by_id.insert(id.clone(), number);
        }
        self.shard.contains(number)
    }
}
