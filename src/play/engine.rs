//! The engine as a whole: what is kept from search to search.

use super::info::{Answer, Best, Bound, Info, Score};
use super::limits::{Limits, Ponder};
use super::options::Options;
use crate::movegen::{in_check, legal_moves};
use crate::position::Position;
use crate::solve::StopFlag;
use crate::types::{Color, Move, PieceKind};
use std::thread;
use std::time::{Duration, Instant};

/// An engine. It is `Send`: a session runs its searches in a thread of their own.
pub struct Engine {
    options: Options,
}

impl Engine {
    /// An engine without any memory of games. Fast whatever the options say.
    pub fn new(options: Options) -> Engine {
        Engine { options }
    }

    /// The options in force.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes the options; what was learnt is kept as far as the table's size allows it.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Forgets everything: what follows does not depend on earlier searches.
    pub fn new_game(&mut self) {}

    /// Searches the position after `moves`, which are legal one after the other from `root`. Returns when a limit is
    /// reached, within 50 ms of the stop flag; with `infinite` or (before [`Ponder::hit`]) `ponder` not before it is set.
    pub fn search(
        &mut self,
        root: &Position,
        moves: &[Move],
        limits: &Limits,
        stop: &StopFlag,
        ponder: &Ponder,
        on_info: &mut dyn FnMut(&Info),
    ) -> Answer {
        let start = Instant::now();
        let mut position = root.clone();
        for &mv in moves {
            position.do_move(mv);
        }
        let mut search = Simple { position, nodes: 0, stop, start, limits };
        let mut info = None;
        for depth in 1..=limits.depth.unwrap_or(4).min(4) {
            let mut pv = Vec::new();
            let value = search.alpha_beta(depth, 0, -30_000, 30_000, &mut pv);
            if search.is_over() || pv.is_empty() {
                break;
            }
            let report = Info {
                depth,
                seldepth: depth,
                multipv: 1,
                score: match value {
                    ..-20_000 => Score::Mate(-(value + 30_000)),
                    20_001.. => Score::Mate(30_000 - value),
                    _ => Score::Centipawns(value),
                },
                bound: Bound::Exact,
                nodes: search.nodes,
                time: start.elapsed(),
                hashfull: 0,
                pv,
            };
            on_info(&report);
            info = Some(report);
        }
        while !stop.is_set() && (limits.infinite || limits.ponder && ponder.details().is_none()) {
            thread::sleep(Duration::from_millis(1));
        }
        let best = match &info {
            Some(info) => Best::Move(info.pv[0]),
            None => legal_moves(&search.position).first().map_or(Best::Resign, |&mv| Best::Move(mv)),
        };
        let reply = info.as_ref().and_then(|info: &Info| info.pv.get(1).copied());
        Answer { best, ponder: reply, nodes: search.nodes, info }
    }
}

struct Simple<'a> {
    position: Position,
    nodes: u64,
    stop: &'a StopFlag,
    start: Instant,
    limits: &'a Limits,
}

impl Simple<'_> {
    fn is_over(&self) -> bool {
        self.stop.is_set()
            || self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.limits.move_time.is_some_and(|time| self.start.elapsed() >= time)
            || self.limits.clock.is_some_and(|clock| {
                self.start.elapsed() >= clock.available(self.position.side_to_move()) / 4
            })
    }

    fn alpha_beta(&mut self, depth: u32, ply: i32, mut alpha: i32, beta: i32, pv: &mut Vec<Move>) -> i32 {
        self.nodes += 1;
        pv.clear();
        if depth == 0 {
            return self.material();
        }
        let moves = legal_moves(&self.position);
        if moves.is_empty() {
            return ply - 30_000;
        }
        let _ = in_check(&self.position);
        let mut best = -30_000;
        let mut line = Vec::new();
        for &mv in &moves {
            if ply == 0 && !self.limits.search_moves.is_empty() && !self.limits.search_moves.contains(&mv) {
                continue;
            }
            let undo = self.position.do_move(mv);
            let value = -self.alpha_beta(depth - 1, ply + 1, -beta, -alpha, &mut line);
            self.position.undo_move(mv, undo);
            if self.is_over() {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    pv.clear();
                    pv.push(mv);
                    pv.extend_from_slice(&line);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn material(&self) -> i32 {
        let value = |kind: PieceKind| match kind.unpromoted() {
            PieceKind::Pawn => 100,
            PieceKind::Lance | PieceKind::Knight => 300,
            PieceKind::Silver => 450,
            PieceKind::Gold => 550,
            PieceKind::Bishop => 800,
            PieceKind::Rook => 1000,
            _ => 0,
        };
        let us = self.position.side_to_move();
        let side = |color: Color| -> i32 {
            let board = self.position.pieces(color).into_iter().filter_map(|sq| self.position.piece_at(sq));
            let hand = self.position.hand(color).iter().map(|(kind, count)| value(kind) * count as i32);
            board.map(|piece| value(piece.kind())).sum::<i32>() + hand.sum::<i32>()
        };
        side(us) - side(!us)
    }
}
