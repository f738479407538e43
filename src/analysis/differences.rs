//! Where the solutions differ from one of them, found from their graph: they need not be listed, nor could they be.
//!
//! Every other solution leaves the main line (the intended one, else the first) at exactly one move. So the moves that
//! leave it, each with the number of solutions that begin so, count all solutions but the main line once.

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
    /// In what way it differs from the main line's move.
    pub kind: DifferenceKind,
    /// The number of solutions that follow the main line up to here and go on with this move.
    pub solutions: BigUint,
    /// The ply after which all of them have been in a position of the main line again, if each comes back before the
    /// mate.
    pub rejoins: Option<u64>,
}

/// A position of the main line with more than one way on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The ply of the moves, 1 for the first move of all.
    pub ply: u64,
    /// The position before them.
    pub position: Position,
    /// Where the move before arrived.
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
    /// In the order of plies; the first is the first at which any two solutions differ.
    pub places: Vec<Difference>,
}

impl Differences {
    /// For each kind that occurs, the number of solutions that leave the main line so.
    pub fn by_kind(&self) -> Vec<(DifferenceKind, BigUint)> {
        let alternatives = || self.places.iter().flat_map(|place| &place.alternatives);
        let of = |kind| alternatives().filter(move |alternative| alternative.kind == kind);
        let sum = |kind| (kind, of(kind).map(|alternative| &alternative.solutions).sum());
        DifferenceKind::ALL.into_iter().map(sum).filter(|(_, count)| *count > BigUint::ZERO).collect()
    }
}

/// The number of the main line's position after each ply, as long as the line is in the graph.
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

/// Where solutions leave a line that is one of them; `None` when it is none, or when stopped.
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

/// A move that leaves the main line, and what follows it.
struct Way {
    mv: Move,
    solutions: BigUint,
    rejoins: Option<u64>,
}

/// The plies (from 0) at which the main line is left, and the moves that leave it: one pass from the mates to the root,
/// which knows the number of ways on from every position, and after which ply all of them have been back on the main line.
fn leaving(
    graph: &SolutionGraph,
    main: &[Move],
    numbers: &[u32],
    stop: &StopFlag,
) -> Option<Vec<(usize, Vec<Way>)>> {
    const NEVER: usize = usize::MAX;
    let last = graph.length();
    let mut ways = graph.ways_at_the_end();
    // To end in the same mate is not to be back.
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
