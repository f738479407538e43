//! The expected number of false hits, from the entries that each look-up is compared with.

use super::super::keys::{LINES, SPARE_BITS};
use super::super::lines::{Dense, Slots, Width};
use super::super::lookup::{FalseHitTerms, LookupCounts};
use super::Table;

impl<W: Width> Table<W> {
    pub fn false_hits_expected(&self) -> f64 {
        self.counts.false_hits + self.false_hits_unjudged()
    }

    /// Of the look-ups in loose lines that were not judged yet: each meets the entries that agree with it in what
    /// chooses the bucket of a plane, and takes one for itself that agrees in the spare bits and the fingerprint too.
    fn false_hits_unjudged(&self) -> f64 {
        let lookups = self.counts.lookups - self.counts.lookups_judged;
        let compared = (self.len - self.forgotten) as f64 / self.plane as f64;
        lookups as f64 * compared * self.agree_in_plane()
    }

    /// The probability that two keys agree in the spare bits and the fingerprint.
    fn agree_in_plane(&self) -> f64 {
        0.5f64.powi((self.fingerprint_bits + SPARE_BITS) as i32)
    }

    /// See [`VisitedSet::false_hit_terms`](super::super::VisitedSet::false_hit_terms).
    pub fn false_hit_terms(&self) -> FalseHitTerms {
        let LookupCounts { lookups, lookups_judged, false_hits } = self.counts;
        // While all lines are loose, every look-up is taken to have met all entries that there are now.
        let is_loose = self.dense_from == usize::MAX;
        FalseHitTerms {
            judged: if is_loose { 0.0 } else { false_hits },
            lookups: if is_loose { lookups } else { lookups - lookups_judged },
            entries: (self.len - self.forgotten) as u64,
            agree: self.agree_in_plane() / self.plane as f64,
        }
    }

    pub(super) fn judge_lookups(&mut self) {
        self.counts.false_hits += self.false_hits_unjudged();
        self.counts.lookups_judged = self.counts.lookups;
    }

    /// Counts a look-up that compared the entries of `lines` dense lines.
    #[inline(always)]
    pub(super) fn judge_dense(&mut self, lines: usize) {
        let shared = W::Dense::SHARED_BITS as i32;
        // With more planes, fewer values of the bits that entries share with what chose the plane occur in it.
        let still_known =
            0.5f64.powi(shared).max(self.planes as f64 * LINES as f64 / f64::from(1 << SPARE_BITS));
        let agree = 0.5f64.powi(self.fingerprint_bits as i32) * still_known.min(1.0);
        self.counts.false_hits += (lines * W::Dense::SLOTS) as f64 * agree;
        self.counts.lookups_judged += 1;
    }
}
