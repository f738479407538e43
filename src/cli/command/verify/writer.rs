//! Writes the results of a run in the order of the problems, and the joint verdict on problems of several diagrams.

use super::expectation::Discrepancy;
use super::told::{Counts, Outcome, in_words, table};
use super::verifier::{Answer, Found};
use crate::cli::input::failure::Failure;
use crate::cli::output::batch::Batch;
use crate::cli::output::twins::{Judgement, Twins};
use crate::cli::run::interrupt_notice;
use crate::cli::run::kept_answers::{AddAnswer, KeptAnswers, KnownCounts, Verified};
use crate::cli::stderr::tell;
use crate::problem::Choices;
use crate::report::{Lang, counted};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Writes results to standard output, or to the file of `--resume` if there is one.
pub struct VerifyWriter<'a> {
    /// Standard output, and what occurred in the run.
    pub batch: Batch,
    kept: Option<&'a Mutex<KeptAnswers<Verified>>>,
    choices: Choices,
    rows: Vec<(String, Discrepancy)>,
    counts: Counts,
    known: KnownCounts,
    twins: Twins,
}

impl<'a> VerifyWriter<'a> {
    /// `kept`: the results in the file of `--resume`.
    pub fn new(
        json: bool,
        kept: Option<&'a Mutex<KeptAnswers<Verified>>>,
        choices: Choices,
        lang: Lang,
    ) -> VerifyWriter<'a> {
        VerifyWriter {
            batch: Batch { json, ..Batch::new(lang) },
            kept,
            choices,
            rows: Vec::new(),
            counts: Counts::default(),
            known: KnownCounts::default(),
            twins: Twins::default(),
        }
    }

    /// Counts a problem and writes its result: in JSON at once, in text in the table at the end. Called in the order
    /// of the problems.
    ///
    /// # Errors
    /// An I/O error on standard output or on the file of `--resume`.
    pub fn write(&mut self, answer: Answer) -> anyhow::Result<()> {
        let found = answer.and_then(|(problem, found)| {
            let found = self.twins.begin(&problem, &self.choices).and(found);
            let found = found.map_err(|refusal| Failure::refused(&problem, &refusal, self.batch.lang))?;
            Ok((problem, found))
        });
        let (problem, Found { outcome, findings, line, is_kept }) = match found {
            Ok(found) => found,
            Err(failure) => {
                self.counts.unreadable += 1;
                return Ok(self.batch.fail(failure)?);
            }
        };
        match is_kept {
            true => self.known.count(!line.is_empty()),
            false => self.counts.count(outcome),
        }
        if let Outcome::Judged(judgement) = outcome {
            self.twins.judge(judgement);
            self.batch.tally.differs |= judgement == Judgement::Wrong;
            self.batch.tally.unknown |= judgement == Judgement::Undecided;
        }
        match self.kept {
            Some(_) if line.is_empty() => {}
            Some(kept) => kept.lock().unwrap_or_else(PoisonError::into_inner).add(&line)?,
            None if self.batch.json => self.batch.output.write(&line)?,
            None => self.rows.extend(findings.into_iter().map(|finding| (problem.name(), finding))),
        }
        Ok(())
    }

    /// Ends the output after the last result: writes the table, the verdict on every problem of several diagrams, and
    /// the counts unless they go to stderr.
    ///
    /// # Errors
    /// An I/O error on standard output or on the file of `--resume`.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        if let Some(kept) = self.kept {
            kept.lock().unwrap_or_else(PoisonError::into_inner).finish()?;
        }
        let (lang, json) = (self.batch.lang, self.batch.json);
        if !self.rows.is_empty() {
            self.batch.output.write(&table(&self.rows, lang))?;
        }
        for whole in self.twins.wholes() {
            let judgement = whole.judgement();
            self.batch.tally.differs |= judgement == Judgement::Wrong;
            self.batch.output.line(match json {
                true => whole.json("result", Outcome::Judged(judgement).key()),
                false => whole.text(in_words(judgement, lang), lang),
            })?;
        }
        if self.kept.is_none() {
            self.batch.output.line(if json { self.counts.json() } else { self.counts.text(lang) })?;
        }
        Ok(())
    }

    /// Prints on stderr how many problems had which result, for a run whose results go to a file.
    pub fn tell_summary(&self, path: &Path) {
        let (lang, known) = (self.batch.lang, self.known.all());
        let all = self.counts.all() + known;
        if all == known && all > 0 && !self.batch.tally.interrupted {
            return self.known.tell_nothing_left(path, lang);
        }
        let (counts, known) = (self.counts.text(lang), self.known.text("verified before", lang));
        let interrupted = if self.batch.tally.interrupted { interrupt_notice::prefix(lang) } else { "" };
        tell(lang.pick(
            format!("{interrupted}{all}題: {known}、{counts}"),
            format!("{interrupted}{}: {known}, {counts}", counted(all, "problem")),
        ));
    }
}
