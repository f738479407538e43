//! The report on the review of a game as text.

use super::ReviewReport;
use super::comments::illegal_text;
use super::words::value_text;
use crate::report::Lang;
use crate::report::text::{counted, plies_text};
use crate::solve::Reason;
use crate::types::Color;

impl ReviewReport<'_> {
    /// The report: the remarks; with `full` also the value of each position.
    pub fn text(&self, lang: Lang, full: bool) -> String {
        let (plies, game) = (self.moves.len(), self.game);
        let about = &self.problem.record.about;
        let player = |key: &str| about.get(key).cloned();
        let mut text = plies_text(plies as u64, lang) + "\n";
        if let (Some(black), Some(white)) = (player("先手"), player("後手")) {
            text += &lang
                .pick(format!("先手 {black}、後手 {white}\n"), format!("Black {black}, White {white}\n"));
        }
        if game.is_interrupted {
            let known = game.standings.iter().filter(|standing| standing.chance().is_some()).count();
            text += &lang.pick(
                format!("中断: 終わりから{known}局面だけを解析した\n"),
                format!(
                    "interrupted: only {} analysed, from the last one back\n",
                    counted(known as u64, "position")
                ),
            );
        }
        if let Some((count, reason)) = game.left_out() {
            let reason = if reason == Reason::Time {
                ["時間", "time of the whole game is"]
            } else {
                ["ノード数", "nodes of the whole game are"]
            };
            text += &lang.pick(
                format!("全体の{}の制限に達した: 初めの方の{count}局面は解析していない\n", reason[0]),
                format!("the {} used up: the first {count} of its positions were not analysed\n", reason[1]),
            );
        }
        if let Some(illegal) = self.illegal {
            text += &format!("{}\n", illegal_text(illegal, lang));
        }
        for event in &game.events {
            let (name, said) =
                (self.move_name(event.ply, lang), self.event_text(event.ply, &event.kind, lang));
            text += &format!("{name}: {said}\n");
        }
        if game.events.is_empty() && !game.is_interrupted && game.left_out().is_none() {
            text += lang.pick("指摘する手はない\n", "nothing to report\n");
        }
        if full {
            text += lang.pick(
                "評価値 (先手から見て) と先手の勝率\n",
                "values for Black, and his chance of winning\n",
            );
            for (ply, standing) in game.standings.iter().enumerate() {
                let value = value_text(standing, lang);
                let chance = standing
                    .chance_of_black()
                    .map_or("?".to_owned(), |chance| format!("{:.0}%", 100.0 * chance));
                let name = match ply {
                    0 => lang.pick("初形".to_owned(), "start".to_owned()),
                    _ => self.move_name(ply, lang),
                };
                text += &format!("{name}  {value}  {chance}\n");
            }
        }
        for color in Color::ALL {
            let own = game.events.iter().filter(|event| event.side == color);
            let count = own.filter(|event| event.kind.is_mistake()).count();
            let (ja, en) = match color {
                Color::Black => ("先手", "Black"),
                Color::White => ("後手", "White"),
            };
            text += &lang.pick(
                format!("{ja}の疑問手・悪手 {count}\n"),
                format!("{en}: {}\n", counted(count as u64, "mistake")),
            );
        }
        text
    }
}
