//! What can be asked about a position, and the interface of all searches that answer it, on one thread or on several.

use super::board::Board;
use super::bounded::{Answer, Exact, Number, length_of};
use super::dfpn::Search;
use super::hands::{HandSearch, HandValue};
use crate::position::Undo;
use crate::types::Move;
use std::fmt::Debug;
use std::sync::Arc;

/// What can be asked about a position.
#[derive(Clone, Debug)]
pub(super) enum Question {
    /// Whether there is a mate within so many plies.
    Within { bound: u16 },
    /// Whether there is a mate.
    Any { is_scrupulous: bool },
    /// The same within so many plies; only a mate is an answer for sure.
    Shorter { bound: u16 },
    /// Many questions, of which each thread takes some.
    Shared(Arc<dyn SharedWork>),
}

/// Questions about positions below the present one, which several threads take up one after the other.
pub(super) trait SharedWork: Debug + Send + Sync {
    /// Takes up questions as long as some are left. `helps`: until the others have finished, too.
    fn take_part(&self, search: &mut Search, helps: bool);
}

/// What a search says to a question.
#[derive(Clone, Copy, Debug)]
pub(super) enum Finding {
    Within(Number),
    Any(HandValue),
    /// All shared questions were taken up.
    Shared,
}

impl Question {
    /// What a search on this thread finds. Of a question [within](Question::Within) a bound nothing is to be known before.
    pub fn answered_by(&self, search: &mut Search, helps: bool) -> Finding {
        match self {
            Question::Within { bound } => Finding::Within(Exact::new(search).search_unknown(*bound)),
            Question::Any { is_scrupulous } => {
                Finding::Any(HandSearch::new(search, *is_scrupulous).search_any())
            }
            Question::Shorter { bound } => Finding::Any(HandSearch::within(search).search(*bound)),
            Question::Shared(work) => {
                work.take_part(search, helps);
                Finding::Shared
            }
        }
    }
}

impl Finding {
    /// Whether it answers the question.
    pub fn is_answer(&self) -> bool {
        match self {
            Finding::Within(number) => number.is_decided(),
            Finding::Any(value) => value.is_decided(),
            // It answers nothing: the leader says when it is over.
            Finding::Shared => false,
        }
    }
}

/// A search for mates from the present position: on one thread, or on several.
pub(super) trait MateSearch {
    /// The search of this thread, at the present position.
    fn base(&self) -> &Search;

    /// The same, to be moved to other positions.
    fn base_mut(&mut self) -> &mut Search;

    /// The present position.
    fn board(&self) -> &Board {
        &self.base().board
    }

    /// Whether the search of this thread is over.
    fn is_over(&self) -> bool {
        self.base().control.is_over()
    }

    /// Plays a move.
    fn do_move(&mut self, mv: Move) -> Undo {
        self.base_mut().board.position.do_move(mv)
    }

    /// Takes a move back.
    fn undo_move(&mut self, mv: Move, undo: Undo) {
        self.base_mut().board.position.undo_move(mv, undo);
    }

    /// What a search from the present position finds.
    fn search(&mut self, question: Question) -> Finding;

    /// Whether there is a mate within a bound, as far as that is known without a search.
    fn probe(&mut self, bound: u16) -> Number {
        Exact::new(self.base_mut()).probe(bound)
    }

    /// Whether there is a mate within a bound.
    fn mate_within(&mut self, bound: u16) -> Number {
        let number = self.probe(bound);
        if number.is_decided() {
            return number;
        }
        match self.search(Question::Within { bound }) {
            Finding::Within(number) => number,
            _ => unreachable!("a finding is of the question's kind"),
        }
    }

    /// The same, as far as that is found with so many nodes.
    fn mate_within_nodes(&mut self, nodes: u64, bound: u16) -> Number {
        self.with_nodes(nodes, |it| it.mate_within(bound))
    }

    /// The same after a move.
    fn answer_after(&mut self, mv: Move, bound: u16) -> Answer {
        self.after(mv, |it| it.mate_within(bound)).into()
    }

    /// The same as if nothing led to the present position: the answer holds on every path.
    fn answer_off_path(&mut self, mv: Move, bound: u16) -> Answer {
        let before = self.base_mut().path.hide();
        let answer = self.answer_after(mv, bound);
        self.base_mut().path.show(before);
        answer
    }

    /// Whether there is a mate of any length.
    fn any_mate(&mut self, is_scrupulous: bool) -> HandValue {
        match self.search(Question::Any { is_scrupulous }) {
            Finding::Any(value) => value,
            _ => unreachable!("a finding is of the question's kind"),
        }
    }

    /// The length of a mate within a bound, if one is found with so many nodes for each of two searches: the first sees more at
    /// a time, by the hands that it finds to suffice; the second knows which interpositions are futile.
    fn length_within(&mut self, bound: u16, nodes: u64) -> Option<u16> {
        self.length_for_hands(bound, nodes).or_else(|| {
            let number = self.mate_within_nodes(nodes, bound);
            number.is_proved().then_some(number.fact.upper)
        })
    }

    /// The length of a mate within a bound, if the search for hands finds one with so many nodes.
    fn length_for_hands(&mut self, bound: u16, nodes: u64) -> Option<u16> {
        match self.with_nodes(nodes, |it| it.search(Question::Shorter { bound })) {
            Finding::Any(value) => value.is_proved().then_some(value.fact.length),
            _ => unreachable!("a finding is of the question's kind"),
        }
    }

    /// Whether a drop onto the line of check is futile, `others` being the replies that are no such drops, after which there is a mate
    /// within a bound. `None` when that is not found with so many nodes.
    fn is_futile(&mut self, drop: Move, others: &[Move], bound: u16, nodes: u64) -> Option<bool> {
        self.with_nodes(nodes, |it| {
            let length = length_of(others, bound, |reply, bound| it.answer_off_path(reply, bound))?;
            Exact::new(it.base_mut()).is_futile(drop, length)
        })
    }

    /// Does something after a move.
    #[inline]
    fn after<T>(&mut self, mv: Move, what: impl FnOnce(&mut Self) -> T) -> T {
        let undo = self.do_move(mv);
        let result = what(self);
        self.undo_move(mv, undo);
        result
    }

    /// Does something with so many nodes at most.
    #[inline]
    fn with_nodes<T>(&mut self, nodes: u64, what: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.base_mut().control.allow(nodes);
        let result = what(self);
        self.base_mut().control.restore(before);
        result
    }
}

/// On one thread.
impl MateSearch for Search {
    fn base(&self) -> &Search {
        self
    }

    fn base_mut(&mut self) -> &mut Search {
        self
    }

    fn search(&mut self, question: Question) -> Finding {
        question.answered_by(self, false)
    }
}
