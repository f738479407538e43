//! The check of a tsume: the sequence of its searches.

use super::finding::{CookExamination, Finding, FindingKind};
use super::keeping::Keeping;
use super::line::MainLine;
use super::state::{CookState, Searched};
use super::verdict::LineStatement;
use crate::analysis::check::Intended;
use crate::analysis::difference_kind::DifferenceKind;
use crate::analysis::intended::tsume_line_flaw;
use crate::analysis::soundness::{Doubt, Soundness};
use crate::position::Position;
use crate::problem::Question;
use crate::solve::tsume::{Options, Prove, Solver};
use crate::solve::{self, Budget, Limits, Progress, Reason, Step};
use crate::types::Move;

/// The default limit of positions expanded for each of the other moves.
pub const COOK_NODES: u64 = 1_000_000;

/// The limit of positions expanded for each of the other moves in a first look for cooks. Mates are found
/// sooner than refutations, so this finds most of the cooks.
pub const FIRST_LOOK_NODES: u64 = 500;

/// The result of one call of [`CookCheck::advance`]: the ply being examined (0 while the problem itself is
/// solved) and the progress of the last search, or the final result.
pub type CookStep = Step<CookExamination, (usize, Progress)>;

/// A check of a tsume, to be driven by calls of [`advance`](CookCheck::advance).
///
/// ```
/// use tsumugi::analysis::{CookCheck, CookStep, FindingKind, Intended};
/// use tsumugi::position::Position;
/// use tsumugi::problem::{Choices, Question, Rule};
/// use tsumugi::solve::{Budget, Options};
///
/// let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
/// let options = Options::default();
/// let limits = options.limits;
/// let question = Question::of(position, &Choices { rule: Some(Rule::Tsume), ..Choices::default() })?;
/// let mut check = CookCheck::new(&question, Intended::default(), &options, limits);
/// let found = loop {
///     if let CookStep::Done(found) = check.advance(Budget::Unlimited) {
///         break found;
///     }
/// };
/// assert_eq!(found.plies[0].findings[0].kind, FindingKind::LastMove);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CookCheck {
    pub(super) root: Position,
    pub(super) options: Options,
    /// The limits of each search except the first.
    pub(super) limits: Limits,
    pub(super) statement: LineStatement,
    pub(super) line: MainLine,
    /// Whether the line was proved by the solver.
    pub(super) is_proved: bool,
    /// The first ply at which another reply may be the intended one, because the line was not stated, and
    /// that reply lasts as long and leaves nothing in the attacker's hand.
    pub(super) replaceable: Option<usize>,
    pub(super) tasks: Vec<CookTask>,
    pub(super) running: Option<(CookTask, Box<Solver>)>,
    /// The decisions so far.
    pub(super) state: CookState,
    /// The number of false hits expected in the searches made before the check was resumed.
    pub(super) false_hits_before: f64,
    /// The folder in which the state of the searches is kept, if there is one.
    pub(super) keeping: Option<Keeping>,
    pub(super) found: Option<CookExamination>,
    is_concluded: bool,
    /// Whether the first flaw ends the check.
    pub(super) until_flaw: bool,
    /// Whether other checks are only looked at with few positions, not searched to the end.
    pub(super) only_looks: bool,
    /// The limit of positions expanded by all searches together.
    most_nodes: u64,
    /// Whether the check was given up because of `most_nodes`.
    is_given_up: bool,
}

/// A search to be made. Plies are counted from 0.
#[derive(Clone, Debug)]
pub(super) enum CookTask {
    /// The problem itself.
    Root,
    /// The search for a mate after another check; with few positions, if it is a first look for a cook.
    Check { ply: usize, mv: Move, is_first_look: bool },
    /// The search after another check is repeated with the line's positions excluded. `found` is the result
    /// with them included; `is_longer` tells whether that mate takes longer than the line, if it is known.
    Elsewhere { ply: usize, mv: Move, found: Finding, is_longer: Option<bool> },
    /// The search whether a mate that returns to the line takes longer than the line.
    Longer { ply: usize, mv: Move, found: Finding },
    /// The search for the length of the longest defence at a ply.
    Node { ply: usize },
    /// The search whether another reply lasts as long as the line.
    Reply { ply: usize, mv: Move },
}

impl CookCheck {
    /// Prepares the check of a tsume. The limits of `options` apply to the search from the problem's
    /// position, `limits` to each of the others. Under the policy that leaves futile interpositions out, they
    /// may be missing at the end of `intended.line`; an illegal intended line is reported as a flaw.
    pub fn new(
        question: &Question,
        intended: Intended,
        options: &solve::Options,
        limits: Limits,
    ) -> CookCheck {
        let (root, attacker) = (question.position(), question.attacker());
        // The search for the hand at the end has the node limit of the other searches, because the choice of
        // the line that is examined depends on it.
        let surplus_nodes = limits.nodes.unwrap_or(u64::MAX);
        let options = options.tsume(question.policy());
        let options = Options { max_solutions: 1, surplus_nodes, ..options };
        let solver = Box::new(Solver::of_legal(root, attacker, options.clone()));
        let flaw = tsume_line_flaw(root, attacker, &intended.line, options.futile);
        let moves = if flaw.is_none() { intended.line.clone() } else { Vec::new() };
        let line = MainLine::new(root, attacker, moves);
        let statement = LineStatement { intended, flaw, ends_with: line.last().hand(attacker) };
        CookCheck {
            root: root.clone(),
            options,
            limits,
            statement,
            line,
            is_proved: false,
            replaceable: None,
            tasks: Vec::new(),
            running: Some((CookTask::Root, solver)),
            state: CookState::default(),
            false_hits_before: 0.0,
            keeping: None,
            found: None,
            is_concluded: false,
            until_flaw: false,
            only_looks: false,
            most_nodes: u64::MAX,
            is_given_up: false,
        }
    }

    /// The same check, but it begins with the first ply and ends with the first certain flaw; later flaws are
    /// not reported.
    pub fn until_flaw(self) -> CookCheck {
        CookCheck { until_flaw: true, ..self }
    }

    /// The same check [up to the first flaw](CookCheck::until_flaw), given up when all searches together have
    /// expanded this many positions without finding a flaw.
    pub(crate) fn within(self, most_nodes: u64) -> CookCheck {
        CookCheck { most_nodes, ..self }
    }

    /// The same check [up to the first flaw](CookCheck::until_flaw), which finds no more cooks than a first
    /// look does.
    pub(crate) fn only_looking(self) -> CookCheck {
        CookCheck { only_looks: true, ..self }
    }

    /// Runs the check to its end.
    pub fn run(mut self) -> Box<CookExamination> {
        loop {
            if let CookStep::Done(found) = self.advance(Budget::Unlimited) {
                return found;
            }
        }
    }

    /// Works until the budget of this call is used up or a move is finished. Calls after the end return the
    /// same result.
    pub fn advance(&mut self, budget: Budget) -> CookStep {
        if self.running.is_none() && !self.start_next() {
            return CookStep::Done(Box::new(self.conclude()));
        }
        let Some((task, mut solver)) = self.running.take() else {
            return CookStep::Progress((0, Progress::default()));
        };
        let ply = task.ply();
        match solver.advance(budget) {
            Step::Progress(progress) => {
                self.running = Some((task, solver));
                CookStep::Progress((ply, progress))
            }
            Step::Done(outcome) => {
                let searched = self.searched(&task, *outcome);
                // A search ended by a stop decides nothing. The flag is read right after the search, since it
                // may be set at any moment.
                let is_stopped = self.options.stop.is_set();
                if is_stopped && let Some(keeping) = &mut self.keeping {
                    keeping.interrupt(self.state.searches.len(), task.text(), solver);
                }
                self.take(task, &searched);
                if !is_stopped {
                    self.state.searches.push(searched);
                }
                CookStep::Progress((ply, Progress::default()))
            }
        }
    }

    /// Whether all other checks of a ply get a first look before any of them is searched to the end. This
    /// pays when the first cook decides everything, which is so when the line is stated, since then no other
    /// move can replace it.
    pub(super) fn looks_first(&self) -> bool {
        let is_less = self.limits.nodes.is_none_or(|nodes| nodes > FIRST_LOOK_NODES);
        self.only_looks || is_less && self.until_flaw && self.statement.length_of_line().is_some()
    }

    /// Schedules a search after the other tasks of its ply, which must be the ply being examined.
    pub(super) fn put_behind_its_ply(&mut self, task: CookTask) {
        let others = self.tasks.iter().rev().take_while(|other| other.ply() == task.ply()).count();
        self.tasks.insert(self.tasks.len() - others, task);
    }

    /// Records the result of a task's search.
    pub(super) fn take(&mut self, task: CookTask, searched: &Searched) {
        let ply = task.ply();
        self.note(task, searched);
        if self.until_flaw && self.is_unsound() {
            // When no line is stated, another move at this ply may still show that the reply before it is not
            // the only one. Later plies cannot.
            let is_certain = self.statement.length_of_line().is_some();
            self.tasks.retain(|left| !is_certain && left.ply() == ply);
        }
        let is_spent = self.nodes_left() == 0;
        // The remaining moves of a ply with a flaw may still show that it is not a flaw.
        if is_spent && !self.tasks.is_empty() && !self.is_unsound() {
            self.tasks.clear();
            self.is_given_up = true;
        }
    }

    /// Makes the running search keep its table in case it is stopped.
    pub(super) fn keep_table(&mut self) {
        if let (Some(_), Some((_, solver))) = (&self.keeping, &mut self.running) {
            solver.keep_table();
        }
    }

    /// The number of positions that all searches together may still expand.
    fn nodes_left(&self) -> u64 {
        self.most_nodes.saturating_sub(self.found.as_ref().map_or(0, |found| found.nodes))
    }

    /// Whether a flaw was found.
    fn is_unsound(&self) -> bool {
        let found = self.found.as_ref();
        found.is_some_and(|found| {
            matches!(self.statement.assess(found, self.replaceable), Soundness::Unsound(_))
        })
    }

    /// The number of plies of the line being examined; 0 while the line is not known.
    pub fn plies(&self) -> usize {
        self.line.moves.len()
    }

    /// Starts the next task. Returns whether there was one.
    pub(super) fn start_next(&mut self) -> bool {
        let Some(task) = self.tasks.pop() else { return false };
        let (position, options) = self.question(&task);
        match Solver::new(&position, self.line.attacker, options) {
            Ok(solver) => self.running = Some((task, Box::new(solver))),
            Err(defects) => unreachable!("{position}, after legal moves, has {defects:?}"),
        }
        self.keep_table();
        true
    }

    /// The options of all searches except the search of the problem itself.
    pub(super) fn options_of_tasks(&self) -> Options {
        let mut limits = self.limits;
        // After a flaw was found, the rest of its ply may still show that it is not a flaw. Each move of it
        // has the full limits, however much was spent before.
        if self.most_nodes < u64::MAX && !self.is_unsound() {
            limits = limits.within_nodes(self.nodes_left());
        }
        // The stated length is that of the whole problem.
        Options { limits, goes_on: true, stated: None, ..self.options.clone() }
    }

    /// The options of the search for a mate after another check: with few positions, if it is a first look.
    fn options_of_check(&self, is_look: bool) -> Options {
        let mut options = self.options_of_tasks();
        if is_look {
            options.limits = options.limits.within_nodes(FIRST_LOOK_NODES);
        }
        Options { prove: Prove::None, surplus_nodes: 0, ..options }
    }

    /// The position to be searched for a task, and the options of the search.
    pub(super) fn question(&self, task: &CookTask) -> (Position, Options) {
        match *task {
            CookTask::Root => (self.root.clone(), self.options.clone()),
            CookTask::Check { ply, mv, is_first_look } => {
                let mut options = self.options_of_check(is_first_look);
                // The length matters only where it decides the kind of the finding.
                if !self.is_proved || self.kind_of_moves(ply, mv).is_some() {
                    options.prove = self.options.prove;
                }
                (self.line.after(ply, mv), options)
            }
            CookTask::Elsewhere { ply, mv, .. } => {
                let mut options = self.options_of_check(self.only_looks);
                options.avoided = self.line.attackers_positions().into();
                (self.line.after(ply, mv), options)
            }
            CookTask::Longer { ply, mv, .. } => {
                let mut options = self.options_of_check(self.only_looks);
                options.limits.plies = Some(self.line.moves_left(ply) - 1);
                (self.line.after(ply, mv), options)
            }
            CookTask::Node { ply } => (self.line.positions[ply].clone(), self.options_of_tasks()),
            CookTask::Reply { ply, mv } => {
                let mut options = self.options_of_tasks();
                // Mates up to the length of the line; a longer one is due to a futile interposition.
                options.limits.plies = Some(self.line.moves_left(ply) - 1);
                (self.line.after(ply, mv), options)
            }
        }
    }

    /// The kind of inaccuracy (非限定) that another check could be, judged by the moves alone.
    pub(super) fn kind_of_moves(&self, ply: usize, mv: Move) -> Option<FindingKind> {
        let position = &self.line.positions[ply];
        match DifferenceKind::of_moves(position, self.line.attacker, self.line.moves[ply], mv)? {
            DifferenceKind::Promotion => Some(FindingKind::Promotion),
            DifferenceKind::Distance => Some(FindingKind::Distance),
            _ => None,
        }
    }

    fn conclude(&mut self) -> CookExamination {
        let found = self.found.as_mut().expect("the problem is solved first");
        if !self.is_concluded {
            found.soundness = self.statement.assess(found, self.replaceable);
            if self.is_given_up {
                found.soundness = Soundness::Unknown(Doubt::Limit(Reason::Nodes));
            }
            self.is_concluded = true;
        }
        found.clone()
    }
}

impl CookTask {
    /// A text that identifies the task among the tasks of a check.
    pub(super) fn text(&self) -> String {
        match self {
            CookTask::Root => "root".to_owned(),
            CookTask::Check { ply, mv, is_first_look: true } => format!("look {ply} {mv}"),
            CookTask::Check { ply, mv, is_first_look: false } => format!("check {ply} {mv}"),
            CookTask::Elsewhere { ply, mv, .. } => format!("elsewhere {ply} {mv}"),
            CookTask::Longer { ply, mv, .. } => format!("longer {ply} {mv}"),
            CookTask::Node { ply } => format!("node {ply}"),
            CookTask::Reply { ply, mv } => format!("reply {ply} {mv}"),
        }
    }

    /// The ply, from 1; 0 for the problem itself.
    fn ply(&self) -> usize {
        match self {
            CookTask::Root => 0,
            CookTask::Check { ply, .. }
            | CookTask::Elsewhere { ply, .. }
            | CookTask::Longer { ply, .. }
            | CookTask::Node { ply }
            | CookTask::Reply { ply, .. } => ply + 1,
        }
    }
}
