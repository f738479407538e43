//! Checkpoints: a search that was stopped and resumed answers as if it had not been; damage is never searched on.

use crate::folder::{Failing, MemoryFolder};
use crate::solve::{assert_same, read, solve, solver};
use serde_json::json;
use tsumugi::report::{Lang, Message};
use tsumugi::solve::helpmate::{Options, Resumed, Solver};
use tsumugi::solve::{Budget, CheckpointError, Checkpointed, Limits, Outcome, Reason, Step, Verdict};
use tsumugi::store::KeyWidth;
use tsumugi::types::Color;

/// Mate in 9, after some thousand positions.
const NINE: &str = "9/9/9/9/9/9/2+R6/9/k6B1 b P 1";
/// Mate in 8, the defender first.
const EIGHT: &str = "2OkO4/4O4/3P5/9/9/9/9/9/9 w 3P 1";
/// A rook alone does not mate.
const NONE: &str = "9/9/9/9/4k4/9/9/9/9 b R 1";
/// Mate in 13, after several hundred thousand positions, with wide layers.
const LARGE: &str = "9/9/9/9/4k4/9/9/9/9 b R9p 1";

fn options(threads: usize) -> Options {
    let limits = Limits { memory: Some(256 << 20), ..Limits::default() };
    Options { threads, limits, ..Options::default() }
}

fn begin(sfen: &str, options: Options, folder: &MemoryFolder) -> Solver {
    let mut solver = solver(&read(sfen), Color::Black, options);
    solver.keep_checkpoint(Box::new(folder.clone()), json!({"from": "a test"})).expect("a new folder");
    solver
}

fn resume(folder: &MemoryFolder) -> Result<Resumed, CheckpointError> {
    Solver::resume(Box::new(folder.clone()), |_| {})
}

/// Searches until a layer is closed and somewhat more; `Err` with the outcome at the end.
fn advance_a_layer(solver: &mut Solver, more: u64) -> Result<(), Box<Outcome>> {
    let mut first = None;
    loop {
        match solver.advance(Budget::Nodes(1)) {
            Step::Done(outcome) => return Err(outcome),
            Step::Progress(progress) if progress.plies > *first.get_or_insert(progress.plies) => break,
            Step::Progress(_) => {}
        }
    }
    match solver.advance(Budget::Nodes(more)) {
        Step::Done(outcome) => Err(outcome),
        Step::Progress(_) => Ok(()),
    }
}

fn finish(mut solver: Solver) -> Outcome {
    match solver.advance(Budget::Unlimited) {
        Step::Done(outcome) => *outcome,
        Step::Progress(progress) => panic!("stopped without need at {progress:?}"),
    }
}

/// As if it had never been stopped, figures but for time and memory included.
#[track_caller]
fn assert_uninterrupted(found: &Outcome, truth: &Outcome, what: &str) {
    assert_same(found, truth, what);
    assert_eq!(found.false_hits_expected.to_bits(), truth.false_hits_expected.to_bits(), "{what}");
    assert_eq!(found.stats.positions, truth.stats.positions, "{what}");
    assert_eq!(found.stats.lookups, truth.stats.lookups, "{what}");
}

#[test]
fn a_search_stopped_again_and_again_answers_as_if_it_had_not_been() {
    let narrow = [(NINE, 100), (EIGHT, 10), (NONE, 40), (LARGE, 10_000)].map(|case| (case, KeyWidth::Narrow));
    let wide = [(NINE, 100), (EIGHT, 10)].map(|case| (case, KeyWidth::Wide));
    for ((sfen, nodes), key_width) in narrow.into_iter().chain(wide) {
        let options = |threads| Options { key_width, ..options(threads) };
        let truth = solve(&read(sfen), Color::Black, options(1));
        for threads in [1, 2] {
            let folder = MemoryFolder::default();
            let mut solver = begin(sfen, options(threads), &folder);
            let mut stops = 0;
            let outcome = loop {
                if let Err(outcome) = advance_a_layer(&mut solver, nodes) {
                    break outcome;
                }
                solver.save().expect("room");
                // The process dies later than it saved, and what it did in between is lost.
                let _ = solver.advance(Budget::Nodes(nodes));
                stops += 1;
                // Dropped first: what its buffers still hold would be written into the log that the next one goes on
                // with.
                drop(solver);
                let resumed = resume(&folder).expect("a good checkpoint");
                assert_eq!(resumed.note, json!({"from": "a test"}));
                solver = resumed.solver;
            };
            assert!(stops >= 1, "{sfen}: {stops} stops");
            if threads == 1 {
                assert_uninterrupted(&outcome, &truth, sfen);
            }
            assert_same(&outcome, &truth, sfen);
            assert_eq!(outcome.false_hits_expected.to_bits(), truth.false_hits_expected.to_bits());
            // A finished search resumes too, and finds its answer again.
            solver.save().expect("room");
            let resumed = resume(&folder).expect("a good checkpoint");
            assert!(resumed.is_finished);
            assert_same(&finish(resumed.solver), &truth, sfen);
        }
    }
}

#[test]
fn a_limit_leaves_a_checkpoint_to_go_on_from() {
    let truth = solve(&read(NINE), Color::Black, options(1));
    let folder = MemoryFolder::default();
    let limits = Limits { nodes: Some(2000), ..options(1).limits };
    let mut solver = begin(NINE, Options { limits, ..options(1) }, &folder);
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { panic!("it has a limit") };
    assert_eq!(outcome.verdict, Verdict::Unknown(Reason::Nodes));
    solver.save().expect("room");
    let resumed = Solver::resume(Box::new(folder), |options| options.limits.nodes = None);
    assert_uninterrupted(&finish(resumed.expect("a good checkpoint").solver), &truth, NINE);
}

#[test]
fn forgetting_and_checkpoints_go_together() {
    let truth = solve(&read(LARGE), Color::Black, options(1));
    let folder = MemoryFolder::default();
    let mut solver = begin(LARGE, Options { table: Some(256 << 10), ..options(1) }, &folder);
    let mut stops = 0;
    let outcome = loop {
        if let Err(outcome) = advance_a_layer(&mut solver, 10_000) {
            break outcome;
        }
        solver.save().expect("room");
        drop(solver);
        solver = resume(&folder).expect("a good checkpoint").solver;
        stops += 1;
    };
    assert!(stops > 0);
    assert_same(&outcome, &truth, LARGE);
}

/// A small search stopped on its way.
fn stopped() -> MemoryFolder {
    let folder = MemoryFolder::default();
    let mut solver = begin(EIGHT, options(1), &folder);
    while let Step::Progress(progress) = solver.advance(Budget::Nodes(1)) {
        solver.save().expect("room");
        if progress.plies >= 6 {
            break;
        }
    }
    folder
}

#[test]
fn every_flipped_byte_is_refused_or_harmless() {
    let folder = stopped();
    let truth = solve(&read(EIGHT), Color::Black, options(1));
    let (mut refused, mut harmless) = (0, 0);
    for (name, content) in folder.files() {
        for at in 0..content.len() {
            for bits in [1, 0x20, 0x80] {
                let mut damaged = content.clone();
                damaged[at] ^= bits;
                let copy = folder.copy();
                copy.write(&name, &damaged);
                match resume(&copy) {
                    Err(_) => refused += 1,
                    Ok(resumed) => {
                        harmless += 1;
                        assert_same(&finish(resumed.solver), &truth, &format!("{name}, byte {at}"));
                    }
                }
            }
        }
    }
    assert!(refused > 1000, "{refused} refused, {harmless} harmless");
    assert_eq!(harmless, 0, "every byte is under a checksum");
}

#[test]
fn every_truncated_or_lengthened_file_is_refused_or_harmless() {
    let folder = stopped();
    let truth = solve(&read(EIGHT), Color::Black, options(1));
    for (name, content) in folder.files() {
        for len in 0..content.len() {
            let copy = folder.copy();
            copy.write(&name, &content[..len]);
            assert!(resume(&copy).is_err(), "{name} cut to {len} of {} bytes", content.len());
        }
        let copy = folder.copy();
        copy.write(&name, &[&content[..], b"more"].concat());
        // What follows the log's good end was written after the manifest, which happens whenever a process dies.
        match resume(&copy) {
            Ok(resumed) => {
                assert_eq!(name, "layers.log");
                assert_same(&finish(resumed.solver), &truth, &name);
            }
            Err(error) => assert!(error.to_string().starts_with(&name), "{error}"),
        }
        let copy = folder.copy();
        tsumugi::store::Folder::remove(&copy, &name).expect("it is there");
        assert!(resume(&copy).is_err(), "without {name}");
    }
}

/// The manifest with another text and the right checksum.
fn forge(folder: &MemoryFolder, change: impl Fn(String) -> String) -> MemoryFolder {
    let text = String::from_utf8(folder.files()["manifest"].clone()).expect("UTF-8");
    let body = &text[..text.rfind("crc32").expect("a checksum")];
    let body = change(body.to_owned());
    let copy = folder.copy();
    copy.write("manifest", format!("{body}crc32 {:08x}\n", crc32fast::hash(body.as_bytes())).as_bytes());
    copy
}

#[test]
fn refusals_say_what_is_wrong() {
    let folder = stopped();
    let refusal = |folder: &MemoryFolder| match resume(folder) {
        Ok(_) => panic!("it resumed"),
        Err(error) => error,
    };
    let newer = forge(&folder, |text| text.replace("\"version\": 1", "\"version\": 2"));
    assert!(matches!(refusal(&newer), CheckpointError::Version { found: 2, .. }));
    assert!(refusal(&newer).to_string().contains("version 2 is not known"));
    assert!(refusal(&newer).message(Lang::Ja).contains("第2版"));
    let foreign = forge(&folder, |text| text.replace("tsumugi helpmate", "something else"));
    assert!(matches!(refusal(&foreign), CheckpointError::Foreign));
    let foreign = folder.copy();
    foreign.write("manifest", b"A ship's manifest: 3 anchors\n");
    assert!(matches!(refusal(&foreign), CheckpointError::Foreign));
    assert!(matches!(refusal(&MemoryFolder::default()), CheckpointError::Missing));
    let other_keys = forge(&folder, |text| text.replace("\"root_key\": \"", "\"root_key\": \"0"));
    assert!(matches!(refusal(&other_keys), CheckpointError::OtherKeys));
    let other_problem =
        forge(&folder, |text| text.replace(EIGHT.split(' ').next().expect("a board"), "9/9/9/9/9/9/9/9/k8"));
    assert!(matches!(refusal(&other_problem), CheckpointError::OtherKeys | CheckpointError::Damaged { .. }));

    // The log and the frontier of another search do not pass for those of this one.
    let other = MemoryFolder::default();
    let mut search = begin(NINE, options(1), &other);
    let _ = search.advance(Budget::Nodes(500));
    search.save().expect("room");
    for name in ["layers.log", "frontier-3"] {
        let mixed = folder.copy();
        let files = other.files();
        let donor = files
            .get(name)
            .or_else(|| files.iter().find(|(name, _)| name.starts_with("frontier")).map(|(_, f)| f));
        mixed.write(name, donor.expect("a file"));
        assert!(matches!(refusal(&mixed), CheckpointError::Damaged { .. }), "{name}");
        assert!(refusal(&mixed).message(Lang::Ja).contains("壊れています"));
    }

    let mut occupied = solver(&read(NINE), Color::Black, options(1));
    let error = occupied.keep_checkpoint(Box::new(folder), json!(null)).expect_err("there is one");
    assert!(matches!(error, CheckpointError::Occupied));
}

#[test]
fn a_full_disk_ends_the_search_and_leaves_the_last_good_checkpoint() {
    let truth = solve(&read(NINE), Color::Black, options(1));
    let mut ended_by_disk = 0;
    for room in (0..60_000).step_by(997) {
        let folder = MemoryFolder::default();
        let mut search = begin(NINE, options(1), &folder);
        folder.set_room(Some(room));
        let outcome = loop {
            match search.advance(Budget::Nodes(200)) {
                Step::Done(outcome) => break *outcome,
                // It fails when there is no room; the search then ends at its next step.
                Step::Progress(_) => drop(search.save()),
            }
        };
        if outcome.verdict == Verdict::Unknown(Reason::Disk) {
            ended_by_disk += 1;
            assert!(search.disk_failure().is_some());
            assert_eq!(outcome.reason, Some(Reason::Disk));
        } else {
            assert_same(&outcome, &truth, "room enough");
        }
        drop(search);
        folder.set_room(None);
        let resumed = resume(&folder).unwrap_or_else(|error| panic!("with room for {room} bytes: {error}"));
        assert_uninterrupted(&finish(resumed.solver), &truth, "after the disk was full");
    }
    assert!(ended_by_disk > 5, "{ended_by_disk} searches met a full disk");
}

#[test]
fn what_a_good_manifest_names_is_never_written_again() {
    let truth = solve(&read(NINE), Color::Black, options(1));
    for failing in [Failing::Before, Failing::After] {
        for goes_on in [false, true] {
            let what = format!("{failing:?}, in the next layer: {goes_on}");
            let folder = MemoryFolder::default();
            let mut search = begin(NINE, options(1), &folder);
            advance_a_layer(&mut search, 10).expect("a longer search");
            search.save().expect("room");
            if goes_on {
                advance_a_layer(&mut search, 10).expect("a longer search");
            }
            folder.set_failing(Some(failing));
            search.save().expect_err("the manifest cannot be replaced");
            folder.set_failing(None);
            // The next attempt fails wherever there is no more room.
            for room in [0, 1, 50, 200] {
                folder.set_room(Some(room));
                search.save().expect_err("no room");
                let resumed = resume(&folder.copy());
                let resumed = resumed.unwrap_or_else(|error| panic!("{what}, room for {room}: {error}"));
                search.examine_checkpoint().unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_uninterrupted(&finish(resumed.solver), &truth, &what);
            }
            folder.set_room(None);
            search.save().expect("room");
            let resumed = resume(&folder).expect("a good checkpoint");
            assert_uninterrupted(&finish(resumed.solver), &truth, &what);
        }
    }
}

#[test]
fn a_file_that_was_removed_is_missed_at_the_next_checkpoint() {
    for name in ["layers.log", "manifest"] {
        let folder = MemoryFolder::default();
        let mut search = begin(NINE, options(1), &folder);
        advance_a_layer(&mut search, 10).expect("a longer search");
        search.save().expect("room");
        search.examine_checkpoint().expect("a good checkpoint");
        tsumugi::store::Folder::remove(&folder, name).expect("it is there");
        let error = search.examine_checkpoint().expect_err("a file is missing");
        assert!(matches!(error, CheckpointError::Missing | CheckpointError::Damaged { .. }), "{error}");
        // Without the log nothing can go on; the manifest is written again.
        assert_eq!(search.save().is_ok(), name == "manifest");
    }
}

#[test]
fn a_search_that_is_to_be_verified_is_when_it_goes_on() {
    let options = || Options { verify: true, ..options(1) };
    let truth = solve(&read(NINE), Color::Black, options());
    assert_eq!(truth.verified(), Some(true));
    let folder = MemoryFolder::default();
    let mut search = begin(NINE, options(), &folder);
    let mut stops = 0;
    // Stopped in the first search and in the second one.
    while let Step::Progress(_) = search.advance(Budget::Nodes(1000)) {
        search.save().expect("room");
        stops += 1;
        let resumed = resume(&folder.copy()).expect("a good checkpoint");
        assert_same(&finish(resumed.solver), &truth, &format!("after {stops} stops"));
    }
    assert!(stops > 3, "{stops}");
    let outcome = finish(resume(&folder).expect("a good checkpoint").solver);
    assert_eq!(outcome.verified(), Some(true));
    assert_same(&outcome, &truth, "after the end");
}
