//! SFEN: a position as one line of text, read and written.
//!
//! Reads every diagram that the text can say, legal or not: five golds, nifu, three kings, up to [`Hand::MAX`]
//! pieces of a kind in a hand. It judges nothing but the text; [`Position::defects`] asks about the diagram, and
//! moves behind `moves` are only parsed. Reading what was written gives the same position, and writing what was
//! read gives the canonical text.
//!
//! Accepted beyond the canonical form: the words `position`, `sfen` and `startpos` in front, white space around
//! and between the fields, no move number, no hands when nothing but `moves` follows (before a move number they
//! must be there, for a lone number could be a hand that lost its letter), hands in any order with a kind once a
//! side, an en dash (U+2013) or minus sign (U+2212) for empty hands, and a negative move number, as some programs
//! write it for none: it is read as 1.

use super::Position;
use super::sfen_error::{SfenError, Token};
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};
use core::fmt;

impl Position {
    /// The start of a game (平手).
    pub fn startpos() -> Position {
        use PieceKind::*;
        const FIRST_RANK: [PieceKind; 9] = [Lance, Knight, Silver, Gold, King, Gold, Silver, Knight, Lance];
        let mut position = Position::empty();
        let mut put = |file: u8, rank: u8, kind| {
            if let Some(sq) = Square::from_file_rank(file, rank) {
                position.put(sq, Piece::new(Color::Black, kind));
                position.put(sq.flip(), Piece::new(Color::White, kind));
            }
        };
        for (file, kind) in (1..).zip(FIRST_RANK) {
            put(file, 9, kind);
            put(file, 7, Pawn);
        }
        put(8, 8, Bishop);
        put(2, 8, Rook);
        position
    }

    /// Reads `startpos` or an SFEN, with or without the words `position` and `sfen` before it.
    ///
    /// # Errors
    /// The first token that cannot be read, with its column. Moves are not expected here: see [`parse_position`].
    pub fn from_sfen(text: &str) -> Result<Position, SfenError> {
        let mut words = Words::new(text);
        let position = read_root(&mut words)?;
        match words.next() {
            None => Ok(position),
            Some(word) => Err(SfenError::Trailing { at: word.token(), expected: "the end" }),
        }
    }

    /// The canonical SFEN, always with the move number.
    pub fn sfen(&self) -> String {
        self.to_string()
    }

    /// The canonical SFEN without the move number.
    pub(super) fn sfen_without_number(&self) -> String {
        let mut text = String::with_capacity(100);
        for rank in 1..=9 {
            if rank > 1 {
                text.push('/');
            }
            self.write_rank(&mut text, rank);
        }
        text.push(' ');
        text.push(self.side_to_move().letter());
        text.push(' ');
        match Color::ALL.map(|color| self.hand(color)) {
            [Hand::EMPTY, Hand::EMPTY] => text.push('-'),
            [black, white] => {
                text += &black.to_string();
                text += &white.to_string().to_ascii_lowercase();
            }
        }
        text
    }

    fn write_rank(&self, text: &mut String, rank: u8) {
        let mut gap = 0;
        for sq in (1..=9).rev().filter_map(|file| Square::from_file_rank(file, rank)) {
            let piece = self.piece_at(sq);
            if piece.is_none() && !self.is_stone(sq) {
                gap += 1;
                continue;
            }
            push_gap(text, gap);
            gap = 0;
            match piece {
                Some(piece) => text.push_str(&piece.to_string()),
                None => text.push('O'),
            }
        }
        push_gap(text, gap);
    }
}

/// The digit for a run of empty squares; nothing for none.
fn push_gap(text: &mut String, gap: u8) {
    if gap > 0 {
        text.push((b'0' + gap) as char);
    }
}

impl fmt::Display for Position {
    /// The canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.sfen_without_number(), self.move_number())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Reads a position as [`Position::from_sfen`] does, and the USI moves behind the word `moves`, if it is there.
///
/// The moves are parsed, not played: whether they are legal is a question for the move generator.
///
/// # Errors
/// The first token that cannot be read, with its column.
pub fn parse_position(text: &str) -> Result<(Position, Vec<Move>), SfenError> {
    let mut words = Words::new(text);
    let position = read_root(&mut words)?;
    match words.next() {
        None => return Ok((position, Vec::new())),
        Some(Word { text: "moves", .. }) => {}
        Some(word) => {
            return Err(SfenError::Trailing { at: word.token(), expected: "`moves` or the end" });
        }
    }
    let moves = words.map(|word| word.text.parse().map_err(|_| SfenError::Move { at: word.token() }));
    Ok((position, moves.collect::<Result<_, _>>()?))
}

/// A piece of the text and the column (counted in characters from 1) at which it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    column: usize,
    text: &'a str,
}

impl<'a> Word<'a> {
    fn token(self) -> Token {
        Token::new(self.column, self.text)
    }

    /// The characters as words of their own.
    fn letters(self) -> impl Iterator<Item = (Word<'a>, char)> {
        (self.column..).zip(self.text.char_indices()).map(move |(column, (start, letter))| {
            (Word { column, text: &self.text[start..start + letter.len_utf8()] }, letter)
        })
    }
}

/// The words of a text, white space aside.
struct Words<'a> {
    rest: &'a str,
    /// The column at which `rest` begins.
    column: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Words<'a> {
        Words { rest: text, column: 1 }
    }

    fn skip(&mut self, text: &str) {
        self.column += text.chars().count();
        self.rest = &self.rest[text.len()..];
    }

    /// The next word, which stays.
    fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    fn expect(&mut self, expected: &'static str) -> Result<Word<'a>, SfenError> {
        let end = Token::new(self.column, "");
        self.next().ok_or(SfenError::Ends { at: end, expected })
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = self.rest;
        self.skip(&rest[..rest.len() - rest.trim_start().len()]);
        let text = self.peek()?;
        let word = Word { column: self.column, text };
        self.skip(text);
        Some(word)
    }
}

/// Everything up to and without `moves`.
fn read_root(words: &mut Words) -> Result<Position, SfenError> {
    let mut word = words.expect("`startpos` or an SFEN")?;
    if word.text == "position" {
        word = words.expect("`startpos` or an SFEN")?;
    }
    if word.text == "startpos" {
        return Ok(Position::startpos());
    }
    if word.text == "sfen" {
        word = words.expect("a board")?;
    }
    let mut position = Position::empty();
    read_board(&mut position, word)?;
    let side = words.expect("the side to move, b or w")?;
    position.set_side_to_move(match side.text {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(SfenError::Side { at: side.token() }),
    });
    if words.peek().is_some_and(|text| text != "moves") {
        let hands = read_hands(words.expect("hands")?)?;
        for color in Color::ALL {
            position.set_hand(color, hands[color.index()]);
        }
    }
    if words.peek().is_some_and(|text| text != "moves") {
        position.set_move_number(read_number(words.expect("a move number")?)?);
    }
    Ok(position)
}

fn read_board(position: &mut Position, board: Word) -> Result<(), SfenError> {
    let ranks = board.text.split('/').count();
    if ranks != 9 {
        return Err(SfenError::RankCount { at: board.token(), ranks });
    }
    let mut column = board.column;
    for (rank, text) in (1..).zip(board.text.split('/')) {
        read_rank(position, rank, Word { column, text })?;
        column += text.chars().count() + 1;
    }
    Ok(())
}

fn read_rank(position: &mut Position, rank: u8, word: Word) -> Result<(), SfenError> {
    let mut squares = 0;
    let mut letters = word.letters();
    while let Some((at, letter)) = letters.next() {
        // Squares beyond the ninth are counted for the message and put nowhere.
        let here = 9u8.checked_sub(squares.min(9) as u8).and_then(|file| Square::from_file_rank(file, rank));
        squares += 1;
        match letter {
            '1'..='9' => squares += letter as usize - '1' as usize,
            'O' => here.into_iter().for_each(|sq| position.put_stone(sq)),
            _ => {
                let piece = if letter == '+' { promoted(at, letters.next())? } else { piece(at, letter)? };
                here.into_iter().for_each(|sq| position.put(sq, piece));
            }
        }
    }
    if squares == 9 {
        return Ok(());
    }
    Err(SfenError::RankLength { at: word.token(), rank: (b'a' + rank - 1) as char, squares })
}

fn piece(at: Word, letter: char) -> Result<Piece, SfenError> {
    let kind = PieceKind::from_letter(letter).ok_or(SfenError::Piece { at: at.token() })?;
    Ok(Piece::new(owner(letter), kind))
}

/// The piece behind a `+`.
fn promoted(plus: Word, next: Option<(Word, char)>) -> Result<Piece, SfenError> {
    let kind = next.and_then(|(_, letter)| Some((letter, PieceKind::from_letter(letter)?.promoted()?)));
    kind.map(|(letter, kind)| Piece::new(owner(letter), kind)).ok_or_else(|| {
        let behind = next.map_or("", |(word, _)| word.text);
        SfenError::Promotion { at: Token::new(plus.column, &format!("+{behind}")) }
    })
}

fn owner(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::Black } else { Color::White }
}

fn read_hands(word: Word) -> Result<[Hand; 2], SfenError> {
    let mut hands = [Hand::EMPTY; 2];
    if matches!(word.text, "-" | "\u{2013}" | "\u{2212}") {
        return Ok(hands);
    }
    // What has been read is ASCII, so bytes are columns.
    let mut start = 0;
    for (end, letter) in word.text.char_indices().filter(|(_, letter)| !letter.is_ascii_digit()) {
        let kind = match PieceKind::from_letter(letter) {
            None | Some(PieceKind::King) => {
                let at = Token::new(word.column + end, letter.encode_utf8(&mut [0; 4]));
                return Err(SfenError::HandPiece { at });
            }
            Some(kind) => kind,
        };
        let at = || Token::new(word.column + start, &word.text[start..=end]);
        let count = hand_count(&word.text[start..end]).ok_or_else(|| SfenError::HandCount { at: at() })?;
        let hand = &mut hands[owner(letter).index()];
        if hand.has(kind) {
            return Err(SfenError::HandRepeated { at: at() });
        }
        hand.set(kind, count);
        start = end + 1;
    }
    match &word.text[start..] {
        "" => Ok(hands),
        count => Err(SfenError::HandWithoutPiece { at: Token::new(word.column + start, count) }),
    }
}

/// The count that digits before a letter mean: 1 without any.
fn hand_count(digits: &str) -> Option<u32> {
    match digits {
        "" => Some(1),
        _ if digits.starts_with('0') => None,
        _ => digits.parse().ok().filter(|&count| count <= Hand::MAX),
    }
}

fn read_number(word: Word) -> Result<u32, SfenError> {
    let (negative, digits) = word.text.strip_prefix('-').map_or((false, word.text), |digits| (true, digits));
    match digits.parse() {
        Ok(number) if !digits.starts_with('+') => Ok(if negative { 1 } else { number }),
        _ => Err(SfenError::MoveNumber { at: word.token() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> String {
        Position::from_sfen(text).unwrap_or_else(|error| panic!("{text}: {error}")).sfen()
    }

    /// Column, token and message of the error that a text gives.
    fn error(text: &str) -> (usize, String, String) {
        let error = parse_position(text).unwrap_err();
        (error.column(), error.token().text.clone(), error.to_string())
    }

    #[track_caller]
    fn assert_error(text: &str, column: usize, token: &str, expected: &str) {
        let (found_column, found_token, message) = error(text);
        assert_eq!((found_column, found_token.as_str()), (column, token), "{text}: {message}");
        assert!(message.starts_with(&format!("column {column}: ")), "{message}");
        assert!(message.contains(expected), "{message}");
    }

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn startpos_is_the_start_of_a_game() {
        assert_eq!(Position::startpos().sfen(), START);
        assert_eq!(Position::from_sfen("startpos").unwrap(), Position::from_sfen(START).unwrap());
        assert_eq!(Position::startpos().key(), Position::startpos().compute_key());
    }

    #[test]
    fn every_form_of_a_position_is_read() {
        let start = Position::startpos();
        for text in [
            "startpos",
            "position startpos",
            "  startpos\r\n",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b",
            "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "\u{3000}position \t sfen  lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL  b  -  1 ",
            "lnsgkgsnl/1r5b1/ppppppppp/333/126/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 001",
        ] {
            assert_eq!(Position::from_sfen(text).unwrap(), start, "{text}");
            assert_eq!(parse_position(text).unwrap(), (start.clone(), Vec::new()), "{text}");
        }
    }

    #[test]
    fn moves_follow_any_form() {
        let moves = ["7g7f", "8b3b", "8h2b+", "P*5e"].map(|text| text.parse::<Move>().unwrap());
        for root in
            ["startpos", START, "position startpos", &START[..START.len() - 2], &START[..START.len() - 4]]
        {
            let text = format!("{root} moves 7g7f  8b3b 8h2b+ P*5e\n");
            assert_eq!(parse_position(&text).unwrap(), (Position::startpos(), moves.to_vec()), "{text}");
        }
        assert_eq!(parse_position("startpos moves").unwrap().1, []);
    }

    #[test]
    fn hands_out_of_order_are_written_in_order() {
        assert_eq!(canonical("9/9/9/9/9/9/9/9/9 b R3PSb2p 1"), "9/9/9/9/9/9/9/9/9 b RS3Pb2p 1");
        assert_eq!(canonical("9/9/9/9/9/9/9/9/9 w pP2bG1r"), "9/9/9/9/9/9/9/9/9 w GPr2bp 1");
    }

    #[test]
    fn two_digit_counts() {
        for text in [
            "9/9/9/9/9/9/9/9/9 b 10P2r18p 1",
            "9/9/9/9/9/9/9/9/9 w 31R31P31g 7",
            "8k/9/9/9/9/9/9/9/9 b 2S18P 1",
        ] {
            assert_eq!(canonical(text), text);
        }
    }

    #[test]
    fn empty_hands_may_be_written_with_other_dashes() {
        for dash in ["-", "–", "−", "\u{2013}", "\u{2212}"] {
            assert_eq!(canonical(&format!("8k/9/9/9/9/9/9/9/9 w {dash} 12")), "8k/9/9/9/9/9/9/9/9 w - 12");
        }
    }

    #[test]
    fn a_negative_move_number_is_none() {
        assert_eq!(canonical("8k/9/9/9/9/9/9/9/9 b - -1"), "8k/9/9/9/9/9/9/9/9 b - 1");
    }

    #[test]
    fn illegal_diagrams_are_readable() {
        for text in [
            "ggggg4/9/9/9/9/9/9/9/9 b - 1",
            "P8/P8/9/9/9/9/9/8p/8p w 31G 1",
            "kkk6/9/9/9/9/9/9/9/6KKK b - 0",
            "OOOOOOOOO/O+P+pO+L+lO+N+n/+S+s+R+r+B+b3/9/9/9/9/9/9 w 5R 4294967295",
        ] {
            assert_eq!(canonical(text), text);
        }
    }

    #[test]
    fn an_error_names_the_column_and_the_token_on_the_board() {
        assert_error("", 1, "", "`startpos` or an SFEN");
        assert_error("   ", 1, "", "`startpos` or an SFEN");
        assert_error(" position ", 10, "", "`startpos` or an SFEN");
        assert_error("sfen", 5, "", "a board");
        assert_error("hello", 1, "hello", "9 ranks with / between them, not 1");
        assert_error("sfen 9/9/9/9/9/9/9/9 b -", 6, "9/9/9/9/9/9/9/9", "9 ranks");
        assert_error("9/9/9/9/9/9/9/9/9/9 b -", 1, "9/9/9/9/9/9/9/9/9/9", "not 10");
        assert_error("9/9/4x4/9/9/9/9/9/9 b - 1", 6, "x", "PLNSBRGK");
        assert_error("9/9/玉8/9/9/9/9/9/9 b - 1", 5, "玉", "PLNSBRGK");
        assert_error("9/0p8/9/9/9/9/9/9/9 b - 1", 3, "0", "1 to 9");
        assert_error("9/9/+G8/9/9/9/9/9/9 b - 1", 5, "+G", "PLNSBR");
        assert_error("9/9/++P8/9/9/9/9/9/9 b - 1", 5, "++", "PLNSBR");
        assert_error("9/9/9+/9/9/9/9/9/9 b - 1", 6, "+", "PLNSBR");
        assert_error("9/9/+O8/9/9/9/9/9/9 b - 1", 5, "+O", "PLNSBR");
        assert_error("9/4k3/9/9/9/9/9/9/9 b - 1", 3, "4k3", "8 squares as rank b, expected 9");
        assert_error("9/9/9/9/9/9/9/9/4k5 b - 1", 17, "4k5", "10 squares as rank i, expected 9");
        assert_error("9//9/9/9/9/9/9/9 b - 1", 3, "", "0 squares as rank b, expected 9");
    }

    #[test]
    fn an_error_names_the_column_and_the_token_behind_the_board() {
        assert_error("9/9/9/9/9/9/9/9/9", 18, "", "the side to move, b or w");
        assert_error("9/9/9/9/9/9/9/9/9 - 1", 19, "-", "b or w");
        assert_error("9/9/9/9/9/9/9/9/9 B - 1", 19, "B", "b or w");
        assert_error("9/9/9/9/9/9/9/9/9 b 2PxG 1", 23, "x", "RBGSNLP");
        assert_error("9/9/9/9/9/9/9/9/9 b 2PK 1", 23, "K", "RBGSNLP");
        assert_error("9/9/9/9/9/9/9/9/9 b 2P歩 1", 23, "歩", "RBGSNLP");
        assert_error("9/9/9/9/9/9/9/9/9 b -P 1", 21, "-", "RBGSNLP");
        assert_error("9/9/9/9/9/9/9/9/9 b G32p 1", 22, "32p", "from 1 to 31");
        assert_error("9/9/9/9/9/9/9/9/9 b 0P 1", 21, "0P", "from 1 to 31");
        assert_error("9/9/9/9/9/9/9/9/9 b 02P 1", 21, "02P", "from 1 to 31");
        assert_error("9/9/9/9/9/9/9/9/9 b 99999999999P 1", 21, "99999999999P", "from 1 to 31");
        assert_error("9/9/9/9/9/9/9/9/9 b 2PG3P 1", 24, "3P", "each kind once a side");
        assert_error("9/9/9/9/9/9/9/9/9 b 2P3 1", 23, "3", "counts no piece");
        assert_error("9/9/9/9/9/9/9/9/9 b 1", 21, "1", "- for empty hands, before a move number");
        assert_error("9/9/9/9/9/9/9/9/9 b – x", 23, "x", "from 0 to 4294967295");
        assert_error("9/9/9/9/9/9/9/9/9 b - -", 23, "-", "from 0 to 4294967295");
        assert_error("9/9/9/9/9/9/9/9/9 b - -+1", 23, "-+1", "from 0 to 4294967295");
        assert_error("9/9/9/9/9/9/9/9/9 b - +1", 23, "+1", "from 0 to 4294967295");
        assert_error("9/9/9/9/9/9/9/9/9 b - 4294967296", 23, "4294967296", "from 0 to 4294967295");
        assert_error("9/9/9/9/9/9/9/9/9 b - 1 1", 25, "1", "`moves` or the end");
    }

    #[test]
    fn an_error_names_the_column_and_the_token_among_moves() {
        assert_error("startpos 7g7f", 10, "7g7f", "`moves` or the end");
        assert_error("startpos  moves 7g7f 7g", 22, "7g", "USI move");
        assert_error("startpos moves K*5e", 16, "K*5e", "USI move");
        assert_error("position startpos moves 7g7f ７六歩", 30, "７六歩", "USI move");
        let error = Position::from_sfen("startpos moves 7g7f").unwrap_err();
        assert_eq!(error.to_string(), "column 10: `moves` is one word too many, expected the end");
    }

    #[test]
    fn an_endless_token_is_cut() {
        let (column, token, _) = error(&format!("startpos moves {}", "\u{7}7".repeat(1 << 16)));
        assert_eq!((column, token.chars().count()), (16, Token::LONGEST + 1));
        assert!(!token.contains('\u{7}'));
    }
}
