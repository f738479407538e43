//! `tsumugi perft`: counts the sequences of legal moves, and measures the speed.

use crate::cli::exit::Tally;
use crate::cli::input::hints::hint_at_lack;
use crate::cli::output::stdout::Output;
use crate::cli::stderr::tell;
use crate::movegen::{legal_moves, perft, perft_bulk, play_line};
use crate::position::{Defect, Position, Rule, SfenText, read_position};
use crate::report::{Lang, Message};
use crate::types::Color;
use std::time::Instant;

/// The options of a count.
pub struct Perft<'a> {
    /// The number of moves in a sequence.
    pub depth: u32,
    /// The position as it was typed.
    pub sfen: &'a str,
    /// Whether a line is printed for each first move.
    pub divide: bool,
    /// Whether the moves of the last ply are only counted, not played.
    pub bulk: bool,
}

/// Counts the sequences, and prints nodes, seconds and nodes per second.
///
/// # Errors
/// An I/O error on standard output.
pub fn run(options: &Perft, lang: Lang) -> anyhow::Result<Tally> {
    let mut position = match read(options.sfen, lang) {
        Ok(position) => position,
        Err(message) => {
            tell(format_args!("perft: {message}"));
            return Ok(Tally { unreadable: true, ..Tally::default() });
        }
    };
    let mut output = Output::new();
    let count = if options.bulk { perft_bulk } else { perft };
    let start = Instant::now();
    let nodes = match options.depth.checked_sub(1) {
        Some(rest) if options.divide => {
            let mut nodes = 0;
            for &mv in &legal_moves(&position) {
                let undo = position.do_move(mv);
                let below = count(&mut position, rest);
                position.undo_move(mv, undo);
                output.line(format_args!("{mv} {below}"))?;
                nodes += below;
            }
            nodes
        }
        _ => count(&mut position, options.depth),
    };
    let seconds = start.elapsed().as_secs_f64();
    let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
    output.line(format_args!("nodes {nodes}  seconds {seconds:.3}  rate {rate:.1} M/s"))?;
    Ok(Tally::default())
}

/// Reads the position. It must be one for which legal moves are defined.
fn read(text: &str, lang: Lang) -> Result<Position, String> {
    let SfenText { root: mut position, moves, warning } =
        read_position(text).map_err(|error| error.message(lang))?;
    warning.into_iter().for_each(|warning| hint_at_lack("perft", &warning));
    // Helpmate is the rule that allows the most pieces, and perft needs no king.
    let mut defects = position.problem_defects(Rule::Helpmate, Color::Black);
    defects.retain(|defect| !matches!(defect, Defect::NoDefender { .. }));
    if !defects.is_empty() {
        let defects = defects.message(lang);
        return Err(
            lang.pick(format!("反則の局面です: {defects}"), format!("not a legal position: {defects}"))
        );
    }
    play_line(&mut position, &moves).map_err(|illegal| illegal.message(lang))?;
    Ok(position)
}
