//! The parts of a problem that a format cannot represent.

use super::RecordFormat;
use super::round_trip::as_read_back;
use crate::problem::Problem;
use crate::record::{Branch, Record};
use std::fmt;

/// A part that a format cannot represent, with the number of items lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// The moves of the main line.
    Moves(usize),
    /// Side lines (変化), with everything in them.
    SideLines(usize),
    /// Comments, counted by the positions that they belong to.
    Comments(usize),
    /// Times used for moves.
    Times(usize),
    /// The number of moves played before the position.
    MoveNumber,
    /// The ending of the game.
    Ending,
    /// Information about a game: players, event, ….
    Headers(usize),
    /// Statements about a problem: rule, title, composer, length, ….
    Statements(usize),
}

/// The parts of a problem that a format leaves out.
pub fn losses(problem: &Problem, format: RecordFormat) -> Vec<Loss> {
    let (whole, held) = (&problem.record, &as_read_back(problem, format).record);
    let mut losses = Vec::new();
    let mut note = |whole: usize, held: usize, loss: fn(usize) -> Loss| {
        losses.extend((whole > held).then(|| loss(whole - held)));
    };
    let is_main_only = held.branches.len() < whole.branches.len();
    // The contents of side lines that are lost are not counted separately.
    let branches = if is_main_only { &[] } else { &whole.branches[..] };
    let times = |record: &Record, branches: &[Branch]| {
        record.times.len() + branches.iter().map(|branch| branch.times.len()).sum::<usize>()
    };
    note(whole.branches.len(), held.branches.len(), Loss::SideLines);
    note(whole.comments.len(), held.comments.len(), Loss::Comments);
    note(times(whole, branches), times(held, &held.branches), Loss::Times);
    note(whole.ending.iter().len(), held.ending.iter().len(), |_| Loss::Ending);
    note(whole.about.len(), held.about.len(), Loss::Headers);
    let number = |record: &Record| record.root.move_number() as usize;
    note(usize::from(number(whole) != number(held)), 0, |_| Loss::MoveNumber);
    losses
}

/// The parts of a problem that a diagram ([`board_text`](crate::notation::board_text)) leaves out.
pub fn losses_of_diagram(problem: &Problem) -> Vec<Loss> {
    let Problem { record, rule, conditions, attacker, policy, plies, solutions, intended_solutions, .. } =
        problem;
    let texts =
        [&problem.id, &problem.title, &problem.composer, &problem.twin, &problem.source, &problem.status];
    let stated = [
        rule.is_some(),
        conditions.is_some_and(|conditions| !conditions.is_empty()),
        attacker.is_some(),
        policy.is_some(),
        plies.is_some(),
        solutions.is_some(),
        intended_solutions.is_some(),
    ];
    let statements =
        texts.iter().filter(|text| text.is_some()).count() + stated.iter().filter(|&&is| is).count();
    let counts = [
        (record.moves.len(), Loss::Moves as fn(usize) -> Loss),
        (record.branches.len(), Loss::SideLines),
        (record.comments.len(), Loss::Comments),
        (record.times.len(), Loss::Times),
        (record.ending.iter().len(), |_| Loss::Ending),
        (record.about.len(), Loss::Headers),
        (usize::from(record.root.move_number() > 1), |_| Loss::MoveNumber),
        (statements, Loss::Statements),
    ];
    counts.into_iter().filter(|&(count, _)| count > 0).map(|(count, loss)| loss(count)).collect()
}

impl Loss {
    /// Whether a format can represent it.
    pub fn is_held_by(self, format: RecordFormat) -> bool {
        match self {
            Loss::SideLines(_) => !matches!(format, RecordFormat::Usi | RecordFormat::Csa),
            Loss::Times(_) => !matches!(format, RecordFormat::Usi | RecordFormat::Ki2),
            Loss::MoveNumber => format == RecordFormat::Usi,
            Loss::Comments(_) | Loss::Ending | Loss::Headers(_) => format != RecordFormat::Usi,
            Loss::Moves(_) | Loss::Statements(_) => true,
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Loss::Moves(count) => write!(f, "the line ({count})"),
            Loss::SideLines(count) => write!(f, "side lines ({count})"),
            Loss::Comments(count) => write!(f, "comments ({count})"),
            Loss::Times(count) => write!(f, "times ({count})"),
            Loss::MoveNumber => f.write_str("the number of the first move"),
            Loss::Ending => f.write_str("the ending"),
            Loss::Headers(count) => write!(f, "headers of the game ({count})"),
            Loss::Statements(count) => write!(f, "headers of the problem ({count})"),
        }
    }
}
