//! Whether there is room for a further answer: a second diagram is refused without the search for what it would show.

use super::answer::Answer;
use super::writer::AnswerWriter;
use crate::cli::input::Item;
use crate::cli::input::failure::Failure;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What those who answer know of the room that the writer has.
#[derive(Default)]
pub struct Room {
    is_full: AtomicBool,
}

impl Room {
    /// The answer to a problem, where there is room for it.
    ///
    /// # Errors
    /// Those of `answer`.
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

    /// Writes an answer, and notes whether it took the room.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, answer: Result<Answer, Failure>, writer: &mut AnswerWriter) -> anyhow::Result<()> {
        writer.write(answer)?;
        self.is_full.store(writer.is_full(), Relaxed);
        Ok(())
    }
}
