use super::*;
use crate::store::test_keys::key;
use std::collections::HashSet;

const WIDTHS: [KeyWidth; 2] = [KeyWidth::Narrow, KeyWidth::Wide];

#[test]
fn agrees_with_a_plain_set_while_growing() {
    for (width, most_bytes) in [(KeyWidth::Narrow, 22.0), (KeyWidth::Wide, 34.5)] {
        // A small table doubles, and then has half of its load.
        let mut set = VisitedSet::new(128 << 20, KeyBits::First, width);
        let mut plain = HashSet::new();
        let mut most = 0.0f64;
        for n in 0..1_200_000u128 {
            for candidate in [key(n), key(n / 3)] {
                let expected = if plain.insert(candidate) { Insert::New } else { Insert::Present };
                assert_eq!(set.insert(candidate), expected, "step {n}");
            }
            // From the second plane on.
            if n > 300_000 {
                most = most.max(set.bytes() as f64 / set.len() as f64);
            }
        }
        assert_eq!(set.len(), plain.len());
        assert!(plain.iter().all(|&key| set.insert(key) == Insert::Present));
        assert!(most < most_bytes, "{width:?}: {most} bytes a key");
        assert!(!set.forgets() && set.false_hits_expected() < 1e-6);
    }
}

/// The number of bytes per stored key when the table has its largest size, before much is forgotten.
#[test]
fn a_table_of_the_largest_size_is_dense() {
    for (width, most_bytes) in [(KeyWidth::Narrow, 7.0), (KeyWidth::Wide, 10.0)] {
        let max_bytes = 12 << 20;
        let mut set = VisitedSet::new(max_bytes, KeyBits::First, width);
        let keys = (max_bytes as f64 / most_bytes * 1.045) as u128;
        (0..keys).for_each(|n| assert_eq!(set.insert(key(n)), Insert::New));
        assert!(set.bytes() <= max_bytes);
        let kept = (0..keys).rev().filter(|&n| set.insert(key(n)) == Insert::Present).count();
        let bytes = set.bytes() as f64 / kept as f64;
        assert!(bytes <= most_bytes, "{width:?}: {bytes} bytes for each of {kept} of {keys} keys");
        assert!(kept as f64 > 0.95 * keys as f64, "{width:?}: {kept} of {keys} keys");
    }
}

#[test]
fn a_dense_table_forgets_nothing_before_it_is_nearly_full() {
    let cases = [(KeyWidth::Narrow, 1_966_080, 97), (KeyWidth::Wide, 1_376_256, 95)];
    for (width, capacity, percent) in cases {
        let lines = 12 << 20;
        let max_bytes = lines + lines / 256;
        let mut set = VisitedSet::new(max_bytes, KeyBits::First, width);
        let keys = capacity * percent / 100;
        for n in 0..keys {
            assert_eq!(set.insert(key(n)), Insert::New);
            assert_eq!(set.insert(key(n / 3)), Insert::Present, "{width:?}: {n}");
        }
        assert!((0..keys).all(|n| set.insert(key(n)) == Insert::Present));
        assert!(!set.forgets() && set.bytes() > lines && set.false_hits_expected() < 1e-5, "{width:?}");
        // A lower limit that leaves no room beside the lines does not remove the entries that are there.
        set.limit(lines);
        assert!((0..keys).all(|n| set.insert(key(n)) == Insert::Present) && !set.forgets(), "{width:?}");
        (keys..capacity).for_each(|n| assert_eq!(set.insert(key(n)), Insert::New));
        assert!(set.forgets() && set.bytes() <= max_bytes, "{width:?}");
    }
}

#[test]
fn a_full_table_forgets_old_keys_and_reports_every_new_one() {
    for (width, capacity) in [(KeyWidth::Narrow, 5120), (KeyWidth::Wide, 3584)] {
        let mut set = VisitedSet::new(40 << 10, KeyBits::First, width);
        assert_eq!(set.bytes(), 32 << 10);
        for n in 0..4 * capacity as u128 {
            assert_eq!(set.insert(key(n)), Insert::New);
            assert_eq!(set.insert(key(n)), Insert::Present, "the newest key is never the one forgotten");
        }
        assert!(set.forgets());
        assert_eq!(set.len(), 4 * capacity);
        let recent = 4 * capacity as u128 - capacity as u128 / 4..4 * capacity as u128;
        let kept = recent.clone().filter(|&n| set.insert(key(n)) == Insert::Present).count();
        assert!(kept * 100 > recent.count() * 95, "{width:?}: {kept} of the last keys are still known");
        assert_eq!(set.insert(key(0)), Insert::New, "the first key was forgotten long ago");
        assert!(set.false_hits_expected() < 1e-6);
    }
}

/// Tests a table that grows, one that is condensed, and one that forgets, with many keys between look and
/// insertion.
#[test]
fn a_first_look_finds_what_insert_would_find() {
    for (width, steps) in [(KeyWidth::Narrow, 450_000), (KeyWidth::Wide, 320_000)] {
        for (max_bytes, forgets) in [(64 << 20, false), (2 << 20, false), (1 << 20, true)] {
            let new = || VisitedSet::new(max_bytes, KeyBits::First, width);
            let (mut looked_at, mut plain) = (new(), new());
            let mut counted = 0;
            for first in (0..steps).step_by(2_000) {
                let mut looks: Vec<_> =
                    (first..first + 2_000).map(|n| (key(n / 2 + n % 2 * n / 7), false)).collect();
                looked_at.look_at_home(looks.iter_mut().map(|(key, is_seen)| (*key, is_seen)));
                for (key, is_seen) in looks {
                    counted += u32::from(is_seen && !looked_at.forgets());
                    let found = looked_at.insert_looked_at(key, is_seen);
                    assert_eq!(found, plain.insert(key), "{width:?}, {max_bytes} bytes, step {first}");
                    assert_eq!(looked_at.counts(), plain.counts(), "{width:?}, {max_bytes}, step {first}");
                }
            }
            assert_eq!(looked_at.len(), plain.len());
            assert!(
                counted > 20_000 && looked_at.forgets() == forgets,
                "{width:?}: {counted}, {}",
                plain.len()
            );
        }
    }
}

#[test]
fn the_low_bytes_of_keys_are_enough() {
    for width in WIDTHS {
        // Test a table that grows, and one that is condensed and forgets.
        for max_bytes in [64 << 20, 2 << 20] {
            let new = || VisitedSet::new(max_bytes, KeyBits::First, width);
            let (mut whole, mut low) = (new(), new());
            for n in 0..600_000 {
                let key = key(n / 2);
                assert_eq!(whole.insert(key), low.insert(key & ((1 << (8 * width.key_bytes())) - 1)));
            }
            assert_eq!(whole.counts(), low.counts());
        }
    }
}

/// The fingerprints are so short that keys are confused all the time: compares the expected number with the
/// observed one.
#[test]
fn false_hits_are_as_many_as_expected() {
    for (width, key_bits) in
        WIDTHS.into_iter().flat_map(|width| [(width, KeyBits::First), (width, KeyBits::Second)])
    {
        // The last cases are dense tables with room for all keys: one with pages that are condensed twice, and
        // one with an odd number of planes.
        let cases = [
            (64, 0, 200_000u128),
            (64, 0, 800_000),
            (64, 2, 800_000),
            (2, 6, 270_000),
            (2, 8, 310_000),
            (6, 6, 860_000),
        ];
        for (mebibytes, fingerprint_bits, keys) in cases {
            let mut set = VisitedSet::with_fingerprints(mebibytes << 20, key_bits, width, fingerprint_bits);
            // All keys differ, so every hit is a false one.
            let seen = (0..keys).filter(|&n| set.insert(key(n)) == Insert::Present).count() as f64;
            let expected = set.false_hits_expected();
            let what = format!("{width:?}, {mebibytes} MiB, {fingerprint_bits} bits");
            assert!(seen > 20.0, "{what}: {seen} of {keys} false");
            let ratio = expected / seen;
            assert!((0.8..3.0).contains(&ratio), "{what}: {expected} expected, {seen} seen");
        }
    }
}

/// The same after a table gave memory back.
#[cfg(target_os = "linux")]
#[test]
fn a_smaller_table_expects_the_false_hits_that_there_are() {
    for (width, keys) in [(KeyWidth::Narrow, 1_600_000), (KeyWidth::Wide, 1_200_000)] {
        for mebibytes in [8, 6, 3] {
            let mut set = VisitedSet::with_fingerprints(12 << 20, KeyBits::First, width, 6);
            (0..keys).for_each(|n| {
                set.insert(key(n));
            });
            let before = set.false_hits_expected();
            set.shrink(mebibytes << 20);
            assert_eq!((set.forgets(), set.bytes() >> 20), (true, mebibytes / 2 * 2));
            let seen = (keys..2 * keys).filter(|&n| set.insert(key(n)) == Insert::Present).count() as f64;
            let ratio = (set.false_hits_expected() - before) / seen;
            let what = format!("{width:?}, {mebibytes} MiB: {ratio} times {seen}");
            assert!(seen > 50.0 && (0.8..4.0).contains(&ratio), "{what}");
        }
    }
}

#[test]
fn a_limit_below_what_was_reserved_stops_the_growth() {
    for width in WIDTHS {
        let mut set = VisitedSet::new(64 << 20, KeyBits::First, width);
        set.limit(3 << 20);
        for n in 0..2_000_000 {
            set.insert(key(n));
        }
        assert!(set.forgets());
        assert!(set.bytes() <= (3 << 20) + (64 << 10), "{} bytes", set.bytes());
    }
}

/// Compares a table whose memory is committed in advance, and whose entries are moved by several threads, with a
/// plain one.
#[test]
fn what_is_found_does_not_depend_on_who_makes_the_table_grow() {
    for max_bytes in [40 << 20, 256 << 20] {
        let mut plain = VisitedSet::new(max_bytes, KeyBits::First, KeyWidth::Narrow);
        let mut aside = VisitedSet::new(max_bytes, KeyBits::First, KeyWidth::Narrow);
        aside.set_threads(3);
        let mut ahead = 0;
        for n in 0..7_000_000u128 {
            let key = key(n - n % 2);
            assert_eq!(plain.insert(key), aside.insert(key), "step {n}");
            ahead += u32::from(aside.bytes() > plain.bytes());
        }
        assert_eq!((plain.len(), plain.counts()), (aside.len(), aside.counts()));
        assert_eq!(ahead > 0, max_bytes > 40 << 20, "{ahead} steps");
        assert_eq!(plain.bytes(), aside.bytes());
    }
}

/// Whenever the limit is set, also while the table grows, entries remain in the table while there is room.
#[test]
fn a_limit_may_come_at_any_time() {
    for width in WIDTHS {
        for keys_before in (1_000..600_000).step_by(40_000).chain(440_000..444_000) {
            // The growth of the table takes some thousand keys, so most cases are before or after one.
            if keys_before % 500 != 0 && keys_before % 40_000 != 1_000 {
                continue;
            }
            let mut set = VisitedSet::new(64 << 20, KeyBits::First, width);
            for n in 0..keys_before {
                assert_eq!(set.insert(key(n)), Insert::New);
            }
            set.limit(0);
            let bytes = set.bytes();
            for n in keys_before..keys_before + 10_000 {
                assert_eq!(set.insert(key(n)), Insert::New);
            }
            let kept = (0..keys_before + 10_000).filter(|&n| set.insert(key(n)) == Insert::Present).count();
            assert!(kept as f64 > 0.98 * (keys_before + 10_000) as f64, "{width:?} {keys_before}: {kept}");
            assert!(set.bytes() <= bytes + (64 << 10), "{width:?} {keys_before}");
        }
    }
}

/// A set with the first choice of bits, given arranged keys, behaves like one with the second choice, including
/// false hits.
#[test]
fn arranged_keys_are_looked_at_by_the_second_choice() {
    for width in WIDTHS {
        let [mut second, mut first] = [KeyBits::Second, KeyBits::First]
            .map(|bits| VisitedSet::with_fingerprints(64 << 10, bits, width, 6));
        let mut false_hits = 0;
        for n in 0..20_000 {
            let found = second.insert(key(n));
            assert_eq!(first.insert(KeyBits::Second.arrange(key(n))), found, "step {n}");
            false_hits += u32::from(found == Insert::Present);
        }
        assert!(false_hits > 50, "{width:?}: {false_hits} false hits");
    }
}
