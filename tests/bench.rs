//! The signatures of the benches: the work done must not change unawares.
//!
//! A signature may change when the set of positions or problems does, or the work does on purpose. Then run `tsumugi
//! bench movegen`, `helpmate`, `tsume`, `play` or `collapses`, see that every other figure is what it should be, and copy
//! the new numbers here.

use tsumugi::bench::{Positions, collapses, helpmate, movegen, play, tsume};
use tsumugi::position::Position;
use tsumugi::store::KeyWidth;

/// Counted on any machine by any build: it changes with the rules, the fixed set of positions, or the numbers of
/// moves (`Move::to_bits`), and with nothing else.
const MOVEGEN: &str = "48dc0c96010e5eb2";
/// Positions and moves of each generator, to tell which one changed.
const MOVES: [(&str, u64, u64); 5] = [
    ("legal moves", 6_496, 148_104),
    ("checks", 4_065, 5_574),
    ("evasions", 2_431, 10_712),
    ("mate test", 2_431, 0),
    ("double moves", 2_431, 23_936),
];

/// Positions stored and look-ups in the whole set of helpmates: they may change with the order of moves, because a
/// search leaves its last layer early, and with the solver.
const HELPMATE: (u64, u64) = (5_309_901, 11_814_669);

/// Nodes of the tsume solver: with every change of its search.
const TSUME: (u64, &str) = (516_114, "cc3f08972003ee3b");

/// Nodes of the playing engine: with every change of its search or evaluation.
const PLAY: (u64, &str) = (386_904, "fbd27e90e40e46ff");

/// Positions that were won and whose loser did not know, and how many of them the engine sees: with every change of the
/// engine.
const COLLAPSES: (usize, usize) = (100, 75);

#[test]
fn play_signature() {
    let figures = play::run(play::DEPTH, |_| ());
    for row in &figures.rows {
        let position = Position::from_sfen(row.sfen).expect("an SFEN");
        assert_eq!(position.defects(), [], "{}", row.sfen);
    }
    assert_eq!((figures.nodes(), figures.signature.to_string().as_str()), PLAY);
    // Twice the same, and a legal move in every position.
    let shallow = play::run(6, |_| ());
    assert_eq!(play::run(6, |_| ()).signature, shallow.signature);
    for row in &shallow.rows {
        let position = Position::from_sfen(row.sfen).expect("an SFEN");
        let best = row.best.parse().expect("a move");
        assert!(tsumugi::movegen::is_legal(&position, best), "{} in {}", row.best, row.sfen);
    }
}

#[test]
fn collapses_signature() {
    let figures = collapses::run(collapses::NODES);
    assert_eq!((figures.positions, figures.seen), COLLAPSES);
    // More nodes see more.
    assert!(collapses::run(5 * collapses::NODES).seen > figures.seen);
}

#[test]
fn movegen_signature() {
    let figures = movegen::run(&Positions::fixed(), 1);
    let moves: Vec<_> = figures.rows.iter().map(|row| (row.name, row.calls, row.moves)).collect();
    assert_eq!(moves, MOVES);
    assert_eq!(figures.signature.to_string(), MOVEGEN);
}

#[test]
fn movegen_on_given_positions() {
    let position = |sfen| Position::from_sfen(sfen).expect("an SFEN");
    let roots = [
        // Has checks: one of the positions after them joins those to be defended.
        "8k/9/8G/9/9/9/9/9/9 b G 1",
        // In check, and without a king to be checked in return.
        "8k/8G/8G/9/9/9/9/9/9 w - 1",
        // Illegal: left out.
        "P7k/P8/9/9/9/9/9/9/9 b - 1",
    ];
    let positions = Positions::from_roots(roots.map(position));
    let moves = |positions: &Positions| {
        movegen::run(positions, 1).rows.iter().map(|row| (row.name, row.calls)).collect::<Vec<_>>()
    };
    let calls = [("legal moves", 3), ("checks", 1), ("evasions", 2), ("mate test", 2), ("double moves", 2)];
    assert_eq!(moves(&positions), calls);
    // Nothing to measure is no reason to fail.
    assert!(Positions::from_roots([]).is_empty());
    assert!(moves(&Positions::from_roots([])).iter().all(|&(_, calls)| calls == 0));
}

#[test]
fn helpmate_signature() {
    let figures = helpmate::run(KeyWidth::Narrow, |_| ());
    for row in &figures.rows {
        assert!(row.is_as_stated(), "{}: {:?}", row.problem.name(), row.outcome.verdict);
    }
    let mated = figures.rows.iter().filter(|row| row.plies().is_some()).count();
    // One of them has no mate, one is too long to be solved here.
    assert_eq!(mated, figures.rows.len() - 2);
    assert_eq!((figures.positions(), figures.lookups()), HELPMATE);
    // The width of the fingerprints makes no difference to the work.
    assert_eq!(helpmate::run(KeyWidth::Wide, |_| ()).signature, figures.signature);
}

#[test]
fn tsume_signature() {
    let figures = tsume::run(|_| ());
    for row in &figures.rows {
        assert!(row.is_as_stated(), "{}: {:?}", row.problem.name(), row.outcome.verdict);
    }
    assert_eq!((figures.nodes(), figures.signature.to_string().as_str()), TSUME);
}

#[cfg(feature = "cli")]
#[test]
fn movegen_on_files() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("bench.tsv");
    let run = |text: &str| {
        std::fs::write(&file, text).expect("a file");
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tsumugi"));
        command.args(["bench", "movegen"]).arg(&file).env_remove("RUST_LOG").output().expect("the program")
    };
    let good = run("id\tplies\tsfen\na\t1\t8k/9/8G/9/9/9/9/9/9 b G 1\n");
    let (stdout, stderr) = (String::from_utf8_lossy(&good.stdout), String::from_utf8_lossy(&good.stderr));
    assert_eq!((good.status.code(), stderr.as_ref()), (Some(0), ""));
    assert_eq!(stdout.lines().count(), 7, "{stdout}");
    assert!(stdout.lines().last().is_some_and(|line| line.starts_with("signature ")), "{stdout}");
    // The line keeps its number.
    let bad = run("id\tsfen\na\tnonsense\n");
    assert_eq!((bad.status.code(), bad.stdout.as_slice()), (Some(2), &b""[..]));
    assert!(String::from_utf8_lossy(&bad.stderr).contains("bench.tsv:2: "));
}
