//! The evaluation: incremental, symmetric, defined for every diagram.

use crate::games::visit;
use tsumugi::movegen::legal_moves;
use tsumugi::play::Evaluation;
use tsumugi::position::Position;

#[test]
fn following_a_game_equals_starting_afresh() {
    let mut evaluation = Evaluation::default();
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
    let value = |sfen: &str| {
        let position = Position::from_sfen(sfen).expect("an SFEN");
        Evaluation::new(&position).value(&position)
    };
    let even = value("4k4/9/9/9/9/9/9/9/4K4 b Pp 1");
    assert!(even.abs() < 100, "{even}");
    for (piece, at_least) in
        [("P", 60), ("L", 200), ("N", 250), ("S", 350), ("G", 400), ("B", 600), ("R", 700)]
    {
        let ahead = value(&format!("4k4/9/9/9/9/9/9/9/4K4 b {piece} 1"));
        assert!(ahead > at_least, "{piece}: {ahead}");
        let behind = value(&format!("4k4/9/9/9/9/9/9/9/4K4 b {} 1", piece.to_lowercase()));
        assert!(behind < -at_least + 100, "{piece}: {behind}");
    }
}
