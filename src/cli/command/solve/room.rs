//! Whether the output can hold a further answer: a second diagram in one stream is refused before its problem is
//! searched.

use super::answer::Answer;
use super::writer::AnswerWriter;
use crate::cli::input::Item;
use crate::cli::input::failure::Failure;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What the writer reports about its room to the threads that solve.
#[derive(Default)]
pub struct Room {
    is_full: AtomicBool,
}

impl Room {
    /// The answer to a problem by `answer`, or a placeholder without a search when there is no room.
    ///
    /// # Errors
    /// The errors of `answer`.
    pub fn answer(
        &self,
        item: Item,
        answer: impl FnOnce(Item) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        match item {
            Ok(problem) if self.is_full.load(Relaxed) => Ok(Answer::without_place(&problem)),
            item => answer(item),
        }
    }

    /// Writes an answer, and records whether the output can hold another one.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, answer: Result<Answer, Failure>, writer: &mut AnswerWriter) -> anyhow::Result<()> {
        writer.write(answer)?;
        self.is_full.store(writer.is_full(), Relaxed);
        Ok(())
    }
}
