//! What `--help` shows below the flags.

mod composing;
mod example;
mod exit_codes;
mod files;
mod playing;
mod solving;

use example::Examples;

const PROGRAM: &[Examples] = &[Examples {
    path: "",
    lines: &[
        ("tsumugi solve \"6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1\"", None),
        ("tsumugi check problem.kif", None),
        ("tsumugi show problem.kif", None),
        ("tsumugi convert problem.kif problem.sfen", None),
    ],
    notes: Some([exit_codes::ENGLISH, exit_codes::JAPANESE]),
}];

/// What stands below the flags of a command, in English.
pub(super) fn english(path: &str) -> String {
    find(path).map(|examples| examples.text(0)).unwrap_or_default()
}

/// What stands below the flags of a command, in Japanese; `None` for a command without examples.
pub(super) fn japanese(path: &str) -> Option<String> {
    find(path).map(|examples| examples.text(1))
}

fn find(path: &str) -> Option<&'static Examples> {
    let tables = [PROGRAM, solving::EXAMPLES, composing::EXAMPLES, files::EXAMPLES, playing::EXAMPLES];
    tables.into_iter().flatten().find(|examples| examples.path == path)
}
