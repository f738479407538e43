//! Whether the processor has the instructions that this build uses.
//!
//! A build for newer processors (`target-cpu`) may use their instructions anywhere, and is killed by SIGILL on an
//! older one. So the program checks for them before it does anything else, with code into which the compiler has
//! no reason to put such instructions: it compares registers one after the other. `is_x86_feature_detected!`
//! cannot be used here, since it assumes the features that the build was compiled for.

/// Whether the processor has the instructions that this build uses.
#[cfg(not(target_arch = "x86_64"))]
pub fn suffices() -> bool {
    true
}

#[cfg(target_arch = "x86_64")]
pub use x86_64::suffices;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv, CpuidResult};

    /// For each register of `cpuid`, a module with sets of instructions and their bits: which of them this build
    /// needs, and a test that the bits are the right ones.
    macro_rules! instructions {
        ($module:ident: $($name:tt at $bit:literal),+ $(,)?) => {
            mod $module {
                pub const NEEDED: u32 = 0 $(| (cfg!(target_feature = $name) as u32) << $bit)+;

                #[cfg(test)]
                pub fn assert_agrees_with_std(register: u32) {
                    $(assert!(!is_x86_feature_detected!($name) || register >> $bit & 1 != 0, $name);)+
                }
            }
        };
    }

    instructions! { basic_ecx:
        "sse3" at 0, "pclmulqdq" at 1, "ssse3" at 9, "fma" at 12, "cmpxchg16b" at 13, "sse4.1" at 19, "sse4.2" at 20, "movbe" at 22,
        "popcnt" at 23, "aes" at 25, "xsave" at 26, "avx" at 28, "f16c" at 29, "rdrand" at 30,
    }
    instructions! { extended_ebx:
        "bmi1" at 3, "avx2" at 5, "bmi2" at 8, "avx512f" at 16, "avx512dq" at 17, "rdseed" at 18, "adx" at 19, "avx512ifma" at 21,
        "avx512cd" at 28, "sha" at 29, "avx512bw" at 30, "avx512vl" at 31,
    }
    instructions! { extended_ecx:
        "avx512vbmi" at 1, "avx512vbmi2" at 6, "gfni" at 8, "vaes" at 9, "vpclmulqdq" at 10, "avx512vnni" at 11, "avx512bitalg" at 12,
        "avx512vpopcntdq" at 14,
    }
    instructions! { amd_ecx: "lzcnt" at 5, "sse4a" at 6 }

    /// The bit of [`basic_ecx`] that says that `xgetbv` is available, which reports the registers that the system
    /// saves.
    const OSXSAVE: u32 = 1 << 27;
    /// The registers that the system has to save, as bits of XCR0.
    const KEPT_REGISTERS: u64 = if cfg!(target_feature = "avx512f") {
        0b1110_0110
    } else if cfg!(target_feature = "avx") {
        0b110
    } else {
        0
    };

    /// Whether the processor has the instructions that this build uses, and the system saves the registers for
    /// them.
    pub fn suffices() -> bool {
        let basic = leaf(1, 0).ecx;
        let extended = leaf(7, 0);
        has(basic, basic_ecx::NEEDED)
            && has(extended.ebx, extended_ebx::NEEDED)
            && has(extended.ecx, extended_ecx::NEEDED)
            && has(leaf(0x8000_0001, 0).ecx, amd_ecx::NEEDED)
            && (KEPT_REGISTERS == 0
                || has(basic, OSXSAVE) && kept_registers() & KEPT_REGISTERS == KEPT_REGISTERS)
    }

    fn has(register: u32, needed: u32) -> bool {
        register & needed == needed
    }

    /// A leaf of the processor's `cpuid` data; zeros if the processor does not have this leaf.
    #[allow(unused_unsafe, reason = "older versions of Rust take cpuid for unsafe")]
    fn leaf(number: u32, part: u32) -> CpuidResult {
        // SAFETY: every processor of this architecture has the instruction.
        unsafe {
            if __cpuid(number & 0x8000_0000).eax < number {
                return CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 };
            }
            __cpuid_count(number, part)
        }
    }

    fn kept_registers() -> u64 {
        // SAFETY: OSXSAVE is set, so the instruction is there.
        unsafe { _xgetbv(0) }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn bits_are_those_of_the_standard_library() {
            basic_ecx::assert_agrees_with_std(leaf(1, 0).ecx);
            extended_ebx::assert_agrees_with_std(leaf(7, 0).ebx);
            extended_ecx::assert_agrees_with_std(leaf(7, 0).ecx);
            amd_ecx::assert_agrees_with_std(leaf(0x8000_0001, 0).ecx);
            assert_eq!(leaf(u32::MAX, 0).ecx, 0);
        }

        #[test]
        fn this_processor_suffices_for_this_build() {
            assert!(suffices());
            if is_x86_feature_detected!("avx") {
                assert_eq!(kept_registers() & 0b110, 0b110);
            }
        }
    }
}
