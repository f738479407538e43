//! Reports on a question about a problem after some moves: the answer for the position reached, and the
//! refutations of the attacker's checks there.

use super::json::{Answer, UsiMoves, to_line};
use super::line::line_text;
use super::text::plies_text;
use super::{Lang, Report};
use crate::analysis::Refutation;
use crate::notation::japanese;
use crate::record::Record;
use crate::solve::Verdict;
use crate::types::{Move, Square};
use serde::Serialize;
use serde_json::{Value, json};

/// The answer for the position after a line.
#[derive(Clone, Copy, Debug)]
pub struct AskReport<'a> {
    /// The results for the position after the line.
    pub report: Report<'a>,
    /// The line, from the problem's position on.
    pub line: &'a Record,
    /// Tsume without a mate: the reply to each check, or the reply to the line when the defender is to move.
    pub refutations: &'a [Refutation],
}

#[derive(Serialize)]
struct AskAnswer<'a> {
    #[serde(flatten)]
    answer: Answer<'a>,
    ask: Value,
}

impl AskReport<'_> {
    /// The line, the answer about the position after it, and the refutations. Long lines are shown in full if
    /// `full`.
    pub fn text(&self, lang: Lang, full: bool) -> String {
        let mut text = String::new();
        if !self.line.moves.is_empty() {
            text += lang.pick("次の手順の後:\n", "after\n");
            text += &line_text(self.line, full, lang);
        }
        text += &self.report.text(lang, full);
        if let Some(plies) = self.plies_in_all().filter(|_| !self.line.moves.is_empty()) {
            text += &lang.pick(
                format!("初形から{plies}手\n"),
                format!("{} from the problem's position on\n", plies_text(plies, lang)),
            );
        }
        for refutation in self.refutations {
            text += &self.refutation_text(*refutation, lang);
        }
        text
    }

    fn refutation_text(&self, refutation: Refutation, lang: Lang) -> String {
        let mut position = self.report.question.position().clone();
        let mut previous: Option<Square> = self.line.moves.last().map(|mv| mv.to());
        let mut named = |mv: Move| {
            let name = format!("{} {mv}", japanese(&position, mv, previous));
            position.do_move(mv);
            previous = Some(mv.to());
            name
        };
        let check = refutation.check.map(&mut named);
        let reply = refutation.reply.map(&mut named);
        let unknown = lang.pick("制限の中では不明", "not found within the limits");
        let reply = reply.as_deref().unwrap_or(unknown);
        match check {
            Some(check) => format!("{check} → {reply}\n"),
            None => lang.pick(format!("詰まない応手: {reply}\n"), format!("refuted by {reply}\n")),
        }
    }

    /// The length counted from the problem's position.
    fn plies_in_all(&self) -> Option<u64> {
        match self.report.outcome.verdict {
            Verdict::Mate { plies, .. } => Some(plies + self.line.moves.len() as u64),
            Verdict::NoMate | Verdict::Unknown(_) => None,
        }
    }

    /// The answer as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        let refutations: Vec<Value> = self
            .refutations
            .iter()
            .map(|Refutation { check, reply }| {
                json!({ "check": check.map(|mv| mv.to_string()), "reply": reply.map(|mv| mv.to_string()) })
            })
            .collect();
        to_line(&AskAnswer {
            answer: self.report.answer(),
            ask: json!({
                "root": self.line.root.sfen(),
                "line": UsiMoves(&self.line.moves),
                "plies_in_all": self.plies_in_all(),
                "refutations": refutations,
            }),
        })
    }
}
