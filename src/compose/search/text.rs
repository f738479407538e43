//! Parts of the text of a template, with their positions in it.

use super::error::{TemplateError, TemplateErrorKind};
use crate::position::Token;

/// A part of a line of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub text: &'a str,
    /// The line, from 1.
    line: usize,
    /// The column of its first character, from 1.
    column: usize,
}

impl<'a> Part<'a> {
    /// A whole line.
    pub fn line(text: &'a str, line: usize) -> Part<'a> {
        Part { text, line, column: 1 }
    }

    /// The part between two byte indices.
    pub fn slice(self, from: usize, to: usize) -> Part<'a> {
        let column = self.column + self.text[..from].chars().count();
        Part { text: &self.text[from..to], line: self.line, column }
    }

    /// The same part without surrounding white space.
    pub fn trim(self) -> Part<'a> {
        let from = self.text.len() - self.text.trim_start().len();
        self.slice(from, from + self.text.trim().len())
    }

    /// The parts between separators.
    pub fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        self.text.split(separator).map(move |text| self.slice_of(text))
    }

    /// The words.
    pub fn words(self) -> impl Iterator<Item = Part<'a>> {
        self.text.split_whitespace().map(move |text| self.slice_of(text))
    }

    /// The text before and after the first separator.
    pub fn split_once(self, separator: char) -> Option<(Part<'a>, Part<'a>)> {
        let (before, behind) = self.text.split_once(separator)?;
        Some((self.slice_of(before), self.slice_of(behind)))
    }

    /// A subslice of this text as a part.
    fn slice_of(self, text: &'a str) -> Part<'a> {
        let from = text.as_ptr() as usize - self.text.as_ptr() as usize;
        self.slice(from, from + text.len())
    }

    /// The first item, a piece letter or a bracketed set, and the rest after it. `None` at the end.
    ///
    /// # Errors
    /// When a bracket is not closed.
    pub fn item(self) -> Result<Option<(Part<'a>, Part<'a>)>, TemplateError> {
        let Some(letter) = self.text.chars().next() else { return Ok(None) };
        let length = match letter {
            '[' => self.text.find(']').ok_or_else(|| self.error(TemplateErrorKind::Set))? + 1,
            '+' => 1 + self.text[1..].chars().next().map_or(0, char::len_utf8),
            _ => letter.len_utf8(),
        };
        Ok(Some((self.slice(0, length), self.slice(length, self.text.len()))))
    }

    /// The count or range of counts at the beginning, if there is one, and the text after it.
    pub fn count(self) -> (Option<&'a str>, Part<'a>) {
        let is_count = |c: char| c.is_ascii_digit() || c == '-';
        let end = self.text.find(|c| !is_count(c)).unwrap_or(self.text.len());
        (Some(&self.text[..end]).filter(|text| !text.is_empty()), self.slice(end, self.text.len()))
    }

    /// An error about this part.
    pub fn error(self, kind: TemplateErrorKind) -> TemplateError {
        let at = Token { column: self.column, text: Token::shown(self.text) };
        TemplateError { line: self.line, at, kind }
    }
}
