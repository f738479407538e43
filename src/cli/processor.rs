//! Refuses to run on a processor that lacks instructions which this build uses.

use crate::cli::exit::UNREADABLE;
use crate::cli::stderr::tell_raw;
use crate::store::processor;

/// In both languages, since determining the language of the user may execute such instructions.
const MESSAGE: &str = "\
tsumugi: this processor lacks instructions that this build of the program uses. A build for every x86-64:
tsumugi: このプロセッサーには、このビルドが使う命令がありません。どの x86-64 でも動くビルド:
    RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release
";

/// Ends the program with a message if the processor lacks instructions that this build uses. Must be called before
/// anything else.
pub fn require() {
    if !processor::suffices() {
        tell_raw(MESSAGE);
        std::process::exit(i32::from(UNREADABLE));
    }
}
