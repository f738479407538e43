//! Writes the answers of a run in the order of the problems, and the joint verdict on problems of several diagrams.

use super::checker::{Answer, Found};
use crate::cli::exit::Tally;
use crate::cli::input::failure::Failure;
use crate::cli::output::batch::Batch;
use crate::cli::output::twins::{Judgement, Twins};
use crate::cli::run::interrupt_notice;
use crate::cli::run::kept_answers::{AddAnswer, Checked, KeptAnswers, KnownCounts};
use crate::cli::stderr::tell;
use crate::problem::Choices;
use crate::report::{Lang, counted};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Writes answers to standard output, or to the file of `--resume` if there is one.
pub struct CheckWriter<'a> {
    /// Standard output, and what occurred in the run.
    pub batch: Batch,
    kept: Option<&'a Mutex<KeptAnswers<Checked>>>,
    choices: Choices,
    twins: Twins,
    is_first: bool,
    counts: Counts,
}

/// How many problems got which verdict.
#[derive(Default)]
struct Counts {
    /// Indexed by the discriminant of `Judgement`.
    judged: [u64; 3],
    known: KnownCounts,
    unreadable: u64,
}

impl<'a> CheckWriter<'a> {
    /// `kept`: the answers in the file of `--resume`.
    pub fn new(
        json: bool,
        kept: Option<&'a Mutex<KeptAnswers<Checked>>>,
        choices: Choices,
        lang: Lang,
    ) -> CheckWriter<'a> {
        let batch = Batch { json, ..Batch::new(lang) };
        CheckWriter {
            batch,
            kept,
            choices,
            twins: Twins::default(),
            is_first: true,
            counts: Counts::default(),
        }
    }

    /// Writes an answer, or reports why there is none.
    ///
    /// # Errors
    /// An I/O error on standard output or on the file of `--resume`.
    pub fn write(&mut self, answer: Answer) -> anyhow::Result<()> {
        let found = answer.and_then(|(problem, found)| {
            let found = self.twins.begin(&problem, &self.choices).and(found);
            found.map_err(|refusal| Failure::refused(&problem, &refusal, self.batch.lang))
        });
        let Found { text, judgement, is_kept, aside } = match found {
            Ok(found) => found,
            Err(failure) => {
                self.counts.unreadable += 1;
                return Ok(self.batch.fail(failure)?);
            }
        };
        self.twins.judge(judgement);
        self.note(judgement);
        self.batch.tally.unreadable |= aside.unreadable;
        match is_kept {
            true => self.counts.known.count(!text.is_empty()),
            false => self.counts.judged[judgement as usize] += 1,
        }
        match self.kept {
            Some(_) if text.is_empty() => Ok(()),
            Some(kept) => kept.lock().unwrap_or_else(PoisonError::into_inner).add(&text),
            None => {
                let is_first = std::mem::take(&mut self.is_first);
                let gap = if is_first || self.batch.json { "" } else { "\n" };
                Ok(self.batch.output.write(&format!("{gap}{text}"))?)
            }
        }
    }

    fn note(&mut self, judgement: Judgement) {
        let Tally { differs, unknown, .. } = &mut self.batch.tally;
        *differs |= judgement == Judgement::Wrong;
        *unknown |= judgement == Judgement::Undecided;
    }

    /// Ends the output after the last answer: writes for every problem of several diagrams whether it is sound as a
    /// whole.
    ///
    /// # Errors
    /// An I/O error on standard output or on the file of `--resume`.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if let Some(kept) = self.kept {
            kept.lock().unwrap_or_else(PoisonError::into_inner).finish()?;
        }
        let (lang, twins) = (self.batch.lang, std::mem::take(&mut self.twins));
        for whole in twins.wholes() {
            let judgement = whole.judgement();
            self.note(judgement);
            let (word, verdict) = match judgement {
                Judgement::Right => ("sound", lang.pick("完全作", "sound")),
                Judgement::Wrong => ("unsound", lang.pick("不完全作", "unsound")),
                Judgement::Undecided => ("unknown", lang.pick("不明", "unknown")),
            };
            if self.batch.json {
                self.batch.output.line(whole.json("soundness", word))?;
            } else {
                let gap = if self.kept.is_some() { "" } else { "\n" };
                self.batch.output.line(format_args!("{gap}{}", whole.text(verdict, lang)))?;
            }
        }
        Ok(())
    }

    /// Prints on stderr how many problems got which verdict, for a run whose answers go to a file.
    pub fn tell_summary(&self, path: &Path) {
        let Counts { judged: [sound, unknown, unsound], known, unreadable } = &self.counts;
        let all = sound + unknown + unsound + known.all() + unreadable;
        let lang = self.batch.lang;
        if all == known.all() && all > 0 && !self.batch.tally.interrupted {
            return known.tell_nothing_left(path, lang);
        }
        let known = known.text("checked before", lang);
        let interrupted = if self.batch.tally.interrupted { interrupt_notice::prefix(lang) } else { "" };
        tell(lang.pick(
            format!(
                "{interrupted}{all}題: 完全 {sound}、不完全 {unsound}、不明 {unknown}、{known}、読めない {unreadable}"
            ),
            format!(
                "{interrupted}{}: {sound} sound, {unsound} unsound, {unknown} unknown, {known}, {unreadable} unreadable",
                counted(all, "problem")
            ),
        ));
    }
}
