//! The graph of all shortest lines: their exact number, and the first of them in canonical order.
//!
//! A backtrace through the parent log finds the positions that may lie on a shortest line. These are expanded
//! again from the root on, as whole positions. Wrong edges of the log, which are no legal moves or do not lead to
//! a mate, are discarded here.

use super::backtrace::{Backtrace, BacktraceEdge};
use super::expand::{Child, expand, expand_permitted, push_permitted_checks};
use super::layers::Layers;
use super::parents::tag;
use super::task::Task;
use crate::movegen::DoubleMoves;
use crate::position::{Packed, Position};
use crate::solve::graph::{GraphEdge, SolutionGraph};
use crate::solve::outcome::Solutions;
use crate::store::reserve::{self, fallible};
use crate::types::Move;
use hashbrown::HashMap;
use num_bigint::BigUint;
use std::hash::Hash;

/// An upper estimate of the bytes per edge of the backtrace while solutions are rebuilt.
pub(super) const BYTES_PER_EDGE: u64 = 256;

/// A double move between two positions of the graph. It has no reply if it is the attacker's first move, and no
/// check if it is the defender's mating move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Edge {
    reply: Option<Move>,
    check: Option<Move>,
    child: u32,
}

/// All shortest lines: for each layer, beginning with the root's, the edges that leave each position, in
/// canonical order. Every edge is part of a line to a mate.
pub(super) struct Graph {
    layers: Vec<Vec<Vec<Edge>>>,
    mates: usize,
    is_complete: bool,
}

/// A position while the graph is built, and the places that it may have in its layer of the parent log.
struct Candidate {
    packed: Packed,
    places: Vec<u32>,
}

impl Graph {
    /// The solutions of a finished search that found mates.
    ///
    /// Only one line is rebuilt, and the graph is not complete, when the backtrace would take more than `room`
    /// bytes, the system refuses the memory, or the search must end. `None` when there is no memory even for one
    /// line.
    pub fn rebuild(task: &Task, layers: &Layers, room: u64, must_end: &dyn Fn() -> bool) -> Option<Graph> {
        let (parent_log, last, mates) = (layers.parent_log(), layers.layer(), layers.mates());
        // The table was freed before, so there may be memory again.
        reserve::recover();
        let all = Backtrace::walk_back(parent_log, last, mates, room / BYTES_PER_EDGE, must_end);
        let all = all.and_then(|backtrace| Graph::walk_forward(task, &backtrace, must_end));
        all.or_else(|| {
            reserve::recover();
            let backtrace = Backtrace::one_line(parent_log, last, mates[0])?;
            let graph = Graph::walk_forward(task, &backtrace, &|| false)?;
            Some(Graph { is_complete: false, ..graph })
        })
    }

    /// The solutions among the edges of a backtrace. `is_complete`: whether the backtrace has all of them. `None`
    /// when the search must end meanwhile, or the system refuses the memory.
    pub fn of_backtrace(
        task: &Task,
        backtrace: &Backtrace,
        is_complete: bool,
        must_end: &dyn Fn() -> bool,
    ) -> Option<Graph> {
        reserve::recover();
        let graph = Graph::walk_forward(task, backtrace, must_end)?;
        Some(Graph { is_complete, ..graph })
    }

    /// The number of solutions and the first `max_solutions` of them, each replayed by the rules.
    pub fn solutions(&self, task: &Task, max_solutions: usize) -> Solutions {
        // Always replay one solution as a test, even when none is asked for.
        let listed = self.list(max_solutions.max(1));
        let ends = listed.iter().map(|line| replay(task, line));
        let surplus = ends.map(|end| end.hand(task.attacker)).collect();
        let (count, exact) = (self.count(), self.is_complete);
        let mut solutions = Solutions { count, exact, listed, surplus };
        solutions.listed.truncate(max_solutions);
        solutions.surplus.truncate(max_solutions);
        solutions
    }

    /// Whether the graph has no line to a mate: then the parent log, which was read from a checkpoint, belongs to
    /// another search.
    pub fn is_empty(&self) -> bool {
        self.layers.first().map_or(self.mates == 0, |leaving| leaving[0].is_empty())
    }

    /// Whether the graph holds all solutions.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// This graph with the positions after the defender's moves added; `None` if there is no memory for it.
    pub fn ply_by_ply(&self, task: &Task) -> Option<SolutionGraph> {
        let root = &task.root;
        let mut graph = SolutionGraph::new(root, task.attacker, self.is_complete);
        // The positions of the layer, each with its number in the edges of `layers`.
        let mut current = vec![(0u32, root.clone())];
        for leaving in &self.layers {
            let mut next = Numbering::default();
            let mut middle = Numbering::default();
            let mut replies = room_for(current.len())?;
            let mut checks: Vec<Vec<GraphEdge>> = Vec::new();
            for (number, position) in &current {
                let mut edges: Vec<GraphEdge> = Vec::new();
                for edge in &leaving[*number as usize] {
                    // Without a reply this is the attacker's first move, made in the position itself.
                    let mut after = position.clone();
                    let to = match edge.reply {
                        Some(reply) => {
                            after.do_move(reply);
                            middle.number(after.pack().expect("a legal position can be packed"), || ())?
                        }
                        None => 0,
                    };
                    if let Some(mv) = edge.reply.filter(|&mv| edges.iter().all(|edge| edge.mv != mv)) {
                        edges.push(GraphEdge { mv, to });
                    }
                    let Some(check) = edge.check else { continue };
                    fallible(|| checks.try_reserve(1)).ok()?;
                    checks.resize_with(checks.len().max(to as usize + 1), Vec::new);
                    if checks[to as usize].iter().all(|known| known.mv != check) {
                        let to_check = next.number(edge.child, || {
                            after.do_move(check);
                            (edge.child, after)
                        })?;
                        checks[to as usize].push(GraphEdge { mv: check, to: to_check });
                    }
                }
                replies.push(edges);
            }
            if !middle.values.is_empty() {
                graph.push_ply(replies, middle.values.len());
            }
            // The defender's mating move is followed by no check.
            if !checks.is_empty() {
                graph.push_ply(checks, next.values.len());
            }
            current = next.values;
        }
        debug_assert_eq!(graph.count(), self.count(), "as many solutions as were told");
        Some(graph)
    }

    /// Expands the positions of a backtrace from the root on. `None` when the search must end meanwhile, or the
    /// system refuses the memory.
    fn walk_forward(task: &Task, backtrace: &Backtrace, must_end: &dyn Fn() -> bool) -> Option<Graph> {
        let Task { root, attacker, .. } = task;
        let mut builder = GraphBuilder::default();
        let mut current =
            vec![Candidate { packed: root.pack().expect("a legal position can be packed"), places: vec![0] }];
        let mut layers = Vec::with_capacity(backtrace.edges.len());
        for (layer, edges) in backtrace.edges.iter().enumerate() {
            let mut leaving = room_for(current.len())?;
            for candidate in &current {
                if must_end() {
                    return None;
                }
                let mut position = candidate.packed.unpack(root.stones());
                builder.children.clear();
                if layer == 0 && root.side_to_move() == *attacker {
                    push_permitted_checks(&task.permitted, &position, &mut builder.children);
                } else if !task.permitted.are_all() {
                    expand_permitted(&task.permitted, &position, 0, &mut builder.children);
                } else {
                    expand(&mut builder.moves, &mut position, 0, &mut builder.children);
                }
                leaving.push(builder.keep_backtraced(candidate, edges)?);
            }
            layers.push(leaving);
            current = builder.next_layer();
        }
        if task.defender_mates() && !task.begins_mated() {
            let mut leaving = room_for(current.len())?;
            for candidate in &current {
                leaving.push(builder.mates_from(task, candidate)?);
            }
            layers.push(leaving);
            current = builder.next_layer();
        }
        let is_mate = |candidate: &Candidate| task.permitted.is_mate(&candidate.packed.unpack(root.stones()));
        let mates: Vec<bool> = current.iter().map(is_mate).collect();
        let mut graph = Graph { layers, mates: mates.len(), is_complete: true };
        graph.prune(mates);
        Some(graph)
    }

    /// Removes the edges that lead to no mate, from the last layer to the first.
    fn prune(&mut self, mut alive: Vec<bool>) {
        for leaving in self.layers.iter_mut().rev() {
            for edges in leaving.iter_mut() {
                edges.retain(|edge| alive[edge.child as usize]);
                edges.sort_unstable();
            }
            alive = leaving.iter().map(|edges| !edges.is_empty()).collect();
        }
    }

    /// The number of lines from the root to a mate.
    fn count(&self) -> BigUint {
        // In the last layer every position with an edge to it is a mate; edges to other positions were removed.
        let mut ways = vec![BigUint::from(1u8); self.mates];
        for leaving in self.layers.iter().rev() {
            ways = leaving
                .iter()
                .map(|edges| edges.iter().map(|edge| &ways[edge.child as usize]).sum())
                .collect();
        }
        ways.swap_remove(0)
    }

    /// Up to `max` solutions in canonical order.
    fn list(&self, max: usize) -> Vec<Vec<Move>> {
        let mut listed = Vec::new();
        // For each layer, the position's number and the index of the edge taken from it.
        let mut path = vec![(0u32, 0usize)];
        while listed.len() < max {
            if path.len() > self.layers.len() {
                listed.push(self.moves(&path));
                if !self.next_path(&mut path) {
                    break;
                }
                continue;
            }
            let (node, edge) = path[path.len() - 1];
            let child = self.layers[path.len() - 1][node as usize][edge].child;
            path.push((child, 0));
        }
        listed
    }

    /// Advances the path to the next line in canonical order, and cuts it off after the first edge that differs.
    /// Returns false when there is no next line.
    fn next_path(&self, path: &mut Vec<(u32, usize)>) -> bool {
        path.pop();
        while let Some((node, edge)) = path.pop() {
            if edge + 1 < self.layers[path.len()][node as usize].len() {
                path.push((node, edge + 1));
                return true;
            }
        }
        false
    }

    fn moves(&self, path: &[(u32, usize)]) -> Vec<Move> {
        let edges = self.layers.iter().zip(path).map(|(layer, &(node, edge))| layer[node as usize][edge]);
        edges.flat_map(|edge| [edge.reply, edge.check]).flatten().collect()
    }
}

/// Numbers keys in the order in which they are first met, and keeps a value for each.
struct Numbering<K, V> {
    numbers: HashMap<K, u32>,
    values: Vec<V>,
}

impl<K, V> Default for Numbering<K, V> {
    fn default() -> Self {
        Numbering { numbers: HashMap::new(), values: Vec::new() }
    }
}

impl<K: Eq + Hash, V> Numbering<K, V> {
    /// The number of a key; `value` makes its value if the key is new. `None` when there is no memory for one
    /// more.
    fn number(&mut self, key: K, value: impl FnOnce() -> V) -> Option<u32> {
        let Numbering { numbers, values } = self;
        fallible(|| numbers.try_reserve(1)).ok()?;
        fallible(|| values.try_reserve(1)).ok()?;
        Some(*numbers.entry(key).or_insert_with(|| {
            values.push(value());
            values.len() as u32 - 1
        }))
    }
}

/// An empty vector with room for `len` elements; `None` if memory has run out.
fn room_for<T>(len: usize) -> Option<Vec<T>> {
    let mut room = Vec::new();
    fallible(|| room.try_reserve_exact(len)).ok().filter(|()| !reserve::is_exhausted())?;
    Some(room)
}

/// Collects the positions of the next layer, each of them once.
#[derive(Default)]
struct GraphBuilder {
    moves: DoubleMoves,
    children: Vec<Child>,
    next: Numbering<Packed, Candidate>,
}

impl GraphBuilder {
    /// The edges from a position to children that are in the backtrace, if there is memory for them.
    fn keep_backtraced(&mut self, parent: &Candidate, backtrace: &[BacktraceEdge]) -> Option<Vec<Edge>> {
        let mut edges = Vec::new();
        for index in 0..self.children.len() {
            let child = self.children[index];
            let mut number = None;
            for &place in &parent.places {
                let from = backtrace.partition_point(|edge| edge.parent < place);
                let edges_from_parent = backtrace[from..].iter().take_while(|edge| edge.parent == place);
                for edge in edges_from_parent.filter(|edge| edge.tag == tag(child.key)) {
                    let number = match number {
                        Some(number) => number,
                        None => {
                            let packed = child.packed(&parent.packed);
                            let candidate = || Candidate { packed, places: Vec::new() };
                            *number.insert(self.next.number(packed, candidate)?)
                        }
                    };
                    let places = &mut self.next.values[number as usize].places;
                    if !places.contains(&edge.child) {
                        places.push(edge.child);
                    }
                }
            }
            if let Some(number) = number {
                edges.push(Edge { reply: child.reply(), check: Some(child.check), child: number });
            }
        }
        (!reserve::is_exhausted()).then_some(edges)
    }

    /// The edges from a position to the mates by the defender's last move; `None` if there is no memory for them.
    fn mates_from(&mut self, task: &Task, parent: &Candidate) -> Option<Vec<Edge>> {
        let position = parent.packed.unpack(task.root.stones());
        let mut edges = Vec::new();
        for mv in task.mating_moves(&position) {
            let mut after = position.clone();
            after.do_move(mv);
            let packed = after.pack().expect("a legal position can be packed");
            let child = self.next.number(packed, || Candidate { packed, places: Vec::new() })?;
            edges.push(Edge { reply: Some(mv), check: None, child });
        }
        (!reserve::is_exhausted()).then_some(edges)
    }

    fn next_layer(&mut self) -> Vec<Candidate> {
        self.next.numbers.clear();
        std::mem::take(&mut self.next.values)
    }
}

/// Replays a solution by the rules and returns the final position.
///
/// # Panics
/// When the line is no solution: that would be an error of this program, and no answer is better than a wrong
/// one.
fn replay(task: &Task, line: &[Move]) -> Position {
    let root = &task.root;
    let flaw = task.permitted.line_flaw(root, task.rule, line);
    assert!(flaw.is_none(), "{flaw:?} in a solution of {root}");
    let mut position = root.clone();
    line.iter().for_each(|&mv| {
        position.do_move(mv);
    });
    position
}
