//! What a line is, by its first words: a header, a rank of a board, a move, ….

use super::super::cursor::Cursor;
use super::{board, keywords, sentence};
use crate::types::Color;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    /// `#…`: a note of a program.
    Note,
    /// `*…`
    Comment,
    /// `&…`: the name of a bookmark (しおり).
    Bookmark,
    /// What stands around a board, or above the moves: `+---+`, the numbers of the files, `手数----指手`.
    Frame,
    /// The numbers of the files above a board seen by White.
    TurnedFiles,
    /// A rank of a board.
    Rank,
    /// A move, or an ending, with its number.
    Numbered,
    /// Moves, each behind the mark of its side.
    Marked,
    /// `手数＝5  ▲２四歩  まで`
    MovesBefore,
    /// `まで3手で詰み`
    Closing,
    /// `変化：5手`
    Variation,
    /// `後手番`
    Side(Color),
    /// `キー：値`
    Header,
    /// Any other text. It can only be a title.
    Words,
}

impl Kind {
    /// The kind of a line; of a line that may be a title, the other kind that it may have.
    pub fn of(line: &str) -> Kind {
        let text = line.trim();
        match text.chars().next() {
            None => Kind::Blank,
            Some('*') => Kind::Comment,
            Some('#') => Kind::Note,
            Some('&') => Kind::Bookmark,
            Some('|') => Kind::Rank,
            Some('+') if text.starts_with("+-") => Kind::Frame,
            Some('９' | '9') if board::is_file_line(text) => Kind::Frame,
            Some('１' | '1') if board::is_turned_file_line(text) => Kind::TurnedFiles,
            Some(c) if c.is_ascii_digit() || ('１'..='９').contains(&c) => {
                let words = keywords::words_behind_number(text);
                if words.is_some_and(|words| !words.starts_with(char::is_whitespace)) {
                    Kind::Words
                } else {
                    Kind::Numbered
                }
            }
            Some(c) if keywords::mark(c).is_some() => Kind::Marked,
            _ if text.starts_with("手数-") => Kind::Frame,
            _ if text.starts_with("手数＝") || text.starts_with("手数=") => Kind::MovesBefore,
            _ if text.starts_with("まで") || text.starts_with('迄') => Kind::Closing,
            _ if text.starts_with("変化") => Kind::Variation,
            _ => match keywords::side_to_move(text) {
                Some(side) => Kind::Side(side),
                None if text.contains(['：', ':']) => Kind::Header,
                None => Kind::Words,
            },
        }
    }

    /// Whether a text of this kind may also be a title: it is no header, and has not the form of a move, an ending, a
    /// closing sentence or the head of a variation.
    pub fn may_be_title(self, text: &str) -> bool {
        match self {
            Kind::Words => true,
            Kind::Numbered => keywords::words_behind_number(text).is_some(),
            Kind::Closing => !sentence::is_counted(text),
            Kind::Variation => !is_head_of_variation(text),
            _ => false,
        }
    }

    /// Whether the line is a part of the moves.
    pub fn is_of_moves(self) -> bool {
        matches!(self, Kind::Numbered | Kind::Marked | Kind::Closing | Kind::Variation)
    }

    /// Whether a record has begun with this line, so that no title can come any more.
    pub fn begins_record(self) -> bool {
        self.is_of_moves() || matches!(self, Kind::Frame | Kind::TurnedFiles | Kind::Rank | Kind::Header)
    }
}

/// Whether a text that begins with 変化 goes on like the head of a variation: with a colon, or with a number of moves.
fn is_head_of_variation(text: &str) -> bool {
    let mut at = Cursor::new(0, text);
    at.take_word("変化");
    if at.peek().is_some_and(|c| matches!(c, '：' | ':')) {
        return true;
    }
    at.skip_space();
    keywords::take_number(&mut at).is_some() && at.peek().is_none_or(|c| c == '手' || !c.is_alphabetic())
}
