//! The solver: tries the lengths in ascending order and, for each length, makes rounds with increasing effort
//! for each tsume.

use super::attack::Attack;
use super::clock::{Clock, Stopped};
use super::leaves::{Leaves, Tsume};
use super::outcome::{Outcome, Stats, Verdict};
use super::search::{Answer, Search};
use super::strategy;
use crate::movegen::{in_check, legal_moves};
use crate::position::{Defect, Position, Rule};
use crate::solve::tsume::DEFAULT_MEMORY;
use crate::solve::{Budget, Limits, Progress, Reason, Step, StopFlag};
use crate::types::{Color, Move};

/// The largest length that can be requested.
pub const LONGEST: u16 = 15;

/// The default of the largest length.
#[doc(hidden)]
pub const USUAL_LONGEST: u16 = 3;

/// The node limit of each search for a tsume in the first round, and the factor by which it grows in each
/// round.
const FIRST_EFFORT: u64 = 10_000;
const MORE: u64 = 8;

/// The limit of replies listed in the trees of all solutions together.
const MOST_REPLIES: usize = 20_000;

/// The options of a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits of the whole search; `plies` has no effect.
    pub limits: Limits,
    /// The length of the longest brinkmate searched for: 1, 3, 5, … up to [`LONGEST`].
    pub longest: u16,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

impl Default for Options {
    fn default() -> Options {
        Options { limits: Limits::default(), longest: USUAL_LONGEST, stop: StopFlag::new() }
    }
}

/// A search for a brinkmate, to be driven by calls of [`advance`](Solver::advance). The side to move attacks.
///
/// ```
/// use tsumugi::hisshi::{Options, Solver, Verdict};
/// use tsumugi::{Budget, Position, Step};
///
/// // A cornered king, a pawn and two golds in hand.
/// let position = Position::from_sfen("8k/9/9/8P/9/9/9/9/9 b 2G 1")?;
/// let mut solver = Solver::new(&position, Options::default()).expect("a legal position");
/// let outcome = loop {
///     if let Step::Done(outcome) = solver.advance(Budget::Nodes(1_000)) {
///         break outcome;
///     }
/// };
/// assert_eq!((outcome.verdict, outcome.solutions.len()), (Verdict::Hisshi(1), 5));
/// # Ok::<(), tsumugi::SfenError>(())
/// ```
pub struct Solver {
    root: Position,
    longest: u16,
    search: Search,
    /// The length being searched.
    plies: u16,
    /// The attacker's moves, each with the answer for that length.
    moves: Vec<(Move, Answer)>,
    /// Whether the position is a tsume, if known.
    tsume: Option<bool>,
    done: Option<Outcome>,
}

impl Solver {
    /// Prepares a search.
    ///
    /// # Errors
    /// All defects by which the position is illegal, or has no king to be mated.
    pub fn new(root: &Position, options: Options) -> Result<Solver, Vec<Defect>> {
        let attacker = root.side_to_move();
        let defects = root.problem_defects(Rule::Tsume, attacker);
        if !defects.is_empty() {
            return Err(defects);
        }
        let longest = options.longest.clamp(1, LONGEST);
        let memory = options.limits.memory.unwrap_or(DEFAULT_MEMORY);
        let clock = Clock::new(options.limits, options.stop, FIRST_EFFORT);
        let leaves = Leaves::new(attacker, Some(memory / 4 * 3));
        let search = Search::new(attacker, clock, leaves, longest, memory / 4);
        let mut moves: Vec<Move> = legal_moves(root).iter().copied().collect();
        moves.sort_unstable();
        let moves = moves.into_iter().map(|mv| (mv, Answer::Open)).collect();
        Ok(Solver { root: root.clone(), longest, search, plies: 1, moves, tsume: None, done: None })
    }

    /// The side that attacks.
    pub fn attacker(&self) -> Color {
        self.root.side_to_move()
    }

    /// Works until the budget of this call is used up or the search has ended. Calls after the end return the
    /// same outcome.
    pub fn advance(&mut self, budget: Budget) -> Step<Outcome> {
        if let Some(outcome) = &self.done {
            return Step::Done(Box::new(outcome.clone()));
        }
        self.search.clock.begin(budget);
        let reason = match self.work() {
            Err(Stopped::Paused) => return Step::Progress(self.progress()),
            Err(Stopped::Halted(reason)) => Some(reason),
            Ok(()) => None,
        };
        let outcome = self.conclude(reason);
        self.done = Some(outcome.clone());
        Step::Done(Box::new(outcome))
    }

    /// Searches until everything is decided.
    fn work(&mut self) -> Result<(), Stopped> {
        loop {
            self.round()?;
            let is_open =
                self.tsume.is_none() || self.moves.iter().any(|(_, answer)| *answer == Answer::Open);
            if self.tsume == Some(true) {
                return Ok(());
            }
            if is_open {
                if !self.search.leaves.is_open {
                    // Another round would not decide more.
                    return Err(Stopped::Halted(Reason::Memory));
                }
                self.search.clock.effort = self.search.clock.effort.saturating_mul(MORE);
                self.search.leaves.is_open = false;
                self.search.round += 1;
                log::debug!("{} plies, {} nodes for each tsume", self.plies, self.search.clock.effort);
                continue;
            }
            let is_found = self.moves.iter().any(|(_, answer)| *answer == Answer::Yes);
            if is_found || self.plies >= self.longest {
                return Ok(());
            }
            self.plies += 2;
            self.moves.iter_mut().for_each(|(_, answer)| *answer = Answer::Open);
            self.search.clock.effort = FIRST_EFFORT;
            self.search.leaves.is_open = false;
            self.search.round += 1;
        }
    }

    /// Searches for all answers that are open.
    fn round(&mut self) -> Result<(), Stopped> {
        if self.tsume.is_none() {
            self.tsume = self.search.leaves.ask(&self.root, &mut self.search.clock)?;
        }
        if self.tsume == Some(true) {
            return Ok(());
        }
        let mut position = self.root.clone();
        for (mv, known) in self.moves.iter_mut().filter(|(_, answer)| *answer == Answer::Open) {
            let undo = position.do_move(*mv);
            // If there were a tsume after every reply to a check, the check itself would begin a tsume.
            let is_hopeless = self.plies == 1 && self.tsume == Some(false) && in_check(&position);
            let answer = if is_hopeless {
                Ok(Answer::No)
            } else {
                self.search.is_attack(&mut position, *mv, self.plies)
            };
            position.undo_move(*mv, undo);
            *known = answer?;
        }
        Ok(())
    }

    fn conclude(&self, reason: Option<Reason>) -> Outcome {
        let of = |wanted| self.moves.iter().filter(move |(_, answer)| *answer == wanted).map(|(mv, _)| *mv);
        let mut room = MOST_REPLIES;
        let mut position = self.root.clone();
        let is_no_tsume = self.tsume == Some(false);
        let solutions: Vec<Attack> = of(Answer::Yes)
            .filter_map(|mv| strategy::attack(&self.search, &mut position, mv, self.plies, &mut room))
            .collect();
        let undecided: Vec<Move> = of(Answer::Open).collect();
        // Decided by the answers, not by the trees: a tree that is missing does not mean that there is no
        // brinkmate.
        let is_refuted = is_no_tsume && self.moves.iter().all(|(_, answer)| *answer == Answer::No);
        let verdict = match (self.search.leaves.known(&self.root), reason) {
            (Some(Tsume::Mate(line)), _) => Verdict::Tsume(line.to_vec()),
            _ if is_no_tsume && !solutions.is_empty() => Verdict::Hisshi(self.plies),
            _ if is_refuted && self.plies >= self.longest => Verdict::None(self.plies),
            (_, reason) => Verdict::Unknown(reason.unwrap_or(Reason::Memory)),
        };
        let is_tsume = matches!(verdict, Verdict::Tsume(_));
        Outcome {
            solutions: if is_tsume { Vec::new() } else { solutions },
            undecided: if is_tsume { Vec::new() } else { undecided },
            is_no_tsume,
            none_within: match verdict {
                Verdict::None(within) => within,
                Verdict::Tsume(_) => 0,
                _ => self.plies.saturating_sub(2),
            },
            false_hits_expected: self.search.leaves.false_hits_expected,
            reason,
            verdict,
            stats: self.stats(),
        }
    }

    fn stats(&self) -> Stats {
        Stats {
            nodes: self.search.clock.nodes,
            positions: self.search.leaves.len() as u64,
            seconds: self.search.clock.elapsed().as_secs_f64(),
        }
    }

    fn progress(&self) -> Progress {
        let Stats { nodes, positions, seconds } = self.stats();
        Progress { nodes, positions, seconds, bytes: self.search.bytes(), ..Progress::default() }
    }
}
