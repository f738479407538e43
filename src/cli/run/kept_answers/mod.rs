//! `--resume FILE.jsonl` of `solve`, `check`, `verify` and `analyse`: the answers that the file already holds, and the
//! file to which new answers are added.
//!
//! One process at a time appends to a file, and each answer is appended as a whole line by one write. Answers that
//! are covered by better ones are removed when the next run begins, by replacing the whole file.

mod checked;
mod contents;
mod index;
mod known_counts;
mod proof;
mod replace;
mod reviewed;
mod stated_keys;
mod statement;
mod verified;

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
pub use verified::{Comparison, Verified, VerifyWanted};

/// A file of answers.
pub struct KeptAnswers<S: Statement> {
    locked: LockedFile,
    index: Index<S>,
    /// The names of the problems asked about so far. If several problems have the same name, only the first one
    /// updates its stored answer.
    asked: HashSet<String>,
    /// The path of the file, if another process has truncated it.
    cut: Option<PathBuf>,
}

/// A file of answers, regardless of the command that writes them.
pub trait AddAnswer: Send {
    /// Appends an answer, which includes its line end, unless the problem has an answer that is at least as good. The
    /// answer is in the file when this returns.
    ///
    /// # Errors
    /// An I/O error.
    fn add(&mut self, line: &str) -> anyhow::Result<()>;

    /// Ends the file after the last answer: makes sure that its path still leads to it.
    ///
    /// # Errors
    /// It does not, and cannot be restored.
    fn finish(&mut self) -> Result<(), FatalError>;
}

/// Appends answers of a run with several jobs before their turn comes, so that they are not lost if the run is killed
/// meanwhile. An error is only logged here, since it recurs when their turn comes; answers that were appended here
/// are then not appended again.
pub fn keep_early<'a>(kept: Option<&Mutex<dyn AddAnswer>>, mut lines: impl Iterator<Item = &'a str>) {
    if let Some(kept) = kept {
        let mut answers = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = lines.try_for_each(|line| answers.add(line)) {
            log::info!("an answer cannot be added before its turn: {error}");
        }
    }
}

/// An answer that is already in the file.
pub struct KeptAnswer<S> {
    /// The answer's line in the file.
    pub line: String,
    /// What the answer states.
    pub statement: S,
    /// The line to be added for the problem, if this is the answer to another problem with the same question.
    pub copy: Option<String>,
}

impl<S: Statement> KeptAnswers<S> {
    /// Opens or creates the file, and reads its contents. An incomplete answer, left by a killed run, is dropped. A
    /// file with other contents is not changed.
    ///
    /// # Errors
    /// An I/O error, another process appends to the file, the file is an input or belongs to a command that makes
    /// problems, or a line is not an answer.
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
                // The file stays complete; it is only longer than necessary.
                Err(error) => log::info!("{}: cannot be replaced by a shorter one: {error}", path.display()),
            }
        }
        if contents.lacks_line_end {
            locked.add(b"\n")?;
        }
        Ok(KeptAnswers { locked, index: contents.index, asked: HashSet::new(), cut: None })
    }

    /// [Opens](KeptAnswers::open) the file, if a path is given, for the threads of a run.
    ///
    /// # Errors
    /// As [`KeptAnswers::open`].
    pub fn open_shared(
        path: Option<&Path>,
        inputs: &[OsString],
        lang: Lang,
    ) -> anyhow::Result<Option<Mutex<KeptAnswers<S>>>> {
        path.map(|path| KeptAnswers::open(path, inputs, lang).map(Mutex::new)).transpose()
    }

    /// An answer to the question that states everything that is wanted: preferably that of the problem with this
    /// name, else that of another one. If the text of the problem now states other data than its stored answer, an
    /// updated answer is appended.
    pub fn known(
        &mut self,
        question: &S::Question,
        name: &str,
        wanted: &S::Wanted,
        told: &StatedKeys,
    ) -> Option<KeptAnswer<S>> {
        let is_first = self.asked.insert(name.to_owned());
        let entry = self.index.find(question, name, wanted)?.clone();
        // Where the file cannot be locked, it may have changed.
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

    /// Appends a line, and enters what it states into the index.
    fn put(&mut self, line: &str, stated: Option<Stated<S>>) -> anyhow::Result<()> {
        let start = match self.locked.add(line.as_bytes()) {
            // Another process may have truncated the file a moment ago.
            Err(_) if self.leave_if_cut()? => self.locked.add(line.as_bytes())?,
            added => added?,
        };
        if let Some(Stated { question, name, statement }) = stated {
            let span = Span { start, length: line.trim_end().len() as u64 };
            self.index.insert(question, Entry { name, statement, span });
        }
        Ok(())
    }

    /// Continues in another file, if another process has truncated this one, because its contents are no longer
    /// known. Returns whether that is the case.
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

/// The error for a file that another process has truncated; it names the file with the answers after that point.
fn goes_on(path: &Path, others: &Path) -> FatalError {
    let (path, others) = (path.display(), others.display());
    FatalError::new(
        format!(
            "{path}: another program shortened or overwrote it while it was being written: the later answers are in {others}"
        ),
        format!(
            "{path}: 書いている間にほかから切り詰められたか上書きされました: そこからの答えは {others} にあります"
        ),
    )
}

/// The error for a file of answers that is also an input: answers would be read as problems, without end.
fn is_input(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!(
            "{path}: is also an input, and its answers would be read as problems: give --resume another name"
        ),
        format!("{path}: 入力でもあり、答えが問題として読まれます: --resume に別の名前を書いてください"),
    )
}
