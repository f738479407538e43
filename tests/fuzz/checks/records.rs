//! The readers of problems and records: what they return is legal and has a place, and is written and read back as it
//! was, in the text's own format and in another one.

use super::{Verdict, contract, kept};
use tsumugi::movegen::play_line;
use tsumugi::notation::RecordFormat;
use tsumugi::notation::read::{Encoding, Reader, TextFormat};
use tsumugi::problem::ReadError;

/// Problem sets.
pub fn set(text: &[u8]) -> Verdict {
    check(text, TextFormat::Sfen, &[RecordFormat::Usi])
}

/// KIF, KI2 and BOD.
pub fn kifu(text: &[u8]) -> Verdict {
    check(text, TextFormat::Kifu, &[RecordFormat::Kif, RecordFormat::Ki2])
}

/// CSA.
pub fn csa(text: &[u8]) -> Verdict {
    check(text, TextFormat::Csa, &[RecordFormat::Csa])
}

/// JKF.
pub fn jkf(text: &[u8]) -> Verdict {
    if has(text, b"\"schema\":") {
        Verdict::Foreign
    } else {
        check(text, TextFormat::Json, &[RecordFormat::Jkf])
    }
}

/// Answers of `solve --json`.
pub fn answer(text: &[u8]) -> Verdict {
    if has(text, b"\"schema\"") {
        check(text, TextFormat::Json, &[RecordFormat::Jkf])
    } else {
        Verdict::Foreign
    }
}

fn has(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|part| part == word)
}

fn check(text: &[u8], format: TextFormat, own: &[RecordFormat]) -> Verdict {
    let reader = Reader::new(text, Encoding::Auto, "text");
    if reader.format() != format {
        return Verdict::Foreign;
    }
    // The same one for the same text.
    let other = RecordFormat::ALL[crc32fast::hash(text) as usize % RecordFormat::ALL.len()];
    // A packed text may have any number of lines, and may not be read at all.
    let is_packed = [&b"PK\x03\x04"[..], b"\x1f\x8b"].iter().any(|start| text.starts_with(start));
    let plain_lines = text.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count() as u64 + 1;
    let lines = if is_packed { u64::MAX } else { plain_lines };
    let read: Vec<_> = reader.collect();
    if !is_packed {
        let games = Reader::new(text, Encoding::Auto, "text").up_to_illegal_moves().collect();
        for game in contract::hold_games(&read, games, lines) {
            own.iter().for_each(|&format| kept::assert_read_back(&game, format));
        }
    }
    let mut is_accepted = false;
    for item in read {
        if matches!(item, Err(ReadError::Io { .. })) && is_packed {
            break;
        }
        contract::hold(&item, lines);
        let Ok(problem) = item else { continue };
        is_accepted = true;
        let record = &problem.record;
        let is_legal = play_line(&mut record.root.clone(), &record.moves).is_ok();
        for format in RecordFormat::ALL {
            // A problem set may have moves that cannot be played; only its own format has words for them.
            if own.contains(&format) && (is_legal || format == RecordFormat::Usi) {
                kept::assert_read_back(&problem, format);
            } else if format == other && is_legal {
                kept::assert_converted(&problem, format);
            }
        }
    }
    Verdict::of(is_accepted)
}
