//! The defender's replies to a check, interpositions by drops among them.
//!
//! Drops are searched one after another in chains: the next comes up when the one before it is answered. All drops
//! on a square have a common answer: take the piece with check and have a mate *as if it had never been dropped*. Such
//! a pair of drop and capture leads to the same position for every kind, so it is searched once beside the replies. With
//! the piece in the attacker's hand instead the mate is no longer, so the pair answers all drops on the square; under
//! the policy it shows them to be futile if the mate takes no longer than after the other replies.

use super::number::{FREE, INFINITE, Number, Thresholds, beyond, longer, shorter};
use super::policy::Futile;
use super::search::{Answer, Search};
use crate::board::Bitboard;
use crate::movegen::{MoveSet, for_each_check, for_each_evasion, for_each_legal, in_check, legal_moves};
use crate::store::Fact;
use crate::types::{Move, PieceKind, Square};
use core::ops::ControlFlow;

/// A reply.
struct Reply {
    mv: Move,
    number: Number,
    /// Whether it was looked at.
    is_listed: bool,
    /// For a drop onto a line of check: its group, and the chain in which it waits.
    group: Option<u8>,
    chain: Option<u8>,
}

/// A capture of whatever is dropped on a square, with the piece given back.
struct Pair {
    drop: Move,
    capture: Move,
    group: u8,
    number: Number,
}

/// The drops on a square.
#[derive(Clone, Copy, PartialEq)]
enum Group {
    /// They wait for an answer each.
    Open,
    /// A pair answers all of them; they add this to the length, and the flags say what limits it.
    Answered(Fact),
    /// A pair answers them if the other replies have the full length.
    Pending,
}

/// The replies at a node.
#[derive(Default)]
pub(super) struct Replies {
    replies: Vec<Reply>,
    pairs: Vec<Pair>,
    groups: Vec<Group>,
    /// Drops onto the line of check as they were generated.
    drops: Vec<(PieceKind, Bitboard)>,
}

/// What weighing the replies comes to.
enum Weighed {
    Refuted(Number),
    AllAnswered,
    Open { number: Number, chosen: usize, second: u32, open: u32 },
}

/// An interposition answered without a contribution to the length.
const NOTHING_ADDED: Fact = Fact { upper: 0, ..Fact::NOTHING };

impl Search {
    /// Searches the replies in the present position.
    pub(super) fn search_replies(&mut self, bound: u16, thresholds: Thresholds) -> Number {
        let mut node = self.spare_replies.pop().unwrap_or_default();
        let number = match self.list_replies(&mut node, bound) {
            Some(refuted) => refuted,
            None => self.choose_reply(&mut node, bound, thresholds),
        };
        node.replies.clear();
        node.pairs.clear();
        node.groups.clear();
        node.drops.clear();
        self.spare_replies.push(node);
        number
    }

    /// Lists the replies; stops at one that is known to escape.
    fn list_replies(&mut self, node: &mut Replies, bound: u16) -> Option<Number> {
        let mut drops = std::mem::take(&mut node.drops);
        let checked = in_check(&self.position);
        let mut list = |set: MoveSet| {
            if let (true, MoveSet::Drops { kind, to }) = (checked, set) {
                drops.push((kind, to));
                return ControlFlow::Continue(());
            }
            set.try_for_each(|mv| {
                let number = Number::open(1, 1);
                node.replies.push(Reply { mv, number, is_listed: true, group: None, chain: None });
                ControlFlow::Continue(())
            })
        };
        // Nobody breaks.
        let _ = if checked {
            for_each_evasion(&self.position, &mut list)
        } else {
            for_each_legal(&self.position, &mut list)
        };
        node.drops = drops;
        for reply in &mut node.replies {
            reply.number = self.glance_after(reply.mv, bound);
            if reply.number.dn == 0 {
                return Some(refuted_by(reply.number));
            }
        }
        if !node.drops.is_empty() {
            self.list_drops(node, bound);
        }
        None
    }

    fn glance_after(&mut self, mv: Move, bound: u16) -> Number {
        let undo = self.position.do_move(mv);
        let number = self.glance_attacking(shorter(bound));
        self.position.undo_move(mv, undo);
        number
    }

    /// Lists the drops onto the line of check, the squares next to the king first, and what may answer them.
    fn list_drops(&mut self, node: &mut Replies, bound: u16) {
        let defender = !self.attacker;
        let Some(king) = self.position.king(defender) else { return };
        let drops = std::mem::take(&mut node.drops);
        let all = drops.iter().fold(Bitboard::EMPTY, |all, &(_, to)| all | to);
        let mut squares: Vec<Square> = all.into_iter().collect();
        squares.sort_by_key(|sq| distance(*sq, king));
        let occupied = self.position.occupied();
        for square in squares {
            let group = node.groups.len() as u8;
            node.groups.push(Group::Open);
            let kinds = drops.iter().filter(|(_, to)| to.contains(square)).map(|&(kind, _)| kind);
            let mut first = None;
            let is_supported = !self.position.attackers_to(square, defender, occupied).is_empty();
            let chain = if is_supported { group } else { u8::MAX };
            for kind in kinds {
                let mv = Move::drop(kind, square);
                let gives_check = self.gives_check(mv);
                if !gives_check {
                    first.get_or_insert(mv);
                }
                let group = (!gives_check).then_some(group);
                let number = Number::open(1, 1);
                node.replies.push(Reply { mv, number, is_listed: false, group, chain: Some(chain) });
            }
            if let Some(drop) = first {
                self.list_pairs(node, drop, group, bound);
            }
        }
        node.drops = drops;
    }

    /// Whether a drop of the defender's checks the attacker's king.
    pub(super) fn gives_check(&mut self, drop: Move) -> bool {
        if self.position.king(self.attacker).is_none() {
            return false;
        }
        let undo = self.position.do_move(drop);
        let gives_check = in_check(&self.position);
        self.position.undo_move(drop, undo);
        gives_check
    }

    fn list_pairs(&mut self, node: &mut Replies, drop: Move, group: u8, bound: u16) {
        let start = node.pairs.len();
        let undo = self.position.do_move(drop);
        // Nobody breaks.
        let _ = for_each_check(&self.position, |set| {
            set.try_for_each(|capture| {
                if capture.to() == drop.to() {
                    node.pairs.push(Pair { drop, capture, group, number: Number::open(1, 1) });
                }
                ControlFlow::Continue(())
            })
        });
        self.position.undo_move(drop, undo);
        let bound_of_pair = self.bound_of_pair(bound);
        for at in start..node.pairs.len() {
            let Pair { drop, capture, .. } = node.pairs[at];
            let number =
                self.after_pair(drop, capture, |search| search.glance_defending(bound_of_pair, true));
            node.pairs[at].number = number;
            if number.pn == 0 {
                self.answer_group(node, at, bound);
            }
        }
    }

    /// The bound of the question about the position after a pair.
    fn bound_of_pair(&self, bound: u16) -> u16 {
        if self.futile == Futile::Official { bound } else { bound - 2 }
    }

    /// Asks something about the position after a drop, its capture, and the return of the dropped piece.
    pub(super) fn after_pair<T>(
        &mut self,
        drop: Move,
        capture: Move,
        ask: impl FnOnce(&mut Search) -> T,
    ) -> T {
        let kind = drop.dropped().unwrap_or(PieceKind::Pawn);
        let dropped = self.position.do_move(drop);
        let captured = self.position.do_move(capture);
        let hands = [self.attacker, !self.attacker].map(|side| (side, self.position.hand(side)));
        let [(attacker, mut taken), (defender, mut given)] = hands;
        taken.remove(kind);
        given.add(kind);
        self.position.set_hand(attacker, taken);
        self.position.set_hand(defender, given);
        let answer = ask(self);
        for (side, hand) in hands {
            self.position.set_hand(side, hand);
        }
        self.position.undo_move(capture, captured);
        self.position.undo_move(drop, dropped);
        answer
    }

    /// Notes that a pair leads to a mate.
    fn answer_group(&self, node: &mut Replies, pair: usize, bound: u16) {
        let Pair { group, number, .. } = node.pairs[pair];
        let fact = number.fact;
        let is_safe = !fact.upper_hand_only;
        let both_plies = Fact { upper: longer(longer(fact.upper)), ..fact };
        let answer = match self.futile {
            Futile::None => Group::Answered(both_plies),
            Futile::Official if fact.upper == 0 => Group::Answered(NOTHING_ADDED),
            // Taken and kept, the piece makes the mate no longer.
            Futile::Official if is_safe && both_plies.upper <= bound => Group::Answered(both_plies),
            Futile::Official => Group::Pending,
        };
        let known = &mut node.groups[usize::from(group)];
        if !matches!(known, Group::Answered(_)) {
            *known = answer;
        }
    }

    fn choose_reply(&mut self, node: &mut Replies, bound: u16, thresholds: Thresholds) -> Number {
        loop {
            self.list_heads(node, bound);
            let (number, chosen, second, open) = match node.weigh(self.futile, bound) {
                Weighed::Refuted(number) => return number,
                Weighed::AllAnswered => match self.conclude(node, bound) {
                    Some(number) => return number,
                    None => continue,
                },
                Weighed::Open { number, chosen, second, open } => (number, chosen, second, open),
            };
            let is_over = number.pn >= thresholds.pn || number.dn >= thresholds.dn;
            if is_over || self.pulse.is_over() {
                return number;
            }
            let below = Thresholds {
                pn: thresholds.pn.saturating_sub(open - 1).max(1),
                dn: thresholds.dn.min(beyond(second)),
            };
            self.visit(node, chosen, bound, below);
        }
    }

    /// Looks at the drops that have come up in their chains.
    fn list_heads(&mut self, node: &mut Replies, bound: u16) {
        let mut busy = Busy::default();
        for at in 0..node.replies.len() {
            if node.is_answered(at) || busy.waits(&node.replies[at]) {
                continue;
            }
            if !node.replies[at].is_listed {
                let number = self.glance_after(node.replies[at].mv, bound);
                node.replies[at].number = number;
                node.replies[at].is_listed = true;
                if number.pn == 0 {
                    continue;
                }
            }
            busy.occupy(&node.replies[at]);
        }
    }

    /// Visits a reply, or a pair that answers it, whichever seems easier to prove.
    fn visit(&mut self, node: &mut Replies, chosen: usize, bound: u16, below: Thresholds) {
        let reply = &node.replies[chosen];
        let real = if reply.number.dn == 0 { INFINITE } else { reply.number.pn };
        let (mut pair, mut least, mut second) = (None, INFINITE, INFINITE);
        for (at, candidate) in node.pairs.iter().enumerate() {
            if Some(candidate.group) == reply.group && candidate.number.dn != 0 {
                if candidate.number.pn < least {
                    (second, least, pair) = (least, candidate.number.pn, Some(at));
                } else {
                    second = second.min(candidate.number.pn);
                }
            }
        }
        // A mate that was found after the reply itself goes before a pair of which nothing is known.
        let is_found = |number: &Number| number.fact.upper_is_estimate;
        let is_expected = real < below.pn
            && is_found(&reply.number)
            && (real == 1 || !pair.is_some_and(|at| is_found(&node.pairs[at].number)));
        match pair.filter(|_| least <= real && !is_expected) {
            Some(at) => {
                // A pair that only spares work has no part in the disproof number.
                let spares_only = self.futile == Futile::None;
                let dn = if spares_only { INFINITE } else { below.dn };
                let below = Thresholds { pn: below.pn.min(beyond(second.min(real))), dn };
                let bound_of_pair = self.bound_of_pair(bound);
                let Pair { drop, capture, .. } = node.pairs[at];
                let number =
                    self.after_pair(drop, capture, |search| search.defend(bound_of_pair, below, true));
                node.pairs[at].number = number;
                if number.pn == 0 {
                    self.answer_group(node, at, bound);
                }
            }
            None => {
                let pn = if is_expected { below.pn } else { below.pn.min(beyond(least)) };
                let below = Thresholds { pn, ..below };
                let mv = reply.mv;
                let undo = self.position.do_move(mv);
                let number = self.attack(shorter(bound), below);
                self.position.undo_move(mv, undo);
                node.replies[chosen].number = number;
            }
        }
    }

    /// Everything is answered, perhaps under a condition: the length. `None` when a condition does not hold.
    fn conclude(&mut self, node: &mut Replies, bound: u16) -> Option<Number> {
        let mut hand_only = false;
        if node.groups.contains(&Group::Pending) {
            let Some(others) = self.length_of_replies(node, bound) else { return Some(Number::open(1, 1)) };
            for group in 0..node.groups.len() as u8 {
                if node.groups[usize::from(group)] == Group::Pending {
                    hand_only = true;
                    self.settle(node, group, bound, others);
                }
            }
            if self.pulse.is_over() {
                return Some(Number::open(1, 1));
            }
            if node.groups.contains(&Group::Open) && !(0..node.replies.len()).all(|at| node.is_answered(at)) {
                return None;
            }
        }
        let mut fact = NOTHING_ADDED;
        for at in 0..node.replies.len() {
            let reply = &node.replies[at];
            if reply.number.pn == 0 && !node.is_answered_by_pair(reply) {
                add(&mut fact, Fact { upper: longer(reply.number.fact.upper), ..reply.number.fact });
            }
        }
        for group in &node.groups {
            if let Group::Answered(answer) = *group {
                add(&mut fact, answer);
            }
        }
        fact.upper_hand_only |= hand_only;
        debug_assert!(self.accounts_for_every_reply(node), "a reply was passed over: {}", self.position);
        Some(Number { pn: 0, dn: INFINITE, fact, reach: FREE })
    }

    /// Whether every legal reply was searched, is dominated (the same board after its capture, with less in hand, is a mate), or
    /// is futile by the policy.
    fn accounts_for_every_reply(&self, node: &Replies) -> bool {
        let (mut searched, mut dominated, mut futile) = (0, 0, 0);
        for reply in &node.replies {
            match reply.group.map(|group| node.groups[usize::from(group)]) {
                Some(Group::Answered(NOTHING_ADDED)) if self.futile == Futile::Official => futile += 1,
                Some(Group::Answered(_)) => dominated += 1,
                _ if reply.is_listed && reply.number.pn == 0 => searched += 1,
                _ => {}
            }
        }
        searched + dominated + futile == legal_moves(&self.position).len()
    }

    /// The value over the replies other than interpositions by drops, which is within the bound. `None` when halted.
    fn length_of_replies(&mut self, node: &Replies, bound: u16) -> Option<u16> {
        let others: Vec<Move> =
            node.replies.iter().filter(|reply| reply.chain.is_none()).map(|reply| reply.mv).collect();
        self.length_of(&others, bound)
    }

    /// The value over some replies, which is within the bound: found from above. `None` when halted.
    pub(super) fn length_of(&mut self, replies: &[Move], bound: u16) -> Option<u16> {
        if replies.is_empty() {
            return Some(0);
        }
        let mut length = bound;
        while length > 2 {
            for &reply in replies {
                match self.ask_after(reply, length - 3) {
                    Answer::Yes => {}
                    Answer::No => return Some(length),
                    Answer::Halted => return None,
                }
            }
            length -= 2;
        }
        Some(length)
    }

    /// Decides whether the drops of a group are futile, when the value over the other replies is known.
    fn settle(&mut self, node: &mut Replies, group: u8, bound: u16, others: u16) {
        let mut answer = Group::Open;
        for at in 0..node.pairs.len() {
            let Pair { drop, capture, group: of, number } = node.pairs[at];
            if of != group || number.pn != 0 {
                continue;
            }
            let holds = number.fact.upper <= others || {
                let is_mate = self.after_pair(drop, capture, |search| search.ask_pair(others));
                is_mate == Answer::Yes
            };
            if holds {
                answer = Group::Answered(NOTHING_ADDED);
                break;
            }
            let fact = Fact { lower: bound + 1, lower_hand_only: true, ..Fact::NOTHING };
            node.pairs[at].number = Number { pn: INFINITE, dn: 0, fact, reach: FREE };
        }
        node.groups[usize::from(group)] = answer;
    }

    /// Asks about the present position, reached by a pair.
    pub(super) fn ask_pair(&mut self, bound: u16) -> Answer {
        let glance = self.glance_defending(bound, true);
        let number = if glance.is_answered() { glance } else { self.defend(bound, Thresholds::NONE, true) };
        match (number.pn, number.dn) {
            (0, _) => Answer::Yes,
            (_, 0) => Answer::No,
            _ => Answer::Halted,
        }
    }
}

/// The chains in which a drop is being searched.
#[derive(Default)]
struct Busy(u32);

impl Busy {
    fn bit(reply: &Reply) -> u32 {
        // Groups are at most seven; the common chain is numbered 255.
        reply.chain.map_or(0, |chain| 1 << (chain & 31))
    }

    fn waits(&self, reply: &Reply) -> bool {
        self.0 & Busy::bit(reply) != 0
    }

    fn occupy(&mut self, reply: &Reply) {
        self.0 |= Busy::bit(reply);
    }
}

impl Replies {
    fn is_answered_by_pair(&self, reply: &Reply) -> bool {
        reply.group.is_some_and(|group| self.groups[usize::from(group)] != Group::Open)
    }

    fn is_answered(&self, at: usize) -> bool {
        let reply = &self.replies[at];
        reply.is_listed && reply.number.pn == 0 || self.is_answered_by_pair(reply)
    }

    /// Weighs the replies that are up.
    fn weigh(&self, futile: Futile, bound: u16) -> Weighed {
        let mut busy = Busy::default();
        let (mut least, mut second, mut chosen) = (INFINITE, INFINITE, None);
        let (mut pn, mut open) = (0, 0);
        for (at, reply) in self.replies.iter().enumerate() {
            if self.is_answered(at) || busy.waits(reply) {
                continue;
            }
            busy.occupy(reply);
            let number = self.with_pairs(reply, futile);
            if number.dn == 0 {
                return Weighed::Refuted(self.refutation(reply, futile, bound));
            }
            open += 1;
            pn = pn.max(number.pn);
            if number.dn < least {
                (second, least, chosen) = (least, number.dn, Some(at));
            } else {
                second = second.min(number.dn);
            }
        }
        match chosen {
            Some(chosen) => {
                let number = Number::open((pn + open - 1).min(INFINITE - 1), least);
                Weighed::Open { number, chosen, second, open }
            }
            None => Weighed::AllAnswered,
        }
    }

    /// The numbers of a reply, which is answered by itself or by a pair. A pair only spares work where the piece taken
    /// and kept is as good; under the policy it may also show that the drop is futile.
    fn with_pairs(&self, reply: &Reply, futile: Futile) -> Number {
        let mut number = reply.number;
        let spares_only = futile == Futile::None;
        let Some(group) = reply.group.filter(|_| !spares_only || number.dn != 0) else { return number };
        for pair in self.pairs.iter().filter(|pair| pair.group == group && pair.number.dn != 0) {
            number.pn = number.pn.min(pair.number.pn);
            if !spares_only {
                number.dn = number.dn.max(pair.number.dn);
            }
        }
        number
    }

    /// A reply that is not answered, nor is it futile.
    fn refutation(&self, reply: &Reply, futile: Futile, bound: u16) -> Number {
        let mut number = refuted_by(reply.number);
        if futile == Futile::None || reply.chain.is_none() {
            return number;
        }
        for pair in self.pairs.iter().filter(|pair| Some(pair.group) == reply.group) {
            number.reach = number.reach.min(pair.number.reach);
            number.fact.lower_hand_only |= pair.number.fact.lower_hand_only;
        }
        if number.fact.lower != Fact::NO_MATE {
            // With longer other replies it might be futile.
            number.fact.lower = bound + 1;
        }
        number
    }
}

/// The number of a node with a reply that escapes.
fn refuted_by(reply: Number) -> Number {
    let Fact { lower, lower_hand_only, .. } = reply.fact;
    let fact = Fact { lower: longer(lower), lower_hand_only, ..Fact::NOTHING };
    Number { pn: INFINITE, dn: 0, fact, reach: reply.reach }
}

/// Takes a reply's length into account.
fn add(fact: &mut Fact, reply: Fact) {
    fact.upper = fact.upper.max(reply.upper);
    fact.upper_hand_only |= reply.upper_hand_only;
}

/// Steps of a king between two squares.
pub(super) fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}
