//! A file that an option names: when it has to be read, and whether it can be.

use std::fs;
use std::time::SystemTime;

/// The file that an option named when it was last read.
#[derive(Default)]
pub(super) struct NamedFile {
    name: Option<String>,
    stamp: Option<Stamp>,
}

/// Detects that a file was written again: its size and its time of modification.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
}

/// When a file that was read has to be read again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// When the option names another file.
    IfRenamed,
    /// Also when the file was written since.
    IfWritten,
}

impl NamedFile {
    /// Whether the file with this name has to be read now; if so, it counts as read from then on.
    pub(super) fn is_due(&mut self, name: Option<&str>, again: Again) -> bool {
        let is_same = self.name.as_deref() == name;
        if is_same && again == Again::IfRenamed {
            return false;
        }
        let stamp = name.and_then(Stamp::of);
        let is_due = !is_same || stamp != self.stamp;
        (self.name, self.stamp) = (name.map(str::to_owned), stamp);
        is_due
    }

    /// The name of the file, if there is one.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Refuses pipes, devices and folders: reading a pipe without a writer would block forever.
    pub(super) fn check_kind(name: &str) -> Result<(), &'static str> {
        let is_other = fs::metadata(name).is_ok_and(|found| !found.is_file());
        if is_other { Err("a folder, pipe or device, not a file") } else { Ok(()) }
    }
}

impl Stamp {
    fn of(name: &str) -> Option<Stamp> {
        let found = fs::metadata(name).ok()?;
        Some(Stamp { bytes: found.len(), modified: found.modified().ok() })
    }
}
