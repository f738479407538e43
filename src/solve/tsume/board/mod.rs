//! The present position of a search, and what is constant in its problem: attacker, policy, and positions to
//! avoid.

mod avoided;
mod hand;
mod interpositions;

use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check};
use crate::position::Position;
use crate::problem::Futile;
use crate::store::TableKey;
use crate::types::{Color, HAND_KINDS, Hand, Move, Square};
use avoided::Avoided;
use core::ops::ControlFlow;
use hand::pack;
pub(super) use hand::{pack_bits, unpack_bits};

/// The present position of a search and the problem that it belongs to.
#[derive(Clone)]
pub(super) struct Board {
    pub position: Position,
    pub attacker: Color,
    pub futile: Futile,
    /// A hash of what is constant in the problem, which is part of every key.
    seed: u128,
    avoided: Avoided,
}

/// The key of a position, with the attacker's hand not packed yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PositionKey {
    /// The key of the board, combined with the hash of the problem.
    pub board: u128,
    /// The attacker's hand.
    pub hand: Hand,
}

impl PositionKey {
    /// The key under which tables store the position.
    #[inline(always)]
    pub fn table_key(self) -> TableKey {
        TableKey { board: self.board, hand: pack(self.hand) }
    }
}

impl Board {
    pub fn new(position: Position, attacker: Color, futile: Futile) -> Board {
        let seed = seed(&position, attacker, futile);
        Board { position, attacker, futile, seed, avoided: Avoided::default() }
    }

    /// Excludes positions with the attacker to move from the search. They become part of every key, because
    /// results depend on them.
    pub fn avoid(&mut self, positions: &[Position]) {
        for position in positions {
            self.seed = (self.seed ^ position.key()).wrapping_mul(0xa3ec_647e_9f3b_1d27_8d5f_3c11_6b2f_9be5);
            self.seed ^= self.seed >> 61;
        }
        let attacking = positions.iter().filter(|position| position.side_to_move() == self.attacker);
        self.avoided = attacking.map(|position| self.here_of(position).table_key()).collect();
    }

    /// Whether the attacker must avoid a position.
    #[inline]
    pub fn avoids(&self, table_key: TableKey) -> bool {
        self.avoided.contains(table_key)
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn attacks(&self) -> bool {
        self.position.side_to_move() == self.attacker
    }

    /// The king that is to be mated.
    #[inline]
    pub fn target(&self) -> Option<Square> {
        self.position.king(!self.attacker)
    }

    /// The key of the present position.
    #[inline]
    pub fn here(&self) -> PositionKey {
        self.here_of(&self.position)
    }

    #[inline(always)]
    fn here_of(&self, position: &Position) -> PositionKey {
        PositionKey { board: position.board_key() ^ self.seed, hand: position.hand(self.attacker) }
    }

    /// The key of the present position in the table.
    #[inline]
    pub fn table_key(&self) -> TableKey {
        self.here().table_key()
    }

    /// The key after a pseudo-legal check; `here`: the key of the present position.
    #[inline]
    pub fn after_check(&self, here: PositionKey, mv: Move) -> PositionKey {
        let mut hand = here.hand;
        match mv.dropped() {
            Some(kind) => hand.remove(kind),
            None => {
                if let Some(captured) = self.position.piece_at(mv.to()) {
                    hand.add(captured.kind().unpromoted());
                }
            }
        }
        PositionKey { board: self.position.board_key_after(here.board, mv), hand }
    }

    /// The key after a pseudo-legal move of the defender; `here`: the key of the present position.
    #[inline]
    pub fn after_reply(&self, here: PositionKey, mv: Move) -> PositionKey {
        PositionKey { board: self.position.board_key_after(here.board, mv), ..here }
    }

    /// The number of legal checks.
    #[inline]
    pub fn count_checks(&self) -> u32 {
        let mut checks = 0;
        // The closure never stops the iteration.
        let _ = for_each_check(&self.position, |set| {
            checks += set.count();
            ControlFlow::Continue(())
        });
        checks
    }

    /// Whether no reply of the defender lengthens the game: there are no moves, and under the official policy all
    /// drops are futile. The argument is the result of [`count_replies`](Self::count_replies).
    pub fn has_no_reply(&mut self, (moves, drops): (u32, bool)) -> bool {
        let is_official = self.futile == Futile::Official;
        moves == 0 && (!drops || is_official && self.futile_drops_only().is_some())
    }

    /// The number of replies other than drops, and whether there are drops. Without a check, all legal moves.
    pub fn count_replies(&self) -> (u32, bool) {
        let (mut moves, mut drops) = (0, false);
        let mut count = |set: MoveSet| {
            match set {
                MoveSet::Drops { .. } => drops = true,
                _ => moves += set.count(),
            }
            ControlFlow::Continue(())
        };
        // The closure never stops the iteration.
        let _ = if in_check(&self.position) {
            for_each_evasion(&self.position, &mut count)
        } else {
            for_each_legal(&self.position, &mut count)
        };
        (moves, drops)
    }
}

/// The distance of two squares in king's moves.
pub(super) fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

/// A hash of the attacker, the policy and the pieces in the box. It is part of every key, because a table serves
/// many problems. (Stones are part of the board's key.)
fn seed(position: &Position, attacker: Color, futile: Futile) -> u128 {
    let rest = position.piece_box();
    let mut word: u128 = 1 + attacker as u128 + 2 * u128::from(futile == Futile::Official);
    for kind in HAND_KINDS {
        word = word * 32 + u128::from(rest.count(kind));
    }
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    (mixed ^ mixed >> 67).wrapping_mul(0xda94_2042_e4dd_58b5_94d0_49bb_1331_11eb)
}
