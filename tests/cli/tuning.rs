//! `tune`: what was interrupted goes on, and nothing else is taken for it; fits from weights; matches.

use super::run::{Folder, assert_refused, run};
use std::fs;
use tsumugi::play::tune::game::Game;

#[test]
fn a_fit_goes_on_from_its_checkpoint() {
    let folder = Folder::new("tune-fit");
    let [games, others, state, first, second] =
        ["games", "others", "state", "first", "second"].map(|name| folder.path(name));
    for (file, seed) in [(&games, "1"), (&others, "2")] {
        let played = run(&["tune", "play", file, "--games", "20", "--nodes", "20", "--seed", seed]);
        assert_eq!(played.code, Some(0), "{}", played.stderr);
    }
    let fit = |games: &str, output: &str, more: &[&str]| {
        run(&[&["tune", "fit", games, "-o", output, "--epochs", "1", "--checkpoint", &state], more].concat())
    };
    assert_eq!(fit(&games, &first, &[]).code, Some(0));
    // All epochs are done: the weights are those of before, and no epoch is told.
    let again = fit(&games, &second, &["--threads", "2"]);
    assert!(again.stdout.ends_with("continues after epoch 1\n"), "{}{}", again.stdout, again.stderr);
    assert!(fs::read(&first).expect("weights") == fs::read(&second).expect("weights"));
    assert_refused(
        &fit(&others, &second, &[]),
        "checkpoint of a fit to other games, from other weights or with other options",
    );
    assert_refused(&fit(&games, &second, &["--seed", "9"]), "other options");
    assert_refused(&fit(&games, &second, &["--lambda", "0.5"]), "other options");
    for share in ["1.5", "-1", "NaN", "half"] {
        let flag = format!("--lambda={share}");
        let refused = fit(&games, &second, &[&flag]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains("is not a number from 0 to 1"), "{}", refused.stderr);
    }
    for decay in ["nan", "inf", "-1", "much"] {
        let refused = fit(&games, &second, &[&format!("--decay={decay}")]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains("is not a number from 0 up"), "{}", refused.stderr);
    }
    let whole = fs::read(&state).expect("a checkpoint");
    fs::write(&state, &whole[..whole.len() / 2]).expect("a file");
    assert_refused(&fit(&games, &second, &[]), "damaged");
    assert_eq!(fs::read(&state).expect("a file").len(), whole.len() / 2, "it is left as it is");
    assert_refused(&fit(&games, &state, &[]), &state);
}

/// Without an epoch the weights are those that it started from.
#[test]
fn a_fit_starts_from_weights() {
    let folder = Folder::new("tune-start");
    let [games, start, output] = ["games", "start", "output"].map(|name| folder.path(name));
    assert_eq!(run(&["tune", "play", &games, "--games", "20", "--nodes", "20"]).code, Some(0));
    let fit = |output: &str, more: &[&str]| run(&[&["tune", "fit", &games, "-o", output], more].concat());
    assert_eq!(fit(&start, &["--epochs", "1"]).code, Some(0));
    let started = ["--start", &start, "--rate", "0.1"];
    let begun = fs::read(&start).expect("weights");
    assert_eq!(fit(&output, &[&started[..], &["--epochs", "0"]].concat()).code, Some(0));
    assert!(fs::read(&output).expect("weights") == begun);
    assert_eq!(fit(&output, &[&started[..], &["--epochs", "1"]].concat()).code, Some(0));
    assert!(fs::read(&output).expect("weights") != begun);
    assert_eq!(fit(&output, &["--start", &start, "--rate", "0", "--epochs", "1"]).code, Some(0));
    assert!(fs::read(&output).expect("weights") == begun, "without steps");
    assert_refused(&fit(&output, &["--start", &games]), "not weights of this version");
    assert_refused(&fit(&output, &["--start", &folder.path("nowhere")]), "nowhere");
    let mut damaged = begun;
    damaged[1_000] ^= 1;
    fs::write(&start, damaged).expect("a file");
    assert_refused(&fit(&output, &["--start", &start]), "the weights are damaged");
}

#[test]
fn played_games_go_on_behind_those_of_the_same_run() {
    let folder = Folder::new("tune-play");
    let [whole, pieces, other] = ["whole", "pieces", "other"].map(|name| folder.path(name));
    let play = |file: &str, games: &str, more: &[&str]| {
        let nodes = if more.contains(&"--nodes") { &[][..] } else { &["--nodes", "20"] };
        let played = run(&[&["tune", "play", file, "--games", games], nodes, more].concat());
        assert_eq!(played.code, Some(0), "{}", played.stderr);
        (fs::read(file).expect("games"), played.stdout)
    };
    let (seven, _) = play(&whole, "7", &[]);
    let (other, _) = play(&other, "2", &["--seed", "2"]);
    let (two, _) = play(&pieces, "2", &[]);
    play(&pieces, "2", &["--seed", "2"]);
    // Behind a game of the run that was cut off, and with games of another run between.
    let half = [&two[..], &other[..], &seven[..two.len() / 4]].concat();
    fs::write(&pieces, half).expect("a file");
    let (played, told) = play(&pieces, "7", &["--threads", "3"]);
    assert!(told.starts_with("continues after game 2\n5 games, "), "{told}");
    assert!(played == [&two[..], &other[..], &seven[two.len()..]].concat());
    let (again, told) = play(&pieces, "7", &[]);
    assert_eq!(told, "the file already has all 7 games: another --seed gives other games\n");
    assert!(again == played);
    // Other nodes make other games.
    let (more, _) = play(&pieces, "1", &["--nodes", "200"]);
    assert!(more.len() > played.len());
}

/// Those that have begun are played to their end, and kept.
#[cfg(unix)]
#[test]
fn an_interrupt_loses_no_game_that_has_begun() {
    use super::running::{signal, wait_for};
    let folder = Folder::new("tune-interrupted");
    let games = folder.path("games");
    let arguments = ["tune", "play", &games, "--games", "4", "--threads", "4", "--nodes", "200"];
    let child = super::run::command(&arguments).spawn().expect("the program");
    wait_for(&games);
    signal(&child, "INT");
    let ended = child.wait_with_output().expect("the program");
    assert!([Some(130), Some(0)].contains(&ended.status.code()), "{ended:?}");
    let bytes = fs::read(&games).expect("games");
    let kept = Game::read_all(&bytes).filter(Result::is_ok).count();
    assert_eq!(kept, 4, "all had begun when the first one was written");
}

/// What waits for a worker when the time is over is not begun.
#[test]
fn no_game_begins_after_the_time() {
    let folder = Folder::new("tune-time");
    let games = folder.path("games");
    let played = run(&["tune", "play", &games, "--games", "9", "--nodes", "1000", "--time", "100ms"]);
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    // Where no game could begin in time, there is no file.
    let kept = Game::read_all(&fs::read(&games).unwrap_or_default()).filter(Result::is_ok).count();
    assert!(kept < 4, "{kept} games: four wait for a worker");
}

/// Positions that are being judged are judged to the end, and told; it is said how many of the games that is about.
#[cfg(unix)]
#[test]
fn an_interrupt_loses_no_collapse_that_is_being_judged() {
    use super::running::{signal, wait_until};
    let folder = Folder::new("collapses-interrupted");
    // Black takes a bishop for nothing, and White sees it five plies later.
    let moves = "7g7f 3c3d 8h2b+ 8c8d 2g2f 8d8e 2f2e 8e8f 8g8f 8b8f 2e2d";
    let game = Game {
        moves: moves.split(' ').map(|mv| mv.parse().expect("a move")).collect(),
        opening: 0,
        values: vec![0, -20, -40, 200, -100, -150, 300, -300, 1500, -31000, 31000],
        winner: Some(tsumugi::Color::Black),
    };
    let mut bytes = Vec::new();
    // More than are judged before the signal comes.
    const GAMES: usize = 2000;
    (0..GAMES).for_each(|_| game.write(&mut bytes));
    let (games, out) = (folder.file("games", bytes), folder.path("out"));
    let stdout = fs::File::create(&out).expect("a file");
    let arguments = ["tune", "collapses", &games, "--nodes", "300", "--threads", "4"];
    let child = super::run::command(&arguments).stdout(stdout).spawn().expect("the program");
    let told = || fs::read_to_string(&out).expect("a file");
    wait_until("a position", || told().contains('\n'));
    signal(&child, "INT");
    let ended = child.wait_with_output().expect("the program");
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    let told = told();
    let found = told.lines().filter(|line| line.ends_with(" b B 5")).count();
    assert!((4..GAMES).contains(&found), "four had begun when the first one was told: {told}");
    let figures = format!(
        "# {GAMES} games, {GAMES} collapses, {found} of them judged, {found} already lost five plies earlier, "
    );
    assert!(told.lines().last().is_some_and(|line| line.starts_with(&figures)), "{told}");
}

#[test]
fn margins_do_not_depend_on_threads_and_go_on() {
    let folder = Folder::new("tune-margins");
    let tune = |file: &str, steps: &str, threads: &str| {
        let effort = ["--steps", steps, "--nodes", "30", "--pairs", "3", "--threads", threads];
        run(&[&["tune", "margins", file], &effort[..]].concat())
    };
    let [one, two] = ["one", "two"].map(|name| folder.path(name));
    for (file, threads) in [(&one, "1"), (&two, "2")] {
        let tuned = tune(file, "2", threads);
        assert_eq!(tuned.code, Some(0), "{}", tuned.stderr);
        assert!(tuned.stdout.starts_with("step 2 of 2: Margins { reverse_futility: "), "{}", tuned.stdout);
    }
    let text = fs::read_to_string(&one).expect("margins");
    assert_eq!(text, fs::read_to_string(&two).expect("margins"));
    assert!(text.starts_with("step 2 of 2, pairs 3, seed 1, nodes 30\nreverse_futility "), "{text}");
    // Nothing is left to do, and another run is not taken for this one.
    assert_eq!(tune(&one, "2", "1").stdout, "continues after step 2\n");
    assert_refused(&tune(&one, "3", "1"), "with other options");
    let other = ["tune", "margins", &one, "--steps", "2", "--pairs", "3", "--nodes", "31"];
    assert_refused(&run(&other), "with other options");
    assert_refused(&tune(&folder.file("text", "step by step\n"), "2", "1"), "not a file of margins");
}

#[test]
fn a_fit_needs_positions() {
    let folder = Folder::new("tune-nothing");
    let output = folder.path("weights");
    assert_refused(
        &run(&["tune", "fit", &folder.file("zeros", "\0".repeat(64)), "-o", &output]),
        "no game at byte 0",
    );
    assert_refused(&run(&["tune", "fit", &folder.file("empty", ""), "-o", &output]), "give more games");
    assert!(!std::path::Path::new(&output).exists());
}

#[test]
fn a_match_does_not_depend_on_threads() {
    let folder = Folder::new("tune-match");
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/src/play/eval/weights.bin");
    let play = |games: &str, threads: &str| {
        let most = ["--games", "10", "--nodes", "40", "--sprt", "0", "0.01", "--seed", "3"];
        let match_ =
            ["tune", "match", weights, env!("CARGO_BIN_EXE_tsumugi"), "--record", games, "--threads"];
        run(&[&match_[..], &[threads], &most].concat())
    };
    let [one, three] = ["one", "three"].map(|name| folder.path(name));
    let played = play(&one, "1");
    assert_eq!(played.code, Some(0), "{}", played.stderr);
    assert!(played.stdout.starts_with("undecided: 10 games: "), "{}", played.stdout);
    assert_eq!(play(&three, "3").stdout, played.stdout);
    let japanese = ["tune", "match", weights, weights, "--games", "2", "--nodes", "20", "--lang", "ja"];
    assert!(run(&japanese).stdout.starts_with("未決: 2局: "));
    let games = fs::read(&one).expect("games");
    assert!(games == fs::read(&three).expect("games"), "the same games in the same order");
}

#[test]
fn bounds_of_a_match_are_numbers() {
    for bound in ["nan", "inf"] {
        let refused = run(&["tune", "match", "one", "two", "--lang", "en", "--sprt", "0", bound]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        assert!(refused.stderr.contains("is not a number"), "{}", refused.stderr);
    }
}
