//! The problem that is searched: a position, the attacker, the side to be mated, and the permitted moves.
//!
//! Under each rule the layers hold positions with the defender to move. In a helpmate (協力詰) the mate is such a
//! position. In a helpselfmate (協力自玉詰) the defender's last move leads from such a position to the mate, so a line
//! is one ply longer than its layers.

use crate::movegen::{PermittedMoves, for_each_check, mate_in_one};
use crate::position::{Conditions, Position, Rule};
use crate::problem::{Choices, Question};
use crate::types::{Color, Move};
use std::ops::ControlFlow;

/// A problem to be solved, which is legal under its rule.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub root: Position,
    pub attacker: Color,
    pub rule: Rule,
    /// The moves that the problem's conditions permit.
    pub permitted: PermittedMoves,
}

impl Task {
    /// The task of a problem without conditions.
    pub fn plain(root: &Position, attacker: Color, rule: Rule) -> Task {
        Task::new(root.clone(), attacker, rule, Conditions::NONE)
    }

    /// The task of a problem under a rule by which both sides cooperate.
    pub fn new(root: Position, attacker: Color, rule: Rule, conditions: Conditions) -> Task {
        assert!(rule.is_cooperative());
        Task { root, attacker, rule, permitted: PermittedMoves::new(attacker, conditions) }
    }

    /// The task of a question under a rule by which both sides cooperate.
    ///
    /// # Panics
    /// If both sides do not cooperate under the question's rule.
    pub fn of(question: &Question) -> Task {
        let (root, attacker) = (question.position().clone(), question.attacker());
        Task::new(root, attacker, question.rule(), question.conditions())
    }

    /// The question that the task answers.
    pub fn question(&self) -> Question {
        let choices = Choices {
            rule: Some(self.rule),
            attacker: Some(self.attacker),
            conditions: Some(self.permitted.conditions()),
            ..Choices::default()
        };
        Question::of(self.root.clone(), &choices).expect("it is being searched")
    }

    /// Whether the attacker is to move in the root.
    pub fn attacker_begins(&self) -> bool {
        self.root.side_to_move() == self.attacker
    }

    /// The side whose king is to be mated.
    pub fn mated(&self) -> Color {
        self.rule.mated(self.attacker)
    }

    /// Whether lines end with a move of the defender, which mates the attacker's king.
    pub fn defender_mates(&self) -> bool {
        self.mated() == self.attacker
    }

    /// Whether the attacker begins, but his own king, which is to be mated, already is. Only in this case does a
    /// layer hold a root with the attacker to move.
    pub fn begins_mated(&self) -> bool {
        self.attacker_begins() && self.defender_mates() && self.permitted.is_mate(&self.root)
    }

    /// The length in plies of lines that end in a layer, or with a move from it. The root's layer is 0.
    pub fn length(&self, layer: u64) -> u64 {
        2 * layer + u64::from(self.defender_mates()) - u64::from(self.attacker_begins())
    }

    /// Whether a line ends at a position of a layer: in it, or with a mating move of the defender from it.
    pub fn ends_at(&self, position: &Position) -> bool {
        match self.defender_mates() {
            false => self.permitted.is_mate(position),
            true if self.permitted.are_all() => mate_in_one(position).is_some(),
            true => !self.mating_moves(position).is_empty(),
        }
    }

    /// The defender's moves from a position that mate.
    pub fn mating_moves(&self, position: &Position) -> Vec<Move> {
        let mates = |mv: &Move| {
            let mut after = position.clone();
            after.do_move(*mv);
            self.permitted.is_mate(&after)
        };
        if !self.permitted.are_all() {
            return self.permitted.of(position).into_iter().filter(mates).collect();
        }
        let mut moves = Vec::new();
        let _ = for_each_check(position, |set| {
            set.try_for_each(|mv| {
                moves.extend(Some(mv).filter(mates));
                ControlFlow::Continue(())
            })
        });
        moves
    }
}
