//! The board as text, in the form of Japanese diagrams (BOD): White's hand above, Black's below.
//!
//! Every square takes three columns of a terminal with East Asian widths: a space or `v` (White's piece),
//! then one full-width character. The board contains no character of ambiguous width, so the files line up.

use super::names::{PIECE_BOX, diagram_letter, hand_text, rank_name, side_name};
use crate::position::Position;
use crate::types::{Color, Hand, Square};

/// The board as nine lines of squares with files and ranks, the hands, the piece box (駒箱) unless it is empty,
/// and the side to move. Stones are 石. Every line ends with a line feed.
pub fn board_text(position: &Position) -> String {
    let mut text = diagram_text(position);
    if !position.piece_box().is_empty() {
        text += &hand_line(PIECE_BOX, position.piece_box());
    }
    text += side_name(position.side_to_move());
    text += "番\n";
    text
}

/// The board between the hands, as in the KIF family.
pub(super) fn diagram_text(position: &Position) -> String {
    let mut text = hand_line(&hand_title(Color::White), position.hand(Color::White));
    text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n";
    text += "+---------------------------+\n";
    for rank in 1..=9 {
        text += &rank_line(position, rank);
    }
    text += "+---------------------------+\n";
    text += &hand_line(&hand_title(Color::Black), position.hand(Color::Black));
    text
}

fn hand_title(color: Color) -> String {
    format!("{}の持駒", side_name(color))
}

fn rank_line(position: &Position, rank: u8) -> String {
    let squares = (1..=9).rev().filter_map(|file| Square::from_file_rank(file, rank));
    let cells: String = squares.clone().map(|sq| cell(position, sq)).collect();
    let name = squares.map(rank_name).next().unwrap_or(' ');
    format!("|{cells}|{name}\n")
}

fn cell(position: &Position, sq: Square) -> String {
    match position.piece_at(sq) {
        Some(piece) => {
            let owner = if piece.color() == Color::White { 'v' } else { ' ' };
            format!("{owner}{}", diagram_letter(piece.kind()))
        }
        None if position.is_stone(sq) => " 石".to_owned(),
        None => " ・".to_owned(),
    }
}

fn hand_line(title: &str, hand: Hand) -> String {
    format!("{title}：{}\n", hand_text(hand))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_with_everything() {
        let position = Position::from_sfen("4k3+p/9/4O4/9/9/9/9/9/+R+LK6 w 2G10Pb 1").expect("an SFEN");
        let expected = "\
後手の持駒：角
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・vと|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 石 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| 龍 杏 玉 ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金二　歩十
駒箱：飛　角　金二　銀四　桂四　香三　歩七
後手番
";
        assert_eq!(board_text(&position), expected);
    }

    #[test]
    fn every_line_of_the_frame_is_as_wide() {
        let text = board_text(&Position::startpos());
        let width = |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let widths: Vec<usize> =
            text.lines().skip(2).take(11).map(|line| width(line.trim_end_matches(rank_letter))).collect();
        assert_eq!(widths, [29; 11]);
    }

    fn rank_letter(letter: char) -> bool {
        "一二三四五六七八九".contains(letter)
    }
}
