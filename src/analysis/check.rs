//! The check of a helpmate or helpselfmate: solving it, and deriving from the solutions what its author wants
//! to know.

use super::backward::{Backward, BackwardResult, Probe, RemainderVerdict};
use super::differences::{Differences, differences, is_solution};
use super::soundness::{AuthorStatement, Doubt, Flaw, Soundness, assess};
use super::surplus::hands_at_the_end;
use crate::movegen::PermittedMoves;
use crate::problem::Question;
use crate::solve::helpmate::{Options, Solver};
use crate::solve::{
    self, Budget, CheckpointError, Checkpointed, Outcome, Progress, Reason, SolutionGraph, Step, Verdict,
};
use crate::types::{Hand, Move};
use num_bigint::BigUint;

/// The intentions of a problem's author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intended {
    /// The intended line (作意); empty when it is not stated.
    pub line: Vec<Move>,
    /// The intended length in plies. No longer mate is searched for.
    pub plies: Option<u64>,
    /// The intended number of solutions (n解); `None` (not stated) means one.
    pub solutions: Option<BigUint>,
}

/// The final result of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Examination {
    /// The result of the search.
    pub outcome: Outcome,
    /// The author's intentions.
    pub intended: Intended,
    /// The verdict.
    pub soundness: Soundness,
    /// Whether the intended line is one of the shortest solutions; `None` when there is no line or no mate was found.
    pub line_is_solution: Option<bool>,
    /// Where the solutions differ. `None` without a mate, when memory sufficed for one solution only, or when
    /// stopped.
    pub differences: Option<Differences>,
    /// The attacker's hands at the ends of the solutions, each with the number of solutions.
    pub hands: Vec<(Hand, BigUint)>,
    /// The backward check, if it was requested and the intended line is a mate.
    pub backward: Option<BackwardResult>,
}

/// The progress of a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CheckProgress {
    /// In a backward check, the number of moves played before the position being searched.
    pub ply: Option<u64>,
    /// The progress of the search.
    pub search: Progress,
}

/// The result of one call of [`SoundnessCheck::advance`].
pub type CheckStep = Step<Examination, CheckProgress>;

/// A check of a helpmate or helpselfmate, to be driven by calls of [`advance`](SoundnessCheck::advance).
///
/// ```
/// use tsumugi::analysis::{SoundnessCheck, CheckStep, Intended, Soundness};
/// use tsumugi::position::Position;
/// use tsumugi::problem::{Choices, Question};
/// use tsumugi::solve::{Budget, Options};
///
/// let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
/// let question = Question::of(position, &Choices::default())?;
/// let mut check = SoundnessCheck::new(&question, Intended::default(), &Options::default(), false);
/// let CheckStep::Done(found) = check.advance(Budget::Unlimited) else { unreachable!() };
/// assert!(matches!(found.soundness, Soundness::Unsound(_)));
/// let differences = found.differences.expect("a mate");
/// assert_eq!((differences.places[0].ply, differences.places[0].alternatives.len()), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SoundnessCheck {
    pub(super) question: Question,
    options: Options,
    statement: AuthorStatement,
    pub(super) intended: Intended,
    /// Whether a backward check is requested.
    backward: bool,
    /// The searches of an earlier backward check, until this check takes them over; at the end the searches
    /// of this one.
    pub(super) probes: Vec<Probe>,
    pub(super) stage: Stage,
    /// The error when the checkpoint could not be written at the end of the search.
    pub(super) failure: Option<CheckpointError>,
    graph: Option<SolutionGraph>,
}

/// The stage of the check.
pub(super) enum Stage {
    Solving(Box<Solver>),
    GoingBack(Box<Examination>, Box<Backward>),
    Done(Box<Examination>),
}

impl SoundnessCheck {
    /// Prepares the check of a helpmate or helpselfmate. The limits of `options` apply to each search; a
    /// `backward` check makes several. An illegal intended line is reported as a flaw.
    pub fn new(
        question: &Question,
        intended: Intended,
        options: &solve::Options,
        backward: bool,
    ) -> SoundnessCheck {
        let options = options.helpmate();
        let statement = AuthorStatement::new(question, &intended);
        let first = options_of_first(&options, &statement);
        let stage = Stage::Solving(Box::new(Solver::of(question, first)));
        SoundnessCheck {
            question: question.clone(),
            options,
            statement,
            intended,
            backward,
            probes: Vec::new(),
            stage,
            failure: None,
            graph: None,
        }
    }

    /// The options of the search from the problem's position.
    pub(super) fn first_options(&self) -> Options {
        options_of_first(&self.options, &self.statement)
    }

    /// Works until the budget of this call is used up, or the check is finished. Further calls after that
    /// return the same result.
    pub fn advance(&mut self, budget: Budget) -> CheckStep {
        let intends_several = self.intends_several();
        loop {
            let progress = match &mut self.stage {
                Stage::Solving(solver) => match solver.advance(budget) {
                    Step::Progress(search) => CheckProgress { ply: None, search },
                    Step::Done(outcome) => {
                        // This does nothing without a checkpoint.
                        self.failure = solver.save().err();
                        self.graph = solver.solution_graph();
                        let search = Progress { seconds: outcome.stats.seconds, ..Progress::default() };
                        self.stage = self.after_solving(*outcome);
                        CheckProgress { ply: None, search }
                    }
                },
                Stage::GoingBack(examination, backward) => match backward.advance(budget) {
                    Some((ply, search)) => CheckProgress { ply: Some(ply), search },
                    None => {
                        self.probes = backward.decided().to_vec();
                        let mut examination = examination.clone();
                        examination.conclude_backward(backward.result(), intends_several);
                        self.stage = Stage::Done(examination);
                        continue;
                    }
                },
                Stage::Done(examination) => return CheckStep::Done(examination.clone()),
            };
            if budget != Budget::Unlimited && !matches!(self.stage, Stage::Done(_)) {
                return CheckStep::Progress(progress);
            }
        }
    }

    /// The number of plies of the intended line.
    pub fn plies(&self) -> usize {
        self.intended.line.len()
    }

    /// The graph of the solutions, once they are found.
    pub fn solution_graph(&self) -> Option<&SolutionGraph> {
        self.graph.as_ref()
    }

    fn after_solving(&mut self, outcome: Outcome) -> Stage {
        let stop = &self.options.stop;
        let line = &self.intended.line;
        let mut examination = Examination {
            soundness: assess(&self.statement, &outcome),
            intended: self.intended.clone(),
            line_is_solution: None,
            differences: None,
            hands: Vec::new(),
            backward: None,
            outcome,
        };
        if let Some(graph) = &self.graph {
            let is_found = is_solution(graph, line);
            if !line.is_empty() && (is_found || graph.is_complete()) {
                examination.line_is_solution = Some(is_found);
            }
            let is_mate_of_this_length = self.statement.flaw.is_none()
                && !line.is_empty()
                && matches!(examination.outcome.verdict, Verdict::Mate { plies, .. } if plies == line.len() as u64);
            if is_mate_of_this_length && !is_found && graph.is_complete() {
                examination.line_is_solution = None;
                if !matches!(examination.soundness, Soundness::Unsound(_)) {
                    examination.soundness = Soundness::Unknown(Doubt::Contradiction);
                }
            }
            if graph.is_complete() {
                let main = if is_found { line.clone() } else { graph.first_solution() };
                examination.differences = differences(graph, &main, stop);
                examination.hands = hands_at_the_end(graph, stop).unwrap_or_default();
            }
        }
        let probe = Probe::new(0, line, &examination.outcome);
        let solutions = &mut examination.outcome.solutions;
        solutions.listed.truncate(self.options.max_solutions);
        solutions.surplus.truncate(self.options.max_solutions);
        self.find_surplus(&mut examination);
        if !self.backward || self.statement.line.is_none() {
            return Stage::Done(Box::new(examination));
        }
        let mut backward = Backward::new(&self.question, line, self.options.clone(), probe);
        backward.go_on(std::mem::take(&mut self.probes));
        Stage::GoingBack(Box::new(examination), Box::new(backward))
    }
}

/// The options of the search from the problem's position: mates longer than the intended length are not
/// searched for.
fn options_of_first(options: &Options, statement: &AuthorStatement) -> Options {
    let mut first = options.clone();
    if let Some(length) = statement.length() {
        first.limits.plies = Some(first.limits.plies.map_or(length, |plies| plies.min(length)));
    }
    // With two solutions listed, at least one of them differs from the intended line.
    first.max_solutions = first.max_solutions.max(2);
    first
}

impl SoundnessCheck {
    /// When several solutions are intended, none of them may leave pieces in the attacker's hand; looks at
    /// the hands at their ends.
    fn find_surplus(&self, examination: &mut Examination) {
        let forbids = self.question.rule().forbids_surplus() && self.intends_several();
        if !forbids || examination.soundness != Soundness::Sound {
            return;
        }
        let hands = &examination.hands;
        examination.soundness = match hands.iter().find(|(hand, _)| !hand.is_empty()) {
            Some(&(hand, _)) => Soundness::Unsound(vec![Flaw::Surplus(hand)]),
            None if hands.is_empty() && self.options.stop.is_set() => {
                Soundness::Unknown(Doubt::Limit(Reason::Interrupted))
            }
            None if hands.is_empty() => Soundness::Unknown(Doubt::Count),
            None => Soundness::Sound,
        };
    }

    fn intends_several(&self) -> bool {
        self.statement.solutions > BigUint::from(1u8)
    }
}

impl Examination {
    /// Adds the result of the backward check. When several solutions are intended, it is not a flaw that the
    /// rest of the line is not the only mate.
    fn conclude_backward(&mut self, result: BackwardResult, intends_several: bool) {
        let unsound =
            result.probes.iter().find(|probe| matches!(probe.verdict, RemainderVerdict::Unsound { .. }));
        if let (Soundness::Unknown(_), Some(probe), false) = (&self.soundness, unsound, intends_several) {
            self.soundness = Soundness::Unsound(vec![Flaw::Remainder(probe.ply)]);
        }
        self.backward = Some(result);
    }
}

impl AuthorStatement {
    fn new(question: &Question, intended: &Intended) -> AuthorStatement {
        let Intended { line, plies, solutions } = intended;
        let (root, rule, attacker) = (question.position(), question.rule(), question.attacker());
        let solutions = solutions.clone().unwrap_or(1u8.into());
        let nothing = AuthorStatement { rule, line: None, flaw: None, plies: *plies, solutions };
        if line.is_empty() {
            return nothing;
        }
        let permitted = PermittedMoves::new(attacker, question.conditions());
        if let Some(flaw) = permitted.line_flaw(root, rule, line) {
            return AuthorStatement { flaw: Some(flaw), ..nothing };
        }
        let mut end = root.clone();
        for &mv in line {
            end.do_move(mv);
        }
        AuthorStatement { line: Some((line.len() as u64, end.hand(attacker))), ..nothing }
    }
}
