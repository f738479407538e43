//! The scale of the search: evaluations in the middle, then wins that rest on a repetition, then mates by their length.

use super::info::Score;

/// A value for the side to move, in centipawns below [`DECIDED`].
pub type Value = i32;

/// The longest line, in plies.
pub const MAX_PLY: usize = 240;
/// No value reaches this.
pub const INFINITE: Value = 32_001;
/// The value of a mate is this minus the plies to it.
pub const MATE: Value = 32_000;
/// Values of at least this are mates.
pub const MATE_BOUND: Value = MATE - 2 * MAX_PLY as Value;
/// A repetition that wins: the opponent's perpetual check, or the same board with more in hand.
pub const REPETITION_WIN: Value = 28_000;
/// Values of at least this are certain wins, by mate or repetition; evaluations are smaller.
pub const DECIDED: Value = 25_000;
/// Fourth repetition, or the last move of the game was played.
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

/// A value as it is stored in the transposition table, where plies to mate are counted from the entry's position.
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
    /// A value at the root as it is reported.
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
        // The same mate seen from another ply is as far away from the position as before.
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
