//! The definition of a futile interposition (無駄合): a drop onto the line of check whose capture, with the captured
//! piece given back, mates no later than the mates after the other replies.

use super::search::{BoundedSearch, MateWithin};
use crate::solve::tsume::dfpn::PathStep;
use crate::types::Move;

impl BoundedSearch<'_> {
    /// Whether a drop onto the line of check is futile. `others`: the length of the longest mate after the replies
    /// that are not such drops. `None` when the search ended before this was decided.
    pub fn is_futile(&mut self, drop: Move, others: u16) -> Option<bool> {
        if self.state.board.gives_check(drop) {
            return Some(false);
        }
        let captures = self.state.board.captures(drop);
        let step = PathStep { table_key: self.state.board.table_key(), bound: others, by_pair: false };
        self.state.path.push(step);
        let mut verdict = Some(false);
        for capture in captures {
            let pair = self.state.board.do_pair(drop, capture);
            let answer = MateWithin::from(self.search_after_pair(others));
            self.state.board.undo_pair(pair);
            match answer {
                MateWithin::Yes => verdict = Some(true),
                MateWithin::No => continue,
                MateWithin::Unknown => verdict = None,
            }
            break;
        }
        self.state.path.pop();
        verdict
    }
}

/// The length of the longest mate after some replies, which must be at most `bound`; tries smaller and smaller
/// lengths. `answer(reply, plies)` returns whether there is a mate within `plies` plies after a reply. `None`
/// when it does not know.
pub fn length_of(
    replies: &[Move],
    bound: u16,
    mut answer: impl FnMut(Move, u16) -> MateWithin,
) -> Option<u16> {
    let mut length = if replies.is_empty() { 0 } else { bound };
    while length > 2 {
        match lasts(replies, length, &mut answer) {
            MateWithin::Yes => break,
            MateWithin::No => length -= 2,
            MateWithin::Unknown => return None,
        }
    }
    Some(length)
}

/// Whether after one of some replies the mate takes at least `plies` plies, including the reply.
pub(super) fn lasts(
    replies: &[Move],
    plies: u16,
    mut answer: impl FnMut(Move, u16) -> MateWithin,
) -> MateWithin {
    if plies <= 2 {
        return if plies == 0 || !replies.is_empty() { MateWithin::Yes } else { MateWithin::No };
    }
    for &reply in replies {
        match answer(reply, plies - 3) {
            MateWithin::Yes => {}
            MateWithin::No => return MateWithin::Yes,
            MateWithin::Unknown => return MateWithin::Unknown,
        }
    }
    MateWithin::No
}
