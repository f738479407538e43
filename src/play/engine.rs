//! The engine as a whole: what is kept from search to search, and the threads of a search.

use super::entering_king::may_declare;
use super::eval::Weights;
use super::histories::Histories;
use super::info::{Answer, Best, Info, Score};
use super::limits::{Limits, Ponder};
use super::options::Options;
use super::path::Path;
use super::search::{Found, RootMove, Rules, Searcher, Shared, elect};
use super::time_manager::TimeManager;
use super::transposition::Table;
use crate::movegen::{MoveSet, Staged, in_check, legal_moves};
use crate::position::Position;
use crate::solve::StopFlag;
use crate::store::reserve;
use crate::types::Move;
use core::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// The stack of a helping thread: the search is recursive.
const STACK_BYTES: usize = 16 << 20;

/// An engine. It is `Send`: a session runs its searches in a thread of their own, which needs a stack of some 8 MB.
pub struct Engine {
    options: Options,
    weights: &'static Weights,
    table: Table,
    /// One for each thread.
    histories: Vec<Histories>,
}

impl Engine {
    /// An engine without any memory of games. Fast whatever the options say.
    pub fn new(options: Options) -> Engine {
        Engine::with_weights(options, Weights::tuned())
    }

    /// An engine that evaluates by other weights than the program's.
    pub fn with_weights(options: Options, weights: &'static Weights) -> Engine {
        // A thread's memory is taken before the table's, which may be smaller than asked for.
        let mut engine = Engine { options, weights, table: Table::new(0), histories: Vec::new() };
        engine.fit_histories();
        engine.table = Table::new(options.hash_bytes);
        engine
    }

    /// The options in force.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Changes the options; what was learnt is kept unless the table's size changes.
    pub fn set_options(&mut self, options: Options) {
        let resized = options.hash_bytes != self.options.hash_bytes;
        self.options = options;
        if resized {
            self.table = Table::new(options.hash_bytes);
        }
        self.fit_histories();
    }

    /// Forgets everything: what follows does not depend on earlier searches.
    pub fn new_game(&mut self) {
        self.table = Table::new(self.options.hash_bytes);
        self.histories.clear();
        self.fit_histories();
    }

    fn fit_histories(&mut self) {
        let wanted = self.options.threads.max(1);
        self.histories.truncate(wanted);
        while self.histories.len() < wanted {
            if !self.histories.is_empty() && !reserve::would_grant(Histories::BYTES) {
                log::warn!("no memory for more than {} search threads", self.histories.len());
                break;
            }
            self.histories.push(Histories::new());
        }
    }

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
        let mut position = root.clone();
        let mut path = Path::new(&position, in_check(&position));
        for &mv in moves {
            position.do_move(mv);
            path.push(&position, in_check(&position));
        }
        path.set_root();
        let us = position.side_to_move();
        let mut time_manager = TimeManager::new(limits, stop, ponder, us, position.move_number());
        let root_moves = root_moves(&position, &limits.search_moves);
        if root_moves.is_empty() || may_declare(&position, self.options.entering_king_rule) {
            let best = if root_moves.is_empty() { Best::Resign } else { Best::Win };
            wait(&mut time_manager);
            return Answer { best, ponder: None, info: None, nodes: 0 };
        }
        let nodes = time_manager.node_estimate(self.histories.len());
        self.table.expect(nodes.map(|nodes| nodes.saturating_mul(SEARCHES_KEPT)));
        self.table.next_generation();
        let mut reports = Reports::new(self.options.pv_interval, on_info);
        let (found, nodes) = self.run(&position, &path, &root_moves, time_manager, &mut reports);
        let mut info = reports.finish(&found, nodes);
        if info.pv.len() == 1
            && let Some(reply) = self.known_reply(&position, found.best.mv())
        {
            info.pv.push(reply);
        }
        let resigns = match info.score {
            Score::Centipawns(value) => value <= -self.options.resign_value,
            Score::Mate(plies) => plies <= 0 && self.options.resign_value < RESIGN_WHEN_MATED,
        };
        let best = if resigns { Best::Resign } else { Best::Move(found.best.mv()) };
        Answer { best, ponder: info.pv.get(1).copied(), info: Some(info), nodes }
    }

    /// Runs all threads to their end: what they found, and the number of nodes.
    fn run(
        &mut self,
        position: &Position,
        path: &Path,
        root_moves: &[RootMove],
        time_manager: TimeManager,
        reports: &mut Reports,
    ) -> (Found, u64) {
        let rules = Rules {
            max_moves: self.options.max_moves_to_draw,
            entering_king: self.options.entering_king_rule,
        };
        let shared = Shared::new(&self.table, self.weights, rules, self.histories.len());
        let multi_pv = self.options.multi_pv;
        // Several best moves are those that were reported, and a depth that was asked for is kept.
        let votes = multi_pv == 1 && time_manager.depth_limit() == i32::MAX;
        let Some((first, others)) = self.histories.split_first_mut() else { unreachable!() };
        thread::scope(|scope| {
            let shared = &shared;
            let mut helpers = Vec::new();
            for (index, histories) in others.iter_mut().enumerate() {
                let helper = thread::Builder::new().stack_size(STACK_BYTES);
                let time_manager = time_manager.clone();
                let searcher = move || {
                    shared.wait_for_answer();
                    let mut searcher = Searcher::new(
                        position,
                        path.clone(),
                        root_moves.to_vec(),
                        histories,
                        shared,
                        index + 1,
                        time_manager,
                    );
                    searcher.deepen(multi_pv, &mut |_| ());
                    searcher.found()
                };
                // With fewer threads than wished for the search is slower, and no worse.
                match helper.spawn_scoped(scope, searcher) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => log::warn!("a search thread cannot be started: {error}"),
                }
            }
            let mut searcher =
                Searcher::new(position, path.clone(), root_moves.to_vec(), first, shared, 0, time_manager);
            searcher.deepen(multi_pv, &mut |info| reports.add(info));
            wait(&mut searcher.time_manager);
            shared.abort();
            shared.allow_answer();
            let mut found = vec![searcher.found()];
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            found.extend(others.filter(|_| votes));
            (elect(found), shared.nodes())
        })
    }

    /// The reply that the table holds for a root move.
    fn known_reply(&self, position: &Position, mv: Move) -> Option<Move> {
        let mut after = position.clone();
        after.do_move(mv);
        let reply = self.table.get(after.key(), 1)?.mv?;
        Staged::new(&after).allows(&after, reply).then_some(reply)
    }
}

/// The table has room for what so many searches write.
const SEARCHES_KEPT: u64 = 4;

/// From this resign value on the engine plays on even when it is being mated.
const RESIGN_WHEN_MATED: i32 = 32_000;

/// Waits for leave to answer.
fn wait(time_manager: &mut TimeManager) {
    while time_manager.must_wait() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The legal moves to choose from, useless non-promotions left out where that leaves any; of those wished for, if any is
/// among them.
fn root_moves(position: &Position, wished: &[Move]) -> Vec<RootMove> {
    let all = legal_moves(position);
    let wished: Vec<Move> = all.iter().copied().filter(|mv| wished.contains(mv)).collect();
    let moves = if wished.is_empty() { sensible_moves(position) } else { wished };
    moves.into_iter().map(RootMove::new).collect()
}

fn sensible_moves(position: &Position) -> Vec<Move> {
    let staged = Staged::new(position);
    let mut moves = Vec::new();
    let mut keep = |set: MoveSet| {
        set.try_for_each(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        })
    };
    let _ = if staged.in_check() {
        staged.for_each_evasion(position, keep)
    } else {
        let _ = staged.for_each_tactical(position, &mut keep);
        staged.for_each_quiet(position, keep)
    };
    moves
}

/// Hands reports on, not more often than wished for but always the last one.
struct Reports<'a> {
    interval: Duration,
    on_info: &'a mut dyn FnMut(&Info),
    start: Instant,
    last: Option<Instant>,
    /// Reports of the newest iteration that were held back.
    held: Vec<Info>,
    /// The newest report on the best move.
    best: Option<Info>,
    /// Whether it was handed on.
    best_is_out: bool,
}

impl<'a> Reports<'a> {
    fn new(interval: Duration, on_info: &'a mut dyn FnMut(&Info)) -> Reports<'a> {
        let start = Instant::now();
        Reports { interval, on_info, start, last: None, held: Vec::new(), best: None, best_is_out: false }
    }

    fn add(&mut self, info: &Info) {
        if info.multipv == 1 {
            self.held.clear();
            self.best = Some(info.clone());
            self.best_is_out = false;
        }
        self.held.push(info.clone());
        let due = self.last.is_none_or(|last| last.elapsed() >= self.interval);
        if due || info.multipv > 1 && self.best_is_out {
            self.last = Some(Instant::now());
            self.flush();
        }
    }

    fn flush(&mut self) {
        for info in self.held.drain(..) {
            self.best_is_out |= info.multipv == 1;
            (self.on_info)(&info);
        }
    }

    /// Hands out what was held back, and sees to it that the last report is on the move that is answered.
    fn finish(mut self, found: &Found, nodes: u64) -> Info {
        let best = &found.best;
        let fits = self.best.as_ref().is_some_and(|info| info.pv.first() == Some(&best.mv()));
        if fits {
            self.flush();
        }
        let mut info = self.best.take().filter(|_| fits).unwrap_or_else(|| Info {
            depth: found.depth.max(1) as u32,
            seldepth: best.seldepth.max(1) as u32,
            multipv: 1,
            score: Score::of(best.last_value().max(-super::value::DECIDED)),
            bound: super::info::Bound::Exact,
            nodes,
            time: self.start.elapsed(),
            hashfull: 0,
            pv: best.line.clone(),
        });
        if !fits {
            (self.on_info)(&info);
        }
        info.nodes = nodes;
        info
    }
}
