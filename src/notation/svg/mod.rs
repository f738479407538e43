//! A diagram as in magazines, as SVG: the board with files and ranks, both hands at the sides, title and
//! composer below. White's pieces are upside down, stones (石) are dark squares, the destination of the last
//! move is grey.
//!
//! Pieces, numbers and hands are outlines, so they need no font. Title, composer and note are text,
//! preferably in a Japanese serif font of the viewer's system.

mod glyphs;

use super::names::{diagram_letter, file_name, kanji_number, rank_name};
use crate::position::Position;
use crate::types::{Color, Hand, Move, PieceKind, Square};
use glyphs::GLYPHS;
use std::collections::BTreeSet;

/// The contents of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move that led to it.
    pub last_move: Option<Move>,
    /// The side whose hand is not drawn: printed tsume do not show the hand of the defender, who holds all
    /// remaining pieces.
    pub without_hand: Option<Color>,
    /// 作品名, below the board.
    pub title: Option<&'a str>,
    /// 作者, below the title.
    pub composer: Option<&'a str>,
    /// A line of text at the bottom.
    pub note: Option<&'a str>,
}

/// The side length of a square, in the units of the picture (pixels at 100 %).
const CELL: f64 = 40.0;
/// The upper left corner of the board.
const LEFT: f64 = 56.0;
const TOP: f64 = 36.0;
const BOARD: f64 = 9.0 * CELL;
/// The sizes of a piece, of a number beside the board, and of the largest piece in a hand.
const PIECE: f64 = 33.0;
const LABEL: f64 = 15.0;
const HELD: f64 = 24.0;
/// The gap between 持駒 and the pieces, in characters.
const GAP: f64 = 0.4;
/// The distance between lines of text below the board.
const LINE: f64 = 26.0;
const WIDTH: f64 = LEFT + BOARD + 86.0;

/// Fonts for the texts below the board.
const FONTS: &str = "'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho',serif";

/// The outlines of all characters on diagrams, as SVG paths in boxes of 1000 × 1000 with the origin at the upper left.
pub fn diagram_outlines() -> impl Iterator<Item = (char, &'static str)> {
    GLYPHS.into_iter()
}

/// The SVG document, with a line feed at its end.
pub fn svg(diagram: &Diagram) -> String {
    let mut picture = Picture::default();
    picture.board(diagram);
    for owner in Color::ALL.into_iter().filter(|&owner| diagram.without_hand != Some(owner)) {
        picture.hand(owner, diagram.position.hand(owner));
    }
    let mut y = TOP + BOARD + 8.0;
    if diagram.position.side_to_move() == Color::White {
        picture.row("後手番", LEFT + BOARD - 3.0 * LABEL, y, LABEL);
        y += LABEL;
    }
    for (text, size) in [(diagram.title, 20.0), (diagram.composer, 16.0), (diagram.note, 14.0)] {
        if let Some(text) = text {
            y += LINE;
            picture.text(text, y, size);
        }
    }
    picture.finish(y + 14.0)
}

/// The elements so far, and the characters that they use.
#[derive(Default)]
struct Picture {
    elements: String,
    used: BTreeSet<char>,
}

impl Picture {
    fn board(&mut self, diagram: &Diagram) {
        if let Some(mv) = diagram.last_move {
            let (x, y) = corner(mv.to());
            self.elements +=
                &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#d0d0d0\"/>\n");
        }
        let mut lines = String::new();
        for step in 1..9 {
            let (x, y) = (LEFT + CELL * f64::from(step), TOP + CELL * f64::from(step));
            lines += &format!("M{LEFT} {y}h{BOARD}M{x} {TOP}v{BOARD}");
        }
        self.elements += &format!(
            "<path d=\"{lines}\" stroke=\"#000\" stroke-width=\"1\"/>\n\
             <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" stroke=\"#000\" \
             stroke-width=\"2\"/>\n"
        );
        for (x, y) in [(3.0, 3.0), (6.0, 3.0), (3.0, 6.0), (6.0, 6.0)] {
            let (x, y) = (LEFT + CELL * x, TOP + CELL * y);
            self.elements += &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\"/>\n");
        }
        for number in 1..=9 {
            let Some(sq) = Square::from_file_rank(number, number) else { continue };
            let (x, y) = corner(sq);
            let middle = (CELL - LABEL) / 2.0;
            self.glyph(file_name(sq), x + middle, TOP - LABEL - 5.0, LABEL, false);
            self.glyph(rank_name(sq), LEFT + BOARD + 5.0, y + middle, LABEL, false);
        }
        for sq in diagram.position.occupied() {
            self.square(diagram.position, sq);
        }
    }

    fn square(&mut self, position: &Position, sq: Square) {
        let (x, y) = corner(sq);
        match position.piece_at(sq) {
            Some(piece) => {
                let letter = diagram_letter(piece.kind()).chars().next().unwrap_or('石');
                let margin = (CELL - PIECE) / 2.0;
                self.glyph(letter, x + margin, y + margin, PIECE, piece.color() == Color::White);
            }
            None => {
                let (x, y, side) = (x + 4.0, y + 4.0, CELL - 8.0);
                self.elements += &format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"#444\"/>\n"
                );
            }
        }
    }

    /// Draws a hand in a column: Black's at the right from the middle down, White's at the left from the top.
    /// A long hand is drawn smaller.
    fn hand(&mut self, owner: Color, hand: Hand) {
        let mut letters: Vec<char> = "持駒".chars().collect();
        if hand.is_empty() {
            letters.extend("なし".chars());
        }
        for (kind, count) in hand.iter() {
            letters.extend(held_letter(kind));
            if count > 1 {
                letters.extend(kanji_number(count).chars());
            }
        }
        let size = HELD.min((BOARD - HELD) / (letters.len() as f64 + GAP));
        let x = match owner {
            Color::Black => LEFT + BOARD + 36.0 + (HELD - size) / 2.0,
            Color::White => 14.0 + (HELD - size) / 2.0,
        };
        let length = size * (letters.len() as f64 + 1.0 + GAP);
        let mut y = if owner == Color::Black { (TOP + BOARD - length).min(TOP + BOARD / 3.0) } else { TOP };
        self.mark(owner, x, y, size);
        for (index, letter) in letters.into_iter().enumerate() {
            y += if index == 2 { size * (1.0 + GAP) } else { size };
            self.glyph(letter, x, y, size, false);
        }
    }

    /// Draws the mark of a side, ▲ or △.
    fn mark(&mut self, owner: Color, x: f64, y: f64, size: f64) {
        let (left, middle, right) = (x + 0.15 * size, x + 0.5 * size, x + 0.85 * size);
        let (top, bottom) = (y + 0.12 * size, y + 0.82 * size);
        let fill = if owner == Color::Black { "#000" } else { "none" };
        self.elements += &format!(
            "<path d=\"M{middle:.1} {top:.1}L{right:.1} {bottom:.1}L{left:.1} {bottom:.1}Z\" fill=\"{fill}\" \
             stroke=\"#000\" stroke-width=\"1\"/>\n"
        );
    }

    fn row(&mut self, text: &str, x: f64, y: f64, size: f64) {
        for (index, letter) in text.chars().enumerate() {
            self.glyph(letter, x + size * index as f64, y, size, false);
        }
    }

    /// Draws a character with the upper left corner of its box at (x, y); upside down if `is_turned`.
    fn glyph(&mut self, letter: char, x: f64, y: f64, size: f64, is_turned: bool) {
        self.used.insert(letter);
        let scale = size / 1000.0;
        let id = letter as u32;
        let transform = match is_turned {
            false => format!("translate({x:.1} {y:.1}) scale({scale:.4})"),
            true => format!("translate({:.1} {:.1}) scale(-{scale:.4})", x + size, y + size),
        };
        self.elements += &format!("<use href=\"#u{id:x}\" transform=\"{transform}\"/>\n");
    }

    fn text(&mut self, text: &str, y: f64, size: f64) {
        let (x, size, text) = (LEFT + BOARD / 2.0, fitting(text, size), escape(text));
        self.elements += &format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" font-family=\"{FONTS}\">{text}</text>\n"
        );
    }

    fn finish(self, height: f64) -> String {
        let outlines: String = GLYPHS
            .iter()
            .filter(|(letter, _)| self.used.contains(letter))
            .map(|(letter, path)| format!("<path id=\"u{:x}\" d=\"{path}\"/>\n", *letter as u32))
            .collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
             viewBox=\"0 0 {WIDTH} {height}\">\n<defs>\n{outlines}</defs>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{}</svg>\n",
            self.elements
        )
    }
}

/// The upper left corner of a square.
fn corner(sq: Square) -> (f64, f64) {
    (LEFT + CELL * f64::from(9 - sq.file()), TOP + CELL * f64::from(sq.rank() - 1))
}

fn held_letter(kind: PieceKind) -> std::str::Chars<'static> {
    diagram_letter(kind).chars()
}

/// The text with the special characters of XML escaped, and without the characters that XML forbids.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '\n' | '\t' => escaped.push(' '),
            _ if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// The font size, at most `wanted`, with which a centred text fits between the edge of the picture and its
/// mirror image. Since fonts differ, ASCII characters are assumed to be three fifths as wide as high.
fn fitting(text: &str, wanted: f64) -> f64 {
    let ems: f64 = text.chars().map(|c| if c.is_ascii() { 0.6 } else { 1.0 }).sum();
    let room = 2.0 * (WIDTH - LEFT - BOARD / 2.0).min(LEFT + BOARD / 2.0) - LABEL;
    ((room / ems.max(1.0)).min(wanted) * 10.0).floor() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_are_set_smaller() {
        assert_eq!(fitting("短い題", 20.0), 20.0);
        for long in ["長".repeat(40), "A title in Latin letters, and a rather long one at that".to_owned()] {
            let size = fitting(&long, 20.0);
            assert!((9.0..14.5).contains(&size), "{size}");
        }
    }

    #[test]
    fn every_character_of_a_diagram_has_an_outline() {
        let has = |letter: char| GLYPHS.iter().any(|(known, _)| *known == letter);
        let pieces = PieceKind::ALL.iter().map(|&kind| diagram_letter(kind)).collect::<String>();
        let labels: String = (1..=9)
            .filter_map(|number| Square::from_file_rank(number, number))
            .flat_map(|sq| [file_name(sq), rank_name(sq)])
            .collect();
        let numbers: String = (2..=31).map(kanji_number).collect();
        for letter in [pieces.as_str(), &labels, &numbers, "持駒なし後手番"].concat().chars() {
            assert!(has(letter), "{letter}");
        }
    }

    #[test]
    fn titles_are_text_whatever_is_in_them() {
        assert_eq!(escape("<b>&\u{0}\u{1b}題\n名"), "&lt;b&gt;&amp;題 名");
    }
}
