//! The defender's side lines (変化) of a tsume: the mates after the defender leaves the main line.

use crate::movegen::legal_moves;
use crate::position::Position;
use crate::problem::{Futile, Question};
use crate::solve::tsume::{Options, Solver};
use crate::solve::{self, Budget, Outcome, Progress, Step, Verdict};
use crate::types::{Color, Move};

/// Another reply of the defender to the main line, and the mate that follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLine {
    /// The ply of the reply, counted from 1 at the root.
    pub ply: usize,
    /// The reply and its continuation up to the mate.
    pub moves: Vec<Move>,
}

/// The result of the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variations {
    /// The lines in the order of plies, replies in canonical order. Interpositions that the policy leaves out
    /// are omitted.
    pub lines: Vec<SideLine>,
    /// Replies after which no mate was found within the limits.
    pub unknown: usize,
}

/// The result of one call of [`SideLines::advance`]: the progress of the last search, or the final result.
pub type SideLinesStep = Step<Variations>;

/// A search for side lines, to be driven by calls of [`advance`](SideLines::advance). Every legal reply of
/// the defender to the main line is a tsume of its own, whose solution is the side line; the searches share
/// the table in `options`.
///
/// ```
/// use tsumugi::analysis::{SideLines, SideLinesStep};
/// use tsumugi::position::Position;
/// use tsumugi::problem::{Choices, Question, Rule};
/// use tsumugi::solve::{Budget, Options, Solver};
///
/// let position = Position::from_sfen("9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1")?;
/// let question = Question::of(position, &Choices { rule: Some(Rule::Tsume), ..Choices::default() })?;
/// let options = Options::default();
/// let outcome = Solver::new(&question, options.clone()).run();
/// let mut search = SideLines::new(&question, &outcome, &options);
/// let variations = loop {
///     if let SideLinesStep::Done(variations) = search.advance(Budget::Unlimited) {
///         break variations;
///     }
/// };
/// assert_eq!((variations.lines.len(), variations.unknown), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SideLines {
    root: Position,
    attacker: Color,
    main: Vec<Move>,
    options: Options,
    /// Whether a side line longer than the rest of the main line is dropped, because the policy leaves it
    /// out.
    drops_longer: bool,
    /// The replies still to be searched, with their plies; the next one is the last element.
    open: Vec<(usize, Move)>,
    solver: Option<(usize, Move, Solver)>,
    found: Variations,
}

impl SideLines {
    /// Prepares the search for the side lines of the first listed solution of `outcome`. The limits of
    /// `options` apply to each reply.
    pub fn new(question: &Question, outcome: &Outcome, options: &solve::Options) -> SideLines {
        let (root, attacker) = (question.position(), question.attacker());
        let options = options.tsume(question.policy());
        let main = outcome.solutions.listed.first().cloned().unwrap_or_default();
        let mut position = root.clone();
        let mut open = Vec::new();
        for (ply, &mv) in (1..).zip(&main) {
            if position.side_to_move() != attacker {
                let replies = legal_moves(&position);
                open.extend(replies.iter().filter(|&&reply| reply != mv).map(|&reply| (ply, reply)));
            }
            position.do_move(mv);
        }
        open.sort_unstable();
        open.reverse();
        let drops_longer = outcome.is_exact() && options.futile == Futile::Official;
        let options = Options { max_solutions: 1, goes_on: true, ..options };
        let (root, found) = (root.clone(), Variations::default());
        SideLines { root, attacker, main, options, drops_longer, open, solver: None, found }
    }

    /// Searches until the budget of this call is used up, or a reply is finished. Further calls after the end
    /// return the same result.
    pub fn advance(&mut self, budget: Budget) -> SideLinesStep {
        if self.solver.is_none() && !self.start_next() {
            return SideLinesStep::Done(Box::new(self.found.clone()));
        }
        let Some((ply, reply, mut solver)) = self.solver.take() else {
            return SideLinesStep::Progress(Progress::default());
        };
        match solver.advance(budget) {
            Step::Progress(progress) => {
                self.solver = Some((ply, reply, solver));
                SideLinesStep::Progress(progress)
            }
            Step::Done(outcome) => {
                self.note(ply, reply, &outcome);
                SideLinesStep::Progress(Progress::default())
            }
        }
    }

    /// Starts the search of the next reply. Returns whether there was one.
    fn start_next(&mut self) -> bool {
        let Some((ply, reply)) = self.open.pop() else { return false };
        let mut position = self.root.clone();
        for &mv in self.main[..ply - 1].iter().chain([&reply]) {
            position.do_move(mv);
        }
        match Solver::new(&position, self.attacker, self.options.clone()) {
            Ok(solver) => self.solver = Some((ply, reply, solver)),
            Err(_) => self.found.unknown += 1,
        }
        true
    }

    fn note(&mut self, ply: usize, reply: Move, outcome: &Outcome) {
        let (Verdict::Mate { .. }, Some(rest)) = (outcome.verdict, outcome.solutions.listed.first()) else {
            self.found.unknown += 1;
            return;
        };
        if self.drops_longer && ply + rest.len() > self.main.len() {
            // A line not proved to be longer might be shorter with a larger search, so it counts as unknown.
            let is_longer = ply as u64 + outcome.bounds.lower > self.main.len() as u64;
            self.found.unknown += usize::from(!is_longer);
            return;
        }
        let moves = [&[reply], &rest[..]].concat();
        self.found.lines.push(SideLine { ply, moves });
    }
}
