//! A processor that lacks instructions that this build uses.

use crate::cli::exit::UNREADABLE;
use crate::cli::stderr::tell_raw;
use crate::store::processor;

/// In both languages: finding out which one is wanted may take such instructions.
const MESSAGE: &str = "\
tsumugi: this processor lacks instructions that this build of the program uses. A build for every x86-64:
tsumugi: このプロセッサーには、このビルドが使う命令がありません。どの x86-64 でも動くビルド:
    RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release
";

/// Ends the program with a message if the processor lacks instructions that this build uses; called before anything
/// else.
pub fn require() {
    if !processor::suffices() {
        tell_raw(MESSAGE);
        std::process::exit(i32::from(UNREADABLE));
    }
}
