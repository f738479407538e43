//! What a judge says of random small positions, against plain breadth-first search and against `check`.
//!
//! `TSUMUGI_COMPOSE_POSITIONS=100000 cargo test --release --test compose judge -- --nocapture` is a long run.

use crate::helpmate_problem::Problem as Drawn;
use crate::mailbox::board::Side;
use crate::mailbox::random::{Rng, Setup, position};
use crate::mailbox::search::{self, Limits, Verdict};
use crate::mailbox::sfen;
use num_bigint::BigUint;
use tsumugi::analysis::{CookCheck, CookExamination, Doubt, Intended, Soundness};
use tsumugi::compose::{Judge, Judgement, Rejection, Wanted};
use tsumugi::position::Conditions;
use tsumugi::{Choices, Color, Move, Options, Position, Question, Rule, checks};

pub fn positions(default: u64) -> u64 {
    std::env::var("TSUMUGI_COMPOSE_POSITIONS").map_or(default, |text| text.parse().expect("a number"))
}

/// A random position with few pieces, its text, and who attacks.
fn drawn(rng: &mut Rng) -> (Position, String, Color) {
    let side = if rng.percent(50) { Side::Black } else { Side::White };
    let pieces = 2 + rng.below(5);
    let board = position(rng, Setup::Small(side, pieces));
    let text = sfen::write(&board);
    let attacker = if side == Side::Black { Color::White } else { Color::Black };
    (Position::from_sfen(&text).expect("an SFEN"), text, attacker)
}

/// What must be said of a helpmate, by the plain search.
fn expected(verdict: &Verdict, position: &Position, attacker: Color, wanted: &Wanted) -> Option<Judgement> {
    let begins = position.side_to_move() == attacker;
    Some(match verdict {
        _ if begins && checks(position).is_empty() => Judgement::Rejected(Rejection::NoCheck),
        Verdict::NoMate => Judgement::Rejected(Rejection::NoMate),
        Verdict::Mate { plies, .. } if (*plies as u64) < *wanted.plies.start() => {
            Judgement::Rejected(Rejection::Shorter)
        }
        Verdict::Mate { plies, .. } if *plies as u64 > *wanted.plies.end() => {
            Judgement::Rejected(Rejection::NoMate)
        }
        Verdict::Mate { count, .. } if wanted.is_sound && *count > 1 => {
            Judgement::Rejected(Rejection::Unsound)
        }
        Verdict::Mate { solutions, .. } => {
            let surplus = solutions.iter().any(|line| {
                let mut end = position.clone();
                for mv in line {
                    end.do_move(mv.parse().expect("a move"));
                }
                !end.hand(attacker).is_empty()
            });
            if surplus && (wanted.is_sound || wanted.leaves_nothing) {
                return Some(Judgement::Rejected(Rejection::Surplus));
            }
            return None;
        }
        Verdict::Unknown => unreachable!("passed over"),
    })
}

#[test]
fn judge_agrees_with_plain_search_about_helpmates() {
    const LIMITS: Limits = Limits { plies: 200, positions: 4_000, listed: 10_000 };
    let mut rng = Rng::new(30);
    let (mut compared, mut good, mut told) = (0, 0, [0u64; Rejection::ALL.len()]);
    let wanteds =
        [(1, u64::MAX, true), (3, 5, true), (1, 3, true), (0, 0, true), (2, 7, false), (1, 5, false)];
    let mut judges: Vec<Judge> = wanteds
        .into_iter()
        .map(|(least, most, is_sound)| {
            let wanted = Wanted { plies: least..=most, is_sound, ..Wanted::sound(Rule::Helpmate) };
            Judge::new(wanted, &Options::default())
        })
        .collect();
    let wanted = Wanted { is_sound: false, leaves_nothing: false, ..Wanted::sound(Rule::Helpmate) };
    judges.push(Judge::new(wanted, &Options::default()));
    for _ in 0..positions(4_000) {
        let (position, text, attacker) = drawn(&mut rng);
        if !position.problem_defects(Rule::Helpmate, attacker).is_empty() {
            continue;
        }
        let verdict = search::solve(&text, None, LIMITS).expect("a problem");
        if matches!(&verdict, Verdict::Unknown) {
            continue;
        }
        compared += 1;
        for judge in &mut judges {
            let judgement = judge.judge(&position, attacker);
            let what = format!("{text} {:?} {verdict:?}", judge.wanted());
            match (expected(&verdict, &position, attacker, judge.wanted()), judgement) {
                (Some(expected), judgement) => {
                    assert_eq!(judgement, expected, "{what}");
                    if let Judgement::Rejected(rejection) = expected {
                        told[rejection as usize] += 1;
                    }
                }
                (None, Judgement::Good(solution)) => {
                    good += 1;
                    let Verdict::Mate { plies, count, solutions } = &verdict else { unreachable!() };
                    let line: Vec<String> = solution.line.iter().map(Move::to_string).collect();
                    assert_eq!(solution.plies, *plies as u64, "{what}");
                    assert!(solutions.contains(&line), "{what}: {line:?}");
                    assert!(!solution.is_sound || *count == 1, "{what}");
                }
                (None, judgement) => panic!("{what}: {judgement:?}"),
            }
        }
    }
    println!("{compared} compared, {good} good, rejected {told:?}");
    assert!(compared > 1_000 && good > 200, "{compared} compared, {good} good");
    // Illegal ones are passed over.
    assert!(told[1..].iter().all(|&count| count > 20), "{told:?}");
}

/// What must be said of a helpselfmate, or of a problem with conditions; `None` when it is what is wanted.
fn rejection(drawn: &Drawn, verdict: &Verdict, position: &Position, wanted: &Wanted) -> Option<Rejection> {
    let told = drawn.told();
    let is_mated = wanted.rule == Rule::Helpselfmate && told.is_mate(&drawn.board);
    let attacks = drawn.board.turn == drawn.attacker;
    let Verdict::Mate { plies, count, solutions } = verdict else {
        let is_stuck = attacks && told.moves(&drawn.board).is_empty();
        return Some(if is_stuck { Rejection::NoCheck } else { Rejection::NoMate });
    };
    let attacker = if drawn.attacker == Side::Black { Color::Black } else { Color::White };
    let leaves_some = |line: &Vec<String>| {
        let mut end = position.clone();
        line.iter().for_each(|mv| {
            end.do_move(mv.parse().expect("a move"));
        });
        !end.hand(attacker).is_empty()
    };
    let plies = *plies as u64;
    if attacks && !is_mated && told.moves(&drawn.board).is_empty() {
        Some(Rejection::NoCheck)
    } else if plies < *wanted.plies.start() {
        Some(Rejection::Shorter)
    } else if plies > *wanted.plies.end() {
        Some(Rejection::NoMate)
    } else if wanted.is_sound && BigUint::from(*count) != wanted.solutions {
        Some(Rejection::Unsound)
    } else {
        let is_surplus = wanted.leaves_nothing && solutions.iter().any(leaves_some);
        is_surplus.then_some(Rejection::Surplus)
    }
}

#[test]
fn judge_agrees_with_plain_search_about_helpselfmates_and_conditions() {
    const LIMITS: Limits = Limits { plies: 200, positions: 40, listed: 10_000 };
    let all: Vec<Conditions> = Conditions::all().collect();
    let mut rng = Rng::new(33);
    let (mut compared, mut good, mut told) = (0, 0, [0u64; Rejection::ALL.len()]);
    let wanted_of = [(0, u64::MAX, true, 1u8), (1, 4, true, 2), (2, 6, false, 1)];
    for _ in 0..positions(400) {
        let drawn =
            if rng.percent(30) { Drawn::draw(&mut rng) } else { Some(Drawn::draw_selfmate(&mut rng)) };
        // With many pieces in hand the plain search takes long.
        let is_small = |drawn: &Drawn| {
            drawn.board.hands.as_flattened().iter().map(|&held| u32::from(held)).sum::<u32>() < 6
        };
        let Some(drawn) = drawn.filter(is_small) else { continue };
        let drawn = Drawn { conditions: all[rng.below(all.len())], ..drawn };
        let position = Position::from_sfen(&sfen::write(&drawn.board)).expect("an SFEN");
        let attacker = if drawn.attacker == Side::Black { Color::Black } else { Color::White };
        if !position.problem_defects(drawn.rule, attacker).is_empty() {
            continue;
        }
        let verdict = drawn.expected(LIMITS);
        if matches!(verdict, Verdict::Unknown) {
            continue;
        }
        for (least, most, is_sound, solutions) in wanted_of {
            let wanted = Wanted {
                plies: least..=most,
                is_sound,
                solutions: solutions.into(),
                conditions: drawn.conditions,
                ..Wanted::sound(drawn.rule)
            };
            let expected = rejection(&drawn, &verdict, &position, &wanted);
            let what = format!("{drawn} {wanted:?} {verdict:?}");
            compared += 1;
            match (expected, Judge::new(wanted, &Options::default()).judge(&position, attacker)) {
                (Some(expected), judgement) => {
                    assert_eq!(judgement, Judgement::Rejected(expected), "{what}");
                    told[expected as usize] += 1;
                }
                (None, Judgement::Good(solution)) => {
                    good += 1;
                    let Verdict::Mate { plies, count, solutions: lines } = &verdict else { unreachable!() };
                    let line: Vec<String> = solution.line.iter().map(Move::to_string).collect();
                    assert_eq!(solution.plies, *plies as u64, "{what}");
                    assert!(lines.contains(&line), "{what}: {line:?}");
                    assert!(!solution.is_sound || *count == u128::from(solutions), "{what}");
                }
                (None, judgement) => panic!("{what}: {judgement:?}"),
            }
        }
    }
    println!("{compared} compared, {good} good, rejected {told:?}");
    assert!(compared > 200 && good > 10, "{compared} compared, {good} good");
    assert!(told[1..].iter().all(|&count| count > 0), "{told:?}");
}

fn cook_check(position: &Position, line: &[Move]) -> CookExamination {
    let choices = Choices { rule: Some(Rule::Tsume), ..Choices::default() };
    let question = Question::of(position.clone(), &choices).expect("a problem");
    let options = Options::default();
    let intended = Intended { line: line.to_vec(), ..Intended::default() };
    *CookCheck::new(&question, intended, &options, options.limits).run()
}

#[test]
fn judge_agrees_with_check_about_tsume() {
    let mut rng = Rng::new(31);
    let wanted = Wanted { plies: 1..=5, ..Wanted::sound(Rule::Tsume) };
    let mut judge = Judge::new(wanted, &Options::default());
    let (mut compared, mut good, mut chosen) = (0, 0, 0);
    for _ in 0..positions(400) {
        let (position, text, attacker) = drawn(&mut rng);
        let defects = position.problem_defects(Rule::Tsume, attacker);
        if !defects.is_empty() || position.side_to_move() != attacker {
            continue;
        }
        let found = cook_check(&position, &[]);
        compared += 1;
        match judge.judge(&position, attacker) {
            Judgement::Good(solution) => {
                good += 1;
                // The judge may choose among lines that are equally long.
                let is_open = found.soundness == Soundness::Unknown(Doubt::EqualVariation);
                let found = if is_open { cook_check(&position, &solution.line) } else { found };
                chosen += u32::from(is_open);
                assert_eq!(found.soundness, Soundness::Sound, "{text}");
                assert_eq!(
                    (solution.plies, solution.line.len()),
                    (found.main.len() as u64, found.main.len())
                );
            }
            Judgement::Rejected(rejection) => {
                let is_sound = found.soundness == Soundness::Sound;
                assert!(!is_sound || found.main.len() > 5, "{text}: {rejection:?}, {:?}", found.soundness);
                // It ends with the first flaw: that is one for certain.
                let is_unsound = matches!(found.soundness, Soundness::Unsound(_));
                assert!(rejection != Rejection::Unsound || is_unsound, "{text}: {:?}", found.soundness);
            }
            Judgement::Unknown(doubt) => {
                assert!(matches!(found.soundness, Soundness::Unknown(_)), "{text}: {doubt:?}");
            }
        }
    }
    println!("{compared} compared, {good} good, the line of {chosen} chosen");
    assert!(compared > 80 && good > 0, "{compared} compared, {good} good");
}
