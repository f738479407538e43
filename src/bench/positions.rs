//! The positions on which the move generators are measured.

use super::problems::problems;
use crate::movegen::{DoubleMoves, checks, evasions, in_check, legal_moves};
use crate::play::tune::random::Random;
use crate::position::Position;
use crate::problem::{Rule, default_attacker};
use crate::types::Move;
use std::collections::HashSet;

const SEED: u64 = 0x0074_7375_6d75_6769;
/// The number of random games, and the ply at which they end.
const GAMES: usize = 20;
const GAME_PLIES: usize = 120;
/// The number of steps of the walk in each problem. More positions would not fit in the processor's caches,
/// and would measure memory instead.
const WALK_STEPS: usize = 250;

/// Legal positions of two kinds. Which positions they are depends on the rules alone: random choices are made
/// among sorted moves, so the order in which a generator yields moves does not matter.
#[derive(Clone, Debug)]
pub struct Positions {
    /// Positions in which the other side has a king that can be checked.
    pub(super) attacks: Vec<Position>,
    /// Positions in which the side to move is in check.
    pub(super) defences: Vec<Position>,
    random: Random,
}

impl Positions {
    /// The fixed set: positions of random games, and positions as a helpmate solver meets them, from walks of
    /// random double moves through a few problems.
    pub fn fixed() -> Positions {
        let mut positions = Positions::empty();
        for _ in 0..GAMES {
            positions.play_game();
        }
        for problem in problems() {
            let root = problem.position();
            let is_attack = default_attacker(root, Rule::Helpmate) == Some(root.side_to_move());
            let starts = if is_attack { after_each(root, &checks(root)) } else { vec![root.clone()] };
            positions.walk(starts);
        }
        positions
    }

    /// A set made of other positions: each as it is and, if the side to move has checks, after one of them.
    /// Illegal positions are left out, and those in which neither side is or can be put in check.
    pub fn from_roots(roots: impl IntoIterator<Item = Position>) -> Positions {
        let mut positions = Positions::empty();
        for root in roots.into_iter().filter(|root| root.defects().is_empty()) {
            if in_check(&root) {
                positions.defences.push(root.clone());
            }
            positions.add_attack(root);
        }
        positions
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.attacks.len() + self.defences.len()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn empty() -> Positions {
        Positions { attacks: Vec::new(), defences: Vec::new(), random: Random::new(SEED) }
    }

    /// Adds a position, and the position after one of its checks if there is any.
    fn add_attack(&mut self, position: Position) {
        if position.king(!position.side_to_move()).is_none() {
            return;
        }
        if let Some(&check) = self.random.choose(&sorted(&checks(&position))) {
            self.defences.push(after(&position, &[check]));
        }
        self.attacks.push(position);
    }

    fn play_game(&mut self) {
        let mut position = Position::startpos();
        for _ in 0..GAME_PLIES {
            let Some(&mv) = self.random.choose(&sorted(&legal_moves(&position))) else { return };
            self.add_attack(position.clone());
            position.do_move(mv);
        }
    }

    /// Walks by double moves from positions with the defender to move, and adds the positions on the way;
    /// those between the two moves are added whether they have a check or not. A walk that reaches its end,
    /// or a position visited before, continues from a random visited position.
    fn walk(&mut self, mut starts: Vec<Position>) {
        starts.sort_by_key(Position::sfen);
        let mut seen: HashSet<u128> = starts.iter().map(Position::key).collect();
        let mut places = starts;
        let mut here = None;
        for _ in 0..WALK_STEPS {
            let Some(position) = here.take().or_else(|| self.random.choose(&places).cloned()) else { return };
            if let Some(&reply) = self.random.choose(&sorted(&evasions(&position))) {
                let between = after(&position, &[reply]);
                if seen.insert(between.key()) {
                    self.attacks.push(between);
                }
            }
            let Some(&double) = self.random.choose(&double_moves(&position)) else { continue };
            let next = after(&position, &double);
            if seen.insert(next.key()) {
                places.push(next.clone());
                self.defences.push(next.clone());
                here = Some(next);
            }
        }
    }
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_unstable();
    moves
}

/// The double moves of a position with the defender to move, sorted.
fn double_moves(position: &Position) -> Vec<[Move; 2]> {
    let mut moves = Vec::new();
    DoubleMoves::default().for_each(&mut position.clone(), |double| moves.push([double.reply, double.check]));
    moves.sort_unstable();
    moves
}

fn after(position: &Position, moves: &[Move]) -> Position {
    let mut position = position.clone();
    for &mv in moves {
        position.do_move(mv);
    }
    position
}

fn after_each(position: &Position, moves: &[Move]) -> Vec<Position> {
    moves.iter().map(|&mv| after(position, &[mv])).collect()
}
