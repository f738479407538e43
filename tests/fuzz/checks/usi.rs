//! The USI engine: lines are read or refused, and sessions fed with any stream stand before the judge.

use super::Verdict;
use super::judge::{asked, is_perft, judge};
use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tsumugi::position::parse_position;
use tsumugi::record::Record;
use tsumugi::usi::{Command, Parsed, Session, parse};

/// A line of the protocol.
pub fn command(line: &[u8]) -> Verdict {
    let Ok(line) = str::from_utf8(line) else { return Verdict::Foreign };
    match parse(line) {
        Ok(Some(Parsed { command: Command::Position { root, moves }, .. })) => {
            let text = Record::new(*root.clone(), moves.clone()).to_string();
            assert_eq!(parse_position(&text), Ok((*root, moves)), "{text}");
            Verdict::Accepted
        }
        Ok(command) => Verdict::of(command.is_some()),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Verdict::Refused
        }
    }
}

/// Lines of a stream, each a part of it that the session reads by itself.
const LINES: usize = 24;
/// A line for the test's own use: what comes next waits for the answers to what was asked.
const WAIT: &[u8] = b"wait";
/// An answer may never come before `stop`.
const PATIENCE: Duration = Duration::from_millis(20);

/// A stream of lines, at whose end a search that still runs is stopped.
pub fn session(stream: &[u8]) -> Verdict {
    let lines = tamed(stream);
    let questions = asked(&lines);
    let is_asked = !questions.is_empty();
    if let Err(what) = judge(questions, &replies(lines.clone())) {
        let text: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
        panic!("{what}\n{}", text.join("\n"));
    }
    Verdict::of(is_asked)
}

/// The lines that are sent: up to `quit`, without those that ask for more memory or threads than a test may take.
fn tamed(stream: &[u8]) -> Vec<Vec<u8>> {
    let commands =
        |line: &&[u8]| parse(&String::from_utf8_lossy(line)).ok().flatten().map(|parsed| parsed.command);
    let is_modest = |line: &&[u8]| match commands(line) {
        Some(Command::SetOption { name, value }) => match (name.as_str(), value.parse::<u64>()) {
            ("Threads", Ok(number)) => number <= 2,
            ("USI_Hash", Ok(number)) => number <= 16,
            _ => true,
        },
        _ => true,
    };
    let lines = stream.split(|&byte| byte == b'\n').take(LINES);
    let sent = lines.take_while(|line| commands(line) != Some(Command::Quit)).filter(is_modest);
    let end = if crc32fast::hash(stream).is_multiple_of(2) { b"quit".to_vec() } else { Vec::new() };
    sent.map(<[u8]>::to_vec).chain([b"stop".to_vec(), end]).collect()
}

/// What a session replies.
fn replies(mut lines: Vec<Vec<u8>>) -> String {
    // To make the table ready that an engine has by default took nine tenths of the time.
    lines.insert(0, b"setoption name USI_Hash value 1".to_vec());
    let output = Output::default();
    let input = Input { lines: lines.into_iter(), output: output.clone(), asked: 0, rest: Vec::new() };
    // No log can be written there.
    Session::new(output.clone(), "/no/such/folder").run(BufReader::new(input));
    output.text()
}

/// Hands a session its lines one by one.
struct Input {
    lines: std::vec::IntoIter<Vec<u8>>,
    output: Output,
    /// Questions that were handed over.
    asked: usize,
    /// What is left of a line that did not fit.
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            self.next_line();
        }
        let size = self.rest.len().min(buffer.len());
        buffer[..size].copy_from_slice(&self.rest[..size]);
        self.rest.drain(..size);
        Ok(size)
    }
}

impl Input {
    fn next_line(&mut self) {
        while let Some(line) = self.lines.next() {
            if line.trim_ascii() == WAIT {
                self.wait();
                continue;
            }
            let is_go = |parsed: Parsed| matches!(parsed.command, Command::Go(_));
            self.asked +=
                usize::from(parse(&String::from_utf8_lossy(&line)).ok().flatten().is_some_and(is_go));
            self.rest = line;
            self.rest.push(b'\n');
            return;
        }
    }

    fn wait(&self) {
        let start = Instant::now();
        while self.output.answers() < self.asked && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_micros(200));
        }
    }
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Output {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn answers(&self) -> usize {
        let is_answer =
            |line: &&str| line.starts_with("bestmove") || line.starts_with("checkmate") || is_perft(line);
        self.text().lines().filter(is_answer).count()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
