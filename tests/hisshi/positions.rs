//! Positions that are easily judged wrong, each with what it shows. Brute force bears the answers out, where it gets
//! that far.

use crate::mailbox::sfen;
use crate::plain::{Answer, Plain};
use crate::solve::{first_moves, solve};
use tsumugi::hisshi::Verdict;

/// What it shows, the position, the longest brinkmate looked for, and the answer: the length, or 0 for a tsume.
const POSITIONS: [(&str, &str, u16, Option<u16>); 7] = [
    ("a mate by checks is no brinkmate", "7nk/9/7PP/9/9/9/9/9/9 b G 1", 1, Some(0)),
    ("a quiet drop", "8k/9/9/8P/9/9/9/9/9 b 2G 1", 1, Some(1)),
    ("White attacks", "9/9/9/9/9/8p/9/9/8K w 2g 1", 1, Some(1)),
    ("the reply is a check, and the attacker has to leave it", "8k/9/9/8P/9/9/9/9/4K4 b 2Gl 1", 1, None),
    ("a pawn and a gold are enough", "8k/9/9/8P/9/9/9/9/9 b G 1", 1, Some(1)),
    ("nothing to mate with", "8k/9/9/9/9/9/9/9/9 b G 1", 1, None),
    ("no move at all leaves the defender without a reply", "8k/6P2/7+P1/9/9/9/9/9/9 b - 1", 1, None),
];

#[test]
fn positions_have_their_answers() {
    let mut by_brute_force = 0;
    for (what, text, longest, expected) in POSITIONS {
        let outcome = solve(text, longest);
        let found = match &outcome.verdict {
            Verdict::Tsume(_) => Some(0),
            Verdict::Hisshi(plies) => Some(*plies),
            Verdict::None(_) => None,
            Verdict::Unknown(reason) => panic!("{what}: {reason}"),
        };
        assert_eq!(found, expected, "{what}: {text}");
        let board = sfen::read(text).expect("an SFEN");
        let Some(plain) = Plain::new(board.turn, 20_000, 100_000).answer(&board, longest) else { continue };
        by_brute_force += 1;
        let said = match found {
            Some(0) => Answer::Tsume,
            Some(plies) => Answer::Hisshi(plies, first_moves(&outcome)),
            None => Answer::None,
        };
        assert_eq!(said, plain, "{what}: {text}");
    }
    assert!(by_brute_force > 0);
}
