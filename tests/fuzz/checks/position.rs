//! Positions: what is accepted is printed and read back, turned and packed without loss, and its moves are those of the
//! rules.

use super::{Verdict, kept, oracle};
use arbitrary::{Result, Unstructured};
use tsumugi::movegen::legal_moves;
use tsumugi::notation::{Diagram, RecordFormat, board_text, svg};
use tsumugi::position::{Position, parse_position};
use tsumugi::problem::Problem;
use tsumugi::record::Record;
use tsumugi::report::{Lang, Message};
use tsumugi::types::{Color, HAND_KINDS, Hand, Piece, PieceKind, Square};

/// An SFEN, or what follows `position` in USI.
pub fn sfen(text: &[u8]) -> Verdict {
    let Ok(text) = str::from_utf8(text) else { return Verdict::Foreign };
    if let Err(error) = Position::from_sfen(text) {
        assert!((1..=text.chars().count() + 1).contains(&error.column()), "{error} in {text:?}");
        assert!([Lang::En, Lang::Ja].iter().all(|&lang| !error.message(lang).is_empty()));
    }
    let Ok((root, moves)) = parse_position(text) else { return Verdict::Refused };
    hold(&root);
    let line = Record::new(root.clone(), moves.clone()).to_string();
    assert_eq!(parse_position(&line), Ok((root, moves)), "{line}");
    Verdict::Accepted
}

/// A position drawn piece by piece, in every format; the moves of a legal one are those of the plain rules.
pub fn drawn(choices: &[u8]) -> Verdict {
    let Ok(position) = draw(&mut Unstructured::new(choices)) else { return Verdict::Foreign };
    hold(&position);
    let problem = Problem::new(Record::new(position.clone(), Vec::new()));
    RecordFormat::ALL.iter().for_each(|&format| kept::assert_read_back(&problem, format));
    let diagram = Diagram {
        position: &position,
        last_move: None,
        title: None,
        composer: None,
        note: None,
        without_hand: None,
    };
    assert!(svg(&diagram).ends_with("</svg>\n"), "{position}");
    let is_legal = position.defects().is_empty();
    if is_legal {
        let board = oracle::sfen::read(&position.sfen()).expect("a position");
        let mut moves: Vec<String> = legal_moves(&position).iter().map(|mv| mv.to_string()).collect();
        moves.sort();
        assert_eq!(moves, oracle::legal_moves(&board), "{position}");
    }
    Verdict::of(is_legal)
}

/// What holds of every position.
fn hold(position: &Position) {
    let text = position.sfen();
    assert_eq!(Position::from_sfen(&text).as_ref(), Ok(position), "{text}");
    assert_eq!(position.key(), position.compute_key(), "{text}");
    for turned in [position.flip(), position.mirror()] {
        assert_eq!(Position::from_sfen(&turned.sfen()), Ok(turned), "{text}");
    }
    assert_eq!((position.flip().flip(), position.mirror().mirror()), (position.clone(), position.clone()));
    if let Some(packed) = position.pack() {
        let mut unpacked = packed.unpack(position.stones());
        unpacked.set_move_number(position.move_number());
        assert_eq!(unpacked, *position, "{text}");
    }
    assert!(!board_text(position).is_empty());
}

/// A diagram of any kind, legal or not.
pub fn draw(choices: &mut Unstructured) -> Result<Position> {
    let mut position = Position::empty();
    for _ in 0..choices.int_in_range(0..=40)? {
        let square = Square::new(choices.int_in_range(0..=80)?);
        let is_free = position.piece_at(square).is_none() && !position.is_stone(square);
        match choices.int_in_range(0..=28_u8)? {
            _ if !is_free => {}
            28 => position.put_stone(square),
            piece => {
                let color = Color::ALL[usize::from(piece % 2)];
                position.put(square, Piece::new(color, PieceKind::ALL[usize::from(piece / 2)]));
            }
        }
    }
    for color in Color::ALL {
        let mut hand = Hand::EMPTY;
        for kind in HAND_KINDS {
            // Mostly none or few.
            let most = if choices.ratio(1, 4)? { kind.set_count() + 2 } else { 1 };
            hand.set(kind, choices.int_in_range(0..=most)?);
        }
        position.set_hand(color, hand);
    }
    position.set_side_to_move(*choices.choose(&Color::ALL)?);
    position.set_move_number(choices.int_in_range(1..=1000)?);
    Ok(position)
}
