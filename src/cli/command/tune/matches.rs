//! `tsumugi tune match`: which of two versions is stronger.

use super::games::GamesFile;
use super::pair::{EVEN, JUDGE_NODES, play_pair};
use super::usi_player::UsiPlayer;
use crate::cli::args::TuneMatchFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::play::tune::effort::Effort;
use crate::play::tune::random::Random;
use crate::play::tune::referee::{Player, Reply};
use crate::play::tune::selfplay::{self, Own};
use crate::play::tune::sprt::{Decision, Results};
use crate::play::{Engine, Options, Weights, WeightsError};
use crate::types::Move;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes of each table.
const HASH: u64 = 16 << 20;
/// Games between two lines of progress.
const EVERY: u32 = 50;

/// Plays the match.
///
/// # Errors
/// Those of files, of the engines and of stdout.
pub fn run(flags: &TuneMatchFlags) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let effort = flags.movetime.map_or(Effort::Nodes(flags.nodes), Effort::Time);
    let mut first = Competitor::new(&flags.first, effort)?;
    let mut second = Competitor::new(&flags.second, effort)?;
    let mut record = flags.record.as_deref().map(GamesFile::open).transpose()?;
    let bounds = [flags.sprt[0], flags.sprt[1]];
    let mut output = Output::new();
    let mut judge = Own::new(JUDGE_NODES);
    let mut results = Results::default();
    let mut decision = None;
    // After Ctrl-C the pair that is being played ends, and the result so far is shown.
    interrupt.while_searching(|| -> anyhow::Result<()> {
        for pair in 0..flags.games.div_ceil(2) {
            if interrupt.is_set() || decision.is_some() {
                break;
            }
            let mut random = Random::of_item(flags.seed, pair);
            let opening = selfplay::even_opening(&mut judge, &mut random, EVEN);
            results.add(play_pair(&mut first, &mut second, &opening, |game| -> anyhow::Result<()> {
                Ok(record.as_mut().map_or(Ok(()), |file| file.add(game))?)
            })?);
            decision = results.decision(bounds);
            let played: u32 = results.games.iter().sum();
            if played.is_multiple_of(EVERY) || decision.is_some() {
                output.line(line(&results, bounds))?;
            }
        }
        Ok(())
    })?;
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
        let [first, second] = [first, second].map(|player| player.slowest.as_millis());
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

/// A version of the engine.
struct Competitor {
    version: Version,
    /// The time of its slowest answer.
    slowest: Duration,
}

enum Version {
    Own(Box<Own>),
    Usi(UsiPlayer),
}

impl Competitor {
    /// Weights for this build's engine, or a program.
    fn new(path: &Path, effort: Effort) -> anyhow::Result<Competitor> {
        Ok(Competitor { version: Version::new(path, effort)?, slowest: Duration::ZERO })
    }
}

impl Version {
    fn new(path: &Path, effort: Effort) -> anyhow::Result<Version> {
        let bytes = fs::read(path).map_err(|cause| FatalError::unreadable(path, cause))?;
        match Weights::read(&bytes) {
            Ok(weights) => {
                // They are needed to the end of the program.
                let weights = Box::leak(Box::new(weights));
                let options = Options { hash_bytes: HASH, ..Options::default() };
                Ok(Version::Own(Box::new(Own::of(Engine::with_weights(options, weights), effort))))
            }
            Err(WeightsError::Damaged { found, stated }) => {
                let path = path.display();
                let english =
                    format!("{path}: the weights are damaged: checksum {found:08x}, stated {stated:08x}");
                let japanese =
                    format!("{path}: 重みが壊れています: 検査値は {found:08x}、記載は {stated:08x}");
                Err(FatalError::new(english, japanese).into())
            }
            Err(WeightsError::Form { .. }) => Ok(Version::Usi(UsiPlayer::start(path, effort, HASH)?)),
        }
    }
}

impl Player for Competitor {
    type Error = anyhow::Error;

    fn begin(&mut self) -> anyhow::Result<()> {
        match &mut self.version {
            Version::Own(own) => Ok(own.begin()?),
            Version::Usi(usi) => usi.begin(),
        }
    }

    fn reply(&mut self, moves: &[Move]) -> anyhow::Result<Reply> {
        let asked = Instant::now();
        let reply = match &mut self.version {
            Version::Own(own) => own.reply(moves)?,
            Version::Usi(usi) => usi.reply(moves)?,
        };
        self.slowest = self.slowest.max(asked.elapsed());
        Ok(reply)
    }
}
