//! Positions as websites and programs put them into addresses, and other encodings of an SFEN:
//! percent-encoded, with `_` or `+` instead of blanks, in full-width letters.
//!
//! Parameters that hold a position or a line: `usi` (ShogiHome), `sfen` (sfenreader, ぴよ将棋, Shogi Playground
//! and others), `initpos` with `moves` (KENTO), `position`, `body` (将棋 EXTEND). In the paths of lishogi's
//! editor and analysis, a position is nine ranks separated by `/`. Any other address is rejected with an
//! error that says so.

use super::SfenText;
use super::error::{SfenError, Token};
use super::plain::parse_plain;
use std::borrow::Cow;

/// The parameters of addresses that hold a position.
const PARAMETERS: [&str; 5] = ["usi", "sfen", "initpos", "position", "body"];

/// Path segments of lishogi for boards of other games.
const OTHER_GAMES: [&str; 5] = ["minishogi", "chushogi", "annanshogi", "kyotoshogi", "checkshogi"];

/// Reads a text that is not a plain SFEN. `None` when it is not one of the other encodings either.
pub(super) fn parse_disguised(text: &str) -> Option<Result<SfenText, SfenError>> {
    let trimmed = text.trim();
    if is_address(trimmed) {
        let column = text.chars().take_while(|c| c.is_whitespace()).count() + 1;
        return Some(parse_address(trimmed, column));
    }
    let plain = undisguised(trimmed);
    (plain != trimmed).then(|| parse_plain(&plain)).filter(Result::is_ok)
}

/// Whether a text is an address, that is, begins with a scheme, with `www.` or with the host of lishogi.
pub(super) fn is_address(text: &str) -> bool {
    let scheme = text.split_once("://").map_or("", |(scheme, _)| scheme);
    let is_scheme = !scheme.is_empty() && scheme.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-');
    is_scheme || ["lishogi.org/", "www."].iter().any(|start| text.starts_with(start))
}

fn parse_address(address: &str, column: usize) -> Result<SfenText, SfenError> {
    let at = || Token::new(column, address);
    let sfen = sfen_of(address).ok_or_else(|| SfenError::Address { at: at() })?;
    // A `+` may stand for a blank, or promote the piece after it.
    let texts = std::iter::once(sfen.clone()).chain(with_blanks(&sfen));
    let mut first = None;
    for text in texts {
        match parse_plain(&text) {
            Ok(read) => return Ok(read),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    let error = first.unwrap_or(SfenError::Address { at: at() });
    Err(SfenError::InAddress { at: at(), sfen: Token::shown(&sfen), error: Box::new(error) })
}

/// The SFEN, with its moves, that an address contains.
fn sfen_of(address: &str) -> Option<String> {
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let value = |name: &str| {
        let found = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        found.map(undisguised).filter(|value| !value.trim().is_empty())
    };
    if let Some(position) = PARAMETERS.iter().find_map(|name| value(name)) {
        return Some(match value("moves").filter(|_| !position.contains(" moves")) {
            Some(moves) => format!("{position} moves {}", moves.replace(['.', ','], " ")),
            None => position.into_owned(),
        });
    }
    // Nine ranks, the last one followed by the other fields.
    let path = undisguised(path);
    let segments: Vec<&str> = path.split('/').collect();
    if segments.iter().any(|segment| OTHER_GAMES.contains(segment)) {
        return None;
    }
    let is_rank =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '+');
    let board = segments.windows(9).find(|ranks| {
        let last = ranks[8].split_whitespace().next().unwrap_or_default();
        let squares =
            |text: &str| text.chars().map(|c| c.to_digit(10).unwrap_or((c != '+').into())).sum::<u32>();
        ranks[..8].iter().copied().chain([last]).all(|rank| is_rank(rank) && squares(rank) == 9)
    })?;
    Some(board.join("/"))
}

/// The text with `_` and percent-encoded characters decoded, and full-width letters replaced by ASCII
/// letters.
fn undisguised(text: &str) -> Cow<'_, str> {
    let is_disguise = |c: char| matches!(c, '_' | '%' | '\u{ff01}'..='\u{ff5e}');
    if !text.contains(is_disguise) {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = (byte == b'%').then(|| bytes.get(at + 1..at + 3)).flatten();
        let decoded = digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        plain.push(decoded.unwrap_or(if byte == b'_' { b' ' } else { byte }));
        at += if decoded.is_some() { 3 } else { 1 };
    }
    let half_width = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    };
    Cow::Owned(String::from_utf8_lossy(&plain).chars().map(half_width).collect())
}

/// The possible texts when blanks were written as `+`. After the board a `+` precedes the side to move, but a
/// promoted bishop of White on the last rank looks the same.
fn with_blanks(text: &str) -> Vec<String> {
    // As many as there are squares in a rank.
    const MOST: usize = 9;
    let text = text.strip_prefix("position+").unwrap_or(text);
    let text = text.strip_prefix("sfen+").unwrap_or(text);
    let mut texts = Vec::new();
    let start = text.rfind('/').unwrap_or(0);
    for side in ["+b+", "+w+"] {
        for (at, _) in text[start..].match_indices(side).take(MOST) {
            let (board, rest) = text.split_at(start + at);
            texts.push(format!("{board} {}", blanks(&rest[1..])));
        }
    }
    if text.starts_with("startpos+") {
        texts.push(blanks(text));
    }
    texts
}

/// A text with blanks instead of `+`. Among the moves, a `+` before another `+` or at the end is a promotion.
fn blanks(text: &str) -> String {
    let (fields, moves) = text.split_at(text.find("moves").unwrap_or(text.len()));
    let mut plain = fields.replace('+', " ");
    let mut letters = moves.chars().peekable();
    while let Some(letter) = letters.next() {
        let promotes = letters.peek().is_none_or(|&next| next == '+');
        plain.push(if letter == '+' && !promotes { ' ' } else { letter });
    }
    plain
}

#[cfg(test)]
mod tests {
    use crate::position::{SfenError, parse_position, read_position};

    const BOARD: &str = "3+pks3/9/4+P4/9/9/8B/9/9/1+b7";
    const HANDS: &str = "S2rb4g2s4n4l16p";

    #[track_caller]
    fn assert_same(text: &str, plain: &str) {
        assert_eq!(read_position(text), read_position(plain), "{text}");
        assert!(parse_position(plain).is_ok());
    }

    #[test]
    fn disguises_of_an_sfen() {
        let plain = format!("{BOARD} b {HANDS} 1");
        let board = BOARD.replace('+', "%2B");
        for text in [
            plain.replace(' ', "_"),
            plain.replace(' ', "%20").replace('+', "%2B").replace('/', "%2F"),
            format!("https://lishogi.org/editor/{}", plain.replace(' ', "_")),
            format!("lishogi.org/editor/standard/{}?orientation=gote", plain.replace(' ', "_")),
            format!("https://lishogi.org/analysis/standard/{}#0", plain.replace(' ', "%20")),
            format!(
                "http://sfenreader.appspot.com/sfen?sfen={}&lm=55",
                plain.replace(' ', "%20").replace('/', "%2F")
            ),
            format!("https://play.mogproject.com/?sfen={board}%20b%20{HANDS}%201"),
            format!("https://www.kento-shogi.com/?initpos={BOARD}+b+{HANDS}+1"),
            format!("https://sunfish-shogi.github.io/shogihome/?usi=sfen+{BOARD}+b+{HANDS}+1"),
            format!(
                "https://sunfish-shogi.github.io/shogihome/?locale=ja&usi=position%20sfen%20{board}%20b%20{HANDS}%201"
            ),
            format!("piyoshogi://?num=0&sfen={}", plain.replace(' ', "%20")),
            plain
                .chars()
                .map(|c| char::from_u32(c as u32 + 0xfee0).filter(|_| c != ' ').unwrap_or(c))
                .collect(),
        ] {
            assert_same(&text, &plain);
        }
    }

    #[test]
    fn moves_in_addresses() {
        let plain = "startpos moves 7g7f 3c3d 8h2b+ 3a2b";
        for text in [
            "piyoshogi://?sfen=position%20startpos%20moves%207g7f%203c3d%208h2b%2B%203a2b",
            "https://sunfish-shogi.github.io/shogihome/?usi=startpos+moves+7g7f+3c3d+8h2b++3a2b",
            "https://www.kento-shogi.com/?initpos=startpos&moves=7g7f.3c3d.8h2b%2B.3a2b",
        ] {
            assert_same(text, plain);
        }
        let ends = "https://sunfish-shogi.github.io/shogihome/?usi=startpos+moves+7g7f+3c3d+8h2b+";
        assert_same(ends, "startpos moves 7g7f 3c3d 8h2b+");
    }

    #[test]
    fn addresses_without_a_position_are_named() {
        for text in [
            "https://lishogi.org/abcdEFGH",
            "piyoshogi://?url=https://example.com/a.kif",
            "https://lishogi.org/editor",
            "https://lishogi.org/editor/annanshogi/8k/9/8G/9/9/9/9/9/9_b_G_1",
        ] {
            assert!(matches!(read_position(text), Err(SfenError::Address { .. })), "{text}");
        }
        let error =
            read_position("https://lishogi.org/analysis/9/9/9/9/9/9/9/9/8X_b_-_1").expect_err("no piece");
        assert_eq!(
            error.to_string(),
            "column 1: the address contains `9/9/9/9/9/9/9/9/8X b - 1`: column 18: `X` is not a piece, a \
             stone or a count of empty squares"
        );
        // A text that is not in such an encoding gives the same error as before.
        assert!(matches!(read_position("hello_world"), Err(SfenError::RankCount { .. })));
    }

    #[test]
    fn a_missing_field_is_known() {
        for (text, is_missing) in
            [("startpos", false), (&*format!("{BOARD} b -"), false), (&*format!("{BOARD} b"), true)]
        {
            assert_eq!(read_position(text).expect("a position").warning.is_some(), is_missing, "{text}");
        }
    }
}
