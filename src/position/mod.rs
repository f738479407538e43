//! Positions: the board, the hands and the side to move; making and taking back moves.
//!
//! A position may be any diagram: either king or both may be missing, pieces of the set may be missing (they
//! are in the piece box, 駒箱), and stones (石) may block squares. Whether it is *legal*, and legal as a
//! problem, is a separate question ([`Position::defects`]).
//!
//! Invariant: the sets of squares, the board cells, the kings' squares and the key always describe the same
//! diagram.

mod board_key;
mod condition;
mod defects;
mod illegality;
mod key;
mod named_move;
mod packed;
mod playing;
mod policy;
mod rule;
mod sfen;
mod split_mix;
mod state;
mod transform;
mod view;

pub use condition::{CaptureRule, ConditionSide, Conditions, ParseConditionsError};
pub use defects::Defect;
pub use illegality::Illegality;
pub use named_move::NamedMove;
pub use packed::Packed;
pub use playing::Undo;
pub(crate) use playing::{Moved, arrived};
pub use policy::{Futile, ParseFutileError};
pub use rule::{ParseRuleError, Rule};
pub use sfen::{
    SfenError, SfenPart, SfenText, SfenWarning, Token, parse_moves, parse_position, read_position,
};
pub(crate) use split_mix::{SPLIT_MIX_STEP, split_mix};
pub use state::{Group, Position};
pub use transform::{flip_line, mirror_line};
pub(crate) use view::{Threats, View};
