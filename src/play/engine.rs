//! The engine: the state kept between searches (options, transposition table, histories), and running the
//! threads of a search.

use super::entering_king::can_declare_win;
use super::eval::Weights;
use super::histories::Histories;
use super::info::{Best, Bound, Info, Score, SearchResult};
use super::limits::{Limits, Ponder};
use super::margins::Margins;
use super::options::Options;
use super::position_history::PositionHistory;
use super::search::{RootMove, Searcher, Shared, ThreadResult, elect};
use super::time_manager::TimeManager;
use super::transposition::TranspositionTable;
use super::value::INFINITE;
use crate::movegen::{MoveSet, Staged, in_check, legal_moves};
use crate::position::Position;
use crate::solve::StopFlag;
use crate::store::{reserve, thread_builder};
use crate::types::Move;
use core::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// The stack size of a helper thread; large, because the search is recursive.
const STACK_BYTES: usize = 16 << 20;

/// A playing engine. It is `Send`, so that the caller can run each search in a thread of its own; such a
/// thread needs a stack of some 8 MB.
pub struct Engine {
    options: Options,
    weights: &'static Weights,
    margins: Margins,
    table: TranspositionTable,
    /// The history tables, one for each thread.
    histories: Vec<Histories>,
}

impl Engine {
    /// An engine with empty tables. Returns quickly even when the table is large.
    pub fn new(options: Options) -> Engine {
        Engine::with_weights(options, Weights::tuned())
    }

    /// An engine with other evaluation weights than the program's own, such as [`Weights::material`].
    pub fn with_weights(options: Options, weights: &'static Weights) -> Engine {
        // The histories are allocated first: they are needed in full, while the table may be smaller than asked for.
        let mut engine = Engine {
            options,
            weights,
            margins: Margins::TUNED,
            table: TranspositionTable::new(0),
            histories: Vec::new(),
        };
        engine.fit_histories();
        engine.table = TranspositionTable::new(options.hash_bytes);
        engine
    }

    /// Changes the margins of pruning, for tuning.
    #[doc(hidden)]
    pub fn set_margins(&mut self, margins: Margins) {
        self.margins = margins;
    }

    /// Changes the options. The transposition table is cleared when its size or the rules of the game change,
    /// because the stored values depend on these rules; otherwise it is kept.
    pub fn set_options(&mut self, options: Options) {
        let before = self.options;
        self.options = options;
        if options.hash_bytes != before.hash_bytes || options.rules() != before.rules() {
            self.table = TranspositionTable::new(options.hash_bytes);
        }
        self.fit_histories();
    }

    /// Clears all tables, so that later searches do not depend on earlier ones.
    pub fn new_game(&mut self) {
        self.table = TranspositionTable::new(self.options.hash_bytes);
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

    /// Searches the position after `moves`, which are legal from `root`. Returns when a limit is reached, and within 50
    /// ms after the stop flag is set. With the limit `infinite`, or with `ponder` before [`Ponder::hit`], it returns
    /// only when the flag is set.
    pub fn search(
        &mut self,
        root: &Position,
        moves: &[Move],
        limits: &Limits,
        stop: &StopFlag,
        ponder: &Ponder,
        on_info: &mut dyn FnMut(&Info),
    ) -> SearchResult {
        let mut position = root.clone();
        let mut history = PositionHistory::new(&position, in_check(&position));
        for &mv in moves {
            position.do_move(mv);
            history.push(&position, in_check(&position));
        }
        history.set_root();
        let us = position.side_to_move();
        let mut time_manager = TimeManager::new(limits, stop, ponder, us, position.move_number());
        let root_moves = root_moves(&position, &limits.search_moves);
        if root_moves.is_empty() || can_declare_win(&position, self.options.entering_king_rule) {
            let best = if root_moves.is_empty() { Best::Resign } else { Best::Win };
            wait_while(|| time_manager.must_wait());
            return SearchResult { best, ponder: None, info: None, nodes: 0 };
        }
        let nodes = time_manager.node_estimate(self.histories.len());
        let entries = nodes.map(|nodes| nodes.saturating_mul(SEARCHES_KEPT));
        self.table.reserve_for(entries, time_manager.is_repeatable());
        self.table.next_generation();
        let mut reports = Reports::new(self.options.pv_interval, on_info);
        let is_part = !limits.search_moves.is_empty();
        let (found, nodes) = self.run(&position, &history, &root_moves, is_part, time_manager, &mut reports);
        let mut info = reports.finish(&found, nodes);
        if let Some(info) = &mut info
            && info.pv.len() == 1
            && let Some(reply) = self.ponder_move(&position, found.best.mv())
        {
            info.pv.push(reply);
        }
        let resigns = info.as_ref().is_some_and(|info| match info.score {
            Score::Centipawns(value) => value <= -self.options.resign_value,
            Score::Mate(plies) => plies <= 0 && self.options.resign_value < RESIGN_WHEN_MATED,
        });
        let best = if resigns { Best::Resign } else { Best::Move(found.best.mv()) };
        let ponder = info.as_ref().and_then(|info| info.pv.get(1).copied());
        SearchResult { best, ponder, info, nodes }
    }

    /// Runs all threads of a search. Returns the result elected among theirs, and the number of nodes.
    fn run(
        &mut self,
        position: &Position,
        history: &PositionHistory,
        root_moves: &[RootMove],
        is_part: bool,
        time_manager: TimeManager,
        reports: &mut Reports,
    ) -> (ThreadResult, u64) {
        self.histories.iter_mut().for_each(Histories::begin_search);
        let rules = self.options.rules();
        let shared =
            Shared::new(&self.table, self.weights, self.margins, rules, is_part, self.histories.len());
        let multi_pv = self.options.multi_pv;
        // With several best moves, or a depth limit, the main thread's result is reported without a vote.
        let votes = multi_pv == 1 && time_manager.depth_limit() == i32::MAX;
        let Some((first, others)) = self.histories.split_first_mut() else { unreachable!() };
        thread::scope(|scope| {
            let shared = &shared;
            let mut helpers = Vec::new();
            for (index, histories) in others.iter_mut().enumerate() {
                let helper = thread_builder(STACK_BYTES).map(|helper| helper.name("go-helper".to_owned()));
                let time_manager = time_manager.clone();
                let searcher = move || {
                    shared.wait_for_answer();
                    let mut searcher = Searcher::new(
                        position,
                        history.clone(),
                        root_moves.to_vec(),
                        histories,
                        shared,
                        index + 1,
                        time_manager,
                    );
                    searcher.iterate(multi_pv, &mut |_| ());
                    searcher.result()
                };
                // When a thread cannot be started, the search is only slower.
                match helper.and_then(|helper| helper.spawn_scoped(scope, searcher)) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => log::warn!("a search thread cannot be started: {error}"),
                }
            }
            let mut searcher =
                Searcher::new(position, history.clone(), root_moves.to_vec(), first, shared, 0, time_manager);
            searcher.iterate(multi_pv, &mut |info| reports.add(info));
            wait_while(|| searcher.time_manager.must_wait() || searcher.time_manager.is_too_early());
            shared.abort();
            shared.allow_answer();
            let mut found = vec![searcher.result()];
            let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
            found.extend(others.filter(|_| votes));
            (elect(found), shared.nodes())
        })
    }

    /// The reply to a root move stored in the transposition table, as the move to ponder on.
    fn ponder_move(&self, position: &Position, mv: Move) -> Option<Move> {
        let mut after = position.clone();
        after.do_move(mv);
        let reply = self.table.probe(after.key(), 1)?.mv?;
        Staged::new(&after).allows(&after, reply).then_some(reply)
    }
}

/// The part of the table in use has room for the entries of so many searches.
const SEARCHES_KEPT: u64 = 4;

/// From this resign value on, the engine does not resign even when it is being mated.
const RESIGN_WHEN_MATED: i32 = 32_000;

fn wait_while(mut must_wait: impl FnMut() -> bool) {
    while must_wait() {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The root moves: the legal ones among `wished` or, if there are none, all legal moves except useless
/// non-promotions.
fn root_moves(position: &Position, wished: &[Move]) -> Vec<RootMove> {
    let all = legal_moves(position);
    let wished: Vec<Move> = all.iter().copied().filter(|mv| wished.contains(mv)).collect();
    let moves = if wished.is_empty() { sensible_moves(position) } else { wished };
    moves.into_iter().map(RootMove::new).collect()
}

/// The legal moves, without the non-promotions that are never better than the promotion.
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

/// Passes reports on at most once per interval, and the last one in any case.
struct Reports<'a> {
    interval: Duration,
    on_info: &'a mut dyn FnMut(&Info),
    start: Instant,
    last: Option<Instant>,
    /// Reports of the last iteration that were held back.
    held: Vec<Info>,
    /// The last report on the best move whose score is exact, not a bound.
    exact: Option<Info>,
    /// Whether no report with a bound came after `exact`.
    is_last_exact: bool,
    /// Whether `exact` was passed on.
    best_is_out: bool,
}

impl<'a> Reports<'a> {
    fn new(interval: Duration, on_info: &'a mut dyn FnMut(&Info)) -> Reports<'a> {
        let start = Instant::now();
        Reports {
            interval,
            on_info,
            start,
            last: None,
            held: Vec::new(),
            exact: None,
            is_last_exact: false,
            best_is_out: false,
        }
    }

    fn add(&mut self, info: &Info) {
        if info.multipv == 1 {
            self.held.clear();
            self.is_last_exact = info.bound == Bound::Exact;
            if self.is_last_exact {
                self.exact = Some(info.clone());
            }
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

    /// Passes on the reports held back, and makes sure that the last report passed on has an exact score and
    /// belongs to the move that will be played. Returns that last report.
    ///
    /// A search that was stopped before it had a value reports nothing about the position.
    fn finish(mut self, found: &ThreadResult, nodes: u64) -> Option<Info> {
        let best = &found.best;
        if let Some(info) = self.exact.take().filter(|info| info.pv.first() == Some(&best.mv())) {
            if self.is_last_exact {
                self.flush();
            } else {
                (self.on_info)(&info);
            }
            return Some(Info { nodes, ..info });
        }
        if best.last_value() <= -INFINITE {
            return None;
        }
        let info = Info {
            depth: found.depth.max(1) as u32,
            seldepth: best.seldepth.max(1) as u32,
            multipv: 1,
            score: Score::of(best.last_value().max(-super::value::DECIDED)),
            bound: Bound::Exact,
            nodes,
            time: self.start.elapsed(),
            hashfull: 0,
            pv: best.pv.clone(),
        };
        (self.on_info)(&info);
        Some(info)
    }
}
