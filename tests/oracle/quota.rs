//! Counts what the compared positions were made of, so that a comparison that never met a rule cannot pass.

use super::board::{Board, Cell, Kind, Mv, Side, Sq};
use super::rules;

/// One feature of positions: its name, and the share of positions (in 1 of so many) that must show it.
const FEATURES: [(&str, usize); 23] = [
    ("one king: attacker to move", 10),
    ("one king: defender in check", 10),
    ("one king: defender not in check", 50),
    ("one king: it is Black's", 10),
    ("both kings", 10),
    ("stones", 10),
    ("no piece in the box", 50),
    ("more pieces than a set", 100),
    ("in check", 10),
    ("double check", 200),
    ("mate", 200),
    ("pinned piece", 40),
    ("interposing drop", 50),
    ("discovered check", 200),
    ("check by promoting and by not promoting", 50),
    ("counter-check", 400),
    ("pawn drop gives check", 50),
    ("uchifuzume", 500),
    ("uchifuzume by White", 1000),
    ("uchifuzume because the taker is pinned", 4000),
    ("move to the last two ranks of a piece that may get stuck", 20),
    ("forced promotion", 50),
    ("nifu keeps a pawn in hand from a file", 20),
];

#[derive(Default)]
pub struct Quotas {
    pub positions: usize,
    counts: [usize; FEATURES.len()],
}

impl Quotas {
    /// Counts a position and its legal moves.
    pub fn note(&mut self, board: &Board, moves: &[(Mv, bool)]) {
        self.positions += 1;
        let features = Features { board, moves, us: board.turn, them: board.turn.other() };
        for (count, shown) in self.counts.iter_mut().zip(features.all()) {
            *count += usize::from(shown);
        }
    }

    /// A table, one feature a line.
    pub fn table(&self) -> String {
        let line = |(&(name, _), count): (&(&str, usize), _)| format!("{count:>9}  {name}\n");
        let lines: String = FEATURES.iter().zip(self.counts).map(line).collect();
        format!("{:>9}  positions\n{lines}", self.positions)
    }

    /// The features that were not met often enough.
    pub fn unmet(&self) -> Vec<String> {
        let short = |&(&(_, one_in), count): &(&(&str, usize), usize)| count * one_in < self.positions;
        let name = |(&(name, one_in), count)| format!("{name}: {count}, less than 1 in {one_in}");
        FEATURES.iter().zip(self.counts).filter(short).map(name).collect()
    }
}

struct Features<'a> {
    board: &'a Board,
    moves: &'a [(Mv, bool)],
    us: Side,
    them: Side,
}

impl Features<'_> {
    /// In the order of [`FEATURES`].
    fn all(&self) -> [bool; FEATURES.len()] {
        let our_king = self.board.king(self.us);
        let their_king = self.board.king(self.them);
        let one_king = our_king.is_some() != their_king.is_some();
        let checkers = our_king.map_or(0, |king| rules::attackers(self.board, king, self.them).count());
        let pawn_drops = self.pawn_drop_check(their_king);
        let uchifuzume = pawn_drops == Some(false);
        [
            one_king && their_king.is_some(),
            one_king && checkers > 0,
            one_king && our_king.is_some() && checkers == 0,
            one_king && self.board.king(Side::Black).is_some(),
            our_king.is_some() && their_king.is_some(),
            self.board.cells.as_flattened().contains(&Cell::Stone),
            self.is_complete(),
            self.board.has_surplus(),
            checkers > 0,
            checkers > 1,
            checkers > 0 && self.moves.is_empty(),
            our_king.is_some_and(|king| self.has_pin(king, checkers)),
            checkers > 0 && self.moves.iter().any(|(mv, _)| matches!(mv, Mv::Drop { .. })),
            their_king.is_some_and(|king| self.has_discovered_check(king)),
            self.has_check_either_way(),
            checkers > 0 && self.moves.iter().any(|&(_, check)| check),
            pawn_drops == Some(true),
            uchifuzume,
            uchifuzume && self.us == Side::White,
            uchifuzume && their_king.is_some_and(|king| self.has_taker(king)),
            self.board_moves().any(|(from, to, _)| self.may_get_stuck(from, to)),
            self.board_moves().any(|(from, to, promote)| promote && self.would_get_stuck(from, to)),
            self.has_nifu(),
        ]
    }

    fn board_moves(&self) -> impl Iterator<Item = (Sq, Sq, bool)> + '_ {
        self.moves.iter().filter_map(|&(mv, _)| match mv {
            Mv::Board { from, to, promote } => Some((from, to, promote)),
            Mv::Drop { .. } => None,
        })
    }

    fn kind(&self, sq: Sq) -> Option<Kind> {
        if let Cell::Man(_, kind) = self.board.at(sq) { Some(kind) } else { None }
    }

    fn is_complete(&self) -> bool {
        Kind::IN_HAND.into_iter().zip(Kind::SET).all(|(kind, count)| self.board.total(kind) == count)
    }

    /// Whether the king has more attackers when one of our pieces is taken off the board.
    fn has_pin(&self, king: Sq, checkers: usize) -> bool {
        self.board.men(self.us).filter(|&(sq, _)| sq != king).any(|(sq, _)| {
            let mut without = self.board.clone();
            without.set(sq, Cell::Empty);
            rules::attackers(&without, king, self.them).count() > checkers
        })
    }

    fn has_discovered_check(&self, king: Sq) -> bool {
        self.moves.iter().filter(|&&(_, check)| check).any(|&(mv, _)| {
            matches!(mv, Mv::Board { .. })
                && rules::attackers(&self.board.after(mv), king, self.us).any(|sq| sq != mv.to())
        })
    }

    fn has_check_either_way(&self) -> bool {
        self.moves.iter().any(|&(mv, check)| match mv {
            Mv::Board { from, to, promote: true } => {
                check && self.moves.contains(&(Mv::Board { from, to, promote: false }, true))
            }
            _ => false,
        })
    }

    /// Whether something but their king attacks the square before it.
    fn has_taker(&self, king: Sq) -> bool {
        let ahead = king.offset(0, if self.us == Side::Black { 1 } else { -1 });
        ahead.is_some_and(|to| rules::attackers(self.board, to, self.them).any(|sq| sq != king))
    }

    /// Whether a pawn dropped before their king would give check: `Some(true)` legally, `Some(false)` if only the rule
    /// against pawn-drop mates is in the way.
    fn pawn_drop_check(&self, king: Option<Sq>) -> Option<bool> {
        let to = king?.offset(0, if self.us == Side::Black { 1 } else { -1 })?;
        let drop = Mv::Drop { kind: Kind::Pawn, to };
        let mut drops = Vec::new();
        if self.board.hands[self.us as usize][Kind::Pawn as usize] > 0 {
            rules::drops_of(self.board, Kind::Pawn, &mut drops);
        }
        if !drops.contains(&drop) || rules::king_attacked(&self.board.after(drop), self.us) {
            return None;
        }
        Some(self.moves.contains(&(drop, true)))
    }

    fn may_get_stuck(&self, from: Sq, to: Sq) -> bool {
        let last_two = if self.us == Side::Black { to.rank < 2 } else { to.rank > 6 };
        last_two && matches!(self.kind(from), Some(Kind::Pawn | Kind::Lance | Kind::Knight))
    }

    fn would_get_stuck(&self, from: Sq, to: Sq) -> bool {
        self.kind(from).is_some_and(|kind| rules::is_dead_end(self.us, kind, to))
    }

    fn has_nifu(&self) -> bool {
        self.board.hands[self.us as usize][Kind::Pawn as usize] > 0
            && (0..9).any(|file| rules::pawns_on_file(self.board, self.us, file) > 0)
    }
}
