//! Positions, moves and records in the forms that people and other programs write: Japanese moves, the board
//! as text and as SVG, KIF, KI2, CSA, JKF.
//!
//! Nothing in this module solves or judges. A move is named in the position in which it is legal.

mod answer_schema;
mod board;
mod csa_names;
mod handicaps;
mod japanese;
mod names;
mod one_line;
pub mod read;
mod style;
mod svg;
mod write;

pub(crate) use answer_schema::SCHEMA;
pub use board::board_text;
pub use japanese::japanese;
pub use names::hand_text;
pub(crate) use names::{file_name, mark, piece_name, side_name, square_name};
pub use style::{MoveStyle, japanese_line};
pub use svg::{Diagram, diagram_outlines, svg};
pub(crate) use write::move_alone;
pub use write::{
    Loss, RecordFormat, WriteError, as_read_back, kif_move, losses, losses_of_diagram, shift_jis, write,
    write_checked,
};
