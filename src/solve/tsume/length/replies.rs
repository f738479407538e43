//! Determines, for single replies, whether the mate after them takes a given number of plies and whether they
//! count.

use crate::movegen::in_check;
use crate::problem::Futile;
use crate::solve::tsume::bounded::MateWithin;
use crate::solve::tsume::task::MateSearch;
use crate::solve::tsume::workers::ParallelSearch;
use crate::types::Move;

/// Whether the mate after a reply takes exactly `lasts` plies and the reply is not a futile interposition.
/// `left`: the length of the mate in the present position.
pub fn lasts(
    search: &mut ParallelSearch,
    reply: Move,
    replies: &[Move],
    (left, lasts): (u16, u16),
    nodes: u64,
) -> MateWithin {
    let is_shorter = if lasts > 1 { is_within(search, reply, lasts - 2, nodes) } else { MateWithin::No };
    if is_shorter == MateWithin::Yes {
        return MateWithin::No;
    }
    let is_longest = lasts + 1 == left;
    let is_no_longer = if is_longest { MateWithin::Yes } else { is_within(search, reply, lasts, nodes) };
    if is_no_longer == MateWithin::No {
        return MateWithin::No;
    }
    let is_judged = search.board().futile == Futile::Official
        && reply.from().is_none()
        && in_check(&search.board().position);
    let is_left_out =
        if is_judged { is_left_out(search, reply, replies, left, nodes) } else { MateWithin::No };
    match (is_shorter, is_no_longer, is_left_out) {
        (_, _, MateWithin::Yes) => MateWithin::No,
        (MateWithin::No, MateWithin::Yes, MateWithin::No) => MateWithin::Yes,
        _ => MateWithin::Unknown,
    }
}

/// Whether a drop onto the line of check is futile.
fn is_left_out(
    search: &mut ParallelSearch,
    drop: Move,
    replies: &[Move],
    left: u16,
    nodes: u64,
) -> MateWithin {
    if is_within(search, drop, left - 1, nodes) == MateWithin::No {
        return MateWithin::Yes;
    }
    let others: Vec<Move> = replies.iter().copied().filter(|reply| reply.from().is_some()).collect();
    match search.is_futile(drop, &others, left, nodes) {
        Some(true) => MateWithin::Yes,
        Some(false) => MateWithin::No,
        None => MateWithin::Unknown,
    }
}

/// Whether there is a mate within a bound after a move; searches with at most `nodes` nodes.
pub fn is_within(search: &mut ParallelSearch, mv: Move, bound: u16, nodes: u64) -> MateWithin {
    search.with_nodes(nodes, |it| it.mate_after(mv, bound))
}
