//! The words of a text with their columns.

use super::error::{SfenError, SfenPart, Token};

/// A piece of the text and the column (counted in characters from 1) at which it begins.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub column: usize,
    pub text: &'a str,
}

impl<'a> Word<'a> {
    /// The word as a token for errors.
    pub fn token(self) -> Token {
        Token::new(self.column, self.text)
    }

    /// The characters, each as a word of its own.
    pub fn letters(self) -> impl Iterator<Item = (Word<'a>, char)> {
        (self.column..).zip(self.text.char_indices()).map(move |(column, (start, letter))| {
            (Word { column, text: &self.text[start..start + letter.len_utf8()] }, letter)
        })
    }
}

/// The words of a text, separated by white space.
pub(super) struct Words<'a> {
    rest: &'a str,
    /// The column at which `rest` begins.
    column: usize,
}

impl<'a> Words<'a> {
    /// The words of a text.
    pub fn new(text: &'a str) -> Words<'a> {
        Words { rest: text, column: 1 }
    }

    fn skip(&mut self, text: &str) {
        self.column += text.chars().count();
        self.rest = &self.rest[text.len()..];
    }

    /// The next word, without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// The next word, or the error that names the expected part.
    pub fn expect(&mut self, expected: SfenPart) -> Result<Word<'a>, SfenError> {
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
