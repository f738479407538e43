//! The library: what only it can be asked for, and proofs.

use crate::answer::{Answer, Found};
use crate::case::{Case, LISTED, Question};
use crate::folder::MemoryFolder;
use crate::program::Answers;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use tsumugi::certificate;
use tsumugi::problem::{self, Choices};
use tsumugi::solve::{Budget, Checkpointed, Limits, Outcome, Step, helpmate, tsume};

/// A table that forgets even in small problems.
const SMALL_TABLE: u64 = 1 << 12;
/// The nodes after which a search is saved and read again.
const SAVED_AFTER: u64 = 40;
const NODES: u64 = 100_000;
/// What a proof may take, which looks for refutations that an answer had no need of.
const PROOF_NODES: u64 = 10 * NODES;

/// All ways of the library.
pub fn answers(question: Question, cases: &[Case]) -> Vec<Answers> {
    if question.is_tsume() {
        return vec![
            of_each("the library on 2 threads", cases, |case| prove(question, case, 2)),
            of_each("the library, with a proof", cases, |case| prove(question, case, 1)),
            of_each("the library from a checkpoint", cases, |case| tsume_resumed(question, case)),
        ];
    }
    // Questions are asked at the same time, and each removes its folder.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("tsumugi-judge-{}-{number}", std::process::id()));
    let options = || helpmate::Options { max_solutions: LISTED, ..helpmate::Options::default() };
    let wide = || helpmate::Options { threads: 4, min_parallel_layer: 1, ..options() };
    let small = |spill: Option<PathBuf>| helpmate::Options { table: Some(SMALL_TABLE), spill, ..options() };
    let solver = |case: &Case, options| {
        let (position, attacker) = case.position();
        let choices = Choices {
            rule: Some(question.rule()),
            conditions: Some(case.conditions),
            attacker: Some(attacker),
            ..Choices::default()
        };
        let question = problem::Question::of(position, &choices).expect("a legal problem");
        helpmate::Solver::of(&question, options)
    };
    let help = |case: &Case, options| {
        let mut solver = solver(case, options);
        Answer::of(&end(|budget| solver.advance(budget)))
    };
    let answers = vec![
        of_each("the library on 4 threads", cases, |case| help(case, wide())),
        of_each("the library with a small table", cases, |case| help(case, small(None))),
        of_each("the library with a small table and a folder", cases, |case| {
            help(case, small(Some(folder.clone())))
        }),
        of_each("the library from a checkpoint", cases, |case| resumed(solver(case, options()))),
    ];
    let _ = std::fs::remove_dir_all(&folder);
    answers
}

fn of_each(way: &str, cases: &[Case], solve: impl Fn(&Case) -> Answer) -> Answers {
    (way.to_owned(), cases.iter().map(|case| Some(solve(case))).collect())
}

/// The search is saved on its way, and goes on from what was saved.
fn resumed(mut solver: helpmate::Solver) -> Answer {
    let folder = MemoryFolder::default();
    solver.keep_checkpoint(Box::new(folder.clone()), Value::Null).expect("a new folder");
    let _ = solver.advance(Budget::Nodes(SAVED_AFTER));
    solver.save().expect("a folder in memory");
    drop(solver);
    let resumed = helpmate::Solver::resume(Box::new(folder), |_| {}).expect("what was just saved");
    let mut solver = resumed.solver;
    Answer::of(&end(|budget| solver.advance(budget)))
}

/// The search for a tsume is saved again and again, and goes on each time from what was saved.
fn tsume_resumed(question: Question, case: &Case) -> Answer {
    let (position, attacker) = case.position();
    let mut solver = tsume::Solver::new(&position, attacker, tsume_options(question, 1)).expect("a tsume");
    let folder = MemoryFolder::default();
    solver.keep_checkpoint(Box::new(folder.clone()), Value::Null).expect("a new folder");
    let mut piece = SAVED_AFTER;
    while let Step::Progress(_) = solver.advance(Budget::Nodes(piece)) {
        solver.save().expect("a folder in memory");
        drop(solver);
        let resumed = tsume::Solver::resume(Box::new(folder.clone()), |_| {}).expect("what was just saved");
        solver = resumed.solver;
        piece *= 2;
    }
    Answer::of(&end(|budget| solver.advance(budget)))
}

fn tsume_options(question: Question, threads: usize) -> tsume::Options {
    let futile = if question.is_official() { tsume::Futile::Official } else { tsume::Futile::None };
    let limits = Limits { nodes: Some(NODES), memory: Some(16 << 20), ..Limits::default() };
    tsume::Options { limits, futile, threads, nodes_before_helpers: 0, ..tsume::Options::default() }
}

/// Solves a tsume; what is decided is proved by a certificate, which is checked.
fn prove(question: Question, case: &Case, threads: usize) -> Answer {
    let (position, attacker) = case.position();
    let options = tsume_options(question, threads);
    let mut solver = tsume::Solver::new(&position, attacker, options.clone()).expect("a tsume");
    let outcome = end(|budget| solver.advance(budget));
    let answer = Answer::of(&outcome);
    if threads > 1 || answer.found == Found::Unknown {
        return answer;
    }
    let mut proof = Vec::new();
    let limits = Limits { nodes: Some(PROOF_NODES), ..options.limits };
    let options = tsume::Options { limits, ..options };
    if let Err(error) = tsume::certify(&position, attacker, &outcome, &options, &mut proof) {
        // Within the nodes of an answer that took nearly all of them it may fail.
        assert!(outcome.stats.nodes > NODES / 10, "{position}: no certificate: {error}");
        return answer;
    }
    let checked = certificate::check(&proof[..]).unwrap_or_else(|error| panic!("{position}: {error}"));
    let proved = match checked.exact() {
        Some(plies) => Found::Mate(plies.into(), true),
        None if checked.no_mate => Found::NoMate,
        None => Found::Mate(checked.mate.map_or(0, u64::from), false),
    };
    Answer { found: proved, ..answer }
}

fn end(mut advance: impl FnMut(Budget) -> Step) -> Outcome {
    match advance(Budget::Unlimited) {
        Step::Done(outcome) => *outcome,
        Step::Progress(progress) => panic!("stopped without need at {progress:?}"),
    }
}
