//! A search by several processes against the search by one. Here the processes are threads with channels between them.

mod checkpoint;
mod verify;

use crate::corpus::Table;
use crate::mailbox::board::Side;
use crate::mailbox::random::Rng;
use crate::mailbox::sfen;
use crate::oracle::setting;
use crate::problem::Problem;
use crate::shared_files::shared;
use crate::solve::{assert_same, question, read, run};
use std::fs;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;
use tsumugi::position::{Conditions, Rule};
use tsumugi::problem::{Question, default_attacker};
use tsumugi::solve::helpmate::cluster::{ClusterOptions, ClusterSearch, Exchange, HostLost};
use tsumugi::solve::helpmate::{Options, Solver};
use tsumugi::solve::{Budget, Limits, Outcome, Reason, SolutionGraph, Step, Verdict};
use tsumugi::types::Color;

/// Mate in 13, after several hundred thousand positions.
const LARGE: &str = "9/9/9/9/4k4/9/9/9/9 b R9p 1";
/// No mate, after 2,848 positions.
const NO_MATE: &str = "9/9/9/9/4k4/9/9/9/9 b R 1";

/// Channels to and from every process.
struct Channels {
    process: usize,
    /// The exchanges after which it takes no part any more.
    left: Option<u64>,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
}

impl Exchange for Channels {
    fn process(&self) -> usize {
        self.process
    }

    fn processes(&self) -> usize {
        self.to.len()
    }

    fn send(&mut self, messages: Vec<Vec<u8>>) -> Result<(), HostLost> {
        if let Some(left) = &mut self.left {
            let process = self.process;
            *left = left.checked_sub(1).ok_or(HostLost { process, cause: "killed".to_owned() })?;
        }
        for (to, message) in self.to.iter().zip(messages) {
            let _ = to.send(message);
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Vec<Vec<u8>>, HostLost> {
        let receive = |(process, from): (usize, &Receiver<Vec<u8>>)| {
            from.recv().map_err(|_| HostLost { process, cause: "gone".to_owned() })
        };
        self.from.iter().enumerate().map(receive).collect()
    }
}

fn connected(processes: usize) -> Vec<Channels> {
    let mut all: Vec<Channels> = (0..processes)
        .map(|process| Channels { process, left: None, to: Vec::new(), from: Vec::new() })
        .collect();
    for from in 0..processes {
        for to in 0..processes {
            let (sender, receiver) = channel();
            all[from].to.push(sender);
            all[to].from.push(receiver);
        }
    }
    all
}

/// What all processes come to, the first one with its graph.
fn solve_by(
    question: &Question,
    options: &Options,
    cluster: ClusterOptions,
    processes: usize,
) -> (Vec<Outcome>, Option<SolutionGraph>) {
    let work = |channels: Channels| {
        let mut search = ClusterSearch::new(question, options.clone(), cluster, Box::new(channels));
        loop {
            if let Step::Done(outcome) = search.advance(Budget::Nodes(5_000)) {
                return (*outcome, search.solution_graph());
            }
        }
    };
    thread::scope(|scope| {
        let parts: Vec<_> =
            connected(processes).into_iter().map(|channels| scope.spawn(move || work(channels))).collect();
        let mut parts = parts.into_iter().map(|part| part.join().expect("no panic"));
        let (first, graph) = parts.next().expect("a first process");
        (std::iter::once(first).chain(parts.map(|(outcome, _)| outcome)).collect(), graph)
    })
}

/// Asserts that so many processes come to the answer of one, and returns it.
#[track_caller]
fn assert_same_by_all(
    question: &Question,
    options: &Options,
    cluster: ClusterOptions,
    processes: usize,
) -> Outcome {
    let what = format!("{} by {processes} with {cluster:?}", question.position());
    let mut single = Solver::of(question, options.clone());
    let Step::Done(truth) = single.advance(Budget::Unlimited) else { panic!("{what}: no end") };
    let (outcomes, graph) = solve_by(question, options, cluster, processes);
    assert_same(&outcomes[0], &truth, &what);
    assert_eq!(format!("{graph:?}"), format!("{:?}", single.solution_graph()), "{what}");
    assert!(outcomes.iter().all(|outcome| outcome.verdict == truth.verdict), "{what}");
    if options.table.is_none() {
        // A bound that is not as close as that of one process, and the same however many there are.
        let (found, expected) = (outcomes[0].false_hits_expected, truth.false_hits_expected);
        // Those of two searches multiply.
        let most = if options.verify { 9.0 } else { 3.0 };
        assert!((expected..=most * expected).contains(&found), "{what}: {found} for {expected}");
        let (single, _) = solve_by(question, options, cluster, 1);
        let mut all = outcomes.iter().chain(&single).map(|outcome| outcome.false_hits_expected);
        assert!(all.all(|of_one| of_one == found), "{what}");
    }
    if truth.verdict == Verdict::NoMate {
        assert_eq!(outcomes[0].stats.positions, truth.stats.positions, "{what}");
    }
    *truth
}

fn helpmate(sfen: &str) -> Question {
    question(Rule::Helpmate, Conditions::NONE, &read(sfen), Color::Black)
}

/// Small rounds, and positions that move in every layer.
const SMALL: ClusterOptions = ClusterOptions { round: 7, smallest_to_move: 1, widest_alone: 0 };

#[test]
fn large_problems_have_the_same_answers() {
    for (processes, threads) in [(1, 2), (2, 1), (3, 2), (8, 1)] {
        let options = Options { threads, ..Options::default() };
        for cluster in [ClusterOptions::default(), ClusterOptions { round: 300, ..SMALL }] {
            let truth = assert_same_by_all(&helpmate(LARGE), &options, cluster, processes);
            assert_eq!(truth.verdict, Verdict::Mate { plies: 13, exact: true });
            let truth = assert_same_by_all(&helpmate(NO_MATE), &options, cluster, processes);
            assert_eq!(truth.verdict, Verdict::NoMate);
        }
    }
}

#[test]
fn random_problems_have_the_same_answers() {
    let positions = setting("TSUMUGI_CLUSTER_POSITIONS", 300);
    let mut rng = Rng::new(setting("TSUMUGI_HELPMATE_SEED", 1));
    let limits = Limits { nodes: Some(100_000), ..Limits::default() };
    let options = Options { limits, max_solutions: 50, ..Options::default() };
    let (mut compared, mut mates) = (0, 0);
    while compared < positions {
        let problem =
            if rng.percent(70) { Problem::draw(&mut rng) } else { Some(Problem::draw_selfmate(&mut rng)) };
        let Some(problem) = problem else { continue };
        let attacker = if problem.attacker == Side::Black { Color::Black } else { Color::White };
        let question =
            question(problem.rule, problem.conditions, &read(&sfen::write(&problem.board)), attacker);
        if !run(Solver::of(&question, options.clone())).is_decided() {
            continue;
        }
        let processes = 1 + rng.below(4);
        let widest_alone = [0, 5, 100, u64::MAX][rng.below(4)];
        let cluster = ClusterOptions { round: 1 + rng.below(40), widest_alone, ..SMALL };
        let truth = assert_same_by_all(&question, &options, cluster, processes);
        compared += 1;
        mates += u64::from(truth.verdict != Verdict::NoMate);
    }
    assert!(mates * 5 > compared, "{mates} mates of {compared}");
}

#[test]
fn the_first_limit_of_any_process_ends_all() {
    let limited = |limits| Options { limits, ..Options::default() };
    for (limits, reason) in [
        (Limits { nodes: Some(20_000), ..Limits::default() }, Reason::Nodes),
        (Limits { plies: Some(5), ..Limits::default() }, Reason::Plies),
        (Limits { time: Some(Duration::ZERO), ..Limits::default() }, Reason::Time),
        (Limits { memory: Some(1 << 20), ..Limits::default() }, Reason::Memory),
    ] {
        let (outcomes, graph) = solve_by(&helpmate(LARGE), &limited(limits), ClusterOptions::default(), 3);
        assert!(graph.is_none());
        for outcome in outcomes {
            assert_eq!((outcome.verdict, outcome.reason), (Verdict::Unknown(reason), Some(reason)));
        }
    }
}

/// The layer beyond the longest length asked for has mates.
#[test]
fn a_mate_beyond_the_longest_length_is_none() {
    let question = helpmate("7k1/9/9/9/9/9/9/9/9 b GSNP 1");
    for (most, cluster) in [(1, SMALL), (1, ClusterOptions::default()), (3, SMALL)] {
        let limits = Limits { plies: Some(most), ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let mate = Verdict::Mate { plies: 3, exact: true };
        let expected = if most < 3 { Verdict::Unknown(Reason::Plies) } else { mate };
        let truth = run(Solver::of(&question, options.clone()));
        assert_eq!(truth.verdict, expected);
        let (outcomes, _) = solve_by(&question, &options, cluster, 2);
        assert_same(&outcomes[0], &truth, &format!("at most {most} with {cluster:?}"));
        assert!(outcomes.iter().all(|outcome| outcome.verdict == expected));
    }
}

/// Tables that forget: the answer stays right.
#[test]
fn small_tables_change_no_answer() {
    for processes in [1, 3] {
        let options = Options { table: Some(256 << 10), ..Options::default() };
        assert_same_by_all(&helpmate(LARGE), &options, ClusterOptions { round: 500, ..SMALL }, processes);
    }
}

#[test]
fn short_problems_have_the_same_answers() {
    let Some(path) = shared("corpus/helpmate-short.tsv") else { return };
    let table = Table::read(&fs::read_to_string(path).expect("a readable file"));
    assert!(table.rows.len() >= 243, "only {} rows", table.rows.len());
    // The first process works alone as long as layers are narrow, or never.
    let together = ClusterOptions { widest_alone: 0, ..ClusterOptions::default() };
    for (processes, threads, cluster) in
        [(1, 2, together), (2, 1, ClusterOptions::default()), (2, 1, together), (4, 1, together)]
    {
        let options = Options { threads, max_solutions: 50, ..Options::default() };
        for row in &table.rows {
            let position = read(table.field(row, "sfen"));
            let attacker = default_attacker(&position, Rule::Helpmate).expect("an attacker");
            let question = question(Rule::Helpmate, Conditions::NONE, &position, attacker);
            assert_same_by_all(&question, &options, cluster, processes);
        }
    }
}
