//! Where the solutions differ from one of them. This is computed from their graph, because there may be too
//! many to list.
//!
//! Every other solution leaves the main line (the intended one, otherwise the first solution) at exactly one
//! move. So the moves that leave it, each with the number of solutions that follow, count every solution
//! other than the main line once.

use super::difference_kind::{DifferenceKind, is_changed_order};
use crate::position::Position;
use crate::solve::{GraphEdge, SolutionGraph, StopFlag};
use crate::types::{Move, Square};
use num_bigint::BigUint;

/// A move that leaves the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The move.
    pub mv: Move,
    /// The kind of its difference from the main line's move.
    pub kind: DifferenceKind,
    /// The number of solutions that follow the main line up to here and continue with this move.
    pub solutions: BigUint,
    /// The ply by which all of these solutions have returned to a position of the main line, if every one
    /// returns before the mate.
    pub rejoins: Option<u64>,
}

/// A position of the main line from which several moves lead to solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The ply of the moves; the first move of the problem has ply 1.
    pub ply: u64,
    /// The position before them.
    pub position: Position,
    /// The destination of the move before.
    pub previous: Option<Square>,
    /// Whether the attacker is to move.
    pub is_attackers: bool,
    /// The main line's move.
    pub main: Move,
    /// The other moves, in canonical order.
    pub alternatives: Vec<Alternative>,
}

/// All the places at which solutions leave the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The main line.
    pub main: Vec<Move>,
    /// In the order of plies; at the first place the solutions differ for the first time.
    pub places: Vec<Difference>,
}

impl Differences {
    /// For each kind that occurs, the number of solutions that leave the main line by that kind of
    /// difference.
    pub fn by_kind(&self) -> Vec<(DifferenceKind, BigUint)> {
        let alternatives = || self.places.iter().flat_map(|place| &place.alternatives);
        let of = |kind| alternatives().filter(move |alternative| alternative.kind == kind);
        let sum = |kind| (kind, of(kind).map(|alternative| &alternative.solutions).sum());
        DifferenceKind::ALL.into_iter().map(sum).filter(|(_, count)| *count > BigUint::ZERO).collect()
    }
}

/// The graph's number of the main line's position after each ply, as far as the line is in the graph.
fn numbers_along(graph: &SolutionGraph, line: &[Move]) -> Vec<u32> {
    let mut numbers = vec![0];
    for (ply, &mv) in line.iter().enumerate().take(graph.length()) {
        let Some(next) = graph.follow(ply, numbers[ply], mv) else { break };
        numbers.push(next);
    }
    numbers
}

/// Whether a line is one of the solutions.
pub fn is_solution(graph: &SolutionGraph, line: &[Move]) -> bool {
    line.len() == graph.length() && numbers_along(graph, line).len() == line.len() + 1
}

/// The places where solutions leave the solution `main`; `None` when `main` is not a solution, or when
/// stopped.
pub fn differences(graph: &SolutionGraph, main: &[Move], stop: &StopFlag) -> Option<Differences> {
    if !is_solution(graph, main) {
        return None;
    }
    let numbers = numbers_along(graph, main);
    let mut leaving = leaving(graph, main, &numbers, stop)?.into_iter().peekable();
    let mut position = graph.root().clone();
    let mut previous = None;
    let mut places = Vec::new();
    for (ply, &mv) in main.iter().enumerate() {
        if let Some((_, ways)) = leaving.next_if(|(at, _)| *at == ply) {
            let unlike = if ply + 1 == main.len() { DifferenceKind::LastMove } else { DifferenceKind::Other };
            let kind = |other| match DifferenceKind::of_moves(&position, graph.attacker(), mv, other) {
                Some(DifferenceKind::Promotion) => DifferenceKind::Promotion,
                _ if is_changed_order(graph, main, &numbers, ply, other) => DifferenceKind::Order,
                kind => kind.unwrap_or(unlike),
            };
            let alternatives = ways.into_iter().map(|Way { mv, solutions, rejoins }| Alternative {
                mv,
                kind: kind(mv),
                solutions,
                rejoins,
            });
            places.push(Difference {
                ply: ply as u64 + 1,
                alternatives: alternatives.collect(),
                position: position.clone(),
                previous,
                is_attackers: position.side_to_move() == graph.attacker(),
                main: mv,
            });
        }
        position.do_move(mv);
        previous = Some(mv.to());
    }
    Some(Differences { main: main.to_vec(), places })
}

/// A move that leaves the main line, with data on its continuations.
struct Way {
    mv: Move,
    solutions: BigUint,
    rejoins: Option<u64>,
}

/// The plies (from 0) at which solutions leave the main line, and the moves that leave it. Computed in one
/// pass from the mates to the root, which keeps for every position the number of ways to a mate, and the ply
/// by which all of them have returned to the main line.
fn leaving(
    graph: &SolutionGraph,
    main: &[Move],
    numbers: &[u32],
    stop: &StopFlag,
) -> Option<Vec<(usize, Vec<Way>)>> {
    const NEVER: usize = usize::MAX;
    let last = graph.length();
    let mut ways = graph.ways_at_the_end();
    // Ending in the same mate does not count as returning.
    let mut back = vec![NEVER; graph.width(last)];
    let mut places = Vec::new();
    for ply in (0..last).rev() {
        if stop.is_set() {
            return None;
        }
        let edges = graph.edges(ply, numbers[ply]);
        if edges.len() > 1 {
            let way = |edge: &GraphEdge| Way {
                mv: edge.mv,
                solutions: ways[edge.to as usize].clone(),
                rejoins: Some(back[edge.to as usize]).filter(|&at| at != NEVER).map(|at| at as u64),
            };
            places.push((ply, edges.iter().filter(|edge| edge.mv != main[ply]).map(way).collect()));
        }
        ways = graph.ways_before(ply, &ways);
        let all_back = |at| graph.edges(ply, at).iter().map(|edge| back[edge.to as usize]).max();
        back = (0..graph.width(ply) as u32).map(|at| all_back(at).unwrap_or(NEVER)).collect();
        back[numbers[ply] as usize] = ply;
    }
    places.reverse();
    Some(places)
}
