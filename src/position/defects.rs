//! Finds the defects of a position: whether it is legal, and legal as a problem or for a game.
//!
//! Three questions are separate. Whether a text is readable is decided by the reader ([`Position::from_sfen`]
//! accepts any diagram; a king in a hand is not readable). Whether the diagram is a legal position:
//! [`Position::defects`]. Whether it is legal as a problem or for play: [`Position::problem_defects`] and
//! [`Position::play_defects`], which include the defects of the position (except that a helpmate may have
//! additional pieces). An empty list means that it is legal. Pieces in the box are not a defect.

use super::packed::FULLEST;
use super::{Group, Position, Rule};
use crate::board::Bitboard;
use crate::types::{Color, HAND_KINDS, Piece, PieceKind, Square};
use thiserror::Error;

/// A defect that makes a position illegal, with the squares concerned.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Defect {
    /// More pieces of a kind than in a set; promoted pieces count as their unpromoted kind. Kings are covered
    /// by [`Defect::SeveralKings`].
    #[error("too many {kind:?}s: {}, a set has {}", .squares.count() + .in_hands[0] + .in_hands[1], .kind.set_count())]
    TooMany {
        /// The unpromoted kind.
        kind: PieceKind,
        /// Their squares on the board.
        squares: Bitboard,
        /// Their numbers in the hands, Black's first.
        in_hands: [u32; 2],
    },
    /// A side with more than one king.
    #[error("several {color} kings: {}", list(*.squares))]
    SeveralKings {
        /// The side.
        color: Color,
        /// The squares of its kings.
        squares: Bitboard,
    },
    /// Nifu (二歩): several unpromoted pawns of a side on a file.
    #[error("nifu of {color} on file {file}: {}", list(*.squares))]
    Nifu {
        /// The side.
        color: Color,
        /// The file, 1 to 9.
        file: u8,
        /// The squares of its pawns on this file.
        squares: Bitboard,
    },
    /// Dead-end pieces (行き所のない駒): pawns, lances or knights that could never move.
    #[error("dead end: a {color} {kind:?} can never move from {}", list(*.squares))]
    DeadEnd {
        /// Their kind.
        kind: PieceKind,
        /// Their side.
        color: Color,
        /// Their squares.
        squares: Bitboard,
    },
    /// The side that is not to move is in check, so that its king could be captured.
    #[error("the {color} king on {king} could be captured from {}", list(*.checkers))]
    KingEnPrise {
        /// The side of the king.
        color: Color,
        /// Its square.
        king: Square,
        /// The squares of the checking pieces.
        checkers: Bitboard,
    },
    /// The defender (玉方) has no king to be mated.
    #[error("{defender}, the defender of a {rule}, has no king")]
    NoDefender {
        /// The rule that needs the king.
        rule: Rule,
        /// The defender.
        defender: Color,
    },
    /// The attacker (攻方) has no king, although it is the one to be mated.
    #[error("{attacker}, the attacker of a {rule}, has no king")]
    NoAttacker {
        /// The rule that needs the king.
        rule: Rule,
        /// The attacker.
        attacker: Color,
    },
    /// Stones (石) on the board of a game.
    #[error("stones on the board of a game: {}", list(*.squares))]
    Stones {
        /// Their squares.
        squares: Bitboard,
    },
}

impl Defect {
    /// The name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Defect::TooMany { .. } => "too-many",
            Defect::SeveralKings { .. } => "several-kings",
            Defect::Nifu { .. } => "nifu",
            Defect::DeadEnd { .. } => "dead-end",
            Defect::KingEnPrise { .. } => "king-en-prise",
            Defect::NoDefender { .. } => "no-defender",
            Defect::NoAttacker { .. } => "no-attacker",
            Defect::Stones { .. } => "stones",
        }
    }
}

/// Squares in USI notation, separated by spaces.
fn list(squares: Bitboard) -> String {
    squares.into_iter().map(|sq| sq.to_string()).collect::<Vec<_>>().join(" ")
}

impl Position {
    /// The defects of this diagram as a position.
    pub fn defects(&self) -> Vec<Defect> {
        let mut defects = Vec::new();
        self.find_too_many(&mut defects);
        for color in Color::ALL {
            let squares = self.kings_of(color);
            if squares.has_many() {
                defects.push(Defect::SeveralKings { color, squares });
            }
        }
        for color in Color::ALL {
            self.find_nifu(color, &mut defects);
            self.find_dead_ends(color, &mut defects);
        }
        let waiting = !self.side_to_move();
        for king in self.kings_of(waiting) {
            let checkers = self.attackers_to(king, !waiting, self.occupied());
            if !checkers.is_empty() {
                defects.push(Defect::KingEnPrise { color: waiting, king, checkers });
            }
        }
        defects
    }

    /// The defects of this diagram as a problem under a rule: [`Position::defects`], and a missing king that
    /// the rule needs, namely the defender's, which is to be checked, and the one to be mated. Whichever side
    /// is to move, the other side's king must not be in check. Stones and any piece box are permitted.
    ///
    /// Under a rule by which both sides cooperate, more pieces of a kind than in a set are permitted, as in
    /// some helpmates with stones. The limit is what fits into one packed hand ([`Position::pack`]), so that
    /// every position of the solution can be packed.
    pub fn problem_defects(&self, rule: Rule, attacker: Color) -> Vec<Defect> {
        let mut defects = self.defects();
        defects.retain(|defect| match defect {
            Defect::TooMany { kind, squares, in_hands } if rule.is_cooperative() => {
                squares.count() + in_hands[0] + in_hands[1] > FULLEST.count(*kind)
            }
            _ => true,
        });
        if self.kings_of(!attacker).is_empty() {
            defects.push(Defect::NoDefender { rule, defender: !attacker });
        }
        if rule.mated(attacker) == attacker && self.kings_of(attacker).is_empty() {
            defects.push(Defect::NoAttacker { rule, attacker });
        }
        defects
    }

    /// The defects of this diagram for playing a game: [`Position::defects`], and stones. Kings may be
    /// missing.
    pub fn play_defects(&self) -> Vec<Defect> {
        let mut defects = self.defects();
        if !self.stones().is_empty() {
            defects.push(Defect::Stones { squares: self.stones() });
        }
        defects
    }

    /// The squares of a side's kings, of which an illegal diagram may have any number.
    fn kings_of(&self, color: Color) -> Bitboard {
        self.group(color, Group::King)
            .without(self.group(color, Group::Bishop) | self.group(color, Group::Rook))
    }

    fn find_too_many(&self, defects: &mut Vec<Defect>) {
        for kind in HAND_KINDS {
            let pieces = self.pieces(Color::Black) | self.pieces(Color::White);
            let is_kind = |piece: Piece| piece.kind().unpromoted() == kind;
            let squares: Bitboard =
                pieces.into_iter().filter(|&sq| self.piece_at(sq).is_some_and(is_kind)).collect();
            let in_hands = Color::ALL.map(|color| self.hand(color).count(kind));
            if squares.count() + in_hands[0] + in_hands[1] > kind.set_count() {
                defects.push(Defect::TooMany { kind, squares, in_hands });
            }
        }
    }

    fn find_nifu(&self, color: Color, defects: &mut Vec<Defect>) {
        let pawns = self.group(color, Group::Pawn);
        for file in 1..=9 {
            let squares: Bitboard = pawns.into_iter().filter(|sq| sq.file() == file).collect();
            if squares.has_many() {
                defects.push(Defect::Nifu { color, file, squares });
            }
        }
    }

    fn find_dead_ends(&self, color: Color, defects: &mut Vec<Defect>) {
        let cases = [
            (PieceKind::Pawn, Group::Pawn, 1),
            (PieceKind::Lance, Group::Lance, 1),
            (PieceKind::Knight, Group::Knight, 2),
        ];
        for (kind, group, ranks) in cases {
            let squares = self.group(color, group) & Bitboard::far_ranks(color, ranks);
            if !squares.is_empty() {
                defects.push(Defect::DeadEnd { kind, color, squares });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sfen: &str) -> Position {
        Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
    }

    /// Asserts that the position has the defects with these texts.
    #[track_caller]
    fn assert_defects(sfen: &str, expected: &[&str]) {
        assert_eq!(texts(&read(sfen).defects()), expected, "{sfen}");
    }

    fn texts(defects: &[Defect]) -> Vec<String> {
        defects.iter().map(Defect::to_string).collect()
    }

    #[test]
    fn a_legal_position_has_no_defect() {
        for sfen in [
            "startpos",
            "9/9/9/9/9/9/9/9/9 b - 1",
            // Promoted pawns do not make nifu, horses and dragons are not kings, and the side to move may be
            // in check.
            "4k4/4+R4/4P4/4+P4/4p4/4+p4/9/9/9 w 2b14P 1",
            // Pieces on the far rank that can move from there: promoted ones.
            "k1+P+L+N4/9/9/9/9/9/9/9/4+p+l+n1K b - 1",
            // A stone between rook and king, another in the way of a lance.
            "R2Ok4/9/9/9/9/9/9/4O4/4L4 b - 1",
        ] {
            assert_eq!(read(sfen).defects(), [], "{sfen}");
        }
    }

    #[test]
    fn too_many_pieces_are_named() {
        assert_defects("gg+Rggg3/9/9/9/9/9/9/9/9 b R 1", &["too many Golds: 5, a set has 4"]);
        assert_defects(
            "9/4+b4/9/9/9/9/9/9/9 b B18Pbp 1",
            &["too many Bishops: 3, a set has 2", "too many Pawns: 19, a set has 18"],
        );
        assert_defects("9/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1", &[]);
    }

    #[test]
    fn a_side_has_at_most_one_king() {
        assert_defects("k3k4/9/9/9/9/9/9/9/4K4 b - 1", &["several white kings: 5a 9a"]);
    }

    #[test]
    fn nifu_names_the_file_and_its_pawns() {
        assert_defects(
            "9/p7P/9/8P/9/p8/9/4P3P/9 b - 1",
            &["nifu of black on file 1: 1b 1d 1h", "nifu of white on file 9: 9b 9f"],
        );
    }

    #[test]
    fn dead_ends_are_named_by_kind_and_side() {
        assert_defects(
            "P3L4/4N3N/9/9/9/9/9/1n7/n1p1l2p1 w - 1",
            &[
                "dead end: a black Pawn can never move from 9a",
                "dead end: a black Lance can never move from 5a",
                "dead end: a black Knight can never move from 1b 5b",
                "dead end: a white Pawn can never move from 2i 7i",
                "dead end: a white Lance can never move from 5i",
                "dead end: a white Knight can never move from 8h 9i",
            ],
        );
    }

    #[test]
    fn the_side_not_to_move_is_not_in_check() {
        assert_defects(
            "R3k4/4P4/9/9/9/9/9/9/9 b - 1",
            &["the white king on 5a could be captured from 5b 9a"],
        );
        assert_defects("R3k4/4P4/9/9/9/9/9/9/9 w - 1", &[]);
        // Two adjacent kings are both in check.
        assert_defects("9/9/9/4k4/5K3/9/9/9/9 w - 1", &["the black king on 4e could be captured from 5d"]);
    }

    #[test]
    fn defects_are_a_set() {
        let defects = read("PPk1k4/2P6/P8/9/9/9/9/9/9 b 5G 1").defects();
        assert_eq!(defects.len(), 5, "golds, kings, nifu, dead ends, check");
    }

    #[test]
    fn a_problem_needs_the_kings_to_check_and_to_mate() {
        let one_king = read("4k4/9/9/9/9/9/9/4O4/9 b G 1");
        for rule in [Rule::Helpmate, Rule::Tsume] {
            assert_eq!(one_king.problem_defects(rule, Color::Black), []);
        }
        let of_selfmate = |position: &Position| position.problem_defects(Rule::Helpselfmate, Color::Black);
        assert_eq!(texts(&of_selfmate(&one_king)), ["black, the attacker of a helpselfmate, has no king"]);
        assert_eq!(of_selfmate(&read("9/9/9/9/9/9/9/9/9 b - 1")).len(), 2);
        assert_eq!(of_selfmate(&read("4k4/9/9/9/9/9/9/9/4K4 b 5G 1")), []);
        let defects = one_king.problem_defects(Rule::Helpmate, Color::White);
        assert_eq!(texts(&defects), ["black, the defender of a helpmate, has no king"]);
        assert_eq!(read("9/9/9/9/9/9/9/9/9 b - 1").problem_defects(Rule::Tsume, Color::Black).len(), 1);
    }

    #[test]
    fn a_helpmate_may_have_more_pieces_than_a_set_while_its_positions_pack() {
        let fits = read("4k4/9/9/9/9/9/9/9/9 b 2R2B7G15P1r1b16p 1");
        assert_eq!(fits.defects().len(), 4);
        assert_eq!(fits.problem_defects(Rule::Helpmate, Color::Black), []);
        assert_eq!(fits.problem_defects(Rule::Tsume, Color::Black), fits.defects());
        let too_many = read("4k4/9/9/9/9/9/9/9/+R8 b 2R4Gr4g16P16p 1");
        let kinds =
            too_many.problem_defects(Rule::Helpmate, Color::Black).into_iter().map(|defect| match defect {
                Defect::TooMany { kind, .. } => kind,
                other => panic!("{other}"),
            });
        assert_eq!(kinds.collect::<Vec<_>>(), [PieceKind::Rook, PieceKind::Gold, PieceKind::Pawn]);
    }

    #[test]
    fn in_a_problem_the_king_of_the_side_not_to_move_is_safe() {
        // The attacker, to move, already gives check.
        let attacker_moves = read("4k4/4G4/9/9/9/9/9/9/9 b - 1");
        // The defender is to move and the attacker's king stands in check.
        let defender_moves = read("4k4/9/9/9/9/9/9/4r4/4K4 w - 1");
        for (position, king) in [(attacker_moves, "5a"), (defender_moves, "5i")] {
            let defects = position.problem_defects(Rule::Helpmate, Color::Black);
            assert_eq!(defects, position.defects());
            assert!(matches!(defects[..], [Defect::KingEnPrise { king: sq, .. }] if sq.to_string() == king));
        }
    }

    #[test]
    fn a_game_has_no_stones_but_may_lack_kings() {
        assert_eq!(read("9/9/9/9/9/9/9/9/9 b G 1").play_defects(), []);
        let defects = read("4k4/O8/9/9/9/9/9/9/8O b G 1").play_defects();
        assert_eq!(texts(&defects), ["stones on the board of a game: 1i 9b"]);
    }
}
