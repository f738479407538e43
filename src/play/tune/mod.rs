//! Tuning of the engine by its own games.
//!
//! Games are played from random openings ([`selfplay`]) under a [`referee`], written compactly ([`game`]), their quiet positions
//! collected ([`samples`]), and the weights of the evaluation fitted to results and values ([`fit`]). What a match between two
//! versions says is for [`sprt`].

pub mod fit;
pub mod game;
pub mod random;
pub mod referee;
pub mod samples;
pub mod selfplay;
pub mod sprt;
