//! Styles of writing the moves of a line: as in books, in the short form of solution lists, in English, in
//! USI.

use super::japanese::{japanese, rivals};
use crate::board::Bitboard;
use crate::position::Position;
use crate::record::Record;
use crate::types::{Move, Piece, Square};

/// The style in which moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MoveStyle {
    /// ▲２四香 △同　玉 ▲３四飛成
    #[default]
    Traditional,
    /// 24香、同玉、34飛成
    Short,
    /// L*2d Kx2d R-3d+
    English,
    /// L*2d 1c2d 3h3d+
    Usi,
}

impl MoveStyle {
    /// The name of a legal move. `previous` is the destination of the move before.
    ///
    /// ```
    /// use tsumugi::notation::MoveStyle;
    /// use tsumugi::position::Position;
    ///
    /// let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
    /// let mv = "G*1b".parse().expect("a move");
    /// let names = [MoveStyle::Traditional, MoveStyle::Short, MoveStyle::English, MoveStyle::Usi]
    ///     .map(|style| style.name(&position, mv, None));
    /// assert_eq!(names, ["▲１二金打", "12金打", "G*1b", "G*1b"]);
    /// # Ok::<(), tsumugi::position::SfenError>(())
    /// ```
    pub fn name(self, position: &Position, mv: Move, previous: Option<Square>) -> String {
        match self {
            MoveStyle::Traditional => japanese(position, mv, previous),
            MoveStyle::Short => short(position, mv, previous),
            MoveStyle::English => english(position, mv),
            MoveStyle::Usi => mv.to_string(),
        }
    }

    /// The names of the legal moves of a line, in its order.
    pub fn names(self, record: &Record) -> impl Iterator<Item = String> {
        self.names_from(&record.root, None, &record.moves)
    }

    /// The names of legal moves from a position on. `previous` is the destination of the move before.
    pub(crate) fn names_from(
        self,
        position: &Position,
        mut previous: Option<Square>,
        moves: &[Move],
    ) -> impl Iterator<Item = String> {
        let mut position = position.clone();
        moves.iter().map(move |&mv| {
            let name = self.name(&position, mv, previous);
            position.do_move(mv);
            previous = Some(mv.to());
            name
        })
    }

    /// The separator between two moves.
    pub const fn separator(self) -> &'static str {
        match self {
            MoveStyle::Short => "、",
            _ => " ",
        }
    }
}

/// The traditional names of the legal moves of a line, in its order.
pub fn japanese_line(record: &Record) -> impl Iterator<Item = String> {
    MoveStyle::Traditional.names(record)
}

/// The traditional name without its mark, with the square in ASCII digits.
fn short(position: &Position, mv: Move, previous: Option<Square>) -> String {
    let name = japanese(position, mv, previous);
    let behind_square: String = name.chars().skip(3).collect();
    match previous == Some(mv.to()) {
        true => format!("同{behind_square}"),
        false => format!("{}{}{behind_square}", mv.to().file(), mv.to().rank()),
    }
}

/// The notation of English books on shogi: the piece (with `+` if promoted), its origin when other pieces of
/// its kind could go to the square too, `-` `x` or `*`, the square, and `+` or `=` for a promotion made or
/// declined.
fn english(position: &Position, mv: Move) -> String {
    let us = position.side_to_move();
    let to = mv.to();
    let Some((from, piece)) = mv.from().and_then(|from| Some((from, position.piece_at(from)?))) else {
        return mv.to_string();
    };
    let origin = if rivals(position, piece, to).len() > 1 { from.to_string() } else { String::new() };
    let sign = if position.piece_at(to).is_some() { 'x' } else { '-' };
    let zone = Bitboard::promotion_zone(us);
    let promotion = match piece.kind().promoted() {
        Some(_) if mv.promotes() => "+",
        Some(_) if zone.contains(from) || zone.contains(to) => "=",
        _ => "",
    };
    format!("{}{origin}{sign}{to}{promotion}", english_piece(piece))
}

fn english_piece(piece: Piece) -> String {
    let plus = if piece.kind().is_promoted() { "+" } else { "" };
    format!("{plus}{}", piece.kind().letter())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sfen: &str, moves: &str, style: MoveStyle) -> String {
        let root = Position::from_sfen(sfen).expect("an SFEN");
        let moves = moves.split_whitespace().map(|mv| mv.parse().expect("a move")).collect();
        style.names(&Record::new(root, moves)).collect::<Vec<_>>().join(style.separator())
    }

    #[test]
    fn the_four_styles_of_a_line() {
        let (sfen, line) = ("9/9/8k/9/9/9/9/6R2/9 b L 1", "L*2d 1c2d 3h3b+ 2d1d");
        assert_eq!(names(sfen, line, MoveStyle::Traditional), "▲２四香 △同　玉 ▲３二飛成 △１四玉");
        assert_eq!(names(sfen, line, MoveStyle::Short), "24香、同玉、32飛成、14玉");
        assert_eq!(names(sfen, line, MoveStyle::English), "L*2d Kx2d R-3b+ K-1d");
        assert_eq!(names(sfen, line, MoveStyle::Usi), line);
    }

    #[test]
    fn english_tells_rivals_apart_and_marks_promotions() {
        let position = Position::from_sfen("4k4/9/3G1G3/4S4/9/9/9/9/4+R4 b - 1").expect("an SFEN");
        let name = |usi: &str| english(&position, usi.parse().expect("a move"));
        assert_eq!(
            ["6c5b", "5d5c", "5d5c+", "5d6e", "5i5h"].map(name),
            ["G6c-5b", "S-5c=", "S-5c+", "S-6e", "+R-5h"]
        );
    }
}
