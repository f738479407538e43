//! Finds where one record of a file ends and the next one begins.

use super::super::record_reader;
use super::keywords;
use super::line::Kind;

/// The parts that the current record has had so far.
#[derive(Default)]
pub(in crate::notation::read) struct Divider {
    /// The keys of headers that come before another part of the record: a handicap, a rank, a move, or a line that
    /// cannot be read. If such a key occurs again, it is that of another record.
    earlier_keys: Vec<String>,
    /// The keys of headers after the last such part: a key may occur twice in one header, such as 分類.
    keys: Vec<String>,
    ranks: usize,
    /// Whether it has more than titles and comments.
    has_begun: bool,
    has_moves: bool,
}

impl record_reader::Divider for Divider {
    /// Resets the divider for the new record when one begins.
    fn begins(&mut self, line: &str) -> bool {
        let text = line.trim();
        let kind = match Kind::of(line) {
            kind if !self.has_begun && kind.may_be_title(text) => Kind::Words,
            kind => kind,
        };
        self.has_begun |= kind.begins_record();
        match kind {
            Kind::Note if text.starts_with("# ----") || text.starts_with("#KI") => {
                return std::mem::take(self).has_something();
            }
            Kind::Rank => {
                let begins = self.has_moves || self.ranks == 9;
                if begins {
                    *self = Divider { has_begun: true, ..Divider::default() };
                }
                self.ranks += 1;
                self.end_header();
                return begins;
            }
            Kind::Numbered | Kind::Marked | Kind::Closing => {
                self.has_moves = true;
                self.end_header();
                return false;
            }
            Kind::Blank | Kind::Note | Kind::Comment | Kind::Bookmark | Kind::Variation => return false,
            _ => {}
        }
        let Some((key, value)) = text.split_once(['：', ':']) else {
            self.end_header();
            return false;
        };
        let key = key.trim();
        if !keywords::is_key(key) {
            return false;
        }
        let is_behind_moves = self.has_moves && !keywords::may_follow_moves(key);
        let begins = is_behind_moves || self.earlier_keys.iter().any(|known| known == key);
        if begins {
            *self = Divider { has_begun: true, ..Divider::default() };
        }
        if self.keys.iter().all(|known| known != key) {
            self.keys.push(key.to_owned());
        }
        if key == "手合割" && !keywords::names_no_handicap(value.trim()) {
            self.end_header();
        }
        begins
    }
}

impl Divider {
    /// Notes that another part of the record follows the headers so far.
    fn end_header(&mut self) {
        self.earlier_keys.append(&mut self.keys);
    }

    fn has_something(&self) -> bool {
        self.has_moves || self.ranks > 0 || !self.keys.is_empty() || !self.earlier_keys.is_empty()
    }
}
