//! A file that an option names: when it is to be read, and that it can be.

use std::fs;
use std::time::SystemTime;

/// The file that an option named when it was read last.
#[derive(Default)]
pub(super) struct NamedFile {
    name: Option<String>,
    stamp: Option<Stamp>,
}

/// What tells that a file was written anew.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
}

/// When a file that was read is looked at again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    /// When the option names another one.
    IfRenamed,
    /// Also when it has been written since.
    IfWritten,
}

impl NamedFile {
    /// Whether the file of this name is to be read now; it counts as read from then on.
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

    /// Its name, if there is one.
    pub(super) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Refuses pipes, devices and folders: a pipe that nobody writes to would never be read.
    pub(super) fn check_kind(name: &str) -> Result<(), &'static str> {
        let is_other = fs::metadata(name).is_ok_and(|found| !found.is_file());
        if is_other { Err("a folder, pipe or device, no file") } else { Ok(()) }
    }
}

impl Stamp {
    fn of(name: &str) -> Option<Stamp> {
        let found = fs::metadata(name).ok()?;
        Some(Stamp { bytes: found.len(), modified: found.modified().ok() })
    }
}
