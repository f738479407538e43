//! The expected number of false hits, from the entries that each look-up is compared with.

use super::super::keys::{LINES, SPARE_BITS};
use super::super::lines::{Dense, Width};
use super::super::lookup::{FalseHitTerms, LookupCounts};
use super::Table;

impl<W: Width> Table<W> {
    pub fn false_hits_expected(&self) -> f64 {
        self.counts.false_hits + self.false_hits_unjudged()
    }

    /// Of the look-ups that were not judged yet: each meets the entries that agree with it in what chooses the bucket of
    /// a plane, and takes one for itself that agrees in the spare bits and the fingerprint too.
    fn false_hits_unjudged(&self) -> f64 {
        let lookups = self.counts.lookups - self.counts.lookups_judged;
        let compared = (self.len - self.forgotten) as f64 / self.plane as f64;
        lookups as f64 * compared * self.agree_in_plane()
    }

    /// The probability that two keys agree in the spare bits, as far as an entry and its place tell them, and in the
    /// fingerprint. Of the dense pages each is met equally often.
    fn agree_in_plane(&self) -> f64 {
        let all = f64::from(1 << SPARE_BITS);
        // What is known of a key's spare bits: they choose the plane and the home, and a dense entry stores some of
        // them, which may be among those that chose the plane.
        let agree = |bits: u32| {
            let told = (self.planes * LINES) as f64 * f64::from(1 << bits);
            // Where planes have unequal shares of the spare bits, pairs agree more often, by an eighth at most.
            let uneven = if told < all && !self.planes.is_power_of_two() { 1.125 } else { 1.0 };
            uneven / told.min(all)
        };
        let spare = if self.dense_from == usize::MAX {
            1.0 / all
        } else {
            let densest = self.densest_pages as f64 / self.dense_pages() as f64;
            // Several planes may share the lines of one.
            self.kept.sharing() as f64
                * ((1.0 - densest) * agree(W::Dense::SPARE_BITS) + densest * agree(W::Densest::SPARE_BITS))
        };
        0.5f64.powi(self.fingerprint_bits as i32) * spare
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

    /// Computes the false hits to be expected among the look-ups so far, before the table changes.
    pub(super) fn judge_lookups(&mut self) {
        self.counts.false_hits += self.false_hits_unjudged();
        self.counts.lookups_judged = self.counts.lookups;
    }
}
