//! The search of one thread: the position with everything that follows it from move to move.

mod best;
mod history_updates;
mod margins;
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
pub use shared::{Rules, Shared};
pub use vote::{Found, elect};

use super::entering_king::{has_tried, may_declare};
use super::eval::{Evaluation, board_value, hand_value};
use super::histories::{Histories, Played};
use super::path::Path;
use super::time_manager::TimeManager;
use super::value::{DRAW, MAX_PLY, Value, mate_in, mated_in};
use crate::movegen::is_mate;
use crate::position::{Position, Undo};
use crate::types::{Color, Move, Piece, PieceKind};
use scored_move::Scored;

/// What is remembered of one ply of the line at hand.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The evaluation; `None` in check.
    eval: Option<Value>,
    /// A move that is left out: is it the only good one?
    excluded: Option<Move>,
    /// The move that was made from here.
    played: Played,
    /// How often nodes at this ply have cut off since the last move two plies above.
    cut_offs: u32,
    /// How often a move was extended by more than a ply on the way here.
    double_extensions: u32,
}

impl Frame {
    const EMPTY: Frame =
        Frame { eval: None, excluded: None, played: Played::NONE, cut_offs: 0, double_extensions: 0 };
}

/// A thread's search.
pub struct Searcher<'a> {
    position: Position,
    eval: Evaluation,
    path: Path,
    histories: &'a mut Histories,
    shared: &'a Shared<'a>,
    /// 0 for the thread that answers.
    thread: usize,
    ply: usize,
    frames: Vec<Frame>,
    /// The principal variation found at each ply.
    lines: Vec<Vec<Move>>,
    buffer: Vec<Scored>,
    nodes: u64,
    /// When [`is_over`](Self::is_over) next looks up from its work.
    next_look: u64,
    seldepth: usize,
    root_depth: i32,
    /// The deepest iteration that was finished.
    finished: i32,
    /// A plies' window in which null moves are not tried: somebody verifies one.
    null_from: usize,
    /// The moves at the root, the best first.
    pub root_moves: Vec<RootMove>,
    /// Decides when the search ends.
    pub time_manager: TimeManager<'a>,
    stopped: bool,
}

impl<'a> Searcher<'a> {
    /// A search from the end of a path, which is that of the position.
    pub fn new(
        position: &Position,
        path: Path,
        root_moves: Vec<RootMove>,
        histories: &'a mut Histories,
        shared: &'a Shared<'a>,
        thread: usize,
        time_manager: TimeManager<'a>,
    ) -> Searcher<'a> {
        Searcher {
            position: position.clone(),
            eval: Evaluation::with_weights(shared.weights, position),
            path,
            histories,
            shared,
            thread,
            ply: 0,
            frames: vec![Frame::EMPTY; MAX_PLY + 8],
            lines: vec![Vec::new(); MAX_PLY + 8],
            buffer: Vec::with_capacity(4096),
            nodes: 0,
            next_look: 0,
            seldepth: 0,
            root_depth: 0,
            finished: 0,
            null_from: 0,
            root_moves,
            time_manager,
            stopped: false,
        }
    }

    /// The move that was made so many plies ago; one may ask for those before the root.
    #[inline(always)]
    fn played_before(&self, plies: usize) -> Played {
        if plies <= self.ply { self.frames[self.ply - plies].played } else { Played::NONE }
    }

    /// A move of the side to move, as the continuation tables know it.
    #[inline(always)]
    fn as_played(&self, mv: Move) -> Played {
        let piece = match mv.from() {
            Some(from) => self.position.piece_at(from),
            None => Some(dropped(self.position.side_to_move(), mv)),
        };
        piece.map_or(Played::NONE, |piece| Played::new(arriving(piece, mv), mv.to()))
    }

    /// Whether the picker hands a move out among captures and promotions.
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

    /// Plays a legal move of which it is known whether it gives check.
    #[inline]
    fn play(&mut self, mv: Move, gives_check: bool) -> Undo {
        self.nodes += 1;
        self.frames[self.ply].played = self.as_played(mv);
        let undo = self.position.do_move(mv);
        self.shared.table.prefetch(self.position.key());
        self.eval.update(&self.position, mv, undo.captured());
        self.path.push(&self.position, gives_check);
        self.ply += 1;
        let double_extensions = self.frames[self.ply - 1].double_extensions;
        let next = &mut self.frames[self.ply];
        next.excluded = None;
        next.double_extensions = double_extensions;
        self.frames[self.ply + 1].cut_offs = 0;
        undo
    }

    /// Takes the last move back.
    #[inline]
    fn take_back(&mut self, mv: Move, undo: Undo) {
        self.ply -= 1;
        self.path.pop();
        self.eval.undo();
        self.position.undo_move(mv, undo);
    }

    /// Passes, for a search that asks what the opponent threatens.
    fn pass(&mut self) {
        self.nodes += 1;
        self.frames[self.ply].played = Played::NONE;
        self.position.set_side_to_move(!self.position.side_to_move());
        self.path.push_null(&self.position);
        self.ply += 1;
        self.frames[self.ply].excluded = None;
        self.frames[self.ply + 1].cut_offs = 0;
    }

    fn take_pass_back(&mut self) {
        self.ply -= 1;
        self.path.pop();
        self.position.set_side_to_move(!self.position.side_to_move());
    }

    /// The value of a position below the root that a rule decides: repetition, the last move of the game, a try.
    #[inline]
    fn settled(&self) -> Option<Value> {
        if let Some(repetition) = self.path.repetition(self.position.side_to_move()) {
            return Some(repetition.value());
        }
        let rules = &self.shared.rules;
        if rules.max_moves.is_some_and(|moves| self.position.move_number() > moves) {
            return Some(if is_mate(&self.position) { mated_in(self.ply) } else { DRAW });
        }
        has_tried(&self.position, rules.entering_king).then(|| mated_in(self.ply))
    }

    /// The value of a position in which the side to move may declare that it has won.
    #[inline]
    fn declared(&self) -> Option<Value> {
        may_declare(&self.position, self.shared.rules.entering_king).then(|| mate_in(self.ply + 1))
    }

    /// Whether the search is over; looks up from its work now and then.
    #[inline]
    fn is_over(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look_up();
        }
        self.stopped |= self.shared.is_aborted();
        self.stopped
    }

    #[cold]
    fn look_up(&mut self) {
        /// Nodes between two looks: a fraction of a millisecond.
        const STRIDE: u64 = 256;
        self.shared.count(self.thread, self.nodes);
        self.next_look = self.nodes + STRIDE;
        let nodes = self.shared.nodes();
        // With one thread the limit is met to the node.
        let left = self.time_manager.node_limit().saturating_sub(nodes);
        self.next_look = self.nodes + STRIDE.min(left);
        // The first iteration takes no time, and without it there is no answer.
        let due = if self.shared.can_answer() {
            self.time_manager.must_stop(nodes)
        } else {
            self.time_manager.is_stopped()
        };
        if due {
            self.shared.abort();
        }
    }
}

/// The piece of a move as it will stand on its target square.
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

/// A piece's material worth, the cheapest attacker first; a king's is large.
#[inline(always)]
fn worth(kind: PieceKind) -> i32 {
    if kind == PieceKind::King { 1_500 } else { board_value(kind) + hand_value(kind.unpromoted()) }
}
