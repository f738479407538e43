//! One step: every way to put moves before one problem, each judged.

use super::tsume::TsumeStep;
use crate::analysis::Doubt;
use crate::position::Position;
use crate::problem::{Question, Rule};
use crate::solve::helpmate::{SharedOutcome, SharedSearch, Start, StartVerdict};
use crate::solve::{Budget, Options, Progress, Reason};
use crate::types::Move;

/// What became of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is proved to be sound.
    Sound,
    /// It is proved to be unsound.
    Unsound,
    /// Neither was proved.
    Unknown(Doubt),
}

/// What a step costs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cost {
    /// Helpmate: positions entered into the tables of the shared search.
    pub positions: u64,
    /// Positions expanded.
    pub nodes: u64,
    /// How many searches were made; for a helpmate, how often the shared search was begun.
    pub searches: u64,
    /// Wall time in seconds.
    pub seconds: f64,
}

impl Cost {
    /// Adds another cost.
    pub fn add(&mut self, other: &Cost) {
        self.positions += other.positions;
        self.nodes += other.nodes;
        self.searches += other.searches;
        self.seconds += other.seconds;
    }
}

/// A sound problem and its solution.
#[derive(Clone, Debug)]
pub(super) struct Sound {
    pub question: Question,
    pub line: Vec<Move>,
    /// About how many positions its own search takes.
    pub positions: u64,
}

/// The search.
pub(super) struct StepSearch {
    starts: Vec<Start>,
    search: Search,
}

enum Search {
    Helpmate(Box<SharedSearch>),
    Tsume(Box<TsumeStep>),
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
        let search = match question.rule() {
            _ if starts.is_empty() => Search::Empty,
            Rule::Helpmate => {
                let problem: (&Position, &[Move]) = (question.position(), &sound.line);
                let (attacker, options) = (question.attacker(), options.helpmate());
                let search = SharedSearch::new(starts.clone(), problem, attacker, sound.positions, options);
                Search::Helpmate(Box::new(search))
            }
            Rule::Tsume => Search::Tsume(Box::new(TsumeStep::new(sound, starts.clone(), options))),
        };
        StepSearch { starts, search }
    }

    /// Searches on.
    ///
    /// # Errors
    /// How far it has come.
    pub fn advance(&mut self, budget: Budget) -> Result<Judged, Progress> {
        let (fates, cost) = match &mut self.search {
            Search::Helpmate(search) => of_outcome(&search.advance(budget).done()?),
            Search::Tsume(step) => step.advance(budget)?,
            Search::Empty => (Vec::new(), Cost::default()),
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

impl Fate {
    /// Whether it is unknown because somebody stopped the search.
    pub(super) fn is_interrupted(self) -> bool {
        self == Fate::Unknown(Doubt::Limit(Reason::Interrupted))
    }
}
