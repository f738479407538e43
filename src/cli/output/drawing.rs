//! Diagrams of problems as SVG.

use crate::cli::args::DrawingFlags;
use crate::cli::fatal_error::FatalError;
use crate::notation::{Diagram, svg};
use crate::position::Position;
use crate::problem::{Problem, default_attacker};
use crate::types::{Color, Move};
use std::path::Path;

/// The options of diagrams.
#[derive(Debug, Clone, Copy)]
pub struct Drawing {
    /// Whether the defender's hand is left out where it holds every piece that is neither on the board nor in the
    /// attacker's hand. Any other hand is always shown: without it the diagram would mean another position.
    pub leaves_out_rest: bool,
}

impl From<&DrawingFlags> for Drawing {
    fn from(flags: &DrawingFlags) -> Drawing {
        Drawing { leaves_out_rest: flags.no_rest_hand }
    }
}

impl Drawing {
    fn without_hand(self, problem: &Problem, position: &Position) -> Option<Color> {
        let attacker =
            problem.attacker.or_else(|| default_attacker(problem.position(), problem.rule_or_default()));
        let defender = !attacker?;
        (self.leaves_out_rest && position.piece_box().is_empty()).then_some(defender)
    }
}

/// The error for a second diagram where only one fits: in one file, or on standard output. `part`: the file that
/// holds the first diagram, if that could not replace an existing file.
pub fn one_diagram(file: Option<&Path>, part: Option<&Path>) -> FatalError {
    let place = file.map(|file| format!("{}: ", file.display())).unwrap_or_default();
    let [english, japanese] = match part.map(Path::display) {
        Some(part) => [format!("; the first one is in {part}"), format!("。最初の図は {part} にあります")],
        None => [String::new(), String::new()],
    };
    FatalError::new(
        format!(
            "{place}a file can hold only one diagram, and so can standard output: for several, name a folder such as diagrams/{english}"
        ),
        format!(
            "{place}一つのファイルや標準出力に図は一つです: 何枚も書くには diagrams/ のようなフォルダーを指定してください{japanese}"
        ),
    )
}

/// The diagram of a problem's position.
pub fn problem_svg(problem: &Problem, drawing: Drawing) -> String {
    svg(&Diagram {
        position: problem.position(),
        last_move: None,
        without_hand: drawing.without_hand(problem, problem.position()),
        title: problem.title.as_deref(),
        composer: problem.composer.as_deref(),
        note: None,
    })
}

/// A diagram of the position after the first `plies` moves of a line, with the last move marked.
pub fn step_svg(problem: &Problem, line: &[Move], plies: usize, note: &str, drawing: Drawing) -> String {
    let mut position = problem.position().clone();
    for &mv in &line[..plies] {
        position.do_move(mv);
    }
    svg(&Diagram {
        position: &position,
        last_move: line[..plies].last().copied(),
        without_hand: drawing.without_hand(problem, &position),
        title: problem.title.as_deref(),
        composer: problem.composer.as_deref(),
        note: Some(note),
    })
}
