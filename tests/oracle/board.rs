//! The mailbox board: cells, hands, side to move, and making a move on it without asking whether it is legal.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Side {
    Black,
    White,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Black, Side::White];

    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    Rook,
    Bishop,
    Gold,
    Silver,
    Knight,
    Lance,
    Pawn,
    King,
    Dragon,
    Horse,
    ProSilver,
    ProKnight,
    ProLance,
    ProPawn,
}

use Kind::*;

impl Kind {
    /// What can be held in hand, in the order of SFEN; a kind's place here is its place in [`Board::hands`].
    pub const IN_HAND: [Kind; 7] = [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn];

    /// How many of each kind of [`Kind::IN_HAND`] a full set has.
    pub const SET: [u8; 7] = [2, 2, 4, 4, 4, 4, 18];

    /// How many of each a helpmate may have: some compositions take more than a set has.
    pub const MOST: [u8; 7] = [3, 3, 7, 7, 7, 7, 31];

    pub fn promoted(self) -> Option<Kind> {
        match self {
            Rook => Some(Dragon),
            Bishop => Some(Horse),
            Silver => Some(ProSilver),
            Knight => Some(ProKnight),
            Lance => Some(ProLance),
            Pawn => Some(ProPawn),
            _ => None,
        }
    }

    /// The kind that promoted to this one.
    pub fn demoted(self) -> Option<Kind> {
        match self {
            Dragon => Some(Rook),
            Horse => Some(Bishop),
            ProSilver => Some(Silver),
            ProKnight => Some(Knight),
            ProLance => Some(Lance),
            ProPawn => Some(Pawn),
            _ => None,
        }
    }

    /// The form in which the piece lies in a hand.
    pub fn base(self) -> Kind {
        self.demoted().unwrap_or(self)
    }

    pub fn letter(self) -> char {
        match self.base() {
            Rook => 'R',
            Bishop => 'B',
            Gold => 'G',
            Silver => 'S',
            Knight => 'N',
            Lance => 'L',
            Pawn => 'P',
            _ => 'K',
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    Empty,
    Stone,
    Man(Side, Kind),
}

/// A square: file and rank, both 0 to 8, `1a` is (0, 0) and `9i` is (8, 8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Sq {
    pub file: i8,
    pub rank: i8,
}

impl Sq {
    pub fn all() -> impl Iterator<Item = Sq> {
        (0..9).flat_map(|file| (0..9).map(move |rank| Sq { file, rank }))
    }

    /// The square so many files and ranks away, if it is on the board.
    pub fn offset(self, file: i8, rank: i8) -> Option<Sq> {
        let sq = Sq { file: self.file + file, rank: self.rank + rank };
        ((0..9).contains(&sq.file) && (0..9).contains(&sq.rank)).then_some(sq)
    }

    pub fn flip(self) -> Sq {
        Sq { file: 8 - self.file, rank: 8 - self.rank }
    }

    pub fn mirror(self) -> Sq {
        Sq { file: 8 - self.file, rank: self.rank }
    }
}

impl fmt::Display for Sq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file + 1, (b'a' + self.rank as u8) as char)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Mv {
    Board { from: Sq, to: Sq, promote: bool },
    Drop { kind: Kind, to: Sq },
}

impl Mv {
    pub fn to(self) -> Sq {
        match self {
            Mv::Board { to, .. } | Mv::Drop { to, .. } => to,
        }
    }

    /// The move with every square sent through `turn`.
    pub fn map(self, turn: impl Fn(Sq) -> Sq) -> Mv {
        match self {
            Mv::Board { from, to, promote } => Mv::Board { from: turn(from), to: turn(to), promote },
            Mv::Drop { kind, to } => Mv::Drop { kind, to: turn(to) },
        }
    }

    /// Every move that can be written, on whatever board.
    pub fn all() -> impl Iterator<Item = Mv> {
        let board = Sq::all().flat_map(|from| {
            Sq::all().filter(move |&to| to != from).flat_map(move |to| {
                [false, true].into_iter().map(move |promote| Mv::Board { from, to, promote })
            })
        });
        let drops = Kind::IN_HAND.into_iter().flat_map(|kind| Sq::all().map(move |to| Mv::Drop { kind, to }));
        board.chain(drops)
    }
}

impl fmt::Display for Mv {
    /// USI text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mv::Board { from, to, promote } => write!(f, "{from}{to}{}", if *promote { "+" } else { "" }),
            Mv::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
        }
    }
}

/// A whole position. Pieces that are nowhere are in the box; nothing here asks for a complete set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// By rank, then file.
    pub cells: [[Cell; 9]; 9],
    /// By side, then in the order of [`Kind::IN_HAND`].
    pub hands: [[u8; 7]; 2],
    pub turn: Side,
}

impl Board {
    pub fn empty(turn: Side) -> Board {
        Board { cells: [[Cell::Empty; 9]; 9], hands: [[0; 7]; 2], turn }
    }

    pub fn at(&self, sq: Sq) -> Cell {
        self.cells[sq.rank as usize][sq.file as usize]
    }

    pub fn set(&mut self, sq: Sq, cell: Cell) {
        self.cells[sq.rank as usize][sq.file as usize] = cell;
    }

    pub fn held(&mut self, side: Side, kind: Kind) -> &mut u8 {
        &mut self.hands[side as usize][kind as usize]
    }

    pub fn king(&self, side: Side) -> Option<Sq> {
        Sq::all().find(|&sq| self.at(sq) == Cell::Man(side, King))
    }

    /// The squares with a man of `side`, and what it is.
    pub fn men(&self, side: Side) -> impl Iterator<Item = (Sq, Kind)> + '_ {
        Sq::all().filter_map(move |sq| match self.at(sq) {
            Cell::Man(owner, kind) if owner == side => Some((sq, kind)),
            _ => None,
        })
    }

    /// How many of a kind of [`Kind::IN_HAND`] there are, promoted ones and those in hand counted too.
    pub fn total(&self, kind: Kind) -> u8 {
        let is_it = |cell: &&Cell| matches!(cell, Cell::Man(_, man) if man.base() == kind);
        let stand = self.cells.as_flattened().iter().filter(is_it).count() as u8;
        stand + self.hands[0][kind as usize] + self.hands[1][kind as usize]
    }

    /// Whether there are more pieces of a kind than a set has.
    pub fn has_surplus(&self) -> bool {
        Kind::IN_HAND.into_iter().zip(Kind::SET).any(|(kind, most)| self.total(kind) > most)
    }

    /// Plays a pseudo-legal move.
    pub fn make(&mut self, mv: Mv) {
        let mover = self.turn;
        match mv {
            Mv::Board { from, to, promote } => {
                if let Cell::Man(_, taken) = self.at(to) {
                    *self.held(mover, taken.base()) += 1;
                }
                let man = match self.at(from) {
                    Cell::Man(side, kind) if promote => {
                        Cell::Man(side, kind.promoted().expect("a piece that promotes"))
                    }
                    man => man,
                };
                self.set(from, Cell::Empty);
                self.set(to, man);
            }
            Mv::Drop { kind, to } => {
                *self.held(mover, kind) -= 1;
                self.set(to, Cell::Man(mover, kind));
            }
        }
        self.turn = mover.other();
    }

    /// The position after `mv`.
    pub fn after(&self, mv: Mv) -> Board {
        let mut next = self.clone();
        next.make(mv);
        next
    }

    /// The board turned by 180°: every man changes its owner, the hands and the side to move change too.
    pub fn flip(&self) -> Board {
        let mut flipped = Board::empty(self.turn.other());
        flipped.hands = [self.hands[1], self.hands[0]];
        for sq in Sq::all() {
            flipped.set(
                sq.flip(),
                match self.at(sq) {
                    Cell::Man(side, kind) => Cell::Man(side.other(), kind),
                    other => other,
                },
            );
        }
        flipped
    }

    /// Left and right exchanged.
    pub fn mirror(&self) -> Board {
        let mut mirrored = self.clone();
        for sq in Sq::all() {
            mirrored.set(sq.mirror(), self.at(sq));
        }
        mirrored
    }
}
