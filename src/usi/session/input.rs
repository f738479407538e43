//! Reads lines from the GUI, of bounded length, with any bytes.

use std::io::{self, BufRead};

/// The greatest length of a line in bytes; a game of this length has hundreds of thousands of moves.
const LONGEST: usize = 16 << 20;

/// The number of bytes at the beginning of a line by which the kind of command is recognised.
const BEGINNING: usize = 64;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputLine {
    /// A line without its line end. Bytes that are not UTF-8 are replaced.
    Text(String),
    /// The beginning of a line that is too long; the rest was skipped.
    TooLong(String),
    /// The end of the input.
    End,
}

/// Reads the next line. An I/O error is treated as the end of the input.
pub(super) fn read_line(input: &mut impl BufRead) -> InputLine {
    let mut line = Vec::new();
    let mut is_too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return InputLine::End,
        };
        if chunk.is_empty() && line.is_empty() && !is_too_long {
            return InputLine::End;
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        is_too_long |= line.len() + taken > LONGEST;
        if !is_too_long {
            line.extend_from_slice(&chunk[..taken]);
        } else if line.len() < BEGINNING {
            line.extend_from_slice(&chunk[..taken.min(BEGINNING)]);
        }
        // The last line may have no line end.
        let is_whole = end.is_some() || chunk.is_empty();
        input.consume(end.map_or(taken, |end| end + 1));
        if is_whole {
            if is_too_long {
                line.truncate(BEGINNING);
                return InputLine::TooLong(decode(&line));
            }
            return InputLine::Text(decode(&line));
        }
    }
}

/// The text of a line, without a `\r` at its end, and without a byte order mark, which some systems put at the
/// beginning of a pipe.
fn decode(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim_start_matches('\u{feff}').trim_end_matches('\r').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        let mut reader = BufReader::with_capacity(7, bytes);
        let mut lines = Vec::new();
        loop {
            lines.push(read_line(&mut reader));
            if lines.last() == Some(&InputLine::End) {
                return lines;
            }
        }
    }

    fn text(text: &str) -> InputLine {
        InputLine::Text(text.to_owned())
    }

    #[test]
    fn every_kind_of_end() {
        assert_eq!(
            lines(b"usi\r\n\nisready and more\nquit"),
            [text("usi"), text(""), text("isready and more"), text("quit"), InputLine::End]
        );
        assert_eq!(lines(b""), [InputLine::End]);
        assert_eq!(lines(b"\xef\xbb\xbfusi\n"), [text("usi"), InputLine::End]);
        assert_eq!(lines(b"\xff\x00\n"), [text("\u{fffd}\u{0}"), InputLine::End]);
    }

    #[test]
    fn a_line_without_end_is_passed_over() {
        let mut bytes = vec![b'x'; LONGEST + 1];
        bytes.extend_from_slice(b"\nusi\n");
        let mut reader = &bytes[..];
        let too_long = InputLine::TooLong("x".repeat(BEGINNING));
        assert_eq!(read_line(&mut reader), too_long);
        assert_eq!(read_line(&mut reader), text("usi"));
        let mut reader = &bytes[..LONGEST + 1];
        assert_eq!(read_line(&mut reader), too_long);
        assert_eq!(read_line(&mut reader), InputLine::End);
    }
}
