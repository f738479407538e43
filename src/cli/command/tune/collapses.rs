//! `tsumugi tune collapses`: positions from games in which one side's evaluation collapsed.

use super::games::no_game;
use crate::cli::args::TuneCollapsesFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool;
use crate::play::tune::collapse::{before_collapse, is_seen, is_won};
use crate::play::tune::game::Game;
use crate::play::tune::referee::Reply;
use crate::play::tune::selfplay::Own;
use crate::position::Position;
use crate::report::Lang;
use crate::types::Move;
use std::fs;
use std::ops::ControlFlow;

/// The factor on the nodes for the search that decides whether the position is already lost.
const TO_BE_SURE: u64 = 100;

/// Prints the positions, and in how many of them the engine sees that they are lost.
///
/// # Errors
/// A file cannot be read, or standard output fails.
pub fn run(flags: &TuneCollapsesFlags, lang: Lang) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let mut output = Output::new();
    let (mut lines, mut games) = (Vec::new(), 0_u64);
    for path in &flags.games {
        let bytes = fs::read(path).map_err(|cause| FatalError::unreadable(path, cause))?;
        for read in Game::read_all(&bytes) {
            let (game, _) = read.map_err(|at| no_game(path, at))?;
            games += 1;
            lines.extend(before_collapse(&game).map(<[Move]>::to_vec));
        }
    }
    let (mut judged, mut lost, mut seen) = (0_usize, 0_u64, 0_u64);
    let collapses = lines.len();
    let mut consume = |found: Option<Judged>| {
        let Some(found) = found else { return Ok(ControlFlow::Break(())) };
        judged += 1;
        if let Some((position, is_seen)) = found {
            output.line(position.sfen())?;
            lost += 1;
            seen += u64::from(is_seen);
        }
        Ok(ControlFlow::Continue(()))
    };
    let worker = || {
        let [mut sure, mut player] = [TO_BE_SURE * flags.nodes, flags.nodes].map(Own::new);
        let interrupt = interrupt.clone();
        // After Ctrl-C the positions that are being judged are finished and printed.
        move |moves: Vec<Move>| (!interrupt.is_set()).then(|| judge(&mut sure, &mut player, &moves))
    };
    interrupt.while_searching(|| {
        pool::in_order(usize::from(flags.threads), pool::AHEAD, worker, &mut consume, lines)
    })?;
    let [japanese, english] = if judged < collapses {
        [format!("うち調べたもの {judged}回、"), format!("{judged} of them judged, ")]
    } else {
        [String::new(), String::new()]
    };
    output.line(lang.pick(
        format!(
            "# {games}局、急転 {collapses}回、{japanese}5手前ですでに負け {lost}回、そこで見えている {seen}回"
        ),
        format!(
            "# {games} games, {collapses} collapses, {english}{lost} already lost five plies earlier, {seen} of these \
             seen by the engine"
        ),
    ))?;
    Ok(Tally { interrupted: interrupt.is_set(), ..Tally::default() })
}

/// A position that is already lost, and whether the engine sees it; `None` where the position is not lost.
type Judged = Option<(Position, bool)>;

fn judge(sure: &mut Own, player: &mut Own, moves: &[Move]) -> Judged {
    is_won(value(sure, moves)).then(|| {
        let mut position = Position::startpos();
        moves.iter().for_each(|&mv| {
            position.do_move(mv);
        });
        (position, is_seen(value(player, moves)))
    })
}

/// The value of the position after the moves by a new search, from the view of the side to move.
fn value(player: &mut Own, moves: &[Move]) -> i32 {
    match player.reply_anew(moves) {
        Reply::Move(_, value) => value.into(),
        Reply::Resign => i16::MIN.into(),
        Reply::Win => i16::MAX.into(),
    }
}
