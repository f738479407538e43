//! The kind of difference between a move and the main line's move at the same place.

use crate::board::{Bitboard, between};
use crate::position::Position;
use crate::solve::SolutionGraph;
use crate::types::{Color, Move};

/// The kind of a difference; when several kinds apply, the most specific one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DifferenceKind {
    /// The same move with or without promotion (成・不成).
    Promotion,
    /// A solution with this move plays the moves of the main line in another order (手順前後), and then returns
    /// to it.
    Order,
    /// The same piece, nearer to the king or farther away on the same free line (以遠).
    Distance,
    /// The same piece dropped on another square (打つ場所; for the defender 合駒の場所).
    DropSquare,
    /// Another piece dropped on the same square (打つ駒種; for the defender 合駒の種類).
    DropPiece,
    /// Another mating move at the last ply (最終手の別の詰み).
    LastMove,
    /// Another move.
    Other,
}

impl DifferenceKind {
    /// All kinds, the most specific first.
    pub const ALL: [DifferenceKind; 7] = [
        DifferenceKind::Promotion,
        DifferenceKind::Order,
        DifferenceKind::Distance,
        DifferenceKind::DropSquare,
        DifferenceKind::DropPiece,
        DifferenceKind::LastMove,
        DifferenceKind::Other,
    ];

    /// The word used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            DifferenceKind::Order => "order",
            DifferenceKind::Promotion => "promotion",
            DifferenceKind::Distance => "distance",
            DifferenceKind::DropSquare => "drop-square",
            DifferenceKind::DropPiece => "drop-piece",
            DifferenceKind::LastMove => "last-move",
            DifferenceKind::Other => "other",
        }
    }

    /// The kind that follows from the two moves alone, played in `position`; `None` when they have nothing in
    /// common.
    pub(super) fn of_moves(
        position: &Position,
        attacker: Color,
        main: Move,
        other: Move,
    ) -> Option<DifferenceKind> {
        let is_drop = main.dropped().is_some();
        let same_piece = main.from() == other.from() && main.dropped() == other.dropped();
        if is_drop && other.dropped().is_some() && !same_piece {
            return (main.to() == other.to()).then_some(DifferenceKind::DropPiece);
        }
        if !same_piece {
            return None;
        }
        if main.to() == other.to() {
            return Some(DifferenceKind::Promotion);
        }
        if main.promotes() == other.promotes() && on_one_line(position, attacker, main, other) {
            return Some(DifferenceKind::Distance);
        }
        is_drop.then_some(DifferenceKind::DropSquare)
    }
}

/// Whether two moves of one piece end on one line through the defender's king, with no piece between their
/// squares.
fn on_one_line(position: &Position, attacker: Color, main: Move, other: Move) -> bool {
    let Some(king) = position.king(!attacker).filter(|&king| main.from() != Some(king)) else { return false };
    let mut occupied = position.occupied();
    if let Some(from) = main.from() {
        occupied = occupied.without(Bitboard::from_iter([from]));
    }
    let near_and_far = |near: Move, far: Move| {
        between(king, far.to()).contains(near.to()) && (between(near.to(), far.to()) & occupied).is_empty()
    };
    near_and_far(main, other) || near_and_far(other, main)
}

/// The longest stretch of the main line, in plies, in which a changed order is searched for.
const LONGEST_ORDER: usize = 24;
/// The limit of positions visited in the search for a changed order.
const MOST_POSITIONS: usize = 4096;

/// Whether some solution that leaves the main line at `ply` with the move `other` plays the main line's moves
/// in another order until it returns to the line. `numbers` are the numbers of the main line's positions by
/// ply.
pub(super) fn is_changed_order(
    graph: &SolutionGraph,
    main: &[Move],
    numbers: &[u32],
    ply: usize,
    other: Move,
) -> bool {
    let last = (ply + LONGEST_ORDER).min(main.len());
    // The first later place on the main line at which the move occurs: a shorter stretch would not contain
    // it.
    let Some(first) = (ply + 2..last).step_by(2).find(|&later| main[later] == other) else { return false };
    let mut room = MOST_POSITIONS;
    (first + 1..=last).any(|end| {
        let mut order = Order { graph, left: main[ply..end].to_vec(), start: ply, room };
        let found = order.search(0, numbers[ply], Some(other), numbers[end]);
        room = order.room;
        found
    })
}

/// A stretch of the main line whose moves are played in another order.
struct Order<'a> {
    graph: &'a SolutionGraph,
    /// The moves of the stretch. Those still to be played come last, each side's moves on its own plies.
    left: Vec<Move>,
    start: usize,
    room: usize,
}

impl Order<'_> {
    /// Whether the remaining moves lead from position `at` to `end`, in any order; the next one must be
    /// `first` if it is given.
    fn search(&mut self, played: usize, at: u32, first: Option<Move>, end: u32) -> bool {
        if played == self.left.len() {
            return at == end;
        }
        if self.room == 0 {
            return false;
        }
        self.room -= 1;
        let edges = self.graph.edges(self.start + played, at);
        edges.iter().filter(|edge| first.is_none_or(|mv| edge.mv == mv)).any(|edge| {
            let mut same_side = (played..self.left.len()).step_by(2);
            let Some(place) = same_side.find(|&place| self.left[place] == edge.mv) else { return false };
            self.left.swap(played, place);
            let found = self.search(played + 1, edge.to, None, end);
            self.left.swap(played, place);
            found
        })
    }
}
