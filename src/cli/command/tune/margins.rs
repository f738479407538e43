//! `tsumugi tune margins`: margins of the search by games of the engine against itself.

use super::pair::{EVEN, JUDGE_NODES, play_pair};
use crate::cli::args::TuneMarginsFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::write_whole;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool;
use crate::play::tune::effort::Effort;
use crate::play::tune::random::Random;
use crate::play::tune::selfplay::{self, Own};
use crate::play::tune::spsa::{Spsa, Trial};
use crate::play::{Engine, Options};
use std::convert::Infallible;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

/// Pairs of games of a step.
const PAIRS: u64 = 4;
/// Bytes of each table.
const HASH: u64 = 16 << 20;
/// Steps between two lines of progress.
const EVERY: u64 = 50;

/// Tunes margins.
///
/// # Errors
/// Those of files and of stdout.
pub fn run(flags: &TuneMarginsFlags) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let mut output = Output::new();
    let mut spsa = begin(flags)?;
    if spsa.done() > 0 {
        output.line(format_args!("goes on after step {}", spsa.done()))?;
    }
    interrupt.while_searching(|| -> anyhow::Result<()> {
        while !spsa.is_over() && !interrupt.is_set() {
            let mut trials = Vec::new();
            let mut consume = |trial: (Trial, u8)| {
                trials.push(trial);
                Ok(ControlFlow::Continue(()))
            };
            let (now, step) = (spsa.clone(), spsa.done());
            let worker = || {
                let now = &now;
                move |number| play_trial(now.trial(number), flags, step * PAIRS + number)
            };
            pool::in_order(usize::from(flags.threads), worker, &mut consume, 0..PAIRS)?;
            spsa.learn(&trials);
            write_whole(&flags.file, spsa.to_text().as_bytes(), true)
                .map_err(|cause| FatalError::unwritable(&flags.file, cause))?;
            if spsa.done().is_multiple_of(EVERY) || spsa.is_over() {
                output.line(format_args!("step {} of {}: {:?}", spsa.done(), flags.steps, spsa.margins()))?;
            }
        }
        Ok(())
    })?;
    Ok(Tally { interrupted: interrupt.is_set(), ..Tally::default() })
}

/// The run of the file, if there is one.
fn begin(flags: &TuneMarginsFlags) -> anyhow::Result<Spsa> {
    let file = &flags.file;
    if !file.exists() {
        return Ok(Spsa::new(flags.steps, flags.seed));
    }
    let text = fs::read_to_string(file).map_err(|cause| FatalError::unreadable(file, cause))?;
    let spsa = Spsa::from_text(&text).filter(|spsa| spsa.belongs_to(flags.steps, flags.seed));
    Ok(spsa.ok_or_else(|| other_run(file))?)
}

/// Plays a pair of games of both players from an opening by the number of the pair.
fn play_trial(trial: Trial, flags: &TuneMarginsFlags, pair: u64) -> (Trial, u8) {
    let options = Options { hash_bytes: HASH, ..Options::default() };
    let [mut first, mut second] = trial.margins.map(|margins| {
        let mut engine = Engine::new(options);
        engine.set_margins(margins);
        Own::of(engine, Effort::Nodes(flags.nodes))
    });
    let mut judge = Own::new(JUDGE_NODES);
    let opening = selfplay::even_opening(&mut judge, &mut Random::of_item(flags.seed, pair), EVEN);
    let Ok(points) = play_pair(&mut first, &mut second, &opening, |_| Ok::<(), Infallible>(()));
    (trial, points.iter().sum())
}

fn other_run(file: &Path) -> FatalError {
    let file = file.display();
    FatalError::new(
        format!(
            "{file}: no margins, or those of a run with other options or of another version: remove it, or give another name"
        ),
        format!(
            "{file}: マージンのファイルではないか、別のオプションか別の版のものです: 消すか、別の名前を書いてください"
        ),
    )
}
