//! Where the other threads of a search are, so that each takes a way of its own.

use super::search::Search;
use crate::types::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Marks of one thread: far more than a path has positions.
const MARKS: usize = 1 << 16;

/// For each mark how many boards on the thread's path have it.
type Own = Box<[AtomicU8]>;

/// The marks of all threads, as one of them sees them. They only say where to search first, so it does no harm when two boards share
/// a mark.
pub(super) struct Marks {
    all: Arc<[Own]>,
    own: usize,
}

impl Marks {
    /// For so many threads.
    pub fn of_threads(threads: usize) -> Vec<Marks> {
        let own = || (0..MARKS).map(|_| AtomicU8::new(0)).collect::<Own>();
        let all: Arc<[Own]> = (0..threads).map(|_| own()).collect();
        (0..threads).map(|own| Marks { all: Arc::clone(&all), own }).collect()
    }

    fn change(&self, board: u128, by: u8) {
        // Nobody else writes it.
        let mark = &self.all[self.own][board as usize % MARKS];
        mark.store(mark.load(Relaxed).wrapping_add(by), Relaxed);
    }

    fn is_taken(&self, board: u128) -> bool {
        let mut others = self.all.iter().enumerate().filter(|&(thread, _)| thread != self.own);
        others.any(|(_, marks)| marks[board as usize % MARKS].load(Relaxed) != 0)
    }
}

impl Search {
    /// Whether another thread is at a board.
    #[inline(always)]
    pub(super) fn is_taken(&self, board: u128) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks.is_taken(board))
    }

    /// The search goes to a board.
    #[inline(always)]
    pub(super) fn enter(&self, board: u128) {
        if let Some(marks) = &self.marks {
            marks.change(board, 1);
        }
    }

    /// Whether another thread is at the board after a move.
    #[inline(always)]
    pub(super) fn is_taken_after(&self, mv: Move) -> bool {
        self.marks.is_some() && self.is_taken(self.board_after(mv))
    }

    /// The search goes to the board after a move, which is returned.
    #[inline(always)]
    pub(super) fn enter_after(&self, mv: Move) -> u128 {
        if self.marks.is_none() {
            return 0;
        }
        let board = self.board_after(mv);
        self.enter(board);
        board
    }

    fn board_after(&self, mv: Move) -> u128 {
        self.position.board_key_after(self.place().board, mv)
    }

    /// The search comes back from a board.
    #[inline(always)]
    pub(super) fn leave(&self, board: u128) {
        if let Some(marks) = &self.marks {
            marks.change(board, 1u8.wrapping_neg());
        }
    }
}
