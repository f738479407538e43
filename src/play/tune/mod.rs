//! Tuning of the engine by games that it plays itself.
//!
//! Games are played from random openings ([`selfplay`]) under a [`referee`] and stored compactly ([`game`]);
//! their quiet positions are collected ([`samples`]), and the weights of the evaluation are fitted to the
//! results and values ([`fit`]). The strength of two versions with the same [`effort`] is compared by
//! [`sprt`]; the margins of the search are tuned by [`spsa`]. Games in which one side collapsed
//! ([`collapse`]) show how well the engine sees danger.

pub mod collapse;
pub mod corpus;
pub mod effort;
pub mod fit;
pub mod game;
pub mod random;
pub mod referee;
pub mod samples;
pub mod selfplay;
pub mod sprt;
pub mod spsa;
