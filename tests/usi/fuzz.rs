//! Sessions fed with random and mutated command streams: no panic, every `go` answered once and by its own kind of answer,
//! nothing but ASCII lines of the protocol, and only legal moves.
//!
//! A short run by default; `TSUMUGI_FUZZ_STREAMS=100000` sets the number of streams, `TSUMUGI_FUZZ_SEED` where to begin.

use proptest::prelude::Rng as _;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::env;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tsumugi::movegen::{is_legal, play_line};
use tsumugi::position::{Position, Rule};
use tsumugi::types::{Color, Move};
use tsumugi::usi::{Command, Go, Parsed, Session, parse};

#[test]
fn every_go_is_answered_once() {
    let number = |name: &str, default: u64| {
        env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name}: {text}")))
    };
    let first = number("TSUMUGI_FUZZ_SEED", 1);
    for seed in first..first + number("TSUMUGI_FUZZ_STREAMS", 300) {
        let stream = stream(&mut Rng::new(seed));
        let text = String::from_utf8_lossy(&stream).into_owned();
        if let Err(what) = judge(&stream, &run(&stream, seed)) {
            panic!("seed {seed}: {what}\n{text}");
        }
    }
}

#[test]
fn the_judge_is_not_lenient() {
    let refused = b"position startpos\nposition x\ngo nodes 5\ngo mate\ngo perft 1\n";
    let good = "bestmove resign\ncheckmate notimplemented\ninfo string perft refused: x";
    assert_eq!(judge(refused, good), Ok(()));
    for (from, to) in [("resign", "7g7f"), ("notimplemented", "nomate"), ("refused: x", "1 nodes 30")] {
        assert!(judge(refused, &good.replace(from, to)).is_err(), "{from} -> {to}");
    }
    let stream =
        b"position startpos\ngo nodes 5\nposition sfen 8k/9/8G/9/9/9/9/9/9 b G 1\ngo mate\ngo perft 1\n";
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

/// What the session replies.
fn run(stream: &[u8], seed: u64) -> String {
    let output = Shared::default();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let input = Dripping { stream: stream.to_vec(), at: 0, rng: Rng::new(!seed) };
    Session::new(output.clone(), folder).run(BufReader::new(input));
    let bytes = output.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("ASCII")
}

/// Compares the replies with what was asked.
fn judge(stream: &[u8], replies: &str) -> Result<(), String> {
    let mut asked = asked(stream).into_iter();
    if let Some(odd) = replies.chars().find(|c| !(' '..='~').contains(c) && *c != '\n') {
        return Err(format!("{odd:?} in the replies"));
    }
    for line in replies.lines() {
        let mut words = line.split(' ');
        match (words.next().unwrap_or_default(), words.next().unwrap_or_default()) {
            ("id" | "option", _) | ("usiok" | "readyok", "") => {}
            ("info", "string") if !line.starts_with("info string perft ") => {}
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

#[derive(Debug)]
enum Question {
    Play(Position),
    Mate(Option<Position>),
    Perft,
    /// No question: no answer but this word and its way to say no.
    Refused(&'static str),
}

/// The questions of a stream, by the parser and the rules, without the session.
fn asked(stream: &[u8]) -> Vec<Question> {
    let mut questions = Vec::new();
    // What the last position is; `Err` when it was refused.
    let mut last = Ok(None);
    for line in stream.split(|&byte| byte == b'\n') {
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

/// A stream of commands; a search that still runs at its end is stopped before it.
fn stream(rng: &mut Rng) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = (0..1 + rng.below(16)).map(|_| line(rng).into_bytes()).collect();
    for _ in 0..rng.below(4) {
        let at = rng.below(lines.len());
        mutate(&mut lines[at], rng);
    }
    let mut stream = Vec::new();
    for line in lines.iter().flat_map(|line| line.split(|&byte| byte == b'\n')) {
        let text = String::from_utf8_lossy(line);
        if matches!(parse(&text), Ok(Some(Parsed { command: Command::Quit, .. }))) {
            break;
        }
        stream.extend_from_slice(line);
        stream.extend_from_slice(if rng.below(8) == 0 { b"\r\n" } else { b"\n" });
    }
    stream.extend_from_slice(if rng.below(2) == 0 { b"stop\nquit\n" } else { b"stop\n" });
    stream
}

const POSITIONS: &[&str] = &[
    "startpos",
    "startpos moves 7g7f 3c3d 8h2b+",
    "startpos moves 7g7f 7g7f",
    "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
    "sfen 3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1",
    "sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b",
    "sfen 8k/9/8G/9/9/9/9/9/9 w 2G 1",
    "sfen 7lk/9/7G1/9/9/9/9/9/K8 b P 1",
    "sfen 9/9/9/9/9/9/9/9/9 b 2P 1",
    "sfen 4k4/9/4O4/9/9/9/9/9/9 b G 1",
    "sfen 4k4/9/9/9/9/9/9/9/4K4 b 99P99R 1",
    "sfen lnsgkgsnl/1r5b1/ppppppppp b -",
    "sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "sfen R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
    "",
];

const GO: &[&str] = &[
    "nodes 50",
    "nodes 300",
    "depth 1",
    "depth 2",
    "movetime 1",
    "rtime 1",
    "btime 1 wtime 1 byoyomi 0",
    "btime 20 wtime 20 binc 1 winc 1",
    "infinite",
    "ponder",
    "ponder btime 5 wtime 5 byoyomi 3",
    "",
    "frobnicate 3",
    "searchmoves 7g7f 2g2f depth 2",
    "mate infinite nodes 100",
    "mate infinite depth 3",
    "mate 2",
    "mate infinite",
    "mate",
    "perft 1",
    "perft 2",
    "perft 7",
];

const OPTIONS: &[&str] = &[
    "MateRule value Helpmate",
    "MateRule value Tsume",
    "MateAttacker value White",
    "MateAttacker value Auto",
    "MateRest value true",
    "MateFutile value None",
    "MaxSolutions value 1",
    "USI_Hash value 1",
    "USI_Hash value 1048576",
    "USI_Ponder value true",
    "MultiPV value 3",
    "Threads value 2",
    "ResignValue value 0",
    "MaxMovesToDraw value 5",
    "EnteringKingRule value TryRule",
    "NetworkDelay value 0",
    "PvInterval value 0",
    "NoSuchOption value x",
    "USI_Ponder value",
];

const OTHERS: &[&str] = &[
    "usi",
    "isready",
    "isready",
    "usinewgame",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit btime 0 wtime 0 byoyomi 2",
    "gameover lose",
    "gameover",
    "hello world",
    "",
    "\u{5c06}\u{68cb}",
];

fn line(rng: &mut Rng) -> String {
    match rng.below(10) {
        0..=2 => format!("position {}", rng.pick(POSITIONS)),
        3..=6 => format!("go {}", rng.pick(GO)),
        7 => format!("setoption name {}", rng.pick(OPTIONS)),
        _ => (*rng.pick(OTHERS)).to_owned(),
    }
}

/// Damages a line: bytes changed, cut, doubled, moved.
fn mutate(line: &mut Vec<u8>, rng: &mut Rng) {
    if line.is_empty() {
        return;
    }
    let at = rng.below(line.len());
    match rng.below(5) {
        0 => line[at] = rng.below(256) as u8,
        1 => line.truncate(at),
        2 => line.insert(at, *rng.pick(b" \t\r\n+*19PKk/-\xff\0")),
        3 => {
            let piece = line[at..].to_vec();
            line.extend(piece);
        }
        _ => line.rotate_left(at),
    }
}

/// A stream that comes in pieces, now and then after a moment, so that searches end by themselves too.
struct Dripping {
    stream: Vec<u8>,
    at: usize,
    rng: Rng,
}

impl Read for Dripping {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rng.below(4) == 0 {
            thread::sleep(Duration::from_micros(self.rng.below(3000) as u64));
        }
        let left = self.stream.len() - self.at;
        let size = (1 + self.rng.below(60)).min(left).min(buffer.len());
        buffer[..size].copy_from_slice(&self.stream[self.at..self.at + size]);
        self.at += size;
        Ok(size)
    }
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The same numbers for the same seed.
struct Rng(TestRng);

impl Rng {
    fn new(seed: u64) -> Rng {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Rng(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}
