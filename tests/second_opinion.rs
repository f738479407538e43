//! A second opinion that nobody here wrote: cshogi (PyPI, GPL: at test time, in a virtual environment, never a
//! dependency) finds the same legal moves, and gives them the same Japanese names.
//!
//! It runs where `TSUMUGI_CSHOGI` names a Python that has cshogi (`.ci/run` makes one):
//!
//! ```text
//! python3 -m venv target/cshogi && target/cshogi/bin/pip install -r tests/cshogi/requirements.txt
//! TSUMUGI_CSHOGI=target/cshogi/bin/python cargo test --release --test second_opinion
//! ```

#[path = "oracle/rng.rs"]
mod rng;

use rng::Rng;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::{env, io};
use tsumugi::movegen::{checks, legal_moves};
use tsumugi::notation::japanese;
use tsumugi::position::Position;
use tsumugi::types::{Color, HAND_KINDS, Move, Piece, PieceKind, Square};

const POSITIONS: usize = 100_000;

/// Random games, from the start position and from scattered pieces, are left after so many plies.
const LONGEST_GAME: usize = 200;
const LONGEST_SCATTERED_GAME: usize = 20;

/// The Python that has cshogi, or `None` after a line `SKIPPED: …`.
fn python(test: &str) -> Option<OsString> {
    let python = env::var_os("TSUMUGI_CSHOGI");
    if python.is_none() {
        // Not `eprintln!`, which the test harness withholds for tests that pass.
        writeln!(io::stderr(), "SKIPPED: {test}: TSUMUGI_CSHOGI names no Python with cshogi")
            .expect("standard error");
    }
    python
}

/// Runs a script of ours on a file, and returns the numbers that it reports.
#[track_caller]
fn counts(python: &OsString, script: &str, file: &Path) -> (Vec<usize>, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cshogi").join(script);
    // `cargo test` runs tests in the manifest's folder, where a relative path of the environment is meant.
    let output = Command::new(python).arg(script).arg(file).output().expect("a Python that starts");
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    println!("{report}");
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    (report.split_whitespace().filter_map(|word| word.parse().ok()).collect(), report)
}

#[test]
fn cshogi_agrees_on_legal_moves() {
    let Some(python) = python("cshogi_agrees_on_legal_moves") else { return };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("legal-moves.tsv");
    write_positions(&file).expect("a file of positions");
    let (counts, report) = counts(&python, "check_legal_moves.py", &file);
    // Positions, differing, in check, mated, with a pawn-drop mate: enough of each to mean something.
    assert!(matches!(counts[..], [POSITIONS, 0, (20_000..), (200..), (200..)]), "{report}");
}

#[test]
fn cshogi_names_moves_alike() {
    let Some(python) = python("cshogi_names_moves_alike") else { return };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ki2-names.tsv");
    write_names(&file).expect("a file of names");
    let (counts, report) = counts(&python, "check_names.py", &file);
    // Positions, names, differing, and the two known differences, which are rare.
    assert!(matches!(counts[..], [POSITIONS, (500_000..), 0, ..2_000, ..100]), "{report}");
}

/// Writes what `check_legal_moves.py` reads.
fn write_positions(path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for_each_position(|position, _, moves| {
        let mut texts: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        texts.sort_unstable();
        writeln!(file, "{position}\t{}", texts.join(" "))
    })?;
    file.flush()
}

/// Writes what `check_names.py` reads: the names of all legal moves that need a word to be told apart, and of some
/// others.
fn write_names(path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for_each_position(|position, previous, moves| {
        let (root, played) = match &previous {
            Some((root, mv)) => (root, mv.to_string()),
            None => (position, "-".to_owned()),
        };
        let mut line = format!("{root}\t{played}");
        for (index, &mv) in moves.iter().enumerate() {
            let name = japanese(position, mv, previous.as_ref().map(|(_, mv)| mv.to()));
            if index % 8 == 0 || name.contains(['同', '左', '右', '直', '上', '寄', '引', '打']) {
                line += &format!("\t{mv}={name}");
            }
        }
        writeln!(file, "{line}")
    })?;
    file.flush()
}

/// Hands out positions of random games, each with the one before and the move played there, and its legal moves.
fn for_each_position(
    mut visit: impl FnMut(&Position, Option<(Position, Move)>, &[Move]) -> io::Result<()>,
) -> io::Result<()> {
    let mut rng = Rng::new(1);
    let mut written = 0;
    while written < POSITIONS {
        let (mut position, longest) = if rng.below(10) == 0 {
            (Position::startpos(), LONGEST_GAME)
        } else {
            (scattered(&mut rng), LONGEST_SCATTERED_GAME)
        };
        let mut previous = None;
        for _ in 0..longest.min(POSITIONS - written) {
            let moves = legal_moves(&position);
            visit(&position, previous.take(), &moves)?;
            written += 1;
            if moves.is_empty() {
                break;
            }
            // Half of the moves give check if one can: evasions and mates are where generators go wrong.
            let checks = checks(&position);
            let choice = if rng.below(2) == 0 && !checks.is_empty() { &checks } else { &moves };
            let mv = choice[rng.below(choice.len())];
            previous = Some((position.clone(), mv));
            position.do_move(mv);
        }
    }
    Ok(())
}

/// A legal position with both kings and some of the other pieces, each on the board or in a hand. Few pieces and many
/// in hand: there are more checks, mates and pawn drops than in games from the start position.
fn scattered(rng: &mut Rng) -> Position {
    let mut position = Position::empty();
    while Color::ALL.iter().any(|&color| position.king(color).is_none()) || !position.defects().is_empty() {
        position = Position::empty();
        for color in Color::ALL {
            let sq = random_square(rng);
            if position.piece_at(sq).is_none() {
                position.put(sq, Piece::new(color, PieceKind::King));
            }
        }
        position.set_side_to_move(random_color(rng));
    }
    for kind in HAND_KINDS {
        for _ in 0..kind.set_count() {
            match rng.below(3) {
                0 => place(&mut position, random_color(rng), kind, rng),
                1 => to_hand(&mut position, random_color(rng), kind),
                _ => {}
            }
        }
    }
    position
}

/// Puts a piece on a random square, or in the hand where it would make the position illegal.
fn place(position: &mut Position, color: Color, kind: PieceKind, rng: &mut Rng) {
    let sq = random_square(rng);
    let kind_on_board = if rng.below(3) == 0 { kind.promoted().unwrap_or(kind) } else { kind };
    if position.piece_at(sq).is_none() {
        position.put(sq, Piece::new(color, kind_on_board));
        if position.defects().is_empty() {
            return;
        }
        position.remove(sq);
    }
    to_hand(position, color, kind);
}

fn to_hand(position: &mut Position, color: Color, kind: PieceKind) {
    let mut hand = position.hand(color);
    hand.add(kind);
    position.set_hand(color, hand);
}

fn random_square(rng: &mut Rng) -> Square {
    Square::new(rng.below(81) as u8)
}

fn random_color(rng: &mut Rng) -> Color {
    Color::ALL[rng.below(2)]
}
