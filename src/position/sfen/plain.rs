//! Reading plain SFEN.

use super::error::{SfenError, SfenPart, Token};
use super::text::{SfenText, SfenWarning};
use super::words::{Word, Words};
use crate::position::Position;
use crate::types::{Color, Hand, Move, Piece, PieceKind, Square};

/// Reads a plain SFEN.
pub(super) fn parse_plain(text: &str) -> Result<SfenText, SfenError> {
    let mut words = Words::new(text);
    let (root, warning) = read_root(&mut words)?;
    let moves = match words.next() {
        None => Vec::new(),
        Some(Word { text: "moves", .. }) => read_moves(words)?,
        Some(word) => {
            return Err(SfenError::Trailing { at: word.token(), expected: SfenPart::MovesOrEnd });
        }
    };
    Ok(SfenText { root, moves, warning })
}

/// Reads moves in USI notation, separated by spaces.
///
/// # Errors
/// [`SfenError::Move`] for a word that is not a move.
pub fn parse_moves(text: &str) -> Result<Vec<Move>, SfenError> {
    read_moves(Words::new(text))
}

fn read_moves(words: Words) -> Result<Vec<Move>, SfenError> {
    words.map(|word| word.text.parse().map_err(|_| SfenError::Move { at: word.token() })).collect()
}

/// Reads everything before `moves`.
pub(super) fn read_root(words: &mut Words) -> Result<(Position, Option<SfenWarning>), SfenError> {
    let mut word = words.expect(SfenPart::Position)?;
    if word.text == "position" {
        word = words.expect(SfenPart::Position)?;
    }
    if word.text == "startpos" {
        return Ok((Position::startpos(), None));
    }
    if word.text == "sfen" {
        word = words.expect(SfenPart::Board)?;
    }
    let mut position = Position::empty();
    read_board(&mut position, word)?;
    let side = words.expect(SfenPart::Side)?;
    position.set_side_to_move(match side.text {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(SfenError::Side { at: side.token() }),
    });
    let has_hands = words.peek().is_some_and(|text| text != "moves");
    if has_hands {
        let hands = read_hands(words.expect(SfenPart::Hands)?)?;
        for color in Color::ALL {
            position.set_hand(color, hands[color.index()]);
        }
    }
    if words.peek().is_some_and(|text| text != "moves") {
        position.set_move_number(read_number(words.expect(SfenPart::MoveNumber)?)?);
    }
    Ok((position, (!has_hands).then_some(SfenWarning::NoHands)))
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
        // Squares beyond the ninth are counted for the error message, but not set.
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

/// The piece after a `+`.
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
    // Everything read so far is ASCII, so byte indices are columns.
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

/// The count given by the digits before a letter: 1 without digits.
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
