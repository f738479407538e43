//! Which mates an answer excludes although it found none.

use super::text::plies_text;
use super::{Lang, Report};
use crate::solve::Reason;

impl Report<'_> {
    /// Which mates are excluded, in an answer that is unknown for a reason. `None` without a lower bound.
    pub(super) fn exclusion(&self, reason: Reason, lang: Lang) -> Option<String> {
        let lower = self.outcome.proved_lower();
        if lower == 0 {
            return None;
        }
        let text = match (self.longest_excluded(), reason) {
            // Every mate of a side that moves first takes a ply, so this bound says nothing.
            (None, _) => lang.pick("まだ何も証明していない", "nothing is proved yet").to_owned(),
            (Some(0), _) => lang.pick("初形は詰みでない", "the position is not mate").to_owned(),
            (Some(longest), Reason::Plies) => lang.pick(
                format!("{longest}手以内は不詰。それより長い詰みは調べていない"),
                format!("no mate within {}; longer ones were not looked for", plies_text(longest, lang)),
            ),
            (Some(_), _) => lang.pick(
                format!("{lower}手未満の詰みはない"),
                format!("no mate in fewer than {}", plies_text(lower, lang)),
            ),
        };
        Some(text)
    }

    /// The length of the longest mate that is excluded, that is, below the proved lower bound: mates take an
    /// odd number of plies, counted from a move of the mating side. `None` if even the shortest is possible.
    pub(super) fn longest_excluded(&self) -> Option<u64> {
        let shortest = u64::from(self.question.mates_first());
        let below = self.outcome.proved_lower().checked_sub(shortest + 1)?;
        Some(shortest + below / 2 * 2)
    }
}
