//! The playing engine: alpha-beta search on the rules core.
//!
//! [`Engine`] owns the state that the searches of a game share (transposition table, histories); it prints
//! nothing and reads no input. The caller gives a root position, the moves played since, [`Limits`] and
//! flags, and gets [`Info`]s and a [`SearchResult`].
//!
//! Positions may lack either king, or both, and hold any set of pieces.

mod engine;
mod entering_king;
mod eval;
mod histories;
mod info;
mod limits;
mod margins;
mod options;
mod position_history;
mod search;
mod see;
mod time_manager;
mod transposition;
#[doc(hidden)]
pub mod tune;
mod value;

pub use engine::Engine;
pub use entering_king::{can_declare_win, has_lost_by_try, winning_try};
#[doc(hidden)]
pub use eval::Evaluation;
pub use eval::{Weights, WeightsError};
pub use info::{Best, Bound, Info, Score, SearchResult};
pub use limits::{Clock, Hit, Limits, Ponder};
#[doc(hidden)]
pub use margins::{Margin, Margins};
pub use options::{EnteringKingRule, Options};
