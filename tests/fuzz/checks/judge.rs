//! The judge of USI sessions: every `go` is answered once and by its own kind of answer, with nothing but ASCII lines
//! of the protocol and with legal moves.

use tsumugi::movegen::{is_legal, play_line};
use tsumugi::position::{Position, Rule};
use tsumugi::types::{Color, Move};
use tsumugi::usi::{Command, Go, Parsed, parse};

/// What a session is asked.
#[derive(Debug)]
pub enum Question {
    Play(Position),
    Mate(Option<Position>),
    Perft,
    /// No question: no answer but this word and its way to say no.
    Refused(&'static str),
}

/// The questions of a stream, by the parser and the rules, without the session.
pub fn asked(lines: &[Vec<u8>]) -> Vec<Question> {
    let mut questions = Vec::new();
    // What the last position is; `Err` when it was refused.
    let mut last = Ok(None);
    for line in lines {
        let line = String::from_utf8_lossy(line);
        let Ok(Some(Parsed { command, error, .. })) = parse(line.trim_start_matches('\u{feff}')) else {
            if line.trim_start_matches('\u{feff}').split_whitespace().next() == Some("position") {
                last = Err(());
            }
            continue;
        };
        let refused = error.map_or(&last, |_| &Err(()));
        match (command, refused) {
            (Command::Position { root, moves }, _) => {
                let mut position = *root;
                let is_helpmate = |&color: &Color| position.problem_defects(Rule::Helpmate, color).is_empty();
                let is_good = position.play_defects().is_empty() || Color::ALL.iter().any(is_helpmate);
                let is_good = is_good && play_line(&mut position, &moves).is_ok();
                last = if is_good { Ok(Some(position)) } else { Err(()) };
            }
            (Command::Go(Go::Play(_)), Ok(position)) => {
                questions.push(Question::Play(position.clone().unwrap_or_else(Position::startpos)));
            }
            (Command::Go(Go::Mate(_)), Ok(position)) => questions.push(Question::Mate(position.clone())),
            (Command::Go(Go::Perft(_)), Ok(_)) => questions.push(Question::Perft),
            (Command::Go(go), Err(())) => questions.push(Question::Refused(match go {
                Go::Play(_) => "bestmove",
                Go::Mate(_) => "checkmate",
                Go::Perft(_) => "perft",
            })),
            _ => {}
        }
    }
    questions
}

/// Compares the replies with what was asked.
pub fn judge(questions: Vec<Question>, replies: &str) -> Result<(), String> {
    let mut asked = questions.into_iter();
    if let Some(odd) = replies.chars().find(|c| !(' '..='~').contains(c) && *c != '\n') {
        return Err(format!("{odd:?} in the replies"));
    }
    for line in replies.lines() {
        let mut words = line.split(' ');
        match (words.next().unwrap_or_default(), words.next().unwrap_or_default()) {
            ("id" | "option", _) | ("usiok" | "readyok", "") => {}
            ("info", "string") if !is_perft(line) => {}
            ("info", "depth" | "nodes") => {}
            (kind, what) => match (kind, asked.next()) {
                ("info", Some(Question::Perft)) => {}
                ("info", Some(Question::Refused("perft"))) if line.contains(" refused: ") => {}
                ("bestmove", Some(Question::Refused("bestmove"))) if what == "resign" => {}
                ("checkmate", Some(Question::Refused("checkmate"))) if what == "notimplemented" => {}
                ("bestmove", Some(Question::Play(position))) => {
                    let is_move = what.parse().is_ok_and(|mv| is_legal(&position, mv));
                    if !(is_move || what == "resign" || what == "win") {
                        return Err(format!("`{line}` in {position}"));
                    }
                }
                ("checkmate", Some(Question::Mate(position))) => {
                    if !matches!(what, "nomate" | "timeout" | "notimplemented") {
                        let position = position.ok_or_else(|| format!("`{line}` without a position"))?;
                        is_line(&position, line).ok_or_else(|| format!("`{line}` in {position}"))?;
                    }
                }
                (_, question) => return Err(format!("`{line}` to {question:?}")),
            },
        }
    }
    match asked.next() {
        None => Ok(()),
        Some(question) => Err(format!("no answer to {question:?}")),
    }
}

/// Whether a line answers `go perft`.
pub fn is_perft(line: &str) -> bool {
    line.starts_with("info string perft ")
}

/// Whether an answer has moves and they can be played. `MateRest` puts pieces into a hand first.
fn is_line(position: &Position, answer: &str) -> Option<()> {
    let moves: Vec<Move> = answer.split(' ').skip(1).map(|mv| mv.parse().ok()).collect::<Option<_>>()?;
    if moves.is_empty() {
        return None;
    }
    Color::ALL.iter().find_map(|&color| {
        let mut filled = position.clone();
        filled.give_rest(color);
        [position.clone(), filled].iter_mut().find_map(|position| play_line(position, &moves).ok())
    })
}

#[test]
fn the_judge_is_not_lenient() {
    let stream =
        "position startpos\ngo nodes 5\nposition sfen 8k/9/8G/9/9/9/9/9/9 b G 1\ngo mate\ngo perft 1";
    let judge = |stream: &str, replies: &str| {
        let lines: Vec<Vec<u8>> = stream.lines().map(|line| line.as_bytes().to_vec()).collect();
        self::judge(asked(&lines), replies)
    };
    let refused = "position startpos\nposition x\ngo nodes 5\ngo mate\ngo perft 1";
    let no = "bestmove resign\ncheckmate notimplemented\ninfo string perft refused: x";
    assert_eq!(judge(refused, no), Ok(()));
    for (from, to) in [("resign", "7g7f"), ("notimplemented", "nomate"), ("refused: x", "1 nodes 30")] {
        assert!(judge(refused, &no.replace(from, to)).is_err(), "{from} -> {to}");
    }
    let good = "info string x\nbestmove 7g7f\ncheckmate G*1b\ninfo string perft 1 nodes 9";
    assert_eq!(judge(stream, good), Ok(()));
    for (from, to) in [
        ("7g7f", "7g7e"),
        ("bestmove 7g7f\n", ""),
        ("bestmove 7g7f\n", "bestmove 7g7f\nbestmove 7g7f\n"),
        ("checkmate G*1b", "bestmove G*1b"),
        ("G*1b", "G*9i 1a1b 1b1a"),
        ("G*1b", "none"),
        ("checkmate G*1b", "checkmate"),
        ("\ninfo string perft 1 nodes 9", ""),
        ("info string x", "hello"),
        ("info string x", "info string \u{738b}"),
    ] {
        assert!(judge(stream, &good.replace(from, to)).is_err(), "{from} -> {to}");
    }
}
