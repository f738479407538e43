//! Reports on a brinkmate (必至): as text, as a JSON object, and as a problem with its lines, for writing as a
//! record.

use super::json::{SCHEMA, UsiMoves, to_line};
use super::line::line_text;
use super::stated::stated_keys;
use super::text::{counted, effort_text, reason_name};
use super::{Lang, attacker_note, rest_note};
use crate::hisshi::{Attack, Continuation, Defence, Outcome, Verdict};
use crate::movegen::is_mate;
use crate::notation::japanese_line;
use crate::position::Position;
use crate::problem::Problem;
use crate::record::{Ending, Record};
use crate::types::Move;
use serde_json::{Value, json};

/// The number of replies listed unless `full`.
const LISTED: usize = 20;

/// A problem, the position that was searched, and the result.
#[derive(Clone, Copy, Debug)]
pub struct HisshiReport<'a> {
    /// The problem as stated.
    pub problem: &'a Problem,
    /// The position, in which the defender's hand includes the pieces of the box where the problem implies
    /// that. The side to move attacks.
    pub position: &'a Position,
    /// The length of the longest brinkmate searched for.
    pub longest: u16,
    /// The result.
    pub outcome: &'a Outcome,
}

impl HisshiReport<'_> {
    /// The verdict in one line.
    pub fn verdict_line(&self, lang: Lang) -> String {
        let outcome = self.outcome;
        match &outcome.verdict {
            Verdict::Tsume(_) => lang
                .pick("必至ではなく詰み: 王手の連続で詰む", "not a brinkmate but a mate: checks alone mate")
                .to_owned(),
            Verdict::Hisshi(plies) => {
                let (count, open) = (outcome.solutions.len(), outcome.undecided.len());
                let first = match outcome.is_unique() {
                    Some(true) => {
                        lang.pick("初手は一通り".to_owned(), "with one first move alone".to_owned())
                    }
                    _ if open == 0 => lang.pick(
                        format!("初手は{count}通り"),
                        format!("with {}", counted(count as u64, "first move")),
                    ),
                    _ => lang.pick(
                        format!("初手は{count}通り以上、ほかに{open}手は不明"),
                        format!(
                            "with {} or more, {} not decided",
                            counted(count as u64, "first move"),
                            counted(open as u64, "other")
                        ),
                    ),
                };
                lang.pick(format!("必至 {plies}手 ({first})"), format!("brinkmate in {plies}, {first}"))
            }
            Verdict::None(within) => lang.pick(
                format!("必至なし ({within}手以内の必至も詰みもない)"),
                format!("none: no brinkmate in at most {within}, and no mate by checks"),
            ),
            Verdict::Unknown(reason) => {
                let why = reason_name(*reason, lang);
                let proved = self.proved(lang);
                lang.pick(format!("不明: {why}{proved}"), format!("unknown: {why}{proved}"))
            }
        }
    }

    /// The statement of what is proved although the verdict is unknown.
    fn proved(&self, lang: Lang) -> String {
        let outcome = self.outcome;
        let within = outcome.none_within;
        let mut parts = Vec::new();
        if outcome.is_no_tsume {
            parts.push(lang.pick("詰みはない".to_owned(), "no mate by checks".to_owned()));
        }
        if within > 0 {
            parts.push(lang.pick(format!("{within}手以内の必至はない"), format!("no brinkmate in {within}")));
        }
        if let Some(attack) = outcome.solutions.first() {
            let plies = attack.plies;
            parts.push(lang.pick(
                format!("{plies}手必至はあるが、詰みがないかは分からない"),
                format!(
                    "there is a brinkmate in {plies}, but it is not known whether there is a mate by checks"
                ),
            ));
        } else if !outcome.undecided.is_empty() {
            let (open, next) = (outcome.undecided.len(), within + if within == 0 { 1 } else { 2 });
            parts.push(lang.pick(
                format!("{next}手必至かどうか分からない初手が{open}"),
                format!("{} may be a brinkmate in {next}", counted(open as u64, "first move")),
            ));
        }
        if parts.is_empty() {
            return String::new();
        }
        format!(" ({})", parts.join(lang.pick("、", "; ")))
    }

    /// The whole report. If `full`, all replies are listed, with the attacks that follow them.
    pub fn text(&self, lang: Lang, full: bool) -> String {
        let mut text = format!("{}\n", self.verdict_line(lang));
        let side = self.position.side_to_move();
        for note in [attacker_note(side, side, lang), rest_note(self.problem, lang)].into_iter().flatten() {
            text += &format!("{note}\n");
        }
        let outcome = self.outcome;
        if let Verdict::Tsume(line) = &outcome.verdict {
            text += &line_text(&self.record(line.clone()), full, lang);
        }
        for (index, attack) in outcome.solutions.iter().enumerate() {
            if outcome.solutions.len() > 1 {
                let number = index + 1;
                text += &lang.pick(format!("初手 {number}\n"), format!("first move {number}\n"));
            }
            text += &line_text(&self.record(attack.main_line()), full, lang);
            // For further first moves only the line is shown, unless `full`.
            if index == 0 || full {
                text += &self.replies_text(attack, &mut Vec::new(), lang, full);
            }
        }
        if !outcome.undecided.is_empty() && !outcome.solutions.is_empty() {
            let names: Vec<String> = outcome.undecided.iter().map(|&mv| self.name(&[mv])).collect();
            let names = names.join(" ");
            text += &lang.pick(format!("不明の初手: {names}\n"), format!("not decided: {names}\n"));
        }
        text + &effort_text(outcome.stats.nodes, outcome.stats.seconds, lang) + "\n"
    }

    /// The replies to an attack with the continuation after each, those that last longest first.
    fn replies_text(&self, attack: &Attack, before: &mut Vec<Move>, lang: Lang, full: bool) -> String {
        let indent = "  ".repeat(before.len() / 2 + 1);
        before.push(attack.mv);
        let count = attack.defences.len();
        let mut text = if before.len() > 1 {
            String::new()
        } else {
            lang.pick(
                format!("応手 {count}:\n"),
                if count == 1 { "1 reply:\n".to_owned() } else { format!("{count} replies:\n") },
            )
        };
        if attack.is_cut {
            text += &lang.pick(
                format!("{indent}(手順が多すぎるので応手は省略)\n"),
                format!("{indent}(replies are left out: the tree is large)\n"),
            );
        }
        let mut defences: Vec<&Defence> = attack.defences.iter().collect();
        defences.sort_by_key(|defence| std::cmp::Reverse(defence.main_line().len()));
        let shown = if full { count } else { count.min(LISTED) };
        for defence in &defences[..shown] {
            before.push(defence.reply);
            text += &match &defence.answer {
                Continuation::Mate(line) => {
                    let (names, plies) = (self.names(before, line), line.len());
                    lang.pick(
                        format!("{indent}{names} {plies}手で詰み\n"),
                        format!("{indent}{names} mate in {plies}\n"),
                    )
                }
                Continuation::Attack(next) => {
                    let names = self.names(before, &[next.mv]);
                    let plies = next.plies;
                    let head = lang.pick(
                        format!("{indent}{names} {plies}手必至\n"),
                        format!("{indent}{names} brinkmate in {plies}\n"),
                    );
                    let inner =
                        if full { self.replies_text(next, before, lang, full) } else { String::new() };
                    format!("{head}{inner}")
                }
            };
            before.pop();
        }
        if shown < count {
            let left = count - shown;
            text += &lang.pick(
                format!("{indent}(ほかに{left}。--full で全部を表示)\n"),
                format!("{indent}({left} more; --full shows them)\n"),
            );
        }
        before.pop();
        text
    }

    /// The names of the last move of `before`, and of the moves of `line`.
    fn names(&self, before: &[Move], line: &[Move]) -> String {
        let moves = [before, line].concat();
        let names: Vec<String> = japanese_line(&self.record(moves)).skip(before.len() - 1).collect();
        names.join(" ")
    }

    fn name(&self, line: &[Move]) -> String {
        japanese_line(&self.record(line.to_vec())).last().unwrap_or_default()
    }

    fn record(&self, moves: Vec<Move>) -> Record {
        Record::new(self.position.clone(), moves)
    }

    /// The position with its lines: the brinkmates with every reply and the mate that follows it.
    pub fn solved_problem(&self, lang: Lang) -> Problem {
        let mut record = self.record(Vec::new());
        let mut lines: Vec<Vec<Move>> = self.outcome.solutions.iter().flat_map(Attack::lines).collect();
        if let Verdict::Tsume(line) = &self.outcome.verdict {
            lines.push(line.clone());
        }
        record.add_lines(lines.iter().map(Vec::as_slice));
        record.sort_branches();
        let ending = |record: &Record, line| {
            let mut position = self.position.clone();
            for mv in record.moves_of(line) {
                position.do_move(mv);
            }
            is_mate(&position).then_some(Ending::Mate)
        };
        if !record.moves.is_empty() {
            record.ending = ending(&record, None);
        }
        for index in 0..record.branches.len() {
            record.branches[index].ending = ending(&record, Some(index));
        }
        Problem {
            record,
            // These statements would be about a mate by checks.
            rule: None,
            attacker: None,
            policy: None,
            plies: None,
            solutions: None,
            rest: None,
            status: Some(self.verdict_line(lang)),
            ..self.problem.clone()
        }
    }

    /// The answer as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        let outcome = self.outcome;
        let (verdict, plies) = match &outcome.verdict {
            Verdict::Tsume(_) => ("tsume", None),
            Verdict::Hisshi(plies) => ("hisshi", Some(*plies)),
            Verdict::None(_) => ("none", None),
            Verdict::Unknown(_) => ("unknown", None),
        };
        let reason = match &outcome.verdict {
            Verdict::Unknown(reason) => Some(*reason),
            _ => outcome.reason,
        };
        let line = match (&outcome.verdict, outcome.solutions.first()) {
            (Verdict::Tsume(line), _) => line.clone(),
            (_, Some(attack)) => attack.main_line(),
            (_, None) => Vec::new(),
        };
        let mut answer = json!({
            "schema": SCHEMA,
            "id": self.problem.name(),
            "sfen": self.position.sfen(),
            "attacker": self.position.side_to_move().to_string(),
            "verdict": verdict,
            "plies": plies,
            "unique": outcome.is_unique(),
            "longest": self.longest,
            "none_within": outcome.none_within,
            "no_tsume": outcome.is_no_tsume,
            "line": UsiMoves(&line),
            "solutions": outcome.solutions.iter().map(attack_json).collect::<Vec<_>>(),
            "undecided": UsiMoves(&outcome.undecided),
            "false_hits_expected": outcome.false_hits_expected,
            "box": self.position.piece_box().to_string(),
            "rest": self.problem.rest.map(|color| color.to_string()),
            "warnings": self.problem.warnings.iter().map(|warning| warning.name()).collect::<Vec<_>>(),
            "reason": reason.map(|reason| reason.name()),
            "stats": {
                "nodes": outcome.stats.nodes,
                "positions": outcome.stats.positions,
                "seconds": outcome.stats.seconds,
            },
        });
        stated_keys(self.problem).into_iter().for_each(|(key, value)| answer[key] = value);
        to_line(&answer)
    }
}

fn attack_json(attack: &Attack) -> Value {
    let replies = attack.defences.iter().map(|Defence { reply, answer }| match answer {
        Continuation::Mate(line) => json!({ "reply": reply.to_string(), "mate": UsiMoves(line) }),
        Continuation::Attack(next) => json!({ "reply": reply.to_string(), "attack": attack_json(next) }),
    });
    json!({
        "move": attack.mv.to_string(),
        "plies": attack.plies,
        "left_out": attack.is_cut,
        "replies": replies.collect::<Vec<_>>(),
    })
}
