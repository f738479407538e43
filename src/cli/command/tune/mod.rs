//! `tsumugi tune`: games to learn from, and the weights fitted to them.

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
/// Those of files and of stdout.
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
    let (mut games, mut positions, mut decided) = (0, 0, 0);
    let mut consume = |game: Game| {
        file.add(&game)?;
        games += 1;
        positions += game.values.len();
        decided += u32::from(game.winner.is_some());
        if games % EVERY == 0 || games == flags.games {
            output.line(lang.pick(
                format!("{games}局、勝敗がついたもの {decided}局、{positions}局面"),
                format!("{games} games, {decided} decided, {positions} positions"),
            ))?;
        }
        Ok(if interrupt.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let due = flags.time.map(|time| Instant::now() + time);
    let is_over = move || due.is_some_and(|due| Instant::now() >= due);
    let worker = || {
        let mut player = Own::new(settings.nodes);
        move |number| selfplay::play(&mut player, &settings, number)
    };
    interrupt.while_searching(|| {
        let numbers = (0..flags.games).take_while(|_| !is_over());
        pool::in_order(usize::from(flags.threads), worker, &mut consume, numbers)
    })?;
    file.finish()?;
    Ok(Tally { interrupted: interrupt.is_set(), ..Tally::default() })
}
