//! Surplus pieces (駒余り): a line that leaves some is given only when every longest defence does, or it is said that this
//! is not known.

use super::mailbox::board::Side;
use super::mailbox::random::Rng;
use super::mailbox::sfen;
use super::mailbox::tsume::Oracle;
use super::oracle::Problem;
use super::readings::{Attacker, Lines};
use super::solve::{POLICIES, read, solve, tsume, within};
use std::env;
use tsumugi::analysis::{CookCheck, CookExamination, CookStep, Doubt, FindingKind, Intended, Soundness};
use tsumugi::movegen::play_line;
use tsumugi::solve::tsume::{Futile, Options};
use tsumugi::solve::{self, Budget, Outcome, Verdict};
use tsumugi::types::Color;

const NODES: usize = 20_000;

/// 将棋図巧 34, 36 and 81, in which some longest defences leave a piece and others do not.
const ZUKOU: [&str; 3] = [
    "9/7lS/7pb/5S1B1/5rgk1/8p/4+R2G1/9/9 b SN2gs3n3l16p 1",
    "9/6nS1/4s4/4r1P1g/5Sk1B/5+pbR1/4Nsp2/9/4N4 b 3Gn4l15p 1",
    "3n5/1lR2g3/2+Bl1G3/3P5/2G1k+b3/1+pLp1Pp2/4S4/9/4R4 b Pg3s3nl12p 1",
];

/// What the solver says of a problem, compared with brute force.
struct Compared {
    /// The plies of the mate.
    plies: u64,
    /// Whether a longest defence leaves nothing.
    is_avoided: bool,
    /// The traditional length, if there is one.
    traditional: Option<u64>,
    /// Whether it is less than that, and whether the solver said so.
    is_owed: bool,
    is_given: bool,
}

/// `None` when it is too large, or no short mate.
fn compare(problem: &Problem, futile: Futile) -> Option<Compared> {
    let (position, attacker) = problem.read();
    let what = format!("{position} {futile:?}");
    let outcome = solve(&position, attacker, Options { surplus_nodes: u64::MAX, ..within(futile, 200_000) });
    let Verdict::Mate { plies: plies @ 1..=7, exact: true } = outcome.verdict else { return None };
    let mut oracle = Oracle::new(problem.attacker, futile == Futile::Official, true, NODES);
    let mut longest =
        |aim| Lines::new(&mut oracle, problem.attacker, aim).longest(&problem.board, plies as u32);
    let is_avoided = longest(Attacker::LeavesNothing)?.map(u64::from) == Some(plies);
    let traditional = longest(Attacker::LeavesSomething)?.map(u64::from);
    let leaves_nothing = |outcome: &Outcome| outcome.solutions.surplus[0].is_empty();
    assert!(outcome.surplus_is_decided() == Some(true), "{what}");
    assert_eq!(leaves_nothing(&outcome), is_avoided, "{what}");
    let is_given = outcome.traditional().is_some();
    let is_owed = traditional.is_some() && traditional != Some(plies);
    assert!(is_given <= is_owed, "{what}");
    let hurried = solve(&position, attacker, Options { surplus_nodes: 1, ..within(futile, 200_000) });
    assert!(leaves_nothing(&hurried) <= is_avoided, "{what}");
    if hurried.surplus_is_decided() == Some(true) {
        assert_eq!(leaves_nothing(&hurried), is_avoided, "{what}");
    }
    // With few nodes the line may be missed, but another one is never given.
    for line in [&outcome, &hurried].into_iter().filter_map(|outcome| outcome.traditional()) {
        assert_eq!(Some(line.len() as u64), traditional, "{what}");
        let mut end = position.clone();
        assert!(play_line(&mut end, line).is_ok(), "{what}");
        let verdict = solve(&end, attacker, within(futile, 10_000)).verdict;
        assert_eq!(verdict, Verdict::Mate { plies: 0, exact: true }, "{what}");
        assert!(end.hand(attacker).is_empty(), "{what}");
    }
    Some(Compared { plies, is_avoided, traditional, is_given, is_owed })
}

/// `TSUMUGI_SURPLUS` is how many times as many problems as usual are drawn.
#[test]
fn what_is_decided_about_surplus_pieces_agrees_with_brute_force() {
    let times = env::var("TSUMUGI_SURPLUS").map_or(1, |times| times.parse().expect("a number"));
    let mut rng = Rng::new(23);
    let [mut with, mut without, mut avoided, mut shorter, mut missed] = [[0; 2]; 5];
    let are_few = |counts: &[usize], least: usize| counts.iter().any(|&count| count < least);
    while are_few(&with, 20 * times) || are_few(&without, 6 * times) {
        let Some(problem) = Problem::draw(&mut rng) else { continue };
        for (at, futile) in POLICIES.into_iter().enumerate() {
            let Some(compared) = compare(&problem, futile) else { continue };
            let counts = if compared.is_avoided { &mut without } else { &mut with };
            counts[at] += 1;
            let counts = if compared.is_avoided { &mut avoided } else { &mut shorter };
            counts[at] += usize::from(compared.is_given);
            missed[at] += usize::from(compared.is_owed && !compared.is_given);
        }
    }
    println!("with surplus {with:?}, of those with a traditional length {shorter:?}, missed {missed:?}");
    assert!(missed.iter().sum::<usize>() * 20 <= with.iter().sum::<usize>(), "too many are missed");
    println!("without {without:?}, of those with a shorter traditional length {avoided:?}");
}

/// Mates in five whose longest defences leave a pawn, after an interposition; three plies leave nothing.
#[test]
fn the_longest_line_that_leaves_nothing_is_found() {
    for text in [
        "7k1/9/5R3/9/9/9/9/9/9 b Gr2b3g4s4n4l18p 1",
        "8k/9/8B/6n1L/9/9/9/9/9 b S2rb4g3s3n3l18p 1",
        "9/8k/9/9/6R1S/9/9/9/9 b Gr2b3g3s4n4l18p 1",
    ] {
        let problem = Problem { board: sfen::read(text).expect("a position"), attacker: Side::Black };
        let compared = compare(&problem, Futile::Official).expect("a small problem");
        assert_eq!((compared.plies, compared.traditional), (5, Some(3)), "{text}");
    }
}

#[test]
fn a_defence_that_leaves_nothing_is_found_for_a_small_part_of_the_proof() {
    for text in ZUKOU {
        let outcome = solve(&read(text), Color::Black, within(Futile::Official, 1_000_000));
        assert!(matches!(outcome.verdict, Verdict::Mate { exact: true, .. }), "{text}");
        assert!(
            outcome.surplus_is_decided() == Some(true) && outcome.solutions.surplus[0].is_empty(),
            "{text}"
        );
    }
}

fn check(text: &str, nodes: u64, nodes_of_root: u64) -> CookExamination {
    let options = solve::Options::from(within(Futile::Official, nodes_of_root).limits);
    let mut limits = options.limits;
    limits.nodes = Some(nodes);
    let mut check = CookCheck::new(&tsume(&read(text)), Intended::default(), &options, limits);
    loop {
        if let CookStep::Done(found) = check.advance(Budget::Unlimited) {
            return *found;
        }
    }
}

/// 図巧 81: behind the longest defence that leaves a pawn there are five cooks, behind the one that leaves nothing there
/// is none.
#[test]
fn cooks_are_looked_for_behind_the_defence_that_leaves_nothing() {
    let found = check(ZUKOU[2], 10_000, 1_000_000);
    assert!(!matches!(found.soundness, Soundness::Unsound(_)), "{:?}", found.soundness);
    assert_eq!(found.count(FindingKind::is_cook), 0);
    assert_eq!(found.main[7].to_string(), "4e5f");
}

/// Two replies last as long and leave nothing, and behind the one of the line found there is a cook: which is meant is
/// not known.
#[test]
fn a_cook_behind_a_reply_that_another_may_replace_is_not_certain() {
    let text = "9/5l3/7k1/6R2/6L2/9/9/9/9 b NPr2b4g4s3n2l17p 1";
    let found = check(text, 100_000, 1_000_000);
    assert!(found.count(FindingKind::is_cook) > 0);
    assert_eq!(found.soundness, Soundness::Unknown(Doubt::EqualVariation));
}
