//! Repairs against brute force: every single change of a position, judged by `check`.
//!
//! `TSUMUGI_COMPOSE_REPAIRS=200 cargo test --release --test compose repairs -- --nocapture` is a long run.

use crate::mailbox::board::Side;
use crate::mailbox::random::{Rng, Setup, position};
use crate::mailbox::sfen;
use crate::sound_helpmate;
use std::collections::BTreeMap;
use tsumugi::compose::{Change, ComposeStep, Repair, canonical};
use tsumugi::{
    Budget, Choices, Color, HAND_KINDS, Options, Piece, PieceKind, Position, Question, Rule, Square,
};

/// Every position that one change leads to, whatever it is: the tests' own list.
fn changed(position: &Position, attacker: Color) -> Vec<Position> {
    let kinds: Vec<PieceKind> = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King).collect();
    let mut all = Vec::new();
    let mut add = |change: &dyn Fn(&mut Position)| {
        let mut changed = position.clone();
        change(&mut changed);
        all.push(changed);
    };
    for square in Square::all().filter(|&sq| !position.is_stone(sq)) {
        let Some(piece) = position.piece_at(square) else {
            for color in Color::ALL {
                kinds.iter().for_each(|&kind| add(&|at| at.put(square, Piece::new(color, kind))));
            }
            continue;
        };
        for to in Square::all().filter(|&to| !position.occupied().contains(to)) {
            add(&|at| {
                at.remove(square);
                at.put(to, piece);
            });
        }
        if piece.kind() != PieceKind::King {
            add(&|at| at.remove(square));
            add(&|at| at.put(square, piece.flip()));
            // Another piece of the same side: promoted or not, exchanged.
            kinds.iter().for_each(|&kind| add(&|at| at.put(square, Piece::new(piece.color(), kind))));
        }
    }
    for color in Color::ALL {
        for kind in HAND_KINDS {
            let mut hand = position.hand(color);
            hand.set(kind, hand.count(kind) + 1);
            add(&|at| at.set_hand(color, hand));
            if position.hand(color).has(kind) {
                let mut hand = position.hand(color);
                hand.remove(kind);
                add(&|at| at.set_hand(color, hand));
            }
        }
    }
    add(&|at| at.give_rest(!attacker));
    all
}

fn has_more_than_set(position: &Position) -> bool {
    HAND_KINDS.into_iter().any(|kind| {
        let held: u32 = Color::ALL.iter().map(|&color| position.hand(color).count(kind)).sum();
        let board = Square::all().filter_map(|sq| position.piece_at(sq));
        held + board.filter(|piece| piece.kind().unpromoted() == kind).count() as u32 > kind.set_count()
    })
}

/// The repairs by brute force: the canonical form and the length of each.
fn brute_force(position: &Position, attacker: Color, most: u64) -> BTreeMap<String, u64> {
    let form = |position: &Position| canonical(position, Rule::Helpmate, attacker).0.sfen();
    let mut repairs = BTreeMap::new();
    for changed in changed(position, attacker) {
        if has_more_than_set(&changed) || form(&changed) == form(position) {
            continue;
        }
        if let Some(plies) = sound_helpmate(&changed, Some(attacker), most) {
            repairs.insert(form(&changed), plies);
        }
    }
    repairs
}

#[test]
fn repairs_equal_brute_force_over_all_single_changes() {
    let wanted: usize =
        std::env::var("TSUMUGI_COMPOSE_REPAIRS").map_or(6, |text| text.parse().expect("a number"));
    let mut rng = Rng::new(32);
    let (mut compared, mut repaired) = (0, 0);
    while compared < wanted {
        let side = if rng.percent(50) { Side::Black } else { Side::White };
        let pieces = 2 + rng.below(4);
        let board = position(&mut rng, Setup::Small(side, pieces));
        let position = Position::from_sfen(&sfen::write(&board)).expect("an SFEN");
        let attacker = if side == Side::Black { Color::White } else { Color::Black };
        let choices = Choices { attacker: Some(attacker), ..Choices::default() };
        // A set that is all used has no piece to add.
        let Ok(question) = Question::of(position.clone(), &choices) else { continue };
        if position.piece_box().is_empty() || sound_helpmate(&position, Some(attacker), 3).is_some() {
            continue;
        }
        compared += 1;
        let mut repair = Repair::new(&question, 0..=3, 1, &Options::default());
        let mut found = BTreeMap::new();
        let mut sizes = Vec::new();
        loop {
            match repair.advance(Budget::Nodes(10_000)) {
                ComposeStep::Found(repaired) => {
                    let form = canonical(&repaired.candidate.position, Rule::Helpmate, attacker).0.sfen();
                    let plies = repaired.problem.record.moves.len() as u64;
                    assert_eq!(found.insert(form, plies), None, "{position}: something comes twice");
                    sizes.push(repaired.candidate.size());
                }
                ComposeStep::Progress(_) => {}
                ComposeStep::Done(tally) => {
                    assert_eq!(tally.unknown, 0, "{position}");
                    break;
                }
            }
        }
        assert!(sizes.is_sorted(), "{position}: {sizes:?}");
        assert_eq!(found, brute_force(&position, attacker, 3), "{position}");
        repaired += found.len();
    }
    println!("{compared} compared, {repaired} repairs");
    assert!(repaired > 5 * compared, "{repaired} repairs of {compared}");
}

/// What a repair must be found as: a published problem with a piece moved.
#[test]
fn a_known_repair_is_found_first_of_its_size() {
    // Without the pawn in hand it has no mate of five plies.
    let broken = Position::from_sfen("6R2/8k/4B1n1s/9/9/9/9/9/9 b - 1").expect("an SFEN");
    let question = Question::of(broken, &Choices::default()).expect("a problem");
    let mut repair = Repair::new(&question, 5..=5, 1, &Options::default());
    let more = Change::More { color: Color::Black, kind: PieceKind::Pawn };
    loop {
        match repair.advance(Budget::Unlimited) {
            ComposeStep::Found(repaired) if repaired.candidate.changes == [more] => {
                assert_eq!(repaired.problem.record.moves[0].to_string(), "3a3b");
                return;
            }
            ComposeStep::Done(_) => panic!("not found"),
            _ => {}
        }
    }
}

#[test]
fn pairs_hold_no_change_that_is_a_repair_alone() {
    let position = Position::from_sfen("8k/9/9/7N1/9/9/9/9/9 b - 1").expect("an SFEN");
    let question = Question::of(position.clone(), &Choices::default()).expect("a problem");
    let mut repair = Repair::new(&question, 1..=1, 2, &Options::default());
    let (mut singles, mut pairs) = (Vec::new(), 0);
    while pairs < 30 {
        match repair.advance(Budget::Unlimited) {
            ComposeStep::Found(repaired) => match repaired.candidate.changes[..] {
                [change] => singles.push(change),
                [first, second] => {
                    assert!(!singles.contains(&first) && !singles.contains(&second), "{repaired:?}");
                    assert_eq!(sound_helpmate(&repaired.candidate.position, Some(Color::Black), 1), Some(1));
                    pairs += 1;
                }
                _ => panic!("{repaired:?}"),
            },
            ComposeStep::Progress(_) => {}
            ComposeStep::Done(_) => break,
        }
    }
    assert!(pairs > 0, "{singles:?}");
}
