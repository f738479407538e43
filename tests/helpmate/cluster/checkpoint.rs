//! Checkpoints of a search by several processes: it is killed at random moments, and goes on by as many processes or by
//! others, until its answer is that of a search without a stop.

use super::{Channels, ClusterOptions, LARGE, NO_MATE, SMALL, connected, helpmate};
use crate::folder::{Failing, MemoryFolder};
use crate::mailbox::random::Rng;
use crate::oracle::setting;
use crate::solve::assert_same;
use serde_json::json;
use std::thread;
use tsumugi::problem::Question;
use tsumugi::solve::helpmate::cluster::{ClusterSearch, ResumeError};
use tsumugi::solve::helpmate::{Options, Solver};
use tsumugi::solve::{
    Budget, CheckpointError, Checkpointed, Limits, Outcome, Reason, SolutionGraph, Step, Verdict,
};

pub type Answer = (Outcome, Option<SolutionGraph>);

/// A search by several processes that keep their parts in folders.
#[derive(Clone)]
pub struct Setting<'a> {
    pub question: &'a Question,
    pub options: Options,
    pub cluster: ClusterOptions,
    /// Nodes of a process after which the first one wants a checkpoint.
    pub every: u64,
}

impl Setting<'_> {
    /// One process, from its start to its end or its death.
    fn work(
        &self,
        channels: Channels,
        folder: MemoryFolder,
        is_first_run: bool,
    ) -> Result<Answer, ResumeError> {
        let exchange = Box::new(channels);
        let mut search = if is_first_run {
            let mut search = ClusterSearch::new(self.question, self.options.clone(), self.cluster, exchange);
            search.keep_checkpoint(Box::new(folder), json!("a note")).map_err(ResumeError::Checkpoint)?;
            search
        } else {
            let limits = self.options.limits;
            let change = |options: &mut Options| options.limits = limits;
            let resumed = ClusterSearch::resume(Box::new(folder), self.cluster, exchange, change)?;
            assert_eq!(resumed.note, json!("a note"));
            resumed.solver
        };
        loop {
            if let Step::Done(outcome) = search.advance(Budget::Nodes(self.every)) {
                return Ok((*outcome, search.solution_graph()));
            }
            search.save_a_part(std::time::Duration::ZERO).expect("it is only asked for");
        }
    }

    /// A run of all processes, each with its folder; one of them may die after some exchanges.
    pub fn run(
        &self,
        folders: &[MemoryFolder],
        death: Option<(usize, u64)>,
        is_first_run: bool,
    ) -> Vec<Result<Answer, ResumeError>> {
        let mut all = connected(folders.len());
        if let Some((process, exchanges)) = death {
            all[process].left = Some(exchanges);
        }
        thread::scope(|scope| {
            let parts: Vec<_> = all
                .into_iter()
                .zip(folders.to_vec())
                .map(|(channels, folder)| scope.spawn(move || self.work(channels, folder, is_first_run)))
                .collect();
            parts.into_iter().map(|part| part.join().expect("no panic")).collect()
        })
    }

    /// What one process finds without a stop.
    pub fn truth(&self) -> Answer {
        let mut single = Solver::of(self.question, self.options.clone());
        let Step::Done(truth) = single.advance(Budget::Unlimited) else { panic!("no end") };
        (*truth, single.solution_graph())
    }
}

#[track_caller]
pub fn assert_answer(
    found: Vec<Result<Answer, ResumeError>>,
    (truth, graph): &Answer,
    bound: f64,
    what: &str,
) {
    for (process, found) in found.into_iter().enumerate() {
        let (outcome, found) = found.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_eq!(outcome.verdict, truth.verdict, "{what}");
        assert_eq!(outcome.false_hits_expected, bound, "{what}");
        if process == 0 {
            assert_same(&outcome, truth, what);
            assert_eq!(format!("{found:?}"), format!("{graph:?}"), "{what}");
        }
    }
}

pub fn folders(count: usize, is_shared: bool) -> Vec<MemoryFolder> {
    match is_shared {
        true => vec![MemoryFolder::default(); count],
        false => (0..count).map(|_| MemoryFolder::default()).collect(),
    }
}

/// Kills processes at random moments, and starts as many again, or others, until they come to an end. Returns how many
/// runs added layers.
fn assert_survives(question: &Question, seed: u64, is_shared: bool, numbers: &[usize]) -> usize {
    let mut rng = Rng::new(seed);
    let options = Options { max_solutions: 50, ..Options::default() };
    let every = 1 + rng.below(2_000) as u64;
    let widest_alone = [0, 0, 30, 500, u64::MAX][rng.below(5)];
    let cluster = ClusterOptions { round: 40, widest_alone, ..SMALL };
    let setting = Setting { question, options, cluster, every };
    let truth = setting.truth();
    let what = format!("{} with seed {seed}, {numbers:?}", question.position());
    let bound = setting.run(&folders(1, true), None, true).remove(0).expect("an end").0.false_hits_expected;
    let most = *numbers.iter().max().expect("a number");
    let all = folders(most, is_shared);
    let (mut kills, mut number) = (0, numbers[0]);
    // Whether there are files, and whether the search is known to go on from them.
    let (mut has_begun, mut goes_on) = (false, false);
    loop {
        let death = (kills < 8).then(|| (rng.below(number), rng.below(60 + 60 * kills) as u64));
        let answers = setting.run(&all[..number], death, !has_begun);
        let has_ended = answers
            .iter()
            .all(|answer| answer.as_ref().is_ok_and(|(outcome, _)| outcome.reason != Some(Reason::Host)));
        if has_ended {
            assert_answer(answers, &truth, bound, &what);
            let files = all[0].files();
            return files
                .keys()
                .filter(|name| name.starts_with("layers-") && name.ends_with("-0.log"))
                .count();
        }
        goes_on |= has_begun && answers.iter().any(Result::is_ok);
        let mut is_missing = false;
        for answer in answers {
            match answer {
                // An answer that is found stands, also when a process dies before it hears of it.
                Ok((outcome, _)) => {
                    let has_answer = outcome.verdict == truth.0.verdict;
                    assert!(has_answer || outcome.reason == Some(Reason::Host), "{what}: {outcome:?}");
                }
                Err(ResumeError::Lost(_)) => {}
                // It was killed before the first checkpoint was whole.
                Err(ResumeError::Checkpoint(
                    CheckpointError::Missing | CheckpointError::PartMissing { .. },
                )) if !goes_on => is_missing = true,
                Err(error) => panic!("{what}: {error:?}"),
            }
        }
        kills += 1;
        has_begun = !is_missing;
        if is_missing {
            all.iter().for_each(|folder| {
                folder.files().keys().for_each(|name| {
                    let _ = tsumugi::store::Folder::remove(folder, name);
                });
            });
        } else {
            // Each in a folder of its own: files stay where they are, so those processes take part again.
            number = if is_shared { numbers[rng.below(numbers.len())] } else { most };
        }
    }
}

#[test]
fn a_killed_search_goes_on_by_as_many_processes() {
    let (seeds, mut runs) = (setting("TSUMUGI_CLUSTER_KILLS", 12), 0);
    for seed in 0..seeds {
        runs += assert_survives(&helpmate(NO_MATE), seed, seed % 2 == 0, &[1 + seed as usize % 4]);
    }
    assert!(runs > seeds as usize, "{runs}");
    assert_survives(&helpmate(LARGE), 1, true, &[3]);
}

#[test]
fn a_killed_search_goes_on_by_other_processes() {
    let (seeds, mut runs) = (setting("TSUMUGI_CLUSTER_KILLS", 12), 0);
    for seed in 0..seeds {
        runs += assert_survives(&helpmate(NO_MATE), seed, true, &[1, 2, 3, 5]);
    }
    assert!(runs > seeds as usize, "{runs}");
    assert_survives(&helpmate(LARGE), 2, true, &[4, 2, 3]);
}

/// The checkpoint of a single process goes on by several, and then by one again.
#[test]
fn a_single_search_goes_on_by_several_and_back() {
    for (sfen, nodes) in [(NO_MATE, 900), (LARGE, 120_000), (NO_MATE, 1)] {
        let question = helpmate(sfen);
        let limited = |nodes| Options { limits: Limits { nodes, ..Limits::default() }, ..Options::default() };
        let folder = MemoryFolder::default();
        let mut single = Solver::of(&question, limited(Some(nodes)));
        single.keep_checkpoint(Box::new(folder.clone()), json!("a note")).expect("an empty folder");
        let Step::Done(_) = single.advance(Budget::Unlimited) else { panic!("a limit") };
        single.save().expect("a checkpoint");
        let cluster = ClusterOptions { round: 60, ..SMALL };
        let more = Setting { question: &question, options: limited(Some(2 * nodes)), cluster, every: 500 };
        for found in more.run(&vec![folder.clone(); 3], None, false) {
            assert_eq!(found.expect("an end").0.reason, Some(Reason::Nodes));
        }
        let whole = Setting { options: limited(None), ..more };
        let found = whole.run(&vec![folder; 1], None, false);
        let bound = found[0].as_ref().expect("an end").0.false_hits_expected;
        assert_answer(found, &whole.truth(), bound, sfen);
    }
}

/// While layers are narrow the first process goes on alone, whoever had the parts: the others take part in few exchanges.
#[test]
fn a_narrow_search_goes_on_alone() {
    let question = helpmate(NO_MATE);
    let together = Setting { question: &question, options: Options::default(), cluster: SMALL, every: 300 };
    let alone = Setting { cluster: ClusterOptions { widest_alone: u64::MAX, ..SMALL }, ..together.clone() };
    for is_shared in [false, true] {
        let all = folders(3, is_shared);
        together.run(&all, Some((2, 60)), true);
        // Long enough to agree and to hear the end, not for all layers.
        let few = Some((1, 30));
        for found in together.run(&all, few, false) {
            let is_lost = found.map_or(true, |(outcome, _)| outcome.reason == Some(Reason::Host));
            assert!(is_lost, "together they need more exchanges");
        }
        let found = alone.run(&all, few, false);
        let bound = found[0].as_ref().expect("an end").0.false_hits_expected;
        assert_answer(found, &alone.truth(), bound, "gone on with alone");
        // What it wrote is gone on with by all.
        assert_answer(together.run(&all, None, false), &alone.truth(), bound, "together again");
    }
}

/// What is saved at the end of a search is enough to find its answer again.
#[test]
fn an_answer_is_found_again() {
    for sfen in [LARGE, NO_MATE] {
        let question = helpmate(sfen);
        let setting =
            Setting { question: &question, options: Options::default(), cluster: SMALL, every: 1 << 40 };
        let folders = folders(2, false);
        let first = setting.run(&folders, None, true);
        let bound = first[0].as_ref().expect("an end").0.false_hits_expected;
        assert_answer(first, &setting.truth(), bound, sfen);
        assert_answer(setting.run(&folders, None, false), &setting.truth(), bound, sfen);
    }
}

/// A disk that is full ends the search in all processes, and what was saved before is good.
#[test]
fn a_full_disk_ends_all_and_loses_nothing() {
    let question = helpmate(NO_MATE);
    let cluster = ClusterOptions { round: 40, ..SMALL };
    let setting = Setting { question: &question, options: Options::default(), cluster, every: 100 };
    let truth = setting.truth();
    for room in [3_000, 10_000, 30_000] {
        let folders = folders(3, false);
        folders[1].set_room(Some(room));
        for found in setting.run(&folders, None, true) {
            assert_eq!(found.expect("an end").0.verdict, Verdict::Unknown(Reason::Disk), "{room}");
        }
        folders[1].set_room(None);
        let found = setting.run(&folders, None, false);
        let bound = found[0].as_ref().expect("an end").0.false_hits_expected;
        assert_answer(found, &truth, bound, "a full disk");
    }
    let folders = folders(2, false);
    folders[0].set_failing(Some(Failing::Before));
    for found in setting.run(&folders, None, true) {
        assert_eq!(found.expect("an end").0.verdict, Verdict::Unknown(Reason::Disk));
    }
}

/// A folder means that there is something to go on from.
#[test]
fn a_process_that_is_lost_at_the_beginning_leaves_no_folder() {
    let question = helpmate(NO_MATE);
    let setting = Setting { question: &question, options: Options::default(), cluster: SMALL, every: 300 };
    let are_made = |all: &[MemoryFolder], is_made: bool| all.iter().all(|one| one.is_made() == is_made);
    let all = folders(3, false);
    setting.run(&all, Some((1, 0)), true);
    assert!(are_made(&all, false), "it is lost before they have agreed");
    setting.run(&all, None, false);
    assert!(are_made(&all, false), "there is nothing to resume from");
    setting.run(&all, None, true);
    assert!(are_made(&all, true), "they have begun");
    let new = [all[0].copy(), all[1].copy(), MemoryFolder::default()];
    setting.run(&new, Some((1, 0)), false);
    assert!(are_made(&new, false), "it is lost before they have agreed");
}

#[test]
fn what_is_missing_or_damaged_is_named() {
    let question = helpmate(NO_MATE);
    let setting = Setting { question: &question, options: Options::default(), cluster: SMALL, every: 300 };
    let whole = folders(2, false);
    setting.run(&whole, None, true);
    let without = |word: &str, change: fn(&mut Vec<u8>)| {
        let copy: Vec<MemoryFolder> = whole.iter().map(MemoryFolder::copy).collect();
        for (name, mut content) in copy[1].files() {
            if name.starts_with(word) {
                change(&mut content);
                match content.is_empty() {
                    true => tsumugi::store::Folder::remove(&copy[1], &name).expect("it was there"),
                    false => copy[1].write(&name, &content),
                }
            }
        }
        let mut errors = setting.run(&copy, None, false).into_iter().map(|found| match found {
            Err(ResumeError::Checkpoint(error)) => Some(error),
            Err(ResumeError::Lost(_)) => None,
            Ok((outcome, _)) => {
                assert_eq!(outcome.reason, Some(Reason::Host), "{word}");
                None
            }
        });
        errors.find_map(|error| error).unwrap_or_else(|| panic!("{word}: no error"))
    };
    assert!(matches!(without("manifest-", Vec::clear), CheckpointError::PartMissing { process: 1 }));
    for (word, change) in [
        ("layers-", Vec::clear as fn(&mut Vec<u8>)),
        ("layers-", |content| content[100] ^= 1),
        ("layers-", |content| content.truncate(content.len() - 9)),
        ("frontier-", Vec::clear),
        ("frontier-", |content| content[20] ^= 4),
    ] {
        let error = without(word, change);
        assert!(matches!(&error, CheckpointError::Damaged { file, .. } if file.starts_with(word)), "{error}");
    }
    assert!(matches!(
        setting.run(&folders(2, false), None, false).remove(0),
        Err(ResumeError::Checkpoint(CheckpointError::Missing))
    ));
    let mut again = setting.run(&whole, None, true).into_iter();
    assert!(again.any(|found| matches!(found, Err(ResumeError::Checkpoint(CheckpointError::Occupied)))));
    // One process alone begins none there either.
    let mut alone = Solver::of(setting.question, setting.options.clone());
    let error = alone.keep_checkpoint(Box::new(whole[0].copy()), json!(null)).expect_err("there is one");
    assert!(matches!(error, CheckpointError::Occupied));
}
