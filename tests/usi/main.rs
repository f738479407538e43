//! The USI engine as GUIs meet it: the program on its pipes, driven by transcripts, and sessions fed with garbage.
#![cfg(feature = "cli")]

mod cshogi;
mod fuzz;
mod mate;
mod mate_options;
mod one_king;
mod play;
mod play_options;
mod protocol;
mod robustness;
#[path = "../shared_files/mod.rs"]
mod shared_files;
#[cfg(target_os = "linux")]
mod starved;
mod transcript;
