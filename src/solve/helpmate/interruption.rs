//! Interrupting long work that a search does between two checks of its limits.

use crate::solve::outcome::Reason;

/// Steps between two checks of the clock and the stop flag: a fraction of a millisecond.
const STRIDE: u32 = 1 << 13;

/// Checks at intervals whether a search has to end.
pub(super) struct Interruption<'a> {
    must_end: &'a dyn Fn() -> Option<Reason>,
    stride: u32,
    left: u32,
}

impl<'a> Interruption<'a> {
    /// Checks at a usual interval. `must_end` returns the reason why the search must end at once, if there is
    /// one.
    pub fn new(must_end: &'a dyn Fn() -> Option<Reason>) -> Interruption<'a> {
        Interruption::every(STRIDE, must_end)
    }

    /// Checks after every `stride` steps.
    pub fn every(stride: u32, must_end: &'a dyn Fn() -> Option<Reason>) -> Interruption<'a> {
        Interruption { must_end, stride, left: stride }
    }

    /// Never interrupts.
    pub fn never() -> Interruption<'static> {
        Interruption::new(&|| None)
    }

    /// Counts a step, and checks at intervals.
    ///
    /// # Errors
    /// The reason why the search must end.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Reason> {
        self.left -= 1;
        if self.left == 0 { self.check() } else { Ok(()) }
    }

    /// Checks at once.
    ///
    /// # Errors
    /// The reason why the search must end.
    #[cold]
    pub fn check(&mut self) -> Result<(), Reason> {
        self.left = self.stride;
        (self.must_end)().map_or(Ok(()), Err)
    }
}
