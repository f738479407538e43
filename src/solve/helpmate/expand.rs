//! One step of the search: all double moves (the defender's move, then a check) from a position.

use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check};
use crate::position::Position;
use crate::types::Move;
use std::ops::ControlFlow;

/// A position reached by a check, not yet made: the moves to it and its key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub key: u128,
    /// `None` for the attacker's first move when he begins.
    pub reply: Option<Move>,
    pub check: Move,
}

/// What the expansion of a position with the defender to move showed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expanded {
    /// The defender is mated.
    Mate,
    /// He has this many moves.
    Replies(u32),
}

/// Buffers of an expansion, kept to spare allocations.
#[derive(Default)]
pub(super) struct Expander {
    replies: Vec<Move>,
}

impl Expander {
    /// Appends to `children` every position that the attacker can reach by a check after a move of the defender,
    /// who is to move; each as often as there are ways to it.
    #[inline]
    pub fn expand(&mut self, position: &mut Position, children: &mut Vec<Child>) -> Expanded {
        self.replies.clear();
        let replies = &mut self.replies;
        let collect = |set: MoveSet| {
            set.try_for_each(|mv| {
                replies.push(mv);
                ControlFlow::Continue(())
            })
        };
        // Nobody breaks here: the list is always complete.
        let _ = for_each_evasion(position, collect);
        if self.replies.is_empty() {
            if in_check(position) {
                return Expanded::Mate;
            }
            self.collect_legal(position);
        }
        for &reply in &self.replies {
            let undo = position.do_move(reply);
            push_checks(position, Some(reply), children);
            position.undo_move(reply, undo);
        }
        Expanded::Replies(self.replies.len() as u32)
    }

    /// At a root with the defender to move he need not be in check.
    #[cold]
    fn collect_legal(&mut self, position: &Position) {
        let _ = for_each_legal(position, |set| {
            set.try_for_each(|mv| {
                self.replies.push(mv);
                ControlFlow::Continue(())
            })
        });
    }
}

/// Appends the positions that the attacker, who is to move, reaches by his checks.
#[inline(always)]
pub(super) fn push_checks(position: &Position, reply: Option<Move>, children: &mut Vec<Child>) {
    let _ = for_each_check(position, |set| {
        set.try_for_each(|check| {
            children.push(Child { key: position.key_after(check), reply, check });
            ControlFlow::Continue(())
        })
    });
}
