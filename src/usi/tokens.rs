//! Splitting a line into tokens.

/// The tokens of a line, separated by white space, with one token of look-ahead.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(line: &'a str) -> Tokens<'a> {
        Tokens { rest: line.trim() }
    }

    /// The next token, without consuming it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// The next token, if it satisfies a condition.
    pub(super) fn next_if(&mut self, is_wanted: impl FnOnce(&str) -> bool) -> Option<&'a str> {
        self.peek().filter(|token| is_wanted(token))?;
        self.next()
    }

    /// The unread rest of the line.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let token = &self.rest[..end];
        self.rest = self.rest[end..].trim_start();
        Some(token)
    }
}

/// A token for a message, shortened if it is very long.
pub(super) fn shortened(token: &str) -> String {
    const LONGEST: usize = 40;
    match token.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &token[..end]),
        None => token.to_owned(),
    }
}
