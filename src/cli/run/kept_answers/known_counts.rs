//! Counts the problems of a run that needed no search.

use crate::cli::stderr::tell;
use crate::report::Lang;
use std::path::Path;

/// The problems of a run whose answers were in the file before, or are those of another problem.
#[derive(Default)]
pub struct KnownCounts {
    kept: u64,
    /// Problems with the same question as another problem, whose answer was copied.
    same: u64,
}

impl KnownCounts {
    /// Counts a problem. `gets_line`: whether a copy of another problem's answer was added to the file for it.
    pub fn count(&mut self, gets_line: bool) {
        *(if gets_line { &mut self.same } else { &mut self.kept }) += 1;
    }

    /// The number of all these problems.
    pub fn all(&self) -> u64 {
        self.kept + self.same
    }

    /// These counts as part of the summary line; `before`: the English words for them, such as "answered before".
    pub fn text(&self, before: &str, lang: Lang) -> String {
        let KnownCounts { kept, same } = self;
        match same {
            0 => lang.pick(format!("既答 {kept}"), format!("{kept} {before}")),
            _ => lang.pick(
                format!("既答 {kept}、ほかと同じ {same}"),
                format!("{kept} {before}, {same} the same as others"),
            ),
        }
    }

    /// Prints a message that the file of the run already held the answers to all its problems.
    pub fn tell_nothing_left(&self, path: &Path, lang: Lang) {
        let (path, count) = (path.display(), self.all());
        let all = if count == 1 { "the answer".to_owned() } else { format!("all {count} answers") };
        tell(lang.pick(
            format!("することは残っていません: {count}題の答えはすべて {path} にあります"),
            format!("nothing left to do: {path} has {all}"),
        ));
    }
}
