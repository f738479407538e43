//! Checkpoints of a tsume: damage is refused, and what is accepted leads to the right answer. A manifest that says
//! something else under a right checksum is believed, as a table of a right one is: then it must end, and its mates must
//! be mates.

use super::Verdict;
use super::checkpoint::hold_mates;
use super::damage::{self, MANIFEST, Stopped, body, damage, refused};
use super::folder::MemoryFolder;
use arbitrary::{Result, Unstructured};
use std::sync::LazyLock;
use tsumugi::position::Position;
use tsumugi::solve::tsume::{Futile, Options, Resumed, Solver};
use tsumugi::solve::{Budget, Limits, Outcome};
use tsumugi::types::Color;

/// Small problems, and how many nodes apart they are stopped: mates in three and in five, and no mate.
const PROBLEMS: [(&str, u64); 3] = [
    ("9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", 30),
    ("8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1", 200),
    ("3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1", 400),
];

/// Fields of a manifest, and texts that they could have.
const FIELDS: [&str; 31] = [
    "/format",
    "/version",
    "/rule",
    "/sfen",
    "/attacker",
    "/options/nodes",
    "/options/plies",
    "/options/memory",
    "/options/threads",
    "/options/max_solutions",
    "/options/surplus_nodes",
    "/options/futile",
    "/options/prove",
    "/table_key",
    "/known/stage",
    "/known/lower",
    "/known/upper",
    "/known/mate",
    "/known/no_mate",
    "/known/surplus_is_decided",
    "/known/traditional",
    "/known/step",
    "/known/effort",
    "/counts/nodes",
    "/counts/positions",
    "/facts/number",
    "/facts/bytes",
    "/facts/entries",
    "/facts/groups",
    "/seconds",
    "/is_finished",
];
const TEXTS: [&str; 8] =
    [PROBLEMS[0].0, PROBLEMS[1].0, "official", "none", "length", "first-mate", "improving", "helpmate"];

static STOPPED: LazyLock<Vec<Stopped>> =
    LazyLock::new(|| PROBLEMS.iter().flat_map(|&(sfen, apart)| stops(sfen, apart)).collect());

/// Every interposition counts, so that a mate is one by the rules.
fn options() -> Options {
    let limits = Limits { memory: Some(2 << 20), nodes: Some(20_000), ..Limits::default() };
    Options { limits, futile: Futile::None, ..Options::default() }
}

fn stops(sfen: &str, apart: u64) -> Vec<Stopped> {
    let root = Position::from_sfen(sfen).expect("an SFEN");
    let solver = || Solver::new(&root, Color::Black, options()).expect("a problem");
    let advance = |solver: &mut Solver| solver.advance(Budget::Nodes(apart));
    let stops = damage::stops(solver(), &finish(solver()), advance, |_| true);
    for Stopped { folder, truth } in &stops {
        let resumed = Solver::resume(Box::new(folder.copy()), |_| {}).expect("a good checkpoint");
        hold_answer(&finish(resumed.solver), truth);
    }
    stops
}

fn finish(mut solver: Solver) -> Outcome {
    damage::finish(|budget| solver.advance(budget))
}

fn hold_answer(found: &Outcome, truth: &Outcome) {
    assert_eq!((found.verdict, found.bounds), (truth.verdict, truth.bounds));
}

/// A checkpoint whose files were changed.
pub fn resumed(choices: &[u8]) -> Verdict {
    let mut choices = Unstructured::new(choices);
    let Ok((stopped, folder)) = damaged(&mut choices) else { return Verdict::Foreign };
    let manifests =
        [&stopped.folder, &folder].map(|folder| folder.files().remove(MANIFEST).unwrap_or_default());
    let is_same = body(&manifests[0]) == body(&manifests[1]);
    match Solver::resume(Box::new(folder), |options| *options = self::options()) {
        Ok(Resumed { solver, .. }) if is_same => hold_answer(&finish(solver), &stopped.truth),
        Ok(Resumed { solver, .. }) => {
            hold_mates(&finish(solver), &damage::root(&manifests[1]));
        }
        Err(error) => return refused(&error),
    }
    Verdict::Accepted
}

/// A checkpoint, its files changed at some places.
fn damaged(choices: &mut Unstructured) -> Result<(&'static Stopped, MemoryFolder)> {
    let stopped = choices.choose(&STOPPED)?;
    let folder = stopped.folder.copy();
    damage(choices, &folder, &FIELDS, &TEXTS, &STOPPED)?;
    Ok((stopped, folder))
}
