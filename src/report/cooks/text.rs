//! The report on a check of a tsume as text.

use super::CookReport;
use crate::analysis::{Doubt, Finding, FindingKind, PlyFindings, Soundness};
use crate::notation::japanese;
use crate::record::Record;
use crate::report::Lang;
use crate::report::check::{doubt_text, flaw_text, side_name};
use crate::report::line::{moves_text, solution_text};
use crate::report::text::{counted, effort_text, plies_text, reason_name};
use crate::types::{Move, Square};

/// The largest number of moves of a line that are shown unless `full`.
const SHOWN: usize = 15;

impl CookReport<'_> {
    /// The whole report: verdict, flaws, the line, and ply by ply the other moves that matter. Long lines,
    /// and plies without findings, are shown only if `full`.
    pub fn text(&self, lang: Lang, full: bool) -> String {
        let found = self.examination;
        let mut lines = vec![self.headline(lang)];
        lines.extend(self.report.notes(lang));
        lines.extend(self.report.policy_line(lang));
        lines.extend(self.report.box_warning(lang));
        if let Soundness::Unsound(flaws) = &found.soundness {
            let said = usize::from(self.was_undecided());
            lines.extend(flaws.iter().skip(said).map(|flaw| format!("- {}", flaw_text(flaw, lang))));
        }
        let mut text = lines.join("\n") + "\n";
        if let Some(line) = &found.sound_line {
            let record = Record::new(self.report.question.position().clone(), line.clone());
            text += lang.pick("この手順が作意なら完全作:\n", "sound if this line is the intended one:\n");
            text += &solution_text(&record, full, lang);
            text += lang.pick("調べた手順:\n", "the line examined:\n");
        }
        if !found.main.is_empty() {
            let heading =
                if found.intended.line.is_empty() { "" } else { lang.pick("作意:\n", "intended line:\n") };
            let record = Record::new(self.report.question.position().clone(), found.main.clone());
            text += &format!("{heading}{}", solution_text(&record, full, lang));
            text += &self.summary(lang);
            text += &self.report.traditional_text(full, lang).unwrap_or_default();
        }
        text += &self.report.recorded_text(lang).unwrap_or_default();
        let mut previous = None;
        for ply in &found.plies {
            if full || !ply.findings.is_empty() {
                text += &ply_text(ply, previous, full, lang);
            }
            previous = Some(ply.main.to());
        }
        text + &effort_text(found.nodes, found.seconds, lang) + "\n"
    }

    fn headline(&self, lang: Lang) -> String {
        let verdict = self.report.verdict_line(lang);
        match &self.examination.soundness {
            Soundness::Sound => lang.pick(format!("完全作: {verdict}"), format!("sound: {verdict}")),
            Soundness::Unsound(flaws) => {
                let what = match flaws.first() {
                    Some(flaw) if self.was_undecided() => flaw_text(flaw, lang),
                    _ => verdict,
                };
                lang.pick(format!("不完全作: {what}"), format!("unsound: {what}"))
            }
            Soundness::Unknown(Doubt::Limit(_)) if !self.report.outcome.is_exact() => verdict,
            Soundness::Unknown(doubt) => {
                let open = self.open();
                let why = match doubt {
                    Doubt::Limit(reason) => {
                        let reason = reason_name(*reason, lang);
                        lang.pick(
                            format!("未決 {open}手 ({reason})"),
                            format!("{} undecided ({reason})", counted(open as u64, "move")),
                        )
                    }
                    doubt => doubt_text(*doubt, lang),
                };
                lang.pick(format!("不明: {verdict}、{why}"), format!("unknown: {verdict}; {why}"))
            }
        }
    }

    /// Whether neither a mate was found nor its absence proved; the first flaw is then more informative than
    /// the verdict.
    fn was_undecided(&self) -> bool {
        !self.report.outcome.is_decided()
    }

    /// The number of moves that are undecided.
    fn open(&self) -> usize {
        let is_open = |kind| matches!(kind, FindingKind::Unclear(_) | FindingKind::Unknown(_));
        self.examination.count(is_open)
    }

    /// The number of other checks tried, and of those proved not to mate.
    fn summary(&self, lang: Lang) -> String {
        let plies = self.examination.plies.iter().filter(|ply| ply.is_attackers);
        let (tried, refuted) = plies.fold((0, 0), |sum, ply| (sum.0 + ply.tried, sum.1 + ply.refuted));
        let line = if self.examination.intended.line.is_empty() { "手順" } else { "作意" };
        lang.pick(
            format!("{line}以外の王手 {tried}手 (うち{refuted}手は不詰を証明)\n"),
            format!("other checks on the way: {tried}, proved not to mate: {refuted}\n"),
        )
    }
}

fn ply_text(ply: &PlyFindings, previous: Option<Square>, full: bool, lang: Lang) -> String {
    let named = |mv: Move| format!("{} {mv}", japanese(&ply.position, mv, previous));
    let (number, side, main) = (ply.ply, side_name(ply.is_attackers, lang), named(ply.main));
    let (tried, refuted) = (ply.tried, ply.refuted);
    let others = match (ply.is_attackers, lang) {
        (true, Lang::Ja) => format!("ほかの王手{tried}手、うち{refuted}手は不詰"),
        (true, Lang::En) => format!("{tried} other checks, {refuted} of them do not mate"),
        (false, Lang::Ja) => format!("ほかの応手{tried}手"),
        (false, Lang::En) => format!("{tried} other replies"),
    };
    let mut text = lang.pick(
        format!("{number}手目 {side} {main} ({others})\n"),
        format!("ply {number}, {side}: {main} ({others})\n"),
    );
    for finding in &ply.findings {
        let name = finding.moves.first().map_or_else(|| lang.pick("?", "?").to_owned(), |&mv| named(mv));
        text += &format!("  {name}  {}\n", finding_text(finding, ply, previous, full, lang));
    }
    text
}

fn finding_text(
    finding: &Finding,
    ply: &PlyFindings,
    previous: Option<Square>,
    full: bool,
    lang: Lang,
) -> String {
    let mut text = kind_text(finding.kind, lang);
    if matches!(finding.kind, FindingKind::Unknown(_) | FindingKind::Escape) || finding.moves.is_empty() {
        return text;
    }
    let length = (ply.ply - 1 + finding.moves.len()) as u64;
    let plies = plies_text(length, lang);
    text += &match finding.is_exact {
        true => lang.pick(format!(" (全{plies})"), format!(" ({plies} in all)")),
        false => lang.pick(format!(" (全{plies}以内)"), format!(" (at most {plies} in all)")),
    };
    if let Some(at) = finding.rejoins {
        text += &lang
            .pick(format!("、{at}手目の後の局面に合流"), format!(", back on the line as after ply {at}"));
    }
    if finding.moves.len() > 1 {
        let shown = if full { usize::MAX } else { SHOWN };
        text += &format!(": {}", moves_text(&ply.position, previous, &finding.moves, shown, lang));
    }
    text
}

/// The text for a kind of finding.
fn kind_text(kind: FindingKind, lang: Lang) -> String {
    let (ja, en) = match kind {
        FindingKind::LastMove => ("最終手余詰 (許容)", "another mating move at the last ply (accepted)"),
        FindingKind::Promotion => ("非限定 (成・不成)", "inaccuracy: promotion or not"),
        FindingKind::Distance => ("非限定 (以遠)", "inaccuracy: nearer or farther"),
        FindingKind::EarlyMate => ("早詰", "early mate"),
        FindingKind::Cook => ("余詰", "cook"),
        FindingKind::Order => ("手順前後", "cook by order of moves"),
        FindingKind::Detour => ("迂回手順", "detour"),
        FindingKind::EqualVariation => ("変同", "as long as the line"),
        FindingKind::LongerVariation => ("変長", "longer than the line"),
        FindingKind::LongerWithSurplus => {
            ("二手変長駒余り", "two plies longer than the line, with surplus pieces")
        }
        FindingKind::Escape => ("不詰", "no mate follows"),
        FindingKind::Unclear(reason) => {
            let why = reason_name(reason, lang);
            return lang.pick(format!("詰むが分類は不明 ({why})"), format!("mates, kind undecided ({why})"));
        }
        FindingKind::Unknown(reason) => {
            let why = reason_name(reason, lang);
            return lang.pick(format!("不明 ({why})"), format!("unknown ({why})"));
        }
    };
    lang.pick(ja, en).to_owned()
}
