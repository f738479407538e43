//! Opening books: what is written is read, what is on disk is found, and what is computed is what a plain loop
//! computes.

mod build;
mod choice;
mod expansion;
mod format;
mod minimax;
mod probing;

use tsumugi::book::{Book, BookMove};
use tsumugi::{Position, legal_moves};

/// The beginning of a book with the start of a game.
pub const HEADER_AND_START: &str =
    "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";

/// Numbers that look random, the same in every run.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(2).wrapping_add(1))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// A book of so many random games, each so many plies long, with values, depths and counts.
pub(crate) fn random_book(seed: u64, games: usize, plies: usize) -> Book {
    let mut numbers = Numbers::new(seed);
    let mut book = Book::default();
    for _ in 0..games {
        let mut position = Position::startpos();
        for _ in 0..plies {
            let moves = legal_moves(&position);
            let mv = moves[numbers.below(moves.len())];
            let mut after = position.clone();
            after.do_move(mv);
            let ponder = legal_moves(&after).first().copied();
            book.add(
                &position,
                BookMove {
                    mv,
                    ponder,
                    value: Some(numbers.below(2001) as i32 - 1000),
                    depth: Some(numbers.below(40) as u32),
                    count: Some(1 + numbers.below(9) as u64),
                },
            );
            position = after;
        }
    }
    book
}

/// A book as its text.
pub(crate) fn text(book: &Book) -> String {
    let mut bytes = Vec::new();
    book.write(&mut bytes).expect("memory");
    String::from_utf8(bytes).expect("ASCII")
}

/// The book of a text.
pub(crate) fn read(text: &str) -> Book {
    let mut book = Book::default();
    book.read(text.as_bytes()).expect("a book");
    book
}
