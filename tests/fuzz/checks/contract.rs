//! What readers of problems and records promise: legal lines, places in the text, messages in both languages.

use tsumugi::movegen::play_line;
use tsumugi::problem::{LineError, Problem, ReadError};
use tsumugi::report::{Lang, Message};

/// Holds one item of a text with so many lines to the contract.
pub fn hold(item: &Result<Problem, ReadError>, lines: u64) {
    match item {
        Ok(problem) => hold_problem(problem, lines),
        Err(ReadError::Line(error)) => {
            assert!((1..=lines).contains(&error.place.line) && error.column >= 1, "{error}");
            hold_message(error);
        }
        Err(error) => panic!("{error}"),
    }
}

/// Holds the items of a text that was read up to illegal moves to it; `plain`: the same text read without them. Returns
/// the games without the illegal ends of their main lines.
pub fn hold_games(
    plain: &[Result<Problem, ReadError>],
    games: Vec<Result<Problem, ReadError>>,
    lines: u64,
) -> Vec<Problem> {
    assert_eq!(plain.len(), games.len(), "illegal moves do not part records");
    let held = plain.iter().zip(games).filter_map(|(plain, game)| {
        match (plain, game) {
            (Ok(problem), game) => assert!(game.is_ok_and(|game| game == *problem), "{problem}"),
            (Err(_), Ok(game)) => return Some(legal_part(game)),
            (Err(_), game) => hold(&game, lines),
        }
        None
    });
    held.collect()
}

fn legal_part(mut game: Problem) -> Problem {
    let record = &mut game.record;
    if let Err(illegal) = play_line(&mut record.root.clone(), &record.moves) {
        assert_eq!(illegal.ply, record.moves.len(), "what stands behind an illegal move is left out");
        assert!(record.ending.is_none());
        record.moves.pop();
    }
    for index in 0..record.branches.len() {
        play_line(&mut record.root.clone(), &record.moves_of(Some(index))).expect("a legal line");
    }
    game
}

fn hold_problem(problem: &Problem, lines: u64) {
    assert!((1..=lines).contains(&problem.place.line), "{problem} at {}", problem.place);
    let record = &problem.record;
    // Problem sets are not played by their reader.
    if play_line(&mut record.root.clone(), &record.moves).is_err() {
        assert!(record.branches.is_empty());
        return;
    }
    for index in 0..record.branches.len() {
        play_line(&mut record.root.clone(), &record.moves_of(Some(index))).expect("a legal line");
    }
}

/// A message in Japanese begins with the column, and outside quotes it says nothing in English.
fn hold_message(error: &LineError) {
    let japanese = error.message(Lang::Ja);
    assert!(japanese.starts_with(&format!("{}文字目: ", error.column)), "{japanese}");
    // What was read may have quotes itself.
    let plain = match (japanese.find('`'), japanese.rfind('`')) {
        (Some(first), Some(last)) => format!("{}{}", &japanese[..first], &japanese[last + 1..]),
        _ => japanese.clone(),
    };
    let english = ["expected", "cannot", " is ", " the ", " a ", " of ", " or ", "such as", "no "];
    assert!(!english.iter().any(|word| plain.contains(word)), "{japanese}");
    assert!(plain.chars().filter(|c| ('\u{3041}'..='\u{9fff}').contains(c)).count() > 4, "{japanese}");
}
