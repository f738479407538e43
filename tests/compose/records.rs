//! Records of lines against a plain recount on the tests' own board, on random games with many checks.

use crate::mailbox::board::{Board, Cell, Kind, Mv, Side, Sq};
use crate::mailbox::random::{Rng, next_move, position, setup};
use crate::mailbox::rules::{attackers, in_check, judged_moves, moves_from};
use crate::mailbox::sfen;
use std::collections::{BTreeMap, BTreeSet};
use tsumugi::compose::{Greatest, LineRecords, Measure};
use tsumugi::{Color, Move, PieceKind, Position};

/// Every number under the name that it has in JSON.
type Numbers = BTreeMap<String, u64>;

fn named(measure: &str, kind: Kind) -> String {
    format!("{measure}.{}{}", if kind.base() == kind { "" } else { "+" }, kind.letter())
}

/// A piece that is followed: what moves it made, and the last ply at which it moved.
#[derive(Clone, Copy, Default)]
struct Followed {
    moves: u64,
    run: u64,
    last_ply: Option<usize>,
}

fn recount(root: &Board, attacker: Side, line: &[Mv]) -> Numbers {
    let mut numbers = Numbers::new();
    let mut raise = |name: String, by: u64| *numbers.entry(name).or_default() += by;
    let pieces = |board: &Board| Side::BOTH.iter().map(|&side| board.men(side).count() as u64).sum::<u64>();
    raise("plies".to_owned(), line.len() as u64);
    raise("pieces_at_start".to_owned(), pieces(root));
    let (mut board, mut followed) = (root.clone(), BTreeMap::<Sq, Followed>::new());
    let mut squares: BTreeSet<Sq> = root.king(attacker.other()).into_iter().collect();
    let (mut longest_run, mut longest_journey) = (0, 0);
    for (ply, &mv) in line.iter().enumerate() {
        let us = board.turn;
        let (side, is_attackers) = (if us == attacker { "attackers" } else { "defenders" }, us == attacker);
        let takes = board.at(mv.to()) != Cell::Empty;
        let (kind, mut piece) = match mv {
            Mv::Drop { kind, .. } => (kind, Followed::default()),
            Mv::Board { from, .. } => {
                let Cell::Man(_, kind) = board.at(from) else { panic!("nothing on {from}") };
                let mut piece = followed.remove(&from).unwrap_or_default();
                piece.moves += 1;
                (kind, piece)
            }
        };
        if takes {
            raise(format!("{side}_captures"), 1);
        }
        if let Mv::Board { from, to, promote } = mv {
            let mut others = Vec::new();
            moves_from(&board, from, &mut others);
            if promote {
                raise(format!("{side}_promotions"), 1);
            } else if others.contains(&Mv::Board { from, to, promote: true }) {
                raise(format!("{side}_non_promotions"), 1);
            }
        }
        let was_in_check = in_check(&board);
        board.make(mv);
        let Cell::Man(_, arrived) = board.at(mv.to()) else { panic!("nothing arrived") };
        match (is_attackers, mv) {
            (true, Mv::Drop { .. }) => raise(named("drops", kind), 1),
            (false, Mv::Drop { .. }) if was_in_check => raise(named("interpositions", kind), 1),
            (false, Mv::Board { .. }) if was_in_check && !takes && kind != Kind::King => {
                raise(named("moved_interpositions", arrived), 1);
            }
            _ => {}
        }
        if !is_attackers && kind == Kind::King {
            raise("king_moves".to_owned(), 1);
        }
        if is_attackers {
            piece.run = if piece.last_ply.is_some_and(|last| last + 2 == ply) { piece.run + 1 } else { 1 };
            piece.last_ply = Some(ply);
            longest_run = longest_run.max(piece.run);
        }
        if kind != Kind::King {
            longest_journey = longest_journey.max(piece.moves);
        }
        followed.insert(mv.to(), piece);
        squares.extend(board.king(attacker.other()));
        let checkers: Vec<Sq> = match board.king(attacker.other()) {
            Some(king) if is_attackers => attackers(&board, king, attacker).collect(),
            _ => Vec::new(),
        };
        if !checkers.is_empty() {
            raise(named("checks", arrived), 1);
            raise("double_checks".to_owned(), u64::from(checkers.len() > 1));
            raise("discovered_checks".to_owned(), u64::from(checkers.iter().any(|&sq| sq != mv.to())));
        }
    }
    raise("pieces_at_end".to_owned(), pieces(&board));
    raise("king_squares".to_owned(), squares.len() as u64);
    raise("longest_run".to_owned(), longest_run);
    raise("longest_journey".to_owned(), longest_journey);
    numbers.retain(|_, value| *value > 0);
    numbers
}

#[test]
fn records_of_random_games_equal_a_recount() {
    let mut rng = Rng::new(20_261_124);
    let mut seen = Numbers::new();
    for _ in 0..200 {
        let setup = setup(&mut rng);
        let root = position(&mut rng, setup);
        let (mut board, mut line) = (root.clone(), Vec::new());
        for _ in 0..40 {
            let Some(mv) = next_move(&mut rng, &judged_moves(&board)) else { break };
            line.push(mv);
            board.make(mv);
        }
        let position = Position::from_sfen(&format!("{} 1", sfen::write(&root))).expect("an SFEN");
        let moves: Vec<Move> = line.iter().map(|mv| mv.to_string().parse().expect("a move")).collect();
        for (color, side) in [(Color::Black, Side::Black), (Color::White, Side::White)] {
            let records = LineRecords::of(&position, color, !color, &moves).expect("a legal line");
            let found: Numbers =
                records.measures().map(|(measure, value)| (measure.to_string(), value)).collect();
            assert_eq!(found, recount(&root, side, &line), "{} {side:?} {line:?}", sfen::write(&root));
            found.into_iter().for_each(|(name, value)| *seen.entry(name).or_default() += value);
        }
    }
    // Every number occurred, or the comparison says nothing about it.
    let plain = Measure::PLAIN.map(|measure| measure.to_string());
    let missing: Vec<&String> = plain.iter().filter(|name| !seen.contains_key(*name)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
    for group in ["checks.", "drops.", "interpositions.", "moved_interpositions."] {
        assert!(seen.keys().filter(|name| name.starts_with(group)).count() >= 5, "{group}");
    }
}

#[test]
fn an_illegal_move_is_named() {
    let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let line = ["G*1b", "1a1b"].map(|mv| mv.parse().expect("a move"));
    let error = LineRecords::of(&position, Color::Black, Color::White, &line).expect_err("1b is guarded");
    assert_eq!((error.ply, error.mv.mv), (2, line[1]));
}

fn records(sfen: &str, line: &str) -> LineRecords {
    let position = Position::from_sfen(sfen).expect("an SFEN");
    let line: Vec<Move> = line.split_whitespace().map(|mv| mv.parse().expect("a move")).collect();
    LineRecords::of(&position, Color::Black, Color::White, &line).expect("a legal line")
}

#[test]
fn the_longest_run_and_journey_name_their_piece() {
    let found = records("4k4/9/4P4/9/9/9/9/9/9 b RG 1", "R*5b 5a4a 5b5a+ 4a3b 5a4b 3b2c 4b3b");
    let run = found.longest_run.expect("a run");
    assert_eq!((run.kind, run.moves), (PieceKind::Dragon, 4));
    let journey = found.longest_journey.expect("a journey");
    let ends = (journey.from.to_string(), journey.to.to_string());
    assert_eq!((journey.kind, journey.moves, ends), (PieceKind::Dragon, 3, ("5b".into(), "3b".into())));
}

#[test]
fn symmetry_is_about_any_file() {
    let found = records("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b");
    assert_eq!((found.symmetric_start, found.symmetric_end), (Some(5), Some(5)));
    let found = records("7k1/9/7P1/9/9/9/9/9/9 b 2G 1", "G*2b");
    assert_eq!((found.symmetric_start, found.symmetric_end), (Some(2), Some(2)));
    let found = records("4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "G*4b 5a6a");
    assert_eq!((found.symmetric_start, found.symmetric_end), (Some(5), None));
}

#[test]
fn the_greatest_names_the_first_problem_that_has_it() {
    let mut greatest = Greatest::default();
    let one = records("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b");
    let other = records("4k4/9/4P4/9/9/9/9/9/9 b RG 1", "R*5b 5a4a 5b5a+");
    for (name, found) in [("a", &one), ("b", &other), ("c", &one), ("d", &other)] {
        greatest.add(name, found);
    }
    let of = |name: &str| {
        let (_, found) = greatest.measures().find(|(measure, _)| measure.to_string() == name).expect(name);
        (found.value, found.first.as_str(), found.problems)
    };
    assert_eq!(of("plies"), (3, "b", 2));
    assert_eq!(of("drops.G"), (1, "a", 2));
    assert_eq!(greatest.problems, 4);
}
