//! A limit of time and the stop flag end every search at once: with any number of threads, on problems that are hard.
//!
//! `TSUMUGI_DEADLINES=1000 cargo test --release --test deadlines -- --nocapture` draws so many runs with limits of 1, 5
//! and 30 s, also on the rows of `../shared/corpus` where that is at hand, and prints how late they ended.
//! `TSUMUGI_SEED` draws others. The limits are wall time, so that several processes with seeds of their own can run at
//! a time, each search with `TSUMUGI_DEADLINES_MEMORY` MiB (default 4,096).
#![cfg(target_os = "linux")]

#[path = "oracle/rng.rs"]
mod rng;

use libc::{CLOCK_PROCESS_CPUTIME_ID, clock_gettime, timespec};
use rng::Rng;
use std::env;
use std::fmt;
use std::fs;
use std::path::Path;
use std::thread::{available_parallelism, sleep, spawn};
use std::time::{Duration, Instant};
use tsumugi::position::{Position, Rule};
use tsumugi::problem::{Choices, Question, default_attacker};
use tsumugi::solve::tsume::Prove;
use tsumugi::solve::{Budget, Limits, Options, Solver, Step, StopFlag};

/// A helpselfmate with wide layers.
const SELFMATE: &str = "9/9/9/3gkg3/9/9/9/9/K8 b BNL4p 1";
/// How late a search may end. What the machine does meanwhile beside it does not count, see [`Late`].
const LATE: Duration = Duration::from_millis(10);

/// Processor time of all threads of this process.
fn cpu() -> Duration {
    let mut time = timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists, and the second argument is a place for its time.
    let failed = unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

struct Drawn {
    problem: (Rule, Position),
    threads: usize,
    /// Ended by the stop flag, not by the limit of time.
    is_stopped: bool,
    prove: Prove,
    after: Duration,
    /// Bytes.
    memory: u64,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Drawn { problem: (rule, position), threads, is_stopped, prove, after, .. } = self;
        write!(f, "{rule:?} {position}, {threads} threads, stop {is_stopped}, {prove:?}, {after:?}")
    }
}

/// How late a search ended.
struct Late {
    wall: Duration,
    /// Processor time that a thread used after the end, if all were as late.
    used: Duration,
}

impl Late {
    /// A search that had to wait for a processor is late by the clock alone.
    fn at_fault(&self) -> Duration {
        self.wall.min(self.used)
    }
}

/// Runs a search that is ended. `None` when it was done before.
fn run(drawn: &Drawn) -> Option<Late> {
    let &Drawn { problem: (rule, ref root), threads, is_stopped, prove, after, memory } = drawn;
    let attacker = default_attacker(root, rule).expect("a problem");
    let stop = StopFlag::new();
    let limits = Limits { time: (!is_stopped).then_some(after), memory: Some(memory), ..Limits::default() };
    let end = Instant::now() + after;
    let at_end = {
        let stop = stop.clone();
        spawn(move || {
            sleep(end - Instant::now());
            let used = cpu();
            if is_stopped {
                stop.stop();
            }
            used
        })
    };
    let choices = Choices { rule: Some(rule), attacker: Some(attacker), ..Choices::default() };
    let question = Question::of(root.clone(), &choices).expect("a legal problem");
    let options = Options { limits, threads, stop, prove, ..Options::default() };
    let mut solver = Solver::new(&question, options);
    let step = solver.advance(Budget::Unlimited);
    let (ended, used) = (Instant::now(), cpu());
    // The answer is there. To give gigabytes back to the system takes tens of milliseconds more, which is no work of the
    // search: `go mate` answers before it, the command line prints after it.
    drop(solver);
    let Step::Done(_) = step else { panic!("an unlimited budget was not enough: {step:?}") };
    let is_late = ended >= end;
    let used_at_end = at_end.join().expect("it only waits");
    // As many threads at a time as there are processors.
    let at_once = available_parallelism().map_or(1, usize::from).min(threads) as u32;
    is_late.then(|| Late { wall: ended - end, used: used.saturating_sub(used_at_end) / at_once })
}

/// Runs a search that is ended; one that was late is tried again, up to three runs in all, and the least late counts.
///
/// What a search itself does after its end takes its time in every run. On a virtual machine processor time contains
/// more: a page that the host has yet to back with memory, for example, can cost the one that touches it first 30 ms.
fn least_late(drawn: &Drawn) -> Option<Late> {
    let runs = std::iter::repeat_with(|| run(drawn)).map_while(|late| late);
    let mut least: Option<Late> = None;
    for late in runs.take(3) {
        if late.at_fault() > LATE {
            println!("late by {:?}, {:?} of processor time: {drawn}", late.wall, late.used);
        }
        let is_done = late.at_fault() <= LATE;
        if least.as_ref().is_none_or(|least| late.at_fault() < least.at_fault()) {
            least = Some(late);
        }
        if is_done {
            break;
        }
    }
    least
}

/// The positions of a problem file or of a table of the corpus.
fn positions(path: &Path) -> Vec<Position> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let field = |line: &str| match path.extension() {
        Some(extension) if extension == "tsv" => {
            line.split('\t').find(|field| field.contains('/')).map(str::to_owned)
        }
        _ => line
            .split(" ;")
            .next()
            .filter(|sfen| sfen.contains('/') && !sfen.starts_with('#'))
            .map(str::to_owned),
    };
    text.lines().filter_map(field).filter_map(|sfen| Position::from_sfen(&sfen).ok()).collect()
}

/// Hard problems.
fn problems(is_long: bool) -> Vec<(Rule, Position)> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![
        (Rule::Tsume, repository.join("problems/tsume/zukou.sfen")),
        (Rule::Helpmate, repository.join("problems/helpmate/long.sfen")),
        (Rule::Helpmate, repository.join("problems/heavy.sfen")),
    ];
    let corpus = repository.join("../shared/corpus");
    if is_long && corpus.exists() {
        files.push((Rule::Tsume, corpus.join("tsume-famous.tsv")));
        files.push((Rule::Helpmate, corpus.join("helpmate-long.tsv")));
    }
    let all =
        files.into_iter().flat_map(|(rule, file)| positions(&file).into_iter().map(move |root| (rule, root)));
    let selfmate = Position::from_sfen(SELFMATE).expect("a position");
    let all = all.chain([(Rule::Helpselfmate, selfmate)]);
    all.filter(|(rule, root)| default_attacker(root, *rule).is_some()).collect()
}

fn number(variable: &str) -> Option<u64> {
    env::var(variable)
        .ok()
        .map(|value| value.parse().unwrap_or_else(|_| panic!("{variable} is no number: {value}")))
}

#[test]
fn time_and_stop_end_every_search_at_once() {
    let runs = number("TSUMUGI_DEADLINES");
    let memory = number("TSUMUGI_DEADLINES_MEMORY").unwrap_or(4096) << 20;
    let mut random = Rng::new(number("TSUMUGI_SEED").unwrap_or(25));
    let problems = problems(runs.is_some());
    assert!(problems.len() > 100, "{} problems", problems.len());
    let mut late: Vec<(Duration, Duration, String)> = Vec::new();
    for _ in 0..runs.unwrap_or(40) {
        let seconds = [1, 5, 30][random.below(3)];
        let after = match runs {
            Some(_) => Duration::from_secs(seconds),
            None => Duration::from_millis(20 + random.below(100) as u64),
        };
        let rule = [Rule::Tsume, Rule::Tsume, Rule::Helpmate][random.below(3)];
        let of_rule: Vec<_> = problems.iter().filter(|problem| problem.0 == rule).collect();
        let problem = of_rule[random.below(of_rule.len())].clone();
        let threads = [1, 2, 4][random.below(3)];
        let is_stopped = random.below(2) == 0;
        let prove = [Prove::None, Prove::Length][random.below(2)];
        let drawn = Drawn { problem, threads, is_stopped, prove, after, memory };
        if let Some(ended) = least_late(&drawn) {
            late.push((ended.at_fault(), ended.wall, drawn.to_string()));
        }
    }
    late.sort();
    let (worst, _, what) = late.last().expect("some run into their limits").clone();
    let walls: Vec<Duration> = {
        let mut walls: Vec<_> = late.iter().map(|late| late.1).collect();
        walls.sort();
        walls
    };
    println!(
        "{} runs were ended; late by the clock: median {:?}, latest {:?}; at fault: {} of them by more than {LATE:?}, at most {worst:?}",
        late.len(),
        walls[walls.len() / 2],
        walls[walls.len() - 1],
        late.iter().filter(|late| late.0 > LATE).count(),
    );
    assert!(late.len() >= 20, "only {} runs were not done before their end", late.len());
    assert!(worst <= LATE, "{worst:?} late: {what}");
}
