//! The margins and depths of pruning, reductions and extensions. The depths are set by hand; the margins were tuned by
//! games, see [`tune::spsa`](crate::play::tune::spsa).

use super::value::Value;
use std::sync::LazyLock;

/// Largest depth of reverse futility pruning: a node whose evaluation is far enough above beta fails high.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Largest depth of razoring: a node whose evaluation is far enough below alpha is left to the quiescence search.
pub const RAZORING_DEPTH: i32 = 3;
/// Largest depth of futility pruning: quiet moves that cannot raise the evaluation to alpha are skipped.
pub const FUTILITY_DEPTH: i32 = 8;
/// Smallest depth of null-move pruning.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Smallest depth of singular extensions (Anantharaman et al. 1988).
pub const SINGULAR_DEPTH: i32 = 7;

/// The description of a margin, for the tuners.
pub struct Margin {
    /// Its name.
    pub name: &'static str,
    /// The smallest and the largest value that make sense.
    pub range: [i32; 2],
    /// Borrows the margin's field.
    pub field: fn(&mut Margins) -> &mut i32,
}

macro_rules! margins {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $low:literal..=$high:literal;)*) => {
        /// All margins that can be tuned.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Margins {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Margins {
            /// The margins in use.
            pub const TUNED: Margins = Margins { $($name: $value,)* };

            /// All of them.
            pub const ALL: &[Margin] = &[
                $(Margin {
                    name: stringify!($name),
                    range: [$low, $high],
                    field: |margins| &mut margins.$name,
                },)*
            ];
        }
    };
}

margins! {
    /// Reverse futility, centipawns a ply.
    reverse_futility = 96 in 40..=200;
    /// Razoring, centipawns.
    razoring_base = 251 in 50..=600;
    /// Razoring, centipawns by the square of the depth.
    razoring_square = 227 in 50..=500;
    /// Futility, centipawns.
    futility_base = 110 in 0..=350;
    /// Futility, centipawns a ply.
    futility_slope = 111 in 40..=240;
    /// Futility: weight of the move's history, in 1/1024 centipawns.
    futility_history = 8 in 0..=32;
    /// Late-move pruning: number of quiet moves searched at depth 0, in 1/16 moves.
    late_moves_base = 78 in 16..=240;
    /// Late-move pruning: additional moves, times the square of the depth, in 1/16 moves.
    late_moves_square = 20 in 6..=32;
    /// Late-move pruning: factor on the number of moves when the evaluation does not improve, in 1/256.
    late_moves_falling = 173 in 80..=256;
    /// Null move: reduction, in 1/1024 plies.
    null_move_base = 5162 in 2048..=8192;
    /// Null move: additional reduction for each ply of depth, in 1/1024 plies.
    null_move_slope = 303 in 0..=600;
    /// Null move: centipawns above beta for one more ply of reduction.
    null_move_surplus = 268 in 80..=600;
    /// Null move: how far the static evaluation must be above beta at depth 0, in centipawns; may be
    /// negative.
    null_move_margin = 116 in -100..=350;
    /// Null move: by how much less for each ply of depth, in centipawns.
    null_move_allowance = 29 in 0..=60;
    /// Histories: bonus for each ply of depth.
    bonus_slope = 184 in 60..=360;
    /// Histories: constant subtracted from the bonus.
    bonus_base = 86 in -100..=400;
    /// Histories: the largest bonus.
    bonus_limit = 1740 in 600..=3400;
    /// Late-move reductions, all in 1/1024 plies: constant for every late move.
    reduction_base = 683 in 0..=1400;
    /// Factor on the product of the logarithms of depth and move number, in 1/1024.
    reduction_scale = 442 in 250..=700;
    /// When the evaluation does not improve.
    reduction_falling = 650 in 0..=1400;
    /// When more than two moves after this one were cut off.
    reduction_cut_offs = 1018 in 0..=2048;
    /// Smaller reduction for captures and promotions.
    reduction_tactical = 579 in -200..=1400;
    /// Smaller reduction by the history of the move: factor on it, in 1/1024.
    reduction_history = 70 in 20..=160;
    /// Smaller reduction in nodes that are or were part of a principal variation.
    reduction_pv = 1082 in 0..=2048;
    /// Smaller reduction for checks, and the same again when in check.
    reduction_check = 459 in -200..=1400;
    /// Larger reduction in nodes that are expected to be cut off.
    reduction_cut = 1638 in 400..=2800;
    /// Singular extensions: how far the other moves must be below the table's value, in 1/16 centipawns a
    /// ply.
    singular = 34 in 8..=80;
    /// Singular extensions: how much further below for a double extension, in centipawns.
    singular_double = 20 in 0..=80;
    /// Quiescence: what a capture may gain beyond its material, in centipawns.
    delta = 106 in 20..=300;
    /// Half of the first aspiration window, in centipawns.
    aspiration = 31 in 8..=80;
    /// Order of quiet moves: weight of their gain in the linear evaluation, in 1/16.
    gain_weight = 23 in 4..=64;
    /// Order of quiet moves: weight of their pawn history, in 1/16.
    pawn_order = 9 in 0..=48;
    /// History score of a quiet move, for pruning and reductions: weight of its pawn history, in 1/16.
    pawn_history = 9 in 0..=32;
    /// Order of quiet moves near the root: weight of their low-ply history, in 1/16.
    low_ply_order = 28 in 0..=128;
    /// Correction history: weight of the entry of the pawns, in 1/64.
    correction_pawns = 45 in 0..=128;
    /// Correction history: weight of the entry of the generals, in 1/64.
    correction_generals = 39 in 0..=128;
    /// Correction history: weight of the entry of the hands, in 1/64.
    correction_hands = 30 in 0..=128;
    /// Correction history: weight of the entry of the last move, in 1/64.
    correction_first = 54 in 0..=128;
    /// Correction history: weight of the entry of the move two plies before, in 1/64.
    correction_second = 35 in 0..=128;
    /// Second search after a reduced one: a ply deeper when the reduced search's value is more than this above
    /// the best value, in centipawns.
    deeper_above = 82 in 10..=400;
    /// Second search after a reduced one: a ply less deep when its value is not this far above, in
    /// centipawns.
    shallower_below = 5 in 0..=60;
    /// Order of quiet moves: the bonus of a check that loses nothing.
    check_bonus = 6525 in 1000..=16000;
}

impl Margins {
    /// The margin of reverse futility pruning.
    #[inline(always)]
    pub fn reverse_futility(&self, depth: i32, improving: bool) -> Value {
        self.reverse_futility * (depth - i32::from(improving))
    }

    /// The margin of razoring.
    #[inline(always)]
    pub fn razoring(&self, depth: i32) -> Value {
        self.razoring_base + self.razoring_square * depth * depth
    }

    /// The margin of futility pruning.
    #[inline(always)]
    pub fn futility(&self, depth: i32, history_score: i32) -> Value {
        self.futility_base + self.futility_slope * depth + history_score * self.futility_history / 1024
    }

    /// Late-move pruning: the number of moves after which quiet ones are skipped.
    #[inline(always)]
    pub fn late_move_count(&self, depth: i32, improving: bool) -> usize {
        let moves = (self.late_moves_base + self.late_moves_square * depth * depth) / 16;
        (if improving { moves } else { moves * self.late_moves_falling / 256 }) as usize
    }

    /// The weights of the entries of the correction history, in 1/64, in the order of the keys.
    #[inline(always)]
    pub fn correction_weights(&self) -> [i32; 5] {
        [
            self.correction_pawns,
            self.correction_generals,
            self.correction_hands,
            self.correction_first,
            self.correction_second,
        ]
    }

    /// Whether a static evaluation is high enough for a null move.
    #[inline(always)]
    pub fn allows_null_move(&self, depth: i32, static_eval: Value, beta: Value) -> bool {
        static_eval + self.null_move_allowance * depth >= beta + self.null_move_margin
    }

    /// The depth reduction of a null-move search.
    #[inline(always)]
    pub fn null_move_reduction(&self, depth: i32, surplus: Value) -> i32 {
        (self.null_move_base + self.null_move_slope * depth) / 1024
            + (surplus / self.null_move_surplus).min(3)
    }

    /// The history bonus of a cut-off at a depth.
    #[inline(always)]
    pub fn bonus(&self, depth: i32) -> i32 {
        (self.bonus_slope * depth - self.bonus_base).min(self.bonus_limit)
    }

    /// The base of late-move reductions, in 1/1024 plies, by depth and move number.
    #[inline(always)]
    pub fn late_move_reduction(&self, depth: i32, count: usize) -> i32 {
        static TABLE: LazyLock<Vec<i32>> = LazyLock::new(|| {
            // Natural logarithms in 1/1024, computed with integers only so that every machine gets the same
            // reductions.
            let log = |n: u32| (u64::from(u64::from(n.max(1)).pow(2).ilog2()) * 363) as i32;
            let smooth = |n: u32| (log(n) + log(n * 5 / 4) + log(n * 3 / 2) + log(n * 7 / 4)) / 4;
            (0..64u32 * 64).map(|index| smooth(index / 64) * smooth(index % 64) / 1024).collect()
        });
        let index = depth.clamp(0, 63) as usize * 64 + count.min(63);
        self.reduction_base + TABLE[index] * self.reduction_scale / 1024
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_in_use_are_within_their_ranges() {
        let mut tuned = Margins::TUNED;
        for Margin { name, range: [low, high], field } in Margins::ALL {
            let value = *field(&mut tuned);
            assert!((*low..=*high).contains(&value), "{name}: {value}");
        }
    }
}
