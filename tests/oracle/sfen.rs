//! SFEN text to board and back. The move number is read over and never written.

use super::board::{Board, Cell, Kind, Side, Sq};

/// Reads `board side hands`, with or without a move number behind it.
pub fn read(text: &str) -> Result<Board, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let ([cells, side, hands] | [cells, side, hands, _]) = fields[..] else {
        return Err(format!("3 or 4 fields expected: {text}"));
    };
    let mut board = Board::empty(match side {
        "b" => Side::Black,
        "w" => Side::White,
        _ => return Err(format!("no side to move: {side}")),
    });
    let ranks: Vec<&str> = cells.split('/').collect();
    if ranks.len() != 9 {
        return Err(format!("9 ranks expected: {cells}"));
    }
    for (rank, text) in ranks.into_iter().enumerate() {
        read_rank(&mut board, rank as i8, text)?;
    }
    read_hands(&mut board, hands)?;
    Ok(board)
}

fn man(letter: char) -> Result<(Side, Kind), String> {
    let kind = if letter.eq_ignore_ascii_case(&'K') {
        Kind::King
    } else {
        let upper = letter.to_ascii_uppercase();
        Kind::IN_HAND.into_iter().find(|kind| kind.letter() == upper).ok_or(format!("no piece: {letter}"))?
    };
    Ok((if letter.is_ascii_uppercase() { Side::Black } else { Side::White }, kind))
}

fn read_rank(board: &mut Board, rank: i8, text: &str) -> Result<(), String> {
    let mut file = 9;
    let mut promoted = false;
    for letter in text.chars() {
        if letter == '+' {
            promoted = true;
            continue;
        }
        if let Some(gap @ 1..) = letter.to_digit(10) {
            file -= gap as i8;
            continue;
        }
        let cell = if letter == 'O' {
            Cell::Stone
        } else {
            let (side, kind) = man(letter)?;
            let kind = if promoted { kind.promoted().ok_or(format!("+{letter}"))? } else { kind };
            Cell::Man(side, kind)
        };
        promoted = false;
        file -= 1;
        if file < 0 {
            return Err(format!("more than 9 files: {text}"));
        }
        board.set(Sq { file, rank }, cell);
    }
    if file == 0 { Ok(()) } else { Err(format!("9 files expected: {text}")) }
}

fn read_hands(board: &mut Board, text: &str) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    let mut count = 0;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(digit) => count = count * 10 + digit as u8,
            None => {
                let (side, kind) = man(letter)?;
                if kind == Kind::King {
                    return Err("a king in hand".to_owned());
                }
                *board.held(side, kind) += count.max(1);
                count = 0;
            }
        }
    }
    Ok(())
}

/// Canonical text without a move number.
pub fn write(board: &Board) -> String {
    let mut text = String::new();
    for rank in 0..9 {
        if rank > 0 {
            text.push('/');
        }
        write_rank(&mut text, board, rank);
    }
    text.push_str(if board.turn == Side::Black { " b " } else { " w " });
    write_hands(&mut text, board);
    text
}

fn cased(side: Side, kind: Kind) -> char {
    if side == Side::Black { kind.letter() } else { kind.letter().to_ascii_lowercase() }
}

fn write_rank(text: &mut String, board: &Board, rank: i8) {
    let mut gap = 0;
    for file in (0..9).rev() {
        let cell = board.at(Sq { file, rank });
        if cell == Cell::Empty {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
            gap = 0;
        }
        match cell {
            Cell::Empty => {}
            Cell::Stone => text.push('O'),
            Cell::Man(side, kind) => {
                if kind.demoted().is_some() {
                    text.push('+');
                }
                text.push(cased(side, kind));
            }
        }
    }
    if gap > 0 {
        text.push_str(&gap.to_string());
    }
}

fn write_hands(text: &mut String, board: &Board) {
    let start = text.len();
    for side in Side::BOTH {
        for kind in Kind::IN_HAND {
            match board.hands[side as usize][kind as usize] {
                0 => {}
                1 => text.push(cased(side, kind)),
                count => {
                    text.push_str(&count.to_string());
                    text.push(cased(side, kind));
                }
            }
        }
    }
    if text.len() == start {
        text.push('-');
    }
}
