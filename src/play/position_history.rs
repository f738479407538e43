//! The positions of the game and of the current line, and the results of repetitions (千日手) among them.
//!
//! In a game the fourth occurrence of a position ends the game. Inside the search tree the second occurrence
//! already counts as the end, since a sequence that was repeated once can be repeated again. Occurrences
//! before the root count as in a game.

use super::value::{DRAW, REPETITION_WIN, Value};
use crate::position::Position;
use crate::types::{Color, Hand};
use std::collections::HashMap;

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Occurrence {
    key: u128,
    board: u64,
    hands: [Hand; 2],
    /// The number of consecutive checks given to the side to move, up to and including this position.
    checks: u32,
    /// Plies since the last null move; positions before a null move do not count as repeated.
    since_null: u32,
}

/// All positions from the start of the game to the current one.
#[derive(Clone, Debug)]
pub struct PositionHistory {
    positions: Vec<Occurrence>,
    /// Index of the search's root.
    root: usize,
    /// The positions that occurred three times or more up to the root, each with the index of its first
    /// occurrence.
    thrice: HashMap<u128, usize>,
}

/// The result of a repetition for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionResult {
    /// The position occurred before: a draw.
    Draw,
    /// The opponent has given check with every move since then (連続王手の千日手).
    Won,
    /// The side to move has given check with every move since then.
    Lost,
    /// The same board occurred before, and the side to move held less then (優等局面).
    Superior,
    /// The same board occurred before, and the side to move held more then (劣等局面).
    Inferior,
}

impl RepetitionResult {
    /// The value of the result for the side to move.
    #[inline]
    pub fn value(self) -> Value {
        match self {
            RepetitionResult::Draw => DRAW,
            RepetitionResult::Won | RepetitionResult::Superior => REPETITION_WIN,
            RepetitionResult::Lost | RepetitionResult::Inferior => -REPETITION_WIN,
        }
    }
}

impl PositionHistory {
    /// A path of one position.
    pub fn new(position: &Position, in_check: bool) -> PositionHistory {
        let mut path =
            PositionHistory { positions: Vec::with_capacity(256), root: 0, thrice: HashMap::new() };
        path.push(position, in_check);
        path
    }

    /// Appends the position after a move.
    #[inline]
    pub fn push(&mut self, position: &Position, in_check: bool) {
        let checks = match self.positions.len().checked_sub(2) {
            Some(before) if in_check => self.positions[before].checks + 1,
            _ => u32::from(in_check),
        };
        let since_null = self.positions.last().map_or(0, |last| last.since_null + 1);
        self.add(position, checks, since_null);
    }

    /// Appends the position after a null move.
    pub fn push_null(&mut self, position: &Position) {
        self.add(position, 0, 0);
    }

    #[inline(always)]
    fn add(&mut self, position: &Position, checks: u32, since_null: u32) {
        let hands = Color::ALL.map(|color| position.hand(color));
        self.positions.push(Occurrence {
            key: position.key(),
            board: position.board_key() as u64,
            hands,
            checks,
            since_null,
        });
    }

    /// Removes the last position.
    #[inline]
    pub fn pop(&mut self) {
        self.positions.pop();
    }

    /// Makes the last position the root: positions appended from now on belong to the search tree.
    pub fn set_root(&mut self) {
        self.root = self.positions.len() - 1;
        let mut seen: HashMap<u128, (usize, u32)> = HashMap::new();
        for (index, step) in self.positions.iter().enumerate() {
            seen.entry(step.key).or_insert((index, 0)).1 += 1;
        }
        self.thrice = seen
            .into_iter()
            .filter(|(_, (_, times))| *times >= 3)
            .map(|(key, (first, _))| (key, first))
            .collect();
    }

    /// The result of the repetition that the last position, below the root, makes; `None` when it does not
    /// repeat one.
    #[inline]
    pub fn repetition(&self, side: Color) -> Option<RepetitionResult> {
        let now = self.positions.len() - 1;
        let here = &self.positions[now];
        if !self.thrice.is_empty()
            && let Some(&first) = self.thrice.get(&here.key)
        {
            return Some(self.verdict(first, now));
        }
        let back = (here.since_null as usize).min(now - self.root);
        for distance in (4..=back).step_by(2) {
            let earlier = &self.positions[now - distance];
            if earlier.board != here.board {
                continue;
            }
            let (mine, then) = (here.hands[side.index()], earlier.hands[side.index()]);
            if mine == then {
                return Some(self.verdict(now - distance, now));
            } else if mine.contains(then) {
                return Some(RepetitionResult::Superior);
            } else if then.contains(mine) {
                return Some(RepetitionResult::Inferior);
            }
        }
        None
    }

    /// The result of the fourth occurrence of a position, when the last position is one.
    pub fn fourth_repetition(&self) -> Option<RepetitionResult> {
        let now = self.positions.len() - 1;
        let key = self.positions[now].key;
        let mut times = self.positions.iter().enumerate().filter(|(_, step)| step.key == key);
        let (first, _) = times.next()?;
        (times.count() >= 3).then(|| self.verdict(first, now))
    }

    /// The result when the position at index `first` has occurred again at index `now`.
    fn verdict(&self, first: usize, now: usize) -> RepetitionResult {
        let rounds = ((now - first) / 2) as u32;
        if self.positions[now].checks >= rounds {
            RepetitionResult::Won
        } else if self.positions[now - 1].checks >= rounds {
            RepetitionResult::Lost
        } else {
            RepetitionResult::Draw
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::{in_check, legal_moves};
    use crate::types::Move;

    /// A position as a referee would write it down: board and side to move, both hands, whether the side to
    /// move is in check.
    type Recorded = (String, [Hand; 2], bool);

    fn record(position: &Position) -> Recorded {
        let sfen = position.sfen();
        let board: Vec<&str> = sfen.split(' ').take(2).collect();
        (board.join(" "), Color::ALL.map(|color| position.hand(color)), in_check(position))
    }

    /// The result of a repetition found in a plain history, in which `root` is the index of the root.
    fn plain(history: &[Recorded], root: usize) -> Option<RepetitionResult> {
        let now = history.len() - 1;
        let same = |index: usize| history[index].0 == history[now].0 && history[index].1 == history[now].1;
        let verdict = |first: usize| {
            let all_checks = |from: usize| (from..=now).step_by(2).all(|index| history[index].2);
            // Position `first` itself recurs at `now`, so only the checks after it count.
            if all_checks(first + 2) {
                RepetitionResult::Won
            } else if all_checks(first + 1) {
                RepetitionResult::Lost
            } else {
                RepetitionResult::Draw
            }
        };
        let before_root: Vec<usize> = (0..=root).filter(|&index| same(index)).collect();
        if before_root.len() >= 3 {
            return Some(verdict(before_root[0]));
        }
        let side = usize::from(history[now].0.ends_with('w'));
        for index in (root..now).rev().filter(|index| (now - index).is_multiple_of(2) && now - index >= 4) {
            let (mine, then) = (history[now].1[side], history[index].1[side]);
            if same(index) {
                return Some(verdict(index));
            } else if history[index].0 == history[now].0 && mine.contains(then) {
                return Some(RepetitionResult::Superior);
            } else if history[index].0 == history[now].0 && then.contains(mine) {
                return Some(RepetitionResult::Inferior);
            }
        }
        None
    }

    #[test]
    fn agrees_with_a_plain_history() {
        let mut seed = 5u64;
        let mut random = move |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let mut seen = HashMap::new();
        for sfen in
            ["k8/9/9/9/9/9/9/9/K7R b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "k8/1l7/9/9/9/9/9/7L1/8K b - 1"]
        {
            for _ in 0..60 {
                let mut position = Position::from_sfen(sfen).expect("an SFEN");
                let mut path = PositionHistory::new(&position, false);
                let mut history = vec![record(&position)];
                let mut played: Vec<Move> = Vec::new();
                let mut root = 0;
                for ply in 0..90 {
                    let moves = legal_moves(&position);
                    if moves.is_empty() {
                        break;
                    }
                    // Mostly move the piece back to where it came from, so that positions recur.
                    let back = played.len().checked_sub(2).map(|index| played[index]).and_then(|mv| {
                        Some(Move::board(mv.to(), mv.from()?, false)).filter(|back| moves.contains(back))
                    });
                    let mv = back.filter(|_| random(10) < 8).unwrap_or(moves[random(moves.len())]);
                    position.do_move(mv);
                    played.push(mv);
                    path.push(&position, in_check(&position));
                    history.push(record(&position));
                    if ply == 40 {
                        path.set_root();
                        root = history.len() - 1;
                    } else if ply > 40 {
                        let found = path.repetition(position.side_to_move());
                        assert_eq!(found, plain(&history, root), "{position} {played:?}");
                        *seen.entry(format!("{found:?}")).or_insert(0) += 1;
                    }
                }
            }
        }
        for wanted in ["None", "Some(Draw)", "Some(Won)", "Some(Lost)"] {
            assert!(seen.get(wanted).is_some_and(|&times| times > 2), "{wanted}: {seen:?}");
        }
    }

    #[test]
    fn the_same_board_with_more_in_hand_is_superior() {
        let mut lines =
            PositionHistory::new(&Position::from_sfen("k8/9/9/9/9/9/9/9/4K4 b p 1").expect("an SFEN"), false);
        lines.set_root();
        let rich = Position::from_sfen("k8/9/9/9/9/9/9/9/4K4 b P 1").expect("an SFEN");
        let other = Position::from_sfen("1k7/9/9/9/9/9/9/9/4K4 b P 1").expect("an SFEN");
        for step in [&other, &other, &other, &rich] {
            lines.push(step, false);
        }
        assert_eq!(lines.repetition(Color::Black), Some(RepetitionResult::Superior));
        assert_eq!(lines.repetition(Color::White), Some(RepetitionResult::Inferior));
    }
}
