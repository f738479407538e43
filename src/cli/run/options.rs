//! From flags (what was typed) to options (what it means): the one place where defaults are filled in.

use crate::cli::args::{ListingFlags, ProveFlag, SearchFlags};
use crate::cli::run::memory;
use crate::problem::{Futile, Rule};
use crate::solve::{Limits, StopFlag, helpmate, most_threads, tsume};
use crate::types::Color;

/// The least memory of a process that solves helpmates, in bytes.
const HELPMATE_FLOOR: u64 = 32 << 20;
/// The least memory of a process that solves tsume, in bytes.
const TSUME_FLOOR: u64 = 16 << 20;

/// How problems are read and solved.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// The rule, whatever the problem says.
    pub rule: Option<Rule>,
    /// The attacker, whatever the problem says.
    pub attacker: Option<Color>,
    /// Tsume: which interpositions count, whatever the problem says.
    pub futile: Option<Futile>,
    /// Whether the piece box goes to the defender's hand.
    pub rest: bool,
    /// What the helpmate solver gets.
    pub solver: helpmate::Options,
    /// What the tsume solver gets, but for the interpositions that count, which are a task's.
    pub tsume: tsume::Options,
}

impl SearchOptions {
    /// Options that a checkpoint is to fill in.
    pub fn of_checkpoint(stop: StopFlag) -> SearchOptions {
        let solver = helpmate::Options { stop, ..helpmate::Options::default() };
        let tsume = tsume::Options::default();
        SearchOptions { rule: Some(Rule::Helpmate), attacker: None, futile: None, rest: false, solver, tsume }
    }

    /// The options that the flags mean when `jobs` searches run at a time.
    pub fn new(flags: &SearchFlags, jobs: u16, stop: StopFlag) -> SearchOptions {
        let process = flags.memory.unwrap_or_else(memory::default_memory);
        let share = helpmate_memory(process) / u64::from(jobs);
        let limits =
            Limits { time: flags.time, nodes: flags.nodes, plies: flags.max_plies, memory: Some(share) };
        let threads = usable_threads(flags.threads, jobs);
        let most = if flags.memory.is_some() { u64::MAX } else { tsume::DEFAULT_MEMORY };
        let tsume_share = most.min(memory::for_search(process, TSUME_FLOOR) / u64::from(jobs));
        SearchOptions {
            rule: flags.rule.map(Rule::from),
            attacker: flags.attacker.map(Color::from),
            futile: flags.futile.map(Futile::from),
            rest: flags.rest,
            tsume: tsume::Options {
                limits: Limits { memory: Some(tsume_share), ..limits },
                threads,
                prove: match flags.prove {
                    ProveFlag::None => tsume::Prove::None,
                    ProveFlag::Length => tsume::Prove::Length,
                },
                stop: stop.clone(),
                ..tsume::Options::default()
            },
            solver: helpmate::Options {
                limits,
                threads,
                stop,
                verify: flags.verify,
                key_width: flags.key.into(),
                spill: flags.spill.clone(),
                ..helpmate::Options::default()
            },
        }
    }

    /// Sets how many solutions are listed.
    pub fn list(&mut self, flags: &ListingFlags) {
        self.solver.max_solutions = flags.max_solutions as usize;
        self.tsume.max_solutions = flags.max_solutions as usize;
    }
}

/// The threads of each search when `jobs` of them run at a time: as many as asked for, within what the machine can serve.
pub fn usable_threads(asked: u16, jobs: u16) -> usize {
    let most = (most_threads() / usize::from(jobs)).max(1);
    usize::from(asked).min(most)
}

/// The memory of a helpmate search, in bytes, with which the whole process stays within `process` bytes.
pub fn helpmate_memory(process: u64) -> u64 {
    memory::for_search(process, HELPMATE_FLOOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Command, CommandLine};
    use clap::Parser;

    #[test]
    fn jobs_share_the_memory_of_the_process() {
        let options = |words: &str| {
            let words = format!("tsumugi solve x {words}");
            let command =
                CommandLine::try_parse_from(words.split_whitespace()).expect("a command line").command;
            let Some(Command::Solve(flags)) = command else { unreachable!() };
            let options = SearchOptions::new(&flags.search, flags.jobs, StopFlag::new());
            [options.solver.limits.memory, options.tsume.limits.memory].map(|memory| memory.expect("a limit"))
        };
        let share = memory::for_search(1 << 30, 0) / 4;
        assert_eq!(options("--memory 1G --jobs 4"), [share; 2]);
        assert_eq!(
            options("--memory 1M"),
            [HELPMATE_FLOOR, TSUME_FLOOR].map(|floor| memory::for_search(0, floor))
        );
        let [helpmate, tsume] = options("");
        assert!(tsume == helpmate.min(tsume::DEFAULT_MEMORY));
        assert!(options("--jobs 2")[0] <= helpmate / 2);
    }

    #[test]
    fn jobs_share_the_processors() {
        assert_eq!((usable_threads(4, 1), usable_threads(1, 1024)), (4, 1));
        assert_eq!(usable_threads(u16::MAX, 1), most_threads());
        assert_eq!(usable_threads(u16::MAX, 2), most_threads() / 2);
    }
}
