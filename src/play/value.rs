//! The scale of search values: evaluations around zero, then wins by repetition, then mates ordered by their
//! length.

use super::info::Score;

/// A value for the side to move. Below [`DECIDED`] it is in centipawns.
pub type Value = i32;

/// The length of the longest line, in plies.
pub const MAX_PLY: usize = 240;
/// No value reaches this size.
pub const INFINITE: Value = 32_001;
/// The value of a mate is this minus the number of plies to it.
pub const MATE: Value = 32_000;
/// Values of at least this are mates.
pub const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// The value of a win by repetition: the opponent's perpetual check, or the same board with more in hand.
pub const REPETITION_WIN: Value = 28_000;
/// Values of at least this are certain wins, by mate or repetition; evaluations are smaller.
pub const DECIDED: Value = 25_000;
/// The value of a draw: by fourfold repetition, or because the move limit was reached.
pub const DRAW: Value = 0;

/// The value of being mated `ply` plies below the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The value of mating `ply` plies below the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Value {
    MATE - ply as Value
}

/// The value as stored in the transposition table, where plies to mate are counted from the entry's position.
#[inline(always)]
pub const fn to_table(value: Value, ply: usize) -> i16 {
    (if value >= MATE_BOUND {
        value + ply as Value
    } else if value <= -MATE_BOUND {
        value - ply as Value
    } else {
        value
    }) as i16
}

/// The inverse of [`to_table`] at a ply.
#[inline(always)]
pub const fn from_table(value: i16, ply: usize) -> Value {
    let value = value as Value;
    if value >= MATE_BOUND {
        value - ply as Value
    } else if value <= -MATE_BOUND {
        value + ply as Value
    } else {
        value
    }
}

impl Score {
    /// The score to report for a value at the root.
    pub(super) fn of(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate(MATE - value)
        } else if value <= -MATE_BOUND {
            Score::Mate(-MATE - value)
        } else {
            Score::Centipawns(value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_survive_the_table() {
        for ply in [0, 1, 7, MAX_PLY] {
            for value in
                [0, 350, -20_000, REPETITION_WIN, mate_in(ply + 9), mated_in(ply + 12), mated_in(ply)]
            {
                assert_eq!(from_table(to_table(value, ply), ply), value, "{value} at ply {ply}");
            }
        }
        // A stored mate is as far from its position when it is read at another ply.
        assert_eq!(from_table(to_table(mate_in(10), 4), 6), mate_in(12));
        assert_eq!(from_table(to_table(mated_in(10), 4), 2), mated_in(8));
    }

    #[test]
    fn scores_count_plies_with_their_sign() {
        assert_eq!(Score::of(mate_in(5)), Score::Mate(5));
        assert_eq!(Score::of(mated_in(4)), Score::Mate(-4));
        assert_eq!(Score::of(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::of(-123), Score::Centipawns(-123));
        assert_eq!(Score::of(REPETITION_WIN), Score::Centipawns(REPETITION_WIN));
    }
}
