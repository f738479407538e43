//! The evaluation: incremental, symmetric, defined for every diagram.

use crate::games::visit;
use tsumugi::movegen::legal_moves;
use tsumugi::play::{Engine, Evaluation, Limits, Options, Ponder, Weights};
use tsumugi::position::Position;
use tsumugi::solve::StopFlag;

#[test]
fn following_a_game_equals_starting_afresh() {
    let mut evaluation = Evaluation::new(&Position::startpos());
    visit(200, 21, |rng, step, position| {
        match step {
            None => evaluation = Evaluation::new(position),
            Some((before, mv)) => {
                let captured = before.piece_at(mv.to());
                evaluation.update(position, mv, captured);
            }
        }
        let value = evaluation.value(position);
        assert_eq!(value, Evaluation::new(position).value(position), "{position}");
        // A move and back.
        if let Some(mv) = rng.pick(&legal_moves(position)) {
            let mut after = position.clone();
            let undo = after.do_move(mv);
            evaluation.update(&after, mv, undo.captured());
            evaluation.undo();
            assert_eq!(evaluation.value(position), value, "{mv} in {position}");
        }
    });
}

#[test]
fn a_turned_position_has_the_same_value() {
    let mut values = std::collections::HashSet::new();
    visit(200, 22, |_, _, position| {
        let turned = position.flip();
        let value = Evaluation::new(position).value(position);
        assert_eq!(value, Evaluation::new(&turned).value(&turned), "{position}");
        values.insert(value);
    });
    assert!(values.len() > 1_000);
}

#[test]
fn any_diagram_has_a_value() {
    for sfen in [
        "9/9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/4P4/9/9/9/9 w 31r31b 1",
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "9/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1",
        "RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR/RRRRRRRRR b 18R18B 1",
    ] {
        let Ok(position) = Position::from_sfen(sfen) else { continue };
        let value = Evaluation::new(&position).value(&position);
        assert!(value.abs() <= Evaluation::MAX, "{sfen}: {value}");
    }
}

#[test]
fn more_material_is_better() {
    // Middle games with a piece in Black's hand, or in White's.
    for board in [
        "l3k2nl/1r1s1g1b1/2npppsp1/p1p3p1p/1p5P1/P1PSP1P1P/1PSP1PN2/2G1G2R1/LNK5L",
        "l6nl/1r3gkb1/2n1pssp1/p1pp1pp1p/1p5P1/P1PP1PP1P/1PS1PSN2/1KGB1G1R1/LN6L",
        "l5knl/3+R2gb1/4pgsp1/p1p3p1p/1p1n5/P1P3P1P/1PS1PSN2/1KG2G3/LN5+bL",
    ] {
        for (piece, at_least) in
            [("P", 20), ("L", 100), ("N", 100), ("S", 200), ("G", 200), ("B", 300), ("R", 300)]
        {
            for side in ["b", "w"] {
                let value = |hand: &str| {
                    let sfen = format!("{board} {side} {hand} 1");
                    let position =
                        Position::from_sfen(&sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
                    let value = Evaluation::new(&position).value(&position);
                    if side == "b" { value } else { -value }
                };
                let (ahead, behind) = (value(piece), value(&piece.to_lowercase()));
                assert!(ahead > behind + 2 * at_least, "{piece}, {side} in {board}: {ahead} {behind}");
            }
        }
    }
}

#[test]
fn weights_are_chosen_at_run_time() {
    let material: &'static Weights = Box::leak(Box::new(Weights::material()));
    let pawn_up = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b P 1").expect("an SFEN");
    let values = [pawn_up.clone(), pawn_up.flip()]
        .map(|position| Evaluation::with_weights(material, &position).value(&position));
    assert_eq!(values, [115, 115], "a pawn in hand, and nothing else");
    assert_ne!(Evaluation::new(&pawn_up).value(&pawn_up), values[0]);
    let mut engine = Engine::with_weights(Options::default(), material);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let position = Position::startpos();
    let answer = engine.search(&position, &[], &limits, &StopFlag::new(), &Ponder::new(), &mut |_| ());
    assert!(answer.info.is_some());
}
