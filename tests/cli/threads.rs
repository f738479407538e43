//! More threads than a machine has processors for.

use crate::run::{Folder, HEAVY, THREE, run};
use std::time::{Duration, Instant};

/// ミクロコスモス, a tsume in 1,525.
const HARD: &str =
    "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1";
/// What a busy machine is forgiven.
const BUSY: Duration = Duration::from_secs(2);

#[test]
fn too_many_threads_are_cut_with_a_word() {
    let folder = Folder::new("many-threads");
    let (game, checkpoint) = (folder.file("game.csa", "PI\n+\n+7776FU\n%TORYO\n"), folder.path("checkpoint"));
    assert_eq!(run(&["solve", "-q", "--checkpoint", &checkpoint, THREE]).code, Some(0));
    for arguments in [
        &["solve", THREE][..],
        &["solve", "--jobs", "64", THREE],
        &["check", THREE],
        &["resume", &checkpoint],
        &["analyse", "--nodes", "10", &game],
    ] {
        let cut = run(&[arguments, &["--threads", "65535"]].concat());
        let expected = "tsumugi: --threads 65535: too many for the processors of this machine: ";
        assert!(cut.stderr.contains(expected), "{arguments:?}: {}", cut.stderr);
        assert_eq!(cut.stderr.matches(expected).count(), 1, "{arguments:?}: {}", cut.stderr);
        // Eight are everyone's.
        let one = run(&[arguments, &["--threads", "1"]].concat());
        assert!(!one.stderr.contains("--threads"), "{arguments:?}: {}", one.stderr);
    }
    assert_eq!(run(&["solve", "--threads", "8", THREE]).stderr, "");
}

#[test]
fn a_time_limit_holds_with_all_threads_that_are_allowed() {
    for (rule, sfen) in [("helpmate", HEAVY), ("tsume", HARD)] {
        let start = Instant::now();
        let run = run(&["solve", "-q", "--rule", rule, "--threads", "512", "--time", "1s", sfen]);
        assert!(start.elapsed() < Duration::from_secs(1) + BUSY, "{rule}: {:?}", start.elapsed());
        assert!(run.stdout.starts_with("unknown: time"), "{rule}: {}", run.stdout);
    }
}

#[test]
fn the_limit_of_plies_says_what_is_excluded() {
    for (rule, plies) in [("helpmate", "2"), ("tsume", "1"), ("helpmate", "1")] {
        let limited = run(&["solve", "--rule", rule, "--max-plies", plies, THREE]);
        let words = "unknown: plies (no mate within 1 ply; longer ones were not looked for)\n";
        assert!(limited.code == Some(3) && limited.stdout.contains(words), "{rule}: {}", limited.stdout);
        let japanese = run(&["solve", "--lang", "ja", "--rule", rule, "--max-plies", plies, THREE]).stdout;
        assert!(japanese.contains("(1手以内は不詰。それより長い詰みは調べていない)"), "{japanese}");
    }
}
