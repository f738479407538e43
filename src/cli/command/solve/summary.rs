//! The line at the end of a run over several problems: how many mates, unknowns and so on.

use super::answer::Answer;
use crate::cli::run::interrupt_notice;
use crate::cli::run::kept_answers::KnownCounts;
use crate::cli::stderr::tell;
use crate::report::{Lang, counted};
use crate::solve::Verdict;
use std::path::Path;
use std::time::Instant;

/// The counts so far.
pub struct Summary {
    mates: u64,
    none: u64,
    unknown: u64,
    known: KnownCounts,
    /// Answers that are not about a mate.
    others: u64,
    /// Problems without an answer.
    pub unreadable: u64,
    start: Instant,
}

impl Summary {
    /// All counts zero.
    pub fn new() -> Summary {
        let [mates, none, unknown, others, unreadable] = [0; 5];
        let (known, start) = (KnownCounts::default(), Instant::now());
        Summary { mates, none, unknown, known, others, unreadable, start }
    }

    /// Counts an answer.
    pub fn count(&mut self, answer: &Answer) {
        if answer.is_known {
            return self.known.count(!answer.texts.is_empty());
        }
        *match answer.verdict {
            None => &mut self.others,
            Some(Verdict::Mate { .. }) => &mut self.mates,
            Some(Verdict::NoMate) => &mut self.none,
            Some(Verdict::Unknown(_)) => &mut self.unknown,
        } += 1;
    }

    /// Prints the summary on stderr, if there was more than one problem.
    pub fn tell(&self, is_interrupted: bool, lang: Lang) {
        let Summary { mates, none, unknown, known, unreadable, .. } = self;
        let all = mates + none + unknown + known.all() + unreadable;
        if all < 2 {
            return;
        }
        let interrupted = if is_interrupted { interrupt_notice::prefix(lang) } else { "" };
        let known = known.text("answered before", lang);
        let seconds = self.start.elapsed().as_secs_f64();
        tell(lang.pick(
            format!(
                "{interrupted}{all}題: 詰み {mates}、不詰 {none}、不明 {unknown}、{known}、読めない {unreadable}、{seconds:.1}秒"
            ),
            format!(
                "{interrupted}{all} problems: {}, {none} without mate, {unknown} unknown, {known}, {unreadable} unreadable, {seconds:.1} s",
                counted(*mates, "mate")
            ),
        ));
    }

    /// Prints a message if the file of `--resume` already held the answers to all problems.
    pub fn tell_nothing_left(&self, path: &Path, lang: Lang) {
        let Summary { mates, none, unknown, known, others, unreadable, .. } = self;
        if known.all() > 0 && mates + none + unknown + others + unreadable == 0 {
            known.tell_nothing_left(path, lang);
        }
    }
}
