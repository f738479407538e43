//! Texts in Shift_JIS: characters for which Windows has other ones than the standard.

use tsumugi::notation::{WriteError, shift_jis};

#[test]
fn characters_that_windows_reads_otherwise_have_their_bytes() {
    for (c, bytes, of_windows) in [
        ('〜', [0x81, 0x60], '～'),
        ('−', [0x81, 0x7c], '－'),
        ('‖', [0x81, 0x61], '∥'),
        ('—', [0x81, 0x5c], '―'),
        ('¢', [0x81, 0x91], '￠'),
        ('£', [0x81, 0x92], '￡'),
        ('¬', [0x81, 0xca], '￢'),
    ] {
        for c in [c, of_windows] {
            let written = shift_jis(&format!("'{c}'\n{c}")).unwrap_or_else(|error| panic!("{error}"));
            let expected = [b"'", &bytes[..], b"'\n", &bytes].concat();
            assert_eq!(written, expected, "U+{:04X}", u32::from(c));
        }
    }
}

#[test]
fn what_shift_jis_lacks_is_named() {
    for c in ['¥', '‾', '🀄', '·'] {
        match shift_jis(&format!("〜{c}")) {
            Err(WriteError::NotInShiftJis(named)) => assert_eq!(named, c),
            other => panic!("{c}: {other:?}"),
        }
    }
}
