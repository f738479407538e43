//! What became of the candidates so far.

use super::candidates::Candidates;
use super::change::Change;
use super::mender::Repaired;
use crate::compose::{Judgement, Tally};

/// How far the repair of a problem has come: all that another run needs to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepairState {
    /// What became of the candidates that were judged, which are the first of all.
    pub tally: Tally,
    /// The places among them, from 0 and in order, of single changes that are repairs.
    pub singles: Vec<u64>,
}

/// What became of the candidates so far, in their order, and the single changes that are repairs: a pair with one of them
/// changes more than it must.
#[derive(Clone, Debug, Default)]
pub struct Repairs {
    state: RepairState,
    singles: Vec<Change>,
}

impl Repairs {
    /// Goes on from a state: takes the candidates that were judged off their list. `None` when there are not so many, or
    /// other ones.
    pub fn go_on(state: RepairState, candidates: &mut Candidates) -> Option<Repairs> {
        let judged = state.tally.all();
        let mut singles = Vec::new();
        for place in 0..judged {
            let candidate = candidates.next()?;
            if state.singles.binary_search(&place).is_ok() {
                let [change] = candidate.changes[..] else { return None };
                singles.push(change);
            }
        }
        (singles.len() == state.singles.len()).then_some(Repairs { state, singles })
    }

    /// Counts the next candidate. Whether it is a repair with no change that is one without the other.
    pub fn count(&mut self, judged: &Result<Box<Repaired>, Judgement>) -> bool {
        let place = self.state.tally.all();
        let repaired = match judged {
            Ok(repaired) => repaired,
            Err(judgement) => {
                self.state.tally.count(judgement);
                return false;
            }
        };
        self.state.tally.good += 1;
        let changes = &repaired.candidate.changes;
        if let [change] = changes[..] {
            self.state.singles.push(place);
            self.singles.push(change);
            return true;
        }
        !changes.iter().any(|change| self.singles.contains(change))
    }

    /// How far it has come.
    pub fn state(&self) -> &RepairState {
        &self.state
    }
}
