//! `--resume FILE.jsonl` of `solve`, `check` and `analyse`: answers that are there already, and the file that the others are added to.
//!
//! One process at a time adds to a file, and each answer is one write of a whole line at its end. What later answers
//! are better than is left out when the next run begins; the file is then replaced as a whole.

mod checked;
mod contents;
mod index;
mod known_counts;
mod proof;
mod replace;
mod reviewed;
mod stated_keys;
mod statement;

use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::{InputFiles, LockedFile, was_cut};
use crate::cli::run::found_file;
use crate::report::Lang;
pub use checked::{CheckQuestion, CheckWanted, Checked, Soundness};
use contents::Contents;
use index::{Entry, Index, Span};
pub use known_counts::KnownCounts;
pub use proof::{Proof, Question, Wanted};
pub use reviewed::{GameQuestion, Reviewed};
pub use stated_keys::StatedKeys;
use stated_keys::retold;
use statement::Stated;
pub use statement::Statement;
use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A file of answers.
pub struct KeptAnswers<S: Statement> {
    locked: LockedFile,
    index: Index<S>,
    /// The names of problems that were asked for: of several with the same one the first says what is told beside it.
    asked: HashSet<String>,
    /// The file that somebody else has cut.
    cut: Option<PathBuf>,
}

/// Where an answer can be added, whatever it is about.
pub trait AddAnswer: Send {
    /// Adds an answer, with its line end, unless the problem has one that is as good; it is in the file when this
    /// returns.
    ///
    /// # Errors
    /// An I/O error.
    fn add(&mut self, line: &str) -> anyhow::Result<()>;

    /// The last answer was added: makes sure that the file still has its name.
    ///
    /// # Errors
    /// It has not, and cannot be put back.
    fn finish(&mut self) -> Result<(), FatalError>;
}

/// Adds answers of a run that answers several problems at a time before their turn comes, so that nothing is lost if it is
/// killed meanwhile. What goes wrong is told when it comes: what was added is not added again.
pub fn keep_early<'a>(kept: Option<&Mutex<dyn AddAnswer>>, mut lines: impl Iterator<Item = &'a str>) {
    if let Some(kept) = kept {
        let mut answers = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = lines.try_for_each(|line| answers.add(line)) {
            log::info!("an answer cannot be added before its turn: {error}");
        }
    }
}

/// An answer that is there already.
pub struct KeptAnswer<S> {
    /// The answer's line in the file.
    pub line: String,
    /// What it says.
    pub statement: S,
    /// The line that the problem lacks, where it is the answer to another one with the same question.
    pub copy: Option<String>,
}

impl<S: Statement> KeptAnswers<S> {
    /// Opens or makes the file, and reads what it holds. Half an answer, as a killed run leaves it, is left out; a file
    /// of anything else is left as it is.
    ///
    /// # Errors
    /// An I/O error, another process that adds to the file, a file that is one of the inputs or of a command that makes
    /// problems, a line that is no answer.
    pub fn open(path: &Path, inputs: &[OsString], lang: Lang) -> anyhow::Result<KeptAnswers<S>> {
        let inputs = InputFiles::of(inputs);
        if inputs.contain(path) {
            return Err(is_input(path).into());
        }
        inputs.refuse(path)?;
        let mut locked = LockedFile::open(path, lang)?;
        found_file::refuse(&locked.path)?;
        let mut contents = Contents::read(path, &locked.file, lang)?;
        if contents.is_wasteful && locked.is_alone {
            match replace::rewrite_with(&mut locked, &contents.spans()) {
                Ok(true) => contents = Contents::read(path, &locked.file, lang)?,
                Ok(false) => {}
                // Nothing is lost: the file stays as it was, and only grows.
                Err(error) => log::info!("{}: cannot be replaced by a shorter one: {error}", path.display()),
            }
        }
        if contents.lacks_line_end {
            locked.add(b"\n")?;
        }
        Ok(KeptAnswers { locked, index: contents.index, asked: HashSet::new(), cut: None })
    }

    /// The answer to a question, if there is one that says all that is wanted: that of the problem with this name, else
    /// that of another one. The answer of a problem whose text says other things now is added as it is with them.
    pub fn known(
        &mut self,
        question: &S::Question,
        name: &str,
        wanted: &S::Wanted,
        told: &StatedKeys,
    ) -> Option<KeptAnswer<S>> {
        let is_first = self.asked.insert(name.to_owned());
        let entry = self.index.find(question, name, wanted)?.clone();
        // A file that nobody can lock may have changed.
        let line = self.line(entry.span).ok()?;
        let stated = S::read(line.as_bytes()).filter(|stated| stated.question == *question)?;
        let retold = retold(&line, name, told);
        if entry.name != name {
            return Some(KeptAnswer { line, statement: stated.statement, copy: retold });
        }
        let retold = retold.filter(|_| is_first);
        if let Some(Err(error)) = retold.map(|line| self.put(&line, S::read(line.trim_end().as_bytes()))) {
            log::warn!("{name}: what its text says now cannot be added to its answer: {error}");
        }
        Some(KeptAnswer { line, statement: stated.statement, copy: None })
    }

    /// Adds a line, which says what `stated` says of a question.
    fn put(&mut self, line: &str, stated: Option<Stated<S>>) -> anyhow::Result<()> {
        let start = match self.locked.add(line.as_bytes()) {
            // It may have been cut a moment ago.
            Err(_) if self.leave_if_cut()? => self.locked.add(line.as_bytes())?,
            added => added?,
        };
        if let Some(Stated { question, name, statement }) = stated {
            let span = Span { start, length: line.trim_end().len() as u64 };
            self.index.insert(question, Entry { name, statement, span });
        }
        Ok(())
    }

    /// Goes on in another file, if somebody else has cut this one: what it held is not known any more. Returns whether it is
    /// so.
    fn leave_if_cut(&mut self) -> Result<bool, FatalError> {
        let is_cut = self.locked.is_cut();
        if is_cut {
            let before = self.locked.path.clone();
            self.locked.begin_anew()?;
            self.index = Index::new();
            self.cut.get_or_insert(before);
        }
        Ok(is_cut)
    }

    fn line(&mut self, span: Span) -> io::Result<String> {
        let mut line = vec![0; span.length as usize];
        self.locked.file.seek(SeekFrom::Start(span.start))?;
        self.locked.file.read_exact(&mut line)?;
        String::from_utf8(line).map_err(io::Error::other)
    }
}

impl<S: Statement> AddAnswer for KeptAnswers<S> {
    fn add(&mut self, line: &str) -> anyhow::Result<()> {
        self.leave_if_cut()?;
        let stated = S::read(line.trim_end().as_bytes());
        if stated.as_ref().is_some_and(|stated| self.index.covers(stated)) {
            return Ok(());
        }
        self.put(line, stated)
    }

    fn finish(&mut self) -> Result<(), FatalError> {
        if self.locked.is_cut() {
            return Err(was_cut(&self.locked.path));
        }
        self.locked.keep_name()?;
        self.cut.as_ref().map_or(Ok(()), |before| Err(goes_on(before, &self.locked.path)))
    }
}

/// The file of answers was cut short by somebody else: the error says where the answers after the cut are.
fn goes_on(path: &Path, others: &Path) -> FatalError {
    let (path, others) = (path.display(), others.display());
    FatalError::new(
        format!(
            "{path}: somebody else has cut or overwritten it while it was added to: the answers from there on are in {others}"
        ),
        format!(
            "{path}: 書いている間にほかから切り詰められたか上書きされました: そこからの答えは {others} にあります"
        ),
    )
}

/// A file of answers among the inputs would be read as problems, and never end.
fn is_input(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: is an input too, and its answers would be read as problems: give --resume another name"
        ),
        format!("{path}: 入力でもあり、答えが問題として読まれます: --resume に別の名前を書いてください"),
    )
}
