//! The turns in which candidates for the repair of a tsume are judged.

use crate::equal_lines::{EQUAL_LINES, tsume};
use std::collections::{BTreeMap, BTreeSet};
use tsumugi::compose::{Candidates, Draft, Mender, RepairState, Repaired, Repairs, diagnose};
use tsumugi::report::{read_repair_state, repair_state_json};
use tsumugi::{Limits, Options};

/// The repair of a tsume by one change, of which some take more than the first turn, judged within the limits.
struct Broken {
    draft: Draft,
    plies: u64,
    options: Options,
}

/// Candidates that are judged: in more than one group.
const MOST: u64 = 70;

/// A tsume before whose open board one search may take more than the second turn.
const OPEN_BOARD: &str = "5S1k1/5g2P/8l/9/9/9/9/9/9 b R2Sr2b3gs4n3l17p 1";

/// A tsume that a piece more makes sound, which takes more than the first turn, and no other change of its size does.
const OPEN_CORNER: &str = "6n1k/9/9/9/9/9/9/9/9 b 2RS2b4g3s3n3l18p 1";

impl Broken {
    fn new() -> Broken {
        Broken::of(EQUAL_LINES, 7, 30_000)
    }

    fn of(sfen: &str, plies: u64, nodes: u64) -> Broken {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        Broken { draft: Draft::from(&tsume(sfen)), plies, options: Options { limits, ..Options::default() } }
    }

    fn parts(&self) -> (Candidates, Mender) {
        let plies = self.plies..=self.plies;
        let diagnosis = diagnose(&self.draft, &plies, &self.options);
        let candidates = Candidates::new(&self.draft, 1, &diagnosis.cooks);
        (candidates, Mender::new(&self.draft, plies, &diagnosis, &self.options))
    }

    /// Goes on from a state for so many turns. The repairs found, the state then, and whether it is the end.
    fn run(&self, state: RepairState, turns: usize) -> (Vec<Repaired>, RepairState, bool) {
        let (candidates, mut mender) = self.parts();
        let mut repairs = Repairs::new(candidates, MOST);
        assert!(repairs.go_on(state));
        let mut found = Vec::new();
        let mut left = turns;
        while repairs.next_round() {
            while let Some(trial) = repairs.next_trial() {
                if left == 0 {
                    return (found, repairs.state().clone(), false);
                }
                left -= 1;
                let tried = mender.try_out(&trial);
                if repairs.count(&tried) {
                    found.extend(tried.result.ok().map(|repaired| *repaired));
                }
            }
        }
        (found, repairs.state().clone(), true)
    }
}

#[test]
fn turns_decide_what_one_long_look_at_each_does() {
    let broken = Broken::new();
    let (candidates, mut mender) = broken.parts();
    let mut tally = tsumugi::compose::Tally::default();
    let mut expected = BTreeMap::new();
    for candidate in candidates.take(MOST as usize) {
        match mender.mend(&candidate) {
            Ok(repaired) => {
                tally.good += 1;
                expected.insert(repaired.candidate.position.sfen(), repaired.candidate.changes);
            }
            Err(judgement) => tally.count(&judgement),
        }
    }
    let (found, state, is_end) = broken.run(RepairState::default(), usize::MAX);
    let sizes: Vec<u32> = found.iter().map(|repaired| repaired.candidate.size()).collect();
    assert!(sizes.is_sorted() && is_end);
    let found: BTreeMap<_, _> = found
        .into_iter()
        .map(|repaired| (repaired.candidate.position.sfen(), repaired.candidate.changes))
        .collect();
    assert!(found.len() > 10 && tally.unknown > 0, "{} found, {tally:?}", found.len());
    assert_eq!((found, state.tally.all(), state.waiting), (expected, MOST, Default::default()));
    assert_eq!((state.tally.good, state.tally.unknown), (tally.good, tally.unknown));
}

/// A first turn ends when it has expanded its 25,000 positions, in whichever of its searches that is.
#[test]
fn a_first_turn_ends_with_its_positions() {
    const FIRST_TURN: u64 = 25_000;
    let (candidates, mut mender) = Broken::new().parts();
    let mut repairs = Repairs::new(candidates, MOST);
    let mut undecided = Vec::new();
    let mut had_a_turn = BTreeSet::new();
    while repairs.next_round() {
        while let Some(trial) = repairs.next_trial() {
            let before = mender.nodes();
            let tried = mender.try_out(&trial);
            repairs.count(&tried);
            if let Some(candidate) = tried.undecided
                && had_a_turn.insert(candidate.position.sfen())
            {
                undecided.push(mender.nodes() - before);
            }
        }
    }
    assert!(undecided.len() > 1 && undecided.iter().all(|&nodes| nodes <= FIRST_TURN), "{undecided:?}");
}

#[test]
fn turns_go_on_in_pieces() {
    let mut waited = [0; 2];
    for broken in [Broken::new(), Broken::of(OPEN_BOARD, 7, 30_000)] {
        let whole = broken.run(RepairState::default(), usize::MAX);
        let (mut found, mut state) = (Vec::new(), RepairState::default());
        for piece in 0.. {
            let waiting: usize = state.waiting.iter().map(Vec::len).sum();
            // One that waits alone has its second and its third turn one after the other.
            let turns = if waiting == 1 { 1 } else { 1 + piece * 37 % 29 };
            let (more, next, is_end) = broken.run(state, turns);
            found.extend(more);
            for (most, waiting) in waited.iter_mut().zip(&next.waiting) {
                *most = waiting.len().max(*most);
            }
            assert!(next.waiting[1].is_sorted_by_key(|waiting| waiting.nodes));
            state = read_repair_state(&repair_state_json(&next)).expect("a state");
            if is_end {
                break;
            }
        }
        assert_eq!((found, state, true), whole);
    }
    assert!(waited.iter().all(|&most| most > 0), "{waited:?}");
}

/// Where one candidate alone is undecided, a second turn would keep its last one back and serve no other.
#[test]
fn one_that_waits_alone_has_its_last_turn_at_once() {
    let (candidates, mut mender) = Broken::of(OPEN_CORNER, 5, 1_000_000).parts();
    let mut repairs = Repairs::new(candidates, MOST);
    let mut undecided = BTreeMap::new();
    let mut found = 0;
    while found == 0 && repairs.next_round() {
        while let Some(trial) = repairs.next_trial() {
            let tried = mender.try_out(&trial);
            found += usize::from(repairs.count(&tried));
            if let Some(candidate) = tried.undecided {
                *undecided.entry(candidate.position.sfen()).or_insert(0) += 1;
            }
        }
    }
    assert_eq!((found, undecided.into_values().collect::<Vec<_>>()), (1, vec![1]));
}
