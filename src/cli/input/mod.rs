//! What is read: the problems that INPUT arguments stand for, what could not be read, hints at what may be meant.

pub mod failure;
pub mod hints;
pub mod items;
