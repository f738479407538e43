//! `--resume FILE.jsonl`: answers that are there already, and the file that the others are added to.
//!
//! One process at a time adds to a file, and each answer is one write of a whole line at its end. What later answers are better
//! than is left out when the next run begins; the file is then replaced as a whole.

mod claim;
mod contents;
mod index;
mod proof;
mod replace;

use crate::cli::fatal_error::Trouble;
use crate::cli::output::files::Inputs;
use crate::report::Lang;
use crate::types::Color;
use claim::Claim;
use contents::Contents;
use index::{Entry, Index, Span};
pub use proof::{Question, Wanted};
use proof::{Stated, copied};
use std::ffi::OsString;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of answers.
pub struct Answers {
    /// The file's name as it was typed.
    path: PathBuf,
    claim: Claim,
    index: Index,
}

/// An answer that is there already.
pub struct Known {
    /// Its line.
    pub line: String,
    /// Whether it says that nothing is known, within limits that are no narrower.
    pub is_unknown: bool,
    /// Whether it is that of another problem with the same question.
    is_of_another: bool,
}

impl Answers {
    /// Opens or makes the file, and reads what it holds. Half an answer, as a killed run leaves it, is left out; a file of
    /// anything else is left as it is.
    ///
    /// # Errors
    /// What the system says, another process that adds to the file, a file that is one of the inputs, a line that is no answer.
    pub fn open(path: &Path, inputs: &[OsString], lang: Lang) -> anyhow::Result<Answers> {
        if Inputs::of(inputs).contain(path) {
            return Err(is_input(path).into());
        }
        let mut claim = Claim::stake(path, lang)?;
        let mut contents = Contents::read(path, &claim.file, lang)?;
        if contents.is_wasteful && claim.is_alone {
            match replace::with(&claim, &contents.spans()) {
                Ok(Some(replaced)) => {
                    claim = replaced;
                    contents = Contents::read(path, &claim.file, lang)?;
                }
                Ok(None) => {}
                // Nothing is lost: the file stays as it was, and only grows.
                Err(error) => log::info!("{}: cannot be replaced by a shorter one: {error}", path.display()),
            }
        }
        if contents.lacks_line_end {
            claim.file.write_all(b"\n").map_err(|cause| Trouble::unwritable(path, cause))?;
        }
        Ok(Answers { path: path.to_owned(), claim, index: contents.index })
    }

    /// The answer to a question, if there is one that says all that is wanted: that of the problem with this name, else that of
    /// another one.
    pub fn known(&mut self, question: &Question, name: &str, wanted: &Wanted) -> Option<Known> {
        let entry = self.index.find(question, name, wanted)?.clone();
        // A file that nobody can lock may have changed.
        let line = self.line(entry.span).ok()?;
        Stated::read(line.as_bytes()).filter(|stated| stated.question == *question)?;
        Some(Known { line, is_unknown: entry.proof.is_unknown(), is_of_another: entry.name != name })
    }

    fn line(&mut self, span: Span) -> io::Result<String> {
        let mut line = vec![0; span.length as usize];
        self.claim.file.seek(SeekFrom::Start(span.start))?;
        self.claim.file.read_exact(&mut line)?;
        String::from_utf8(line).map_err(io::Error::other)
    }

    /// Adds an answer, with its line end, unless the problem has one that is as good; it is in the file when this returns.
    ///
    /// # Errors
    /// What the system says.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let stated = Stated::read(line.trim_end().as_bytes());
        if stated.as_ref().is_some_and(|stated| self.index.covers(stated)) {
            return Ok(());
        }
        let unwritable = |cause| Trouble::unwritable(&self.path, cause);
        let start = self.claim.file.seek(SeekFrom::End(0)).map_err(unwritable)?;
        self.claim.file.write_all(line.as_bytes()).map_err(unwritable)?;
        if let Some(Stated { question, name, proof }) = stated {
            let span = Span { start, length: line.trim_end().len() as u64 };
            self.index.insert(question, Entry { name, proof, span });
        }
        Ok(())
    }
}

/// A file of answers among the inputs would be read as problems, and never end.
fn is_input(path: &Path) -> Trouble {
    let path = path.display();
    Trouble::new(
        format!(
            "{path}: is an input too, and its answers would be read as problems: give --resume another name"
        ),
        format!("{path}: 入力でもあり、答えが問題として読まれます: --resume に別の名前を書いてください"),
    )
}

impl Known {
    /// The line that a problem lacks which asks what another one asked: the same answer under its name. `rest` says whose hand
    /// its reader put the piece box into.
    pub fn copy_for(&self, name: &str, rest: Option<Color>) -> Option<String> {
        if self.is_of_another { copied(&self.line, name, rest) } else { None }
    }
}
