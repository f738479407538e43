//! Lines from the GUI, of bounded length, whatever bytes they hold.

use std::io::{self, BufRead};

/// A game of this many bytes has hundreds of thousands of moves.
const LONGEST: usize = 16 << 20;

/// The number of bytes of a line that tell what kind of command it is.
const BEGINNING: usize = 64;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum InputLine {
    /// A line without its end. Bytes that are no UTF-8 are replaced.
    Text(String),
    /// A line that is too long to be kept; it was passed over but for its beginning.
    TooLong(String),
    /// There will be no more.
    End,
}

/// Reads the next line. An error of the stream is its end.
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
        // The last line may have no end of its own.
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

/// The text of a line; `\r` before its end belongs to the end, and some systems begin a pipe with a byte order mark.
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
