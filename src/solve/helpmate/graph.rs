//! From the trail to the solutions: the graph of all shortest lines, their exact number, the first of them in
//! canonical order.
//!
//! The trail is walked back from the mates and marks the positions that may lie on a shortest line. Then the
//! marked positions are expanded once more, from the root on and with whole positions: what is no move, or does not end
//! in mate, falls away here. So a false nomination costs time and nothing else.

use super::expand::{Child, expand, play, push_checks};
use super::layers::Layers;
use super::trail::{NodeRecord, Trail, tag};
use crate::movegen::{DoubleMoves, in_check, is_legal, is_mate};
use crate::position::{Packed, Position};
use crate::solve::outcome::Solutions;
use crate::types::{Color, Move};
use hashbrown::HashMap;
use num_bigint::BigUint;

/// Bytes that a marked position takes while solutions are rebuilt, generously.
const BYTES_PER_MARK: u64 = 256;

/// The solutions of a finished search that found mates.
///
/// When the marks would take more than `room` bytes, only one line is rebuilt and the count is not exact.
pub(super) fn rebuild(
    root: &Position,
    attacker: Color,
    layers: &Layers,
    max_solutions: usize,
    room: u64,
) -> Solutions {
    let max_marks = room / BYTES_PER_MARK;
    let all = Marks::walk_back(layers.trail(), layers.layer(), layers.mates(), max_marks);
    let exact = all.is_some();
    let marks = all.unwrap_or_else(|| Marks::one_line(layers.trail(), layers.layer(), layers.mates()[0]));
    let graph = Graph::walk_forward(root, attacker, &marks);
    let listed = graph.list(max_solutions.max(1));
    let surplus =
        listed.iter().map(|line| replay(root, attacker, line)).map(|end| end.hand(attacker)).collect();
    let mut solutions = Solutions { count: graph.count(), exact, listed, surplus };
    solutions.listed.truncate(max_solutions);
    solutions.surplus.truncate(max_solutions);
    solutions
}

/// A marked position of a layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    place: u32,
    tag: u8,
}

/// An edge between the places of two marked positions of neighbouring layers, with the child's tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MarkedEdge {
    parent: u32,
    child: u32,
    tag: u8,
}

/// For each layer from 1 on, the edges into positions that may lie on a shortest line, in the order of their parents.
struct Marks {
    edges: Vec<Vec<MarkedEdge>>,
}

impl Marks {
    /// `None` when there are more than `max_marks`.
    fn walk_back(trail: &Trail, last: usize, mates: &[u32], max_marks: u64) -> Option<Marks> {
        let mut edges = Vec::with_capacity(last);
        let mut places = mates.to_vec();
        let mut total = 0;
        for layer in (1..=last).rev() {
            let mut into = first_edges(trail, layer, &places);
            let marks: Vec<Mark> =
                into.iter().map(|edge| Mark { place: edge.child, tag: edge.tag }).collect();
            for edge in trail.edge_records(layer) {
                if let Ok(found) = marks.binary_search_by_key(&edge.child, |mark| mark.place) {
                    into.push(MarkedEdge { parent: edge.parent, child: edge.child, tag: marks[found].tag });
                }
            }
            into.sort_unstable();
            into.dedup();
            places = into.iter().map(|edge| edge.parent).collect();
            places.dedup();
            total += into.len() as u64;
            if total > max_marks {
                return None;
            }
            edges.push(into);
        }
        edges.reverse();
        Some(Marks { edges })
    }

    /// The way on which one mate was first reached.
    fn one_line(trail: &Trail, last: usize, mate: u32) -> Marks {
        let mut edges = Vec::with_capacity(last);
        let mut place = mate;
        for layer in (1..=last).rev() {
            let into = first_edges(trail, layer, &[place]);
            place = into[0].parent;
            edges.push(into);
        }
        edges.reverse();
        Marks { edges }
    }
}

/// The edges by which the positions at the given places (ascending) were first reached.
fn first_edges(trail: &Trail, layer: usize, places: &[u32]) -> Vec<MarkedEdge> {
    let mut wanted = places.iter().copied().peekable();
    let mut edges = Vec::with_capacity(places.len());
    for (place, NodeRecord { parent, tag }) in (0u32..).zip(trail.node_records(layer)) {
        if wanted.next_if_eq(&place).is_some() {
            edges.push(MarkedEdge { parent, child: place, tag });
        } else if wanted.peek().is_none() {
            break;
        }
    }
    edges
}

/// A double move between two positions of the graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Edge {
    reply: Option<Move>,
    check: Move,
    child: u32,
}

/// All shortest lines: for each layer, from the root's on, the edges that leave each position, in canonical order.
/// Every edge lies on a way to a mate.
struct Graph {
    layers: Vec<Vec<Vec<Edge>>>,
    mates: usize,
}

/// A position while the graph is built: itself, and the places that it may have in the trail.
struct Candidate {
    packed: Packed,
    places: Vec<u32>,
}

impl Graph {
    fn walk_forward(root: &Position, attacker: Color, marks: &Marks) -> Graph {
        let mut builder = Builder::default();
        let mut current =
            vec![Candidate { packed: root.pack().expect("a legal position can be packed"), places: vec![0] }];
        let mut layers = Vec::with_capacity(marks.edges.len());
        for (layer, edges) in marks.edges.iter().enumerate() {
            let mut leaving = Vec::with_capacity(current.len());
            for candidate in &current {
                let mut position = candidate.packed.unpack(root.stones());
                builder.children.clear();
                if layer == 0 && root.side_to_move() == attacker {
                    push_checks(&position, &mut builder.children);
                } else {
                    expand(&mut builder.moves, &mut position, &mut builder.children);
                }
                leaving.push(builder.keep_marked(&position, candidate, edges));
            }
            layers.push(leaving);
            current = builder.next_layer();
        }
        let mates: Vec<bool> =
            current.iter().map(|candidate| is_mate(&candidate.packed.unpack(root.stones()))).collect();
        let mut graph = Graph { layers, mates: mates.len() };
        graph.prune(mates);
        graph
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

    /// The number of ways from the root to a mate.
    fn count(&self) -> BigUint {
        // In the last layer every position with an edge to it is a mate; others have no edge any more.
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
        // For each layer, the position's number and that of the edge taken from it.
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

    /// Moves on to the next way in canonical order, as far as it differs from this one.
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
        edges.flat_map(|edge| [edge.reply, Some(edge.check)]).flatten().collect()
    }
}

/// Collects the next layer's positions, each once.
#[derive(Default)]
struct Builder {
    moves: DoubleMoves,
    children: Vec<Child>,
    numbers: HashMap<Packed, u32>,
    candidates: Vec<Candidate>,
}

impl Builder {
    /// The edges from a position to children that the marks nominate.
    fn keep_marked(&mut self, position: &Position, parent: &Candidate, marked: &[MarkedEdge]) -> Vec<Edge> {
        let mut edges = Vec::new();
        for index in 0..self.children.len() {
            let Child { key, reply, check } = self.children[index];
            let mut number = None;
            for &place in &parent.places {
                let from = marked.partition_point(|edge| edge.parent < place);
                let nominated = marked[from..].iter().take_while(|edge| edge.parent == place);
                for edge in nominated.filter(|edge| edge.tag == tag(key)) {
                    let number = *number.get_or_insert_with(|| self.number(position, reply, check));
                    let places = &mut self.candidates[number as usize].places;
                    if !places.contains(&edge.child) {
                        places.push(edge.child);
                    }
                }
            }
            if let Some(child) = number {
                edges.push(Edge { reply, check, child });
            }
        }
        edges
    }

    /// The number in the next layer of the position after a double move.
    fn number(&mut self, position: &Position, reply: Option<Move>, check: Move) -> u32 {
        let mut child = position.clone();
        play(&mut child, reply, check);
        let packed = child.pack().expect("legal positions can be packed");
        let candidates = &mut self.candidates;
        *self.numbers.entry(packed).or_insert_with(|| {
            candidates.push(Candidate { packed, places: Vec::new() });
            candidates.len() as u32 - 1
        })
    }

    fn next_layer(&mut self) -> Vec<Candidate> {
        self.numbers.clear();
        std::mem::take(&mut self.candidates)
    }
}

/// Plays a solution by the rules core and returns the final position.
///
/// # Panics
/// When it is no solution: that would be an error of this program, and a wrong answer is worse than none.
fn replay(root: &Position, attacker: Color, line: &[Move]) -> Position {
    let mut position = root.clone();
    for &mv in line {
        assert!(is_legal(&position, mv), "illegal move {mv} in a solution of {root}");
        position.do_move(mv);
        let by_attacker = position.side_to_move() != attacker;
        assert!(!by_attacker || in_check(&position), "{mv} gives no check in a solution of {root}");
    }
    assert!(is_mate(&position), "a solution of {root} does not end in mate");
    position
}
