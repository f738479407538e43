//! `go`: searches a position, and answers with exactly one `bestmove`.

use super::control::Control;
use super::game::Game;
use super::one_king::OneKing;
use super::opening_book::book_move;
use super::play_task::PlayTask;
use super::refusal::Refusal;
use super::worker::give_back;
use crate::play::{self, Best, Bound, Engine, Limits, SearchResult};
use crate::report::{Lang, why_unplayable};
use crate::solve::StopFlag;
use crate::usi::reply::{BestMove, Info, Reply};

/// A number of nodes that takes a few milliseconds.
const A_MOMENT: u64 = 2000;

/// Searches the position and answers.
pub(super) fn run(task: &PlayTask, engine: &mut Engine, control: &Control) {
    if let Some(why) = why_unplayable(&task.game.position, Lang::En) {
        return Refusal(why).answer_play(&task.request, control, &task.output);
    }
    let mut limits = task.limits();
    if limits.search_moves.is_empty() && !task.request.searchmoves.is_empty() {
        let refusal = Refusal("searchmoves: none of them is legal".to_owned());
        return refusal.answer_play(&task.request, control, &task.output);
    }
    if let Some(best) = task.book.as_deref().and_then(|book| book_move(task, book)) {
        return task.output.send(Reply::BestMove(best));
    }
    let mut stop = control.stop.clone();
    if let Some(one_king) = OneKing::new(task, &limits) {
        if let Some(best) = one_king.solve(control) {
            control.wait_until_due(task.request.infinite, task.request.ponder);
            return task.output.send(Reply::BestMove(best));
        }
        if stop.is_set() {
            // A move is due at once, but a move from a tiny search is better than any move.
            limits = Limits { nodes: Some(A_MOMENT), ..Limits::default() };
            stop = StopFlag::new();
        }
    }
    // The engine has its own table, so the memory of the tsume tables is freed first.
    give_back(task.tables.take_out());
    engine.set_options(task.options.play());
    let Game { root, moves, .. } = &task.game;
    let mut shown = None;
    let mut show = |info: &play::Info| {
        // A bound is not sent: GUIs mistake it for a value, or fail on the keyword.
        if info.bound == Bound::Exact {
            task.output.send(report(info));
            if info.multipv == 1 {
                shown = info.pv.first().copied();
            }
        }
    };
    let answer = engine.search(root, moves, &limits, &stop, &control.ponder, &mut show);
    // The last line sent must begin with the move that is played, even if its value is only a bound.
    let last = answer.info.as_ref().filter(|info| info.pv.first().copied() != shown);
    if let Some(info) = last {
        task.output.send(report(info));
    }
    task.output.send(Reply::BestMove(best_move(task, &answer)));
}

fn best_move(task: &PlayTask, answer: &SearchResult) -> BestMove {
    match answer.best {
        Best::Move(mv) => BestMove::Move { mv, ponder: task.ponder(mv, answer.ponder) },
        Best::Resign => BestMove::Resign,
        Best::Win => BestMove::Win,
    }
}

fn report(info: &play::Info) -> Info<'_> {
    Info {
        depth: Some(info.depth.into()),
        seldepth: Some(info.seldepth.into()),
        multipv: Some(info.multipv as usize),
        score: Some(info.score),
        bound: Some(info.bound),
        nodes: Some(info.nodes),
        time: Some(info.time),
        hashfull: Some(info.hashfull.into()),
        pv: &info.pv,
        string: None,
    }
}
