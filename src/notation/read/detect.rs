//! Detects the format of a text by its first lines.

use super::kifu::{is_ascii_word, words_behind_number};
use crate::problem::TextLines;
use std::io::{self, BufRead};

/// A family of formats that one reader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// Problem sets: an SFEN or a USI `position` on each line.
    Sfen,
    /// KIF, KI2 and BOD.
    Kifu,
    /// CSA.
    Csa,
    /// JKF, or answers of `solve --json`.
    Json,
}

/// The largest number of lines examined: comments may come first.
const LINES: usize = 1000;

/// The format of a text. The lines examined are put back. A text without recognisable lines is taken for a
/// problem set, whose reader reports what is wrong with it. Titles may stand above the first recognisable line.
///
/// # Errors
/// Errors of the input.
pub(super) fn format<R: BufRead>(lines: &mut TextLines<R>) -> io::Result<TextFormat> {
    let mut seen = Vec::new();
    let mut format = None;
    while format.is_none() && seen.len() < LINES {
        let Some(line) = lines.next() else { break };
        let line = line?;
        format = match &line.text {
            Ok(text) => format_of_line(text),
            Err(_) => Some(TextFormat::Sfen),
        };
        seen.push(line);
    }
    lines.give_back(seen);
    Ok(format.unwrap_or(TextFormat::Sfen))
}

/// The format that a line indicates; `None` for blank lines and comments, which occur in many formats, and for lines
/// that may be a title.
fn format_of_line(line: &str) -> Option<TextFormat> {
    let text = line.trim();
    if text.is_empty() || text.starts_with('#') {
        return None;
    }
    Some(match text.as_bytes() {
        [b'{' | b'[', ..] => TextFormat::Json,
        // Keywords in Latin letters of CSA and problem sets are never followed by the full-width colon of
        // headers.
        _ if text.split_once('：').is_some_and(|(key, _)| is_ascii_word(key)) => TextFormat::Kifu,
        _ if is_csa(text) => TextFormat::Csa,
        _ if is_kifu(text) => TextFormat::Kifu,
        _ if may_be_title(text) => return None,
        _ => TextFormat::Sfen,
    })
}

/// Whether a line of no known format may be a title, such as 煙詰, No.1 煙詰 or 5手詰: it has Japanese letters, is not an
/// SFEN with metadata, and does not begin with a number as a move does.
fn may_be_title(text: &str) -> bool {
    let may_be_set = text.contains(['/', ';']);
    match text.chars().next().unwrap_or(' ') {
        '0'..='9' | '０'..='９' => words_behind_number(text).is_some() && !may_be_set,
        first => !first.is_ascii() || !text.is_ascii() && !may_be_set,
    }
}

fn is_csa(text: &str) -> bool {
    match text.as_bytes() {
        [b'\'' | b'$' | b'%', ..] | [b'+' | b'-'] | [b'+' | b'-', b',', ..] | [b'P', b'I', ..] => {
            !text.contains('/')
        }
        // Other statements may follow the version, after a comma.
        [b'V', rest @ ..] => {
            let version = rest.split(|c| *c == b',').next().unwrap_or_default();
            !version.is_empty() && version.iter().all(|c| c.is_ascii_digit() || *c == b'.')
        }
        // `N` may be a knight at the beginning of a board, followed by a promoted piece; and a player's name
        // may contain a slash.
        [b'N', b'+' | b'-', ..] => !is_board(text),
        [b'P', b'1'..=b'9', b' ' | b'*' | b'+' | b'-', ..] | [b'P', b'+' | b'-', ..] => !text.contains('/'),
        [b'+' | b'-', rest @ ..] => rest.len() >= 6 && rest[..4].iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Whether a line begins with the nine ranks of an SFEN board.
fn is_board(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|board| board.matches('/').count() == 8)
}

fn is_kifu(text: &str) -> bool {
    let first = text.chars().next().unwrap_or(' ');
    let is_numbered = {
        let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
        behind.len() < text.len() && behind.trim_start().len() < behind.len() && !behind.trim().is_ascii()
    };
    matches!(first, '|' | '*' | '&' | '▲' | '△' | '☗' | '☖' | '▼' | '▽')
        || text.starts_with("+--")
        || !first.is_ascii() && is_kifu_word(text)
        || is_numbered
}

/// Whether a Japanese line is one of those that come before the moves of a record.
fn is_kifu_word(text: &str) -> bool {
    text.contains(['：', ':', '＝'])
        || text.starts_with("手数--")
        || text.starts_with("まで")
        || text.starts_with("９ ８")
        || matches!(text, "先手番" | "後手番" | "上手番" | "下手番")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_with_a_latin_letter_is_told_apart() {
        for (line, format) in [
            ("N+P1k5/9/9/9/9/9/9/9/9 b G 1", TextFormat::Sfen),
            ("N+n1Pk1b+P1/5G+b2/7+b+p/7+P1/b3r4/g+P1r3+p1/4+n4/1+l6+b/3g1+b1kn b - 1", TextFormat::Sfen),
            ("N+NAKAHARA", TextFormat::Csa),
            ("N-Ooyama / 2", TextFormat::Csa),
            ("N+", TextFormat::Csa),
            ("N：x", TextFormat::Kifu),
            ("PIECES：x", TextFormat::Kifu),
            ("V2.2,PI,+", TextFormat::Csa),
            ("-,-3334FU", TextFormat::Csa),
        ] {
            assert_eq!(format_of_line(line), Some(format), "{line}");
        }
    }

    #[test]
    fn titles_say_nothing_about_the_format() {
        for title in ["煙詰", "詰将棋パラダイス 第1番", "No.1 煙詰", "作意/変化", "5手詰", "１番 煙詰"]
        {
            assert_eq!(format_of_line(title), None, "{title}");
        }
        for set in [
            "8k/9/8G/9/9/9/9/9/9 b G 1 ; title=煙詰",
            "startpos ; title=煙詰",
            "title",
            "1番 8k/9/8G/9/9/9/9/9/9 b G 1",
            "１７六歩",
            "1▲７六歩(77)",
            "1手目 ▲７六歩",
        ] {
            assert_eq!(format_of_line(set), Some(TextFormat::Sfen), "{set}");
        }
    }
}
