//! Positions and moves as people write them: Japanese moves, the board as text.
//!
//! Nothing here solves or judges; a move is named in the position in which it is legal.

mod board;
mod csa_names;
mod japanese;
mod jkf_presets;
mod names;
pub mod read;
mod write;

pub use board::board_text;
pub use japanese::{japanese, japanese_line};
pub use names::hand_text;
pub use write::{RecordFormat, WriteError, write};
