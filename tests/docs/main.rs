//! What README.md and the pages of `docs` show is what the program does: commands are run, and what they print is
//! compared; links and paths lead somewhere.
#![cfg(feature = "cli")]

mod commands;
mod dialogue;
mod languages;
mod library;
mod links;
mod pages;
mod tables;
