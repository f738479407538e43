//! The solver against the plain search on random small positions: verdict, length and all first moves.
//!
//! `TSUMUGI_HISSHI_POSITIONS=1000 cargo test --release --test hisshi oracle -- --nocapture` is the full run,
//! `TSUMUGI_HISSHI_SEED` draws other positions.

use crate::drawn;
use crate::mailbox::board::Board;
use crate::mailbox::random::Rng;
use crate::mailbox::sfen;
use crate::plain::{Answer, Plain};
use crate::solve::{first_moves, options, solve_by};
use tsumugi::hisshi::{Outcome, Verdict};
use tsumugi::solve::Budget;

const POSITIONS: u64 = 100;
/// Positions that one question about a tsume may lead to, and all about one root: what takes more is passed over.
const MOST: usize = 2_000;
const IN_ALL: usize = 15_000;
const IN_ALL_TO_THREE: usize = 60_000;
/// One position in so many is searched to three plies.
const TO_THREE: usize = 4;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

fn by_plain_search(board: &Board, longest: u16) -> Option<Answer> {
    let in_all = if longest == 1 { IN_ALL } else { IN_ALL_TO_THREE };
    Plain::new(board.turn, MOST, in_all).answer(board, longest)
}

fn said(outcome: &Outcome, longest: u16) -> Option<Answer> {
    match &outcome.verdict {
        Verdict::Tsume(_) => Some(Answer::Tsume),
        Verdict::Hisshi(plies) if outcome.undecided.is_empty() => {
            Some(Answer::Hisshi(*plies, first_moves(outcome)))
        }
        Verdict::None(within) => (*within == longest).then_some(Answer::None),
        Verdict::Hisshi(_) | Verdict::Unknown(_) => None,
    }
}

#[test]
fn the_solver_agrees_with_a_plain_search() {
    let positions = setting("TSUMUGI_HISSHI_POSITIONS", POSITIONS);
    let mut rng = Rng::new(setting("TSUMUGI_HISSHI_SEED", 1));
    let (mut compared, mut passed_over, mut differences) = (0, 0, Vec::new());
    let [mut tsume, mut in_one, mut in_three, mut none] = [0; 4];
    while compared < positions {
        let with_king = !rng.percent(20);
        let board = drawn::position(&mut rng, with_king);
        let longest = if rng.below(TO_THREE) == 0 { 3 } else { 1 };
        let Some(expected) = by_plain_search(&board, longest) else {
            passed_over += 1;
            continue;
        };
        // Most positions are mates by checks, which say little about this solver, or none: a share of them is enough.
        let is_kept = match expected {
            Answer::Tsume => rng.percent(10),
            Answer::Hisshi(..) => true,
            Answer::None => rng.percent(15),
        };
        if !is_kept {
            continue;
        }
        compared += 1;
        *match &expected {
            Answer::Tsume => &mut tsume,
            Answer::Hisshi(1, _) => &mut in_one,
            Answer::Hisshi(..) => &mut in_three,
            Answer::None => &mut none,
        } += 1;
        // By turns at one go and in small pieces: the answer is the same.
        let budget = if rng.percent(50) { Budget::Unlimited } else { Budget::Nodes(50) };
        let text = sfen::write(&board);
        let outcome = solve_by(&text, options(longest), budget);
        if said(&outcome, longest).as_ref() != Some(&expected) {
            differences.push(format!("{text}: {expected:?}, not {:?}", outcome.verdict));
        }
    }
    println!(
        "{compared} compared: {tsume} tsume, {in_one} in 1, {in_three} in 3, {none} none; {passed_over} passed over"
    );
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(in_one * 20 > compared && none * 20 > compared && in_three > 0, "too few of a kind");
}
