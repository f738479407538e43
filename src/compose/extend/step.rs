//! One step: every way to put moves before one problem, each judged.

use super::fate::{Cost, Fate};
use super::one_by_one::OneByOne;
use super::sound::{Sound, shares_search};
use crate::analysis::Doubt;
use crate::position::Position;
use crate::solve::helpmate::{SharedOutcome, SharedSearch, Start, StartVerdict};
use crate::solve::{Budget, Options, Progress};
use crate::types::Move;

/// The search that judges all candidates of a step.
pub(super) struct StepSearch {
    starts: Vec<Start>,
    search: CandidatesSearch,
}

/// How the candidates are judged.
enum CandidatesSearch {
    Shared(Box<SharedSearch>),
    OneByOne(Box<OneByOne>),
    /// There is nothing to search.
    Empty,
}

/// The fates of the candidates, in their order.
pub(super) struct Judged {
    pub starts: Vec<Start>,
    pub fates: Vec<Fate>,
    pub cost: Cost,
}

impl StepSearch {
    /// Prepares the judgement of candidates.
    pub fn new(sound: &Sound, starts: Vec<Start>, options: &Options) -> StepSearch {
        let question = &sound.question;
        let search = if starts.is_empty() {
            CandidatesSearch::Empty
        } else if shares_search(question) {
            let problem: (&Position, &[Move]) = (question.position(), &sound.line);
            let (attacker, options) = (question.attacker(), options.helpmate());
            let search = SharedSearch::new(starts.clone(), problem, attacker, sound.positions, options);
            CandidatesSearch::Shared(Box::new(search))
        } else {
            CandidatesSearch::OneByOne(Box::new(OneByOne::new(sound, starts.clone(), options)))
        };
        StepSearch { starts, search }
    }

    /// Searches on.
    ///
    /// # Errors
    /// How far it has come.
    pub fn advance(&mut self, budget: Budget) -> Result<Judged, Progress> {
        let (fates, cost) = match &mut self.search {
            CandidatesSearch::Shared(search) => of_outcome(&search.advance(budget).done()?),
            CandidatesSearch::OneByOne(step) => step.advance(budget)?,
            CandidatesSearch::Empty => (Vec::new(), Cost::default()),
        };
        Ok(Judged { starts: std::mem::take(&mut self.starts), fates, cost })
    }
}

fn of_outcome(outcome: &SharedOutcome) -> (Vec<Fate>, Cost) {
    let fate = |verdict: &StartVerdict| match *verdict {
        StartVerdict::Alone => Fate::Sound,
        StartVerdict::Cooked { .. } => Fate::Unsound,
        StartVerdict::Unknown(reason) => Fate::Unknown(Doubt::Limit(reason)),
        StartVerdict::FalseHits => Fate::Unknown(Doubt::FalseHits),
    };
    let &SharedOutcome { positions, nodes, searches, seconds, .. } = outcome;
    (outcome.verdicts.iter().map(fate).collect(), Cost { positions, nodes, searches, seconds })
}
