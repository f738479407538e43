//! The rules: how pieces step, which moves are pseudo-legal, and which of them are legal.
//!
//! Nothing is deduced: a move is made on a copy and the kings are looked at.

use super::board::{Board, Cell, Kind, Mv, Side, Sq};

/// A step in files and ranks as Black sees it (up the board is −1), and whether it may be repeated.
type Step = (i8, i8, bool);

fn steps(kind: Kind) -> &'static [Step] {
    match kind {
        Kind::Pawn => &[(0, -1, false)],
        Kind::Lance => &[(0, -1, true)],
        Kind::Knight => &[(-1, -2, false), (1, -2, false)],
        Kind::Silver => &[(-1, -1, false), (0, -1, false), (1, -1, false), (-1, 1, false), (1, 1, false)],
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
            &[(-1, -1, false), (0, -1, false), (1, -1, false), (-1, 0, false), (1, 0, false), (0, 1, false)]
        }
        Kind::Bishop => &[(-1, -1, true), (1, -1, true), (-1, 1, true), (1, 1, true)],
        Kind::Rook => &[(0, -1, true), (-1, 0, true), (1, 0, true), (0, 1, true)],
        Kind::Horse => &[
            (-1, -1, true),
            (1, -1, true),
            (-1, 1, true),
            (1, 1, true),
            (0, -1, false),
            (-1, 0, false),
            (1, 0, false),
            (0, 1, false),
        ],
        Kind::Dragon => &[
            (0, -1, true),
            (-1, 0, true),
            (1, 0, true),
            (0, 1, true),
            (-1, -1, false),
            (1, -1, false),
            (-1, 1, false),
            (1, 1, false),
        ],
        Kind::King => &[
            (-1, -1, false),
            (0, -1, false),
            (1, -1, false),
            (-1, 0, false),
            (1, 0, false),
            (-1, 1, false),
            (0, 1, false),
            (1, 1, false),
        ],
    }
}

/// A piece's steps on the board, for its owner.
pub fn steps_of(side: Side, kind: Kind) -> impl Iterator<Item = Step> {
    let ahead = if side == Side::Black { 1 } else { -1 };
    steps(kind).iter().map(move |&(file, rank, slides)| (file, rank * ahead, slides))
}

/// Whether the piece could never move again from there, whatever happens (行き所のない駒).
pub fn is_dead_end(side: Side, kind: Kind, sq: Sq) -> bool {
    steps_of(side, kind).all(|(file, rank, _)| sq.offset(file, rank).is_none())
}

/// How many unpromoted pawns of `side` stand on a file.
pub fn pawns_on_file(board: &Board, side: Side, file: i8) -> usize {
    (0..9).filter(|&rank| board.at(Sq { file, rank }) == Cell::Man(side, Kind::Pawn)).count()
}

/// The directions from which a king can be attacked: the eight neighbours and the knights' jumps of both sides.
const DIRECTIONS: [(i8, i8); 12] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, -2),
    (1, -2),
    (-1, 2),
    (1, 2),
];

/// The men of `by` that attack `target`: from there, the first thing in every direction, if it steps back here.
pub fn attackers(board: &Board, target: Sq, by: Side) -> impl Iterator<Item = Sq> + '_ {
    DIRECTIONS.into_iter().filter_map(move |(file, rank)| {
        let mut sq = target.offset(file, rank)?;
        let mut adjacent = true;
        while board.at(sq) == Cell::Empty {
            sq = sq.offset(file, rank)?;
            adjacent = false;
        }
        let Cell::Man(side, kind) = board.at(sq) else { return None };
        let steps_back = |(f, r, slides)| (f, r) == (-file, -rank) && (adjacent || slides);
        (side == by && steps_of(by, kind).any(steps_back)).then_some(sq)
    })
}

/// Whether the king of `side` stands in check; a king that is not on the board never does.
pub fn king_attacked(board: &Board, side: Side) -> bool {
    board.king(side).is_some_and(|king| attackers(board, king, side.other()).next().is_some())
}

/// Whether the side to move stands in check.
pub fn in_check(board: &Board) -> bool {
    king_attacked(board, board.turn)
}

/// Whether the side to move is mated: in check, and without a legal move.
pub fn is_mate(board: &Board) -> bool {
    in_check(board) && !has_legal_move(board)
}

/// The moves of the piece on `from`, promotions and non-promotions, without a look at the own king.
pub fn moves_from(board: &Board, from: Sq, moves: &mut Vec<Mv>) {
    let Cell::Man(side, kind) = board.at(from) else { return };
    for (file, rank, slides) in steps_of(side, kind) {
        let mut next = from.offset(file, rank);
        while let Some(to) = next {
            match board.at(to) {
                Cell::Stone | Cell::Man(_, Kind::King) => break,
                Cell::Man(owner, _) if owner == side => break,
                _ => {}
            }
            if kind.promoted().is_some() && (in_zone(side, from) || in_zone(side, to)) {
                moves.push(Mv::Board { from, to, promote: true });
            }
            if !is_dead_end(side, kind, to) {
                moves.push(Mv::Board { from, to, promote: false });
            }
            next = if slides && board.at(to) == Cell::Empty { to.offset(file, rank) } else { None };
        }
    }
}

fn in_zone(side: Side, sq: Sq) -> bool {
    if side == Side::Black { sq.rank < 3 } else { sq.rank > 5 }
}

/// The drops of one kind by the side to move, who must hold it, without a look at any king.
pub fn drops_of(board: &Board, kind: Kind, moves: &mut Vec<Mv>) {
    for file in 0..9 {
        if kind == Kind::Pawn && pawns_on_file(board, board.turn, file) > 0 {
            continue;
        }
        for to in (0..9).map(|rank| Sq { file, rank }) {
            if board.at(to) == Cell::Empty && !is_dead_end(board.turn, kind, to) {
                moves.push(Mv::Drop { kind, to });
            }
        }
    }
}

/// All moves by the way the pieces move and drop; kings may be left in check.
pub fn pseudo_moves(board: &Board) -> Vec<Mv> {
    let mut moves = Vec::with_capacity(600);
    for (from, _) in board.men(board.turn) {
        moves_from(board, from, &mut moves);
    }
    for kind in Kind::IN_HAND {
        if board.hands[board.turn as usize][kind as usize] > 0 {
            drops_of(board, kind, &mut moves);
        }
    }
    moves
}

/// Where the kings stand before a move: found once, used for every move of a position.
#[derive(Clone, Copy)]
pub struct Kings {
    own: Option<Sq>,
    other: Option<Sq>,
}

impl Kings {
    pub fn of(board: &Board) -> Kings {
        Kings { own: board.king(board.turn), other: board.king(board.turn.other()) }
    }
}

/// Judges a pseudo-legal move: `None` when it is illegal, else whether it gives check.
pub fn judge(board: &Board, kings: Kings, mv: Mv) -> Option<bool> {
    let mover = board.turn;
    let next = board.after(mv);
    let own = match mv {
        Mv::Board { from, to, .. } if kings.own == Some(from) => Some(to),
        _ => kings.own,
    };
    if own.is_some_and(|king| attackers(&next, king, mover.other()).next().is_some()) {
        return None;
    }
    let check = kings.other.is_some_and(|king| attackers(&next, king, mover).next().is_some());
    let is_pawn_drop = matches!(mv, Mv::Drop { kind: Kind::Pawn, .. });
    if is_pawn_drop && check && !has_legal_move(&next) {
        return None;
    }
    Some(check)
}

/// Whether the side to move has any legal move.
pub fn has_legal_move(board: &Board) -> bool {
    let kings = Kings::of(board);
    pseudo_moves(board).into_iter().any(|mv| judge(board, kings, mv).is_some())
}

/// All legal moves, each with whether it gives check.
pub fn judged_moves(board: &Board) -> Vec<(Mv, bool)> {
    let kings = Kings::of(board);
    pseudo_moves(board).into_iter().filter_map(|mv| Some((mv, judge(board, kings, mv)?))).collect()
}

/// What keeps a position from being one that legal play could leave: two pawns on a file, a dead-end piece, more
/// than one king of a side, or a side not to move that stands in check.
pub fn is_legal_position(board: &Board) -> bool {
    Side::BOTH.into_iter().all(|side| {
        board.men(side).all(|(sq, kind)| !is_dead_end(side, kind, sq))
            && (0..9).all(|file| pawns_on_file(board, side, file) < 2)
            && board.men(side).filter(|&(_, kind)| kind == Kind::King).count() < 2
    }) && !king_attacked(board, board.turn.other())
}
