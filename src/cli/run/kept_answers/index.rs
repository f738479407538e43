//! Index of the answers in a file by their questions.

use super::statement::{Stated, Statement};
use std::collections::HashMap;

/// The position of a line in a file, without its line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub start: u64,
    pub length: u64,
}

/// The answers of a file. For each problem, only those that no other answer covers are kept.
pub(super) struct Index<S: Statement> {
    answers: HashMap<S::Question, Vec<Entry<S>>>,
}

/// An answer in the file.
#[derive(Debug, Clone)]
pub(super) struct Entry<S> {
    /// The problem's id or place.
    pub name: String,
    pub statement: S,
    pub span: Span,
}

impl<S: Statement> Index<S> {
    /// An index without answers.
    pub fn new() -> Index<S> {
        Index { answers: HashMap::new() }
    }

    /// An answer that is enough for what is wanted, preferably that of the problem with this name.
    pub fn find(&self, question: &S::Question, name: &str, wanted: &S::Wanted) -> Option<&Entry<S>> {
        let answers = self.answers.get(question)?;
        let enough = || answers.iter().rev().filter(|entry| entry.statement.is_enough(wanted));
        enough().find(|entry| entry.name == name).or_else(|| enough().next())
    }

    /// Whether the same problem has an answer that is at least as good.
    pub fn covers(&self, stated: &Stated<S>) -> bool {
        let answers = self.answers.get(&stated.question);
        answers
            .into_iter()
            .flatten()
            .any(|entry| entry.name == stated.name && entry.statement.covers(&stated.statement))
    }

    /// Adds an answer, and returns whether this or an earlier answer has become superfluous. Of two equally good
    /// answers the later one is kept.
    pub fn insert(&mut self, question: S::Question, new: Entry<S>) -> bool {
        let answers = self.answers.entry(question).or_default();
        let is_same = |entry: &Entry<S>| entry.name == new.name;
        let is_better = |entry: &Entry<S>| {
            entry.statement.covers(&new.statement) && !new.statement.covers(&entry.statement)
        };
        if answers.iter().any(|entry| is_same(entry) && is_better(entry)) {
            return true;
        }
        let before = answers.len();
        answers.retain(|entry| !is_same(entry) || !new.statement.covers(&entry.statement));
        let supersedes = answers.len() < before;
        answers.push(new);
        supersedes
    }

    /// The positions of the answers in the file.
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.answers.values().flatten().map(|entry| entry.span)
    }
}
