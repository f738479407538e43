//! The solver against plain breadth-first search (`tests/oracle/search.rs`) on random small helpmates and
//! helpselfmates: verdict, length, exact number and set of solutions, surplus pieces; the same for the board turned
//! round, and with 2 and 4 threads on layers of any size; and what a composer is told about these solutions.
//!
//! `TSUMUGI_HELPMATE_POSITIONS=100000 TSUMUGI_SELFMATE_POSITIONS=100000 cargo test --release --test helpmate oracle --
//! --nocapture` is a long run, `TSUMUGI_HELPMATE_SEED` draws other positions, `TSUMUGI_HELPMATE_KEY=wide` keeps longer
//! fingerprints of them.

use crate::composer;
use crate::mailbox::board::Side;
use crate::mailbox::random::Rng;
use crate::mailbox::search::{Limits, Verdict as Expected};
use crate::mailbox::sfen;
use crate::problem::{FEATURES, Problem, SELFMATE_FEATURES};
use crate::solve::{listing, question, read, run};
use std::fmt;
use tsumugi::position::{Conditions, Position, Rule, flip_line};
use tsumugi::solve::helpmate::{Options, Solver};
use tsumugi::solve::{Bounds, Budget, Outcome, Step, Verdict};
use tsumugi::store::KeyWidth;
use tsumugi::types::{Color, Move};

const POSITIONS: u64 = 6_000;
const SELFMATES: u64 = 3_000;
/// Longer lists of solutions are compared by their number, and those listed one by one.
const LISTED: usize = 300;
/// Problems with more to search are passed over: the slow search would take too long. One in ten may be larger.
pub const LIMITS: Limits = Limits { plies: 200, positions: 400, listed: LISTED };
pub const LARGER: Limits = Limits { positions: 4_000, ..LIMITS };
/// After so many disagreements the comparison stops.
pub const ENOUGH: usize = 10;

pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

/// Options for all searches here.
fn options() -> Options {
    let key_width = match std::env::var("TSUMUGI_HELPMATE_KEY").as_deref() {
        Ok("wide") => KeyWidth::Wide,
        Ok(other) => panic!("TSUMUGI_HELPMATE_KEY={other}: only `wide` is known"),
        Err(_) => KeyWidth::Narrow,
    };
    Options { key_width, ..listing(LISTED) }
}

struct Tally {
    /// Names of features, and how many in 10,000 must show each.
    features: &'static [(&'static str, usize)],
    compared: usize,
    passed_over: usize,
    counts: Vec<usize>,
}

impl Tally {
    fn of(features: &'static [(&'static str, usize)]) -> Tally {
        Tally { features, compared: 0, passed_over: 0, counts: vec![0; features.len()] }
    }

    fn note(&mut self, problem: &Problem, expected: &Expected) {
        self.compared += 1;
        for (count, shown) in self.counts.iter_mut().zip(problem.features(expected)) {
            *count += usize::from(shown);
        }
    }

    fn unmet(&self) -> Vec<String> {
        let short = |&(&(_, least), count): &(&(&str, usize), usize)| count * 10_000 < least * self.compared;
        let name = |(&(name, least), count): (&(&str, usize), usize)| {
            format!("{name}: {count}, less than {least} in 10,000")
        };
        self.features.iter().zip(self.counts.iter().copied()).filter(short).map(name).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>9}  compared\n{:>9}  passed over", self.compared, self.passed_over)?;
        self.features
            .iter()
            .zip(&self.counts)
            .try_for_each(|((name, _), count)| writeln!(f, "{count:>9}  {name}"))
    }
}

impl Problem {
    /// What the solver says differently, if anything; with a list of all solutions also what is said about them.
    pub fn difference(&self, expected: &Expected, rng: &mut Rng) -> Option<String> {
        let position = read(&sfen::write(&self.board));
        let attacker = if self.attacker == Side::Black { Color::Black } else { Color::White };
        let (rule, conditions) = (self.rule, self.conditions);
        let solver_of = |position: &Position, attacker, options| {
            Solver::of(&question(rule, conditions, position, attacker), options)
        };
        let mut solver = solver_of(&position, attacker, options());
        let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!("no limits") };
        let fault = self.disagreement(&outcome, expected).or_else(|| {
            let flipped = run(solver_of(&position.flip(), !attacker, options()));
            turned(&outcome, &flipped).map(|difference| format!("flipped, {difference}"))
        });
        let fault = fault.or_else(|| {
            // Every layer is wide, so that small problems too are searched by several threads.
            let of = |threads| {
                run(solver_of(&position, attacker, Options { threads, min_parallel_layer: 1, ..options() }))
            };
            let differs = |threads| !is_same(&outcome, &of(threads));
            [2, 4].into_iter().find(|&threads| differs(threads)).map(|threads| format!("{threads} threads"))
        });
        let fault = fault.or_else(|| match expected {
            Expected::Mate { count, solutions, .. } if *count <= LISTED as u128 => {
                let graph = solver.solution_graph()?;
                let main = rng.below(solutions.len());
                composer::graph_difference(self, &graph, solutions)
                    .or_else(|| composer::differences_difference(self, &graph, solutions, main))
                    .or_else(|| composer::soundness_difference(self, solutions, main))
                    .or_else(|| composer::backward_difference(self, &solutions[main], LARGER))
            }
            _ => None,
        });
        fault.map(|fault| format!("{self}: {fault}"))
    }

    fn disagreement(&self, outcome: &Outcome, expected: &Expected) -> Option<String> {
        let solutions = &outcome.solutions;
        let Expected::Mate { plies, count, solutions: lines } = expected else {
            let right = outcome.verdict == Verdict::NoMate && solutions.listed.is_empty();
            return (!right).then(|| format!("{:?}, but there is no mate", outcome.verdict));
        };
        let plies = *plies as u64;
        if outcome.verdict != (Verdict::Mate { plies, exact: true })
            || outcome.bounds != (Bounds { lower: plies, upper: Some(plies) })
            || outcome.reason.is_some()
        {
            return Some(format!("{:?}, {:?}, not {plies} plies", outcome.verdict, outcome.bounds));
        }
        if solutions.count != (*count).into() || !solutions.exact {
            return Some(format!("{} solutions, not {count}", solutions.count));
        }
        if !solutions.listed.is_sorted_by(|a, b| a < b) {
            return Some("the list is not in canonical order, or repeats a solution".to_owned());
        }
        let mut listed: Vec<Vec<String>> =
            solutions.listed.iter().map(|line| line.iter().map(Move::to_string).collect()).collect();
        let surplus: Vec<String> = listed.iter().map(|line| self.hand_after(line)).collect();
        if surplus != solutions.surplus.iter().map(ToString::to_string).collect::<Vec<_>>() {
            return Some(format!("surplus {:?}, not {surplus:?}", solutions.surplus));
        }
        listed.sort();
        if *count <= LISTED as u128 {
            (listed != *lines).then(|| format!("{listed:?}, not {lines:?}"))
        } else {
            (listed.len() != LISTED).then(|| format!("{} solutions listed", listed.len()))
        }
    }
}

/// Whether everything outside the figures is the same.
fn is_same(one: &Outcome, other: &Outcome) -> bool {
    (one.verdict, one.bounds, one.reason) == (other.verdict, other.bounds, other.reason)
        && one.solutions == other.solutions
        && one.false_hits_expected == other.false_hits_expected
}

/// What is not as it should be when a problem and its other side, solved each, are compared.
fn turned(outcome: &Outcome, flipped: &Outcome) -> Option<String> {
    if (outcome.verdict, &outcome.solutions.count) != (flipped.verdict, &flipped.solutions.count) {
        return Some(format!("{:?} with {} solutions", flipped.verdict, flipped.solutions.count));
    }
    let mut lines: Vec<Vec<Move>> = flipped.solutions.listed.iter().map(|line| flip_line(line)).collect();
    lines.sort();
    let is_complete = outcome.solutions.count <= LISTED.into();
    (is_complete && lines != outcome.solutions.listed).then(|| format!("other solutions: {lines:?}"))
}

#[test]
fn agrees_with_breadth_first_search() {
    compare("TSUMUGI_HELPMATE_POSITIONS", POSITIONS, &FEATURES, Problem::draw);
}

#[test]
fn selfmates_agree_with_breadth_first_search() {
    compare("TSUMUGI_SELFMATE_POSITIONS", SELFMATES, &SELFMATE_FEATURES, |rng| {
        Some(Problem::draw_selfmate(rng))
    });
}

#[test]
fn shipped_selfmates_agree_with_breadth_first_search() {
    let limits = Limits { positions: 30_000, ..LIMITS };
    let mut compared = 0;
    for text in [
        include_str!("../../problems/helpselfmate/last-move.sfen"),
        include_str!("../../problems/helpselfmate/rules.sfen"),
        include_str!("../../problems/helpselfmate/verdicts.sfen"),
    ] {
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let board = sfen::read(line.split(';').next().expect("an SFEN").trim()).expect(line);
            let attacker = if line.contains("attacker=white") { Side::White } else { Side::Black };
            let problem = Problem { board, attacker, rule: Rule::Helpselfmate, conditions: Conditions::NONE };
            let expected = problem.expected(limits);
            if expected == Expected::Unknown {
                continue;
            }
            compared += 1;
            let (plies, count) = match &expected {
                Expected::Mate { plies, count, .. } => (plies.to_string(), *count),
                _ => ("none".to_owned(), 0),
            };
            let states =
                |key: &str, value: &str| line.split(" ; ").any(|part| part == format!("{key}={value}"));
            assert!(
                states("plies", &plies) && states("solutions", &count.to_string()),
                "{line}: {expected:?}"
            );
            assert_eq!(problem.difference(&expected, &mut Rng::new(1)), None, "{line}");
        }
    }
    assert!(compared >= 20, "{compared}");
}

/// Compares so many drawn problems, among which each of the features must be met.
fn compare(
    name: &str,
    default: u64,
    features: &'static [(&'static str, usize)],
    draw: fn(&mut Rng) -> Option<Problem>,
) {
    let wanted = setting(name, default) as usize;
    let mut rng = Rng::new(setting("TSUMUGI_HELPMATE_SEED", 1));
    let mut tally = Tally::of(features);
    let mut differences = Vec::new();
    while tally.compared < wanted && differences.len() < ENOUGH {
        let Some(problem) = draw(&mut rng) else { continue };
        let limits = if rng.percent(10) { LARGER } else { LIMITS };
        let expected = problem.expected(limits);
        if expected == Expected::Unknown {
            tally.passed_over += 1;
            continue;
        }
        tally.note(&problem, &expected);
        differences.extend(problem.difference(&expected, &mut rng));
    }
    println!("{tally}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    if wanted >= 1000 {
        assert!(tally.unmet().is_empty(), "{tally}\n{}", tally.unmet().join("\n"));
    }
}
