//! The length of the mate when all replies are answered. Some answers hold under conditions, which are checked
//! here.

use super::futile::lasts;
use super::replies::{DropSquare, JUDGED_FUTILE, NOTHING_ADDED, Pair, Replies};
use super::search::{BoundedSearch, MateWithin};
use super::value::BoundedValue;
use crate::movegen::legal_moves;
use crate::solve::tsume::dfpn::{longer, shorter};
use crate::store::Fact;
use crate::types::Move;

/// The number of nodes for the first attempt to check a condition.
const FEW: u64 = 64;

impl BoundedSearch<'_> {
    /// The value of a node all of whose replies are answered. `None` when a condition turned out not to hold, so
    /// that the search of the node continues.
    pub(super) fn conclude(&mut self, node: &mut Replies, bound: u16) -> Option<BoundedValue> {
        for drop_square in 0..node.drop_squares.len() {
            if node.drop_squares[drop_square] == DropSquare::Pending {
                node.drop_squares[drop_square] = self.settle(node, drop_square as u8, bound);
                if self.state.control.is_over() {
                    return Some(BoundedValue::open(1, 1));
                }
            }
        }
        if node.drop_squares.contains(&DropSquare::Open)
            && !(0..node.replies.len()).all(|at| node.is_answered(at))
        {
            return None;
        }
        let mut fact = NOTHING_ADDED;
        for at in 0..node.replies.len() {
            let reply = &node.replies[at];
            if reply.value.is_proved() && !node.is_answered_by_pair(reply) {
                add(&mut fact, Fact { upper: longer(reply.value.fact.upper), ..reply.value.fact });
            }
        }
        for drop_square in &node.drop_squares {
            if let DropSquare::Answered(answer) = *drop_square {
                add(&mut fact, answer);
            }
        }
        debug_assert!(
            self.accounts_for_every_reply(node),
            "a reply was passed over: {}",
            self.state.board.position
        );
        Some(BoundedValue::proved_by(fact))
    }

    /// Whether every legal reply was searched, is dominated (the same board after its capture, with a smaller
    /// hand, is a mate), or is futile under the policy.
    fn accounts_for_every_reply(&self, node: &Replies) -> bool {
        let (mut searched, mut dominated, mut futile) = (0, 0, 0);
        for reply in &node.replies {
            match reply.drop_square.map(|drop_square| node.drop_squares[usize::from(drop_square)]) {
                Some(DropSquare::Answered(Fact { upper: 0, .. })) => futile += 1,
                Some(DropSquare::Answered(_)) => dominated += 1,
                _ if reply.is_listed && reply.value.is_proved() => searched += 1,
                _ => {}
            }
        }
        searched + dominated + futile == legal_moves(&self.state.board.position).len()
    }

    /// Settles a drop square that is pending: a pair answers its drops within the bound, provided that some other
    /// reply lasts at least as long. Each way to settle it may be hard, so all are tried in turn with growing
    /// numbers of nodes.
    fn settle(&mut self, node: &mut Replies, drop_square: u8, bound: u16) -> DropSquare {
        let mut others = Others::of(node, bound);
        let mut nodes = FEW;
        while !self.state.control.is_over() && !self.answers_drops(node, drop_square, bound, nodes) {
            let mut is_undecided = false;
            for pair in
                node.pairs.iter_mut().filter(|pair| pair.drop_square == drop_square && pair.value.is_proved())
            {
                match self.settle_by_pair(pair, bound, &mut others, nodes) {
                    DropSquare::Open => {}
                    DropSquare::Pending => is_undecided = true,
                    answered @ DropSquare::Answered(_) => return answered,
                }
            }
            if !is_undecided {
                break;
            }
            nodes = nodes.saturating_mul(4);
        }
        DropSquare::Open
    }

    /// Whether each drop on a square is answered by its own mate, which is searched for with at most `nodes`
    /// nodes.
    fn answers_drops(&mut self, node: &mut Replies, drop_square: u8, bound: u16, nodes: u64) -> bool {
        node.replies.iter_mut().filter(|reply| reply.drop_square == Some(drop_square)).all(|reply| {
            if !reply.is_listed || !reply.value.is_proved() {
                let value = self.with_nodes(nodes, |search| search.search_after(reply.mv, shorter(bound)));
                if value.is_proved() {
                    (reply.value, reply.is_listed) = (value, true);
                }
            }
            reply.is_listed && reply.value.is_proved()
        })
    }

    /// Settles a drop square by one of its pairs. If the pair's mate takes longer than the mates after the other
    /// replies, a shorter one is searched for.
    fn settle_by_pair(&mut self, pair: &mut Pair, bound: u16, others: &mut Others, nodes: u64) -> DropSquare {
        loop {
            let fact = pair.value.fact;
            let both_plies = Fact { upper: longer(longer(fact.upper)), ..fact };
            let is_safe = !fact.upper_hand_only;
            if is_safe && both_plies.upper <= bound {
                return DropSquare::Answered(both_plies);
            }
            // With the captured piece kept, the mate takes no longer, so it suffices to find one in two plies
            // less than the bound.
            let fewer = if is_safe { bound.saturating_sub(2) } else { 0 };
            let is_too_long = fact.upper > others.most;
            if is_safe || is_too_long {
                let bound_of_pair = if is_too_long { fewer.max(others.most) } else { fewer };
                let value = self.search_pair(pair, bound_of_pair, nodes);
                if value.is_proved() {
                    pair.value = value;
                    continue;
                }
                if value.is_refuted() && is_too_long {
                    let fact = Fact { lower: bound + 1, lower_hand_only: true, ..Fact::NOTHING };
                    pair.value = BoundedValue { fact, ..value };
                    return DropSquare::Open;
                }
            }
            if is_too_long {
                return DropSquare::Pending;
            }
            let last = self.with_nodes(nodes, |search| {
                lasts(&others.moves, fact.upper, |reply, bound| search.mate_off_path(reply, bound))
            });
            match last {
                MateWithin::Yes => return DropSquare::Answered(JUDGED_FUTILE),
                MateWithin::No => others.most = fact.upper.saturating_sub(2),
                MateWithin::Unknown => return DropSquare::Pending,
            }
        }
    }

    /// The value of the position after a pair, searched with at most `nodes` nodes.
    fn search_pair(&mut self, pair: &Pair, bound: u16, nodes: u64) -> BoundedValue {
        let undo = self.state.board.do_pair(pair.drop, pair.capture);
        let value = self.with_nodes(nodes, |search| search.search_after_pair(bound));
        self.state.board.undo_pair(undo);
        value
    }

    /// Whether there is a mate within a bound after a move, without regard to the path, so that the answer holds
    /// on every path.
    fn mate_off_path(&mut self, mv: Move, bound: u16) -> MateWithin {
        let before = self.state.path.hide();
        let answer = MateWithin::from(self.search_after(mv, bound));
        self.state.path.show(before);
        answer
    }
}

/// The replies at a node that are not interpositions by drops.
struct Others {
    moves: Vec<Move>,
    /// An upper bound of the mate's length after them.
    most: u16,
}

impl Others {
    fn of(node: &Replies, bound: u16) -> Others {
        let others = || node.replies.iter().filter(|reply| reply.chain.is_none());
        let most = others().map(|reply| longer(reply.value.fact.upper)).max().unwrap_or(0);
        Others { moves: others().map(|reply| reply.mv).collect(), most: most.min(bound) }
    }
}

/// Includes a reply in the length of the node's mate.
fn add(fact: &mut Fact, reply: Fact) {
    fact.upper = fact.upper.max(reply.upper);
    fact.upper_hand_only |= reply.upper_hand_only;
}
