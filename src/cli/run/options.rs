//! Converts flags (what was typed) to options (what it means): the only place where defaults are filled in.

use crate::cli::args::{ListingFlags, ProveFlag, SearchFlags};
use crate::cli::fatal_error::FatalError;
use crate::cli::run::memory;
use crate::problem::{Choices, Rule};
use crate::report::Lang;
use crate::solve::tsume::Prove;
use crate::solve::{Limits, Options, StopFlag, least_memory, most_threads, usual_memory};
use crate::store::{KeyWidth, SortedRuns};
use std::path::Path;

/// How problems are interpreted and solved.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// Choices of the user that override what problems state.
    pub choices: Choices,
    /// The options of searches, except their memory, which depends on the rule.
    pub search: Options,
    memory: MemoryShare,
}

/// The memory of the whole process.
#[derive(Debug, Clone, Copy)]
struct MemoryShare {
    /// The amount that the user asked for, if any.
    asked: Option<u64>,
    /// The number of searches that share it.
    jobs: u16,
}

impl MemoryShare {
    /// The memory in bytes that one search under a rule may use.
    fn share(self, rule: Rule) -> u64 {
        memory_share(self.asked, self.jobs, rule)
    }
}

impl SearchOptions {
    /// Options for `resume`, to be filled in from a checkpoint.
    pub fn of_checkpoint(stop: StopFlag) -> SearchOptions {
        let choices = Choices::default();
        let search = Options { stop, ..Options::default() };
        SearchOptions { choices, search, memory: MemoryShare { asked: None, jobs: 1 } }
    }

    /// The options that the flags mean when `jobs` searches run at a time. Warns in `lang` if something is not
    /// possible as asked.
    pub fn new(flags: &SearchFlags, jobs: u16, stop: StopFlag, lang: Lang) -> SearchOptions {
        let choices = Choices { rest: flags.rest, ..flags.question.choices() };
        let search = Options {
            limits: Limits { time: flags.time, nodes: flags.nodes, plies: flags.max_plies, memory: None },
            threads: usable_threads_told(flags.threads, jobs, lang),
            stop,
            verify: flags.verify,
            key_width: flags.key.into(),
            spill: flags.spill.clone(),
            prove: match flags.prove {
                ProveFlag::None => Prove::None,
                ProveFlag::Length => Prove::Length,
            },
            ..Options::default()
        };
        SearchOptions { choices, search, memory: MemoryShare { asked: flags.memory, jobs } }
    }

    /// The options of a search under a rule.
    pub fn for_rule(&self, rule: Rule) -> Options {
        let mut options = self.search.clone();
        options.limits.memory = Some(self.memory.share(rule));
        options
    }

    /// The flags that were given but have no effect on problems of a rule.
    pub fn idle_flags(&self, rule: Rule) -> impl Iterator<Item = &'static str> {
        let Options { verify, key_width, spill, prove, max_solutions, .. } = &self.search;
        let flags = if rule.is_cooperative() {
            vec![("--prove", *prove == Prove::None), ("--futile", self.choices.policy.is_some())]
        } else {
            let has_key = *key_width != KeyWidth::default();
            let asks_for_others = *max_solutions != Options::default().max_solutions;
            vec![
                ("--verify", *verify),
                ("--key", has_key),
                ("--spill", spill.is_some()),
                ("--max-solutions", asks_for_others),
            ]
        };
        flags.into_iter().filter_map(|(flag, is_given)| is_given.then_some(flag))
    }

    /// Sets how many solutions are listed.
    pub fn list(&mut self, flags: &ListingFlags) {
        self.search.max_solutions = flags.max_solutions as usize;
    }
}

/// Refuses, before any search, a folder for positions on disk (`--spill`) in which another file would be overwritten.
///
/// # Errors
/// The other file, with what the user can do; or the folder cannot be read.
pub fn check_spill(folder: Option<&Path>) -> Result<(), FatalError> {
    let Some(folder) = folder else { return Ok(()) };
    SortedRuns::examine(folder).map_err(|error| {
        let name = folder.display().to_string();
        FatalError::new(name.clone(), name).caused_by(error)
    })
}

/// The threads of each search when `jobs` searches run at a time: as many as asked for, but no more than the machine
/// supports.
pub fn usable_threads(asked: u16, jobs: u16) -> usize {
    let most = (most_threads() / usize::from(jobs)).max(1);
    usize::from(asked).min(most)
}

/// Like [`usable_threads`], with a warning if they are fewer than asked for.
pub fn usable_threads_told(asked: u16, jobs: u16, lang: Lang) -> usize {
    let used = usable_threads(asked, jobs);
    if used < usize::from(asked) {
        log::warn!(
            "{}",
            lang.pick(
                format!("--threads {asked}: この計算機のプロセッサーには多すぎるので、一つの探索に{used}だけ使います"),
                format!("--threads {asked}: too many for the processors of this machine: {used} are used for each search"),
            )
        );
    }
    used
}

/// The memory in bytes that each of `jobs` searches under a rule may use; `asked`: what the user allows the process.
pub fn memory_share(asked: Option<u64>, jobs: u16, rule: Rule) -> u64 {
    let share = search_memory(asked, rule) / u64::from(jobs);
    let most = if asked.is_some() { None } else { usual_memory(rule) };
    most.map_or(share, |most| most.min(share))
}

/// The memory in bytes that all searches under a rule may use together, so that the process stays within what the
/// user allows it, `asked`, or within the default.
pub fn search_memory(asked: Option<u64>, rule: Rule) -> u64 {
    memory::for_search_as_asked(asked, least_memory(rule))
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
            let options = SearchOptions::new(&flags.search, flags.jobs, StopFlag::new(), Lang::En);
            Rule::ALL.map(|rule| options.for_rule(rule).limits.memory.expect("a limit"))
        };
        let share = memory::for_search(1 << 30, 0) / 4;
        assert_eq!(options("--memory 1G --jobs 4"), [share; Rule::ALL.len()]);
        assert_eq!(options("--memory 1M"), Rule::ALL.map(|rule| memory::for_search(0, least_memory(rule))));
        let [helpmate, tsume, helpselfmate] = options("");
        assert_eq!(helpselfmate, helpmate);
        assert!(tsume == helpmate.min(usual_memory(Rule::Tsume).expect("a usual size")));
        assert!(options("--jobs 2")[0] <= helpmate / 2);
    }

    #[test]
    fn jobs_share_the_processors() {
        assert_eq!((usable_threads(4, 1), usable_threads(1, 1024)), (4, 1));
        assert_eq!(usable_threads(u16::MAX, 1), most_threads());
        assert_eq!(usable_threads(u16::MAX, 2), most_threads() / 2);
    }
}
