//! `tsumugi tune match`: which of two versions is stronger.

use super::competitor::{Competitor, Version};
use super::games::GamesFile;
use super::pair::{Openings, play_pair, points};
use crate::cli::args::TuneMatchFlags;
use crate::cli::exit::Tally;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool::in_order;
use crate::play::tune::effort::Effort;
use crate::play::tune::game::Game;
use crate::play::tune::sprt::{Decision, Results};
use crate::report::Lang;
use std::ops::ControlFlow;
use std::time::Duration;

/// Games between two lines of progress.
const EVERY: u32 = 50;

/// Plays the match.
///
/// # Errors
/// Those of files, of the engines and of stdout.
pub fn run(flags: &TuneMatchFlags, lang: Lang) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let effort = flags.movetime.map_or(Effort::Nodes(flags.nodes), Effort::Time);
    let versions = [Version::of(&flags.first)?, Version::of(&flags.second)?];
    let mut record = flags.record.as_deref().map(|path| GamesFile::open(path, lang)).transpose()?;
    let bounds = [flags.sprt[0], flags.sprt[1]];
    let mut output = Output::new();
    let mut results = Results::default();
    let mut decision = None;
    let mut slowest = [Duration::ZERO; 2];
    let mut consume = |played: anyhow::Result<Option<Pair>>| {
        let Some(pair) = played? else { return Ok(ControlFlow::Break(())) };
        slowest = [0, 1].map(|player| slowest[player].max(pair.slowest[player]));
        if let Some(file) = &mut record {
            pair.games.iter().try_for_each(|game| file.add(game))?;
        }
        results.add(points(&pair.games));
        decision = results.decision(bounds);
        let played: u32 = results.games.iter().sum();
        if played.is_multiple_of(EVERY) || decision.is_some() {
            output.line(line(&results, bounds))?;
        }
        Ok(if decision.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let worker = || {
        let mut table =
            Table { versions: &versions, effort, seats: None, openings: Openings::new(flags.seed) };
        let interrupt = interrupt.clone();
        // After Ctrl-C the pairs that are being played end, and the result so far is shown.
        move |number| if interrupt.is_set() { Ok(None) } else { table.play(number).map(Some) }
    };
    let pairs = 0..flags.games.div_ceil(2);
    interrupt.while_searching(|| in_order(usize::from(flags.threads), worker, &mut consume, pairs))?;
    record.as_mut().map_or(Ok(()), GamesFile::finish)?;
    output.line(format_args!(
        "{}: {}",
        match decision {
            Some(Decision::Accepted) => "accepted",
            Some(Decision::Rejected) => "rejected",
            None => "undecided",
        },
        line(&results, bounds)
    ))?;
    if flags.movetime.is_some() {
        let [first, second] = slowest.map(|time| time.as_millis());
        output.line(format_args!("slowest answers: {first} ms of the first, {second} ms of the second"))?;
    }
    Ok(Tally { interrupted: interrupt.is_set(), ..Tally::default() })
}

fn line(results: &Results, bounds: [f64; 2]) -> String {
    let [wins, draws, losses] = results.games;
    let [elo, low, high] = results.elo();
    format!(
        "{} games: {wins} won, {draws} drawn, {losses} lost, {:.1} %, Elo {elo:+.0} [{low:+.0}, {high:+.0}], log likelihood ratio {:+.2}",
        wins + draws + losses,
        100.0 * results.score(),
        results.log_likelihood_ratio(bounds)
    )
}

/// Where one pair after the other is played.
struct Table<'a> {
    versions: &'a [Version; 2],
    effort: Effort,
    /// The players, once the first pair was begun.
    seats: Option<[Competitor; 2]>,
    openings: Openings,
}

/// What a pair came to.
struct Pair {
    games: [Game; 2],
    /// The times of both players' slowest answers so far.
    slowest: [Duration; 2],
}

impl Table<'_> {
    fn play(&mut self, number: u64) -> anyhow::Result<Pair> {
        let [first, second] = match &mut self.seats {
            Some(seats) => seats,
            empty @ None => {
                let [first, second] = self.versions;
                empty.insert([first.start(self.effort)?, second.start(self.effort)?])
            }
        };
        let games = play_pair(first, second, &self.openings.of(number))?;
        Ok(Pair { games, slowest: [first.slowest, second.slowest] })
    }
}
