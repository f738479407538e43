//! A `go` that cannot be executed: the reason, and the answer that it still has to get.

use super::control::Control;
use super::output::Output;
use crate::usi::command::{Go, PlayRequest};
use crate::usi::reply::{BestMove, CheckMate, Info, Reply};

/// Why a `go` is refused.
pub(super) struct Refusal(pub String);

impl Refusal {
    /// Sends the answer that a `go` of this kind requires, when it is due.
    pub(super) fn answer(&self, go: &Go, control: &Control, output: &Output) {
        match go {
            Go::Mate(_) => self.answer_mate(output),
            Go::Perft(_) => output.send(Info::text(format!("perft refused: {}", self.0))),
            Go::Play(request) => self.answer_play(request, control, output),
        }
    }

    /// The answer to `go mate`.
    pub(super) fn answer_mate(&self, output: &Output) {
        self.explain(output);
        output.send(Reply::CheckMate(CheckMate::NotImplemented));
    }

    /// The answer to a `go` that asks for a move.
    pub(super) fn answer_play(&self, request: &PlayRequest, control: &Control, output: &Output) {
        self.explain(output);
        control.wait_until_due(request.infinite, request.ponder);
        output.send(Reply::BestMove(BestMove::Resign));
    }

    fn explain(&self, output: &Output) {
        output.send(Info::text(format!("error: {}", self.0)));
    }
}
