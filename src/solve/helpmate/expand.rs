//! Expanding a position: computes the keys and moves of its children without making the moves.

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
    /// The pieces moved by `reply` and by `check`.
    moved: [Moved; 2],
    /// False for the first move of an attacker who begins: then `reply` has no meaning.
    has_reply: bool,
    /// Whether the visited set is known to hold the child.
    pub is_seen: bool,
}

// Half a cache line, since there are many children.
const _: () = assert!(size_of::<Child>() == 32);

impl Child {
    /// The child that is reached by the first check of an attacker who begins.
    fn first(position: &Position, check: Move) -> Child {
        let moved = position.pieces_of(check);
        let key = position.key_after_moved(check, moved);
        let (parent, moved) = (0, [moved; 2]);
        Child { key, parent, reply: check, check, moved, has_reply: false, is_seen: false }
    }

    /// The defender's move; `None` for the first move of an attacker who begins.
    #[inline(always)]
    pub fn reply(&self) -> Option<Move> {
        self.has_reply.then_some(self.reply)
    }

    /// The packed form of the child, computed from that of its parent.
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
    /// The defender is not mated, and has this many moves.
    Replies(u32),
}

/// Expands a position with the defender to move: appends to `children` every position after a defender's move and
/// a check, once for each way to reach it. `place`: the index of the position in its layer.
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

/// Does the same as [`expand`] with only the moves that the conditions permit, one by one.
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

/// Appends the positions that the attacker, who is to move, reaches by a check.
pub(super) fn push_checks(position: &Position, children: &mut Vec<Child>) {
    let _ = for_each_check(position, |set| {
        set.try_for_each(|check| {
            children.push(Child::first(position, check));
            ControlFlow::Continue(())
        })
    });
}

/// Appends the positions that the attacker, who is to move, reaches by a permitted check.
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
