//! Tables that are too small: the search forgets positions and meets them again, and its answers stay right.

use crate::mailbox::board::Side;
use crate::mailbox::random::{self, Rng, Setup};
use crate::mailbox::{search, sfen};
use crate::solve::{assert_same, read, solve};
use tsumugi::solve::helpmate::Options;
use tsumugi::solve::{Limits, Outcome, Reason, Verdict};
use tsumugi::types::Color;

/// Mate in 13, after several hundred thousand positions.
const LARGE: &str = "9/9/9/9/4k4/9/9/9/9 b R9p 1";
/// No mate, after 2,848 positions; with forgetting it could go round in circles for ever.
const CIRCLES: &str = "9/9/9/9/4k4/9/9/9/9 b R 1";

/// Mate in 1965, after 1.4 million positions (`morishige-1965` of the shipped problems). Its widest layer comes late.
const LONG: &str = "4GS2l/4SPBp1/3N1N1N1/ssg1gp2+R/2+pglk3/1+pp+np+p2K/1PPP2+p1b/1+p+p+p+p+pl1r/5L3 b P 1";

/// The same answer. Where there is no mate the last layer may come later: what was forgotten was met again.
#[track_caller]
fn assert_same_answer(found: &Outcome, truth: &Outcome, what: &str) {
    if truth.verdict == Verdict::NoMate {
        assert_eq!(found.verdict, truth.verdict, "{what}");
        assert!(found.bounds.lower >= truth.bounds.lower, "{what}");
    } else {
        assert_same(found, truth, what);
    }
}

fn small(table: u64) -> Options {
    Options { table: Some(table), ..Options::default() }
}

#[test]
fn a_mate_keeps_its_length_and_the_number_of_its_solutions() {
    let truth = solve(&read(LARGE), Color::Black, Options::default());
    assert_eq!(truth.verdict, Verdict::Mate { plies: 13, exact: true });
    for kibibytes in [64, 256, 1024] {
        let outcome = solve(&read(LARGE), Color::Black, small(kibibytes << 10));
        assert_same_answer(&outcome, &truth, &format!("{kibibytes} KiB"));
        assert!(outcome.stats.positions > truth.stats.positions, "{kibibytes} KiB: nothing was forgotten");
    }
}

#[test]
fn no_mate_is_never_claimed_without_an_end() {
    let truth = solve(&read(CIRCLES), Color::Black, Options::default());
    assert_eq!(truth.verdict, Verdict::NoMate);
    let mut unknown = 0;
    for shift in 12..18 {
        let outcome = solve(&read(CIRCLES), Color::Black, small(1 << shift));
        match outcome.verdict {
            Verdict::NoMate => {}
            Verdict::Unknown(Reason::Memory) => unknown += 1,
            other => panic!("{other:?} with {} bytes", 1 << shift),
        }
    }
    assert!((1..6).contains(&unknown), "{unknown} of 6 tables are too small");
}

#[test]
fn random_problems_have_the_same_answers_with_tables_that_forget() {
    let mut rng = Rng::new(7);
    let (mut forgot, mut undecided) = (0, 0);
    while forgot < 60 {
        let side = if rng.percent(50) { Side::Black } else { Side::White };
        let setup = Setup::Small(side, 3 + rng.below(6));
        let board = random::position(&mut rng, setup);
        let Ok(attacker) = search::attacker(&board, None) else { continue };
        let attacker = if attacker == Side::Black { Color::Black } else { Color::White };
        let position = read(&sfen::write(&board));
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let truth = solve(&position, attacker, Options { limits, ..Options::default() });
        // A table of 4 KiB has room for 512 positions.
        if !truth.is_decided() || truth.stats.positions < 700 {
            continue;
        }
        let outcome = solve(&position, attacker, small(4 << 10));
        if outcome.verdict == Verdict::Unknown(Reason::Memory) {
            undecided += 1;
            continue;
        }
        assert_same_answer(&outcome, &truth, &position.sfen());
        forgot += u32::from(outcome.stats.positions > truth.stats.positions);
    }
    assert!(undecided < 200, "{undecided} undecided, {forgot} that forgot something and were decided");
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    for table in [256 << 10, 1 << 20] {
        let one = solve(&read(LARGE), Color::Black, small(table));
        let two = solve(&read(LARGE), Color::Black, Options { threads: 2, ..small(table) });
        assert_same(&two, &one, "two threads");
        assert_eq!(two.false_hits_expected, one.false_hits_expected);
    }
}

#[test]
fn memory_is_kept_to_while_forgetting() {
    let truth = solve(&read(LARGE), Color::Black, Options::default());
    for mebibytes in [24, 40] {
        let limits = Limits { memory: Some(mebibytes << 20), ..Limits::default() };
        let outcome = solve(&read(LARGE), Color::Black, Options { limits, ..Options::default() });
        if outcome.is_decided() {
            assert_eq!((outcome.verdict, outcome.bounds), (truth.verdict, truth.bounds));
        }
        assert!(outcome.stats.peak_bytes <= (mebibytes + 4) << 20, "{} bytes", outcome.stats.peak_bytes);
    }
}

/// A table that was given most of the memory makes room for layers that are wider than all before.
#[test]
fn the_table_gives_way_to_wide_layers() {
    let truth = solve(&read(LONG), Color::Black, Options::default());
    assert_eq!(truth.verdict, Verdict::Mate { plies: 1965, exact: true });
    for mebibytes in [6, 7, 8, 9, 10, 12] {
        let limits = Limits { memory: Some(mebibytes << 20), ..Limits::default() };
        let outcome = solve(&read(LONG), Color::Black, Options { limits, ..Options::default() });
        assert_same_answer(&outcome, &truth, &format!("{mebibytes} MiB"));
        assert!(outcome.stats.peak_bytes <= mebibytes << 20, "{mebibytes} MiB");
    }
}

/// A folder of its own for a test, without anything in it.
fn spill(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("spill").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

#[test]
fn on_disk_every_search_comes_to_its_end() {
    for (number, sfen) in [LARGE, CIRCLES].into_iter().enumerate() {
        let truth = solve(&read(sfen), Color::Black, Options::default());
        for (table, threads) in [(4 << 10, 1), (4 << 10, 2), (64 << 10, 1)] {
            let spill = Some(spill(&format!("end-{number}-{table}-{threads}")));
            let outcome = solve(&read(sfen), Color::Black, Options { spill, threads, ..small(table) });
            assert_same_answer(&outcome, &truth, &format!("{sfen}, {table} bytes"));
            // 64 KiB have room for all positions of the smaller one.
            let forgot = outcome.stats.positions > truth.stats.positions;
            assert!(forgot || (sfen, table) == (CIRCLES, 64 << 10), "{table} bytes: nothing was forgotten");
            assert!(outcome.false_hits_expected < 1e-6);
        }
    }
}

#[test]
fn a_spill_folder_that_cannot_be_used_ends_the_search() {
    let folder = spill("locked");
    let holder = tsumugi::store::SortedRuns::create(&folder, 0).expect("a new folder");
    let outcome = solve(&read(CIRCLES), Color::Black, Options { spill: Some(folder), ..small(4 << 10) });
    assert_eq!(outcome.verdict, Verdict::Unknown(Reason::Disk));
    drop(holder);
}
