//! The tsume oracle: plain minimax with the policy for futile interpositions as docs/futile-interpositions.md has it.
//!
//! Whole positions in a std map; no fingerprints, no dominance, no proof numbers. A failure found while pairs of
//! interposition and capture are being judged is not remembered, since it may rest on them.

use super::board::{Board, Mv, Side};
use super::reached;
use super::rules::{in_check, judged_moves};
use super::search::{Whole, whole};
use std::collections::HashMap;

/// What the oracle says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A mate in so many plies.
    Mate(u32),
    /// None of any length: every position that can be reached was looked at.
    NoMate,
    /// None within so many plies.
    NotWithin(u32),
    /// Too large.
    Undecided,
}

/// What happened on the way.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen {
    /// Drops onto a line of check that were judged.
    pub judged: usize,
    /// Those that were futile.
    pub futile: usize,
    /// Pairs that led back to a position being judged.
    pub loops: usize,
}

/// Positions that a proof of no mate may have.
const CLOSED: usize = 300;

/// The oracle for one problem.
pub struct Oracle {
    attacker: Side,
    official: bool,
    keeps: bool,
    with_memo: bool,
    memo: HashMap<(Whole, u32), bool>,
    chain: Vec<(Whole, u32)>,
    nodes: usize,
    pub seen: Seen,
}

impl Oracle {
    pub fn new(attacker: Side, official: bool, with_memo: bool, nodes: usize) -> Oracle {
        let (memo, chain) = (HashMap::new(), Vec::new());
        Oracle { attacker, official, keeps: false, with_memo, memo, chain, nodes, seen: Seen::default() }
    }

    /// The same with another policy: the piece that is taken in a pair stays in the attacker's hand.
    pub fn keeping(self) -> Oracle {
        Oracle { keeps: true, ..self }
    }

    /// The value of a position, looked for up to a number of plies.
    pub fn value(&mut self, board: &Board, most: u32) -> Value {
        let reached = reached(board, self.attacker, CLOSED);
        if reached.is_some_and(|reached| !reached[0].1) {
            return Value::NoMate;
        }
        for plies in (u32::from(board.turn == self.attacker)..=most).step_by(2) {
            match self.within(board, plies) {
                Some(true) => return Value::Mate(plies),
                Some(false) => {}
                None => return Value::Undecided,
            }
        }
        Value::NotWithin(most)
    }

    /// Whether the value is at most so many plies. `None` when the nodes are used up.
    fn within(&mut self, board: &Board, plies: u32) -> Option<bool> {
        let key = (whole(board), plies);
        if let Some(&known) = self.memo.get(&key) {
            return Some(known);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let chain = std::mem::take(&mut self.chain);
        let result =
            if board.turn == self.attacker { self.attacks(board, plies) } else { self.defends(board, plies) };
        self.chain = chain;
        if self.with_memo {
            self.memo.insert(key, result?);
        }
        result
    }

    fn attacks(&mut self, board: &Board, plies: u32) -> Option<bool> {
        if plies == 0 {
            return Some(false);
        }
        for (mv, _) in judged_moves(board).into_iter().filter(|&(_, check)| check) {
            if self.within(&board.after(mv), plies - 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn defends(&mut self, board: &Board, plies: u32) -> Option<bool> {
        let place = (whole(board), plies);
        if self.memo.get(&place) == Some(&true) {
            return Some(true);
        }
        if self.chain.contains(&place) {
            self.seen.loops += 1;
            return Some(false);
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let is_check = in_check(board);
        let replies = judged_moves(board);
        if replies.is_empty() {
            return Some(is_check);
        }
        let is_judged = |mv: &Mv| self.official && is_check && matches!(mv, Mv::Drop { .. });
        let (drops, others): (Vec<(Mv, bool)>, Vec<_>) =
            replies.into_iter().partition(|(mv, _)| is_judged(mv));
        let Some(length) = self.length(board, &others, plies)? else { return Some(false) };
        self.chain.push(place);
        let mut answered = true;
        for (drop, gives_check) in drops {
            self.seen.judged += 1;
            let is_futile = !gives_check && self.is_futile(&board.after(drop), drop, length)?;
            self.seen.futile += usize::from(is_futile);
            let is_answered = is_futile || plies > 0 && self.within(&board.after(drop), plies - 1)?;
            if !is_answered {
                answered = false;
                break;
            }
        }
        self.chain.pop();
        if answered && self.with_memo {
            self.memo.insert(place, true);
        }
        Some(answered)
    }

    /// Whether a reply is a drop that the policy leaves out, in a position whose value is at most so many plies.
    pub fn leaves_out(&mut self, board: &Board, reply: Mv, plies: u32) -> Option<bool> {
        let is_judged = |mv: &Mv| matches!(mv, Mv::Drop { .. });
        if !self.official || !is_judged(&reply) || !in_check(board) {
            return Some(false);
        }
        let after = board.after(reply);
        if in_check(&after) {
            return Some(false);
        }
        let others: Vec<(Mv, bool)> =
            judged_moves(board).into_iter().filter(|(mv, _)| !is_judged(mv)).collect();
        let Some(length) = self.length(board, &others, plies)? else { return Some(false) };
        self.chain.push((whole(board), plies));
        let is_futile = self.is_futile(&after, reply, length);
        self.chain.pop();
        is_futile
    }

    /// One more than the greatest value after some replies, 0 without any; `None` inside when it is above the bound.
    fn length(&mut self, board: &Board, replies: &[(Mv, bool)], most: u32) -> Option<Option<u32>> {
        if replies.is_empty() {
            return Some(Some(0));
        }
        'length: for length in 1..=most {
            for &(reply, _) in replies {
                if !self.within(&board.after(reply), length - 1)? {
                    continue 'length;
                }
            }
            return Some(Some(length));
        }
        Some(None)
    }

    fn is_futile(&mut self, dropped: &Board, drop: Mv, length: u32) -> Option<bool> {
        let Mv::Drop { kind, .. } = drop else { return Some(false) };
        for (capture, check) in judged_moves(dropped) {
            if !check || !matches!(capture, Mv::Board { to, .. } if to == drop.to()) {
                continue;
            }
            let mut after = dropped.after(capture);
            if !self.keeps {
                *after.held(self.attacker, kind) -= 1;
                *after.held(self.attacker.other(), kind) += 1;
            }
            if self.defends(&after, length)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
