//! Marks: the edges of the trail that may lie on a shortest line, found by walking back from the mates.

use super::parents::{NodeRecord, Trail};
use crate::store::reserve::coping;

/// A marked position of a layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    place: u32,
    tag: u8,
}

/// An edge between the places of two marked positions of neighbouring layers, with the child's tag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MarkedEdge {
    pub parent: u32,
    pub child: u32,
    pub tag: u8,
}

/// For each layer from 1 on, the edges into positions that may lie on a shortest line, in the order of their parents.
pub(super) struct Marks {
    pub edges: Vec<Vec<MarkedEdge>>,
}

impl Marks {
    /// `None` when there are more than `max_marks`, when the system has no memory for them, or when the search must end meanwhile.
    pub fn walk_back(
        trail: &Trail,
        last: usize,
        mates: &[u32],
        max_marks: u64,
        must_end: &dyn Fn() -> bool,
    ) -> Option<Marks> {
        let mut edges = Vec::with_capacity(last);
        let mut places = collected(mates.iter().copied())?;
        let mut total = 0;
        for layer in (1..=last).rev() {
            let mut into = first_edges(trail, layer, &places)?;
            let marks = collected(into.iter().map(|edge| Mark { place: edge.child, tag: edge.tag }))?;
            for edge in trail.edge_records(layer) {
                if let Ok(found) = marks.binary_search_by_key(&edge.child, |mark| mark.place) {
                    if total + into.len() as u64 > max_marks {
                        return None;
                    }
                    coping(|| into.try_reserve(1)).ok()?;
                    into.push(MarkedEdge { parent: edge.parent, child: edge.child, tag: marks[found].tag });
                }
            }
            into.sort_unstable();
            into.dedup();
            places = collected(into.iter().map(|edge| edge.parent))?;
            places.dedup();
            total += into.len() as u64;
            if total > max_marks || must_end() {
                return None;
            }
            edges.push(into);
        }
        edges.reverse();
        Some(Marks { edges })
    }

    /// The way on which one mate was first reached, if there is memory for it.
    pub fn one_line(trail: &Trail, last: usize, mate: u32) -> Option<Marks> {
        let mut edges = Vec::with_capacity(last);
        let mut place = mate;
        for layer in (1..=last).rev() {
            let into = first_edges(trail, layer, &[place])?;
            place = into[0].parent;
            edges.push(into);
        }
        edges.reverse();
        Some(Marks { edges })
    }
}

/// A vector of what there is, if there is memory for it.
fn collected<T>(items: impl ExactSizeIterator<Item = T>) -> Option<Vec<T>> {
    let mut all = Vec::new();
    coping(|| all.try_reserve_exact(items.len())).ok()?;
    all.extend(items);
    Some(all)
}

/// The edges by which the positions at the given places (ascending) were first reached, if there is memory for them.
fn first_edges(trail: &Trail, layer: usize, places: &[u32]) -> Option<Vec<MarkedEdge>> {
    let mut wanted = places.iter().copied().peekable();
    let mut edges = Vec::new();
    coping(|| edges.try_reserve_exact(places.len())).ok()?;
    for (place, NodeRecord { parent, tag }) in (0u32..).zip(trail.node_records(layer)) {
        if wanted.next_if_eq(&place).is_some() {
            edges.push(MarkedEdge { parent, child: place, tag });
        } else if wanted.peek().is_none() {
            break;
        }
    }
    Some(edges)
}
