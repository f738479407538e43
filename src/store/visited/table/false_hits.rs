//! The expected number of false hits, computed from the number of entries with which each look-up is compared.

use super::super::keys::{LINES, SPARE_BITS};
use super::super::lines::{Dense, Width};
use super::super::lookup::{FalseHitTerms, LookupCounts};
use super::Table;

impl<W: Width> Table<W> {
    pub fn false_hits_expected(&self) -> f64 {
        self.counts.false_hits + self.false_hits_unjudged()
    }

    /// The expected number among the look-ups not judged yet. Each is compared with the entries of its bucket
    /// number in all planes, and has a false hit if one of these agrees in the spare bits and the fingerprint
    /// too.
    fn false_hits_unjudged(&self) -> f64 {
        let lookups = self.counts.lookups - self.counts.lookups_judged;
        let compared = (self.len - self.forgotten) as f64 / self.plane as f64;
        lookups as f64 * compared * self.agree_in_plane()
    }

    /// The probability that two keys agree in the fingerprint and in the spare bits, as far as an entry and its
    /// place determine the latter. Assumes that all dense pages are accessed equally often.
    fn agree_in_plane(&self) -> f64 {
        let all = f64::from(1 << SPARE_BITS);
        // How much of a key's spare bits is determined: they choose the plane and the home, and a dense entry
        // stores some of them, possibly including bits that chose the plane.
        let agree = |bits: u32| {
            let told = (self.planes * LINES) as f64 * f64::from(1 << bits);
            // If planes have unequal shares of the spare bits, pairs of keys agree more often, by at most an
            // eighth.
            let uneven = if told < all && !self.planes.is_power_of_two() { 1.125 } else { 1.0 };
            uneven / told.min(all)
        };
        let spare = if self.dense_from == usize::MAX {
            1.0 / all
        } else {
            let densest = self.densest_pages as f64 / self.dense_pages() as f64;
            // Several planes of keys may share the lines of one plane.
            self.kept.sharing() as f64
                * ((1.0 - densest) * agree(W::Dense::SPARE_BITS) + densest * agree(W::Densest::SPARE_BITS))
        };
        0.5f64.powi(self.fingerprint_bits as i32) * spare
    }

    /// See [`VisitedSet::false_hit_terms`](super::super::VisitedSet::false_hit_terms).
    pub fn false_hit_terms(&self) -> FalseHitTerms {
        let LookupCounts { lookups, lookups_judged, false_hits } = self.counts;
        // While all lines are loose, every look-up is assumed to have met all entries that there are now.
        let is_loose = self.dense_from == usize::MAX;
        FalseHitTerms {
            judged: if is_loose { 0.0 } else { false_hits },
            lookups: if is_loose { lookups } else { lookups - lookups_judged },
            entries: (self.len - self.forgotten) as u64,
            agree: self.agree_in_plane() / self.plane as f64,
        }
    }

    /// Adds the expected false hits of the look-ups so far to the counts. Must be called before the table
    /// changes.
    pub(super) fn judge_lookups(&mut self) {
        self.counts.false_hits += self.false_hits_unjudged();
        self.counts.lookups_judged = self.counts.lookups;
    }
}
