//! What commands that check certificates share: the memory for it, what is said of their question, and of one that
//! proves nothing.

use crate::certificate::{CertificateError, Checked, Fault, Found, Header, check_within, look_up_after};
use crate::cli::fatal_error::{FatalError, system_text};
use crate::cli::input::open_certificate;
use crate::cli::output::stdout::Output;
use crate::cli::run::memory::{for_search_as_asked, is_limited};
use crate::cli::stderr::tell;
use crate::notation::side_name;
use crate::record::Record;
use crate::report::json::SCHEMA;
use crate::report::{Lang, Message};
use serde_json::json;
use std::io::{self, Read};
use std::path::Path;

/// The least that the process needs to check a certificate.
const LEAST_MEMORY: u64 = 16 << 20;

/// How certificates are checked in a run.
pub struct Checking {
    memory: u64,
    /// Whether the system limits the process.
    is_limited: bool,
    lang: Lang,
}

/// What keeps a certificate from being a proof.
pub enum Lack {
    /// It cannot be read, or is none.
    Unreadable,
    /// There was too little memory to check it to its end.
    Memory,
    /// It proves nothing.
    Proof,
}

/// A certificate that proves nothing, as far as is known.
pub struct Unproved {
    /// What keeps it from being a proof.
    pub lack: Lack,
    name: String,
    /// The record that is wrong, and the bytes before it.
    place: [Option<u64>; 2],
    /// What is wrong, without the name.
    message: String,
    /// The same as it is told on stderr.
    told: String,
}

impl Checking {
    /// With the memory that was asked for, if any, as far as the system gives it.
    pub fn new(asked: Option<u64>, lang: Lang) -> Checking {
        Checking { memory: for_search_as_asked(asked, LEAST_MEMORY), is_limited: is_limited(asked), lang }
    }

    /// Checks a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, path: &Path) -> Result<Checked, Unproved> {
        check_within(self.open(path)?, self.memory).map_err(|error| self.unproved(path, error))
    }

    /// What a file says about the position behind a line; it has to be [checked](Checking::check).
    ///
    /// # Errors
    /// What cannot be read.
    pub fn look_up(&self, path: &Path, line: &Record) -> Result<Found, Unproved> {
        look_up_after(self.open(path)?, &line.root, &line.moves).map_err(|error| self.unproved(path, error))
    }

    fn open(&self, path: &Path) -> Result<impl Read + use<>, Unproved> {
        open_certificate(path).map_err(|cause| Unproved {
            lack: Lack::Unreadable,
            name: path.display().to_string(),
            place: [None; 2],
            message: system_text(&cause, self.lang),
            told: FatalError::unreadable(path, cause).text(self.lang),
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

    /// What gives a check more memory: where the system limits the process, the option does not.
    const fn more_memory(&self) -> &'static str {
        match (self.is_limited, self.lang) {
            (false, Lang::Ja) => "--memory を増やしてください",
            (false, Lang::En) => "give more by --memory",
            (true, Lang::Ja) => "ulimit -v, -d を増やしてください",
            (true, Lang::En) => "raise ulimit -v, -d",
        }
    }
}

impl Unproved {
    /// Says what is wrong on stderr, in JSON also on stdout.
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

/// Who attacks, and which interpositions count.
pub fn question_text(header: &Header, lang: Lang) -> String {
    let (attacker, policy) = (header.attacker, header.policy.name());
    lang.pick(
        format!("攻方 {}、無駄合の扱い {policy}", side_name(attacker)),
        format!("{attacker} attacks, futile interpositions {policy}"),
    )
}
