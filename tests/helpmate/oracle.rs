//! The solver against plain breadth-first search (`tests/oracle/search.rs`) on random small positions: verdict,
//! length, exact number and set of solutions, surplus pieces; and the same for the board turned round.
//!
//! `TSUMUGI_HELPMATE_POSITIONS=100000 cargo test --release --test helpmate oracle -- --nocapture` is a long run,
//! `TSUMUGI_HELPMATE_SEED` draws other positions.

use crate::mailbox::board::{Board, Cell, Kind, Mv, Side};
use crate::mailbox::random::{self, Rng, Setup};
use crate::mailbox::search::{self, Limits, Verdict as Expected};
use crate::mailbox::{rules, sfen};
use crate::solve::{listing, read, solve};
use std::fmt;
use tsumugi::position::flip_line;
use tsumugi::solve::{Bounds, Outcome, Verdict};
use tsumugi::types::{Color, Move};

const POSITIONS: u64 = 10_000;
/// Longer lists of solutions are compared by their number, and those listed one by one.
const LISTED: usize = 300;
/// Problems with more to search are passed over: the slow search would take too long. One in ten may be larger.
const LIMITS: Limits = Limits { plies: 200, positions: 400, listed: LISTED };
const LARGER: Limits = Limits { positions: 4_000, ..LIMITS };
/// After so many disagreements the comparison stops.
const ENOUGH: usize = 10;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

/// Features of the problems compared: name, and how many in 10,000 must show it.
const FEATURES: [(&str, usize); 18] = [
    ("the defender moves first", 2000),
    ("the defender's king is Black's", 2000),
    ("both kings", 300),
    ("both kings and the defender moves first", 100),
    ("stones", 500),
    ("the attacker is in check at the root", 20),
    ("the defender gives a counter-check in a solution", 2),
    ("no mate", 2000),
    ("no mate after more than ten positions", 500),
    ("mate in 0", 50),
    ("mate in 1", 100),
    ("mate in 2", 200),
    ("mate in 3 to 6", 500),
    ("mate in 7 or more", 50),
    ("one solution", 200),
    ("more than ten solutions", 300),
    ("surplus pieces", 300),
    ("a mating pawn drop is illegal at the root", 10),
];

#[derive(Default)]
struct Tally {
    compared: usize,
    passed_over: usize,
    counts: [usize; FEATURES.len()],
}

impl Tally {
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
        FEATURES.iter().zip(self.counts).filter(short).map(name).collect()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>9}  compared\n{:>9}  passed over", self.compared, self.passed_over)?;
        FEATURES.iter().zip(self.counts).try_for_each(|((name, _), count)| writeln!(f, "{count:>9}  {name}"))
    }
}

struct Problem {
    board: Board,
    attacker: Side,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:?} attacks", sfen::write(&self.board), self.attacker)
    }
}

/// The move in the position with this text.
fn to_move(board: &Board, text: &str) -> Mv {
    let is_it = |&(mv, _): &(Mv, bool)| mv.to_string() == text;
    rules::judged_moves(board).into_iter().find(is_it).unwrap_or_else(|| panic!("{text} is illegal")).0
}

impl Problem {
    fn draw(rng: &mut Rng) -> Option<Problem> {
        let side = if rng.percent(50) { Side::Black } else { Side::White };
        let setup = match rng.below(20) {
            0..=4 => Setup::TwoKings,
            5..=6 => Setup::OneKing(side),
            _ => Setup::Small(side, 3 + rng.below(6)),
        };
        let mut board = random::position(rng, setup);
        if setup == Setup::TwoKings && rng.percent(70) {
            // Full hands make nearly everything a mate at once, or too wide for the slow search.
            board.hands = [[0; 7]; 2];
        }
        for _ in 0..rng.below(4) {
            let Some(mv) = random::next_move(rng, &rules::judged_moves(&board)) else { break };
            board.make(mv);
        }
        let named = rng.percent(30).then(|| if rng.percent(50) { Side::Black } else { Side::White });
        let attacker = search::attacker(&board, named).ok()?;
        Some(Problem { board, attacker })
    }

    /// In the order of [`FEATURES`].
    fn features(&self, expected: &Expected) -> [bool; FEATURES.len()] {
        let defender_first = self.board.turn != self.attacker;
        let both_kings = Side::BOTH.into_iter().all(|side| self.board.king(side).is_some());
        let (plies, count, solutions) = match expected {
            Expected::Mate { plies, count, solutions } => (Some(*plies), *count, &solutions[..]),
            _ => (None, 0, &[][..]),
        };
        let searched = || {
            let shallow = Limits { positions: 10, ..LIMITS };
            search::solve(&sfen::write(&self.board), Some(self.attacker), shallow) == Ok(Expected::Unknown)
        };
        [
            defender_first,
            self.attacker == Side::White,
            both_kings,
            both_kings && defender_first,
            self.board.cells.as_flattened().contains(&Cell::Stone),
            !defender_first && rules::in_check(&self.board),
            both_kings && solutions.iter().any(|line| self.has_counter_check(line)),
            plies.is_none(),
            plies.is_none() && searched(),
            plies == Some(0),
            plies == Some(1),
            plies == Some(2),
            plies.is_some_and(|plies| (3..7).contains(&plies)),
            plies.is_some_and(|plies| plies >= 7),
            count == 1,
            count > 10,
            solutions.iter().any(|line| !self.hand_after(line).is_empty()),
            self.has_illegal_mate(),
        ]
    }

    fn has_counter_check(&self, line: &[String]) -> bool {
        let mut board = self.board.clone();
        line.iter().any(|text| {
            board.make(to_move(&board, text));
            board.turn == self.attacker && rules::in_check(&board)
        })
    }

    fn has_illegal_mate(&self) -> bool {
        let mut drops = Vec::new();
        if self.board.turn == self.attacker
            && self.board.hands[self.attacker as usize][Kind::Pawn as usize] > 0
        {
            rules::drops_of(&self.board, Kind::Pawn, &mut drops);
        }
        drops
            .into_iter()
            .map(|drop| self.board.after(drop))
            .any(|after| rules::is_mate(&after) && !rules::king_attacked(&after, self.attacker))
    }

    /// What the attacker holds at the end of a solution, as letters.
    fn hand_after(&self, line: &[String]) -> String {
        let mut board = self.board.clone();
        for text in line {
            board.make(to_move(&board, text));
        }
        let held = board.hands[self.attacker as usize];
        let letters = |(kind, count): (Kind, u8)| {
            let number = if count > 1 { count.to_string() } else { String::new() };
            if count > 0 { format!("{number}{}", kind.letter()) } else { String::new() }
        };
        Kind::IN_HAND.into_iter().zip(held).map(letters).collect()
    }

    /// What the solver says differently, if anything.
    fn difference(&self, expected: &Expected) -> Option<String> {
        let position = read(&sfen::write(&self.board));
        let attacker = if self.attacker == Side::Black { Color::Black } else { Color::White };
        let outcome = solve(&position, attacker, listing(LISTED));
        if let Some(difference) = self.disagreement(&outcome, expected) {
            return Some(format!("{self}: {difference}"));
        }
        let flipped = solve(&position.flip(), !attacker, listing(LISTED));
        turned(&outcome, &flipped).map(|difference| format!("{self}: flipped, {difference}"))
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
    let wanted = setting("TSUMUGI_HELPMATE_POSITIONS", POSITIONS) as usize;
    let mut rng = Rng::new(setting("TSUMUGI_HELPMATE_SEED", 1));
    let mut tally = Tally::default();
    let mut differences = Vec::new();
    while tally.compared < wanted && differences.len() < ENOUGH {
        let Some(problem) = Problem::draw(&mut rng) else { continue };
        let text = sfen::write(&problem.board);
        let limits = if rng.percent(10) { LARGER } else { LIMITS };
        let expected = search::solve(&text, Some(problem.attacker), limits).expect(&text);
        if expected == Expected::Unknown {
            tally.passed_over += 1;
            continue;
        }
        tally.note(&problem, &expected);
        differences.extend(problem.difference(&expected));
    }
    println!("{tally}");
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    if wanted >= 1000 {
        assert!(tally.unmet().is_empty(), "{tally}\n{}", tally.unmet().join("\n"));
    }
}
