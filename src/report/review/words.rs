//! Names of moves and values of positions of a game, as text.

use super::ReviewReport;
use crate::notation::{MoveStyle, kif_move, mark};
use crate::play::Score;
use crate::position::Position;
use crate::report::Lang;
use crate::review::{EventKind, Mate, Standing};
use crate::types::{Color, Move};

impl ReviewReport<'_> {
    /// The position after `plies` plies.
    pub(super) fn position(&self, plies: usize) -> Position {
        let mut position = self.problem.position().clone();
        for &mv in &self.moves[..plies] {
            position.do_move(mv);
        }
        position
    }

    /// The names of the moves of a line that begins after `plies` plies.
    pub(super) fn names(&self, plies: usize, line: &[Move], lang: Lang) -> String {
        let style = lang.pick(MoveStyle::Traditional, MoveStyle::English);
        let mut position = self.position(plies);
        let mut previous = plies.checked_sub(1).map(|before| self.moves[before].to());
        let names = line.iter().map(|&mv| {
            let name = style.name(&position, mv, previous);
            position.do_move(mv);
            previous = Some(mv.to());
            name
        });
        names.collect::<Vec<_>>().join(" ")
    }

    /// The moves of a line that begins after `plies` plies, in KIF notation.
    pub(super) fn kif_names(&self, plies: usize, line: &[Move]) -> String {
        let mut position = self.position(plies);
        let mut previous = plies.checked_sub(1).map(|before| self.moves[before].to());
        let names = line.iter().map(|&mv| {
            let name = format!("{}{}", mark(position.side_to_move()), kif_move(&position, mv, previous));
            position.do_move(mv);
            previous = Some(mv.to());
            name
        });
        names.collect::<Vec<_>>().join(" ")
    }

    /// The name of a move of the game, with its ply.
    pub(super) fn move_name(&self, ply: usize, lang: Lang) -> String {
        match self.moves.get(ply - 1) {
            Some(&mv) => {
                let name = self.names(ply - 1, &[mv], lang);
                lang.pick(format!("{ply}手目 {name}"), format!("ply {ply} {name}"))
            }
            None => lang.pick("終局図".to_owned(), "the last position".to_owned()),
        }
    }

    /// The text of a remark at `ply`, without its move.
    pub(super) fn event_text(&self, ply: usize, kind: &EventKind, lang: Lang) -> String {
        let mistake = |ja: &str, en: &str, loss: f64, better: Option<Move>| {
            // Rounded down, so that no move looks like a blunder that is not one; the small addition
            // compensates for floating-point errors.
            let percent = (100.0 * loss + 1e-9).floor();
            let better = better.map(|mv| self.names(ply - 1, &[mv], lang));
            let than = better.map_or(String::new(), |name| {
                lang.pick(format!("、エンジンの推奨は {name}"), format!("; the engine prefers {name}"))
            });
            lang.pick(
                format!("{ja} (勝率 −{percent:.0}%{than})"),
                format!("{en} (−{percent:.0} % of the chance of winning{than})"),
            )
        };
        match kind {
            EventKind::Dubious { loss, better } => mistake("疑問手", "dubious", *loss, *better),
            EventKind::Blunder { loss, better } => mistake("悪手", "blunder", *loss, *better),
            EventKind::LosingMove => lang.pick("敗着", "the losing move").to_owned(),
            EventKind::MissedMate { line, exact, is_certain } => {
                let (length, names) = (line.len(), self.names(ply - 1, line, lang));
                let (ja, en) = match exact {
                    true => (format!("{length}手詰"), format!("mate in {length}")),
                    false => (format!("{length}手以内の詰み"), format!("mate in at most {length}")),
                };
                let (ja_open, en_open) = match is_certain {
                    true => ("", ""),
                    false => {
                        ("、指した手でも詰むかどうかは不明", "; whether the move played mates is not known")
                    }
                };
                lang.pick(format!("{ja}の見逃し{ja_open}: {names}"), format!("missed {en}{en_open}: {names}"))
            }
            EventKind::MissedDeclaration => {
                lang.pick("入玉宣言で勝てた", "a win could be declared").to_owned()
            }
            EventKind::MissedTry { better } => {
                let name = self.names(ply - 1, &[*better], lang);
                lang.pick(
                    format!("トライで勝てた: {name}"),
                    format!("the king could win by entering (try): {name}"),
                )
            }
        }
    }
}

/// The value of a position from Black's point of view; mates and declarations are named as such.
pub(super) fn value_text(standing: &Standing, lang: Lang) -> String {
    let sign = |is_black: bool| if is_black { "+" } else { "-" };
    let is_black = standing.side == Color::Black;
    if let Mate::Found { line, exact } = &standing.mate {
        let (sign, length) = (sign(is_black), line.len());
        return match exact {
            true => lang.pick(format!("{sign}詰 {length} (証明)"), format!("{sign}mate {length} (proved)")),
            false => lang.pick(
                format!("{sign}詰 {length}以内 (証明)"),
                format!("{sign}mate within {length} (proved)"),
            ),
        };
    }
    if standing.can_declare {
        return format!("{}{}", sign(is_black), lang.pick("宣言勝ち", "declaration"));
    }
    if standing.winning_try.is_some() {
        return format!("{}{}", sign(is_black), lang.pick("トライ勝ち", "try"));
    }
    if standing.is_over {
        return format!("{}{}", sign(!is_black), lang.pick("終局", "over"));
    }
    match standing.searched.as_ref().map(|searched| searched.score) {
        Some(Score::Centipawns(value)) => format!("{:+}", if is_black { value } else { -value }),
        Some(Score::Mate(plies)) => {
            let (sign, length) = (sign((plies > 0) == is_black), plies.abs());
            lang.pick(format!("{sign}詰 {length} (探索)"), format!("{sign}mate {length} (by the search)"))
        }
        None => "?".to_owned(),
    }
}
