//! Tests of the table.

use super::*;

fn table_key(hand: u32) -> TableKey {
    TableKey { board: 0x1234_5678_9abc_def0_0fed_cba9_8765_4321, hand }
}

fn mate(upper: u16) -> Fact {
    Fact { upper, is_unbounded: true, ..Fact::NOTHING }
}

/// Hands of pawns and lances, none of which contains another.
fn hands() -> impl Iterator<Item = u32> {
    (0..5).flat_map(|lances| [(4 - lances) | lances << 6, (4 - lances) | lances << 10])
}

#[test]
fn more_hands_of_a_board_than_a_bucket_holds_are_kept() {
    let mut table = ProofTable::new(1 << 20);
    for (at, hand) in hands().enumerate() {
        table.store(table_key(hand), mate(2 * at as u16 + 1), 1);
    }
    let kept = |hand: u32| table.probe_any_mate(table_key(hand), NumbersOf::AllHands).upper;
    let lengths: Vec<u16> = hands().map(kept).collect();
    // The first two hands are the same: four pawns.
    assert_eq!(lengths, [1, 1, 5, 7, 9, 11, 13, 15, 17, 19]);
}

#[test]
fn what_another_hand_says_takes_no_room() {
    let mut table = ProofTable::new(1 << 20);
    for hand in hands() {
        table.store(table_key(hand + 1), mate(9), 1);
    }
    let stored = table.stored();
    table.store(table_key(0), mate(7), 1);
    for hand in hands() {
        assert_eq!(table.probe_any_mate(table_key(hand), NumbersOf::AllHands).upper, 7);
    }
    let mut entries = 0;
    table.for_each_of(table_key(0).board, |_| entries += 1);
    assert_eq!((stored, entries), (9, 1));
}

#[test]
fn numbers_follow_from_smaller_and_larger_hands() {
    let mut table = ProofTable::new(1 << 20);
    // The lowest bits of a hand count pawns, those from bit 6 on count lances.
    for (pawns, pn, dn) in [(1, 5, 30), (3, 12, 8)] {
        table.store(table_key(pawns), Fact { is_unbounded: true, ..Fact::searched(pn, dn) }, 1);
    }
    let lance = 1 << 6;
    let numbers = [0, 1, 2, 3, 4, lance].map(|hand| {
        let found = table.probe_any_mate(table_key(hand), NumbersOf::AllHands);
        (found.is_searched, found.pn, found.dn)
    });
    let expected =
        [(false, 12, 1), (true, 12, 30), (false, 12, 30), (true, 12, 30), (false, 1, 30), (false, 1, 1)];
    assert_eq!(numbers, expected);
    let own = table.probe_any_mate(table_key(1), NumbersOf::ThisHand);
    assert_eq!((own.pn, own.dn), (5, 30));
}

/// Boards with keys that look random.
fn boards(count: u64) -> impl Iterator<Item = TableKey> {
    const ODD: u128 = 0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15;
    (1..=u128::from(count)).map(|n| {
        let board = n.wrapping_mul(ODD).rotate_left(71) ^ n.wrapping_mul(ODD);
        TableKey { board: board.wrapping_mul(ODD), hand: n as u32 & 15 }
    })
}

#[test]
fn hardly_anything_is_lost_while_the_table_grows() {
    // The size is not a power of two, so at the end some groups are split and some are not.
    let mut table = ProofTable::new(12 << 20);
    let count = PER_GROUP * (12 << 20) / (LINES * size_of::<SharedCacheLine>()) as u64;
    for (n, table_key) in boards(count).enumerate() {
        table.store(table_key, mate(n as u16 | 1), 1);
    }
    // Groups that are not split yet are seven tenths full on average, so a few overflow.
    let nearly = |part: u64, all: u64| part <= all && part > all - all / 200;
    assert!(nearly(table.in_use(), table.shared.groups), "{} of {}", table.in_use(), table.shared.groups);
    let kept = |table_key: TableKey, n: usize| {
        table.probe_any_mate(table_key, NumbersOf::ThisHand).upper == n as u16 | 1
    };
    let found = boards(count).enumerate().filter(|&(n, table_key)| kept(table_key, n)).count() as u64;
    assert!(nearly(found, count), "{found} of {count}");
    assert!(found == table.stored() && nearly(table.bytes(), 12 << 20), "{}", table.stored());
}

/// What a test compares of two tables: the number of groups in use, of stored entries, and the bounds of some
/// boards.
fn contents(table: &ProofTable, places: u64) -> (u64, u64, Vec<u16>) {
    (
        table.in_use(),
        table.stored(),
        boards(places).map(|table_key| table.probe_any_mate(table_key, NumbersOf::ThisHand).upper).collect(),
    )
}

/// What the next problem does not use yet takes no memory.
#[test]
#[cfg(target_os = "linux")]
fn the_memory_of_a_large_problem_is_released() {
    let mut table = ProofTable::new(8 << 20);
    let first = table.in_use();
    for table_key in boards(PER_GROUP * 2 * FIRST) {
        table.store(table_key, mate(3), 1);
    }
    let rest = LINES * first as usize..LINES * table.in_use() as usize;
    let is_zero = |table: &ProofTable| {
        table.shared.region[rest.clone()].iter().all(|line| line.0.iter().all(|word| word.load(Relaxed) == 0))
    };
    assert!(table.in_use() > first && !is_zero(&table));
    table.start_afresh();
    assert!(is_zero(&table));
}

#[test]
fn a_problem_finds_the_table_as_if_it_were_new() {
    let count = PER_GROUP * 3 * FIRST / 2;
    // The first problem fills a small table, the second stores other boards, and the third stores the boards of
    // both.
    for bytes in [64 << 10, 8 << 20] {
        let mut used = ProofTable::new(bytes);
        for problem in 0..3 {
            let mut new = ProofTable::new(bytes);
            if problem > 0 {
                used.start_afresh();
                assert_eq!(contents(&used, 2 * count), contents(&new, 2 * count));
            }
            let (skipped, stored) = [(0, count), (count, count), (0, 2 * count)][problem];
            for table_key in boards(skipped + stored).skip(skipped as usize) {
                for table in [&mut used, &mut new] {
                    table.store(table_key, mate(3 + 2 * problem as u16), 1 + u64::from(table_key.hand));
                }
            }
            assert_eq!(contents(&used, 2 * count), contents(&new, 2 * count), "{bytes} bytes, {problem}");
            assert_eq!(used.false_hits_expected(), new.false_hits_expected());
        }
        assert!(used.stored() > 0);
    }
}

#[test]
fn a_table_that_is_put_back_is_as_large_as_it_was() {
    let count = PER_GROUP * 3 * FIRST / 2;
    let mut saved = ProofTable::new(8 << 20);
    boards(count).for_each(|table_key| saved.store(table_key, mate(3), 1));
    let mut table = ProofTable::new(8 << 20);
    table.go_on_from(saved.groups(), saved.stored(), saved.lookups());
    for group in 0..saved.groups() {
        saved.for_each_in_group(group, |words| assert!(table.put_back(words)));
    }
    assert!(saved.groups() > FIRST);
    assert_eq!(table.groups(), saved.groups());
    let kept = boards(count)
        .filter(|&table_key| table.probe_any_mate(table_key, NumbersOf::ThisHand).upper == 3)
        .count() as u64;
    assert!(kept > count - count / 100, "{kept} of {count}");
}

#[test]
fn a_bound_for_one_hand_is_none_for_a_search_for_any_mate() {
    let mut table = ProofTable::new(1 << 20);
    table.store(table_key(3), Fact { upper: 5, upper_hand_only: true, ..Fact::NOTHING }, 1);
    assert_eq!(table.probe(table_key(3)).upper, 5);
    assert_eq!(table.probe(table_key(4)).upper, Fact::NO_UPPER);
    assert_eq!(table.probe_any_mate(table_key(3), NumbersOf::ThisHand).upper, Fact::NO_UPPER);
    table.store(table_key(3), mate(9), 1);
    assert_eq!(table.probe_any_mate(table_key(4), NumbersOf::ThisHand).upper, 9);
}

#[test]
fn a_guess_holds_for_shorter_questions_and_smaller_hands() {
    let mut table = ProofTable::new(1 << 20);
    table.store(table_key(3).of_guesses(), Fact { lower: 10, ..Fact::NOTHING }, 1);
    let searched = Fact { pn: 5, dn: 6, is_searched: true, ..Fact::NOTHING };
    table.store(table_key(2).of_guesses(), searched, 1);
    let (found, guess) = table.probe_with_guess(table_key(2), 9);
    assert_eq!((guess.lower, guess.hand, guess.is_searched, guess.pn, guess.dn), (10, 3, true, 5, 6));
    // A guess is not returned as a fact, and a fact is not returned as a guess.
    assert_eq!(
        (found.is_refuted, found.is_searched, table.probe(table_key(2))),
        (false, false, Fact::NOTHING)
    );
    assert_eq!(table.probe_with_guess(table_key(2), 11).1.lower, 0);
    assert_eq!(table.probe_with_guess(table_key(4), 9).1.lower, 0);
    table.store(table_key(2), mate(7), 1);
    let (found, guess) = table.probe_with_guess(table_key(2), 9);
    assert_eq!((found.upper, found.hand, guess.lower), (7, 2, 10));
}

/// Runs something on two threads at once.
fn on_two_threads(table: &ProofTable, work: impl Fn(u16, &mut ProofTable) + Sync) {
    std::thread::scope(|scope| {
        for thread in 0..2 {
            let (mut table, work) = (table.for_another_thread(), &work);
            scope.spawn(move || work(thread, &mut table));
        }
    });
}

#[test]
fn no_entry_is_made_of_what_two_threads_wrote() {
    // There are twice as many hands as the group has room for, so slots are overwritten all the time. The hand
    // follows from every word of an entry.
    let hand = |n: u16| u32::from(n % 10) | u32::from(n / 10) << 6;
    let of_hand =
        |n: u16| Fact { upper: 2 * n + 1, lower: n, pn: n, is_unbounded: n % 2 == 1, ..Fact::NOTHING };
    let table = ProofTable::new(64 << 10);
    let seen = AtomicU64::new(0);
    on_two_threads(&table, |thread, table| {
        for step in 0..200_000u32 {
            let n = (step * [3, 7][usize::from(thread)] % 40) as u16;
            table.store(table_key(hand(n)), of_hand(n), 1);
            table.for_each_of(table_key(0).board, |entry| {
                let n = entry.fact().pn;
                assert!(entry.hand() == hand(n) && entry.fact() == of_hand(n), "{:?}", entry.fact());
                seen.fetch_add(1, Relaxed);
            });
        }
    });
    assert!(seen.into_inner() > 2_000_000);
}

#[test]
fn what_two_threads_store_while_the_table_grows_is_found() {
    let table = ProofTable::new(12 << 20);
    let each = PER_GROUP * table.shared.groups / 2;
    let part = |thread: u16| boards(2 * each).skip(usize::from(thread)).step_by(2).enumerate();
    let length = |n: usize| n as u16 | 1;
    on_two_threads(&table, |thread, table| {
        for (n, table_key) in part(thread) {
            table.store(table_key, mate(length(n)), 1);
            // The entry may be missing while the other thread splits its group.
            let found = table.probe_any_mate(table_key, NumbersOf::ThisHand).upper;
            assert!(found == length(n) || found == Fact::NO_UPPER, "{found} for {}", length(n));
        }
    });
    for thread in 0..2 {
        let kept = part(thread)
            .filter(|&(n, table_key)| table.probe_any_mate(table_key, NumbersOf::ThisHand).upper == length(n))
            .count() as u64;
        assert!(kept > each - each / 100, "{kept} of {each}");
    }
    assert!(table.in_use() > table.shared.groups / 4 * 3, "{} of {}", table.in_use(), table.shared.groups);
}
