//! Random positions and games to test with, and a shorthand for searches.

use crate::oracle::random::{self, Rng};
use crate::oracle::sfen;
use tsumugi::movegen::legal_moves;
use tsumugi::play::{Best, Engine, Info, Limits, Options, Ponder, SearchResult};
use tsumugi::position::Position;
use tsumugi::solve::StopFlag;
use tsumugi::types::Move;

/// Calls the visitor with every position of random games, and with the move that led there (if any) and the position
/// before it.
pub fn visit(
    games: usize,
    seed: u64,
    mut visitor: impl FnMut(&mut Rng, Option<(&Position, Move)>, &Position),
) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let setup = if rng.percent(40) { random::Setup::Startpos } else { random::setup(&mut rng) };
        let board = random::position(&mut rng, setup);
        let mut position = Position::from_sfen(&sfen::write(&board)).expect("an SFEN");
        visitor(&mut rng, None, &position);
        for _ in 0..random::plies(&mut rng, setup) {
            let moves = legal_moves(&position);
            let Some(mv) = rng.pick(&moves) else { break };
            let before = position.clone();
            position.do_move(mv);
            visitor(&mut rng, Some((&before, mv)), &position);
        }
    }
}

/// Reads a position, or a start with moves.
#[track_caller]
pub fn read(text: &str) -> (Position, Vec<Move>) {
    tsumugi::position::parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
pub fn mv(usi: &str) -> Move {
    usi.parse().unwrap_or_else(|error| panic!("{error}"))
}

pub fn options() -> Options {
    Options { hash_bytes: 8 << 20, ..Options::default() }
}

pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A search by a new engine: the answer, and all reports.
#[track_caller]
pub fn search_with(options: Options, text: &str, limits: &Limits) -> (SearchResult, Vec<Info>) {
    let (root, moves) = read(text);
    let mut reports = Vec::new();
    let answer =
        Engine::new(options).search(&root, &moves, limits, &StopFlag::new(), &Ponder::new(), &mut |info| {
            reports.push(info.clone());
        });
    (answer, reports)
}

#[track_caller]
pub fn search(text: &str, limits: &Limits) -> SearchResult {
    search_with(options(), text, limits).0
}

/// The move of an answer.
#[track_caller]
pub fn best(answer: &SearchResult) -> Move {
    match answer.best {
        Best::Move(mv) => mv,
        Best::Resign | Best::Win => panic!("{:?}", answer.best),
    }
}
