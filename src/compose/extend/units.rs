//! The units of the search. All candidates of a problem form one unit when they share a search; otherwise the
//! candidates with the same position after their first move form a unit.

use super::candidates::{Plies, candidates};
use super::extension::Change;
use super::options::ExtendOptions;
use super::sound::{Sound, shares_search};
use crate::movegen::PermittedMoves;
use crate::problem::Question;
use crate::solve::helpmate::Start;
use hashbrown::HashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A problem to be extended.
pub(super) struct Node {
    /// The number of the result to be extended; `None` for the original problem.
    pub number: Option<usize>,
    pub sound: Sound,
}

/// Some candidates of a problem.
pub(super) struct Unit {
    pub node: Arc<Node>,
    pub starts: Vec<Start>,
    /// The candidates that need no search; counted in the first unit of a problem only.
    pub left_out: LeftOut,
    /// The number of candidates of the problem to be judged.
    pub of: usize,
    /// Whether it is the last unit of the problem.
    pub is_last: bool,
}

/// Candidates that need no search.
#[derive(Clone, Copy, Default)]
pub(super) struct LeftOut {
    /// Candidates from which several ways lead to the problem.
    pub several_ways: usize,
    /// Candidates excluded by a condition.
    pub excluded: usize,
}

/// The units of a step, in order.
#[derive(Default)]
pub(super) struct Units {
    nodes: VecDeque<Node>,
    /// The number of candidates of the first problem that are already judged.
    judged: usize,
    ready: VecDeque<Unit>,
}

impl Units {
    /// The units of some problems, without the first `judged` candidates of the first problem.
    pub fn new(nodes: VecDeque<Node>, judged: usize) -> Units {
        Units { nodes, judged, ready: VecDeque::new() }
    }

    /// The next unit; `problem` is the original problem.
    pub fn next(&mut self, problem: &Question, options: &ExtendOptions) -> Option<Unit> {
        if self.ready.is_empty() {
            let node = self.nodes.pop_front()?;
            self.ready = units(node, std::mem::take(&mut self.judged), problem, options);
        }
        self.ready.pop_front()
    }
}

/// The units of a problem: at least one.
fn units(node: Node, judged: usize, problem: &Question, options: &ExtendOptions) -> VecDeque<Unit> {
    let (attacker, permitted) =
        (problem.attacker(), PermittedMoves::new(problem.attacker(), problem.conditions()));
    let position = node.sound.question.position();
    let plies = options.plies.unwrap_or(Plies::to_attacker(position, attacker));
    let (mut starts, several_ways) = candidates(position, problem.rule(), permitted, plies);
    let all = starts.len();
    starts.retain(|start| {
        let changes = Change::all(&start.position, &start.way);
        options.conditions.allow(problem.position(), attacker, &start.position, &changes)
    });
    let of = starts.len();
    let mut groups = if shares_search(problem) { vec![starts] } else { by_second_position(starts) };
    let mut left = judged;
    groups.retain_mut(|group| {
        group.drain(..left.min(group.len())).for_each(|_| left -= 1);
        !group.is_empty()
    });
    if groups.is_empty() {
        groups.push(Vec::new());
    }
    let (node, count) = (Arc::new(node), groups.len());
    let unit = |(number, starts)| Unit {
        node: Arc::clone(&node),
        starts,
        // Earlier runs have counted them with the first candidates already.
        left_out: match number == 0 && judged == 0 {
            true => LeftOut { several_ways, excluded: all - of },
            false => LeftOut::default(),
        },
        of,
        is_last: number + 1 == count,
    };
    groups.into_iter().enumerate().map(unit).collect()
}

/// Groups the candidates that reach the same position by their first move, when a second move follows.
fn by_second_position(starts: Vec<Start>) -> Vec<Vec<Start>> {
    let mut first_places: HashMap<u128, usize> = HashMap::new();
    let mut groups: BTreeMap<usize, Vec<Start>> = BTreeMap::new();
    for (place, start) in starts.into_iter().enumerate() {
        let group = match start.way.as_slice() {
            &[first, _] => {
                let mut after = start.position.clone();
                after.do_move(first);
                *first_places.entry(after.key()).or_insert(place)
            }
            _ => place,
        };
        groups.entry(group).or_default().push(start);
    }
    groups.into_values().collect()
}
