//! A source of random positions: games from random starts, always the same for the same seed.

use super::board::{Board, Mv, Side};
pub use super::rng::Rng;
use super::{draw, rules, sfen};

/// Where a game starts, and with which pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setup {
    Startpos,
    /// One king: the defender's.
    OneKing(Side),
    TwoKings,
    /// No more than so many pieces beside the one king, on the board or in the attacker's hand.
    Small(Side, usize),
}

pub const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

/// A start drawn at random: mostly with the king of one side alone, which is what the solvers live on.
pub fn setup(rng: &mut Rng) -> Setup {
    let side = if rng.percent(50) { Side::Black } else { Side::White };
    match rng.below(100) {
        0 => Setup::Startpos,
        1..=14 => Setup::TwoKings,
        15..=29 => Setup::Small(side, 2 + rng.below(5)),
        _ => Setup::OneKing(side),
    }
}

/// How many plies a game from this start goes on at most.
pub fn plies(rng: &mut Rng, setup: Setup) -> usize {
    match setup {
        Setup::Startpos => 20 + rng.below(150),
        Setup::TwoKings => 4 + rng.below(30),
        Setup::OneKing(_) => 1 + rng.below(12),
        Setup::Small(..) => 1 + rng.below(8),
    }
}

/// The move a random game goes on with: more often than chance would have it a check, and one given on the board.
pub fn next_move(rng: &mut Rng, moves: &[(Mv, bool)]) -> Option<Mv> {
    let (checks, on_board) = (rng.percent(70), rng.percent(60));
    let is_wanted =
        |&&(mv, check): &&(Mv, bool)| check >= checks && (matches!(mv, Mv::Board { .. }) || !on_board);
    let wanted: Vec<_> = moves.iter().filter(is_wanted).copied().collect();
    rng.pick(if wanted.is_empty() { moves } else { &wanted }).map(|(mv, _)| mv)
}

/// A legal position of this kind.
pub fn position(rng: &mut Rng, setup: Setup) -> Board {
    loop {
        let drawn = match setup {
            Setup::Startpos => sfen::read(STARTPOS).expect("the start position is readable"),
            _ => draw::board(rng, setup),
        };
        if let Some(board) = with_turn(rng, drawn) {
            return board;
        }
    }
}

/// Gives the turn to a side that may have it: whoever is in check, else (from a set-up) anyone.
fn with_turn(rng: &mut Rng, mut board: Board) -> Option<Board> {
    let threats = Side::BOTH
        .map(|side| board.king(side).map_or(0, |king| rules::attackers(&board, king, side.other()).count()));
    board.turn = match threats {
        [0, 0] if rng.percent(30) => board.turn.other(),
        [0, 0] => board.turn,
        // No move gives three checks at once. A diagram may show them, so that a few are kept.
        [black, 0] if black < 3 || rng.percent(10) => Side::Black,
        [0, white] if white < 3 || rng.percent(10) => Side::White,
        _ => return None,
    };
    Some(board)
}
