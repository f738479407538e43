//! `tsumugi tune match`: which of two versions is stronger.

use super::competitor::{Competitor, Conduct, Version};
use super::games::GamesFile;
use super::pair::{Openings, play_pair, points};
use crate::cli::args::TuneMatchFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool::{AHEAD, in_order};
use crate::play::tune::effort::Effort;
use crate::play::tune::game::Game;
use crate::play::tune::sprt::{Decision, Results};
use crate::report::{Lang, counted};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Games between two lines of progress.
const EVERY: u32 = 50;

/// Plays the match.
///
/// # Errors
/// A file cannot be read or written, an engine fails, or standard output fails.
pub fn run(flags: &TuneMatchFlags, lang: Lang) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let effort = flags.movetime.map_or(Effort::Nodes(flags.nodes), Effort::Time);
    let versions = [Version::of(&flags.first)?, Version::of(&flags.second)?];
    let mut record = flags.record.as_deref().map(|path| GamesFile::open(path, lang)).transpose()?;
    let bounds = [flags.sprt[0], flags.sprt[1]];
    if bounds[0].partial_cmp(&bounds[1]) != Some(Ordering::Less) {
        return Err(FatalError::new(
            "tune match: --sprt needs two differences, the lower one first",
            "tune match: --sprt には差を二つ、小さい方から書いてください",
        )
        .into());
    }
    let mut output = Output::new();
    let mut outcome = Outcome::default();
    let mut consume = |played: anyhow::Result<Option<Pair>>| {
        let Some(pair) = played? else { return Ok(ControlFlow::Break(())) };
        let Outcome { results, decision, conducts } = &mut outcome;
        conducts.iter_mut().zip(&pair.conducts).for_each(|(conduct, of_pair)| conduct.join(of_pair));
        if let Some(file) = &mut record {
            pair.games.iter().try_for_each(|game| file.add(game))?;
        }
        results.add(points(&pair.games));
        *decision = results.decision(bounds);
        let played: u32 = results.games.iter().sum();
        if played.is_multiple_of(EVERY) || decision.is_some() {
            output.line(line(results, bounds, lang))?;
        }
        Ok(if decision.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    let worker = || {
        let mut table =
            Table { versions: &versions, effort, seats: None, openings: Openings::new(flags.seed) };
        let interrupt = interrupt.clone();
        // After Ctrl-C the pairs that are being played are finished, and the result so far is shown.
        move |number| if interrupt.is_set() { Ok(None) } else { table.play(number).map(Some) }
    };
    let pairs = 0..flags.games.div_ceil(2);
    let played = interrupt
        .while_searching(|| in_order(usize::from(flags.threads), AHEAD, worker, &mut consume, pairs));
    let kept = record.as_mut().map_or(Ok(()), GamesFile::finish);
    let ended = played.and(kept.map_err(Into::into));
    // The games that were played before an error count.
    let has_result = ended.is_ok() || outcome.results != Results::default();
    let told = if has_result { outcome.tell(&mut output, flags, lang) } else { Ok(()) };
    ended.and(told)?;
    Ok(Tally { interrupted: interrupt.is_set(), ..Tally::default() })
}

/// The result of a match so far.
#[derive(Default)]
struct Outcome {
    results: Results,
    decision: Option<Decision>,
    /// The statistics of both players.
    conducts: [Conduct; 2],
}

impl Outcome {
    /// Prints the last lines of the match.
    fn tell(&self, output: &mut Output, flags: &TuneMatchFlags, lang: Lang) -> anyhow::Result<()> {
        output.line(format_args!(
            "{}: {}",
            match self.decision {
                Some(Decision::Accepted) => lang.pick("採用", "accepted"),
                Some(Decision::Rejected) => lang.pick("棄却", "rejected"),
                None => lang.pick("未決", "undecided"),
            },
            line(&self.results, [flags.sprt[0], flags.sprt[1]], lang)
        ))?;
        if flags.movetime.is_some() {
            let [first, second] = self.conducts.each_ref().map(|conduct| conduct.slowest.as_millis());
            output.line(lang.pick(
                format!("最も遅い応答: 一つ目 {first}ミリ秒、二つ目 {second}ミリ秒"),
                format!("slowest answers: {first} ms by the first program, {second} ms by the second"),
            ))?;
        }
        let names = [("一つ目", "first"), ("二つ目", "second")];
        for (conduct, (japanese, english)) in self.conducts.iter().zip(names) {
            let Conduct { refused, example: Some(example), .. } = conduct else { continue };
            output.line(lang.pick(
                format!("{japanese}の反則負け: {refused}局 ({example} など)"),
                format!(
                    "{} lost by the {english} through illegal moves or false declarations, such as {example}",
                    counted(u64::from(*refused), "game")
                ),
            ))?;
        }
        Ok(())
    }
}

fn line(results: &Results, bounds: [f64; 2], lang: Lang) -> String {
    let [wins, draws, losses] = results.games;
    let games = wins + draws + losses;
    let Some([elo, low, high]) = results.elo() else { return lang.pick("0局", "0 games").to_owned() };
    let percent = 100.0 * results.score();
    // Adding 0.0 turns a negative zero into a positive one, so that it is not printed with a minus sign.
    let [elo, low, high] = [elo, low, high].map(|elo| elo.round() + 0.0);
    let ratio = results.log_likelihood_ratio(bounds);
    lang.pick(
        format!(
            "{games}局: {wins}勝 {losses}敗 {draws}分、{percent:.1} %、Elo {elo:+.0} [{low:+.0}, {high:+.0}]、対数尤度比 {ratio:+.2}"
        ),
        format!(
            "{games} games: {wins} won, {draws} drawn, {losses} lost, {percent:.1} %, Elo {elo:+.0} [{low:+.0}, {high:+.0}], log likelihood ratio {ratio:+.2}"
        ),
    )
}

/// A worker that plays one pair after another.
struct Table<'a> {
    versions: &'a [Version; 2],
    effort: Effort,
    /// The players; `None` before the first pair.
    seats: Option<[Competitor; 2]>,
    openings: Openings,
}

/// The result of a pair.
struct Pair {
    games: [Game; 2],
    /// The statistics of both players in this pair.
    conducts: [Conduct; 2],
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
        let conducts = [first, second].map(|player| std::mem::take(&mut player.conduct));
        Ok(Pair { games, conducts })
    }
}
