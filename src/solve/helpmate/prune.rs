//! Pruning the parent log: positions without a descendant in the last layer cannot lie on a solution and are removed.
//!
//! Every edge whose child is kept is kept, so the number of solutions stays exact.

use super::byte_log::read_varint;
use super::interruption::Interruption;
use super::parents::ParentLog;
use crate::solve::outcome::Reason;
use crate::store::reserve::fallible;
use std::collections::TryReserveError;

/// The set of the places in a layer whose positions are kept.
#[derive(Default)]
struct Kept {
    words: Vec<u64>,
    /// For each word, the number of kept places in the words before it.
    before: Vec<u32>,
}

impl Kept {
    fn all(len: usize) -> Result<Kept, TryReserveError> {
        let mut kept = Kept::default();
        fallible(|| kept.words.try_reserve_exact(len.div_ceil(64)))?;
        kept.words.resize(len.div_ceil(64), u64::MAX);
        if let Some(last) = kept.words.last_mut() {
            *last >>= len.wrapping_neg() % 64;
        }
        Ok(kept)
    }

    fn add(&mut self, place: u32) -> Result<(), TryReserveError> {
        let word = place as usize / 64;
        if word >= self.words.len() {
            fallible(|| self.words.try_reserve(word + 1 - self.words.len()))?;
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (place % 64);
        Ok(())
    }

    fn contains(&self, place: u32) -> bool {
        self.words.get(place as usize / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// Computes `before`, which [`Kept::rank`] uses.
    fn count(&mut self) -> Result<(), TryReserveError> {
        let mut before = 0;
        fallible(|| self.before.try_reserve_exact(self.words.len()))?;
        for word in &self.words {
            self.before.push(before);
            before += word.count_ones();
        }
        Ok(())
    }

    /// The number of kept places below `place`, which is its new place.
    fn rank(&self, place: u32) -> u32 {
        let word = place as usize / 64;
        self.before[word] + (self.words[word] & ((1 << (place % 64)) - 1)).count_ones()
    }
}

impl ParentLog {
    /// Removes the positions that have no descendant in the last layer. The places of the others change, except
    /// in the last layer. If the system refuses memory for this, the log stays as it is.
    ///
    /// # Errors
    /// It was interrupted: the log can no longer be used.
    pub fn prune(&mut self, interruption: &mut Interruption) -> Result<(), Reason> {
        let kept = self.find_ancestors(interruption);
        interruption.check()?;
        let Ok(mut kept) = kept else { return Ok(()) };
        let starts = std::mem::take(&mut self.starts);
        let ends: Vec<_> = starts.iter().skip(1).copied().chain([self.end()]).collect();
        let mut nodes = std::mem::take(&mut self.nodes).drain();
        let mut edges = std::mem::take(&mut self.edges).drain();
        for (layer, (start, end)) in starts.into_iter().zip(ends).enumerate() {
            self.open_layer();
            let [parents, children] = &mut kept[layer..layer + 2] else {
                unreachable!("a set for each layer")
            };
            nodes.end_after(end.nodes - start.nodes);
            let mut parent = 0;
            for place in 0.. {
                let (Some(difference), Some(tag)) = (read_varint(&mut nodes), nodes.next()) else { break };
                parent += difference;
                if children.contains(place) {
                    self.push_record(parents.rank(parent), tag);
                }
                interruption.tick()?;
            }
            edges.end_after(end.edges - start.edges);
            let mut parent = 0;
            while let (Some(difference), Some(child)) = (read_varint(&mut edges), read_varint(&mut edges)) {
                parent += difference;
                if children.contains(child) {
                    self.push_edge(parents.rank(parent), children.rank(child));
                }
                interruption.tick()?;
            }
            // The set of a layer that was rewritten is no longer needed: free its memory.
            *parents = Kept::default();
        }
        Ok(())
    }

    /// For each layer, beginning with the root's, the positions that have a descendant in the last layer. When it
    /// is interrupted the result is incomplete, and the caller must check for that.
    fn find_ancestors(&self, interruption: &mut Interruption) -> Result<Vec<Kept>, TryReserveError> {
        let layers = self.starts.len();
        if layers == 0 {
            return Ok(vec![Kept::default()]);
        }
        let mut kept = Vec::with_capacity(layers + 1);
        let mut children = Kept::all(self.node_records(layers).count())?;
        for layer in (1..=layers).rev() {
            let mut parents = Kept::default();
            for (place, record) in (0..).zip(self.node_records(layer)) {
                if children.contains(place) {
                    parents.add(record.parent)?;
                }
                if interruption.tick().is_err() {
                    return Ok(kept);
                }
            }
            for edge in self.edge_records(layer).filter(|edge| children.contains(edge.child)) {
                parents.add(edge.parent)?;
            }
            kept.push(std::mem::replace(&mut children, parents));
        }
        kept.push(children);
        kept.reverse();
        kept.iter_mut().try_for_each(Kept::count)?;
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parents::{EdgeRecord, NodeRecord};
    use super::*;
    use std::cell::Cell;
    use std::collections::BTreeSet;

    type Layer = (Vec<NodeRecord>, Vec<EdgeRecord>);

    fn records(parent_log: &ParentLog) -> Vec<Layer> {
        let layer =
            |number| (parent_log.node_records(number).collect(), parent_log.edge_records(number).collect());
        (1..=parent_log.starts.len()).map(layer).collect()
    }

    fn random_trail(seed: u32, layers: u32) -> ParentLog {
        let mut state = seed;
        let mut below = |limit: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % limit
        };
        let mut parent_log = ParentLog::default();
        let mut parents = 1;
        for _ in 0..layers {
            parent_log.open_layer();
            let len = 1 + below(200);
            let mut places: Vec<_> = (0..len).map(|_| below(parents)).collect();
            places.sort_unstable();
            places.iter().for_each(|&parent| parent_log.push_node(parent, u128::from(below(256)) << 120));
            let mut edges: Vec<_> = (0..below(100)).map(|_| (below(parents), below(len))).collect();
            edges.sort_unstable();
            edges.iter().for_each(|&(parent, child)| parent_log.push_edge(parent, child));
            parents = len;
        }
        parent_log
    }

    /// The expected result of pruning, computed with plain sets of places.
    fn plainly_pruned(mut layers: Vec<Layer>) -> Vec<Layer> {
        let Some((last, _)) = layers.last() else { return layers };
        let mut kept: BTreeSet<u32> = (0..last.len() as u32).collect();
        let rank = |kept: &BTreeSet<u32>, place| kept.range(..place).count() as u32;
        for (nodes, edges) in layers.iter_mut().rev() {
            edges.retain(|edge| kept.contains(&edge.child));
            let mut places = 0..;
            nodes.retain(|_| kept.contains(&places.next().expect("endless")));
            let parents: BTreeSet<u32> =
                nodes.iter().map(|node| node.parent).chain(edges.iter().map(|edge| edge.parent)).collect();
            edges.iter_mut().for_each(|edge| edge.child = rank(&kept, edge.child));
            edges.iter_mut().for_each(|edge| edge.parent = rank(&parents, edge.parent));
            nodes.iter_mut().for_each(|node| node.parent = rank(&parents, node.parent));
            kept = parents;
        }
        layers
    }

    #[test]
    fn what_is_kept_is_what_the_last_layer_descends_from() {
        for seed in 0..200 {
            let mut parent_log = random_trail(seed, seed % 9);
            let expected = plainly_pruned(records(&parent_log));
            assert_eq!(parent_log.prune(&mut Interruption::never()), Ok(()));
            assert_eq!(records(&parent_log), expected, "seed {seed}");
            assert_eq!(parent_log.prune(&mut Interruption::never()), Ok(()));
            assert_eq!(records(&parent_log), expected, "twice, seed {seed}");
        }
    }

    #[test]
    fn it_can_be_interrupted_anywhere() {
        let mut interrupted = 0;
        for polls in 0..40 {
            let mut parent_log = random_trail(5, 8);
            let left = Cell::new(polls);
            let must_end = || {
                left.set(left.get() - 1);
                (left.get() < 0).then_some(Reason::Time)
            };
            let ended = parent_log.prune(&mut Interruption::every(64, &must_end));
            assert_eq!(ended.is_err(), left.get() < 0, "{polls} looks");
            interrupted += u32::from(ended.is_err());
        }
        assert!((10..40).contains(&interrupted), "{interrupted}");
    }
}
