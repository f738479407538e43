//! Repairs of positions that are not legal yet, against brute force; the order of repairs; mates in no ply.

use crate::repair::{brute_force, changed};
use std::collections::BTreeMap;
use tsumugi::analysis::{CheckStep, Intended, Soundness, SoundnessCheck};
use tsumugi::compose::{Change, ComposeStep, Draft, Judge, Judgement, Repair, Repaired, Wanted, canonical};
use tsumugi::record::Record;
use tsumugi::{Budget, Choices, Color, Options, Piece, PieceKind, Position, Problem, Rule};

fn position(text: &str) -> Position {
    Position::from_sfen(text).expect("an SFEN")
}

fn draft(text: &str, rule: Rule, line: &str) -> Draft {
    let line = line.split_whitespace().map(|mv| mv.parse().expect("a move")).collect();
    let choices = Choices { rule: Some(rule), ..Choices::default() };
    Draft::new(&Problem::new(Record::new(position(text), line)), &choices).expect("no conditions")
}

/// All repairs, the first `most` of them.
fn repairs(repair: &mut Repair, most: usize) -> Vec<Repaired> {
    let mut found = Vec::new();
    while found.len() < most {
        match repair.advance(Budget::Unlimited) {
            ComposeStep::Found(repaired) => found.push(*repaired),
            ComposeStep::Progress(_) => {}
            ComposeStep::Done(tally) => {
                assert_eq!(tally.unknown, 0);
                break;
            }
        }
    }
    found
}

fn forms(found: &[Repaired], rule: Rule, attacker: Color) -> BTreeMap<String, u64> {
    let form = |repaired: &Repaired| canonical(&repaired.candidate.position, rule, attacker).0.sfen();
    let plies = |repaired: &Repaired| repaired.problem.record.moves.len() as u64;
    let forms: BTreeMap<String, u64> =
        found.iter().map(|repaired| (form(repaired), plies(repaired))).collect();
    assert_eq!(forms.len(), found.len(), "something comes twice");
    forms
}

#[test]
fn repairs_of_illegal_positions_equal_brute_force() {
    for (text, attacker) in [
        // Two pawns on a file.
        ("8k/9/8P/8P/9/9/9/9/9 b G 1", Color::Black),
        ("9/9/9/9/8p/8p/9/9/8K w g 1", Color::White),
        // A knight that can never move.
        ("7kN/9/8G/9/9/9/9/9/9 b G 1", Color::Black),
        // The king could be taken.
        ("8k/8G/8P/9/9/9/9/9/9 b G 1", Color::Black),
        // Two kings, and none.
        ("k7k/9/8P/9/9/9/9/9/9 b G 1", Color::Black),
        ("9/9/8G/9/9/9/9/9/9 b G 1", Color::Black),
        ("9/9/9/9/9/9/8g/9/9 w g 1", Color::White),
        // More pawns than a set, which a helpmate may have; two of them on a file.
        ("8k/9/8P/8P/9/9/9/9/9 b G17p 1", Color::Black),
    ] {
        let draft = draft(text, Rule::Helpmate, "");
        assert_eq!(draft.question(), None, "{text}");
        let mut repair = Repair::new(&draft, 0..=1, 1, &Options::default());
        assert!(!repair.diagnosis().is_sound && repair.diagnosis().cooks.is_empty(), "{text}");
        let found = repairs(&mut repair, usize::MAX);
        assert!(found.iter().map(|repaired| repaired.candidate.size()).is_sorted(), "{text}");
        println!("{} repairs of {text}", found.len());
        assert!(!found.is_empty(), "{text}");
        assert_eq!(
            forms(&found, Rule::Helpmate, attacker),
            brute_force(&position(text), attacker, 1),
            "{text}"
        );
    }
}

#[test]
fn the_defender_of_an_illegal_position_keeps_all_the_rest() {
    let draft = draft("8k/9/8P/8P/9/9/9/9/9 b G2r2b3g4s4n4l16p 1", Rule::Helpmate, "");
    let found = repairs(&mut Repair::new(&draft, 1..=1, 1, &Options::default()), usize::MAX);
    assert!(found.iter().all(|repaired| repaired.candidate.position.piece_box().is_empty()));
    assert!(found.len() > 50, "{}", found.len());
}

#[test]
fn a_king_to_be_mated_is_added() {
    // The attacker of a helpselfmate is the one who is mated.
    let text = "9/9/9/9/9/9/1kg6/9/9 b L 1";
    let draft = draft(text, Rule::Helpselfmate, "");
    let found = repairs(&mut Repair::new(&draft, 2..=2, 1, &Options::default()), usize::MAX);
    let king = Piece::new(Color::Black, PieceKind::King);
    let is_added = |change: &Change| matches!(change, Change::Add { piece, .. } if *piece == king);
    assert!(found.iter().all(|repaired| repaired.candidate.changes.iter().all(is_added)), "{found:?}");
    let mut expected = BTreeMap::new();
    let root = position(text);
    for square in tsumugi::Square::all().filter(|&square| !root.occupied().contains(square)) {
        let mut changed = root.clone();
        changed.put(square, king);
        let choices =
            Choices { rule: Some(Rule::Helpselfmate), attacker: Some(Color::Black), ..Choices::default() };
        let Ok(question) = tsumugi::Question::of(changed.clone(), &choices) else { continue };
        let mut options = Options::default();
        options.limits.plies = Some(2);
        let mut check = SoundnessCheck::new(&question, Intended::default(), &options, false);
        let CheckStep::Done(checked) = check.advance(Budget::Unlimited) else { unreachable!("no budget") };
        if checked.soundness == Soundness::Sound {
            let plies = checked.outcome.solutions.listed[0].len() as u64;
            expected.insert(canonical(&changed, Rule::Helpselfmate, Color::Black).0.sfen(), plies);
        }
    }
    expected.retain(|_, plies| *plies == 2);
    assert_eq!(forms(&found, Rule::Helpselfmate, Color::Black), expected);
    assert!(!expected.is_empty());
}

#[test]
fn a_piece_too_many_is_taken_away() {
    // Five golds, and twenty pawns, that no tsume may have.
    for text in ["8k/9/6GGG/9/9/9/9/9/GG7 b - 1", "8k/9/8P/9/9/9/9/9/9 b G19p 1"] {
        let draft = draft(text, Rule::Tsume, "");
        assert_eq!(draft.question(), None, "{text}");
        let found = repairs(&mut Repair::new(&draft, 1..=1, 1, &Options::default()), usize::MAX);
        let mut judge =
            Judge::new(Wanted { plies: 1..=1, ..Wanted::sound(Rule::Tsume) }, &Options::default());
        let mut expected = BTreeMap::new();
        for changed in changed(&position(text), Color::Black) {
            if let Judgement::Good(solution) = judge.judge(&changed, Color::Black) {
                expected.insert(canonical(&changed, Rule::Tsume, Color::Black).0.sfen(), solution.plies);
            }
        }
        println!("{} repairs of {text}", found.len());
        assert_eq!(forms(&found, Rule::Tsume, Color::Black), expected, "{text}");
    }
}

#[test]
fn what_keeps_the_line_comes_first_of_its_size() {
    for (text, line, changes) in [
        ("8k/9/8G/9/9/9/9/9/9 b G 1", "G*1b", 1),
        ("8k/9/8G/9/9/9/9/9/9 b G 1", "G*1b", 2),
        ("6R2/8k/4B1n1s/9/9/9/9/9/9 b - 1", "3a3b 1b1a P*1b 1a2a 5c3a+", 1),
        // The first ply can be played, and is no mate.
        ("8k/9/9/9/9/9/9/9/9 b G 1", "G*1b", 2),
    ] {
        let draft = draft(text, Rule::Helpmate, line);
        let plies = line.split_whitespace().count() as u64;
        let mut repair = Repair::new(&draft, plies..=plies, changes, &Options::default());
        let found = repairs(&mut repair, 300);
        let order = |repaired: &Repaired| {
            (repaired.candidate.changes.len(), repaired.candidate.size(), !repaired.keeps_line)
        };
        assert!(
            found.iter().map(order).is_sorted(),
            "{text}: {:?}",
            found.iter().map(order).collect::<Vec<_>>()
        );
        let kept = found.iter().filter(|repaired| repaired.keeps_line).count();
        println!("{kept} of {} keep the line of {text}", found.len());
        assert!(kept > 0, "{text}");
    }
}

#[test]
fn a_mate_in_no_ply_is_a_repair_where_the_side_to_move_is_mated() {
    let draft = draft("8k/8S/8P/9/9/9/9/9/9 w - 1", Rule::Helpmate, "");
    let found = repairs(&mut Repair::new(&draft, 0..=2, 1, &Options::default()), usize::MAX);
    let gold = position("8k/8G/8P/9/9/9/9/9/9 w - 1");
    assert!(found.iter().any(|repaired| repaired.candidate.position == gold), "{found:?}");
}
