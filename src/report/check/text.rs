//! A check as text for people.

use super::CheckReport;
use crate::analysis::{
    BackwardResult, Difference, DifferenceKind, Differences, Doubt, Flaw, LineFlaw, RestVerdict, Soundness,
};
use crate::notation::japanese;
use crate::record::Record;
use crate::report::line::solution_text;
use crate::report::text::{reason_name, short_number};
use crate::report::{Lang, hand_name};
use crate::solve::Verdict;
use crate::types::Move;
use num_bigint::BigUint;

/// The most places at which solutions differ, and the most moves of one place, that are shown unless all are asked for.
const SHOWN: usize = 10;

impl CheckReport<'_> {
    /// Everything there is to say: the verdict, what is wrong, what is proved, where the solutions differ, a solution, what
    /// is left over, the backward check, figures. Long lines and lists are shown whole if `full`.
    pub fn text(&self, lang: Lang, full: bool) -> String {
        let mut lines = vec![self.headline(lang)];
        lines.extend(self.report.attacker_note(lang));
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
            text += &backward_text(result, full, lang);
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
            Flaw::NoMateWithin(_) | Flaw::Rest(_) => {
                matches!(&self.examination.soundness, Soundness::Unsound(flaws) if flaws.first() == Some(flaw))
            }
            _ => false,
        }
    }

    /// What the search has proved.
    fn proof(&self, lang: Lang) -> Option<String> {
        let outcome = &self.examination.outcome;
        if !outcome.trusts_fingerprints() {
            return None;
        }
        let proved = match outcome.verdict {
            Verdict::Mate { plies, exact: true } if outcome.is_count_exact() => {
                let count = &outcome.solutions.count;
                let counter = if *count < BigUint::from(10u8) { "つ" } else { "通り" };
                let noun = if *count == BigUint::from(1u8) { "solution" } else { "solutions" };
                let unit = if plies == 1 { "ply" } else { "plies" };
                lang.pick(
                    format!("{plies}手以下の解は{count}{counter}"),
                    format!("exactly {count} {noun} of at most {plies} {unit}"),
                )
            }
            Verdict::NoMate => lang.pick("詰みはない", "there is no mate").to_owned(),
            _ => match outcome.bounds.lower {
                0 => return None,
                lower => lang.pick(
                    format!("{lower}手未満の詰みはない"),
                    format!("no mate in fewer than {lower} plies"),
                ),
            },
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

    /// The line from which others differ, or what was found of a solution.
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
        let record = Record { root: self.report.position.clone(), moves: moves.clone() };
        format!("{heading}{}", solution_text(&record, full, lang))
    }

    /// What is left over, when solutions differ in it; of one solution it is a flaw, and stated.
    fn hands_text(&self, lang: Lang) -> String {
        let hands = &self.examination.hands;
        let is_one = self.examination.outcome.solutions.count == BigUint::from(1u8);
        if is_one || hands.iter().all(|(hand, _)| hand.is_empty()) {
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
        let hand = self.report.position.piece_box();
        if hand.is_empty() {
            return String::new();
        }
        let name = hand_name(hand, lang);
        lang.pick(
            format!("駒箱 (使わない。--rest で玉方の持駒): {name}\n"),
            format!("in the box, taking no part (--rest gives them to the defender): {name}\n"),
        )
    }
}

/// What is wrong with an intended line.
pub fn line_flaw_text(flaw: LineFlaw, lang: Lang) -> String {
    match flaw {
        LineFlaw::Illegal { ply, mv } => {
            lang.pick(format!("{ply}手目 {mv} は反則"), format!("move {ply}, {mv}, is illegal"))
        }
        LineFlaw::NoCheck { ply, mv } => {
            lang.pick(format!("{ply}手目 {mv} は王手でない"), format!("move {ply}, {mv}, gives no check"))
        }
        LineFlaw::NoMate => lang.pick("最後が詰みでない", "it does not end in mate").to_owned(),
    }
}

fn flaw_text(flaw: &Flaw, lang: Lang) -> String {
    match flaw {
        Flaw::NoMate => lang.pick("詰みがない", "there is no mate").to_owned(),
        Flaw::NoMateWithin(plies) => lang.pick(
            format!("{plies}手以内に詰みがない (それより長い詰みは調べていない)"),
            format!("no mate in {plies} plies or fewer (longer ones were not looked for)"),
        ),
        Flaw::ShorterMate { plies, intended } => lang.pick(
            format!("早詰: 作意の{intended}手より短い{plies}手の詰みがある"),
            format!("early mate: in {plies} plies, {intended} are intended"),
        ),
        Flaw::SeveralSolutions(count) => {
            let count = short_number(count);
            lang.pick(format!("最短解が一つでない: {count}"), format!("several shortest solutions: {count}"))
        }
        Flaw::Surplus(hand) => {
            let name = hand_name(*hand, lang);
            lang.pick(format!("駒余り: {name}"), format!("surplus pieces: {name}"))
        }
        Flaw::Line(flaw) => {
            let text = line_flaw_text(*flaw, lang);
            lang.pick(
                format!("作意が詰め手順でない: {text}"),
                format!("the intended line is no mate: {text}"),
            )
        }
        Flaw::LineLength { line, stated } => lang.pick(
            format!("作意は{line}手で、記載の{stated}手と違う"),
            format!("the intended line has {line} plies, {stated} are stated"),
        ),
        Flaw::Rest(ply) => lang.pick(
            format!("作意の{}手目以降が、その局面の唯一の最短解でない", ply + 1),
            format!("from move {} on the intended line is not the only shortest mate", ply + 1),
        ),
    }
}

fn doubt_text(doubt: Doubt, lang: Lang) -> String {
    match doubt {
        Doubt::Limit(reason) => reason_name(reason, lang).to_owned(),
        Doubt::FalseHits => {
            lang.pick("指紋の誤認の期待値が大きすぎる", "too many false hits are to be expected").to_owned()
        }
        Doubt::Count => lang
            .pick("解を数えるにはメモリが足りない", "memory did not suffice to count the solutions")
            .to_owned(),
        Doubt::Contradiction => lang
            .pick(
                "作意の詰みを探索が見落とした (指紋の誤認)",
                "the search missed the intended line, a mate (a false hit of fingerprints)",
            )
            .to_owned(),
    }
}

fn kind_name(kind: DifferenceKind, is_attackers: bool, lang: Lang) -> &'static str {
    let (ja, en) = match kind {
        DifferenceKind::Order => ("手順前後", "order of moves"),
        DifferenceKind::Promotion => ("成・不成", "promotion or not"),
        DifferenceKind::Distance => ("以遠", "nearer or farther"),
        DifferenceKind::DropSquare if is_attackers => ("打つ場所", "square of the drop"),
        DifferenceKind::DropSquare => ("合駒の場所", "square of the interposition"),
        DifferenceKind::DropPiece if is_attackers => ("打つ駒種", "piece dropped"),
        DifferenceKind::DropPiece => ("合駒の種類", "piece interposed"),
        DifferenceKind::LastMove => ("最終手の別の詰み", "another mating move"),
        DifferenceKind::Other if is_attackers => ("別の王手", "another check"),
        DifferenceKind::Other => ("別の応手", "another answer"),
    };
    lang.pick(ja, en)
}

fn side_name(is_attackers: bool, lang: Lang) -> &'static str {
    match (lang, is_attackers) {
        (Lang::Ja, true) => "攻方",
        (Lang::Ja, false) => "玉方",
        (Lang::En, true) => "attacker",
        (Lang::En, false) => "defender",
    }
}

fn differences_lines(differences: &Differences, full: bool, lang: Lang) -> Vec<String> {
    let Some(first) = differences.places.first() else { return Vec::new() };
    let (ply, side) = (first.ply, side_name(first.is_attackers, lang));
    let mut lines =
        vec![lang.pick(
            format!("最初の分岐: {ply}手目 ({side})"),
            format!("first difference: ply {ply} ({side})"),
        )];
    let shown = if full { usize::MAX } else { SHOWN };
    lines.extend(differences.places.iter().take(shown).flat_map(|place| place_lines(place, shown, lang)));
    let hidden = differences.places.len().saturating_sub(shown);
    if hidden > 0 {
        lines.push(lang.pick(
            format!("  (ほかに{hidden}箇所の分岐。--full で全部を表示)"),
            format!("  ({hidden} more places; --full shows them)"),
        ));
    }
    lines
}

fn place_lines(place: &Difference, shown: usize, lang: Lang) -> Vec<String> {
    let named = |mv: Move| format!("{} {mv}", japanese(&place.position, mv, place.previous));
    let (ply, side, main) = (place.ply, side_name(place.is_attackers, lang), named(place.main));
    let mut lines =
        vec![lang.pick(format!("  {ply}手目 {side} {main}"), format!("  ply {ply}, {side}: {main}"))];
    for other in place.alternatives.iter().take(shown) {
        let (mv, kind) = (named(other.mv), kind_name(other.kind, place.is_attackers, lang));
        let count = short_number(&other.solutions);
        let noun = if count == "1" { "solution" } else { "solutions" };
        let back = other.rejoins.map_or(String::new(), |ply| {
            lang.pick(format!("、{ply}手目の後で合流"), format!(", back after ply {ply}"))
        });
        lines.push(lang.pick(
            format!("    {mv}  {kind} ({count}解{back})"),
            format!("    {mv}  {kind} ({count} {noun}{back})"),
        ));
    }
    let hidden = place.alternatives.len().saturating_sub(shown);
    if hidden > 0 {
        lines.push(lang.pick(
            format!("    (ほかに{hidden}手。--full で全部を表示)"),
            format!("    ({hidden} more moves; --full shows them)"),
        ));
    }
    lines
}

fn backward_text(result: &BackwardResult, full: bool, lang: Lang) -> String {
    let mut lines = vec![match result.sound_from {
        Some(0) => lang.pick(
            "逆算検討: 作意の全手順が唯一の最短解".to_owned(),
            "backward check: the whole intended line is the only shortest mate".to_owned(),
        ),
        Some(ply) => lang.pick(
            format!("逆算検討: {}手目以降は作意が唯一の最短解", ply + 1),
            format!(
                "backward check: from ply {} on the intended line is proved the only shortest mate",
                ply + 1
            ),
        ),
        None => lang.pick(
            "逆算検討: どの手からも証明されなかった".to_owned(),
            "backward check: nothing is proved from any ply on".to_owned(),
        ),
    }];
    if let Some(ply) = result.unsound_until {
        lines.push(lang.pick(
            format!("  {}手目まで遡ると唯一の最短解でない", ply + 1),
            format!("  from ply {} on, or any earlier, it is not", ply + 1),
        ));
    }
    for probe in &result.probes {
        let (from, left) = (probe.ply + 1, probe.left);
        let verdict = match &probe.verdict {
            RestVerdict::Sound => lang.pick("唯一の最短解", "the only shortest mate").to_owned(),
            RestVerdict::Unsound { plies, solutions, other } => {
                let hidden = if full || other.len() <= SHOWN { 0 } else { other.len() - SHOWN };
                let moves: Vec<String> = other[..other.len() - hidden].iter().map(Move::to_string).collect();
                let moves = moves.join(" ") + if hidden > 0 { " …" } else { "" };
                let count = short_number(solutions);
                lang.pick(
                    format!("{plies}手の解{count}、例 {moves}"),
                    format!("{count} of {plies} plies, such as {moves}"),
                )
            }
            RestVerdict::Unknown(reason) => {
                let why = reason.map_or_else(
                    || doubt_text(Doubt::FalseHits, lang),
                    |reason| reason_name(reason, lang).to_owned(),
                );
                lang.pick(format!("不明 ({why})"), format!("unknown ({why})"))
            }
        };
        lines.push(lang.pick(
            format!("  {from}手目から (残り{left}手): {verdict}"),
            format!("  ply {from} on ({left} left): {verdict}"),
        ));
    }
    lines.join("\n") + "\n"
}
