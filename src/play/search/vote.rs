//! The vote among the threads of a search on the move to play.

use super::RootMove;
use crate::play::value::INFINITE;

/// The result of one thread.
#[derive(Clone, Debug)]
pub struct ThreadResult {
    /// Its best root move.
    pub best: RootMove,
    /// The deepest iteration that it has completed.
    pub depth: i32,
}

/// The weight of the lowest value among the voters, for each ply of depth.
const MIN_WEIGHT: i64 = 20;

/// Elects the result to play, by a vote as in other programs with Lazy SMP: each thread votes for its best
/// move with a weight that grows with its depth and value. A tie goes to the thread with the lower number,
/// and a single thread always wins.
///
/// # Panics
/// When there is no result.
pub fn elect(mut found: Vec<ThreadResult>) -> ThreadResult {
    let value = |found: &ThreadResult| i64::from(found.best.last_value());
    let voters = || found.iter().filter(|found| found.depth > 0 && found.best.last_value() > -INFINITE);
    let least = voters().map(value).min().unwrap_or(0);
    let weight = |found: &ThreadResult| (value(found) - least + MIN_WEIGHT) * i64::from(found.depth);
    let votes = |found: &ThreadResult| {
        voters().filter(|voter| voter.best.mv() == found.best.mv()).map(weight).sum::<i64>()
    };
    let standing: Vec<(i64, i64)> =
        found.iter().map(|found| (votes(found), if found.depth > 0 { weight(found) } else { 0 })).collect();
    let mut chosen = 0;
    for (index, standing_of) in standing.iter().enumerate() {
        if *standing_of > standing[chosen] {
            chosen = index;
        }
    }
    found.swap_remove(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::value::mate_in;

    fn found(mv: &str, value: i32, depth: i32) -> ThreadResult {
        let mut best = RootMove::new(mv.parse().expect("a move"));
        best.value = value;
        ThreadResult { best, depth }
    }

    fn elected(all: &[(&str, i32, i32)]) -> (String, i32) {
        let chosen = elect(all.iter().map(|&(mv, value, depth)| found(mv, value, depth)).collect());
        (chosen.best.mv().to_string(), chosen.depth)
    }

    #[test]
    fn a_single_thread_decides() {
        assert_eq!(elected(&[("7g7f", -300, 9)]), ("7g7f".to_owned(), 9));
        assert_eq!(elected(&[("7g7f", -INFINITE, 0)]), ("7g7f".to_owned(), 0));
    }

    #[test]
    fn depth_value_and_agreement_count() {
        let (a, b) = ("7g7f", "2g2f");
        let of = |mv: &str, depth| (mv.to_owned(), depth);
        assert_eq!(elected(&[(a, 50, 10), (b, 50, 11)]), of(b, 11), "the deeper one");
        assert_eq!(elected(&[(a, 50, 10), (b, 90, 10)]), of(b, 10), "the better one");
        assert_eq!(elected(&[(a, 50, 10), (b, 50, 10)]), of(a, 10), "the first one");
        assert_eq!(elected(&[(a, 50, 10), (b, 50, 9), (b, 50, 9)]), of(b, 9), "two against one");
        assert_eq!(elected(&[(a, 50, 10), (a, 50, 11)]), of(a, 11), "the longer line of the same move");
        assert_eq!(elected(&[(a, 900, 30), (b, mate_in(9), 8)]), of(b, 8), "a mate");
        assert_eq!(elected(&[(a, -500, 10), (b, INFINITE, 0)]), of(a, 10), "not one that has found nothing");
    }
}
