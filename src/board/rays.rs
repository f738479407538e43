//! The eight directions, rays along them, and the squares between two squares.

use super::Bitboard;
use crate::types::{Color, Square};

/// One of the eight directions. The first four lead to lower square numbers, the last four to higher ones;
/// the opposite of direction `n` is `7 − n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards rank 1: Black's forward.
    North = 0,
    /// Towards file 1 and rank 9.
    SouthEast = 1,
    /// Towards file 1.
    East = 2,
    /// Towards file 1 and rank 1.
    NorthEast = 3,
    /// Towards file 9 and rank 9.
    SouthWest = 4,
    /// Towards file 9.
    West = 5,
    /// Towards file 9 and rank 1.
    NorthWest = 6,
    /// Towards rank 9: White's forward.
    South = 7,
}

use Direction::*;

impl Direction {
    /// All directions in the order of their numbers.
    pub const ALL: [Direction; 8] = [North, SouthEast, East, NorthEast, SouthWest, West, NorthWest, South];

    /// The direction in which `color`'s pawns move.
    #[inline(always)]
    pub const fn forward(color: Color) -> Direction {
        match color {
            Color::Black => North,
            Color::White => South,
        }
    }

    /// Whether a rook (not a bishop) moves this way.
    #[inline(always)]
    pub const fn is_orthogonal(self) -> bool {
        matches!(self, North | East | West | South)
    }

    /// Steps in files and ranks.
    const fn delta(self) -> (i8, i8) {
        match self {
            North => (0, -1),
            SouthEast => (-1, 1),
            East => (-1, 0),
            NorthEast => (-1, -1),
            SouthWest => (1, 1),
            West => (1, 0),
            NorthWest => (1, -1),
            South => (0, 1),
        }
    }
}

/// The square `files` to the left and `ranks` down of `index`, or `None` off the board.
pub(super) const fn offset(index: usize, files: i8, ranks: i8) -> Option<usize> {
    let file = (index / 9) as i8 + files;
    let rank = (index % 9) as i8 + ranks;
    if file >= 0 && file < 9 && rank >= 0 && rank < 9 { Some((file * 9 + rank) as usize) } else { None }
}

/// By square and direction; the entries from 8 on, used for squares without a common line, are empty.
static RAYS: [[Bitboard; 16]; Square::TABLE] = make_rays();
static DIRECTIONS: [[u8; Square::TABLE]; Square::TABLE] = make_directions();
const NO_DIRECTION: u8 = 8;

/// The squares from `from` (a square's number) to the edge.
pub(super) const fn full_ray(direction: Direction, from: usize) -> Bitboard {
    let (files, ranks) = direction.delta();
    let mut squares = 0;
    let mut at = offset(from, files, ranks);
    while let Some(sq) = at {
        squares |= 1 << sq;
        at = offset(sq, files, ranks);
    }
    Bitboard::raw(squares)
}

const fn make_rays() -> [[Bitboard; 16]; Square::TABLE] {
    let mut table = [[Bitboard::EMPTY; 16]; Square::TABLE];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 81 {
            table[from][d] = full_ray(Direction::ALL[d], from);
            from += 1;
        }
        d += 1;
    }
    table
}

const fn make_directions() -> [[u8; Square::TABLE]; Square::TABLE] {
    let mut table = [[NO_DIRECTION; Square::TABLE]; Square::TABLE];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 81 {
            let mut rest = full_ray(Direction::ALL[d], from).to_bits();
            while rest != 0 {
                table[from][rest.trailing_zeros() as usize] = d as u8;
                rest &= rest - 1;
            }
            from += 1;
        }
        d += 1;
    }
    table
}

/// All squares from `from` to the edge in a direction, without `from`.
#[inline(always)]
fn ray(direction: Direction, from: Square) -> Bitboard {
    RAYS[from.index()][direction as usize]
}

/// The squares that a slider on `from` attacks in a direction: up to and including the first one of
/// `occupied`.
#[inline(always)]
pub fn ray_attacks(direction: Direction, from: Square, occupied: Bitboard) -> Bitboard {
    let ray = ray(direction, from);
    let blockers = (occupied & ray).to_bits();
    if (direction as u8) < 4 {
        // The nearest blocker is the highest bit; the squares beyond it are removed. Without a blocker, its
        // number is that of a square off the board, whose ray is empty.
        let nearest = 127 & 127u32.wrapping_sub(blockers.leading_zeros());
        ray ^ RAYS[nearest as usize][direction as usize]
    } else {
        // The nearest blocker is the lowest bit: `b ^ (b − 1)` is it and everything below, all ones without one.
        ray & Bitboard::raw(blockers ^ blockers.wrapping_sub(1))
    }
}

/// The squares strictly between two squares of a common line; empty for others.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    let row = DIRECTIONS[a.index()][b.index()] as usize & 15;
    RAYS[a.index()][row] & RAYS[b.index()][row ^ 7]
}

/// The whole line from edge to edge through two different squares; empty when they have none in common.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    let row = DIRECTIONS[a.index()][b.index()] as usize & 15;
    let others = RAYS[a.index()][row] | RAYS[a.index()][row ^ 7];
    if others.is_empty() { others } else { others | Bitboard::square(a) }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Boards on which three squares of eight are occupied, always the same.
    pub(in super::super) fn occupancies() -> impl Iterator<Item = Bitboard> {
        let next = |seed: &u128| {
            let next = seed.wrapping_mul(0xda94_2042_e4dd_58b5_0000_0000_0000_0001);
            Some(next.wrapping_add(0x9e37_79b9_7f4a_7c15))
        };
        let seeds = std::iter::successors(next(&1), next).take(200);
        seeds.map(|seed| Bitboard::from_bits((seed ^ seed >> 41) & (seed >> 13 | seed << 7)))
    }

    /// A simple reference implementation: walk until a blocker.
    fn walk(direction: Direction, from: Square, occupied: Bitboard) -> Bitboard {
        let (files, ranks) = direction.delta();
        let mut set = Bitboard::EMPTY;
        let mut at = offset(from.index(), files, ranks);
        while let Some(index) = at {
            let sq = Square::new(index as u8);
            set |= Bitboard::square(sq);
            at = if occupied.contains(sq) { None } else { offset(index, files, ranks) };
        }
        set
    }

    #[test]
    fn ray_attacks_equal_a_walk() {
        for occupied in occupancies() {
            for sq in Square::all() {
                for d in Direction::ALL {
                    assert_eq!(
                        ray_attacks(d, sq, occupied),
                        walk(d, sq, occupied),
                        "{sq} {d:?} {occupied:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn between_and_line() {
        let sq = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(between(sq("5a"), sq("5d")), [sq("5b"), sq("5c")].into_iter().collect());
        assert_eq!(between(sq("1i"), sq("4f")), [sq("2h"), sq("3g")].into_iter().collect());
        assert!(between(sq("1i"), sq("3h")).is_empty());
        assert_eq!(line(sq("5c"), sq("5d")).count(), 9);
    }
}
