//! Tsume (詰将棋): the attacker mates as fast as he can against the longest defence.
//!
//! The length of a mate is a minimax value under a stated [policy](Futile) for futile interpositions. A length is
//! called exact only when a mate of this length is proved and it is proved that none is shorter. `no mate` is a
//! proof that every line was refuted, including lines with repetitions.

mod any_mate;
mod at_hand;
mod board;
mod bounded;
mod checkpoint;
mod control;
mod dfpn;
mod length;
mod memory;
mod options;
mod proof;
mod resume;
mod shared_checkpoint;
mod solver;
mod tables;
mod task;
mod workers;

pub use crate::problem::Futile;
pub(in crate::solve) use memory::table_memory;
pub use options::{DEFAULT_MEMORY, Options, Prove};
pub use proof::{CertifyError, Written, certify, certify_showing};
pub use resume::Resumed;
pub(crate) use shared_checkpoint::{Opened, SharedCheckpoint};
pub use solver::Solver;
pub use tables::Tables;

use crate::movegen::in_check;
use crate::position::Position;
use crate::types::Color;

/// Whether the defender, who is to move, is mated. Under a policy that leaves futile interpositions out, this
/// includes positions in which he has only such interpositions. Needs no search.
pub(crate) fn is_mate(position: &Position, attacker: Color, futile: Futile) -> bool {
    let mut board = board::Board::new(position.clone(), attacker, futile);
    in_check(position) && board.has_no_reply(board.count_replies())
}

#[cfg(test)]
mod test_support;
