//! A brinkmate as a tree: the attacker's move, the replies to it, and the continuation after each reply.

use crate::types::Move;

/// A move of the attacker that makes a brinkmate, or leads to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The move.
    pub mv: Move,
    /// Its length: 1 when there is a tsume after every reply, otherwise 3, 5, ….
    pub plies: u16,
    /// Every legal reply, in canonical order; empty when they are left out.
    pub defences: Vec<Defence>,
    /// Whether the replies are left out because the tree is large.
    pub is_cut: bool,
}

/// A reply of the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defence {
    /// The reply.
    pub reply: Move,
    /// The attacker's continuation.
    pub answer: Continuation,
}

/// The attacker's continuation after a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// A tsume: a line into a mate, not necessarily the shortest one.
    Mate(Vec<Move>),
    /// Another attack, of smaller length.
    Attack(Box<Attack>),
}

impl Attack {
    /// The attack, the reply that lasts longest in this tree, and so on to the mate.
    pub fn main_line(&self) -> Vec<Move> {
        let longest = self.defences.iter().map(Defence::main_line).rev().max_by_key(Vec::len);
        [vec![self.mv], longest.unwrap_or_default()].concat()
    }

    /// Every line from the attack to a mate, the main line first. A line to an attack whose replies are left
    /// out ends with that attack.
    pub fn lines(&self) -> Vec<Vec<Move>> {
        let mut lines = vec![self.main_line()];
        self.add_lines(&mut Vec::new(), &mut lines);
        lines
    }

    fn add_lines(&self, before: &mut Vec<Move>, lines: &mut Vec<Vec<Move>>) {
        before.push(self.mv);
        if self.is_cut {
            lines.push(before.clone());
        }
        for Defence { reply, answer } in &self.defences {
            before.push(*reply);
            match answer {
                Continuation::Mate(line) => lines.push([&before[..], line].concat()),
                Continuation::Attack(attack) => attack.add_lines(before, lines),
            }
            before.pop();
        }
        before.pop();
    }
}

impl Defence {
    /// The reply and its continuation to the mate.
    pub fn main_line(&self) -> Vec<Move> {
        let rest = match &self.answer {
            Continuation::Mate(line) => line.clone(),
            Continuation::Attack(attack) => attack.main_line(),
        };
        [vec![self.reply], rest].concat()
    }
}
