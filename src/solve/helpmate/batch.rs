//! Expanding positions of a layer in batches.
//!
//! Expanding positions and looking up children evict each other's code and data from the processor's inner caches; so a
//! batch of positions is expanded before its children are looked up.

use super::expand::{Child, Expanded, expand, expand_permitted};
use super::frontier::Frontier;
use super::task::Task;
use crate::movegen::DoubleMoves;
use crate::position::Position;
use std::ops::Range;

/// The result of expanding a batch of positions.
#[derive(Default)]
pub(super) struct Batch {
    /// Their children, in the order of their parents.
    pub children: Vec<Child>,
    /// The indices in the layer of positions at which lines end ([`Task::ends_at`]).
    pub mates: Vec<u32>,
    /// The number of positions expanded, plus that of the defender's moves in them.
    pub nodes: u64,
}

impl Batch {
    /// Empties the batch and keeps its memory.
    pub fn clear(&mut self) {
        self.children.clear();
        self.mates.clear();
        self.nodes = 0;
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        (self.children.capacity() * size_of::<Child>()) as u64
    }
}

/// A move generator with a position to unpack into.
pub(super) struct Expander {
    moves: DoubleMoves,
    position: Position,
    task: Task,
}

impl Expander {
    /// An expander for the problem of `task`.
    pub fn new(task: &Task) -> Expander {
        Expander { moves: DoubleMoves::default(), position: task.root.clone(), task: task.clone() }
    }

    /// Whether a line ends at the position at an index of a layer.
    pub fn ends_at(&mut self, layer: &Frontier, place: u32) -> bool {
        layer.unpack(place, &mut self.position);
        self.task.ends_at(&self.position)
    }

    /// Expands the positions at the given indices of a layer into a batch, except known duplicates. `on_children`
    /// is called with the children of each position as soon as they are known; under conditions on captures, once
    /// with those of all positions.
    #[inline(always)]
    pub fn expand(
        &mut self,
        layer: &Frontier,
        places: Range<usize>,
        batch: &mut Batch,
        mut on_children: impl FnMut(&[Child]),
    ) {
        if !self.task.permitted.are_all() {
            let before = batch.children.len();
            self.expand_permitted(layer, places, batch);
            return on_children(&batch.children[before..]);
        }
        let known = batch.mates.len();
        for place in places.clone() {
            if layer.is_duplicate(place) {
                continue;
            }
            let place = place as u32;
            let before = batch.children.len();
            layer.unpack(place, &mut self.position);
            match expand(&mut self.moves, &mut self.position, place, &mut batch.children) {
                Expanded::Mate => batch.mates.push(place),
                Expanded::Replies(replies) => batch.nodes += u64::from(replies),
            }
            on_children(&batch.children[before..]);
            batch.nodes += 1;
        }
        if self.task.defender_mates() {
            self.find_ends(layer, places, known, batch);
        }
    }

    /// Expands with the plain generator of the moves that the conditions permit.
    #[inline(never)]
    fn expand_permitted(&mut self, layer: &Frontier, places: Range<usize>, batch: &mut Batch) {
        let known = batch.mates.len();
        for place in places.clone().filter(|&place| !layer.is_duplicate(place)).map(|place| place as u32) {
            layer.unpack(place, &mut self.position);
            match expand_permitted(&self.task.permitted, &self.position, place, &mut batch.children) {
                Expanded::Mate => batch.mates.push(place),
                Expanded::Replies(replies) => batch.nodes += u64::from(replies),
            }
            batch.nodes += 1;
        }
        if self.task.defender_mates() {
            self.find_ends(layer, places, known, batch);
        }
    }

    /// Replaces the positions in which the defender is mated by those in which the defender can mate. The first
    /// `known` of the batch's mates belong to other positions and are kept.
    #[inline(never)]
    fn find_ends(&mut self, layer: &Frontier, places: Range<usize>, known: usize, batch: &mut Batch) {
        batch.mates.truncate(known);
        let places = places.filter(|&place| !layer.is_duplicate(place)).map(|place| place as u32);
        batch.mates.extend(places.filter(|&place| self.ends_at(layer, place)));
    }
}
