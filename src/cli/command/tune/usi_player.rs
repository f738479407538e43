//! Another program that plays by the USI protocol.

use crate::cli::fatal_error::FatalError;
use crate::play::tune::effort::Effort;
use crate::play::tune::referee::{Player, Reply};
use crate::types::Move;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to answer `usi`.
const BEGINNING: Duration = Duration::from_secs(20);
/// How long an engine may take to answer `isready`: some read files of gigabytes.
const PREPARING: Duration = Duration::from_secs(120);
/// How many lines are buffered while nobody reads them: an engine that writes without end must not fill the memory.
const LINES_AHEAD: usize = 4096;
/// The greatest length of a line in bytes; a longer line is split.
const LONGEST_LINE: u64 = 1 << 16;
/// How long an engine may take to end by itself after `quit`.
const ENDING: Duration = Duration::from_secs(2);

/// A running USI engine. When this is dropped, the engine is told to quit, and is killed if it does not.
pub struct UsiPlayer {
    name: String,
    child: Child,
    to: ChildStdin,
    lines: Receiver<String>,
    effort: Effort,
}

impl UsiPlayer {
    /// Starts a program that gets `effort` for each move, and a hash table of `hash` bytes.
    ///
    /// # Errors
    /// The program cannot be started, or does not follow the USI protocol.
    pub fn start(program: &Path, effort: Effort, hash: u64) -> anyhow::Result<UsiPlayer> {
        let name = program.display().to_string();
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|cause| {
                let english = format!("{name}: neither weights nor a program that can be started");
                let japanese = format!("{name}: 重みでも、起動できるプログラムでもありません");
                FatalError::new(english, japanese).caused_by(cause)
            })?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(FatalError::new(
                format!("{name}: communication with the program failed"),
                format!("{name}: 標準入出力でやりとりできません"),
            )
            .into());
        };
        let mut player = UsiPlayer { name, child, to, lines: lines_of(from), effort };
        player.say("usi")?;
        let mut keeps_reserve = false;
        player.until("usiok", BEGINNING, |line| {
            keeps_reserve |= line.starts_with("option name NetworkDelay type");
        })?;
        player.say(&format!("setoption name USI_Hash value {}", hash >> 20))?;
        if keeps_reserve {
            // The engine runs on this machine, so there is no network delay to allow for.
            player.say("setoption name NetworkDelay value 0")?;
        }
        player.ready()?;
        Ok(player)
    }

    fn ended(&self) -> FatalError {
        let name = &self.name;
        FatalError::new(
            format!("{name}: the engine has ended"),
            format!("{name}: エンジンが終わってしまいました"),
        )
    }

    fn senseless(&self, answer: &str) -> FatalError {
        let (name, answer) = (&self.name, answer.trim_end());
        FatalError::new(
            format!("{name}: `{answer}` cannot be read, expected bestmove and a move"),
            format!("{name}: `{answer}` は読めません。必要なのは bestmove と指し手です"),
        )
    }

    fn ready(&mut self) -> anyhow::Result<()> {
        self.say("isready")?;
        self.until("readyok", PREPARING, |_| ())?;
        Ok(())
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        let said = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
        Ok(said.map_err(|cause| self.ended().caused_by(cause))?)
    }

    fn silent(&self, word: &str, time: Duration) -> FatalError {
        let (name, seconds) = (&self.name, time.as_secs());
        FatalError::new(
            format!("{name}: no `{word}` came in {seconds} s: is it a USI engine?"),
            format!("{name}: {seconds}秒待っても `{word}` が来ません: USI エンジンか確かめてください"),
        )
    }

    /// Reads up to the line that begins with `word`, which must come within `time`; `visit` gets the lines before it.
    fn until(&mut self, word: &str, time: Duration, mut visit: impl FnMut(&str)) -> anyhow::Result<String> {
        let start = Instant::now();
        // The time is checked before each line, because `recv_timeout` returns lines that have already come even when
        // no time is left.
        while let Some(left) = time.checked_sub(start.elapsed()) {
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended().into()),
            };
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
            visit(&line);
        }
        Err(self.silent(word, time).into())
    }
}

impl Player for UsiPlayer {
    type Error = anyhow::Error;

    fn begin(&mut self) -> anyhow::Result<()> {
        self.ready()?;
        self.say("usinewgame")
    }

    fn reply(&mut self, moves: &[Move]) -> anyhow::Result<Reply> {
        let mut position = "position startpos".to_owned();
        for (index, mv) in moves.iter().enumerate() {
            let _ = write!(position, "{}{mv}", if index == 0 { " moves " } else { " " });
        }
        self.say(&position)?;
        self.say(&match self.effort {
            Effort::Nodes(nodes) => format!("go nodes {nodes}"),
            // `byoyomi` is understood by all engines.
            Effort::Time(time) => format!("go btime 0 wtime 0 byoyomi {}", time.as_millis()),
        })?;
        let mut value = 0;
        let answer =
            self.until("bestmove", longest(self.effort), |line| value = score(line).unwrap_or(value))?;
        match answer.split_whitespace().nth(1) {
            Some("resign") => Ok(Reply::Resign),
            Some("win") => Ok(Reply::Win),
            Some(text) => {
                let mv = text.parse().map_err(|_| self.senseless(&answer))?;
                Ok(Reply::Move(mv, value))
            }
            None => Err(self.senseless(&answer).into()),
        }
    }
}

/// Starts a thread that reads the engine's lines, in any encoding, until the engine ends.
fn lines_of(from: ChildStdout) -> Receiver<String> {
    let (sender, lines) = sync_channel(LINES_AHEAD);
    thread::spawn(move || {
        let mut from = BufReader::new(from);
        let mut line = Vec::new();
        while from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
            line.clear();
        }
    });
    lines
}

/// How long a move may take before the engine is given up: far longer than any engine that works.
fn longest(effort: Effort) -> Duration {
    match effort {
        // Assumes at least 100 nodes a second.
        Effort::Nodes(nodes) => Duration::from_secs(60 + nodes / 100),
        Effort::Time(time) => time.saturating_mul(2).saturating_add(Duration::from_secs(60)),
    }
}

/// The score that an `info` line reports, in centipawns.
fn score(line: &str) -> Option<i16> {
    let mut words = line.split_whitespace().skip_while(|&word| word != "score").skip(1);
    match (words.next()?, words.next()?) {
        ("cp", value) => Some(value.parse::<i32>().ok()?.clamp(-30_000, 30_000) as i16),
        ("mate", plies) => Some(if plies.starts_with('-') { -31_000 } else { 31_000 }),
        _ => None,
    }
}

impl Drop for UsiPlayer {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let start = Instant::now();
        while start.elapsed() < ENDING {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let _ = self.child.kill().and_then(|()| self.child.wait());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn an_engine_that_writes_without_end_is_given_up() {
        let mut child =
            Command::new("yes").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("yes");
        let (to, from) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let effort = Effort::Nodes(1);
        let mut player = UsiPlayer { name: "yes".to_owned(), child, to, lines: lines_of(from), effort };
        let mut heard = 0;
        let answer = player.until("usiok", Duration::from_millis(20), |_| heard += 1);
        assert!(heard > 0 && answer.is_err_and(|error| error.to_string().contains("usiok")));
    }

    #[test]
    fn lines_of_other_encodings_and_without_end_are_taken() {
        let script = r"printf 'id name \223\372\n'; head -c 200000 /dev/zero; echo; echo usiok";
        let mut child =
            Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().expect("a shell");
        let lines = lines_of(child.stdout.take().expect("piped")).into_iter().collect::<Vec<_>>();
        assert_eq!((lines.len(), lines[0].starts_with("id name "), lines[5].as_str()), (6, true, "usiok\n"));
        assert!(child.wait().is_ok_and(|status| status.success()));
    }
}
