//! Finds where one record of a file ends and the next one begins.

use super::super::record_reader;
use super::board::is_file_line;
use super::keywords;

/// The parts that the current record has had so far.
#[derive(Default)]
pub(in crate::notation::read) struct Divider {
    /// The keys of headers that come before another part of the record: a handicap, a rank, a move, or a line that
    /// cannot be read. If such a key occurs again, it is that of another record.
    earlier_keys: Vec<String>,
    /// The keys of headers after the last such part: a key may occur twice in one header, such as 分類.
    keys: Vec<String>,
    ranks: usize,
    has_moves: bool,
}

impl record_reader::Divider for Divider {
    /// Resets the divider for the new record when one begins.
    fn begins(&mut self, text: &str) -> bool {
        let text = text.trim();
        if text.starts_with("# ----") || text.starts_with("#KI") {
            return std::mem::take(self).has_something();
        }
        if text.starts_with('|') {
            let begins = self.has_moves || self.ranks == 9;
            if begins {
                *self = Divider::default();
            }
            self.ranks += 1;
            self.end_header();
            return begins;
        }
        let first = text.chars().next().unwrap_or(' ');
        if keywords::mark(first).is_some() || is_numbered(text) || text.starts_with("まで") {
            self.has_moves = true;
            self.end_header();
            return false;
        }
        if text.is_empty() || text.starts_with(['*', '&', '#']) {
            return false;
        }
        let Some((key, value)) = text.split_once(['：', ':']) else {
            self.end_header();
            return false;
        };
        let key = key.trim();
        if key == "変化" || !keywords::is_key(key) {
            return false;
        }
        let is_behind_moves = self.has_moves && !keywords::may_follow_moves(key);
        let begins = is_behind_moves || self.earlier_keys.iter().any(|known| known == key);
        if begins {
            *self = Divider::default();
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

fn is_numbered(text: &str) -> bool {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    // The line of file numbers above a board begins with a number too.
    behind.len() < text.len() && behind.starts_with([' ', '\t', '　']) && !is_file_line(text)
}
