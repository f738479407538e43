//! Finds where one record of a file ends and the next one begins.
//!
//! A board, moves or a repeated header show that the next record has begun. Titles and some headers above them may
//! belong to either record, so they are held back until such a line comes, or a line that continues the current record.

use super::super::record_reader::{self, Belongs};
use super::line::Kind;
use super::{keywords, sentence};

/// The parts that the current record has had so far.
#[derive(Default)]
pub(in crate::notation::read) struct Divider {
    /// The keys of headers that come before another part of the record: a handicap, a rank, a move, or a line that
    /// cannot be read. If such a key occurs again, it is that of another record.
    earlier_keys: Vec<String>,
    /// The keys of headers after the last such part: a key may occur twice in one header, such as 分類.
    keys: Vec<String>,
    ranks: usize,
    /// Whether there are headers above its board, other than hands.
    is_headed: bool,
    /// Whether it has more than titles and comments.
    has_begun: bool,
    has_moves: bool,
    /// Whether the line of moves has ended, so that no move can come.
    has_ended: bool,
    is_behind_blank: bool,
    held: Option<Held>,
}

/// The lines held back: headers and titles that may belong to the next record, and what stands between them.
#[derive(Default)]
struct Held {
    /// Their number.
    lines: usize,
    bytes: usize,
    /// The first title.
    title: Option<usize>,
    /// The first line that begins the next record if one begins: a title, or a header behind a blank line.
    first: Option<usize>,
    /// Where the last paragraph begins.
    paragraph: usize,
    /// Whether it has headers or titles.
    is_of_words: bool,
}

/// The most lines that are held back: the headers above a record are fewer. Hostile texts may have all of them read
/// again for each record that begins among them.
const MOST_HELD: usize = 200;

/// No more lines are held back behind so many bytes.
const MOST_BYTES: usize = 1 << 18;

impl record_reader::Divider for Divider {
    fn examine(&mut self, line: &str) -> Belongs {
        let text = line.trim();
        let kind = match Kind::of(line) {
            kind if !self.has_begun && kind.may_be_title(text) => Kind::Words,
            kind => kind,
        };
        if self.begins_next(kind, text) {
            return Belongs::Next { kept: self.held.as_ref().map_or(0, |held| self.kept(held, kind)) };
        }
        let heads_next = self.may_head_next(kind, text);
        let kind = if heads_next && kind != Kind::Header { Kind::Words } else { kind };
        let belongs = self.place(kind, line, heads_next);
        self.note(kind, text);
        belongs
    }
}

impl Divider {
    /// Whether the next record has begun with this line, or with a line held back before it.
    fn begins_next(&self, kind: Kind, text: &str) -> bool {
        match kind {
            Kind::Note => (text.starts_with("# ----") || text.starts_with("#KI")) && self.has_something(),
            Kind::Rank => self.is_complete(),
            Kind::Header => {
                let key = key(text);
                let is_behind_moves = self.has_moves && !keywords::may_follow_moves(key);
                keywords::is_key(key)
                    && (is_behind_moves || self.earlier_keys.iter().any(|known| known == key))
            }
            _ => false,
        }
    }

    /// Whether the record is complete, so that it can be followed by another one.
    fn is_complete(&self) -> bool {
        self.has_moves || self.ranks == 9
    }

    fn has_something(&self) -> bool {
        self.has_moves || self.ranks > 0 || !self.keys.is_empty() || !self.earlier_keys.is_empty()
    }

    /// Whether the next record begins with this line, provided that a record begins soon: a title, or a header behind
    /// a blank line, except the hands below a board.
    fn may_head_next(&self, kind: Kind, text: &str) -> bool {
        let is_apart = match kind {
            Kind::Words => !text.is_ascii(),
            Kind::Variation => true,
            // Otherwise it may be an ending of an unknown name.
            Kind::Numbered => self.has_ended || self.is_behind_blank && !self.has_moves,
            // A record has one closing sentence.
            Kind::Closing => self.has_ended && self.is_behind_blank && !sentence::tells_end(text),
            Kind::Header => self.is_behind_blank && (self.has_moves || !keywords::is_hand(key(text))),
            _ => false,
        };
        self.is_complete() && is_apart && (kind == Kind::Header || kind.may_be_title(text))
    }

    /// The place of a line that does not show that the next record has begun.
    fn place(&mut self, kind: Kind, line: &str, heads_next: bool) -> Belongs {
        let is_open = match kind {
            Kind::Words => heads_next || self.held.is_some(),
            Kind::Header => {
                self.held.is_some() || self.is_complete() && (self.has_moves || self.is_behind_blank)
            }
            _ => self.held.is_some() && !matches!(kind, Kind::Rank) && !kind.is_of_moves(),
        };
        if !is_open || self.held.as_ref().is_some_and(Held::is_full) {
            self.held = None;
            return Belongs::Current;
        }
        let held = self.held.get_or_insert_default();
        let index = held.lines;
        held.lines += 1;
        held.bytes += line.len();
        let is_title = heads_next && kind == Kind::Words;
        // No title stands below headers, so those of an earlier paragraph belong to the current record.
        if is_title && held.title.is_none() && self.is_behind_blank {
            held.first = Some(index);
        }
        if heads_next {
            held.first.get_or_insert(index);
        }
        if is_title {
            held.title.get_or_insert(index);
        }
        // The end of a game is written directly behind its moves.
        let is_end_of_game = kind == Kind::Header && key(line) == "終了日時" && self.has_moves;
        held.is_of_words |= matches!(kind, Kind::Header | Kind::Words);
        if kind == Kind::Blank || is_end_of_game && held.paragraph == index {
            (held.paragraph, held.is_of_words) = (index + 1, false);
        }
        Belongs::Either
    }

    /// How many of the lines held back belong to the current record when the next one has begun with a line of this
    /// kind.
    fn kept(&self, held: &Held, kind: Kind) -> usize {
        // Headers between blank lines stand below their diagrams if the one above has none above itself.
        let is_below = !self.has_moves && !self.is_headed && !held.is_of_words;
        match (kind, held.title) {
            // The first line of a file, above which only a title may stand.
            (Kind::Note, title) => title.unwrap_or(held.lines),
            (_, None) if is_below => held.paragraph,
            _ => held.first.unwrap_or(held.paragraph),
        }
    }

    /// Notes what the record has with this line.
    fn note(&mut self, kind: Kind, text: &str) {
        self.has_begun |= kind.begins_record();
        self.is_behind_blank = match kind {
            Kind::Blank => true,
            Kind::Comment | Kind::Bookmark | Kind::Note => self.is_behind_blank,
            _ => false,
        };
        match kind {
            Kind::Blank | Kind::Comment | Kind::Bookmark | Kind::Note => {}
            Kind::Header => self.note_header(text),
            Kind::Variation => self.has_ended = false,
            Kind::Numbered | Kind::Marked | Kind::Closing => {
                self.has_moves = true;
                self.has_ended = match kind {
                    Kind::Numbered => !keywords::is_numbered_move(text),
                    Kind::Marked => keywords::is_end_of_marked_moves(text),
                    _ => true,
                };
                self.end_header();
            }
            Kind::Rank => {
                if self.ranks == 0 {
                    let mut keys = self.earlier_keys.iter().chain(&self.keys);
                    self.is_headed = keys.any(|key| !keywords::is_hand(key));
                }
                self.ranks += 1;
                self.end_header();
            }
            Kind::Frame | Kind::TurnedFiles | Kind::MovesBefore | Kind::Side(_) | Kind::Words => {
                self.end_header();
            }
        }
    }

    fn note_header(&mut self, text: &str) {
        let key = key(text);
        if !keywords::is_key(key) {
            return;
        }
        if self.keys.iter().all(|known| known != key) {
            self.keys.push(key.to_owned());
        }
        let value = text[key.len()..].trim_start().trim_start_matches(['：', ':']);
        if key == "手合割" && !keywords::names_no_handicap(value.trim()) {
            self.end_header();
        }
    }

    /// Notes that another part of the record follows the headers so far.
    fn end_header(&mut self) {
        self.earlier_keys.append(&mut self.keys);
    }
}

impl Held {
    fn is_full(&self) -> bool {
        self.lines == MOST_HELD || self.bytes > MOST_BYTES
    }
}

/// The key of a header.
fn key(text: &str) -> &str {
    text.split(['：', ':']).next().unwrap_or_default().trim()
}
