//! The attacker's nodes of a search with a bound, and what is common to all searches about checks.

use super::number::{
    Choice, Combined, FREE, INFINITE, Number, Thresholds, UNPROMISING, beyond, longer, shorter,
};
use super::search::Search;
use crate::movegen::for_each_check;
use crate::position::Position;
use crate::store::Fact;
use crate::types::{Move, PieceKind, Square};
use core::ops::ControlFlow;

/// A move and what is known of the position after it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub mv: Move,
    pub number: Number,
    /// Which child must be refuted or unpromising before this one comes up: the same move with promotion, which is rarely worse.
    pub waits_for: Option<u16>,
}

impl Search {
    /// Visits the present position, the attacker to move.
    pub fn attack(&mut self, bound: u16, thresholds: Thresholds) -> Number {
        let nodes = self.pulse.ticks();
        if self.pulse.tick() {
            return Number::open(1, 1);
        }
        let place = self.place();
        if let Some(number) = self.found_elsewhere(place, bound, thresholds) {
            return number;
        }
        let mut checks = self.spare_checks.pop().unwrap_or_default();
        let number = match self.list_checks(&mut checks, bound) {
            Some(mate) => mate,
            None => self.choose_check(&mut checks, bound, thresholds),
        };
        checks.clear();
        self.spare_checks.push(checks);
        self.keep(place, bound, number, nodes);
        number
    }

    /// Lists the checks; stops at one that is known to mate.
    fn list_checks(&mut self, checks: &mut Vec<Child>, bound: u16) -> Option<Number> {
        let here = self.place().board;
        // Nobody breaks.
        let _ = for_each_check(&self.position, |set| {
            set.try_for_each(|mv| {
                self.table.prefetch(self.position.board_key_after(here, mv));
                let twin = promoting_twin(&self.position, mv);
                let waits_for = twin.and_then(|twin| checks.iter().rposition(|child| child.mv == twin));
                let waits_for = waits_for.map(|at| at as u16);
                checks.push(Child { mv, number: Number::open(1, 1), waits_for });
                ControlFlow::Continue(())
            })
        });
        let king = self.position.king(!self.attacker);
        for child in checks {
            child.number = self.glance_check(here, child.mv, shorter(bound));
            if !child.number.is_answered() && !child.number.fact.is_searched && child.mv.from().is_none() {
                child.number.pn +=
                    u32::from(king.map_or(0, |king| distance(king, child.mv.to()).saturating_sub(2)));
            }
            if child.number.pn == 0 {
                return Some(won(child.number));
            }
        }
        None
    }

    fn glance_check(&mut self, here: u128, check: Move, bound: u16) -> Number {
        let place = self.place_after(here, check);
        if let Some(number) = self.known_defending(place, bound, false) {
            return number;
        }
        let undo = self.position.do_move(check);
        let number = self.judge_defending(bound);
        self.position.undo_move(check, undo);
        number
    }

    fn choose_check(&mut self, checks: &mut [Child], bound: u16, thresholds: Thresholds) -> Number {
        loop {
            let (number, choice) = weigh_checks(checks);
            let Some(mut choice) = choice else { return number };
            if number.is_answered() || number.reaches(thresholds) || self.pulse.is_over() {
                return number;
            }
            if self.is_taken_after(checks[choice.at].mv) {
                choice = other_check(checks, choice, thresholds);
            }
            let Choice { at: chosen, second, all } = choice;
            let below = Thresholds {
                pn: thresholds.pn.min(beyond(second)),
                dn: all.threshold(thresholds.dn, checks[chosen].number.dn),
            };
            debug_assert!(!checks[chosen].number.reaches(below), "a visit that changes nothing");
            let mv = checks[chosen].mv;
            let after = self.enter_after(mv);
            let undo = self.position.do_move(mv);
            checks[chosen].number = self.defend(shorter(bound), below, false);
            self.position.undo_move(mv, undo);
            self.leave(after);
        }
    }
}

impl Child {
    /// Whether the child's turn has come.
    fn is_up(&self, children: &[Child]) -> bool {
        self.waits_for.is_none_or(|twin| children[usize::from(twin)].number.pn >= UNPROMISING)
    }
}

/// Another thread is at the best check, and may bring its number up: what is to be visited here as long as that leaves the node below its
/// thresholds.
fn other_check(checks: &mut [Child], best: Choice, thresholds: Thresholds) -> Choice {
    let number = checks[best.at].number.pn;
    checks[best.at].number.pn = beyond(number);
    let (weighed, other) = weigh_checks(checks);
    checks[best.at].number.pn = number;
    other.filter(|_| !weighed.reaches(thresholds)).unwrap_or(best)
}

/// A mate after a check.
fn won(child: Number) -> Number {
    let fact = Fact { upper: longer(child.fact.upper), lower: 0, lower_hand_only: false, ..child.fact };
    Number { pn: 0, dn: INFINITE, fact, reach: FREE }
}

/// The number of an attacker's node, and the child to visit when it is open.
fn weigh_checks(children: &[Child]) -> (Number, Option<Choice>) {
    let (mut least, mut second, mut chosen) = (INFINITE, INFINITE, None);
    let mut dn = Combined::default();
    let (mut lower, mut hand_only, mut reach) = (Fact::NO_MATE, false, FREE);
    for (at, child) in children.iter().enumerate() {
        let number = &child.number;
        if number.pn == 0 {
            return (won(*number), None);
        }
        if number.dn == 0 {
            lower = lower.min(longer(number.fact.lower));
            hand_only |= number.fact.lower_hand_only;
            reach = reach.min(number.reach);
            continue;
        }
        if !child.is_up(children) {
            second = second.min(UNPROMISING);
            continue;
        }
        dn.add(number.dn);
        if number.pn < least {
            (second, least, chosen) = (least, number.pn, Some(at));
        } else {
            second = second.min(number.pn);
        }
    }
    if dn.is_none() {
        let fact = Fact { lower, lower_hand_only: hand_only, ..Fact::NOTHING };
        return (Number { pn: INFINITE, dn: 0, fact, reach }, None);
    }
    (Number::open(least, dn.number()), chosen.map(|at| Choice { at, second, all: dn }))
}

/// The check that differs from one of a pawn, lance, bishop or rook in promoting only.
pub(super) fn promoting_twin(position: &Position, mv: Move) -> Option<Move> {
    use PieceKind::{Bishop, Lance, Pawn, Rook};
    let from = mv.from().filter(|_| !mv.promotes())?;
    let kind = position.piece_at(from)?.kind();
    matches!(kind, Pawn | Lance | Bishop | Rook).then(|| Move::board(from, mv.to(), true))
}

/// Steps of a king between two squares.
pub(super) fn distance(a: Square, b: Square) -> u8 {
    a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    /// Checks refuted with these lower bounds, or by a repetition.
    fn weighed(lowers: &[Option<u16>]) -> Number {
        let child = |&lower: &Option<u16>| {
            let number =
                lower.map_or(Number::repeated(1), |lower| Number { reach: 1, ..Number::refuted(lower) });
            Child { mv: Move::board(Square::new(0), Square::new(1), false), number, waits_for: None }
        };
        weigh_checks(&lowers.iter().map(child).collect::<Vec<_>>()).0
    }

    #[test]
    fn a_repetition_is_no_way_to_a_mate_but_what_rests_on_one_has_its_own_bound() {
        let lower = |lowers: &[Option<u16>]| weighed(lowers).fact.lower;
        assert_eq!(lower(&[None, None]), Fact::NO_MATE);
        assert_eq!(lower(&[None, Some(8)]), 9);
        assert_eq!(lower(&[Some(12), None, Some(8)]), 9);
        assert_eq!(lower(&[Some(Fact::NO_MATE), None]), Fact::NO_MATE);
        assert_eq!(weighed(&[None, Some(8)]).reach, 1);
    }
}
