//! Texts for flaws, doubts and kinds of differences.

use crate::analysis::{DifferenceKind, Doubt, Flaw, LineFlaw};
use crate::notation::move_alone;
use crate::report::text::{plies_text, reason_name, short_number};
use crate::report::{Lang, Message, hand_name};

/// The flaw of an intended line.
pub fn line_flaw_text(flaw: LineFlaw, lang: Lang) -> String {
    match flaw {
        LineFlaw::Illegal { ply, mv, reason } => {
            let reason = reason.message(lang);
            lang.pick(
                format!("{ply}手目 {} は反則（{reason}）", move_alone(mv)),
                format!("move {ply}, {mv}, is illegal: {reason}"),
            )
        }
        LineFlaw::NoCheck { ply, mv } => lang.pick(
            format!("{ply}手目 {} は王手でない", move_alone(mv)),
            format!("move {ply}, {mv}, gives no check"),
        ),
        LineFlaw::Forbidden { ply, mv, by } => lang.pick(
            format!("{ply}手目 {} は条件 ({}) に反する", move_alone(mv), by.japanese()),
            format!("move {ply}, {mv}, is not permitted by the condition {by}"),
        ),
        LineFlaw::NoMate => lang.pick("最後が詰みでない", "it does not end in mate").to_owned(),
    }
}

/// The flaw of a problem.
pub(in crate::report) fn flaw_text(flaw: &Flaw, lang: Lang) -> String {
    match flaw {
        Flaw::NoMate => lang.pick("詰みがない", "there is no mate").to_owned(),
        Flaw::NoMateWithin(plies) => lang.pick(
            format!("{plies}手以内に詰みがない (それより長い詰みは調べていない)"),
            format!("no mate in {} or fewer (longer ones were not looked for)", plies_text(*plies, lang)),
        ),
        Flaw::ShorterMate { plies, intended } => lang.pick(
            format!("早詰: 作意の{intended}手より短い{plies}手の詰みがある"),
            format!("early mate: in {}, {intended} are intended", plies_text(*plies, lang)),
        ),
        Flaw::SeveralSolutions(count) => {
            let count = short_number(count);
            lang.pick(format!("最短解が一つでない: {count}"), format!("several shortest solutions: {count}"))
        }
        Flaw::OtherCount { found, intended } => {
            let (found, intended) = (short_number(found), short_number(intended));
            lang.pick(
                format!("最短解が{intended}でない: {found}"),
                format!("{found} shortest solutions, {intended} are intended"),
            )
        }
        Flaw::Surplus(hand) => {
            let name = hand_name(*hand, lang);
            lang.pick(format!("駒余り: {name}"), format!("surplus pieces: {name}"))
        }
        Flaw::Line(flaw) => {
            let text = line_flaw_text(*flaw, lang);
            lang.pick(
                format!("作意が詰め手順でない: {text}"),
                format!("the intended line is not a mate: {text}"),
            )
        }
        Flaw::LineLength { line, stated } => lang.pick(
            format!("作意は{line}手で、記載の{stated}手と違う"),
            format!("the intended line has {}, {stated} are stated", plies_text(*line, lang)),
        ),
        Flaw::LongerMate { plies, intended } => lang.pick(
            format!("変長: 作意の{intended}手では詰まず、{plies}手以上かかる"),
            format!(
                "the defender lasts longer: at least {}, {intended} are intended",
                plies_text(*plies, lang)
            ),
        ),
        Flaw::Cooks(count) => lang.pick(format!("余詰: {count}箇所"), format!("cooks: {count}")),
        Flaw::LongerVariations(count) => {
            lang.pick(format!("変長: {count}箇所"), format!("longer variations: {count}"))
        }
        Flaw::Escapes(count) => lang.pick(
            format!("不詰: {count}箇所で玉方が逃れる"),
            format!("plies at which the defender escapes: {count}"),
        ),
        Flaw::Remainder(ply) => lang.pick(
            format!("作意の{}手目以降が、その局面の唯一の最短解でない", ply + 1),
            format!("from move {} on the intended line is not the only shortest mate", ply + 1),
        ),
    }
}

/// The reason why the verdict is uncertain.
pub(in crate::report) fn doubt_text(doubt: Doubt, lang: Lang) -> String {
    match doubt {
        Doubt::Limit(reason) => reason_name(reason, lang).to_owned(),
        Doubt::FalseHits => {
            lang.pick("指紋の誤認の期待値が大きすぎる", "too many false hits of fingerprints are expected").to_owned()
        }
        Doubt::Count => lang
            .pick("解を数えるにはメモリが足りない", "memory was too small to count the solutions")
            .to_owned(),
        Doubt::Surplus => lang
            .pick(
                "駒が余る手順しか見つかっていない",
                "the line found leaves pieces in hand, and may not be the intended one",
            )
            .to_owned(),
        Doubt::EqualVariation => lang
            .pick(
                "余詰は変同の後にしかなく、作意が不明 (作意を moves で書けば決まる)",
                "cooks only after a reply that another reply of the same length can replace (write the intended line \
                 as moves to decide it)",
            )
            .to_owned(),
        Doubt::NotProved => lang
            .pick(
                "--prove none では手数を証明しない",
                "--prove none leaves the length unproved: leave it out",
            )
            .to_owned(),
        Doubt::Contradiction => lang
            .pick(
                "作意の詰みを探索が見落とした (指紋の誤認)",
                "the search missed the intended line, a mate (a false hit of fingerprints)",
            )
            .to_owned(),
    }
}

/// The kind of a difference, in the terms for the side that moves.
pub(super) fn kind_name(kind: DifferenceKind, is_attackers: bool, lang: Lang) -> &'static str {
    let (ja, en) = match kind {
        DifferenceKind::Order => ("手順前後", "order of moves"),
        DifferenceKind::Promotion => ("成・不成", "promotion or not"),
        DifferenceKind::Distance if is_attackers => ("以遠", "nearer or farther"),
        DifferenceKind::Distance => ("合駒の遠近", "nearer or farther interposition"),
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

/// Attacker or defender.
pub(in crate::report) fn side_name(is_attackers: bool, lang: Lang) -> &'static str {
    match (lang, is_attackers) {
        (Lang::Ja, true) => "攻方",
        (Lang::Ja, false) => "玉方",
        (Lang::En, true) => "attacker",
        (Lang::En, false) => "defender",
    }
}
