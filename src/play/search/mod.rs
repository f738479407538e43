//! The search of one thread: its state, making and taking back moves, and when it stops.

mod best;
mod history_updates;
mod move_scoring;
mod node;
mod picker;
mod pruning;
mod pvs;
mod quiescence;
mod root;
mod root_move;
mod scored_move;
mod shared;
mod vote;

pub use root_move::RootMove;
pub use shared::Shared;
pub use vote::{ThreadResult, elect};

use super::entering_king::{can_declare_win, has_lost_by_try};
use super::eval::{Evaluation, board_value, hand_value};
use super::histories::{Histories, PawnStructure, PieceTo};
use super::position_history::PositionHistory;
use super::time_manager::TimeManager;
use super::value::{DRAW, MAX_PLY, Value, mate_in, mated_in};
use crate::movegen::is_mate;
use crate::position::{Position, Undo};
use crate::types::{Color, Move, Piece, PieceKind};
use scored_move::ScoredMove;

/// The search stack: the data of each ply of the current line.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The corrected static evaluation; `None` in check.
    eval: Option<Value>,
    /// The move that is excluded, during a singularity search.
    excluded: Option<Move>,
    /// The move made from this position.
    played: PieceTo,
    /// Cut-offs at this ply since the last move made two plies earlier.
    cut_offs: u32,
    /// Double extensions on the path to this ply.
    double_extensions: u32,
    /// The pawn structure; set in nodes that use the histories of their moves.
    pawns: PawnStructure,
}

impl Frame {
    const EMPTY: Frame = Frame {
        eval: None,
        excluded: None,
        played: PieceTo::NONE,
        cut_offs: 0,
        double_extensions: 0,
        pawns: PawnStructure::NONE,
    };
}

/// A thread's search.
pub struct Searcher<'a> {
    position: Position,
    eval: Evaluation,
    history: PositionHistory,
    histories: &'a mut Histories,
    shared: &'a Shared<'a>,
    /// 0 for the main thread, which reports and ends iterations.
    thread: usize,
    ply: usize,
    frames: Vec<Frame>,
    /// The principal variation of each ply (triangular table).
    pv_table: Vec<Vec<Move>>,
    /// The generated moves of all nodes on the path, each node's after its parent's.
    buffer: Vec<ScoredMove>,
    nodes: u64,
    /// The node count at which [`should_stop`](Self::should_stop) next checks the limits.
    next_check: u64,
    seldepth: usize,
    root_depth: i32,
    /// The deepest iteration that was completed.
    completed_depth: i32,
    /// While a null-move cut-off is being verified: the ply above which null moves are not tried.
    null_move_from: usize,
    /// The moves at the root, the best first.
    pub root_moves: Vec<RootMove>,
    /// Decides when the search ends.
    pub time_manager: TimeManager<'a>,
    stopped: bool,
}

impl<'a> Searcher<'a> {
    /// A search from the last position of `history`, which must be `position`.
    pub fn new(
        position: &Position,
        history: PositionHistory,
        root_moves: Vec<RootMove>,
        histories: &'a mut Histories,
        shared: &'a Shared<'a>,
        thread: usize,
        time_manager: TimeManager<'a>,
    ) -> Searcher<'a> {
        Searcher {
            position: position.clone(),
            eval: Evaluation::with_weights(shared.weights, position),
            history,
            histories,
            shared,
            thread,
            ply: 0,
            frames: vec![Frame::EMPTY; MAX_PLY + 8],
            pv_table: vec![Vec::new(); MAX_PLY + 8],
            buffer: Vec::with_capacity(4096),
            nodes: 0,
            next_check: 0,
            seldepth: 0,
            root_depth: 0,
            completed_depth: 0,
            null_move_from: 0,
            root_moves,
            time_manager,
            stopped: false,
        }
    }

    /// The move made `plies` plies ago; [`PieceTo::NONE`] for moves before the root.
    #[inline(always)]
    fn move_before(&self, plies: usize) -> PieceTo {
        if plies <= self.ply { self.frames[self.ply - plies].played } else { PieceTo::NONE }
    }

    /// The piece and target square of a move of the side to move.
    #[inline(always)]
    fn piece_to(&self, mv: Move) -> PieceTo {
        let piece = match mv.from() {
            Some(from) => self.position.piece_at(from),
            None => Some(dropped(self.position.side_to_move(), mv)),
        };
        piece.map_or(PieceTo::NONE, |piece| PieceTo::new(arriving(piece, mv), mv.to()))
    }

    /// Whether the picker yields a move in its stage of captures and promotions.
    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        if self.position.occupied().contains(mv.to()) {
            return true;
        }
        mv.promotes()
            && mv.from().and_then(|from| self.position.piece_at(from)).is_some_and(|piece| {
                matches!(piece.kind(), PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook)
            })
    }

    /// Makes a legal move.
    #[inline]
    fn do_move(&mut self, mv: Move, gives_check: bool) -> Undo {
        self.nodes += 1;
        self.frames[self.ply].played = self.piece_to(mv);
        let undo = self.position.do_move(mv);
        self.shared.table.prefetch(self.position.key());
        self.eval.update(&self.position, mv, undo.captured());
        self.history.push(&self.position, gives_check);
        self.enter_next_frame();
        undo
    }

    /// Takes back the last move.
    #[inline]
    fn undo_move(&mut self, mv: Move, undo: Undo) {
        self.ply -= 1;
        self.history.pop();
        self.eval.undo();
        self.position.undo_move(mv, undo);
    }

    /// Makes a null move: the side to move passes.
    fn do_null_move(&mut self) {
        self.nodes += 1;
        self.frames[self.ply].played = PieceTo::NONE;
        self.position.set_side_to_move(!self.position.side_to_move());
        self.history.push_null(&self.position);
        self.enter_next_frame();
    }

    /// Moves on to the next ply, whose frame inherits the number of double extensions.
    #[inline]
    fn enter_next_frame(&mut self) {
        let double_extensions = self.frames[self.ply].double_extensions;
        self.ply += 1;
        let next = &mut self.frames[self.ply];
        next.excluded = None;
        next.double_extensions = double_extensions;
        self.frames[self.ply + 1].cut_offs = 0;
    }

    fn undo_null_move(&mut self) {
        self.ply -= 1;
        self.history.pop();
        self.position.set_side_to_move(!self.position.side_to_move());
    }

    /// The value of a position below the root when a rule has ended the game: repetition, move limit, or the
    /// try rule.
    #[inline]
    fn value_by_rules(&self) -> Option<Value> {
        if let Some(repetition) = self.history.repetition(self.position.side_to_move()) {
            return Some(repetition.value());
        }
        let rules = &self.shared.rules;
        if rules.max_moves.is_some_and(|moves| self.position.move_number() > moves) {
            return Some(if is_mate(&self.position) { mated_in(self.ply) } else { DRAW });
        }
        has_lost_by_try(&self.position, rules.entering_king).then(|| mated_in(self.ply))
    }

    /// The value of a position in which the side to move can declare a win.
    #[inline]
    fn declaration_win(&self) -> Option<Value> {
        can_declare_win(&self.position, self.shared.rules.entering_king).then(|| mate_in(self.ply + 1))
    }

    /// Whether the search must stop; checks the limits at intervals.
    #[inline]
    fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped |= self.shared.is_aborted();
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        /// Nodes between two checks: a fraction of a millisecond.
        const STRIDE: u64 = 256;
        self.shared.publish_nodes(self.thread, self.nodes);
        let nodes = self.shared.nodes();
        // With one thread the node limit is exact.
        let left = self.time_manager.node_limit().saturating_sub(nodes);
        self.next_check = self.nodes + STRIDE.min(left);
        // The first line of the first iteration is always completed: it takes almost no time, and without it
        // no move has been searched that could be the answer.
        if self.shared.can_answer() && self.time_manager.must_stop(nodes) {
            self.shared.abort();
        }
    }
}

/// The piece after its move: promoted if the move promotes.
#[inline(always)]
fn arriving(piece: Piece, mv: Move) -> Piece {
    match piece.kind().promoted() {
        Some(kind) if mv.promotes() => Piece::new(piece.color(), kind),
        _ => piece,
    }
}

/// The piece that a drop puts on the board.
#[inline(always)]
fn dropped(side: Color, mv: Move) -> Piece {
    Piece::new(side, mv.dropped().unwrap_or(PieceKind::Pawn))
}

/// The value of a capturing piece, for ordering by most valuable victim and least valuable attacker. The
/// value of a king is large, so that other pieces capture first.
#[inline(always)]
fn attacker_value(kind: PieceKind) -> i32 {
    if kind == PieceKind::King { 1_500 } else { board_value(kind) + hand_value(kind.unpromoted()) }
}
