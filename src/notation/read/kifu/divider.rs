//! Finds where one record of a file ends and the next one begins.

use super::super::record_reader;
use super::board::is_file_line;
use super::keywords;

/// The parts that the current record has had so far.
#[derive(Default)]
pub(in crate::notation::read) struct Divider {
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
            return begins;
        }
        let first = text.chars().next().unwrap_or(' ');
        if keywords::mark(first).is_some() || is_numbered(text) || text.starts_with("まで") {
            self.has_moves = true;
            return false;
        }
        let Some((key, _)) = text.split_once(['：', ':']) else { return false };
        let key = key.trim();
        if text.starts_with(['*', '&', '#']) || key == "変化" || !keywords::is_key(key) {
            return false;
        }
        let begins = self.has_moves || self.keys.iter().any(|known| known == key);
        if begins {
            *self = Divider::default();
        }
        self.keys.push(key.to_owned());
        begins
    }
}

impl Divider {
    fn has_something(&self) -> bool {
        self.has_moves || self.ranks > 0 || !self.keys.is_empty()
    }
}

fn is_numbered(text: &str) -> bool {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    // The line of file numbers above a board begins with a number too.
    behind.len() < text.len() && behind.starts_with([' ', '\t', '　']) && !is_file_line(text)
}
