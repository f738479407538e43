//! Play: an alpha-beta engine on the rules core.
//!
//! [`Engine`] owns what a game's searches share (the transposition table, histories, threads); it prints nothing and reads no
//! input. Whoever drives it gives a root, the moves since, [`Limits`] and flags, and gets [`Info`]s and an [`Answer`].
//!
//! Positions may lack either king, and hold any set of pieces.

mod engine;
mod entering_king;
mod eval;
mod histories;
mod info;
mod limits;
mod options;
mod path;
mod search;
mod see;
mod time_manager;
mod transposition;
pub mod tune;
mod value;

pub use engine::Engine;
pub use eval::{Evaluation, Weights, WeightsError};
pub use info::{Answer, Best, Bound, Info, Score};
pub use limits::{Clock, Limits, Ponder};
pub use options::{EnteringKingRule, Options};
