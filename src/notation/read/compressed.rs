//! Texts compressed by gzip or written in UTF-16, unpacked while they are read. A zip archive is rejected
//! with an error, because it is not known which of its files is wanted.

use encoding_rs::{Decoder, UTF_16BE, UTF_16LE};
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, BufReader, Chain, Cursor, ErrorKind, Read};
use thiserror::Error;

/// The largest size of an unpacked text, in bytes: a packed file of megabytes can expand to terabytes.
const MAX_DECOMPRESSED: u64 = 1 << 30;

/// The number of bytes that determine the kind of a text.
const HEAD: u64 = 4;

/// Unpacks an input if it is packed; otherwise passes it through.
pub(super) enum Decompressed<R> {
    Plain(Headed<R>),
    Utf16(Box<Utf16<Headed<R>>>),
    Gzip(Box<Gunzipped<R>>),
    GzipUtf16(Box<Utf16<Gunzipped<R>>>),
}

type Gunzipped<R> = Headed<BufReader<Bounded<MultiGzDecoder<Headed<R>>>>>;

/// An input whose first bytes have been read and put back.
type Headed<R> = Chain<Cursor<Vec<u8>>, R>;

impl<R: BufRead> Decompressed<R> {
    /// Examines the first bytes. UTF-16 is recognised only when no encoding is given.
    ///
    /// # Errors
    /// Errors of the input; or the input is a zip archive.
    pub fn new(input: R, is_encoding_given: bool) -> io::Result<Decompressed<R>> {
        let (head, input) = headed(input)?;
        if head.starts_with(b"PK\x03\x04") {
            return Err(CompressedError::Zip.into());
        }
        if !head.starts_with(&[0x1f, 0x8b]) {
            return Ok(match utf16(&head).filter(|_| !is_encoding_given) {
                Some(decoder) => Decompressed::Utf16(Box::new(Utf16::new(input, decoder))),
                None => Decompressed::Plain(input),
            });
        }
        let bounded = Bounded { input: MultiGzDecoder::new(input), left: MAX_DECOMPRESSED };
        let (head, unpacked) = headed(BufReader::new(bounded))?;
        Ok(match utf16(&head).filter(|_| !is_encoding_given) {
            Some(decoder) => Decompressed::GzipUtf16(Box::new(Utf16::new(unpacked, decoder))),
            None => Decompressed::Gzip(Box::new(unpacked)),
        })
    }

    fn inner(&mut self) -> &mut dyn BufRead {
        match self {
            Decompressed::Plain(input) => input,
            Decompressed::Utf16(input) => input,
            Decompressed::Gzip(input) => input,
            Decompressed::GzipUtf16(input) => input,
        }
    }
}

impl<R: BufRead> BufRead for Decompressed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner().fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.inner().consume(amount);
    }
}

impl<R: BufRead> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner().read(buffer)
    }
}

/// The first bytes of an input, and the whole input including them.
fn headed<R: BufRead>(mut input: R) -> io::Result<(Vec<u8>, Headed<R>)> {
    let mut head = Vec::new();
    // Does not read past the first line: the input may be interactive.
    while (head.len() as u64) < HEAD && !head.contains(&b'\n') {
        if input.by_ref().take(1).read_to_end(&mut head)? == 0 {
            break;
        }
    }
    Ok((head.clone(), Cursor::new(head).chain(input)))
}

/// The decoder of a text in UTF-16, which is recognised by its byte order mark, or otherwise by two ASCII
/// letters at its beginning.
fn utf16(head: &[u8]) -> Option<Decoder> {
    let is_letter = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    let encoding = match head {
        [0xff, 0xfe, ..] => UTF_16LE,
        [0xfe, 0xff, ..] => UTF_16BE,
        [a, 0, b, 0] if is_letter(*a) && is_letter(*b) => UTF_16LE,
        [0, a, 0, b] if is_letter(*a) && is_letter(*b) => UTF_16BE,
        _ => return None,
    };
    Some(encoding.new_decoder_with_bom_removal())
}

/// The error of a packed text that cannot be read. It is the inner error of an [`io::Error`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompressedError {
    /// It is a zip archive.
    #[error("a zip archive")]
    Zip,
    /// It expands to more bytes than allowed.
    #[error("this gzip file unpacks to more than {} MiB", MAX_DECOMPRESSED >> 20)]
    TooLarge,
}

impl From<CompressedError> for io::Error {
    fn from(error: CompressedError) -> io::Error {
        io::Error::new(ErrorKind::InvalidData, error)
    }
}

/// An input that ends with an error when more bytes come than allowed.
pub(super) struct Bounded<R> {
    input: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or(CompressedError::TooLarge)?;
        Ok(count)
    }
}

/// Converts UTF-16 to UTF-8.
pub(super) struct Utf16<R> {
    input: R,
    decoder: Decoder,
    text: Box<[u8; 8192]>,
    read: usize,
    end: usize,
    has_ended: bool,
}

impl<R: BufRead> Utf16<R> {
    fn new(input: R, decoder: Decoder) -> Utf16<R> {
        Utf16 { input, decoder, text: Box::new([0; 8192]), read: 0, end: 0, has_ended: false }
    }
}

impl<R: BufRead> BufRead for Utf16<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.end && !self.has_ended {
            let bytes = self.input.fill_buf()?;
            self.has_ended = bytes.is_empty();
            let (_, taken, written, _) =
                self.decoder.decode_to_utf8(bytes, &mut self.text[..], self.has_ended);
            self.input.consume(taken);
            (self.read, self.end) = (0, written);
        }
        Ok(&self.text[self.read..self.end])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl<R: BufRead> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}
