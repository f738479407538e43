//! The state of a search that has found no mate yet, for progress reports: the moves to the position that it
//! searches.

use super::board::Board;
use crate::movegen::{checks, evasions, in_check, legal_moves};
use crate::store::TableKey;
use crate::types::Move;

/// The moves that lead through the defender's positions on a path, from the board's position, which is the first
/// of them if the defender is to move. They end before a position that cannot be reached by one move or a pair of
/// moves: one after an interposition that was captured and given back.
pub fn line(mut board: Board, path: &[TableKey]) -> Vec<Move> {
    let mut line = Vec::new();
    for &key in path.iter().skip(usize::from(!board.attacks())) {
        let found = if board.attacks() {
            check_to(&board, key).map(|mv| vec![mv])
        } else {
            reply_and_check_to(&mut board, key)
        };
        let Some(moves) = found else { break };
        for mv in moves {
            board.position.do_move(mv);
            line.push(mv);
        }
    }
    line
}

/// The check that leads to a position.
fn check_to(board: &Board, key: TableKey) -> Option<Move> {
    let here = board.here();
    checks(&board.position).into_iter().find(|&mv| board.after_check(here, mv).table_key() == key)
}

fn reply_and_check_to(board: &mut Board, key: TableKey) -> Option<Vec<Move>> {
    let position = &board.position;
    let replies = if in_check(position) { evasions(position) } else { legal_moves(position) };
    replies.into_iter().find_map(|reply| {
        let undo = board.position.do_move(reply);
        let check = check_to(board, key);
        board.position.undo_move(reply, undo);
        check.map(|check| vec![reply, check])
    })
}

#[cfg(test)]
mod tests {
    use crate::movegen::{checks, play_line};
    use crate::position::Position;
    use crate::solve::tsume::{Options, Prove, Solver};
    use crate::solve::{Budget, Limits, Step};
    use crate::types::Color;

    /// 井上305, in which no mate is found for minutes.
    const HARD: &str = "gl7/p2P5/5N3/2S1sG3/2lS4p/8G/3p1pplb/1kS1rNl1+n/3+RNbG1P b 10Pp 1";

    /// 橋本587手詰, which begins with the only check.
    const ONE_CHECK: &str =
        "7g1/4Pgl+b1/2nn1s2+P/1+p+pS1+p1PP/+p+p+p2lk1+P/1+ppPpp3/ssPp4N/2NR1L3/2G3rLG b b 1";

    #[test]
    fn a_search_without_a_mate_tells_where_it_is() {
        let root = Position::from_sfen(HARD).expect("a position");
        let mut after_check = root.clone();
        after_check.do_move("6i8i".parse().expect("a move"));
        let one_check = Position::from_sfen(ONE_CHECK).expect("a position");
        assert_eq!(checks(&one_check).len(), 1);
        for (root, threads) in
            [&root, &after_check, &one_check].into_iter().flat_map(|root| [(root, 1), (root, 2)])
        {
            let attacks = root.side_to_move() == Color::Black;
            let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
            let options = Options { limits, threads, prove: Prove::None, ..Options::default() };
            let mut solver = Solver::new(root, Color::Black, options).expect("a tsume");
            assert!(solver.line_at_hand().is_empty());
            for _ in 0..10 {
                let Step::Progress(progress) = solver.advance(Budget::Nodes(5_000)) else {
                    panic!("it is hard")
                };
                let line = solver.line_at_hand();
                assert!(!line.is_empty() && line.len() as u32 <= progress.depth);
                assert_eq!((progress.depth % 2 == 1, progress.numbers.is_some()), (attacks, attacks));
                play_line(&mut root.clone(), &line).expect("a legal line");
            }
        }
    }
}
