//! How many problems of a run had an answer before it.

use crate::cli::stderr::tell;
use crate::report::Lang;
use std::path::Path;

/// Problems whose answers were there before the run, or are those of another problem.
#[derive(Default)]
pub struct KnownCounts {
    kept: u64,
    /// Problems that ask what another one asks, whose answer is theirs too.
    same: u64,
}

impl KnownCounts {
    /// Counts a problem. Only one that has no line of its own in the file yet gets one.
    pub fn count(&mut self, gets_line: bool) {
        *(if gets_line { &mut self.same } else { &mut self.kept }) += 1;
    }

    /// All of them.
    pub fn all(&self) -> u64 {
        self.kept + self.same
    }

    /// Their part in the line of counts; `before`: what English says of them, such as "answered before".
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

    /// Tells that the file of a run has the answers to all its problems.
    pub fn tell_nothing_left(&self, path: &Path, lang: Lang) {
        let (path, count) = (path.display(), self.all());
        let all = if count == 1 { "the answer".to_owned() } else { format!("all {count} answers") };
        tell(lang.pick(
            format!("することは残っていません: {count}題の答えはすべて {path} にあります"),
            format!("nothing left to do: {path} has {all}"),
        ));
    }
}
