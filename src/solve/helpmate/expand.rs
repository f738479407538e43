//! Expanding a position: the keys and moves of its children, without making them.

use crate::movegen::{DoubleMoves, PermittedMoves, for_each_check, in_check};
use crate::position::{Moved, Packed, Position};
use crate::types::Move;
use std::ops::ControlFlow;

/// A child of a position: its key and the moves to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub key: u128,
    /// The index of the parent in its layer.
    pub parent: u32,
    reply: Move,
    pub check: Move,
    /// The pieces of the two moves.
    moved: [Moved; 2],
    /// False for the attacker's first move when he begins: `reply` does not count then.
    has_reply: bool,
    /// Whether the visited set is known to hold it.
    pub is_seen: bool,
}

// Half a cache line: there are many of them.
const _: () = assert!(size_of::<Child>() == 32);

impl Child {
    /// The child by a check of the attacker, who begins.
    fn first(position: &Position, check: Move) -> Child {
        let moved = position.pieces_of(check);
        let key = position.key_after_moved(check, moved);
        let (parent, moved) = (0, [moved; 2]);
        Child { key, parent, reply: check, check, moved, has_reply: false, is_seen: false }
    }

    /// The defender's move; `None` for the attacker's first move when he begins.
    #[inline(always)]
    pub fn reply(&self) -> Option<Move> {
        self.has_reply.then_some(self.reply)
    }

    /// The packed form of the position, from that of the position before.
    #[inline(always)]
    pub fn packed(&self, parent: &Packed) -> Packed {
        let [replied, checked] = self.moved;
        match self.has_reply {
            true => parent.after([(self.reply, replied), (self.check, checked)]),
            false => parent.after([(self.check, checked)]),
        }
    }
}

/// The result of expanding a position with the defender to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expanded {
    /// The defender is mated.
    Mate,
    /// The number of his moves.
    Replies(u32),
}

/// Appends to `children` every position that a move of the defender, who is to move, and a check lead to; each as often
/// as there are ways to it. `place`: the index of the position in its layer.
#[inline]
pub(super) fn expand(
    moves: &mut DoubleMoves,
    position: &mut Position,
    place: u32,
    children: &mut Vec<Child>,
) -> Expanded {
    let replies = moves.for_each(position, move |double| {
        children.push(Child {
            key: double.key,
            parent: place,
            reply: double.reply,
            check: double.check,
            moved: double.moved,
            has_reply: true,
            is_seen: false,
        });
    });
    if replies.count == 0 && replies.in_check { Expanded::Mate } else { Expanded::Replies(replies.count) }
}

/// Does what [`expand`] does with the moves that conditions permit, one by one.
#[inline(never)]
pub(super) fn expand_permitted(
    permitted: &PermittedMoves,
    position: &Position,
    place: u32,
    children: &mut Vec<Child>,
) -> Expanded {
    let replies = permitted.of(position);
    for &reply in &replies {
        let mut after = position.clone();
        after.do_move(reply);
        let replied = position.pieces_of(reply);
        for check in permitted.of(&after) {
            let checked = after.pieces_of(check);
            children.push(Child {
                key: after.key_after_moved(check, checked),
                parent: place,
                reply,
                check,
                moved: [replied, checked],
                has_reply: true,
                is_seen: false,
            });
        }
    }
    match replies.len() as u32 {
        0 if in_check(position) => Expanded::Mate,
        count => Expanded::Replies(count),
    }
}

/// Appends the positions that the attacker, who is to move, reaches by his checks.
pub(super) fn push_checks(position: &Position, children: &mut Vec<Child>) {
    let _ = for_each_check(position, |set| {
        set.try_for_each(|check| {
            children.push(Child::first(position, check));
            ControlFlow::Continue(())
        })
    });
}

/// Appends those that he reaches by permitted checks.
pub(super) fn push_permitted_checks(
    permitted: &PermittedMoves,
    position: &Position,
    children: &mut Vec<Child>,
) {
    match permitted.are_all() {
        true => push_checks(position, children),
        false => {
            children.extend(permitted.of(position).into_iter().map(|check| Child::first(position, check)));
        }
    }
}
