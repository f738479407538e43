//! Drawing one random set-up: kings, pieces, hands, stones, with lines and nets prepared around the kings, because
//! pins, discovered checks and pawn-drop mates hardly ever come about by chance.

use super::board::{Board, Cell, Kind, Side, Sq};
use super::random::{Rng, Setup};
use super::rules;

/// Some board; either king, or both, may stand in check, and the turn is only a proposal.
pub fn board(rng: &mut Rng, setup: Setup) -> Board {
    Draw::new(rng, setup).board()
}

/// One drawing of a set-up: the board so far and the tendencies of this position.
struct Draw<'a> {
    rng: &'a mut Rng,
    board: Board,
    /// Where the fight is: pieces prefer to stand around it.
    centre: Sq,
    /// Percentages: a piece stands on the board; a lance, bishop or rook does; it stands near the centre; belongs to
    /// Black; is promoted.
    on_board: usize,
    sliders_on_board: usize,
    near: usize,
    black: usize,
    promoted: usize,
    /// Out of the pieces that are not on the board, in hand (of Black, of White); the rest is in the box.
    in_hand: [usize; 2],
    stones: usize,
    /// The pieces that are not used yet.
    set: Vec<Kind>,
}

impl<'a> Draw<'a> {
    fn new(rng: &'a mut Rng, setup: Setup) -> Draw<'a> {
        let attacked = match setup {
            Setup::OneKing(side) | Setup::Small(side, _) => Some(side),
            Setup::TwoKings | Setup::Startpos => None,
        };
        let centre = king_square(rng);
        let counts = if rng.percent(5) { Kind::MOST } else { Kind::SET };
        let full = Kind::IN_HAND.into_iter().zip(counts);
        let mut set: Vec<Kind> =
            full.flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count))).collect();
        if let Setup::Small(_, pieces) = setup {
            while set.len() > pieces {
                set.swap_remove(rng.below(set.len()));
            }
        }
        let black = match attacked {
            Some(Side::White) => 40 + rng.below(55),
            Some(Side::Black) => 5 + rng.below(55),
            None => 30 + rng.below(40),
        };
        let board = Board::empty(if black > 50 { Side::Black } else { Side::White });
        let on_board = if rng.percent(50) { 5 + rng.below(25) } else { rng.below(90) };
        let sliders_on_board = on_board.max(if rng.percent(70) { 70 } else { 0 });
        let mut hand = || if rng.percent(30) { 0 } else { rng.below(100) };
        let in_hand = [hand(), hand()];
        let stones = if rng.percent(25) { 1 + rng.below(12) } else { 0 };
        let (near, promoted) = (rng.below(100), rng.below(50));
        let mut draw = Draw {
            rng,
            board,
            centre,
            on_board,
            sliders_on_board,
            near,
            black,
            promoted,
            in_hand,
            stones,
            set,
        };
        draw.kings(attacked);
        draw
    }

    fn kings(&mut self, attacked: Option<Side>) {
        match attacked {
            Some(side) => self.board.set(self.centre, Cell::Man(side, Kind::King)),
            None => {
                self.board.set(self.centre, Cell::Man(Side::White, Kind::King));
                let near = self.rng.percent(60);
                let black = loop {
                    let sq = if near { self.around(self.centre, 4) } else { king_square(self.rng) };
                    let apart = (sq.file - self.centre.file).abs().max((sq.rank - self.centre.rank).abs());
                    if apart > 1 {
                        break sq;
                    }
                };
                self.board.set(black, Cell::Man(Side::Black, Kind::King));
            }
        }
    }

    fn board(mut self) -> Board {
        for _ in 0..self.stones {
            let sq = self.square();
            if self.board.at(sq) == Cell::Empty {
                self.board.set(sq, Cell::Stone);
            }
        }
        let mut kept_free = None;
        for side in Side::BOTH {
            let Some(king) = self.board.king(side) else { continue };
            if kept_free.is_none() && self.rng.percent(35) {
                kept_free = self.net(king, side);
            }
            if self.rng.percent(60) {
                self.line_up_any(king, side.other());
            }
        }
        for kind in std::mem::take(&mut self.set) {
            let slides = matches!(kind, Kind::Rook | Kind::Bishop | Kind::Lance);
            let on_board = if slides { self.sliders_on_board } else { self.on_board };
            if !(self.rng.percent(on_board) && self.place(kind)) {
                self.hold(kind);
            }
        }
        if let Some(sq) = kept_free {
            self.board.set(sq, Cell::Empty);
        }
        self.board
    }

    /// Prepares a pawn-drop mate, or almost one: blocks most squares around the king, guards the one before him and
    /// keeps it free (by a stone, to be removed: the square is returned), and puts a pawn in the attacker's hand.
    fn net(&mut self, king: Sq, side: Side) -> Option<Sq> {
        let by = side.other();
        let before = king.offset(0, if side == Side::Black { -1 } else { 1 })?;
        if self.board.at(before) != Cell::Empty || !self.use_up(Kind::Pawn) {
            return None;
        }
        self.board.set(before, Cell::Stone);
        *self.board.held(by, Kind::Pawn) += 1;
        if self.rng.percent(50) {
            self.pin_a_taker(king, side, before);
        }
        let neighbours =
            rules::steps_of(side, Kind::King).filter_map(|(file, rank, _)| king.offset(file, rank));
        for sq in neighbours.collect::<Vec<Sq>>() {
            if self.rng.percent(35) {
                self.put_any(side, sq);
            } else if self.board.at(sq) == Cell::Empty && self.rng.percent(65) {
                self.board.set(sq, Cell::Stone);
            }
        }
        for _ in 0..40 {
            let sq = self.around(before, 2);
            let step = (before.file - sq.file, before.rank - sq.rank);
            let Some(kind) = self.rng.pick(&self.set) else { break };
            let guards = rules::steps_of(by, kind).any(|(file, rank, _)| (file, rank) == step);
            if guards && self.put(by, kind, sq) {
                break;
            }
        }
        // Few other pieces, or they would open the net again.
        (self.on_board, self.sliders_on_board) = (self.on_board / 4, self.sliders_on_board / 4);
        self.board.turn = by;
        Some(before)
    }

    /// Puts a piece of `side` that attacks `target` beside its king, and what pins it.
    fn pin_a_taker(&mut self, king: Sq, side: Side, target: Sq) {
        for _ in 0..40 {
            let (file, rank) = (self.rng.between(-1, 1), self.rng.between(-1, 1));
            let (Some(sq), Some(kind)) = (king.offset(file, rank), self.rng.pick(&self.set)) else {
                continue;
            };
            let step = (target.file - sq.file, target.rank - sq.rank);
            if rules::steps_of(side, kind).any(|(file, rank, _)| (file, rank) == step) {
                return self.line_up(king, (file, rank), side.other(), (side, kind), 1);
            }
        }
    }

    /// Puts a slider of `by` on a line to the king and something between: a pin, or a check to be discovered.
    fn line_up_any(&mut self, king: Sq, by: Side) {
        let direction = (self.rng.between(-1, 1), self.rng.between(-1, 1));
        let side = if self.rng.percent(50) { Side::Black } else { Side::White };
        let distance = self.rng.between(1, 4);
        if let Some(kind) = self.rng.pick(&self.set) {
            self.line_up(king, direction, by, (side, kind), distance);
        }
    }

    /// The shield goes so many squares away from the king, the slider of `by` somewhere behind it.
    fn line_up(
        &mut self,
        king: Sq,
        (file, rank): (i8, i8),
        by: Side,
        (owner, shield): (Side, Kind),
        distance: i8,
    ) {
        let far = distance + self.rng.between(1, 3);
        let (Some(far), Some(middle)) =
            (king.offset(file * far, rank * far), king.offset(file * distance, rank * distance))
        else {
            return;
        };
        let slides_here = |kind| rules::steps_of(by, kind).any(|step| step == (-file, -rank, true));
        let sliders = [Kind::Rook, Kind::Bishop, Kind::Lance, Kind::Dragon, Kind::Horse];
        let sliders: Vec<Kind> = sliders.into_iter().filter(|&kind| slides_here(kind)).collect();
        if let Some(kind) = self.rng.pick(&sliders) {
            self.put(by, kind, far);
        }
        self.put(owner, shield, middle);
    }

    fn put_any(&mut self, side: Side, sq: Sq) {
        if let Some(kind) = self.rng.pick(&self.set) {
            self.put(side, kind, sq);
        }
    }

    /// Puts an unused piece on a square if it may stand there.
    fn put(&mut self, side: Side, kind: Kind, sq: Sq) -> bool {
        let done = self.may_stand(side, kind, sq) && self.use_up(kind);
        if done {
            self.board.set(sq, Cell::Man(side, kind));
        }
        done
    }

    /// Takes a piece out of the set of unused ones, if there is one.
    fn use_up(&mut self, kind: Kind) -> bool {
        let index = self.set.iter().position(|&left| left == kind.base());
        index.map(|index| self.set.remove(index)).is_some()
    }

    fn may_stand(&self, side: Side, kind: Kind, sq: Sq) -> bool {
        let second_pawn = kind == Kind::Pawn && rules::pawns_on_file(&self.board, side, sq.file) > 0;
        self.board.at(sq) == Cell::Empty && !rules::is_dead_end(side, kind, sq) && !second_pawn
    }

    /// Tries to put a piece somewhere on the board.
    fn place(&mut self, kind: Kind) -> bool {
        let side = if self.rng.percent(self.black) { Side::Black } else { Side::White };
        let kind = if self.rng.percent(self.promoted) { kind.promoted().unwrap_or(kind) } else { kind };
        for _ in 0..3 {
            let sq = self.square();
            if self.may_stand(side, kind, sq) {
                self.board.set(sq, Cell::Man(side, kind));
                return true;
            }
        }
        false
    }

    fn hold(&mut self, kind: Kind) {
        let side = if self.rng.percent(50) { Side::Black } else { Side::White };
        if self.rng.percent(self.in_hand[side as usize]) {
            *self.board.held(side, kind) += 1;
        }
    }

    fn square(&mut self) -> Sq {
        if self.rng.percent(self.near) {
            self.around(self.centre, 2)
        } else {
            Sq { file: self.rng.between(0, 8), rank: self.rng.between(0, 8) }
        }
    }

    fn around(&mut self, centre: Sq, reach: i8) -> Sq {
        loop {
            let (file, rank) = (self.rng.between(-reach, reach), self.rng.between(-reach, reach));
            if let Some(sq) = centre.offset(file, rank) {
                return sq;
            }
        }
    }
}

/// Kings like edges and corners: that is where mates, dead ends and pawn-drop mates are.
fn king_square(rng: &mut Rng) -> Sq {
    let mut ordinate = || if rng.percent(40) { rng.between(0, 1) * 8 } else { rng.between(0, 8) };
    Sq { file: ordinate(), rank: ordinate() }
}
