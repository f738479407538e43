//! Japanese names of moves: every legal move of a position has a name of its own, and the federation's examples of
//! how pieces are told apart come out as printed.

use crate::oracle;
use crate::oracle::random::{self, Rng};
use std::collections::HashMap;
use tsumugi::movegen::{legal_moves, play_line};
use tsumugi::notation::japanese;
use tsumugi::position::Position;
use tsumugi::types::{Color, Hand, Move, Piece, PieceKind, Square};

const GAME_POSITIONS: usize = 60_000;
const CROWDED_POSITIONS: usize = 40_000;

/// Asserts it for a position, and returns how many moves needed side and way to be told apart.
fn assert_unique(position: &Position, previous: Option<Square>) -> usize {
    let mut named: HashMap<String, Move> = HashMap::new();
    for &mv in &legal_moves(position) {
        let name = japanese(position, mv, previous);
        if let Some(other) = named.insert(name.clone(), mv) {
            panic!("{name} is {other} and {mv} in {position}");
        }
    }
    let both = ["左上", "左寄", "左引", "右上", "右寄", "右引"];
    named.keys().filter(|name| both.iter().any(|both| name.contains(both))).count()
}

/// Positions of random games, each with the square on which the move before arrived.
pub fn for_each_game_position(count: usize, mut visit: impl FnMut(&Position, Option<Square>)) {
    let mut rng = Rng::new(1);
    let mut visited = 0;
    while visited < count {
        let setup = random::setup(&mut rng);
        let board = random::position(&mut rng, setup);
        let mut position = Position::from_sfen(&oracle::sfen::write(&board)).expect("an SFEN");
        let mut previous = None;
        for _ in 0..random::plies(&mut rng, setup) {
            let moves = legal_moves(&position);
            let Some(mv) = rng.pick(&moves) else { break };
            visit(&position, previous);
            visited += 1;
            position.do_move(mv);
            previous = Some(mv.to());
        }
    }
}

/// Positions in which several pieces can go to a square.
pub fn for_each_crowded_position(count: usize, mut visit: impl FnMut(&Position, Option<Square>)) {
    let mut rng = Rng::new(2);
    let mut visited = 0;
    while visited < count {
        let position = crowded(&mut rng);
        if position.defects().is_empty() {
            visit(&position, rng.percent(30).then(|| Square::new(rng.below(81) as u8)));
            visited += 1;
        }
    }
}

#[test]
fn names_are_unique_in_random_games() {
    for_each_game_position(GAME_POSITIONS, |position, previous| {
        assert_unique(position, previous);
    });
}

/// A board on which one side has many pieces that move like gold or silver, and the strongest ones twice, so that
/// several can often reach a square.
fn crowded(rng: &mut Rng) -> Position {
    use PieceKind::*;
    let mut position = Position::empty();
    let us = if rng.percent(50) { Color::Black } else { Color::White };
    let mut put = |rng: &mut Rng, piece: Piece| {
        // Small boards make meetings likely.
        let (file, rank) = (rng.between(3, 6), rng.between(2, 5));
        let sq = Square::from_file_rank(file as u8, rank as u8).expect("on the board");
        let sq = if us == Color::Black { sq } else { sq.flip() };
        if position.piece_at(sq).is_none() {
            position.put(sq, piece);
        }
    };
    put(rng, Piece::new(!us, King));
    for kind in [Dragon, Dragon, Horse, Horse] {
        let kind = if rng.percent(30) { kind.unpromoted() } else { kind };
        put(rng, Piece::new(us, kind));
    }
    let few = [Gold, Gold, Gold, Gold, Silver, Silver, Silver, Silver, ProSilver, ProKnight, ProKnight];
    let main = rng.pick(&[Gold, Silver, ProPawn, ProLance, Knight]).unwrap_or(ProPawn);
    let limit = if main == ProPawn { 6 } else { 4 };
    for _ in 0..limit {
        put(rng, Piece::new(us, main));
    }
    for _ in 0..rng.below(4) {
        let kind = rng.pick(&few).unwrap_or(Gold);
        put(rng, Piece::new(us, kind));
    }
    let mut hand = Hand::EMPTY;
    for kind in [Gold, Silver, Knight, Rook, Bishop] {
        hand.set(kind, rng.below(2) as u32);
    }
    position.set_hand(us, hand);
    position.set_side_to_move(us);
    position
}

#[test]
fn names_are_unique_in_crowds() {
    let mut hard = 0;
    for_each_crowded_position(CROWDED_POSITIONS, |position, previous| {
        hard += assert_unique(position, previous);
    });
    assert!(hard > 1_000, "only {hard} moves needed both side and way");
}

fn name(sfen: &str, usi: &str) -> String {
    let position = Position::from_sfen(sfen).expect("an SFEN");
    let mv: Move = usi.parse().expect("a move");
    assert!(legal_moves(&position).contains(&mv), "{usi} is illegal in {sfen}");
    japanese(&position, mv, None)
}

#[track_caller]
fn assert_names(sfen: &str, names: &[(&str, &str)]) {
    for (usi, expected) in names {
        assert_eq!(name(sfen, usi), *expected, "{usi} in {sfen}");
    }
}

#[test]
fn way_comes_before_side() {
    // Golds on 9c and 7b go to 8b.
    assert_names("9/2G6/G8/9/9/9/9/9/9 b - 1", &[("9c8b", "▲８二金上"), ("7b8b", "▲８二金寄")]);
    // Golds on 4b and 5c go to 5b: 上 and not 直.
    assert_names("9/5G3/4G4/9/9/9/9/9/9 b - 1", &[("4b5b", "▲５二金寄"), ("5c5b", "▲５二金上")]);
    // Silvers on 4a and 3c go to 3b from above and from straight below.
    assert_names("5S3/9/6S2/9/9/9/9/9/9 b - 1", &[("4a3b", "▲３二銀引不成"), ("3c3b", "▲３二銀上不成")]);
}

#[test]
fn sides_of_golds_and_silvers() {
    assert_names("9/9/3G1G3/9/9/9/9/9/9 b - 1", &[("6c5b", "▲５二金左"), ("4c5b", "▲５二金右")]);
    assert_names("9/9/9/9/9/9/9/9/3GG4 b - 1", &[("6i5h", "▲５八金左"), ("5i5h", "▲５八金直")]);
    assert_names("9/9/9/9/9/9/9/9/1SS6 b - 1", &[("8i7h", "▲７八銀左"), ("7i7h", "▲７八銀直")]);
    // As White sees it.
    assert_names("3gg4/9/9/9/9/9/9/9/9 w - 1", &[("6a5b", "△５二金右"), ("5a5b", "△５二金直")]);
}

#[test]
fn three_and_more_need_side_and_way() {
    // Tokins around 5c: above is 引 alone; left and right have each one going up and one sideways.
    let sfen = "9/4+P4/3+P1+P3/3+P+P+P3/9/9/9/9/9 b - 1";
    assert_names(
        sfen,
        &[
            ("5b5c", "▲５三と引"),
            ("6c5c", "▲５三と左寄"),
            ("4c5c", "▲５三と右寄"),
            ("6d5c", "▲５三と左上"),
            ("5d5c", "▲５三と直"),
            ("4d5c", "▲５三と右上"),
        ],
    );
    // Silvers in the four corners of 5e and below it.
    let sfen = "9/9/9/3S1S3/9/3S1S3/9/9/9 b - 1";
    assert_names(
        sfen,
        &[("6d5e", "▲５五銀左引"), ("4d5e", "▲５五銀右引"), ("6f5e", "▲５五銀左上"), ("4f5e", "▲５五銀右上")],
    );
}

/// A board with Black's two pieces of a kind, and their names on the way to a square.
#[track_caller]
fn assert_pair(kind: PieceKind, to: &str, names: [(&str, &str); 2]) {
    let mut position = Position::empty();
    let square = |text: &str| -> Square { text.parse().expect("a square") };
    for (from, _) in names {
        position.put(square(from), Piece::new(Color::Black, kind));
    }
    for (from, expected) in names {
        let found = japanese(&position, Move::board(square(from), square(to), false), None);
        assert!(found.ends_with(expected) && found.chars().count() == 5, "{found} is not {expected}");
    }
}

#[test]
fn horses_and_dragons_have_no_straight() {
    // The federation's examples.
    assert_pair(PieceKind::Dragon, "8b", [("9a", "引"), ("8d", "上")]);
    assert_pair(PieceKind::Dragon, "4c", [("5b", "引"), ("2c", "寄")]);
    assert_pair(PieceKind::Dragon, "3e", [("5e", "左"), ("1e", "右")]);
    assert_pair(PieceKind::Dragon, "8h", [("9i", "左"), ("8i", "右")]);
    assert_pair(PieceKind::Dragon, "1g", [("2h", "左"), ("1i", "右")]);
    assert_pair(PieceKind::Horse, "8b", [("9a", "左"), ("8a", "右")]);
    assert_pair(PieceKind::Horse, "8e", [("9e", "寄"), ("6c", "引")]);
    assert_pair(PieceKind::Horse, "1b", [("1a", "引"), ("3d", "上")]);
    assert_pair(PieceKind::Horse, "7g", [("9i", "左"), ("5i", "右")]);
    assert_pair(PieceKind::Horse, "2i", [("4g", "左"), ("1h", "右")]);
}

#[test]
fn drops_and_promotions() {
    assert_names(
        "9/9/9/4G4/9/9/9/9/9 b GS 1",
        &[("G*5c", "▲５三金打"), ("5d5c", "▲５三金"), ("S*5c", "▲５三銀")],
    );
    // A promoted piece is no rival of the unpromoted one in hand.
    assert_names("9/9/9/4+S4/9/9/9/9/9 b S 1", &[("S*5c", "▲５三銀"), ("5d5c", "▲５三成銀")]);
    assert_names(
        "9/9/9/4S4/9/9/9/9/9 b - 1",
        &[("5d5c+", "▲５三銀成"), ("5d5c", "▲５三銀不成"), ("5d4e", "▲４五銀")],
    );
    assert_names("9/9/4G4/9/9/9/9/9/9 b - 1", &[("5c5b", "▲５二金")]);
    // Out of the zone.
    assert_names("9/4S4/9/9/9/9/9/9/9 b - 1", &[("5b4c+", "▲４三銀成"), ("5b4c", "▲４三銀不成")]);
    // Rooks and knights from both sides.
    assert_names("9/9/9/9/R7R/9/9/9/9 b - 1", &[("9e5e", "▲５五飛左"), ("1e5e", "▲５五飛右")]);
    assert_names("9/9/9/9/9/9/3N1N3/9/9 b - 1", &[("6g5e", "▲５五桂左"), ("4g5e", "▲５五桂右")]);
}

#[test]
fn the_same_square_is_named_once() {
    let mut position = Position::from_sfen("7+R1/9/8k/9/9/9/9/9/9 b - 1").expect("an SFEN");
    let mv: Move = "2a1b".parse().expect("a move");
    assert_eq!(japanese(&position, mv, None), "▲１二龍");
    play_line(&mut position, &[mv]).expect("legal");
    let reply: Move = "1c1b".parse().expect("a move");
    assert_eq!(japanese(&position, reply, Some(mv.to())), "△同　玉");
}

#[test]
fn a_pinned_rival_counts() {
    // The gold on 6c is pinned by the lance and cannot go to 5b; the name still tells the two apart.
    let sfen = "3l5/9/3G1G3/9/9/9/9/9/3K5 b - 1";
    assert_eq!(name(sfen, "4c5b"), "▲５二金右");
}
