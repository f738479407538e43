//! The `tsumugi` program; everything is in the library's `cli`.

use tsumugi::cli::{WithReserve, last_words};

#[global_allocator]
static ALLOCATOR: WithReserve = WithReserve::new(last_words);

fn main() -> std::process::ExitCode {
    tsumugi::cli::require_processor();
    tsumugi::cli::main()
}
