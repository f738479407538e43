//! The positions that become the new start of a problem when moves are put before it.

use crate::movegen::{PermittedMoves, in_check, unmoves};
use crate::position::{Position, Rule};
use crate::solve::helpmate::Start;
use crate::types::{Color, Move};
use hashbrown::HashMap;

/// The number of moves put before a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Plies {
    /// One move: a problem that begins with the attacker's move is extended to one that begins with the
    /// defender's (受先), and the other way round.
    One,
    /// A move of each side.
    Two,
}

impl Plies {
    /// The number of moves.
    pub const fn count(self) -> usize {
        match self {
            Plies::One => 1,
            Plies::Two => 2,
        }
    }

    /// The number of moves to put before a problem so that the result begins with the attacker's move.
    pub fn to_attacker(problem: &Position, attacker: Color) -> Plies {
        if problem.side_to_move() == attacker { Plies::Two } else { Plies::One }
    }
}

/// The positions from which permitted moves lead to a problem; all of the attacker's moves are checks. The
/// positions are ordered by these moves, then by their SFENs.
///
/// Under a rule by which both sides cooperate, each way that leads from a position to the problem is a
/// solution of that position. Positions with several ways are therefore left out, and counted. In a tsume the
/// defender need not follow a way, so each way (for example with and without a promotion) is a candidate.
pub(super) fn candidates(
    problem: &Position,
    rule: Rule,
    permitted: PermittedMoves,
    plies: Plies,
) -> (Vec<Start>, usize) {
    let mut starts = vec![Start { position: problem.clone(), way: Vec::new() }];
    for put_before in 0..plies.count() {
        let is_first = put_before + 1 == plies.count();
        starts = starts.iter().flat_map(|start| before(start, permitted, is_first)).collect();
    }
    let mut several = 0;
    if rule.is_cooperative() {
        let mut ways: HashMap<u128, usize> = HashMap::new();
        starts.iter().for_each(|start| *ways.entry(start.position.key()).or_default() += 1);
        several = ways.values().filter(|&&count| count > 1).count();
        starts.retain(|start| ways[&start.position.key()] == 1);
    }
    starts.sort_by_cached_key(|start| (start.way.clone(), start.position.sfen()));
    (starts, several)
}

/// The positions one move before another one.
fn before(after: &Start, permitted: PermittedMoves, is_first: bool) -> Vec<Start> {
    let by_attacker = after.position.side_to_move() != permitted.attacker();
    if by_attacker && !in_check(&after.position) {
        return Vec::new();
    }
    let keep = |(mut position, mv): (Position, Move)| {
        // Unless it is the first move, a defender's move follows an attacker's move, so it must answer a check.
        let can_follow = is_first || by_attacker || in_check(&position);
        let is_permitted = permitted.are_all() || can_follow && permitted.of(&position).contains(&mv);
        position.set_move_number(1);
        (can_follow && is_permitted).then(|| Start { position, way: [&[mv], after.way.as_slice()].concat() })
    };
    unmoves(&after.position).into_iter().filter_map(keep).collect()
}
