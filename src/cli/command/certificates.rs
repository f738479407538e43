//! Shared by the commands that check certificates: the memory limit, the description of the question, and the report
//! of a certificate that proves nothing.

use crate::certificate::{CertificateError, Checked, Fault, Found, Header, check_within, look_up_after};
use crate::cli::fatal_error::{FatalError, system_text};
use crate::cli::input::unpacked;
use crate::cli::output::stdout::Output;
use crate::cli::run::memory::{for_search_as_asked, is_limited};
use crate::cli::run::progress::{ProgressLine, ShownReader};
use crate::cli::stderr::tell;
use crate::notation::side_name;
use crate::record::Record;
use crate::report::json::SCHEMA;
use crate::report::{Lang, Message, plies_text};
use serde_json::json;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The least memory, in bytes, that is allowed for checking a certificate.
const LEAST_MEMORY: u64 = 24 << 20;

/// How certificates are checked in a run.
pub struct Checking<'a> {
    progress: &'a mut ProgressLine,
    memory: u64,
    /// Whether the limit on memory comes from the system.
    is_limited: bool,
    lang: Lang,
}

/// Why a certificate is not accepted as a proof.
pub enum Lack {
    /// The file cannot be read, or is not a certificate.
    Unreadable,
    /// The memory was not enough to check it completely.
    Memory,
    /// The proof is wrong.
    Proof,
}

/// A certificate that was not accepted as a proof.
pub struct Unproved {
    /// Why it was not accepted.
    pub lack: Lack,
    name: String,
    /// The number of the wrong record, and its offset in bytes.
    place: [Option<u64>; 2],
    /// What is wrong, without the name of the file.
    message: String,
    /// The same message with the name, for stderr.
    told: String,
}

impl<'a> Checking<'a> {
    /// `asked`: the memory that the user asked for, if any; the system may allow less. `progress` shows how much of a
    /// certificate was read.
    pub fn new(asked: Option<u64>, progress: &'a mut ProgressLine, lang: Lang) -> Checking<'a> {
        let (memory, is_limited) = (for_search_as_asked(asked, LEAST_MEMORY), is_limited(asked));
        Checking { progress, memory, is_limited, lang }
    }

    /// Checks the certificate in a file.
    ///
    /// # Errors
    /// The certificate was not accepted as a proof.
    pub fn check(&mut self, path: &Path) -> Result<Checked, Unproved> {
        let memory = self.memory;
        let checked = check_within(self.open(path)?, memory);
        self.progress.finish();
        checked.map_err(|error| self.unproved(path, error))
    }

    /// What a certificate states about the position after a line. It has to be [checked](Checking::check) first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn look_up(&mut self, path: &Path, line: &Record) -> Result<Found, Unproved> {
        let found = look_up_after(self.open(path)?, &line.root, &line.moves);
        self.progress.finish();
        found.map_err(|error| self.unproved(path, error))
    }

    fn open(&mut self, path: &Path) -> Result<Box<dyn Read + '_>, Unproved> {
        let lang = self.lang;
        self.progress.start(path.display().to_string(), None);
        let opened = File::open(path).and_then(|file| {
            let size = file.metadata()?;
            let whole = size.is_file().then_some(size.len());
            unpacked(ShownReader::new(file, whole, self.progress))
        });
        opened.map_err(|cause| Unproved {
            lack: Lack::Unreadable,
            name: path.display().to_string(),
            place: [None; 2],
            message: system_text(&cause, lang),
            told: FatalError::unreadable(path, cause).text(lang),
        })
    }

    fn unproved(&self, path: &Path, error: CertificateError) -> Unproved {
        let name = path.display().to_string();
        let mut message = error.message(self.lang);
        let lack = match error.fault {
            Fault::Io { .. } | Fault::Foreign | Fault::Version(_) => Lack::Unreadable,
            Fault::Memory => Lack::Memory,
            _ => Lack::Proof,
        };
        if matches!(lack, Lack::Memory) {
            message += ": ";
            message += self.more_memory();
        }
        let told = format!("{name}: {message}");
        Unproved { lack, name, place: [error.record, Some(error.offset)], message, told }
    }

    /// How the user can allow more memory: by `--memory`, or by `ulimit` where the system sets the limit.
    const fn more_memory(&self) -> &'static str {
        match (self.is_limited, self.lang) {
            (false, Lang::Ja) => "--memory を増やしてください",
            (false, Lang::En) => "give more with --memory",
            (true, Lang::Ja) => "ulimit -v, -d を増やしてください",
            (true, Lang::En) => "raise ulimit -v, -d",
        }
    }
}

impl Unproved {
    /// Reports on stderr why the certificate was not accepted; with `json`, on stdout too.
    ///
    /// # Errors
    /// An I/O error on standard output.
    pub fn report(&self, output: &mut Output, json: bool) -> io::Result<()> {
        tell(&self.told);
        if !json {
            return Ok(());
        }
        let [record, byte] = self.place;
        let error = json!({"record": record, "byte": byte, "message": self.message});
        output.line(json!({"schema": SCHEMA, "file": self.name, "error": error}))
    }
}

/// The claim that there is no mate within a number of plies, in words.
pub fn none_within_text(plies: u16, lang: Lang) -> String {
    match plies {
        0 => lang.pick("この局面は詰みでない", "the position is not mate").to_owned(),
        _ => lang.pick(
            format!("{plies}手以内に詰みなし"),
            format!("no mate within {}", plies_text(plies.into(), Lang::En)),
        ),
    }
}

/// The question of a certificate in words: who attacks, and how futile interpositions are treated.
pub fn question_text(header: &Header, lang: Lang) -> String {
    let (attacker, policy) = (header.attacker, header.policy.name());
    lang.pick(
        format!("攻方 {}、無駄合の扱い {policy}", side_name(attacker)),
        format!("{attacker} attacks, policy for futile interpositions: {policy}"),
    )
}
