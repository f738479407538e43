//! One step of the search: the positions that a check can lead to, found and not yet made.

use crate::movegen::{DoubleMoves, for_each_check};
use crate::position::{Moved, Packed, Position};
use crate::types::Move;
use std::ops::ControlFlow;

/// A position reached by a check, not yet made: the moves to it and its key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub key: u128,
    /// `None` for the attacker's first move when he begins.
    pub reply: Option<Move>,
    pub check: Move,
    /// The pieces of the two moves; the first pair counts only if there is a reply.
    moved: [Moved; 2],
    /// Whether it is known that the position was reached before.
    pub is_seen: bool,
}

impl Child {
    /// The packed form of the position, from that of the position before.
    #[inline]
    pub fn packed(&self, parent: &Packed) -> Packed {
        let mut packed = *parent;
        self.play_in(&mut packed);
        packed
    }

    /// Turns the packed form of the position before into that of this one.
    #[inline(always)]
    pub fn play_in(&self, parent: &mut Packed) {
        let [replied, checked] = self.moved;
        if let Some(reply) = self.reply {
            parent.play(reply, replied);
        }
        parent.play(self.check, checked);
    }
}

/// What the expansion of a position with the defender to move showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expanded {
    /// The defender is mated.
    Mate,
    /// He has this many moves.
    Replies(u32),
}

/// Appends to `children` every position that the attacker can reach by a check after a move of the defender, who is
/// to move; each as often as there are ways to it.
#[inline]
pub(super) fn expand(
    moves: &mut DoubleMoves,
    position: &mut Position,
    children: &mut Vec<Child>,
) -> Expanded {
    let replies = moves.for_each(position, |double| {
        children.push(Child {
            key: double.key,
            reply: Some(double.reply),
            check: double.check,
            moved: double.moved,
            is_seen: false,
        });
    });
    if replies.count == 0 && replies.in_check { Expanded::Mate } else { Expanded::Replies(replies.count) }
}

/// Appends the positions that the attacker, who is to move, reaches by his checks.
pub(super) fn push_checks(position: &Position, children: &mut Vec<Child>) {
    let _ = for_each_check(position, |set| {
        set.try_for_each(|check| {
            let moved = position.pieces_of(check);
            let key = position.key_after_moved(check, moved);
            children.push(Child { key, reply: None, check, moved: [moved; 2], is_seen: false });
            ControlFlow::Continue(())
        })
    });
}
