//! The canonical form of a problem's position. Of a position, its mirror image (as by `mirror`) and both of
//! these turned by 180° (as by `flip`), it is the one whose SFEN without the move number comes first in byte
//! order, as with `flip --canonical`.
//!
//! Two positions are twins when they have the same form: they are the same problem, seen in a mirror or from
//! the other side. On a turned board the other side attacks, so a turned position is a twin only if the rule
//! implies that side as the attacker. A helpmate with both kings on the board, in which Black attacks, has
//! its mirror image as its only twin.

use crate::position::Position;
use crate::problem::{Rule, default_attacker};
use crate::types::Color;

/// The position and all its twins, each with its attacker; the position itself comes first.
pub fn twins(position: &Position, rule: Rule, attacker: Color) -> Vec<(Position, Color)> {
    let mut twins = vec![(position.clone(), attacker), (position.mirror(), attacker)];
    let flipped = position.flip();
    let is_implied = |position: &Position, attacker| default_attacker(position, rule) == Some(attacker);
    if is_implied(&flipped, !attacker) && is_implied(position, attacker) {
        twins.push((flipped.mirror(), !attacker));
        twins.push((flipped, !attacker));
    }
    twins
}

/// The canonical form of a position under a rule, and its attacker.
pub fn canonical(position: &Position, rule: Rule, attacker: Color) -> (Position, Color) {
    let forms = twins(position, rule, attacker).into_iter();
    let first = forms.min_by_key(|(twin, _)| twin.sfen_without_number());
    first.unwrap_or_else(|| (position.clone(), attacker))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(sfen: &str, rule: Rule) -> Vec<String> {
        let position = Position::from_sfen(sfen).expect("an SFEN");
        let attacker = default_attacker(&position, rule).expect("a king");
        let twins = twins(&position, rule, attacker);
        let form = canonical(&position, rule, attacker);
        for (twin, attacker) in &twins {
            assert_eq!(canonical(twin, rule, *attacker), form, "{sfen}");
            assert_eq!(default_attacker(twin, rule), Some(*attacker), "{sfen}");
        }
        let mut forms: Vec<String> = twins.iter().map(|(twin, _)| twin.sfen()).collect();
        forms.sort();
        forms.dedup();
        assert_eq!(form.0.sfen(), forms[0], "{sfen}");
        forms
    }

    #[test]
    fn one_king_has_four_forms() {
        let expected = [
            "8k/9/8G/9/9/9/9/9/9 b G 1",
            "9/9/9/9/9/9/9g/9/8K w g 1",
            "9/9/9/9/9/9/g8/9/K8 w g 1",
            "k8/9/G8/9/9/9/9/9/9 b G 1",
        ];
        let expected = expected.map(|sfen| sfen.replace("9g/", "8g/"));
        assert_eq!(forms(expected[0].as_str(), Rule::Helpmate), expected);
        assert_eq!(forms(expected[2].as_str(), Rule::Tsume), expected);
    }

    #[test]
    fn two_kings_turn_where_the_side_to_move_attacks() {
        let sfen = "8k/9/8G/9/9/9/9/9/K8 b G 1";
        assert_eq!(forms(sfen, Rule::Helpmate).len(), 2);
        assert_eq!(forms(sfen, Rule::Tsume).len(), 4);
    }

    #[test]
    fn what_is_symmetric_has_fewer_forms() {
        assert_eq!(forms("4k4/9/4G4/9/9/9/9/9/9 b G 1", Rule::Helpmate).len(), 2);
    }
}
