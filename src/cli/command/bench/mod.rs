//! `tsumugi bench`: measurements of this build on this machine, and a signature of the work done.

mod collapses;
mod figures;
mod helpmate;
mod movegen;
mod play;
mod tsume;

pub use collapses::collapses;
pub use helpmate::helpmate;
pub use movegen::movegen;
pub use play::play;
pub use tsume::tsume;
