//! `tsumugi book build --search`: a book that grows outwards from some positions by searches of the engine.

use super::files::{read_locked, replace};
use crate::book::{BookMove, Expansion, ExpansionOptions};
use crate::cli::args::{BookBuildFlags, GeneralFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::files::LockedFile;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::pool::with_large_stack;
use crate::cli::run::progress::ProgressLine;
use crate::cli::stderr::tell;
use crate::movegen::play_line;
use crate::play::{self, Engine, Info, Limits, Ponder, Score};
use crate::position::Position;
use crate::report::{Lang, counted, why_unplayable};
use crate::solve::StopFlag;
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes of the engine's hash table. Each search begins with an empty table, so that the book does not depend on
/// where the run was interrupted.
const HASH: u64 = 32 << 20;
/// The time between two writes of the growing book to its file.
const INTERVAL: Duration = Duration::from_secs(10);
/// The value of an immediate mate, in hundredths of a pawn.
const MATE: i32 = 30_000;

/// Grows the book until the budget is used up or the run is interrupted. The file holds a complete book at all times.
///
/// # Errors
/// An I/O error on a file, or the system cannot start a thread.
pub fn run(flags: &BookBuildFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    with_large_stack(|| grow(flags, general))
}

fn grow(flags: &BookBuildFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let (out, lang) = (&flags.out.out, general.language());
    if flags.budget < flags.nodes {
        return Err(too_little(flags).into());
    }
    let interrupt = Interrupt::listen();
    let (roots, mut tally) = roots(flags, lang)?;
    if roots.is_empty() {
        return Err(nothing_to_search(out).into());
    }
    // Two runs on one book would overwrite each other's results, hence the lock.
    let mut file = LockedFile::open(out, lang)?;
    let before = read_locked(&file, lang)?;
    let positions = usize::try_from(flags.budget / flags.nodes).unwrap_or(usize::MAX);
    let options = ExpansionOptions { positions, plies: flags.plies as usize };
    let mut expansion = Expansion::new(&before, &roots, options);
    let mut progress = ProgressLine::new(general.quiet, lang);
    progress.start(out.display().to_string(), None);
    let (mut searcher, stop) = (Searcher::new(flags), interrupt.stop_flag());
    let grown = interrupt.while_searching(|| -> Result<(), FatalError> {
        let mut written = Instant::now();
        while let Some(position) = expansion.next() {
            let Some(moves) = searcher.moves(&position, &stop) else { break };
            expansion.add(&position, moves);
            let done = expansion.book().len();
            progress.show_part(done as f64 / positions as f64, |lang| {
                lang.pick(format!("{positions}局面中{done}"), format!("{done} of {positions} positions"))
            });
            if written.elapsed() >= INTERVAL {
                replace(&mut file, expansion.book())?;
                written = Instant::now();
            }
        }
        if expansion.book().is_empty() { Ok(()) } else { replace(&mut file, expansion.book()) }
    });
    progress.finish();
    grown?;
    tally.interrupted |= interrupt.is_set();
    if !general.quiet {
        let (out, count) = (out.display(), expansion.book().len());
        let left = interrupt.is_set();
        let [ja, en] = match left {
            true => ["。同じ命令で続きから", "; the same command continues"],
            false if count < positions => {
                ["。範囲内に調べる局面はもうない", "; no other position is within --plies"]
            }
            false => [""; 2],
        };
        tell(lang.pick(
            format!("{out}: {count}局面{ja}"),
            format!("{out}: {}{en}", counted(count as u64, "position")),
        ));
    }
    Ok(tally)
}

fn too_little(flags: &BookBuildFlags) -> FatalError {
    let (budget, nodes) = (flags.budget, flags.nodes);
    FatalError::new(
        format!(
            "--budget {budget} is less than the {nodes} positions to search for one position of the book (--nodes): \
             give a larger --budget"
        ),
        format!("--budget {budget} は定跡の一局面に調べる局面の数 {nodes} (--nodes) より小さいです"),
    )
}

fn nothing_to_search(out: &Path) -> FatalError {
    let out = out.display();
    FatalError::new(
        format!("{out}: left unchanged: no input has a starting position"),
        format!("{out}: そのままにします: 入力に始めの局面がありません"),
    )
}

/// The last positions of the inputs: the book grows from these.
fn roots(flags: &BookBuildFlags, lang: Lang) -> anyhow::Result<(Vec<Position>, Tally)> {
    let mut batch = Batch::new(lang);
    let mut roots = Vec::new();
    for item in problems(&flags.inputs.inputs, &flags.inputs.reading) {
        let problem = match item {
            Ok(problem) => problem,
            Err(failure) => {
                batch.fail(failure)?;
                continue;
            }
        };
        let mut position = problem.record.root.clone();
        if let Some(why) = why_unplayable(&position, lang) {
            batch.fail(Failure::unwritable(&problem, why))?;
        } else if let Err(illegal) = play_line(&mut position, &problem.record.moves) {
            batch.fail(Failure::refused(&problem, &Refusal::Game(illegal), lang))?;
        } else {
            roots.push(position);
        }
    }
    Ok((roots, batch.tally))
}

/// The engine, with its limits for each position.
struct Searcher {
    engine: Engine,
    limits: Limits,
}

impl Searcher {
    fn new(flags: &BookBuildFlags) -> Searcher {
        let multi_pv = flags.moves.into();
        let engine = Engine::new(play::Options { hash_bytes: HASH, multi_pv, ..play::Options::default() });
        Searcher { engine, limits: Limits { nodes: Some(flags.nodes), ..Limits::default() } }
    }

    /// The best moves of a position with their values; `None` when the search was stopped.
    fn moves(&mut self, position: &Position, stop: &StopFlag) -> Option<Vec<BookMove>> {
        self.engine.new_game();
        let mut lines: Vec<Info> = Vec::new();
        let mut take = |info: &Info| {
            let same = lines.iter_mut().find(|line| line.multipv == info.multipv);
            match same {
                Some(line) => *line = info.clone(),
                None => lines.push(info.clone()),
            }
        };
        self.engine.search(position, &[], &self.limits, stop, &Ponder::new(), &mut take);
        lines.sort_by_key(|line| line.multipv);
        let mut moves: Vec<BookMove> = Vec::new();
        for line in lines {
            let Some(&mv) = line.pv.first() else { continue };
            if moves.iter().all(|book| book.mv != mv) {
                let (value, depth) = (Some(value(line.score)), Some(line.depth));
                moves.push(BookMove { mv, ponder: line.pv.get(1).copied(), value, depth, count: None });
            }
        }
        if stop.is_set() { None } else { Some(moves) }
    }
}

fn value(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) if plies > 0 => MATE - plies,
        Score::Mate(plies) => -MATE - plies,
    }
}
