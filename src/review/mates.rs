//! Mates by checks, found by the tsume solver; each line is replayed by the rules.

use super::budget::{Share, smaller};
use super::outcome::Mate;
use crate::movegen::line_flaw;
use crate::position::{Futile, Position, Rule};
use crate::solve::tsume::{Options, Prove, Solver};
use crate::solve::{Budget, Limits, Reason, Step, StopFlag, Verdict};
use crate::types::Color;

/// The memory of the solver; little, because mates in games are searched with few nodes.
const MEMORY: u64 = 64 << 20;

/// The searches for mates of a game.
pub struct Mates {
    nodes: u64,
    stop: StopFlag,
}

impl Mates {
    /// Searches with at most `nodes` nodes each.
    pub fn new(nodes: u64, stop: StopFlag) -> Mates {
        Mates { nodes, stop }
    }

    /// Whether `attacker` mates by checks from a position, whichever side is to move, within a share of the
    /// game's budget. Also returns the number of nodes used.
    pub fn ask(&self, position: &Position, attacker: Color, share: Share) -> (Mate, u64) {
        if position.king(!attacker).is_none() || !position.problem_defects(Rule::Tsume, attacker).is_empty() {
            return (Mate::None, 0);
        }
        let mut solver = Solver::of_legal(position, attacker, self.options(share));
        let outcome = loop {
            if let Step::Done(outcome) = solver.advance(Budget::Unlimited) {
                break outcome;
            }
        };
        let mate = match (outcome.verdict, outcome.solutions.listed.first()) {
            (Verdict::Mate { exact, .. }, Some(line))
                if line_flaw(position, Rule::Tsume, attacker, line).is_none() =>
            {
                Mate::Found { line: line.clone(), exact: exact && outcome.is_exact() }
            }
            (Verdict::NoMate, _) if outcome.is_exact() => Mate::None,
            (Verdict::Unknown(reason), _) => Mate::Unknown(reason),
            _ => Mate::Unknown(outcome.reason.unwrap_or(Reason::Memory)),
        };
        (mate, outcome.stats.nodes)
    }

    fn options(&self, share: Share) -> Options {
        let nodes = smaller(Some(self.nodes), share.nodes);
        // With this policy every line ends in a mate on the board.
        Options {
            limits: Limits { nodes, time: share.time, memory: Some(MEMORY), ..Limits::default() },
            stop: self.stop.clone(),
            futile: Futile::None,
            prove: Prove::Length,
            max_solutions: 1,
            ..Options::default()
        }
    }
}
