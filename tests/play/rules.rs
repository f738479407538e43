//! The rules of a game as the search knows them: repetition, entering kings, the last move.

use crate::games::{best, depth, mv, options, read, search, search_with};
use tsumugi::play::{Best, Engine, EnteringKingRule, Limits, Options, Ponder, Score, SearchResult};
use tsumugi::solve::StopFlag;

fn score(answer: &SearchResult) -> Score {
    answer.info.as_ref().expect("a report").score
}

/// The score of one move.
#[track_caller]
fn score_of(text: &str, only: &str) -> Score {
    let limits = Limits { search_moves: vec![mv(only)], ..depth(3) };
    score(&search(text, &limits))
}

#[test]
fn the_fourth_occurrence_is_a_draw() {
    // Black is a rook ahead; rooks and kings go to and fro.
    let start = "sfen 4k4/9/9/9/9/9/9/7R1/4K4 b R 1 moves";
    let round = "2h3h 5a4a 3h2h 4a5a";
    let before_fourth = format!("{start} {round} {round} 2h3h 5a4a 3h2h");
    // White to move completes the fourth occurrence of the start.
    assert_eq!(score_of(&before_fourth, "4a5a"), Score::Centipawns(0));
    let before_third = format!("{start} {round} 2h3h 5a4a 3h2h");
    let Score::Centipawns(value) = score_of(&before_third, "4a5a") else { panic!() };
    assert!(value < -500, "{value}");
}

#[test]
fn perpetual_check_loses_for_the_checker() {
    // The dragon checks from the left and from behind in turn; the king steps to and fro.
    let start = "sfen 9/9/9/4k4/9/9/9/4R4/K8 w 9p 1 moves";
    let round = "5d4d 5h4h 4d5d 4h5h";
    let before_fourth = format!("{start} {round} {round} 5d4d 5h4h 4d5d");
    let Score::Centipawns(value) = score_of(&before_fourth, "4h5h") else { panic!() };
    assert!(value < -25_000, "{value}");
    // The side in check wins by letting it happen.
    let after_three = format!("{start} {round} {round} 5d4d 5h4h 4d5d 4h5h 5d4d 5h4h");
    let Score::Centipawns(value) = score_of(&after_three, "4d5d") else { panic!() };
    assert!(value > 0, "{value}");
}

#[test]
fn a_winning_side_does_not_repeat() {
    let start = "sfen 4k4/9/9/9/9/9/9/7R1/4K4 b R2G 1 moves";
    let round = "2h3h 5a4a 3h2h 4a5a";
    let answer = search(&format!("{start} {round} {round}"), &depth(6));
    assert_ne!(score(&answer), Score::Centipawns(0));
    match score(&answer) {
        Score::Mate(plies) => assert!(plies > 0),
        Score::Centipawns(value) => assert!(value > 1_000, "{value}"),
    }
}

#[test]
fn the_27_point_declaration_wins_exactly_when_it_holds() {
    // The king and ten others in the camp.
    let camp = "K8/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/k8";
    let black = |hand: &str| search(&format!("sfen {camp} b {hand} 1"), &depth(2)).best;
    // 10 for the board, 15 for the large pieces, 3 for pawns.
    assert_eq!(black("2RB3P"), Best::Win);
    assert!(matches!(black("2RB2P"), Best::Move(_)), "27 points are not enough for Black");
    let nine = "K8/+P+P+P+P+P+P+P+P+P/9/+P8/9/9/9/9/k8";
    assert!(matches!(search(&format!("sfen {nine} b 2R2B8P 1"), &depth(2)).best, Best::Move(_)));
    let checked = "K7r/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/k8";
    assert!(matches!(search(&format!("sfen {checked} b R2B8P 1"), &depth(2)).best, Best::Move(_)));
    let outside = "9/+P+P+P+P+P+P+P+P+P/+P8/K8/9/9/9/9/k8";
    assert!(matches!(search(&format!("sfen {outside} b 2R2B8P 1"), &depth(2)).best, Best::Move(_)));
    // White needs one point less.
    let camp = "8K/9/9/9/9/9/8+p/+p+p+p+p+p+p+p+p+p/8k";
    let white = |hand: &str| search(&format!("sfen {camp} w {hand} 1"), &depth(2)).best;
    assert_eq!(white("2rb2p"), Best::Win);
    assert!(matches!(white("2rbp"), Best::Move(_)));
}

#[test]
fn the_other_entering_king_rules() {
    let play =
        |rule, text: &str| search_with(Options { entering_king_rule: rule, ..options() }, text, &depth(3)).0;
    let points = |hand: &str| format!("sfen K8/+P+P+P+P+P+P+P+P+P/+P8/9/9/9/9/9/k8 b {hand} 1");
    assert_eq!(play(EnteringKingRule::CsaRule24, &points("2R2BP")).best, Best::Win);
    assert!(matches!(play(EnteringKingRule::CsaRule24, &points("2R2B")).best, Best::Move(_)));
    assert!(matches!(play(EnteringKingRule::NoEnteringKing, &points("2R2B8P")).best, Best::Move(_)));
    // White gave a handicap: all that is missing counts for him.
    let white = "sfen 8K/9/9/9/9/9/8+p/+p+p+p+p+p+p+p+p+p/8k w - 1";
    assert!(matches!(play(EnteringKingRule::CsaRule27, white).best, Best::Move(_)));
    assert_eq!(play(EnteringKingRule::CsaRule27Handicap, white).best, Best::Win);
    // A king that arrives wins at once, unless the square is guarded.
    let near = play(EnteringKingRule::TryRule, "sfen 9/4K4/9/9/9/9/9/9/k8 b - 1");
    assert_eq!((best(&near), score(&near)), (mv("5b5a"), Score::Mate(1)));
    let guarded = play(EnteringKingRule::TryRule, "sfen r8/4K4/9/9/9/9/9/9/k8 b - 1");
    assert_ne!(score(&guarded), Score::Mate(1));
}

#[test]
fn after_the_last_move_the_game_is_drawn_unless_it_mates() {
    let with_last_move = |text: &str, last| {
        search_with(Options { max_moves_to_draw: Some(last), ..options() }, text, &depth(4)).0
    };
    let ahead = "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B 256";
    assert_eq!(score(&with_last_move(ahead, 256)), Score::Centipawns(0));
    assert_ne!(score(&with_last_move(ahead, 300)), Score::Centipawns(0));
    let mate = with_last_move("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 256", 256);
    assert_eq!((best(&mate), score(&mate)), (mv("G*5b"), Score::Mate(1)));
    // The mate comes a move too late.
    let late = with_last_move("sfen 4k4/9/4P4/9/9/9/9/9/4K4 w G 256", 256);
    assert_eq!(score(&late), Score::Centipawns(0));
}

#[test]
fn values_found_under_other_rules_are_forgotten() {
    let (root, moves) = read("sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B 255");
    let mut engine = Engine::new(Options { max_moves_to_draw: Some(256), ..options() });
    let value = |engine: &mut Engine, plies| {
        score(&engine.search(&root, &moves, &depth(plies), &StopFlag::new(), &Ponder::new(), &mut |_| ()))
    };
    assert_eq!(value(&mut engine, 6), Score::Centipawns(0));
    engine.set_options(options());
    assert_ne!(value(&mut engine, 1), Score::Centipawns(0));
}
