//! What holds for every position, legal or not: SFEN and packed form lose nothing, turning twice is nothing, keys
//! are the same however a position came about, and a move taken back leaves no trace.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::FileFailurePersistence;
use tsumugi::board::Bitboard;
use tsumugi::position::{Position, parse_position};
use tsumugi::types::{Color, HAND_KINDS, Hand, Move, Piece, PieceKind, Square};

/// What may happen to a square.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Empty,
    Stone,
    Piece(Piece),
}

/// One way to change a position.
#[derive(Clone, Debug)]
enum Edit {
    Square(Square, Cell),
    Hand(Color, Hand),
    Side(Color),
    /// A pseudo-legal move, chosen among all there are.
    Play(Index),
}

fn set_cell(position: &mut Position, sq: Square, cell: Cell) {
    match cell {
        Cell::Empty => position.remove(sq),
        Cell::Stone => position.put_stone(sq),
        Cell::Piece(piece) => position.put(sq, piece),
    }
}

fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

fn square() -> impl Strategy<Value = Square> {
    (0..81u8).prop_map(Square::new)
}

/// Any piece but a king.
fn piece() -> impl Strategy<Value = Piece> {
    let kinds: Vec<_> = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King).collect();
    (color(), prop::sample::select(kinds)).prop_map(|(color, kind)| Piece::new(color, kind))
}

fn cell() -> impl Strategy<Value = Cell> {
    prop_oneof![6 => piece().prop_map(Cell::Piece), 1 => Just(Cell::Stone), 2 => Just(Cell::Empty)]
}

/// A hand with up to `most(kind)` pieces of each kind, often with none.
fn hand(most: fn(PieceKind) -> u32) -> impl Strategy<Value = Hand> {
    let counts = HAND_KINDS.map(|kind| prop_oneof![Just(0), Just(1), 0..=most(kind), Just(most(kind))]);
    counts.prop_map(|counts| {
        let mut hand = Hand::EMPTY;
        for (kind, count) in HAND_KINDS.into_iter().zip(counts) {
            hand.set(kind, count);
        }
        hand
    })
}

/// Up to one king for each side: none, one or two.
fn kings() -> impl Strategy<Value = Vec<(Color, Square)>> {
    [prop::option::of(square()), prop::option::of(square())].prop_map(|squares| {
        Color::ALL.into_iter().zip(squares).filter_map(|(color, sq)| Some((color, sq?))).collect()
    })
}

/// Any number of kings of either side, on any squares.
fn many_kings() -> impl Strategy<Value = Vec<(Color, Square)>> {
    prop::collection::vec((color(), square()), 0..5)
}

/// A diagram with any pieces, hands within `most`, any side to move and any move number.
fn diagram(
    kings: impl Strategy<Value = Vec<(Color, Square)>>,
    most: fn(PieceKind) -> u32,
) -> impl Strategy<Value = Position> {
    let cells = prop::collection::vec((square(), cell()), 0..90);
    let hands = [hand(most), hand(most)];
    (cells, kings, hands, color(), any::<u32>()).prop_map(|(cells, kings, hands, side, number)| {
        let mut position = Position::empty();
        for (sq, cell) in cells {
            set_cell(&mut position, sq, cell);
        }
        for (color, sq) in kings {
            position.put(sq, Piece::new(color, PieceKind::King));
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            position.set_hand(color, hand);
        }
        position.set_side_to_move(side);
        position.set_move_number(number);
        position
    })
}

/// Any diagram that SFEN can say.
fn any_diagram() -> impl Strategy<Value = Position> {
    diagram(many_kings(), |_| Hand::MAX)
}

/// The fullest hands that pack.
fn packable(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::Pawn => 31,
        PieceKind::Bishop | PieceKind::Rook => 3,
        _ => 7,
    }
}

/// A position with a part of one set of pieces: each is in the box, in a hand or on the board.
fn subset() -> impl Strategy<Value = Position> {
    let set: Vec<PieceKind> = HAND_KINDS
        .into_iter()
        .flat_map(|kind| std::iter::repeat_n(kind, kind.set_count() as usize))
        .collect();
    let places = prop::collection::vec((0..4u8, color(), square(), any::<bool>()), set.len());
    (places, kings(), color()).prop_map(move |(places, kings, side)| {
        let mut position = Position::empty();
        for (&kind, (place, color, sq, promoted)) in set.iter().zip(places) {
            if place == 1 {
                let mut hand = position.hand(color);
                hand.add(kind);
                position.set_hand(color, hand);
            } else if place > 1 && position.piece_at(sq).is_none() {
                let kind = kind.promoted().filter(|_| promoted).unwrap_or(kind);
                position.put(sq, Piece::new(color, kind));
            }
        }
        for (color, sq) in kings {
            position.put(sq, Piece::new(color, PieceKind::King));
        }
        position.set_side_to_move(side);
        position
    })
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => (square(), cell()).prop_map(|(sq, cell)| Edit::Square(sq, cell)),
        1 => (color(), hand(|_| 18)).prop_map(|(color, hand)| Edit::Hand(color, hand)),
        1 => color().prop_map(Edit::Side),
        4 => any::<Index>().prop_map(Edit::Play),
    ]
}

/// Everything that `do_move` takes: any own piece to any square that holds neither an own piece nor a stone nor a
/// king, promoting or not, and drops on empty squares.
fn pseudo_legal(position: &Position) -> Vec<Move> {
    let us = position.side_to_move();
    let kings: Bitboard = Color::ALL.into_iter().filter_map(|color| position.king(color)).collect();
    let targets = !(position.pieces(us) | position.stones() | kings);
    let mut moves = Vec::new();
    for from in position.pieces(us) {
        let promotes = position.piece_at(from).is_some_and(|piece| piece.kind().promoted().is_some());
        for to in targets {
            moves.push(Move::board(from, to, false));
            moves.extend(promotes.then(|| Move::board(from, to, true)));
        }
    }
    for (kind, _) in position.hand(us).iter() {
        moves.extend((!position.occupied()).into_iter().map(|to| Move::drop(kind, to)));
    }
    moves
}

fn play(position: &mut Position, choice: Index) -> Result<(), TestCaseError> {
    let moves = pseudo_legal(position);
    if moves.is_empty() {
        return Ok(());
    }
    let mv = *choice.get(&moves);
    let before = position.clone();
    let key_after = position.key_after(mv);
    let undo = position.do_move(mv);
    prop_assert_eq!(position.key(), key_after, "{} {}", before, mv);
    let mut back = position.clone();
    back.undo_move(mv, undo);
    prop_assert_eq!(&back, &before, "{} does not come back", mv);
    prop_assert_eq!(&position.flip(), &played(before.flip(), mv.flip()));
    prop_assert_eq!(&position.mirror(), &played(before.mirror(), mv.mirror()));
    Ok(())
}

fn played(mut position: Position, mv: Move) -> Position {
    position.do_move(mv);
    position
}

/// What `Position` keeps twice or more says the same.
fn assert_consistent(position: &Position) -> Result<(), TestCaseError> {
    prop_assert_eq!(position.key(), position.compute_key());
    let reread = Position::from_sfen(&position.sfen());
    prop_assert_eq!(reread.as_ref(), Ok(position), "the same diagram, set up anew");
    Ok(())
}

/// A thousand cases, or more when `PROPTEST_CASES` says so.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let failures = FileFailurePersistence::WithSource("regressions");
    ProptestConfig {
        cases: default.cases.max(1000),
        failure_persistence: Some(Box::new(failures)),
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn sfen_loses_nothing(position in any_diagram()) {
        let text = position.sfen();
        let read = Position::from_sfen(&text);
        prop_assert_eq!(read.as_ref(), Ok(&position));
        prop_assert_eq!(read.map(|read| read.sfen()), Ok(text.clone()));
        let line = "position sfen ".to_owned() + &text + " moves 7g7f P*5e";
        prop_assert_eq!(parse_position(&line).map(|(root, moves)| (root, moves.len())), Ok((position, 2)));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ a-zKROP+*0-9/–−歩]{0,60}") {
        if let Err(error) = parse_position(&text) {
            prop_assert!((1..=text.chars().count() + 1).contains(&error.column()), "{}", error);
        }
    }

    #[test]
    fn any_change_of_a_letter_is_read_or_refused_with_the_right_column(
        position in subset(),
        at in any::<Index>(),
        letter in prop::char::range(' ', '~'),
    ) {
        let mut letters: Vec<char> = position.sfen().chars().collect();
        let at = at.index(letters.len());
        letters[at] = letter;
        let text: String = letters.iter().collect();
        if let Err(error) = parse_position(&text) {
            let token = error.token();
            let found: String = letters.iter().skip(token.column - 1).take(token.text.chars().count()).collect();
            let whole = token.text.trim_end_matches('…');
            prop_assert!(found.starts_with(whole), "{}: {}", text, error);
        }
    }

    #[test]
    fn packing_loses_nothing(position in diagram(kings(), packable)) {
        let mut expected = position.clone();
        expected.set_move_number(1);
        let packed = position.pack().expect("one king a side and hands that fit");
        prop_assert_eq!(&packed.unpack(position.stones()), &expected);
        let mut room = position.clone();
        packed.unpack_to(&mut room, position.key());
        prop_assert_eq!(&room, &expected);
    }

    #[test]
    fn any_subset_of_the_pieces_packs(position in subset()) {
        prop_assert_eq!(position.pack().map(|packed| packed.unpack(Bitboard::EMPTY)), Some(position));
    }

    #[test]
    fn packed_forms_are_equal_when_positions_are(one in subset(), sq in square(), cell in cell()) {
        let mut other = one.clone();
        set_cell(&mut other, sq, cell);
        let same_pieces = Square::all().all(|sq| one.piece_at(sq) == other.piece_at(sq));
        prop_assert_eq!(one.pack() == other.pack(), same_pieces);
    }

    #[test]
    fn turning_twice_is_nothing(position in any_diagram()) {
        prop_assert_eq!(&position.flip().flip(), &position);
        prop_assert_eq!(&position.mirror().mirror(), &position);
        prop_assert_eq!(position.flip().mirror(), position.mirror().flip());
        prop_assert_eq!(position.flip().defects().len(), position.defects().len());
        prop_assert_eq!(position.mirror().defects().len(), position.defects().len());
    }

    #[test]
    fn canonical_is_one_of_a_position_and_its_flip(position in any_diagram()) {
        let canonical = position.canonical();
        prop_assert_eq!(&canonical, &position.flip().canonical());
        prop_assert!(canonical == position || canonical == position.flip());
    }

    #[test]
    fn the_rest_fills_the_set(mut position in subset(), color in color()) {
        position.give_rest(color);
        prop_assert!(position.piece_box().is_empty());
        assert_consistent(&position)?;
    }

    #[test]
    fn whatever_is_done_to_a_position_it_stays_consistent(
        mut position in diagram(kings(), |_| 12),
        edits in prop::collection::vec(edit(), 0..12),
    ) {
        for edit in edits {
            match edit {
                Edit::Square(sq, cell) => set_cell(&mut position, sq, cell),
                Edit::Hand(color, hand) => position.set_hand(color, hand),
                Edit::Side(color) => position.set_side_to_move(color),
                Edit::Play(choice) => play(&mut position, choice)?,
            }
            assert_consistent(&position)?;
        }
    }
}
