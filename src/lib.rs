//! Tsumugi (紡ぎ) solves helpmates (協力詰, ばか詰) and plays by the exact rules of shogi.
//!
//! One rules core — [`types`], [`board`], [`position`], [`movegen`] — serves everything above it. Read a position,
//! list its checks, see whether it is mate:
//!
//! ```
//! use tsumugi::movegen::{checks, is_mate};
//! use tsumugi::position::Position;
//!
//! // White's king on 1a, Black's gold on 1c and a gold in hand.
//! let mut position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
//! let mates: Vec<String> = checks(&position)
//!     .iter()
//!     .filter(|&&check| {
//!         let undo = position.do_move(check);
//!         let mate = is_mate(&position);
//!         position.undo_move(check, undo);
//!         mate
//!     })
//!     .map(|check| check.to_string())
//!     .collect();
//! assert_eq!(mates, ["G*1b", "G*2b"]);
//! # Ok::<(), tsumugi::position::SfenError>(())
//! ```
//!
//! The feature `cli` (default) brings the `tsumugi` program; without it the library has no argument parser, no
//! signal handler and no logger.

#![warn(missing_docs)]

pub mod analysis;
pub mod bench;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
pub mod movegen;
pub mod notation;
pub mod play;
pub mod position;
pub mod problem;
pub mod record;
pub mod report;
pub mod solve;
pub mod store;
pub mod types;
