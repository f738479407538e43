//! Reports on extended problems: a problem with a remark on the moves put before, and the final result.

use super::check::{doubt_text, flaw_text, soundness_keys};
use super::json::{SCHEMA, to_line};
use super::text::{counted, plies_text};
use super::{Lang, kind_letters};
use crate::analysis::Soundness;
use crate::compose::extend::{Change, ExtendTally, Extended, Extension};
use crate::compose::{Solution, Wanted};
use crate::notation::{MoveStyle, piece_name};
use crate::position::Position;
use crate::problem::{Problem, Question};
use crate::types::Piece;
use serde_json::{Map, Value, json};

/// A result as a problem, with its solution as the intended line.
pub(super) fn extended_problem(extension: &Extension, question: &Question) -> Problem {
    let line = extension.line.clone();
    let solution = Solution { plies: line.len() as u64, line, is_sound: true };
    solution.problem(&extension.position, question.attacker(), &Wanted::as_asked(question))
}

/// A remark on the moves put before.
pub(super) fn extension_remark(extension: &Extension, lang: Lang) -> String {
    let Extension { number, step, from, ref position, ref line, ref changes } = *extension;
    let of = match from {
        Some(from) => lang.pick(format!("{from}から"), format!("before {from}")),
        None => lang.pick("問題から".to_owned(), "before the problem".to_owned()),
    };
    let moves = changes_text(position, changes, lang);
    let plies = line.len();
    lang.pick(
        format!("{number}: {plies}手、{step}段目、{of}: {moves}"),
        format!("{number}: {}, step {step}, {of}: {moves}", plies_text(plies as u64, lang)),
    )
}

/// The keys of an extension in JSON, in addition to those of every made problem; `of` is the name of the
/// extended problem.
pub(super) fn extension_details(extension: &Extension, of: &str) -> Map<String, Value> {
    let Extension { number, step, from, ref line, ref changes, .. } = *extension;
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    let details = [
        ("of", json!(of)),
        ("number", json!(number)),
        ("step", json!(step)),
        ("from", json!(from)),
        ("line", json!(line)),
        ("changes", changes.iter().map(change_json).collect()),
    ];
    details.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// The final result of extending a problem.
#[derive(Clone, Copy, Debug)]
pub struct ExtendedReport<'a> {
    /// The name of the problem.
    pub name: &'a str,
    /// The result.
    pub extended: &'a Extended,
}

impl ExtendedReport<'_> {
    /// The counts as a remark; or the reason why there are none, when the problem is not proved sound.
    pub fn text(&self, lang: Lang) -> String {
        let Extended { soundness, steps, tally, is_interrupted } = self.extended;
        let why =
            match soundness {
                Soundness::Sound => None,
                Soundness::Unsound(flaws) => {
                    let flaws: Vec<String> = flaws.iter().map(|flaw| flaw_text(flaw, lang)).collect();
                    let flaws = flaws.join(lang.pick("、", "; "));
                    Some(lang.pick(format!("不完全作 ({flaws})"), format!("unsound: {flaws}")))
                }
                Soundness::Unknown(doubt) => {
                    let doubt = doubt_text(*doubt, lang);
                    Some(lang.pick(
                        format!("完全作かどうか不明 ({doubt})"),
                        format!("not known to be sound: {doubt}"),
                    ))
                }
            };
        if let Some(why) = why {
            let name = self.name;
            return lang.pick(
                format!("{name}: 逆算できるのは完全作だけです: {why}"),
                format!("{name}: only sound problems can be extended: {why}"),
            );
        }
        let stopped = if *is_interrupted { lang.pick("、中断", ", interrupted") } else { "" };
        let (all, sound, twins, unsound) = (tally.candidates, tally.sound, tally.twins, tally.unsound);
        let (several, excluded, unknown) = (tally.several_ways, tally.excluded, tally.unknown);
        let (positions, nodes, seconds) = (tally.cost.positions, tally.cost.nodes, tally.cost.seconds);
        lang.pick(
            format!(
                "{steps}段{stopped}: 候補{all}、完全{sound} (うち同形{twins})、不完全{unsound}、二通りの手順{several}、\
                 条件外{excluded}、不明{unknown}; {positions}局面登録、{nodes}局面展開、{seconds:.1}秒"
            ),
            format!(
                "{}{stopped}: {}, {sound} sound ({twins} of them twins), {unsound} unsound, {several} with several \
                 ways to the problem, {excluded} excluded, {unknown} unknown; {}, {}, {seconds:.1} s",
                counted(u64::from(*steps), "step"),
                counted(all as u64, "candidate"),
                counted(positions, "position"),
                counted(nodes, "node"),
            ),
        )
    }

    /// The same as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        let Extended { soundness, steps, tally, is_interrupted } = self.extended;
        let mut value = soundness_keys(soundness);
        value["schema"] = json!(SCHEMA);
        value["id"] = json!(self.name);
        value["steps"] = json!(steps);
        value["interrupted"] = json!(is_interrupted);
        value["tally"] = tally_json(tally);
        to_line(&value)
    }
}

/// The counts as JSON.
pub fn tally_json(tally: &ExtendTally) -> Value {
    json!({
        "candidates": tally.candidates,
        "several_ways": tally.several_ways,
        "excluded": tally.excluded,
        "sound": tally.sound,
        "twins": tally.twins,
        "unsound": tally.unsound,
        "unknown": tally.unknown,
        "positions": tally.cost.positions,
        "nodes": tally.cost.nodes,
        "searches": tally.cost.searches,
        "seconds": tally.cost.seconds,
    })
}

fn change_json(change: &Change) -> Value {
    json!({
        "move": change.mv.to_string(),
        "piece": change.piece.to_string(),
        "takes": change.taken.map(|piece| piece.to_string()),
        "promotes": change.mv.promotes(),
        "drops": change.mv.dropped().is_some(),
    })
}

/// The moves, each with the piece that it captures.
fn changes_text(position: &Position, changes: &[Change], lang: Lang) -> String {
    let style = lang.pick(MoveStyle::Traditional, MoveStyle::English);
    let mut position = position.clone();
    let mut previous = None;
    let texts = changes.iter().map(|change| {
        let name = style.name(&position, change.mv, previous);
        position.do_move(change.mv);
        previous = Some(change.mv.to());
        match change.taken.map(Piece::kind) {
            Some(kind) => lang.pick(
                format!("{name} ({}を取る)", piece_name(kind)),
                format!("{name} (takes {})", kind_letters(kind)),
            ),
            None => name,
        }
    });
    texts.collect::<Vec<_>>().join(" ")
}
