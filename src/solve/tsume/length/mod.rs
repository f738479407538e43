//! From the first mate to the proved length and the main line.

mod improve;
mod line;
mod replies;
mod shorten;
mod stages;
mod state;
mod surplus;

pub(super) use stages::{Begun, solve};
