//! `tsumugi tune margins`: tunes the margins of the search by games of the engine against itself.

use super::pair::{HASH, Openings, play_pair, points};
use crate::cli::args::TuneMarginsFlags;
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::LockedFile;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool;
use crate::play::tune::effort::Effort;
use crate::play::tune::selfplay::Own;
use crate::play::tune::spsa::{Course, Spsa, Trial};
use crate::play::{Engine, Options};
use crate::report::Lang;
use crate::types::Move;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Steps between two lines of progress.
const EVERY: u64 = 50;

/// Tunes margins.
///
/// # Errors
/// A file cannot be read or written, or standard output fails.
pub fn run(flags: &TuneMarginsFlags, lang: Lang) -> anyhow::Result<Tally> {
    let interrupt = Interrupt::listen();
    let mut output = Output::new();
    let mut file = LockedFile::open(&flags.file, lang)?;
    let TuneMarginsFlags { steps, seed, nodes, .. } = *flags;
    let course = Course { steps, pairs: u64::from(flags.pairs), seed, nodes };
    let mut spsa = begin(&flags.file, course, &file)?;
    if spsa.done() > 0 {
        let step = spsa.done();
        output.line(
            lang.pick(format!("{step}ステップ目の後から続けます"), format!("continues after step {step}")),
        )?;
    }
    interrupt.while_searching(|| -> anyhow::Result<()> {
        while !spsa.is_over() && !interrupt.is_set() {
            let mut trials = Vec::new();
            let mut consume = |trial: Option<(Trial, u8)>| {
                let Some(trial) = trial else { return Ok(ControlFlow::Break(())) };
                trials.push(trial);
                Ok(ControlFlow::Continue(()))
            };
            let (now, step) = (spsa.clone(), spsa.done());
            let worker = || {
                let (now, interrupt) = (&now, interrupt.clone());
                let mut openings = Openings::new(seed);
                // After Ctrl-C the pairs that are being played are finished, and no other pair begins.
                move |number| {
                    (!interrupt.is_set()).then(|| {
                        let opening = openings.of(step * course.pairs + number);
                        play_trial(now.trial(number), nodes, &opening)
                    })
                }
            };
            pool::in_order(usize::from(flags.threads), pool::AHEAD, worker, &mut consume, 0..course.pairs)?;
            // An incomplete step is not learnt from: the run that resumes plays it again.
            if (trials.len() as u64) < course.pairs {
                break;
            }
            spsa.learn(&trials);
            file.replace(|mut file| file.write_all(spsa.to_text().as_bytes()))
                .map_err(|cause| FatalError::unwritable(&flags.file, cause))?;
            if spsa.done().is_multiple_of(EVERY) || spsa.is_over() {
                let (step, margins) = (spsa.done(), spsa.margins());
                output.line(lang.pick(
                    format!("{steps}ステップ中 {step}ステップ目: {margins:?}"),
                    format!("step {step} of {steps}: {margins:?}"),
                ))?;
            }
        }
        Ok(())
    })?;
    Ok(Tally { interrupted: interrupt.is_set(), ..Tally::default() })
}

/// The tuning run that is stored in the file, or a new one if the file is empty.
fn begin(file: &Path, course: Course, locked: &LockedFile) -> anyhow::Result<Spsa> {
    if locked.len == 0 {
        return Ok(Spsa::new(course));
    }
    let text = io::read_to_string(&locked.file).map_err(|cause| FatalError::unreadable(file, cause))?;
    let spsa = Spsa::from_text(&text).filter(|spsa| spsa.course() == course);
    Ok(spsa.ok_or_else(|| other_run(file))?)
}

/// Plays a pair of games between the two players of a trial, with `nodes` nodes for each move.
fn play_trial(trial: Trial, nodes: u64, opening: &[Move]) -> (Trial, u8) {
    let options = Options { hash_bytes: HASH, ..Options::default() };
    let [mut first, mut second] = trial.margins.map(|margins| {
        let mut engine = Engine::new(options);
        engine.set_margins(margins);
        Own::of(engine, Effort::Nodes(nodes))
    });
    let Ok(games) = play_pair(&mut first, &mut second, opening);
    (trial, points(&games).iter().sum())
}

fn other_run(file: &Path) -> FatalError {
    let file = file.display();
    FatalError::new(
        format!(
            "{file}: not a file of margins, or one of a run with other options or of another version: remove it, or give another name"
        ),
        format!(
            "{file}: マージンのファイルではないか、別のオプションか別の版のものです: 消すか、別の名前を書いてください"
        ),
    )
}
