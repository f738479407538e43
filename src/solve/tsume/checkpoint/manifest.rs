//! The part of a manifest that belongs to a tsume search.

use super::facts_file::FactsFile;
use crate::movegen::{evasions, in_check, play_line};
use crate::position::Position;
use crate::problem::Futile;
use crate::solve::checkpoint::{CheckpointError, Damage, MANIFEST};
use crate::solve::limits::Limits;
use crate::solve::stage::Stage;
use crate::solve::tsume::control::{Known, least};
use crate::solve::tsume::dfpn::LONGEST;
use crate::solve::tsume::options::{Options, Prove};
use crate::types::{Color, Move};
use serde::{Deserialize, Serialize};

/// The search's part of a manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SavedSearch {
    pub options: SavedOptions,
    /// The root's key in hexadecimal digits. It detects a build whose tables use other keys.
    pub table_key: String,
    pub known: SavedKnown,
    pub counts: SavedCounts,
    pub facts: FactsFile,
}

/// The options that stay the same when a search is resumed. The time limit is not among them: it is set for each
/// process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SavedOptions {
    nodes: Option<u64>,
    plies: Option<u64>,
    memory: Option<u64>,
    threads: usize,
    nodes_before_helpers: u64,
    max_solutions: usize,
    surplus_nodes: u64,
    /// Checkpoints of earlier versions do not have it.
    #[serde(default)]
    stated: Option<u64>,
    /// The name of the policy for interpositions.
    futile: String,
    /// The name of what is to be proved.
    prove: String,
}

/// What the search knew about its problem.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SavedKnown {
    /// The name of the stage.
    stage: String,
    lower: u16,
    upper: Option<u16>,
    /// The moves in USI notation.
    mate: Option<Vec<String>>,
    first_mate_seconds: Option<f64>,
    no_mate: bool,
    surplus_is_decided: bool,
    /// The moves in USI notation.
    traditional: Option<Vec<String>>,
    /// Checkpoints of earlier versions do not have it.
    #[serde(default)]
    traditional_is_decided: bool,
    step: u16,
    effort: u64,
}

/// The counts of all processes that worked on the search so far.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct SavedCounts {
    pub nodes: u64,
    pub positions: u64,
    pub lookups: u64,
}

impl SavedOptions {
    /// The options to be saved.
    pub fn of(options: &Options) -> SavedOptions {
        let Limits { time: _, nodes, plies, memory } = options.limits;
        let Options { threads, nodes_before_helpers, max_solutions, surplus_nodes, stated, .. } = *options;
        let (futile, prove) = (options.futile.name().to_owned(), options.prove.name().to_owned());
        SavedOptions {
            nodes,
            plies,
            memory,
            threads,
            nodes_before_helpers,
            max_solutions,
            surplus_nodes,
            stated,
            futile,
            prove,
        }
    }

    /// The options for the resumed search.
    ///
    /// # Errors
    /// They contain a name that this build does not know.
    pub fn restore(&self) -> Result<Options, CheckpointError> {
        let SavedOptions { nodes, plies, memory, threads, nodes_before_helpers, .. } = *self;
        let unknown = || CheckpointError::damaged(MANIFEST, Damage::Field);
        let prove = [Prove::None, Prove::Length].into_iter().find(|prove| prove.name() == self.prove);
        Ok(Options {
            limits: Limits { time: None, nodes, plies, memory },
            threads,
            nodes_before_helpers,
            max_solutions: self.max_solutions,
            surplus_nodes: self.surplus_nodes,
            stated: self.stated,
            futile: self.futile.parse::<Futile>().map_err(|_| unknown())?,
            prove: prove.ok_or_else(unknown)?,
            goes_on: true,
            ..Options::default()
        })
    }
}

impl SavedKnown {
    /// The form in which the knowledge is saved.
    pub fn of(known: &Known) -> SavedKnown {
        let Known { stage, lower, upper, first_mate_seconds, no_mate, surplus_is_decided, .. } = *known;
        let usi = |line: &Vec<Move>| line.iter().map(Move::to_string).collect();
        SavedKnown {
            stage: stage.name().to_owned(),
            lower,
            upper,
            mate: known.mate.as_ref().map(usi),
            first_mate_seconds,
            no_mate,
            surplus_is_decided,
            traditional: known.traditional.as_ref().map(usi),
            traditional_is_decided: known.traditional_is_decided,
            step: known.step,
            effort: known.effort,
        }
    }

    /// Restores the knowledge about a problem.
    ///
    /// # Errors
    /// It is not a state that a search can reach.
    pub fn restore(&self, root: &Position, attacker: Color) -> Result<Known, CheckpointError> {
        let damaged = |what| CheckpointError::damaged(MANIFEST, what);
        let SavedKnown { upper, first_mate_seconds, no_mate, surplus_is_decided, .. } = *self;
        // Earlier versions saved bounds that lie between two possible lengths of a mate.
        let least = least(root, attacker);
        let lower = self.lower - self.lower.saturating_sub(least) % 2;
        let stage = Stage::ALL.into_iter().find(|stage| stage.name() == self.stage);
        let stage = stage.ok_or_else(|| damaged(Damage::Field))?;
        let read =
            |line: &Vec<String>| line.iter().map(|text| text.parse()).collect::<Result<Vec<Move>, _>>();
        let read_mate = |line: &Option<Vec<String>>| {
            let line = line.as_ref().map(read).transpose().map_err(|_| damaged(Damage::Line))?;
            match line.as_ref().is_none_or(|line| is_mating_line(root, attacker, line)) {
                true => Ok(line),
                false => Err(damaged(Damage::Line)),
            }
        };
        let (mate, traditional) = (read_mate(&self.mate)?, read_mate(&self.traditional)?);
        let is_time = |seconds: f64| (0.0..f64::INFINITY).contains(&seconds);
        let are_bounds = lower <= LONGEST + 2 && upper.is_none_or(|upper| (lower..=LONGEST).contains(&upper));
        let are_consistent = !(no_mate && upper.is_some()) && (upper.is_some() || mate.is_none());
        // A step is an even number of plies, and is halved and doubled.
        let can_shorten = self.step >= 2 && self.step.is_multiple_of(2) && self.step <= LONGEST;
        if !(are_bounds && are_consistent && can_shorten && first_mate_seconds.is_none_or(is_time)) {
            return Err(damaged(Damage::Counts));
        }
        Ok(Known {
            stage,
            lower,
            upper,
            mate,
            first_mate_seconds,
            no_mate,
            surplus_is_decided,
            // Earlier versions saved only the line, which they had only where it was decided.
            traditional_is_decided: self.traditional_is_decided || traditional.is_some(),
            traditional,
            step: self.step,
            effort: self.effort,
        })
    }
}

/// Whether a line is legal and leads to a mate, or to a check that can be answered only by drops.
fn is_mating_line(root: &Position, attacker: Color, line: &[Move]) -> bool {
    let mut position = root.clone();
    play_line(&mut position, line).is_ok()
        && position.side_to_move() != attacker
        && in_check(&position)
        && evasions(&position).iter().all(|reply| reply.from().is_none())
}
