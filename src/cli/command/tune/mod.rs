//! `tsumugi tune`: plays games to learn from, and fits weights to them.

mod collapses;
mod competitor;
mod fit;
mod games;
mod margins;
mod matches;
mod pair;
mod usi_player;
mod weights_file;

use crate::cli::args::{TuneCommand, TunePlayFlags};
use crate::cli::exit::Tally;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool;
use crate::play::tune::game::Game;
use crate::play::tune::selfplay::{self, Own};
use crate::report::Lang;
use games::GamesFile;
use std::ops::ControlFlow;
use std::time::Instant;

/// Games between two lines of progress.
const EVERY: u64 = 100;

/// Runs a step of tuning.
///
/// # Errors
/// A file cannot be read or written, or standard output fails.
pub fn run(command: &TuneCommand, lang: Lang) -> anyhow::Result<Tally> {
    match command {
        TuneCommand::Play(flags) => play(flags, lang),
        TuneCommand::Fit(flags) => fit::run(flags, lang),
        TuneCommand::Margins(flags) => margins::run(flags, lang),
        TuneCommand::Match(flags) => matches::run(flags, lang),
        TuneCommand::Collapses(flags) => collapses::run(flags, lang),
    }
}

fn play(flags: &TunePlayFlags, lang: Lang) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let mut file = GamesFile::open(&flags.file, lang)?;
    let settings = selfplay::Settings { nodes: flags.nodes, seed: flags.seed };
    let mut output = Output::new();
    let begin = pool::with_large_stack(|| Ok(first_new(&settings, flags.games, &file)))?;
    if begin > 0 && begin < flags.games {
        output.line(
            lang.pick(format!("{begin}局目の後から続けます"), format!("continues after game {begin}")),
        )?;
    } else if begin > 0 {
        output.line(lang.pick(
            format!("{begin}局はすべてあります: 別の対局は別の --seed で"),
            format!("the file already has all {begin} games: another --seed gives other games"),
        ))?;
    }
    let (mut games, mut positions, mut decided) = (0, 0, 0);
    let mut consume = |game: Option<Game>| {
        let Some(game) = game else { return Ok(ControlFlow::Break(())) };
        file.add(&game)?;
        games += 1;
        positions += game.values.len();
        decided += u32::from(game.winner.is_some());
        if games % EVERY == 0 || games == flags.games - begin {
            output.line(lang.pick(
                format!("{games}局、勝敗がついたもの {decided}局、{positions}局面"),
                format!("{games} games, {decided} decided, {positions} positions"),
            ))?;
        }
        Ok(ControlFlow::Continue(()))
    };
    let due = flags.time.and_then(|time| Instant::now().checked_add(time));
    let is_over = move || due.is_some_and(|due| Instant::now() >= due);
    let worker = || {
        let mut player = Own::new(settings.nodes);
        let interrupt = interrupt.clone();
        // After Ctrl-C, and when the time is over, the games that are being played are finished and kept. This is
        // checked when a game begins, not when it is queued, since games may wait in the queue.
        move |number| {
            (!interrupt.is_set() && !is_over()).then(|| selfplay::play(&mut player, &settings, number))
        }
    };
    let numbers = begin..flags.games;
    interrupt.while_searching(|| {
        pool::in_order(usize::from(flags.threads), pool::AHEAD, worker, &mut consume, numbers)
    })?;
    file.finish()?;
    Ok(Tally { interrupted: interrupt.is_set(), ..Tally::default() })
}

/// The number of the first game of a run that the file does not hold: an interrupted run has written a prefix of its
/// games. A game is played again to see whether the file holds it, so that the games of other settings or of another
/// version are not mistaken for those of this run.
fn first_new(settings: &selfplay::Settings, games: u64, file: &GamesFile) -> u64 {
    if file.was_empty() {
        return 0;
    }
    let mut player = Own::new(settings.nodes);
    let mut is_there = |number| file.had(&selfplay::play(&mut player, settings, number));
    // All games below `begin` are in the file, and game `end` is not: a search with growing steps, then by bisection.
    let (mut begin, mut end, mut step) = (0, games, 1);
    while begin < end {
        let number = begin + if end < games { (end - begin) / 2 } else { (end - begin).min(step) - 1 };
        if is_there(number) {
            (begin, step) = (number + 1, step.saturating_mul(2));
        } else {
            end = number;
        }
    }
    begin
}
