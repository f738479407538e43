//! Repairs against brute force: every single change of a position, judged by `check`.
//!
//! `TSUMUGI_COMPOSE_REPAIRS=200 cargo test --release --test compose repairs -- --nocapture` is a long run.

use crate::mailbox::board::Side;
use crate::mailbox::random::{Rng, Setup, position};
use crate::mailbox::sfen;
use crate::sound_helpmate;
use std::collections::BTreeMap;
use tsumugi::analysis::{CheckStep, Intended, Soundness, SoundnessCheck};
use tsumugi::compose::{Candidates, Change, ComposeStep, Draft, Repair, canonical};
use tsumugi::record::Record;
use tsumugi::{
    Budget, Choices, Color, HAND_KINDS, Limits, Options, Piece, PieceKind, Position, Problem, Question, Rule,
    Square, Verdict,
};

/// Every position that one change leads to, whatever it is: the tests' own list. A side that lacks its king may get it.
pub fn changed(position: &Position, attacker: Color) -> Vec<Position> {
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
                if position.king(color).is_none() && color != attacker {
                    add(&|at| at.put(square, Piece::new(color, PieceKind::King)));
                }
            }
            continue;
        };
        for to in Square::all().filter(|&to| !position.occupied().contains(to)) {
            add(&|at| {
                at.remove(square);
                at.put(to, piece);
            });
        }
        let is_king =
            |&sq: &Square| position.piece_at(sq) == Some(Piece::new(piece.color(), PieceKind::King));
        if piece.kind() == PieceKind::King && Square::all().filter(is_king).count() > 1 {
            add(&|at| at.remove(square));
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

/// Whether there are more pieces of a kind than in a set, and than there were.
fn has_more_than_set(position: &Position, before: &Position) -> bool {
    let count = |position: &Position, kind: PieceKind| {
        let held: u32 = Color::ALL.iter().map(|&color| position.hand(color).count(kind)).sum();
        let board = Square::all().filter_map(|sq| position.piece_at(sq));
        held + board.filter(|piece| piece.kind().unpromoted() == kind).count() as u32
    };
    HAND_KINDS.into_iter().any(|kind| count(position, kind) > kind.set_count().max(count(before, kind)))
}

/// The repairs by brute force: the canonical form and the length of each.
pub fn brute_force(position: &Position, attacker: Color, most: u64) -> BTreeMap<String, u64> {
    let form = |position: &Position| canonical(position, Rule::Helpmate, attacker).0.sfen();
    let mut repairs = BTreeMap::new();
    for changed in changed(position, attacker) {
        if has_more_than_set(&changed, position) || form(&changed) == form(position) {
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
        let mut repair = Repair::new(&Draft::from(&question), 0..=3, 1, &Options::default());
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

/// The repairs of a problem by brute force and `check`, of any rule by which both sides work together.
fn checked_changes(question: &Question, most: u64) -> BTreeMap<String, u64> {
    let (position, attacker, rule) = (question.position(), question.attacker(), question.rule());
    let form = |position: &Position| canonical(position, rule, attacker).0.sfen();
    let mut repairs = BTreeMap::new();
    for changed in changed(position, attacker) {
        let Some(about) = question.about(changed.clone()) else { continue };
        if has_more_than_set(&changed, position) || form(&changed) == form(position) {
            continue;
        }
        let options = Options::from(Limits { plies: Some(most), ..Limits::default() });
        let solutions = question.intended_solutions().cloned();
        let intended = Intended { solutions, ..Intended::default() };
        let mut check = SoundnessCheck::new(&about, intended, &options, false);
        let CheckStep::Done(found) = check.advance(Budget::Unlimited) else { unreachable!("no budget") };
        if let (Soundness::Sound, Verdict::Mate { plies, .. }) = (found.soundness, found.outcome.verdict) {
            repairs.insert(form(&changed), plies);
        }
    }
    repairs
}

#[test]
fn repairs_of_other_problems_equal_brute_force() {
    for (text, rule, condition, solutions, most) in [
        ("9/9/9/9/9/9/1kg6/9/1K7 b PL 1", Rule::Helpselfmate, "none", 1u8, 2),
        ("9/9/9/9/9/9/1kg6/9/1K7 b LN 1", Rule::Helpselfmate, "none", 2, 2),
        ("9/9/9/9/9/9/1kg6/9/1K7 b PS 1", Rule::Helpselfmate, "attacker-no-capture", 1, 2),
        ("8k/9/9/9/9/9/9/9/9 b G 1", Rule::Helpmate, "受方取禁", 1, 1),
        ("8k/9/9/9/9/9/9/9/9 b G 1", Rule::Helpmate, "none", 2, 1),
        ("8k/9/8G/9/9/9/9/9/9 b G 1", Rule::Helpmate, "攻方強欲", 3, 1),
    ] {
        let position = Position::from_sfen(text).expect("an SFEN");
        let problem = Problem {
            intended_solutions: (solutions > 1).then(|| solutions.into()),
            ..Problem::new(Record::new(position, Vec::new()))
        };
        let choices = Choices {
            rule: Some(rule),
            conditions: Some(condition.parse().expect("a condition")),
            attacker: Some(Color::Black),
            ..Choices::default()
        };
        let question = Question::new(&problem, &choices).expect("a problem");
        let mut repair = Repair::new(&Draft::from(&question), 0..=most, 1, &Options::default());
        assert!(!repair.diagnosis().is_sound, "{text}");
        let mut found = BTreeMap::new();
        loop {
            match repair.advance(Budget::Nodes(10_000)) {
                ComposeStep::Found(repaired) => {
                    let form = canonical(&repaired.candidate.position, rule, Color::Black).0.sfen();
                    let made = repaired.problem;
                    assert_eq!(made.conditions.unwrap_or_default(), question.conditions(), "{text}");
                    assert_eq!(made.intended_solutions.as_ref(), question.intended_solutions(), "{text}");
                    assert_eq!(found.insert(form, made.record.moves.len() as u64), None, "twice: {text}");
                }
                ComposeStep::Progress(_) => {}
                ComposeStep::Done(tally) => break assert_eq!(tally.unknown, 0, "{text}"),
            }
        }
        assert_eq!(found, checked_changes(&question, most), "{text}, {condition}, {solutions}");
        println!("{} repairs of {text}, {condition}, {solutions}", found.len());
        assert!(found.len() > 3, "{text}: {}", found.len());
    }
}

#[test]
fn the_intended_line_may_be_any_of_several_solutions() {
    // Two golds mate on 1b and on 2b; a third one is too many.
    let question = |moves: &str| {
        let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
        let line = vec![moves.parse().expect("a move")];
        let problem =
            Problem { intended_solutions: Some(3u8.into()), ..Problem::new(Record::new(position, line)) };
        Question::new(&problem, &Choices::default()).expect("a problem")
    };
    for intended in ["G*1b", "G*2b"] {
        let question = question(intended);
        let mut repair = Repair::new(&Draft::from(&question), 1..=1, 1, &Options::default());
        let mut kept = 0;
        while let ComposeStep::Found(repaired) = repair.advance(Budget::Unlimited) {
            let is_intended = repaired.problem.record.moves == question.line();
            assert_eq!(repaired.keeps_line, is_intended, "{repaired:?}");
            kept += u32::from(repaired.keeps_line);
        }
        assert!(kept > 0, "{intended}");
    }
}

/// What a repair must be found as: a published problem with a piece moved.
#[test]
fn a_known_repair_is_found_first_of_its_size() {
    // Without the pawn in hand it has no mate of five plies.
    let broken = Position::from_sfen("6R2/8k/4B1n1s/9/9/9/9/9/9 b - 1").expect("an SFEN");
    let question = Question::of(broken, &Choices::default()).expect("a problem");
    let mut repair = Repair::new(&Draft::from(&question), 5..=5, 1, &Options::default());
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
fn a_piece_is_changed_twice_in_whatever_order_that_can_be_done() {
    let position = Position::from_sfen("8k/9/8s/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let draft = Draft::from(&Question::of(position, &Choices::default()).expect("a problem"));
    let pairs = Candidates::new(&draft, 2, &[]).filter(|candidate| candidate.changes.len() == 2);
    let pairs = pairs.map(|pair| (pair.position.sfen(), pair.size())).take_while(|(_, size)| *size <= 4);
    let pairs: BTreeMap<String, u32> = pairs.collect();
    // Exchanged and turned; exchanged and moved; turned and moved.
    for sfen in ["8k/9/8P/9/9/9/9/9/9 b G 1", "8k/9/9/8g/9/9/9/9/9 b G 1", "8k/9/9/8S/9/9/9/9/9 b G 1"] {
        assert_eq!(pairs.get(sfen), Some(&4), "{sfen}");
    }
}

#[test]
fn pairs_hold_no_change_that_is_a_repair_alone() {
    let position = Position::from_sfen("8k/9/9/7N1/9/9/9/9/9 b - 1").expect("an SFEN");
    let question = Question::of(position.clone(), &Choices::default()).expect("a problem");
    let mut repair = Repair::new(&Draft::from(&question), 1..=1, 2, &Options::default());
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
