//! Another program that plays by USI.

use crate::cli::fatal_error::FatalError;
use crate::play::tune::effort::Effort;
use crate::play::tune::referee::{Player, Reply};
use crate::types::Move;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running USI engine, which is killed when this is dropped.
pub struct UsiPlayer {
    name: String,
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    effort: Effort,
}

impl UsiPlayer {
    /// Starts a program that gets `effort` for each move, and a table of `hash` bytes.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer as USI wants it.
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
                format!("{name}: it cannot be spoken to"),
                format!("{name}: 標準入出力でやりとりできません"),
            )
            .into());
        };
        let mut player = UsiPlayer { name, child, to, from: BufReader::new(from), effort };
        player.say("usi")?;
        let mut keeps_reserve = false;
        player.until("usiok", |line| keeps_reserve |= line.starts_with("option name NetworkDelay type"))?;
        player.say(&format!("setoption name USI_Hash value {}", hash >> 20))?;
        if keeps_reserve {
            // Nothing is lost on the way.
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
        self.until("readyok", |_| ())?;
        Ok(())
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        let said = writeln!(self.to, "{line}").and_then(|()| self.to.flush());
        Ok(said.map_err(|cause| self.ended().caused_by(cause))?)
    }

    /// Reads up to the line that begins with a word; `visit` sees those before.
    fn until(&mut self, word: &str, mut visit: impl FnMut(&str)) -> anyhow::Result<String> {
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).map_err(|cause| self.ended().caused_by(cause))? == 0 {
                return Err(self.ended().into());
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line);
            }
            visit(&line);
        }
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
            // What all programs know.
            Effort::Time(time) => format!("go btime 0 wtime 0 byoyomi {}", time.as_millis()),
        })?;
        let mut value = 0;
        let answer = self.until("bestmove", |line| value = score(line).unwrap_or(value))?;
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

/// The score that a line reports, in centipawns.
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
        let _ = self.child.wait();
    }
}
