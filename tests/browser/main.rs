//! The page of `tsumugi serve` in a real browser: headless Chromium, driven through WebDriver. Every assertion is about
//! what the page shows.
//!
//! It runs where `chromedriver` is installed (Debian's packages `chromium` and `chromium-driver`); `.ci/run` installs
//! it and sets `TSUMUGI_REQUIRE_BROWSER`. The check for accessibility needs axe-core (npm, MPL-2.0; at test time only):
//!
//! ```text
//! npm install --prefix target/axe axe-core@4.14.1
//! TSUMUGI_AXE=target/axe cargo test --release --test browser
//! ```
//!
//! `TSUMUGI_PICTURES=docs/pictures cargo test --release --test browser pictures` renews the pictures of the page; they
//! need a Japanese font (Debian's package `fonts-noto-cjk`).
#![cfg(feature = "serve")]

mod accessibility;
mod editing;
mod exchange;
mod folder;
mod moves;
mod page;
mod pictures;
mod searches;
mod server;
mod settings;
mod stated;
mod webdriver;
