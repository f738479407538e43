//! The check of a tsume: which searches it makes, one after another.

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

/// Positions to be expanded for each of the other moves, where there is no other limit.
pub const COOK_NODES: u64 = 1_000_000;

/// Positions expanded for each of the other moves in a first look for cooks. Mates are found sooner than refutations: of
/// what is cooked, that tells most.
pub const FIRST_LOOK_NODES: u64 = 500;

/// What one call of [`CookCheck::advance`] came to: the ply that is examined, 0 while the problem itself is solved, and
/// how far the last search has come; or what was found.
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
    /// The limits of each search but the first.
    pub(super) limits: Limits,
    pub(super) statement: LineStatement,
    pub(super) line: MainLine,
    /// The line is one that the solver has proved.
    pub(super) is_proved: bool,
    /// The first ply at which another reply may be the intended one: the line was found, and that lasts as long and
    /// leaves nothing.
    pub(super) replaceable: Option<usize>,
    pub(super) tasks: Vec<CookTask>,
    pub(super) running: Option<(CookTask, Box<Solver>)>,
    /// What was decided so far.
    pub(super) state: CookState,
    /// False hits that were to be expected in the searches before it went on.
    pub(super) false_hits_before: f64,
    /// The folder for what searches know, if there is one.
    pub(super) keeping: Option<Keeping>,
    pub(super) found: Option<CookExamination>,
    is_concluded: bool,
    /// Whether the first flaw ends the check.
    pub(super) until_flaw: bool,
    /// Whether other checks are not searched to their end.
    pub(super) only_looks: bool,
    /// Positions to be expanded by all searches together.
    most_nodes: u64,
    /// Whether it was given up for these.
    is_given_up: bool,
}

/// A search to be made. Plies are counted from 0.
#[derive(Clone, Debug)]
pub(super) enum CookTask {
    /// The problem itself.
    Root,
    /// Another check; with few positions, if it is a first look for a cook.
    Check { ply: usize, mv: Move, is_first_look: bool },
    /// The search after another check once more, with the line's positions taken out. `found`: what was found with
    /// them; `is_longer`: whether that is known to take longer than the line does, or not to.
    Elsewhere { ply: usize, mv: Move, found: Finding, is_longer: Option<bool> },
    /// Whether a mate that comes back to the line takes longer than the line does.
    Longer { ply: usize, mv: Move, found: Finding },
    /// How long the defender can last at a ply.
    Node { ply: usize },
    /// Whether another reply lasts as long.
    Reply { ply: usize, mv: Move },
}

impl CookCheck {
    /// Prepares the check of a tsume. The limits of `options` hold for the search from the problem's position, `limits`
    /// for each of the others. `intended.line` may end with futile interpositions left, under the policy that leaves
    /// them out; one that is illegal is found to be a flaw.
    pub fn new(
        question: &Question,
        intended: Intended,
        options: &solve::Options,
        limits: Limits,
    ) -> CookCheck {
        let (root, attacker) = (question.position(), question.attacker());
        // Which line is examined depends on it.
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

    /// The same check, which begins with the first ply and ends with the first flaw that is certain: what is found
    /// after that is not all.
    pub fn until_flaw(self) -> CookCheck {
        CookCheck { until_flaw: true, ..self }
    }

    /// The same check [up to the first flaw](CookCheck::until_flaw), which is given up when all searches together have
    /// expanded so many positions and none was found.
    pub(crate) fn within(self, most_nodes: u64) -> CookCheck {
        CookCheck { most_nodes, ..self }
    }

    /// The same check [up to the first flaw](CookCheck::until_flaw), which tells of cooks no more than a first look does.
    pub(crate) fn only_looking(self) -> CookCheck {
        CookCheck { only_looks: true, ..self }
    }

    /// Works on to the end.
    pub fn run(mut self) -> Box<CookExamination> {
        loop {
            if let CookStep::Done(found) = self.advance(Budget::Unlimited) {
                return found;
            }
        }
    }

    /// Works on until the budget of this call is used up or a move is done with. Calls after the end return the same
    /// result.
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
                // What a stop ended is not decided. The flag is looked at once: it may be set at any moment.
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

    /// Whether a ply's other checks are all looked at before one is searched to its end: the first cook tells all, as no
    /// other move can replace a line that is stated.
    pub(super) fn looks_first(&self) -> bool {
        let is_less = self.limits.nodes.is_none_or(|nodes| nodes > FIRST_LOOK_NODES);
        self.only_looks || is_less && self.until_flaw && self.statement.length_of_line().is_some()
    }

    /// Makes a search when the other tasks of its ply, which is the one that is examined, are done with.
    pub(super) fn put_behind_its_ply(&mut self, task: CookTask) {
        let others = self.tasks.iter().rev().take_while(|other| other.ply() == task.ply()).count();
        self.tasks.insert(self.tasks.len() - others, task);
    }

    /// Notes what a task's search came to.
    pub(super) fn take(&mut self, task: CookTask, searched: &Searched) {
        let ply = task.ply();
        self.note(task, searched);
        if self.until_flaw && self.is_unsound() {
            // Where no line is stated, another move at this ply may still tell that the reply before it is not the only
            // one. Later plies tell nothing of it.
            let is_certain = self.statement.length_of_line().is_some();
            self.tasks.retain(|left| !is_certain && left.ply() == ply);
        }
        let is_spent = self.nodes_left() == 0;
        // What is left of a ply with a flaw may tell that it is none.
        if is_spent && !self.tasks.is_empty() && !self.is_unsound() {
            self.tasks.clear();
            self.is_given_up = true;
        }
    }

    /// Has the search that is being made keep its table, should a stop end it.
    pub(super) fn keep_table(&mut self) {
        if let (Some(_), Some((_, solver))) = (&self.keeping, &mut self.running) {
            solver.keep_table();
        }
    }

    /// Positions that may still be expanded by all searches together.
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

    /// The number of plies of the line that is examined; 0 while it is not known.
    pub fn plies(&self) -> usize {
        self.line.moves.len()
    }

    /// Begins with the next task. Returns whether there was one.
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

    /// The options of all searches but that of the problem itself.
    pub(super) fn options_of_tasks(&self) -> Options {
        let mut limits = self.limits;
        // Where a flaw was found, the rest of its ply may tell that it is none: each move of that has the whole limits,
        // whatever was spent.
        if self.most_nodes < u64::MAX && !self.is_unsound() {
            limits = limits.within_nodes(self.nodes_left());
        }
        Options { limits, goes_on: true, ..self.options.clone() }
    }

    /// The options of the search for a mate after another check: with few positions, if that is a look.
    fn options_of_check(&self, is_look: bool) -> Options {
        let mut options = self.options_of_tasks();
        if is_look {
            options.limits = options.limits.within_nodes(FIRST_LOOK_NODES);
        }
        Options { prove: Prove::None, surplus_nodes: 0, ..options }
    }

    /// What a task asks.
    pub(super) fn question(&self, task: &CookTask) -> (Position, Options) {
        match *task {
            CookTask::Root => (self.root.clone(), self.options.clone()),
            CookTask::Check { ply, mv, is_first_look } => {
                let mut options = self.options_of_check(is_first_look);
                // The length matters only where it decides what the move is.
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
                // As long as the line, or shorter; longer is what is futile.
                options.limits.plies = Some(self.line.moves_left(ply) - 1);
                (self.line.after(ply, mv), options)
            }
        }
    }

    /// What the moves alone tell of a check that could be an inaccuracy (非限定).
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
    /// What tells it from the other tasks of a check.
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
