//! Problems and answers as texts of a format, and what stands between texts of one stream.

use crate::cli::args::{DrawingFlags, FormatKind, OutEncodingFlag, OutputFormat};
use crate::cli::fatal_error::FatalError;
use crate::notation::{Diagram, RecordFormat, WriteError, shift_jis, svg, write_checked};
use crate::position::Position;
use crate::problem::{Problem, Rule, default_attacker};
use crate::record::Record;
use crate::report::Report;
use crate::types::{Color, Move};
use std::borrow::Cow;
use std::path::Path;

impl OutputFormat {
    /// The format that a file's name tells.
    pub fn of_path(path: &Path) -> Option<OutputFormat> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "sfen" | "usi" | "txt" => OutputFormat::Usi,
            "kif" | "kifu" => OutputFormat::Kif,
            "ki2" | "ki2u" => OutputFormat::Ki2,
            "csa" => OutputFormat::Csa,
            "jkf" | "json" => OutputFormat::Jkf,
            "svg" => OutputFormat::Svg,
            _ => return None,
        })
    }

    /// The end of file names.
    pub fn extension(self) -> &'static str {
        match self.kind() {
            FormatKind::Text => "txt",
            FormatKind::Json => "json",
            FormatKind::Svg => "svg",
            FormatKind::Record(format) => format.extension(),
        }
    }

    /// What stands between two texts of a stream.
    pub fn gap(self) -> &'static str {
        match self.kind() {
            FormatKind::Text => "\n",
            FormatKind::Json | FormatKind::Svg => "",
            FormatKind::Record(format) => match format {
                RecordFormat::Csa => "/\n",
                RecordFormat::Kif | RecordFormat::Ki2 => "\n",
                RecordFormat::Usi | RecordFormat::Jkf => "",
            },
        }
    }
}

/// The bytes of a text: KIF, KI2 and CSA in the encoding asked for, everything else in UTF-8.
///
/// # Errors
/// A character that the encoding does not have.
pub fn encoded(
    text: &str,
    format: OutputFormat,
    encoding: OutEncodingFlag,
) -> Result<Cow<'_, [u8]>, WriteError> {
    let has_choice = match format.kind() {
        FormatKind::Text | FormatKind::Json | FormatKind::Svg => false,
        FormatKind::Record(format) => match format {
            RecordFormat::Kif | RecordFormat::Ki2 | RecordFormat::Csa => true,
            RecordFormat::Usi | RecordFormat::Jkf => false,
        },
    };
    match encoding {
        OutEncodingFlag::ShiftJis if has_choice => shift_jis(text).map(Cow::Owned),
        OutEncodingFlag::ShiftJis | OutEncodingFlag::Utf8 => Ok(Cow::Borrowed(text.as_bytes())),
    }
}

/// How diagrams are drawn.
#[derive(Debug, Clone, Copy)]
pub struct Drawing {
    /// Whether the defender's hand is left out where it holds everything that is neither on the board nor in the
    /// attacker's hand. One that does not is shown: without it the diagram would mean another position.
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

/// A second diagram where only one fits.
pub fn one_diagram() -> FatalError {
    FatalError::new(
        "one diagram fits into a file: `tsumugi convert INPUT diagrams/ --format svg` writes many",
        "一つのファイルに図は一つです: 何枚も書くには `tsumugi convert INPUT diagrams/ --format svg`",
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

/// An answer as a record: the listed solutions are its lines. As problem-set lines every solution has one of its own,
/// the first one with what is stated.
///
/// # Errors
/// What the format cannot say.
pub fn solution_text(report: &Report, format: RecordFormat) -> Result<String, WriteError> {
    let solved = report.solved_problem();
    let mut text = write_checked(&solved, format)?;
    if format == RecordFormat::Usi {
        for line in report.outcome.solutions.listed.iter().skip(1) {
            let record = Record::new(report.question.position().clone(), line.clone());
            // What the line needs to be read as the same problem; everything else stands on the first one.
            let rule = solved.rule.filter(|&rule| rule != Rule::Helpmate);
            let (conditions, attacker) = (solved.conditions, solved.attacker);
            text += &format!("{}\n", Problem { rule, conditions, attacker, ..Problem::new(record) });
        }
    }
    Ok(text)
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
