//! What libFuzzer calls.

pub mod checks;

pub use libfuzzer_sys;

/// Does the work of the target of that name.
///
/// # Panics
/// Something is wrong, or there is no such target.
pub fn run(name: &str, input: &[u8]) -> libfuzzer_sys::Corpus {
    let target = checks::TARGETS.iter().find(|target| target.name == name).expect("a target");
    match (target.check)(input) {
        checks::Verdict::Foreign => libfuzzer_sys::Corpus::Reject,
        _ => libfuzzer_sys::Corpus::Keep,
    }
}

/// The program of a target.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        $crate::libfuzzer_sys::fuzz_target!(|input: &[u8]| -> $crate::libfuzzer_sys::Corpus {
            $crate::run($name, input)
        });
    };
}
