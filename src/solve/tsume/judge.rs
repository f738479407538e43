//! The judge of interpositions: is a drop onto the line of check futile (無駄合)?

use super::path::Step;
use super::search::{Answer, Search};
use crate::movegen::{checks, evasions, in_check};
use crate::types::Move;

impl Search {
    /// Whether the present position, a check that can be answered by drops onto its line only, is mate because all of
    /// them are futile; and in how many plies at most when they count.
    pub(super) fn is_dead(&mut self) -> Option<u16> {
        if in_check(&self.position) { self.is_dead_beyond(&mut Vec::new()) } else { None }
    }

    /// The same, `judged` being the positions that pairs have led through.
    fn is_dead_beyond(&mut self, judged: &mut Vec<u128>) -> Option<u16> {
        let key = self.position.key();
        if judged.contains(&key) {
            return None;
        }
        judged.push(key);
        let drops = evasions(&self.position);
        let mut plies = Some(0);
        for (at, &drop) in drops.iter().enumerate() {
            // What answers one kind on a square answers all, but for those that give check.
            let is_first = drops[..at].iter().all(|other| other.to() != drop.to());
            let after = match (self.gives_check(drop), is_first) {
                (true, _) => None,
                (false, false) => continue,
                (false, true) => self.is_dead_after(drop, judged),
            };
            plies = plies.zip(after).map(|(plies, after): (u16, u16)| plies.max(after + 2));
            if plies.is_none() {
                break;
            }
        }
        judged.pop();
        plies
    }

    fn is_dead_after(&mut self, drop: Move, judged: &mut Vec<u128>) -> Option<u16> {
        self.captures(drop).into_iter().find_map(|capture| {
            self.after_pair(drop, capture, |search| match search.count_replies() {
                (0, false) => Some(0),
                (0, true) => search.is_dead_beyond(judged),
                _ => None,
            })
        })
    }

    /// The moves that take a dropped piece with check.
    pub(super) fn captures(&mut self, drop: Move) -> Vec<Move> {
        let undo = self.position.do_move(drop);
        let captures =
            checks(&self.position).into_iter().filter(|capture| capture.to() == drop.to()).collect();
        self.position.undo_move(drop, undo);
        captures
    }

    /// Whether a drop onto the line of check is futile, `others` being the value over the replies that are no such drops.
    /// `None` when the search is over.
    pub(super) fn is_futile(&mut self, drop: Move, others: u16) -> Option<bool> {
        if self.gives_check(drop) {
            return Some(false);
        }
        let captures = self.captures(drop);
        let step = Step { place: self.place(), bound: others, by_pair: false };
        self.path.push(step);
        let mut verdict = Some(false);
        for capture in captures {
            match self.after_pair(drop, capture, |search| search.ask_pair(others)) {
                Answer::Yes => verdict = Some(true),
                Answer::No => continue,
                Answer::Halted => verdict = None,
            }
            break;
        }
        self.path.pop();
        verdict
    }
}
