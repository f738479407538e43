//! The files that a run writes: those named by flags, and those created inside folders. No two outputs of a run write
//! the same file.

use crate::cli::paths::{Identity, folder_of, through_links};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The claimed files of this process. Global, because the log file, which every command has, is opened far from the
/// code that fills folders.
static CLAIMED: LazyLock<Mutex<Claimed>> = LazyLock::new(Mutex::default);

/// Reserves files that flags name, so that no file created inside a folder gets their names.
pub fn claim_named(paths: impl IntoIterator<Item = PathBuf>) {
    CLAIMED.lock().unwrap_or_else(PoisonError::into_inner).named.extend(paths);
}

/// The path of a new file in an existing folder: `name.extension`, or with a number if another output has that name.
pub fn claim_in_folder(folder: &Path, name: &str, extension: &str) -> PathBuf {
    CLAIMED.lock().unwrap_or_else(PoisonError::into_inner).in_folder(folder, name, extension)
}

/// The files that outputs have claimed so far.
#[derive(Default)]
struct Claimed {
    named: Vec<PathBuf>,
    made: HashSet<Spot>,
    /// The last number that was added to each repeated name, so that many files of one name take linear time.
    numbers: HashMap<Spot, usize>,
}

/// The location of an existing or future file, after following all links. The name is in lower case, because some
/// systems do not distinguish upper and lower case.
#[derive(PartialEq, Eq, Hash)]
struct Spot {
    folder: Option<Identity>,
    name: String,
}

impl Claimed {
    fn in_folder(&mut self, folder: &Path, name: &str, extension: &str) -> PathBuf {
        // Computed anew each time: the folders of these files may be created while the run goes on.
        let named: Vec<Spot> = self.named.iter().map(|path| Spot::of(path)).collect();
        let wanted = folder.join(format!("{name}.{extension}"));
        let number = self.numbers.entry(Spot::of(&wanted)).or_insert(0);
        loop {
            *number += 1;
            let candidate = match *number {
                1 => wanted.clone(),
                number => folder.join(format!("{name}-{number}.{extension}")),
            };
            let spot = Spot::of(&candidate);
            if !named.contains(&spot) && self.made.insert(spot) {
                return candidate;
            }
        }
    }
}

impl Spot {
    fn of(path: &Path) -> Spot {
        let target = through_links(path).unwrap_or(path.to_owned());
        let name = target.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        Spot { folder: Identity::of(folder_of(&target)), name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_are_numbered() {
        let mut claimed = Claimed::default();
        let names = ["a", "A", "a"].map(|name| claimed.in_folder(Path::new("."), name, "kif"));
        assert_eq!(names, ["./a.kif", "./A-2.kif", "./a-3.kif"].map(PathBuf::from));
    }

    #[test]
    fn names_that_other_outputs_have_are_left_to_them() {
        let named = ["./A.kif", "src/../a-2.kif", "src/a-3.kif"].map(PathBuf::from).into();
        let mut claimed = Claimed { named, ..Claimed::default() };
        assert_eq!(claimed.in_folder(Path::new(""), "a", "kif"), Path::new("a-3.kif"));
    }
}
