//! Virtual loss: a child that another thread is searching counts as a little less promising, so that the threads spread
//! over the tree (virtual proof numbers; Kaneko 2010).

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The number of counters per thread, far more than a path has positions.
const COUNTERS: usize = 1 << 16;

/// For each hash of a board, the number of boards with this hash on a thread's path.
type Counters = Box<[AtomicU8]>;

/// One thread's handle of the boards on the paths of all threads; `None` with a single thread. The boards
/// influence only the order of search, so they may share a counter.
#[derive(Default)]
pub struct VirtualLoss(Option<Paths>);

struct Paths {
    all: Arc<[Counters]>,
    own: usize,
}

impl VirtualLoss {
    /// The bytes of memory for each thread.
    pub const BYTES: usize = COUNTERS;

    /// The handles of `threads` threads, each of which sees the paths of the others.
    pub fn of_threads(threads: usize) -> Vec<VirtualLoss> {
        let counters = || (0..COUNTERS).map(|_| AtomicU8::new(0)).collect::<Counters>();
        let all: Arc<[Counters]> = (0..threads).map(|_| counters()).collect();
        (0..threads).map(|own| VirtualLoss(Some(Paths { all: Arc::clone(&all), own }))).collect()
    }

    /// Whether a board is on the path of another thread.
    #[inline(always)]
    pub fn is_taken(&self, board: u128) -> bool {
        self.0.as_ref().is_some_and(|paths| paths.is_taken(board))
    }

    /// Adds a board to this thread's path.
    #[inline(always)]
    pub fn enter(&self, board: u128) {
        if let Some(paths) = &self.0 {
            paths.change(board, 1);
        }
    }

    /// Removes a board from this thread's path.
    #[inline(always)]
    pub fn leave(&self, board: u128) {
        if let Some(paths) = &self.0 {
            paths.change(board, 1u8.wrapping_neg());
        }
    }
}

impl Paths {
    fn change(&self, board: u128, by: u8) {
        // Only this thread writes the counter, so load and store need not be one atomic operation.
        let counter = &self.all[self.own][board as usize % COUNTERS];
        counter.store(counter.load(Relaxed).wrapping_add(by), Relaxed);
    }

    fn is_taken(&self, board: u128) -> bool {
        let mut others = self.all.iter().enumerate().filter(|&(thread, _)| thread != self.own);
        others.any(|(_, counters)| counters[board as usize % COUNTERS].load(Relaxed) != 0)
    }
}
