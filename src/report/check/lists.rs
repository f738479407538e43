//! Lists in the report on a check: where solutions differ, and the results of a backward check.

use super::phrases::{doubt_text, kind_name, side_name};
use crate::analysis::{BackwardResult, Difference, Differences, Doubt, RemainderVerdict};
use crate::notation::japanese;
use crate::position::Position;
use crate::report::Lang;
use crate::report::line::moves_text;
use crate::report::text::{counted, plies_text, reason_name, short_number, solutions_noun};
use crate::types::Move;

/// The largest number of places at which solutions differ, and of moves at each place, shown unless `full`.
const SHOWN: usize = 10;

/// The places where the solutions differ, with a line for each place and each move; all of them if `full`.
pub(super) fn differences_lines(differences: &Differences, full: bool, lang: Lang) -> Vec<String> {
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
            format!("  ({}; --full shows all)", counted(hidden as u64, "more place")),
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
        let noun = solutions_noun(&other.solutions);
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
            format!("    ({}; --full shows all)", counted(hidden as u64, "more move")),
        ));
    }
    lines
}

/// The result of a backward check of the intended line from a position: the ply from which on the line is
/// sound, and the searches made.
pub(super) fn backward_text(
    result: &BackwardResult,
    root: &Position,
    line: &[Move],
    full: bool,
    lang: Lang,
) -> String {
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
            format!("  from ply {} on, or from any earlier ply, it is not the only shortest mate", ply + 1),
        ));
    }
    for probe in &result.probes {
        let (from, left) = (probe.ply + 1, probe.left);
        let verdict = match &probe.verdict {
            RemainderVerdict::Sound => lang.pick("唯一の最短解", "the only shortest mate").to_owned(),
            RemainderVerdict::Unsound { plies, solutions, other } => {
                let before = &line[..probe.ply as usize];
                let mut position = root.clone();
                for &mv in before {
                    position.do_move(mv);
                }
                let previous = before.last().map(|mv| mv.to());
                let shown = if full { usize::MAX } else { SHOWN };
                let moves = moves_text(&position, previous, other, shown, lang);
                let count = short_number(solutions);
                lang.pick(
                    format!("{plies}手の解{count}、例 {moves}"),
                    format!("{count} of {}, such as {moves}", plies_text(*plies, lang)),
                )
            }
            RemainderVerdict::Unknown(reason) => {
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
