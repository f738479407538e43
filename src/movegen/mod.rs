//! Move generation by the exact rules, shared by solvers and engine: all legal moves, the attacker's checks,
//! the defender's evasions, the mate test, the moves that can have led to a position, and perft.
//!
//! Generators pass [`MoveSet`]s to a listener that may stop them: the mate test is the evasion generator,
//! stopped at the first set. No move is tried on the board: pins, the squares attacked around a king and the
//! exact uchifuzume (打歩詰) test decide. Either side may lack a king.
//!
//! The position must be legal ([`Position::defects`](crate::position::Position)); for one that is not, the result is
//! unspecified, but nothing panics.

mod checks;
mod double_move;
mod double_move_generator;
mod drops;
mod evasions;
mod flights;
mod king_move_checks;
mod legal_mask;
mod legal_moves;
mod legality;
mod line_flaw;
mod mate;
mod mate_in_one;
mod moveset;
mod own_king;
mod perft;
mod permitted;
mod play_line;
mod quiet_captures;
mod reply_checks;
mod slides;
mod sources;
mod staged;
mod unmoves;

pub use checks::{checks, for_each_check};
pub use double_move::DoubleMove;
pub use double_move_generator::{DoubleMoves, ReplyCount};
pub use evasions::{evasions, for_each_evasion};
pub use legal_moves::{for_each_legal, legal_moves};
pub use legality::{illegality, is_legal};
pub use line_flaw::{LineFlaw, line_flaw};
pub use mate::{in_check, is_mate, opponent_in_check};
pub use mate_in_one::mate_in_one;
pub use moveset::{MoveList, MoveSet};
pub(crate) use perft::DEEPEST_PERFT;
pub use perft::{perft, perft_bulk};
pub use permitted::PermittedMoves;
pub use play_line::{IllegalMove, play_line};
pub use staged::Staged;
pub use unmoves::unmoves;
