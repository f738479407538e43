//! The USI engine as GUIs meet it: the program on its pipes, driven by transcripts.
#![cfg(feature = "cli")]

mod cshogi;
mod eval_file;
mod mate;
mod mate_lines;
mod mate_options;
mod one_king;
mod opening_book;
mod play;
mod play_options;
mod protocol;
mod refused;
mod robustness;
#[path = "../shared_files/mod.rs"]
mod shared_files;
#[cfg(target_os = "linux")]
mod starved;
mod threads;
mod transcript;
