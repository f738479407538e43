//! Games with illegal moves: refused as problems, read up to the illegal move as games.

use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::problem::Problem;
use tsumugi::record::Ending;

/// The main line breaks off at ply 5, a side line at its ply 4; side lines leave each before and behind that.
const KIF: &str = "手合割：平手
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 ２六歩(27)   ( 0:03/00:00:04)
*before
   4 ８四歩(83)   ( 0:04/00:00:06)
   5 ５五玉(59)   ( 0:05/00:00:09)
*of the move
   6 ８五歩(84)   ( 0:06/00:00:12)
*behind
   7 反則勝ち     ( 0:00/00:00:09)
まで6手で先手の反則勝ち

変化：6手
   6 ５四歩(53)

変化：5手
   5 ２五歩(26)
   6 ８五歩(84)

変化：2手
   2 ８四歩(83)
   3 ２六歩(27)
   4 ９九角(22)   ( 0:01/00:00:03)
*of the side line
   5 ２五歩(26)

変化：5手
   5 ９六歩(97)

変化：3手
   3 ９六歩(97)

変化：1手
   1 ５五玉(59)
";

fn games(text: &str) -> Vec<Problem> {
    let refused = Reader::new(text.as_bytes(), Encoding::Auto, "game").next();
    assert!(refused.expect("a record").is_err(), "an illegal move is an error unless games are read");
    let read = Reader::new(text.as_bytes(), Encoding::Auto, "game").up_to_illegal_moves();
    read.map(|problem| problem.unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// The moves of the main line and of each side line from its own first ply on.
fn lines(problem: &Problem) -> Vec<(usize, String)> {
    let text = |moves: &[tsumugi::Move]| moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ");
    let branches = problem.record.branches.iter().map(|branch| (branch.ply, text(&branch.moves)));
    std::iter::once((1, text(&problem.record.moves))).chain(branches).collect()
}

fn owned(lines: &[(usize, &str)]) -> Vec<(usize, String)> {
    lines.iter().map(|&(ply, line)| (ply, line.to_owned())).collect()
}

const LINES: [(usize, &str); 5] =
    [(1, "7g7f 3c3d 2g2f 8c8d 5i5e"), (5, "2f2e 8d8e"), (2, "8c8d 2g2f"), (3, "9g9f"), (1, "")];

#[test]
fn lines_of_a_kif_end_at_their_illegal_moves() {
    let [game] = &games(KIF)[..] else { panic!("one game") };
    assert_eq!(lines(game), owned(&LINES));
    let record = &game.record;
    let comments: Vec<_> = record.comments.iter().map(|comment| (comment.ply, &comment.text[..])).collect();
    assert_eq!(comments, [(3, "before"), (4, "of the move")], "what stands behind it is left out");
    assert_eq!(record.ending, None);
    assert_eq!(record.times.iter().map(|time| time.ply).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let ended: Vec<_> = record.branches.iter().map(|branch| branch.ending).collect();
    assert_eq!(ended, [None, Some(Ending::IllegalMove), None, Some(Ending::IllegalMove)]);
    let words = |branch: usize| record.branches[branch].comments.iter().map(|comment| &comment.text[..]);
    assert_eq!(words(1).collect::<Vec<_>>(), ["△９九角不成\nof the side line"]);
    assert_eq!(words(3).collect::<Vec<_>>(), ["▲５五玉"]);
}

#[test]
fn lines_of_a_ki2_end_there_too() {
    let ki2 = "手合割：平手\n▲７六歩 △３四歩 ▲２六歩 △８四歩 ▲５五歩 △８五歩\n▲２五歩\n*behind\n\n変化：6手\n△５四歩\n\n\
        変化：5手\n▲２五歩 △８五歩\n\n変化：2手\n△８四歩 ▲２六歩 △９九角 ▲２五歩\n\n変化：3手\n▲９六歩\n";
    let [game] = &games(ki2)[..] else { panic!("one game") };
    let expected = [(1, "7g7f 3c3d 2g2f 8c8d P*5e"), (5, "2f2e 8d8e"), (2, "8c8d 2g2f"), (3, "9g9f")];
    assert_eq!(lines(game), owned(&expected));
    let ended = &game.record.branches[1];
    assert_eq!((ended.ending, &ended.comments[0].text[..]), (Some(Ending::IllegalMove), "△９九角"));
}

#[test]
fn lines_of_a_jkf_end_there_too() {
    let step = |from: (u8, u8), to: (u8, u8), more: &str| {
        let piece = match from {
            (5, 9) => "OU",
            (2, 2) => "KA",
            _ => "FU",
        };
        let place = |(x, y): (u8, u8)| format!("{{\"x\":{x},\"y\":{y}}}");
        format!("{{\"move\":{{\"from\":{},\"to\":{},\"piece\":\"{piece}\"}}{more}}}", place(from), place(to))
    };
    let forks = |steps: &[String]| format!(",\"forks\":[[{}]]", steps.join(","));
    let below = forks(&[step((9, 7), (9, 6), "")]);
    let behind = forks(&[step((5, 3), (5, 4), "")]);
    let broken = forks(&[
        step((8, 3), (8, 4), ""),
        step((2, 7), (2, 6), &below),
        step((2, 2), (9, 9), ""),
        step((2, 6), (2, 5), &behind),
    ]);
    let steps = [
        step((7, 7), (7, 6), ""),
        step((3, 3), (3, 4), &broken),
        step((5, 9), (5, 5), &forks(&[step((2, 7), (2, 6), "")])),
        step((8, 3), (8, 4), &behind),
    ];
    let [game] = &games(&format!("{{\"header\":{{}},\"moves\":[{{}},{}]}}", steps.join(",")))[..] else {
        panic!("one game")
    };
    let expected = [(1, "7g7f 3c3d 5i5e"), (3, "2g2f"), (2, "8c8d 2g2f"), (3, "9g9f")];
    assert_eq!(lines(game), owned(&expected));
    let ended = &game.record.branches[1];
    assert_eq!((ended.ending, &ended.comments[0].text[..]), (Some(Ending::IllegalMove), "△９九角不成"));
}

#[test]
fn illegal_moves_of_side_lines_are_listed() {
    let told = |text: &str| {
        let [game] = &games(text)[..] else { panic!("one game") };
        let moves = game.illegal_side_moves.iter();
        moves.map(|illegal| illegal.to_string()).collect::<Vec<_>>()
    };
    let kif = [
        "line 24: move 4 of a side line, 2b9i, is illegal (the piece on 2b cannot move to 9i)",
        "line 35: move 1 of a side line, 5i5e, is illegal (the piece on 5i cannot move to 5e)",
    ];
    assert_eq!(told(KIF), kif, "not the one of the main line, and in the order of the text");
    let ki2 = "手合割：平手\n▲７六歩 △３四歩\n\n変化：2手\n△８四歩 ▲５五歩打\n▲２五歩\n";
    assert_eq!(told(ki2), ["line 5: move 3 of a side line, P*5e, is illegal (no P in hand)"]);
    let jkf = r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},
        "forks":[[{"move":{"from":{"x":5,"y":9},"to":{"x":5,"y":5},"piece":"OU"}}]]}]}"#;
    let of_king = "line 1: move 1 of a side line, 5i5e, is illegal (the piece on 5i cannot move to 5e)";
    assert_eq!(told(&jkf.replace('\n', "")), [of_king]);
}

/// What is said about the move itself stays, of the position before it.
#[test]
fn comments_on_an_illegal_move_stay() {
    let text = "手合割：平手\n   1 ７六歩(77)\n*before\n   2 ５五玉(51)\n*of the move\n*and more\n   3 ２六歩(27)\n*behind\n";
    let [game] = &games(text)[..] else { panic!("one game") };
    let comments: Vec<_> =
        game.record.comments.iter().map(|comment| (comment.ply, &comment.text[..])).collect();
    assert_eq!(comments, [(1, "before\nof the move\nand more")]);
    let text = format!(
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n\n変化：{}",
        &text[text.find("*before").unwrap()..].replacen("*before\n", "2手\n", 1)
    );
    let [game] = &games(&text)[..] else { panic!("one game") };
    assert_eq!(game.record.branches[0].comments[0].text, "△５五玉\nof the move\nand more");
}

/// KI2 tells a move by its piece alone: one that could go there by how it moves is meant, though its king is in check
/// then; two of them are told apart as always.
#[test]
fn a_ki2_move_is_known_though_it_leaves_the_king_in_check() {
    for (text, moves) in [
        ("手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △７二金 ▲３一馬\n", "7g7f 3c3d 8h2b+ 6a7b 2b3a"),
        ("手合割：平手\n▲５六歩 △３四歩 ▲５八金右\n", "5g5f 3c3d 4i5h"),
    ] {
        let legal = Reader::new(text.as_bytes(), Encoding::Auto, "game").next().expect("a game");
        assert_eq!(lines(&legal.expect("a legal game"))[0].1, moves);
    }
    // The rook gives check on the file of the king.
    let check = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・v飛 ・ ・ ・ ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ 金 玉 金 ・ ・ ・|九\n\
        +---------------------------+\n先手の持駒：なし\n先手番\n▲６八金\n";
    let [game] = &games(check)[..] else { panic!("one game") };
    assert_eq!(lines(game), owned(&[(1, "6i6h")]));
}

#[test]
fn the_first_move_may_be_illegal() {
    for (text, mv) in [
        ("   1 ５五玉(59)\n", "5i5e"),
        ("先手：甲\n   1 ５五玉(59)\n   2 ３四歩(33)\n", "5i5e"),
        ("▲５五歩 △３四歩\n", "P*5e"),
    ] {
        let read = Reader::new(text.as_bytes(), Encoding::Auto, "game").up_to_illegal_moves();
        let games: Vec<_> = read.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(games.iter().map(lines).collect::<Vec<_>>(), [owned(&[(1, mv)])], "{text}");
    }
}

#[test]
fn two_moves_of_a_side_in_a_row_are_illegal_like_others() {
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ２六歩(27)\n   3 ３四歩(33)\n";
    let csa = "V2.2\nPI\n+\n+7776FU\n+2726FU\n-3334FU\n";
    let of_black = |file: u8| {
        format!(
            r#"{{"move":{{"color":0,"from":{{"x":{file},"y":7}},"to":{{"x":{file},"y":6}},"piece":"FU"}}}}"#
        )
    };
    let jkf = format!(r#"{{"header":{{}},"moves":[{{}},{},{}]}}"#, of_black(7), of_black(2));
    for text in [kif, csa, &jkf] {
        let [game] = &games(text)[..] else { panic!("one game") };
        assert_eq!(lines(game), owned(&[(1, "7g7f 2g2f")]), "{text}");
    }
}

#[test]
fn a_csa_game_ends_there() {
    let csa = "V2.2\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n+5955OU\nT3\n-8384FU\n'*behind\n%ILLEGAL_MOVE\n/\nPI\n+\n+2726FU\n";
    let [game, next] = &games(csa)[..] else { panic!("two games") };
    assert_eq!(lines(game), owned(&[(1, "7g7f 3c3d 5i5e")]));
    assert_eq!((game.record.ending, game.record.comments.len(), game.record.times.len()), (None, 0, 2));
    assert_eq!(lines(next), owned(&[(1, "2g2f")]));
}

#[test]
fn a_move_that_cannot_be_understood_is_refused_all_the_same() {
    let kif = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(55)\n";
    // A move of the side to move that is said to be the other's; a drop of the other side.
    let csa = ["V2.2\nPI\n+\n-7776FU\n", "V2.2\nPI\n+\n+7776FU\n+0055FU\n"];
    for text in [kif, csa[0], csa[1]] {
        let read = Reader::new(text.as_bytes(), Encoding::Auto, "game").up_to_illegal_moves().next();
        assert!(read.expect("a record").is_err(), "{text}");
    }
}
