//! `--resume FILE.jsonl`: answers that are there already, and the file that the others are added to.

use super::trouble::Trouble;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of answers.
pub struct Answers {
    path: PathBuf,
    file: File,
    /// What is decided.
    decided: HashSet<Question>,
}

/// What an answer is about: the same problem asked in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    /// The id or place.
    pub id: String,
    /// The position that is solved.
    pub sfen: String,
    /// `helpmate` or `tsume`.
    pub rule: String,
    /// `black` or `white`.
    pub attacker: String,
}

impl Answers {
    /// Opens or makes the file, and reads what is decided in it. What a killed run left of a last line is dropped; a file of
    /// anything else is left as it is.
    ///
    /// # Errors
    /// What the system says, and a line that is no answer.
    pub fn open(path: &Path) -> anyhow::Result<Answers> {
        let unwritable = |cause| Trouble::unwritable(path, cause);
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(unwritable)?;
        let mut decided = HashSet::new();
        let mut reader = BufReader::new(&file);
        let (mut end, mut line, mut number) = (0, Vec::new(), 0u64);
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).map_err(unwritable)?;
            number += 1;
            if !line.ends_with(b"\n") {
                if !is_begun(&line) {
                    return Err(foreign(path, number).into());
                }
                break;
            }
            end += length as u64;
            let answer: Option<Value> = serde_json::from_slice(&line).ok();
            let answer = answer.filter(|answer| answer["schema"].is_u64());
            let answer = answer.ok_or_else(|| foreign(path, number))?;
            if is_decided(&answer) {
                decided.insert(question(&answer));
            }
        }
        file.set_len(end).map_err(unwritable)?;
        file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        Ok(Answers { path: path.to_owned(), file, decided })
    }

    /// Whether a question has its answer.
    pub fn has(&self, question: &Question) -> bool {
        self.decided.contains(question)
    }

    /// Adds an answer, with its line end; it is in the file when this returns.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        Ok(self.file.write_all(line.as_bytes()).map_err(|cause| Trouble::unwritable(&self.path, cause))?)
    }
}

/// Whether a line without its end is the beginning of an answer, or nothing.
fn is_begun(line: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"schema\":";
    line.iter().zip(BEGINNING).all(|(have, expected)| have == expected)
}

fn foreign(path: &Path, number: u64) -> Trouble {
    let place = format!("{}:{number}", path.display());
    Trouble::new(
        format!("{place}: no answer of solve --json: give a file that --resume wrote, or a new one"),
        format!(
            "{place}: solve --json の答えではありません: --resume で書いたファイルか、新しい名前を書いてください"
        ),
    )
}

/// A mate that is proved shortest, or proved none. Others are asked again: there may be more time now.
fn is_decided(answer: &Value) -> bool {
    matches!(answer["verdict"].as_str(), Some("mate" | "nomate")) && answer["exact"] == true
}

fn question(answer: &Value) -> Question {
    let text = |key: &str| answer[key].as_str().unwrap_or_default().to_owned();
    Question { id: text("id"), sfen: text("sfen"), rule: text("rule"), attacker: text("attacker") }
}
