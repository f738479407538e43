//! How much memory searches get: depends on what the user asked for, on the machine's memory, and on the limits of
//! the process.

use crate::cli::language::current;
use crate::cli::stderr::tell;
use crate::report::Lang;
use crate::solve::{Outcome, Reason};
use crate::store::{memory, reserve};
use std::sync::Once;

/// Searches may use one part in `MACHINE_SHARE` of the machine's memory by default.
const MACHINE_SHARE: u64 = 2;
/// The default in bytes on a machine that does not report its memory.
const FALLBACK: u64 = 1 << 30;
/// Bytes that the process needs in addition to the search: the pages of the program itself, which are 11 MiB, and stacks
/// and buffers.
const ASIDE: u64 = 14 << 20;
/// Under a memory limit of the process, searches get one part in `ALLOWED_SHARE` of it, less a reserve of at most one
/// part in `LEFT_SHARE`. Tables reserve their address space at once, and stacks and buffers need the rest.
const ALLOWED_SHARE: u64 = 2;
const LEFT_SHARE: u64 = 4;

/// The exit code of a program that ran out of memory.
const OUT_OF_MEMORY: i32 = 3;

/// Reads the limits of the process and reserves memory for messages; called first in the program.
pub fn prepare() {
    if memory::allowed_bytes().is_some() {
        memory::use_one_arena();
    }
    reserve::keep_reserve();
}

/// The memory of the whole process in bytes when the user did not ask for an amount.
pub fn default_memory() -> u64 {
    memory::total_bytes().map_or(FALLBACK, |total| total / MACHINE_SHARE)
}

/// The memory of a search in bytes such that the whole process stays within `process` bytes and within the limits of
/// the system. Less than `floor` for the process is treated as `floor`.
pub fn for_search(process: u64, floor: u64) -> u64 {
    let wanted = process.max(floor) - ASIDE;
    most().map_or(wanted, |most| wanted.min(most))
}

/// Like [`for_search`], for an amount that the user may have asked for. If it is less than `floor`, a warning is
/// logged once.
pub fn for_search_as_asked(asked: Option<u64>, floor: u64) -> u64 {
    static SAID: Once = Once::new();
    if asked.is_some_and(|asked| asked < floor) {
        SAID.call_once(|| {
            let least = floor >> 20;
            log::warn!(
                "{}",
                current().pick(
                    format!("--memory が少なすぎます: 必要最小限の {least} MiB を使います"),
                    format!("--memory is too small: the minimum of {least} MiB is used"),
                )
            );
        });
    }
    for_search(asked.unwrap_or_else(default_memory), floor)
}

/// The most memory in bytes that searches get, if the process has limits.
fn most() -> Option<u64> {
    memory::allowed_bytes().map(|bytes| bytes / ALLOWED_SHARE - ASIDE.min(bytes / LEFT_SHARE))
}

/// The most memory in bytes that searches get, if limits of the system leave less than `asked`, or less than the
/// default.
fn limit_below(asked: Option<u64>) -> Option<u64> {
    let wanted = asked.unwrap_or_else(default_memory);
    most().filter(|&most| most < wanted.saturating_sub(ASIDE))
}

/// Whether limits of the system leave searches less than `asked` bytes, or less than the default.
pub fn is_limited(asked: Option<u64>) -> bool {
    limit_below(asked).is_some()
}

/// Tells the user if the memory [is limited](is_limited).
pub fn tell_limits(asked: Option<u64>, lang: Lang) {
    let Some(most) = limit_below(asked) else { return };
    let mebibytes = most >> 20;
    tell(lang.pick(
        format!("このプロセスに許されたメモリには限りがあります (ulimit -v, -d): 探索が使うのは {mebibytes} MiB まで"),
        format!("the memory of this process is limited (ulimit -v, -d): a search gets at most {mebibytes} MiB"),
    ));
}

/// Tells the user after a search if the system refused memory, and what the effect was.
pub fn tell_refusal(outcome: &Outcome, lang: Lang) {
    if !reserve::was_refused() {
        return;
    }
    tell(if outcome.reason == Some(Reason::Memory) {
        lang.pick(
            "システムからこれ以上メモリを確保できませんでした: ulimit -v や空きメモリを確かめてください",
            "the system gives no more memory: check ulimit -v and the free memory",
        )
    } else {
        lang.pick(
            "システムから求めただけのメモリを確保できませんでした: 小さい表で解きました",
            "the system gave less memory than was asked for: smaller tables were used",
        )
    });
}

/// Ends the program with a message when an allocation fails for good.
pub fn last_words() -> ! {
    // In both languages, since determining the language would allocate.
    tell("out of memory: the system gives no more / メモリが足りません");
    std::process::exit(OUT_OF_MEMORY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_gets_what_the_process_may_have_less_its_own_needs() {
        assert_eq!(for_search(1 << 30, 32 << 20), ((1 << 30) - ASIDE).min(most().unwrap_or(u64::MAX)));
        assert_eq!(for_search(0, 32 << 20), ((32 << 20) - ASIDE).min(most().unwrap_or(u64::MAX)));
        assert!(default_memory() > ASIDE);
    }
}
