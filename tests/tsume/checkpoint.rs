//! Checkpoints: a search that goes on in pieces proves what it would have proved at once; damage is never searched on.

use crate::folder::{Failing, MemoryFolder};
use crate::solve::{read, solve, within};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;
use tsumugi::certificate::check;
use tsumugi::position::Rule;
use tsumugi::problem::default_attacker;
use tsumugi::report::{Lang, Message};
use tsumugi::solve::tsume::{Futile, Options, Prove, Resumed, Solver, certify};
use tsumugi::solve::{Budget, CheckpointError, Checkpointed, Limits, Outcome, Reason, Stage, Step, Verdict};
use tsumugi::types::Color;

/// A mate in 3 with many replies to its first move.
const CLASSIC: &str = "3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1";
/// Futile interpositions that are measured by a king's flight of four plies.
const MEASURED: &str = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";
/// A rook chases a king around a box of stones.
const LOOPS: &str = "OOOOO3k/OOOOO4/OOOOO4/OOOOO2R1/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b - 1";
/// A mate beside checks that lead round in a circle.
const CHASE: &str = "9/6G2/7R1/5B3/5P2k/9/9/9/9 b rb3g4s4n4l17p 1";
/// 図巧 2 and 18: the search needs some ten thousand nodes for each.
const MIDDLE: [u32; 2] = [2, 18];

fn zukou(number: u32) -> &'static str {
    let problems = include_str!("../../problems/tsume/zukou.sfen");
    let id = format!("id=zukou-{number:03} ");
    let line = problems.lines().find(|line| line.contains(&id)).expect("a shipped problem");
    line.split(" ;").next().expect("a position")
}

fn attacker(sfen: &str) -> Color {
    default_attacker(&read(sfen), Rule::Tsume).expect("a king")
}

fn begin(sfen: &str, options: Options, folder: &MemoryFolder) -> Solver {
    let mut solver = Solver::new(&read(sfen), attacker(sfen), options).expect("a legal tsume");
    solver.keep_checkpoint(Box::new(folder.clone()), json!({"from": "a test"})).expect("a new folder");
    solver
}

fn resume(folder: &MemoryFolder) -> Result<Resumed, CheckpointError> {
    Solver::resume(Box::new(folder.clone()), |options| options.limits.nodes = None)
}

fn finish(mut solver: Solver) -> Outcome {
    match solver.advance(Budget::Unlimited) {
        Step::Done(outcome) => *outcome,
        Step::Progress(progress) => panic!("stopped without need at {progress:?}"),
    }
}

fn manifest(folder: &MemoryFolder) -> Value {
    let text = String::from_utf8(folder.files()["manifest"].clone()).expect("UTF-8");
    serde_json::from_str(&text[..text.rfind("crc32").expect("a checksum")]).expect("JSON")
}

/// Lines of one length may differ; what is proved does not. What is left in hand is decided after the length, and a limit
/// of nodes may end the search before that.
#[track_caller]
fn assert_as_proved(found: &Outcome, truth: &Outcome, what: &str) {
    assert_eq!((found.verdict, found.bounds), (truth.verdict, truth.bounds), "{what}");
    let lengths = [found, truth].map(|outcome| outcome.solutions.listed.first().map(Vec::len));
    assert_eq!(lengths[0], lengths[1], "{what}");
    let are_decided = [found, truth].map(|outcome| outcome.surplus_is_decided() == Some(true));
    if are_decided == [true; 2] {
        // How much it is depends on the line.
        let left = [found, truth].map(|outcome| outcome.solutions.surplus.iter().all(|hand| hand.is_empty()));
        assert_eq!(left[0], left[1], "{what}");
    }
}

/// A search in pieces, each by a solver of its own that knows nothing but the checkpoint.
struct Pieces {
    outcome: Outcome,
    /// The options of the last piece.
    options: Options,
    folder: MemoryFolder,
}

/// Each piece has so many nodes. Every second one ends without a last checkpoint, as if its process had been killed.
fn in_pieces(sfen: &str, options: Options, nodes: u64) -> Pieces {
    let folder = MemoryFolder::default();
    let limited = |before: u64, limits: Limits| Limits { nodes: Some(before + nodes), ..limits };
    let mut options = Options { limits: limited(0, options.limits), ..options };
    let mut solver = begin(sfen, options.clone(), &folder);
    for piece in 0..2_000 {
        let mut step = solver.advance(Budget::Nodes(nodes * 2 / 3));
        if let Step::Progress(_) = step {
            solver.save().expect("room");
            step = solver.advance(Budget::Unlimited);
        }
        let Step::Done(outcome) = step else { panic!("{sfen}: stopped without need") };
        if piece % 2 == 0 || outcome.is_whole() {
            solver.save().expect("room");
        }
        drop(solver);
        let saved = manifest(&folder);
        if outcome.is_whole() {
            return Pieces { outcome: *outcome, options, folder };
        }
        assert_eq!(outcome.reason, Some(Reason::Nodes), "{sfen}");
        let before = saved["counts"]["nodes"].as_u64().expect("a count");
        let resumed = Solver::resume(Box::new(folder.clone()), |saved| {
            saved.limits = limited(before, saved.limits);
            options = saved.clone();
        });
        let resumed = resumed.expect("a good checkpoint");
        assert_eq!((resumed.note, resumed.is_finished), (json!({"from": "a test"}), false));
        solver = resumed.solver;
    }
    panic!("{sfen}: no end in pieces of {nodes} nodes");
}

/// Problems of all kinds, with nodes for a piece.
const CASES: [(&str, u64); 4] = [(CLASSIC, 60), (MEASURED, 60), (LOOPS, 60), (CHASE, 200)];

#[test]
fn a_search_in_pieces_proves_what_it_would_at_once() {
    let large = MIDDLE.map(|number| (zukou(number), 3_000));
    for (sfen, nodes) in CASES.into_iter().chain(large) {
        for futile in [Futile::None, Futile::Official] {
            let options = within(futile, u64::MAX);
            let truth = solve(&read(sfen), attacker(sfen), options.clone());
            let pieces = in_pieces(sfen, options, nodes);
            assert_as_proved(&pieces.outcome, &truth, sfen);
            // The answer is asked for once more, and proved from the table alone.
            let mut options = Options::default();
            let again = Solver::resume(Box::new(pieces.folder), |saved| {
                saved.limits.nodes = None;
                options = saved.clone();
            });
            let again = finish(again.expect("a good checkpoint").solver);
            assert_as_proved(&again, &truth, sfen);
            assert!(again.surplus_is_decided() >= truth.surplus_is_decided(), "{sfen}");
            let mut proof = Vec::new();
            certify(&read(sfen), attacker(sfen), &again, &options, &mut proof)
                .unwrap_or_else(|error| panic!("{sfen}: {error}"));
            let checked = check(&proof[..]).unwrap_or_else(|error| panic!("{sfen}: {error}"));
            let proved = checked.exact().map(|plies| Verdict::Mate { plies: plies.into(), exact: true });
            assert_eq!(proved.unwrap_or(Verdict::NoMate), truth.verdict, "{sfen}");
            assert!(proved.is_some() || checked.no_mate, "{sfen}");
        }
    }
}

/// Where a search is stopped for the first time in each of its stages.
#[test]
fn a_search_killed_before_it_began_begins_anew() {
    let options = within(Futile::Official, u64::MAX);
    let folder = MemoryFolder::default();
    drop(begin(CLASSIC, options.clone(), &folder));
    let resumed = resume(&folder).expect("a good checkpoint");
    assert!(!resumed.is_finished);
    let truth = solve(&read(CLASSIC), attacker(CLASSIC), options);
    assert_as_proved(&finish(resumed.solver), &truth, CLASSIC);
}

#[test]
fn a_search_stopped_at_any_stage_goes_on_there() {
    let mut met = BTreeSet::new();
    let small = [(CHASE, Futile::None), (MEASURED, Futile::None), (CLASSIC, Futile::Official)];
    for (sfen, futile) in [(zukou(MIDDLE[1]), Futile::Official)].into_iter().chain(small) {
        let truth = solve(&read(sfen), attacker(sfen), within(futile, u64::MAX));
        let folder = MemoryFolder::default();
        let mut solver = begin(sfen, within(futile, u64::MAX), &folder);
        let mut stopped = Vec::new();
        while let Step::Progress(progress) = solver.advance(Budget::Nodes(2)) {
            let stage = progress.stage.expect("that of a tsume");
            if met.insert(stage.name()) {
                solver.save().expect("room");
                assert_eq!(manifest(&folder)["known"]["stage"], stage.name());
                stopped.push((stage, folder.copy()));
            }
        }
        for (stage, folder) in stopped {
            let resumed = resume(&folder).expect("a good checkpoint");
            assert!(!resumed.is_finished);
            assert_as_proved(&finish(resumed.solver), &truth, stage.name());
        }
    }
    for stage in Stage::ALL.into_iter().filter(|&stage| stage != Stage::Done) {
        assert!(met.contains(stage.name()), "{stage:?} was not met: {met:?}");
    }
}

#[test]
fn several_threads_go_on_in_pieces() {
    let sfen = zukou(MIDDLE[0]);
    let options =
        |threads| Options { threads, nodes_before_helpers: 0, ..within(Futile::Official, u64::MAX) };
    let truth = solve(&read(sfen), attacker(sfen), options(1));
    let pieces = in_pieces(sfen, options(2), 3_000);
    assert_as_proved(&pieces.outcome, &truth, sfen);
}

#[test]
fn the_first_mate_may_be_enough() {
    let sfen = zukou(MIDDLE[1]);
    let options = Options { prove: Prove::None, ..within(Futile::Official, u64::MAX) };
    let pieces = in_pieces(sfen, options, 2_000);
    assert!(matches!(pieces.outcome.verdict, Verdict::Mate { plies, .. } if plies >= 23));
    assert_eq!(pieces.options.prove, Prove::None);
}

/// A search stopped on its way, of which little is in the files.
fn stopped(sfen: &str) -> MemoryFolder {
    let folder = MemoryFolder::default();
    let options =
        Options { limits: Limits { memory: Some(1 << 20), ..Limits::default() }, ..Options::default() };
    let mut solver = begin(sfen, options, &folder);
    let Step::Progress(progress) = solver.advance(Budget::Nodes(5)) else { panic!("{sfen} is too easy") };
    assert_eq!(progress.stage, Some(Stage::ShortMates));
    assert!(progress.bytes > 0 && progress.bytes <= progress.budget);
    solver.save().expect("room");
    folder
}

#[test]
fn every_change_of_a_byte_and_every_other_length_is_refused() {
    let folder = stopped(CLASSIC);
    let files = folder.files();
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["facts-2", "manifest"]);
    for (name, content) in files {
        let refuse = |changed: &[u8], what: String| {
            let copy = folder.copy();
            copy.write(&name, changed);
            let Err(error) = resume(&copy) else { panic!("{name}, {what}: it resumed") };
            assert!([Lang::En, Lang::Ja].iter().all(|&lang| error.message(lang).contains(&*name)), "{error}");
        };
        for at in 0..content.len() {
            let mut damaged = content.clone();
            damaged[at] ^= [1, 0x20, 0x80][at % 3];
            if name == "facts-2" {
                refuse(&damaged, format!("byte {at}"));
            } else {
                let copy = folder.copy();
                copy.write(&name, &damaged);
                assert!(resume(&copy).is_err(), "{name}, byte {at}");
            }
        }
        if name == "facts-2" {
            (0..content.len()).step_by(5).for_each(|len| refuse(&content[..len], format!("{len} bytes")));
            refuse(&[&content[..], b"more"].concat(), "lengthened".to_owned());
        }
        let copy = folder.copy();
        tsumugi::store::Folder::remove(&copy, &name).expect("it is there");
        assert!(resume(&copy).is_err(), "without {name}");
    }
}

/// The manifest with another text and the right checksum.
fn forge(folder: &MemoryFolder, change: impl Fn(&mut Value)) -> MemoryFolder {
    let mut value = manifest(folder);
    change(&mut value);
    let body = format!("{value}\n");
    let copy = folder.copy();
    copy.write("manifest", format!("{body}crc32 {:08x}\n", crc32fast::hash(body.as_bytes())).as_bytes());
    copy
}

/// Earlier versions saved neither what a problem states nor whether its traditional length is decided.
#[test]
fn a_traditional_line_that_an_earlier_version_saved_is_decided() {
    // 5 plies that leave a pawn; 3 of them leave nothing.
    let surplus = "7k1/9/5R3/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1";
    let folder = MemoryFolder::default();
    let mut search = begin(surplus, within(Futile::Official, u64::MAX), &folder);
    let Step::Done(_) = search.advance(Budget::Unlimited) else { panic!("it must end") };
    search.save().expect("room");
    let earlier = forge(&folder, |manifest| {
        for (part, key) in [("options", "stated"), ("known", "traditional_is_decided")] {
            manifest[part].as_object_mut().and_then(|part| part.remove(key)).expect("a key");
        }
    });
    let outcome = finish(resume(&earlier).expect("a good checkpoint").solver);
    assert_eq!(outcome.traditional().map(<[_]>::len), Some(3));
    assert!(outcome.traditional_is_decided());
}

#[test]
fn refusals_say_what_is_wrong() {
    let folder = stopped(CLASSIC);
    let refusal = |folder: &MemoryFolder| match resume(folder) {
        Ok(_) => panic!("it resumed"),
        Err(error) => error,
    };
    assert!(resume(&forge(&folder, |_| {})).is_ok());
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 9] = [
        ("another rule", |manifest| manifest["format"] = "tsumugi helpmate checkpoint".into()),
        ("another policy", |manifest| manifest["options"]["futile"] = "none".into()),
        ("no policy", |manifest| manifest["options"]["futile"] = "some".into()),
        ("another proof", |manifest| manifest["options"]["prove"] = "all".into()),
        ("another problem", |manifest| manifest["sfen"] = "8k/9/8G/9/9/9/9/9/9 b G 1".into()),
        ("another stage", |manifest| manifest["known"]["stage"] = "dreaming".into()),
        ("a line that is none", |manifest| {
            (manifest["known"]["mate"], manifest["known"]["upper"]) = (json!(["1a1b"]), 1.into());
        }),
        ("bounds that cross", |manifest| manifest["known"]["upper"] = 0.into()),
        ("a step that leads nowhere", |manifest| manifest["known"]["step"] = 0.into()),
    ];
    for (what, change) in changes {
        let refused = refusal(&forge(&folder, change));
        assert!(
            !matches!(refused, CheckpointError::Io { .. } | CheckpointError::Missing),
            "{what}: {refused}"
        );
    }
    let newer = forge(&folder, |manifest| manifest["version"] = 2.into());
    assert!(matches!(refusal(&newer), CheckpointError::Version { found: 2, .. }));
    // The facts of another search do not pass for those of this one.
    let mixed = folder.copy();
    mixed.write("facts-2", &stopped(MEASURED).files()["facts-2"]);
    assert!(matches!(refusal(&mixed), CheckpointError::Damaged { .. }));
    let mut occupied = Solver::new(&read(CHASE), Color::Black, Options::default()).expect("a tsume");
    let error = occupied.keep_checkpoint(Box::new(folder), json!(null)).expect_err("there is one");
    assert!(matches!(error, CheckpointError::Occupied));
}

#[test]
fn a_disk_that_fails_ends_the_search_and_leaves_the_last_good_checkpoint() {
    let truth = solve(&read(CHASE), attacker(CHASE), within(Futile::Official, u64::MAX));
    let folder = MemoryFolder::default();
    let mut search = begin(CHASE, within(Futile::Official, u64::MAX), &folder);
    let Step::Progress(_) = search.advance(Budget::Nodes(200)) else { panic!("too easy") };
    search.save().expect("room");
    for (room, failing) in
        [(Some(0), None), (Some(100), None), (None, Some(Failing::Before)), (None, Some(Failing::After))]
    {
        folder.set_room(room);
        folder.set_failing(failing);
        search.save().expect_err("the disk fails");
        folder.set_room(None);
        folder.set_failing(None);
        search.examine_checkpoint().unwrap_or_else(|error| panic!("{room:?}, {failing:?}: {error}"));
        let resumed = resume(&folder.copy()).expect("the checkpoint before it");
        assert_as_proved(&finish(resumed.solver), &truth, &format!("{room:?}, {failing:?}"));
    }
    assert!(search.disk_failure().is_some());
    let Step::Done(outcome) = search.advance(Budget::Unlimited) else { panic!("it must end") };
    assert_eq!(outcome.reason, Some(Reason::Disk));
    search.save().expect("room");
    assert_as_proved(&finish(resume(&folder).expect("a good checkpoint").solver), &truth, CHASE);
}

/// A large table is written in parts, between which the search goes on.
#[test]
fn a_checkpoint_in_parts_holds_what_was_found_before_it_began() {
    let sfen = zukou(MIDDLE[0]);
    let truth = solve(&read(sfen), attacker(sfen), within(Futile::Official, u64::MAX));
    let folder = MemoryFolder::default();
    let mut search = begin(sfen, within(Futile::Official, u64::MAX), &folder);
    let Step::Progress(before) = search.advance(Budget::Nodes(2_000)) else { panic!("too easy") };
    let mut parts = 1;
    while !search.save_a_part(Duration::ZERO).expect("room") {
        let Step::Progress(_) = search.advance(Budget::Nodes(500)) else { panic!("too easy") };
        parts += 1;
    }
    assert!(parts > 1);
    let saved = manifest(&folder);
    assert!(saved["facts"]["entries"].as_u64() >= Some(before.positions / 2), "{saved}");
    assert_as_proved(&finish(resume(&folder).expect("a good checkpoint").solver), &truth, sfen);
}

/// With less memory a table forgets; with more it goes on growing.
#[test]
fn memory_may_change() {
    let sfen = zukou(MIDDLE[0]);
    let truth = solve(&read(sfen), attacker(sfen), within(Futile::Official, u64::MAX));
    let folder = MemoryFolder::default();
    let mut search = begin(sfen, within(Futile::Official, u64::MAX), &folder);
    let _ = search.advance(Budget::Nodes(10_000));
    search.save().expect("room");
    drop(search);
    for memory in [64 << 10, 128 << 20] {
        let resumed = Solver::resume(Box::new(folder.copy()), |options| {
            (options.limits.nodes, options.limits.memory) = (None, Some(memory));
        });
        assert_as_proved(&finish(resumed.expect("a good checkpoint").solver), &truth, sfen);
    }
}

/// A limit of plies excludes whole lengths, and a larger one goes on from there; a smaller one forgets nothing.
#[test]
fn the_limit_of_plies_may_change() {
    let attacker = Color::Black;
    let defender_first = "9/9/2n6/3OOn3/2R1kO3/3OBON2/4R4/9/9 w p 1";
    for sfen in [CLASSIC, MEASURED, defender_first] {
        let position = read(sfen);
        let options = |plies: Option<u64>| {
            let mut options = within(Futile::Official, u64::MAX);
            options.limits.plies = plies;
            options
        };
        let truth = solve(&position, attacker, options(None));
        let Verdict::Mate { plies, .. } = truth.verdict else { panic!("{sfen}: {truth:?}") };
        for most in 0..plies {
            let folder = MemoryFolder::default();
            let mut solver = Solver::new(&position, attacker, options(Some(most))).expect("a legal tsume");
            solver.keep_checkpoint(Box::new(folder.clone()), json!(null)).expect("a new folder");
            let Step::Done(found) = solver.advance(Budget::Unlimited) else { panic!("{sfen}: stopped") };
            solver.save().expect("room");
            drop(solver);
            // The next length that a mate can have.
            let next = most + 1 + (plies - most - 1) % 2;
            assert_eq!(
                (found.verdict, found.bounds.lower),
                (Verdict::Unknown(Reason::Plies), next),
                "{sfen} {most}"
            );
            let resumed = |limit| {
                let change = |options: &mut Options| options.limits.plies = limit;
                finish(Solver::resume(Box::new(folder.copy()), change).expect("a good checkpoint").solver)
            };
            assert_eq!(resumed(Some(0)).bounds.lower, next, "{sfen} {most}");
            for limit in [None, Some(plies), Some(plies + 1), Some(plies + 12)] {
                let found = resumed(limit);
                assert_as_proved(&found, &truth, &format!("{sfen} {most} {limit:?}"));
                assert!(found.is_exact(), "{sfen} {most} {limit:?}");
            }
        }
    }
}
