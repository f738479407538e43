//! The report on a check as text.

use super::CheckReport;
use super::lists::{backward_text, differences_lines};
use super::phrases::{doubt_text, flaw_text};
use crate::analysis::{Doubt, Flaw, Soundness};
use crate::record::Record;
use crate::report::line::solution_text;
use crate::report::text::{plies_text, short_number, solutions_noun};
use crate::report::{Lang, hand_name};
use crate::solve::Verdict;
use num_bigint::BigUint;

impl CheckReport<'_> {
    /// The whole report: verdict, flaws, what is proved, where the solutions differ, a solution, pieces left
    /// in hand, backward check, statistics. Long lines and lists are shown in full if `full`.
    pub fn text(&self, lang: Lang, full: bool) -> String {
        let mut lines = vec![self.headline(lang)];
        lines.extend(self.report.notes(lang));
        if let Soundness::Unsound(flaws) = &self.examination.soundness {
            let unsaid = flaws.iter().filter(|flaw| !self.is_in_headline(flaw));
            lines.extend(unsaid.map(|flaw| format!("- {}", flaw_text(flaw, lang))));
        }
        lines.extend(self.proof(lang));
        lines.extend(self.intended_line(lang));
        if let Some(differences) = &self.examination.differences {
            lines.extend(differences_lines(differences, full, lang));
        }
        let mut text = lines.join("\n") + "\n";
        text += &self.main_line(full, lang);
        text += &self.hands_text(lang);
        if let Some(result) = &self.examination.backward {
            let line = &self.examination.intended.line;
            text += &backward_text(result, self.report.question.position(), line, full, lang);
        }
        text += &self.box_note(lang);
        text += &self.report.figures_line(lang);
        text.push('\n');
        text
    }

    fn headline(&self, lang: Lang) -> String {
        let (outcome, verdict) = (&self.examination.outcome, self.report.verdict_line(lang));
        let was_found = !matches!(outcome.verdict, Verdict::Unknown(_));
        match &self.examination.soundness {
            Soundness::Sound => lang.pick(format!("完全作: {verdict}"), format!("sound: {verdict}")),
            Soundness::Unsound(flaws) => {
                let what = match flaws.first() {
                    Some(flaw) if !was_found => flaw_text(flaw, lang),
                    _ => verdict,
                };
                lang.pick(format!("不完全作: {what}"), format!("unsound: {what}"))
            }
            Soundness::Unknown(Doubt::Limit(_)) if !was_found => verdict,
            Soundness::Unknown(doubt) => {
                let why = doubt_text(*doubt, lang);
                lang.pick(format!("不明: {verdict}、{why}"), format!("unknown: {verdict}; {why}"))
            }
        }
    }

    fn is_in_headline(&self, flaw: &Flaw) -> bool {
        match flaw {
            Flaw::NoMate => true,
            Flaw::SeveralSolutions(_) => self.report.is_exact(),
            Flaw::NoMateWithin(_) | Flaw::Remainder(_) => {
                matches!(&self.examination.soundness, Soundness::Unsound(flaws) if flaws.first() == Some(flaw))
            }
            _ => false,
        }
    }

    /// The statement of what the search has proved.
    fn proof(&self, lang: Lang) -> Option<String> {
        let outcome = &self.examination.outcome;
        if !outcome.trusts_fingerprints() {
            return None;
        }
        let proved = match outcome.verdict {
            Verdict::Mate { plies, exact: true } if outcome.is_count_exact() => {
                let count = &outcome.solutions.count;
                let counter = if *count < BigUint::from(10u8) { "つ" } else { "通り" };
                let noun = solutions_noun(count);
                let most = plies_text(plies, lang);
                lang.pick(
                    format!("{most}以下の解は{count}{counter}"),
                    format!("exactly {count} {noun} of at most {most}"),
                )
            }
            Verdict::NoMate => lang.pick("詰みはない", "there is no mate").to_owned(),
            // The shortest possible mate is not shorter than this bound, so the bound says nothing.
            _ if self.report.longest_excluded().is_none() => return None,
            _ => {
                let lower = outcome.proved_lower();
                lang.pick(
                    format!("{lower}手未満の詰みはない"),
                    format!("no mate in fewer than {}", plies_text(lower, lang)),
                )
            }
        };
        Some(lang.pick(format!("全幅探索により{proved}"), format!("by exhaustive search: {proved}")))
    }

    fn intended_line(&self, lang: Lang) -> Option<String> {
        let is_one = self.examination.outcome.solutions.count == BigUint::from(1u8);
        let text = match self.examination.line_is_solution? {
            true if is_one => lang.pick("作意は唯一の最短解", "the intended line is the shortest solution"),
            true => lang.pick("作意は最短解の一つ", "the intended line is one of the shortest solutions"),
            false => lang.pick("作意は最短解でない", "the intended line is not among the shortest solutions"),
        };
        Some(text.to_owned())
    }

    /// The line from which the others differ, or a solution that was found.
    fn main_line(&self, full: bool, lang: Lang) -> String {
        let found = self.examination;
        let differences = found.differences.as_ref();
        let Some(moves) = differences.map(|found| &found.main).or(found.outcome.solutions.listed.first())
        else {
            return String::new();
        };
        let heading = match (found.line_is_solution, found.outcome.solutions.count == BigUint::from(1u8)) {
            (Some(true), _) => lang.pick("作意:\n", "intended line:\n"),
            (_, true) => "",
            _ => lang.pick("解の一つ:\n", "one solution:\n"),
        };
        let record = Record::new(self.report.question.position().clone(), moves.clone());
        format!("{heading}{}", solution_text(&record, full, lang))
    }

    /// The pieces left in the attacker's hand, when solutions differ in them; with one solution these are a
    /// flaw, reported as such.
    fn hands_text(&self, lang: Lang) -> String {
        let hands = &self.examination.hands;
        let is_one = self.examination.outcome.solutions.count == BigUint::from(1u8);
        let matters = self.report.question.rule().forbids_surplus();
        if !matters || is_one || hands.iter().all(|(hand, _)| hand.is_empty()) {
            return String::new();
        }
        let names = hands.iter().map(|(hand, count)| {
            let (name, count) = (hand_name(*hand, lang), short_number(count));
            let name = if hand.is_empty() { lang.pick("なし", "nothing").to_owned() } else { name };
            lang.pick(format!("{name} {count}解"), format!("{name} in {count}"))
        });
        let names: Vec<String> = names.collect();
        lang.pick(
            format!("駒余り: {}\n", names.join("、")),
            format!("surplus pieces: {}\n", names.join("; ")),
        )
    }

    fn box_note(&self, lang: Lang) -> String {
        let hand = self.report.question.position().piece_box();
        if hand.is_empty() {
            return String::new();
        }
        let name = hand_name(hand, lang);
        lang.pick(
            format!("駒箱 (使わない。--rest で玉方の持駒): {name}\n"),
            format!("in the piece box, not used (--rest gives them to the defender): {name}\n"),
        )
    }
}
