//! The graph of all shortest solutions: the positions on them, ply by ply, and the moves between these.
//!
//! Two solutions that meet share their continuation, so a graph of some thousand positions can hold more
//! solutions than could ever be listed. The number of solutions is the number of paths. The graph holds moves
//! only; a walk from the root reconstructs the positions.

use crate::position::Position;
use crate::types::{Color, Move};
use num_bigint::BigUint;

/// A move on a solution, and the position that it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphEdge {
    /// The move.
    pub mv: Move,
    /// The number of the position after the move, among those of the next ply.
    pub to: u32,
}

/// The positions of one ply, identified by numbers from 0, and the moves that leave them.
#[derive(Clone, Debug, Default)]
struct Ply {
    /// The index at which each position's edges begin, and the number of edges at the end.
    starts: Vec<u32>,
    edges: Vec<GraphEdge>,
}

/// All shortest solutions of a problem. Position 0 of ply 0 is the root; every path from it ends in a mate of the last
/// ply.
#[derive(Clone, Debug)]
pub struct SolutionGraph {
    root: Position,
    attacker: Color,
    plies: Vec<Ply>,
    mates: usize,
    is_complete: bool,
}

impl SolutionGraph {
    /// A graph without plies, which are added afterwards. `is_complete`: whether it will hold all shortest
    /// solutions.
    pub(super) fn new(root: &Position, attacker: Color, is_complete: bool) -> SolutionGraph {
        SolutionGraph { root: root.clone(), attacker, plies: Vec::new(), mates: 1, is_complete }
    }

    /// Adds a ply: for each position of the last ply, the moves that leave it and lead to one of `width`
    /// positions.
    pub(super) fn push_ply(&mut self, leaving: Vec<Vec<GraphEdge>>, width: usize) {
        debug_assert_eq!(leaving.len(), self.mates);
        let mut ply = Ply { starts: Vec::with_capacity(leaving.len() + 1), edges: Vec::new() };
        for mut edges in leaving {
            edges.sort_unstable_by_key(|edge| edge.mv);
            ply.starts.push(ply.edges.len() as u32);
            ply.edges.append(&mut edges);
        }
        ply.starts.push(ply.edges.len() as u32);
        self.plies.push(ply);
        self.mates = width;
    }

    /// The position that was solved.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// The attacker.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The length of the solutions in plies.
    pub fn length(&self) -> usize {
        self.plies.len()
    }

    /// Whether the graph holds all shortest solutions; otherwise there were memory and time for only one.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The number of positions after `ply` plies; `ply` ranges from 0 to the length.
    pub fn width(&self, ply: usize) -> usize {
        self.plies.get(ply).map_or(self.mates, |ply| ply.starts.len() - 1)
    }

    /// The number of positions in all plies.
    pub fn positions(&self) -> u64 {
        (0..=self.length()).map(|ply| self.width(ply) as u64).sum()
    }

    /// The moves that leave a position, in canonical order; none in the last ply.
    ///
    /// # Panics
    /// When there is no such position.
    pub fn edges(&self, ply: usize, position: u32) -> &[GraphEdge] {
        let Some(ply) = self.plies.get(ply) else { return &[] };
        let at = position as usize;
        &ply.edges[ply.starts[at] as usize..ply.starts[at + 1] as usize]
    }

    /// The number of the position to which a move leads; `None` if the move is not part of a solution.
    pub fn follow(&self, ply: usize, position: u32, mv: Move) -> Option<u32> {
        self.edges(ply, position).iter().find(|edge| edge.mv == mv).map(|edge| edge.to)
    }

    /// The first solution in canonical order.
    pub fn first_solution(&self) -> Vec<Move> {
        let mut at = 0;
        let edges = (0..self.length()).map(|ply| {
            let edge = self.edges(ply, at)[0];
            at = edge.to;
            edge.mv
        });
        edges.collect()
    }

    /// The number of solutions.
    pub fn count(&self) -> BigUint {
        let mut ways = self.ways_at_the_end();
        for ply in (0..self.length()).rev() {
            ways = self.ways_before(ply, &ways);
        }
        ways.swap_remove(0)
    }

    /// The numbers of continuations from the positions of any ply.
    pub fn ways_on(&self) -> WaysOn<'_> {
        WaysOn::new(self)
    }

    /// The number of continuations from each mate, which is one.
    pub fn ways_at_the_end(&self) -> Vec<BigUint> {
        vec![BigUint::from(1u8); self.mates]
    }

    /// For each position of a ply, the number of ways to a mate, computed from those of the next ply.
    pub fn ways_before(&self, ply: usize, after: &[BigUint]) -> Vec<BigUint> {
        let ways = |at| self.edges(ply, at).iter().map(|edge| &after[edge.to as usize]).sum();
        (0..self.width(ply) as u32).map(ways).collect()
    }

    /// Begins a walk over the positions, ply by ply.
    pub fn walk(&self) -> GraphWalk<'_> {
        GraphWalk { graph: self, ply: 0, positions: vec![self.root.clone()], ways: vec![1u8.into()] }
    }
}

/// For any ply, the number of ways from each of its positions to a mate. A long graph has too many large numbers
/// to keep them all: those of some plies are kept, and the others are computed again from these, one stretch of
/// plies at a time.
#[derive(Clone, Debug)]
pub struct WaysOn<'a> {
    graph: &'a SolutionGraph,
    /// The length of a stretch in plies.
    stretch: usize,
    /// The numbers at the beginning of each stretch.
    kept: Vec<Vec<BigUint>>,
    /// The number of the stretch that was computed last, and its numbers of ways.
    current: (usize, Vec<Vec<BigUint>>),
}

impl<'a> WaysOn<'a> {
    fn new(graph: &'a SolutionGraph) -> WaysOn<'a> {
        let stretch = graph.length().isqrt() + 1;
        let mut kept = vec![Vec::new(); graph.length() / stretch + 1];
        let mut ways = graph.ways_at_the_end();
        for ply in (0..=graph.length()).rev() {
            if ply < graph.length() {
                ways = graph.ways_before(ply, &ways);
            }
            if ply % stretch == 0 {
                kept[ply / stretch] = ways.clone();
            }
        }
        WaysOn { graph, stretch, kept, current: (usize::MAX, Vec::new()) }
    }

    /// The numbers for a ply. Asking for a ply near the previous one is cheap.
    ///
    /// # Panics
    /// When the graph has no such ply.
    pub fn at(&mut self, ply: usize) -> &[BigUint] {
        let number = ply / self.stretch;
        if self.current.0 != number {
            let (first, end) = (number * self.stretch, (number + 1) * self.stretch);
            let mut plies = match self.kept.get(number + 1) {
                Some(after) => vec![after.clone()],
                None => vec![self.graph.ways_at_the_end()],
            };
            for ply in (first..end.min(self.graph.length())).rev() {
                plies.push(self.graph.ways_before(ply, &plies[plies.len() - 1]));
            }
            plies.reverse();
            self.current = (number, plies);
        }
        &self.current.1[ply - number * self.stretch]
    }
}

/// Visits the positions of one ply after the other, with the numbers of ways to them from the root.
#[derive(Clone, Debug)]
pub struct GraphWalk<'a> {
    graph: &'a SolutionGraph,
    ply: usize,
    positions: Vec<Position>,
    ways: Vec<BigUint>,
}

impl GraphWalk<'_> {
    /// The number of the current ply, from 0.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The positions of the current ply, in the order of their numbers.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// For each of these positions, the number of ways to it from the root.
    pub fn ways(&self) -> &[BigUint] {
        &self.ways
    }

    /// Moves to the next ply; returns false if the current one is the last.
    pub fn advance(&mut self) -> bool {
        if self.ply == self.graph.length() {
            return false;
        }
        let width = self.graph.width(self.ply + 1);
        let mut positions: Vec<Option<Position>> = vec![None; width];
        let mut ways = vec![BigUint::ZERO; width];
        for (number, position) in (0u32..).zip(&self.positions) {
            for edge in self.graph.edges(self.ply, number) {
                ways[edge.to as usize] += &self.ways[number as usize];
                positions[edge.to as usize].get_or_insert_with(|| {
                    let mut after = position.clone();
                    after.do_move(edge.mv);
                    after
                });
            }
        }
        self.positions = positions.into_iter().flatten().collect();
        debug_assert_eq!(self.positions.len(), width, "a position that nothing leads to");
        self.ways = ways;
        self.ply += 1;
        true
    }
}
