//! The record of a game with a comment at each position, in the format that ShogiGUI describes and other
//! programs read too:
//! `*解析 0 候補1 時間 00:01.0 深さ 10/17 ノード数 49691 評価値 34 読み筋 △３四歩(33) …`. In KIF another `*` precedes it.
//!
//! Values are from Black's point of view. A mate is written `+詰 5` or `-詰 5`, never as a number.

use super::ReviewReport;
use crate::movegen::{IllegalMove, LineFlaw};
use crate::play::Score;
use crate::problem::Problem;
use crate::record::Comment;
use crate::report::{Lang, line_flaw_text};
use crate::review::{Mate, Standing};
use crate::types::Color;
use std::time::Duration;

impl ReviewReport<'_> {
    /// The game with comments: its own comments, then the results. Side lines are unchanged; none may leave
    /// the main line after an illegal move.
    pub fn commented(&self, lang: Lang) -> Problem {
        let mut problem = self.problem.clone();
        // An illegal move cannot be written.
        if self.illegal.is_some() {
            problem.record.moves.truncate(self.moves.len());
            problem.record.ending = self.ending;
            problem.record.comments.retain(|comment| comment.ply <= self.moves.len());
            problem.record.times.retain(|time| time.ply <= self.moves.len());
        }
        for (ply, standing) in self.game.standings.iter().enumerate() {
            let mut lines: Vec<String> = self.analysis_line(ply, standing).into_iter().collect();
            if claims_mate(standing) {
                let (ja, en) =
                    ("詰みは探索の判断で、証明されていない", "the mate is claimed by the search, not proved");
                lines.push(lang.pick(ja, en).to_owned());
            }
            // A remark belongs to the position before its move; a remark on what was possible at the end, to
            // the last position.
            let told = self.game.events.iter().filter(|event| event.ply.min(self.moves.len()) == ply);
            lines.extend(told.map(|event| self.event_text(event.ply, &event.kind, lang)));
            if ply == self.moves.len() {
                lines.extend(self.illegal.map(|illegal| illegal_text(illegal, lang)));
            }
            if !lines.is_empty() {
                problem.record.comments.push(Comment { ply, text: lines.join("\n") });
            }
        }
        problem.record.comments.sort_by_key(|comment| comment.ply);
        problem
    }

    /// The line about a position; `None` when nothing is known about it.
    fn analysis_line(&self, ply: usize, standing: &Standing) -> Option<String> {
        let is_black = standing.side == Color::Black;
        let mate =
            |is_for_black: bool, plies: usize| format!("{}詰 {plies}", if is_for_black { '+' } else { '-' });
        let figures = standing.searched.as_ref().map(|searched| {
            let [depth, longest] = searched.depth;
            let time = time_text(searched.time);
            format!("時間 {time} 深さ {depth}/{longest} ノード数 {} ", searched.nodes)
        });
        let figures = figures.unwrap_or_default();
        let (value, line) = match (&standing.mate, &standing.searched) {
            (Mate::Found { line, .. }, _) => (mate(is_black, line.len()), line),
            (_, Some(searched)) => {
                let value = match searched.score {
                    Score::Centipawns(value) => (if is_black { value } else { -value }).to_string(),
                    Score::Mate(plies) => mate((plies > 0) == is_black, plies.unsigned_abs() as usize),
                };
                (value, &searched.line)
            }
            (_, None) => return None,
        };
        let names = self.kif_names(ply, line);
        Some(format!("*解析 0 候補1 {figures}評価値 {value} 読み筋 {names}").trim_end().to_owned())
    }
}

/// The message that the record has an illegal move, and was reviewed only up to it.
pub fn illegal_text(illegal: &IllegalMove, lang: Lang) -> String {
    let &IllegalMove { ply, mv, reason, .. } = illegal;
    let flaw = line_flaw_text(LineFlaw::Illegal { ply, mv, reason }, lang);
    lang.pick(
        format!("{flaw}: その前までを解析した"),
        format!("{flaw}; the game was analysed up to the move before it"),
    )
}

/// Whether the engine reports a mate that the tsume solver has not proved.
fn claims_mate(standing: &Standing) -> bool {
    let score = standing.searched.as_ref().map(|searched| searched.score);
    matches!(score, Some(Score::Mate(_)))
        && !matches!(standing.mate, Mate::Found { .. })
        && standing.winning_try.is_none()
}

/// A duration as minutes, seconds and tenths.
fn time_text(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    format!("{:02}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}
