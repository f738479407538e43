//! The check of a tsume (余詰検討): whether the line that its author means is the only one, ply by ply.
//!
//! At each of the attacker's moves every other check is tried, the last ply first, and found not to mate, to mate, or to be
//! unknown within the limits. One that mates is searched again with the positions of the line taken out: when no mate is left,
//! it only comes back to the line. At each of the defender's moves the replies that last as long, or longer, are named. Behind one that
//! may be replaced in the line (変同) a cook is certain only when the author states the line.

mod finding;
mod futile;
mod line;
mod verdict;

pub use finding::{CookExamination, Finding, FindingKind, PlyFindings};

use super::check::Intended;
use super::difference_kind::DifferenceKind;
use super::intended::{LineFlaw, line_flaw};
use super::soundness::Soundness;
use crate::movegen::in_check;
use crate::position::{Position, Rule};
use crate::problem::Question;
use crate::solve::tsume::{Futile, Options, Prove, Solver};
use crate::solve::{self, Budget, Limits, Outcome, Progress, Reason, Step, Verdict};
use crate::types::{Color, Move};
use futile::{is_futile, solve};
use line::MainLine;
use verdict::LineStatement;

/// Positions to be expanded for each of the other moves, where there is no other limit.
pub const COOK_NODES: u64 = 1_000_000;

/// What one call of [`CookCheck::advance`] came to: the ply that is examined, 0 while the problem itself is solved, and how far
/// the last search has come; or what was found.
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
    root: Position,
    options: Options,
    /// The limits of each search but the first.
    limits: Limits,
    statement: LineStatement,
    line: MainLine,
    /// The line is one that the solver has proved.
    is_proved: bool,
    /// The first ply at which another reply may be the intended one: the line was found, and that lasts as long and leaves nothing.
    replaceable: Option<usize>,
    tasks: Vec<Task>,
    running: Option<(Task, Box<Solver>)>,
    found: Option<CookExamination>,
    is_concluded: bool,
    /// Whether the first flaw ends the check.
    until_flaw: bool,
}

/// A search to be made. Plies are counted from 0.
#[derive(Clone, Debug)]
enum Task {
    /// The problem itself.
    Root,
    /// Another check.
    Check { ply: usize, mv: Move },
    /// The search after another check once more, with the line's positions taken out; `found`: what was found with
    /// them.
    Elsewhere { ply: usize, mv: Move, found: Finding },
    /// How long the defender can last at a ply.
    Node { ply: usize },
    /// Whether another reply lasts as long.
    Reply { ply: usize, mv: Move },
}

impl CookCheck {
    /// Prepares the check of a tsume. The limits of `options` hold for the search from the problem's position, `limits` for each of the others.
    /// `intended.line` may end with futile interpositions left, under the policy that leaves them out; one that is illegal is found
    /// to be a flaw.
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
        let flaw = tsume_line_flaw(root, attacker, &intended.line, &options);
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
            running: Some((Task::Root, solver)),
            found: None,
            is_concluded: false,
            until_flaw: false,
        }
    }

    /// The same check, which begins with the first ply and ends with the first flaw that is certain: what is found after that is
    /// not all. Where no line is stated nothing changes, for there a flaw may turn out to be none.
    pub fn until_flaw(mut self) -> CookCheck {
        self.until_flaw = self.statement.length_of_line().is_some();
        self
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
                self.note(task, *outcome);
                if self.until_flaw && self.is_unsound() {
                    self.tasks.clear();
                }
                CookStep::Progress((ply, Progress::default()))
            }
        }
    }

    /// Whether a flaw was found.
    fn is_unsound(&self) -> bool {
        let found = self.found.as_ref();
        found.is_some_and(|found| matches!(self.statement.assess(found, None), Soundness::Unsound(_)))
    }

    /// The number of plies of the line that is examined; 0 while it is not known.
    pub fn plies(&self) -> usize {
        self.line.moves.len()
    }

    /// Begins with the next task. Returns whether there was one.
    fn start_next(&mut self) -> bool {
        let Some(task) = self.tasks.pop() else { return false };
        let (position, options) = self.question(&task);
        match Solver::new(&position, self.line.attacker, options) {
            Ok(solver) => self.running = Some((task, Box::new(solver))),
            Err(defects) => unreachable!("{position}, after legal moves, has {defects:?}"),
        }
        true
    }

    /// The options of all searches but that of the problem itself.
    fn options_of_tasks(&self) -> Options {
        Options { limits: self.limits, goes_on: true, ..self.options.clone() }
    }

    /// What a task asks.
    fn question(&self, task: &Task) -> (Position, Options) {
        let mut options = self.options_of_tasks();
        let position = match task {
            Task::Root => self.root.clone(),
            &Task::Check { ply, mv } => {
                // The length matters only where it decides what the move is.
                let decides = !self.is_proved || self.kind_of_moves(ply, mv).is_some();
                options.prove = if decides { self.options.prove } else { Prove::None };
                options.surplus_nodes = 0;
                self.line.after(ply, mv)
            }
            &Task::Elsewhere { ply, mv, .. } => {
                options.prove = Prove::None;
                options.surplus_nodes = 0;
                options.avoided = self.line.attackers_positions().into();
                self.line.after(ply, mv)
            }
            &Task::Node { ply } => self.line.positions[ply].clone(),
            &Task::Reply { ply, mv } => {
                // As long as the line, or shorter; longer is what is futile.
                options.limits.plies = Some(self.line.moves_left(ply) - 1);
                self.line.after(ply, mv)
            }
        };
        (position, options)
    }

    fn note(&mut self, task: Task, outcome: Outcome) {
        if let Some(found) = &mut self.found {
            found.nodes += outcome.stats.nodes;
            found.seconds += outcome.stats.seconds;
            // The false hits of the searches before are counted in it.
            let expected = &mut found.outcome.false_hits_expected;
            *expected = expected.max(outcome.false_hits_expected);
        }
        match task {
            Task::Root => self.note_solution(outcome),
            Task::Check { ply, mv } => self.note_check(ply, mv, &outcome),
            Task::Elsewhere { ply, mv, found } => self.note_elsewhere(ply, mv, found, &outcome),
            Task::Node { ply } => self.note_node(ply, &outcome),
            Task::Reply { ply, mv } => self.note_reply(ply, mv, &outcome),
        }
    }

    fn note_solution(&mut self, outcome: Outcome) {
        let solution = outcome.solutions.listed.first();
        let is_stated = !self.line.moves.is_empty();
        if let (false, true, Some(solution)) = (is_stated, outcome.is_exact(), solution)
            && self.statement.flaw.is_none()
        {
            self.line = MainLine::new(&self.root, self.line.attacker, solution.clone());
        }
        self.is_proved = outcome.is_exact() && solution == Some(&self.line.moves);
        let plies = (0..self.line.moves.len()).map(|ply| {
            let is_attackers = self.line.is_attackers(ply);
            let others = self.line.others(ply);
            for mv in others.iter().copied().rev().filter(|_| is_attackers) {
                self.tasks.push(Task::Check { ply, mv });
            }
            if !is_attackers {
                self.tasks.push(Task::Node { ply });
            }
            PlyFindings {
                ply: ply + 1,
                is_attackers,
                position: self.line.positions[ply].clone(),
                main: self.line.moves[ply],
                tried: others.len(),
                refuted: 0,
                findings: Vec::new(),
            }
        });
        let plies = plies.collect();
        if self.until_flaw {
            self.tasks.reverse();
        }
        self.found = Some(CookExamination {
            intended: self.statement.intended.line.clone(),
            main: self.line.moves.clone(),
            soundness: Soundness::Sound,
            plies,
            nodes: outcome.stats.nodes,
            seconds: outcome.stats.seconds,
            outcome,
        });
    }

    fn note_check(&mut self, ply: usize, mv: Move, outcome: &Outcome) {
        let rest = self.line.moves_left(ply);
        let finding = |kind| with_line(kind, mv, outcome);
        let kind = match outcome.verdict {
            Verdict::NoMate if outcome.is_exact() => return self.at(ply).refuted += 1,
            // Too many false hits to be expected: nothing is proved.
            Verdict::NoMate => FindingKind::Unknown(Reason::Memory),
            Verdict::Unknown(reason) => FindingKind::Unknown(reason),
            Verdict::Mate { .. } if rest == 1 => FindingKind::LastMove,
            Verdict::Mate { plies, .. } if plies + 1 < rest => {
                // Where nothing is shorter than the line as a whole, the reply before it does not last longest.
                if self.is_proved && ply > 0 {
                    self.may_replace(ply - 1);
                }
                FindingKind::EarlyMate
            }
            Verdict::Mate { plies, exact } => {
                let is_as_long = plies + 1 == rest && (exact || outcome.bounds.lower + 1 >= rest);
                match self.kind_of_moves(ply, mv) {
                    Some(kind) if is_as_long => kind,
                    // It may still be as long as the line, and then it is none of the below.
                    Some(_) if outcome.bounds.lower < rest => {
                        FindingKind::Unclear(outcome.reason.unwrap_or(Reason::Nodes))
                    }
                    _ => {
                        let found = finding(FindingKind::Cook);
                        return self.tasks.push(Task::Elsewhere { ply, mv, found });
                    }
                }
            }
        };
        let finding = finding(kind);
        self.at(ply).findings.push(finding);
    }

    fn note_elsewhere(&mut self, ply: usize, mv: Move, mut found: Finding, outcome: &Outcome) {
        match outcome.verdict {
            Verdict::Mate { .. } => found = with_line(FindingKind::Cook, mv, outcome),
            Verdict::NoMate if outcome.is_exact() => {
                let met = self.line.rejoining(ply, &found.moves);
                let is_order =
                    met.is_some_and(|(played, at)| self.line.is_reordered(ply, &found.moves[..played], at));
                found.kind = if is_order { FindingKind::Order } else { FindingKind::Detour };
                found.rejoins = met.map(|(_, at)| at);
            }
            Verdict::NoMate => found.kind = FindingKind::Unclear(Reason::Memory),
            Verdict::Unknown(reason) => found.kind = FindingKind::Unclear(reason),
        }
        self.at(ply).findings.push(found);
    }

    fn note_node(&mut self, ply: usize, outcome: &Outcome) {
        let rest = self.line.moves_left(ply);
        let line = outcome.solutions.listed.first().filter(|line| !line.is_empty());
        let kind = match outcome.verdict {
            Verdict::NoMate => FindingKind::Escape,
            _ if outcome.bounds.lower > rest => {
                let is_kept = outcome.solutions.surplus.first().is_some_and(|hand| !hand.is_empty());
                let is_old = line.is_some_and(|line| line.len() as u64 == rest + 2) && is_kept;
                if is_old { FindingKind::LongerWithSurplus } else { FindingKind::LongerVariation }
            }
            Verdict::Mate { plies, exact: true } => {
                if plies == rest {
                    let replies = self.line.others(ply);
                    self.tasks.extend(replies.into_iter().rev().map(|mv| Task::Reply { ply, mv }));
                }
                return;
            }
            // Nobody looks for other replies that last as long.
            Verdict::Mate { plies, .. } if plies <= rest => return self.may_replace(ply),
            Verdict::Mate { .. } => FindingKind::Unclear(outcome.reason.unwrap_or(Reason::Nodes)),
            Verdict::Unknown(reason) => FindingKind::Unclear(reason),
        };
        self.may_replace(ply);
        let moves = line.cloned().unwrap_or_default();
        let is_exact = outcome.is_exact();
        self.at(ply).findings.push(Finding { kind, moves, is_exact, rejoins: None });
    }

    fn note_reply(&mut self, ply: usize, mv: Move, outcome: &Outcome) {
        let before_mate = self.line.moves_left(ply) - 1;
        let is_as_long = outcome.verdict == Verdict::Mate { plies: before_mate, exact: true };
        let bounds = outcome.bounds;
        let is_shorter = bounds.upper.is_some_and(|upper| upper < before_mate);
        // What is longer is futile.
        let is_longer = bounds.lower > before_mate;
        let solutions = &outcome.solutions;
        let leaves_nothing = solutions.surplus.first().is_some_and(|hand| hand.is_empty());
        let leaves_some = is_as_long && !leaves_nothing && outcome.surplus_is_decided() == Some(true);
        if is_shorter || is_longer || leaves_some {
            return;
        }
        let node = &self.line.positions[ply];
        let is_drop = mv.dropped().is_some() && in_check(node) && self.options.futile == Futile::Official;
        let options = self.options_of_tasks();
        let is_futile = if is_drop { is_futile(node, mv, self.line.attacker, &options) } else { Some(false) };
        if is_futile == Some(true) {
            return;
        }
        self.may_replace(ply);
        if is_as_long && leaves_nothing && is_futile == Some(false) {
            let finding = with_line(FindingKind::EqualVariation, mv, outcome);
            self.at(ply).findings.push(finding);
        }
    }

    /// Another reply at a ply may be the intended one, unless the author states the line.
    fn may_replace(&mut self, ply: usize) {
        if self.statement.length_of_line().is_none() {
            self.replaceable = Some(self.replaceable.map_or(ply, |first| first.min(ply)));
        }
    }

    /// What the moves alone tell of a check that could be an inaccuracy (非限定).
    fn kind_of_moves(&self, ply: usize, mv: Move) -> Option<FindingKind> {
        let position = &self.line.positions[ply];
        match DifferenceKind::of_moves(position, self.line.attacker, self.line.moves[ply], mv)? {
            DifferenceKind::Promotion => Some(FindingKind::Promotion),
            DifferenceKind::Distance => Some(FindingKind::Distance),
            _ => None,
        }
    }

    fn at(&mut self, ply: usize) -> &mut PlyFindings {
        let found = self.found.as_mut().expect("the problem is solved before its line is examined");
        &mut found.plies[ply]
    }

    fn conclude(&mut self) -> CookExamination {
        let found = self.found.as_mut().expect("the problem is solved first");
        if !self.is_concluded {
            found.soundness = self.statement.assess(found, self.replaceable);
            self.is_concluded = true;
        }
        found.clone()
    }
}

impl Task {
    /// The ply, from 1; 0 for the problem itself.
    fn ply(&self) -> usize {
        match self {
            Task::Root => 0,
            Task::Check { ply, .. }
            | Task::Elsewhere { ply, .. }
            | Task::Node { ply }
            | Task::Reply { ply, .. } => ply + 1,
        }
    }
}

/// A finding about a move, with the line that was found after it.
fn with_line(kind: FindingKind, mv: Move, outcome: &Outcome) -> Finding {
    let rest = outcome.solutions.listed.first().map_or(&[][..], |line| line);
    Finding { kind, moves: [&[mv], rest].concat(), is_exact: outcome.is_exact(), rejoins: None }
}

/// The first flaw of an intended line of a tsume, if there is a line and a flaw. Under the policy that leaves them out, futile
/// interpositions may be left at its end.
pub(super) fn tsume_line_flaw(
    root: &Position,
    attacker: Color,
    line: &[Move],
    options: &Options,
) -> Option<LineFlaw> {
    if line.is_empty() {
        return None;
    }
    let flaw = line_flaw(root, Rule::Tsume, attacker, line)?;
    if flaw != LineFlaw::NoMate || options.futile == Futile::None {
        return Some(flaw);
    }
    let mut end = root.clone();
    line.iter().for_each(|&mv| {
        end.do_move(mv);
    });
    if end.side_to_move() == attacker || !in_check(&end) {
        return Some(flaw);
    }
    let mut options = Options { prove: Prove::None, ..options.clone() };
    options.limits.plies = Some(0);
    let verdict = solve(&end, attacker, options)?.verdict;
    if matches!(verdict, Verdict::Mate { plies: 0, .. }) { None } else { Some(flaw) }
}
