//! Writing problems and game records: KIF and KI2 with side lines, CSA, JKF, and problem-set lines with USI moves.
//!
//! Reading a written text gives the same problem, as far as the format can represent it: CSA and USI have no
//! side lines; USI has no comments, times, endings and players either; KI2 has no times; only SFEN, KIF and
//! KI2 have stones (石).

mod csa;
mod encode;
mod error;
mod format;
mod header;
mod jkf;
mod ki2;
mod kif;
mod losses;
mod played;
mod round_trip;
mod text;

pub use encode::shift_jis;
pub use error::WriteError;
pub use format::RecordFormat;
pub use kif::kif_move;
pub(crate) use kif::move_alone;
pub use losses::{Loss, losses, losses_of_diagram};
pub use round_trip::{as_read_back, write_checked};
pub use text::write;
