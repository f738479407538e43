//! The end of a search in the midst of work that is long and of no use afterwards.

use crate::solve::outcome::Reason;

/// Steps between two looks at the clock and the stop flag: a fraction of a millisecond.
const STRIDE: u32 = 1 << 13;

/// Looks now and then whether a search must end.
pub(super) struct Interruption<'a> {
    must_end: &'a dyn Fn() -> Option<Reason>,
    stride: u32,
    left: u32,
}

impl<'a> Interruption<'a> {
    /// `must_end` tells why the search must end at once, if it must.
    pub fn new(must_end: &'a dyn Fn() -> Option<Reason>) -> Interruption<'a> {
        Interruption::every(STRIDE, must_end)
    }

    /// Looks after so many steps each.
    pub fn every(stride: u32, must_end: &'a dyn Fn() -> Option<Reason>) -> Interruption<'a> {
        Interruption { must_end, stride, left: stride }
    }

    /// Nothing interrupts.
    pub fn never() -> Interruption<'static> {
        Interruption::new(&|| None)
    }

    /// A step.
    ///
    /// # Errors
    /// Why the search must end.
    #[inline(always)]
    pub fn tick(&mut self) -> Result<(), Reason> {
        self.left -= 1;
        if self.left == 0 { self.check() } else { Ok(()) }
    }

    /// Looks at once.
    ///
    /// # Errors
    /// Why the search must end.
    #[cold]
    pub fn check(&mut self) -> Result<(), Reason> {
        self.left = self.stride;
        (self.must_end)().map_or(Ok(()), Err)
    }
}
