//! The `tsumugi` program; everything is in the library's `cli`.

fn main() -> std::process::ExitCode {
    tsumugi::cli::main()
}
