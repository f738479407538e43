//! Words that other programs and people write in other ways: hands, drops, endings, boards, what JKF may leave out.

use tsumugi::notation::board_text;
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::position::Position;
use tsumugi::problem::Problem;
use tsumugi::record::Ending;

fn read_all(text: &str) -> Vec<Result<Problem, String>> {
    let read = Reader::new(text.as_bytes(), Encoding::Auto, "text");
    read.map(|problem| problem.map_err(|error| error.to_string())).collect()
}

fn read(text: &str) -> Result<Problem, String> {
    let mut problems = read_all(text);
    assert_eq!(problems.len(), 1, "{text}");
    problems.remove(0)
}

fn line(problem: &Problem) -> String {
    problem.record.moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn error(text: &str) -> String {
    read(text).expect_err(text)
}

/// A board with a king on 1a and a gold on 1c; `labels`: the names of its ranks from the top.
fn board(labels: &str) -> String {
    let rank = |(index, label): (usize, char)| {
        let last = ["v玉", " ・", " 金"].get(index).copied().unwrap_or(" ・");
        format!("|{}{last}|{label}\n", " ・".repeat(8))
    };
    labels.chars().enumerate().map(rank).collect()
}

const RANKS: &str = "一二三四五六七八九";

#[test]
fn hands_have_many_names_and_unknown_ones_are_refused() {
    let board = board(RANKS);
    for name in ["先手の持駒", "詰方の持駒", "攻め方持ち駒", "持駒", "先手の手駒"] {
        let problem = read(&format!("{name}：金\n{board}   1 １二金打\n")).expect(name);
        assert_eq!(problem.position().sfen(), "8k/9/8G/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1", "{name}");
    }
    for name in ["後手の持駒", "受方の持駒", "受け方の持駒"] {
        let problem = read(&format!("先手の持駒：金\n{name}：飛\n{board}")).expect(name);
        assert_eq!(problem.position().sfen(), "8k/9/8G/9/9/9/9/9/9 b Gr 1", "{name}");
    }
    let unknown = error(&format!("名人の持駒：金\n{board}"));
    assert!(unknown.contains("text:1: column 1: `名人の持駒：金`"), "{unknown}");
    assert!(unknown.contains("expected the hand of a side"), "{unknown}");
    let no_board = error("手合割：平手\n先手の持駒：歩\n   1 ７六歩(77)\n");
    assert!(no_board.contains("text:2:") && no_board.contains("a hand without a board"), "{no_board}");
    assert!(read("手合割：平手\n先手の持駒：なし\n   1 ７六歩(77)\n").is_ok());
}

#[test]
fn a_drop_may_be_written_as_a_move_from_00() {
    let text = format!("先手の持駒：金\n{}   1 １二金(00)\n", board(RANKS));
    assert_eq!(line(&read(&text).expect("a drop")), "G*1b");
}

#[test]
fn boards_that_are_seen_by_white_are_refused() {
    for text in [
        format!("先手の持駒：金\n{}", board("九八七六五四三二一")),
        format!("先手の持駒：金\n １ ２ ３ ４ ５ ６ ７ ８ ９\n{}", board(RANKS)),
    ] {
        let error = read_all(&text).remove(0).expect_err("a board");
        assert!(
            error.contains("text:2:") && error.contains("expected a board seen from the side of Black"),
            "{error}"
        );
    }
    assert!(read(&format!("先手の持駒：金\n{}", board("         "))).is_ok());
}

#[test]
fn a_title_above_a_record_is_a_comment() {
    let board = format!("{}先手の持駒：金\n", board(RANKS));
    for title in ["煙詰", "No.1 煙詰", "詰将棋パラダイス\n\n　第一番", "5手詰", "１番 煙詰\n3手詰"]
    {
        for record in [&board, "手合割：平手\n   1 ７六歩(77)\n", "▲７六歩\n"] {
            let problem =
                read(&format!("{title}\n{record}")).unwrap_or_else(|error| panic!("{title}: {error}"));
            let comment = &problem.record.comments[0];
            let said: Vec<&str> = title.split_whitespace().collect();
            assert_eq!((comment.ply, comment.text.split_whitespace().collect()), (0, said), "{record}");
        }
    }
    // A problem set stays one, and below the headers a title is none.
    let set = read_all("煙詰\n8k/9/8G/9/9/9/9/9/9 b G 1\n");
    let error_of_title = set[0].as_ref().expect_err("no SFEN");
    assert!(error_of_title.contains("text:1: column 1: `煙詰` is not a board"), "{error_of_title}");
    assert!(set[1].is_ok());
    assert!(error("手合割：平手\n煙詰\n").contains("text:2: column 1: `煙詰` cannot be read here"));
    for text in ["手合割：平手\n5手詰\n", "煙詰\n手合割：平手\n1手目 ▲７六歩\n"] {
        assert!(error(text).contains("cannot be read here"), "{text}");
    }
}

#[test]
fn a_title_may_begin_with_words_of_other_lines() {
    let board = format!("{}先手の持駒：金\n", board(RANKS));
    for title in ["変化の妙", "変化5題", "までの記録", "迄", "1 煙詰", "１　煙詰", "7詰将棋", "5手詰（改作）"]
    {
        for record in [&board, "手合割：平手\n   1 ７六歩(77)\n", "▲７六歩\n"] {
            let problem =
                read(&format!("{title}\n{record}")).unwrap_or_else(|error| panic!("{title}: {error}"));
            assert_eq!((problem.record.comments.len(), &problem.record.comments[0].text[..]), (1, title));
        }
    }
    // The forms of those lines are refused: they might be either.
    for (title, expected) in [
        ("まで7手詰", "`まで7手詰` cannot be read here"),
        ("まで、7手詰", "`まで、7手詰` cannot be read here"),
        ("変化5手の妙", "ply 5 is not in any earlier line"),
        ("変化：別案", "`別案` cannot be read here, expected the ply"),
    ] {
        let error = read_all(&format!("{title}\n{board}")).remove(0).expect_err(title);
        assert!(error.starts_with("text:1: ") && error.contains(expected), "{error}");
    }
    // A move and an ending are no titles, and below other lines nothing is one.
    assert_eq!(line(&read("1 ７六歩(77)\n2 トライ\n").expect("a game")), "7g7f");
    let ended = read("手数----指手\n   1 トライ ( 0:01/00:00:01)\n").expect("a game");
    assert_eq!(ended.record.ending, Some(Ending::Interruption));
    assert!(error("手合割：平手\n▲７六歩 △３四歩\n3手詰\n").contains("text:3: column 1: `3手詰` cannot"));
}

#[test]
fn headers_that_occur_twice_begin_no_record_before_its_position() {
    let board = format!("{}先手の持駒：金\n", board(RANKS));
    for text in [
        format!("分類：詰将棋\n分類：曲詰\n{board}"),
        format!("{board}分類：詰将棋\n手合割：その他\n分類：曲詰\n   1 １二金打\n"),
        format!("作品名：煙詰\n作品名：別名\n{board}"),
    ] {
        let problems = read_all(&text);
        assert!(problems.len() == 1 && problems[0].is_ok(), "{text}: {problems:?}");
    }
    // Behind a position they do, and behind a line that cannot be read.
    let named = |name: &str| format!("作品名：{name}\n分類：詰将棋\n{board}");
    for (text, count) in [
        (named("甲") + &named("乙"), 2),
        ("先手：甲\n手合割：平手\n先手：乙\n手合割：香落ち\n".to_owned(), 2),
        (format!("作品名：甲\nx\n{}", named("乙")), 1),
    ] {
        assert_eq!(read_all(&text).into_iter().filter(Result::is_ok).count(), count, "{text}");
    }
}

#[test]
fn headers_behind_the_moves_may_belong_to_the_game() {
    let game = "開始日時：2026/11/30\n手合割：平手\n先手：甲\n   1 ７六歩(77)\n";
    let text = format!(
        "{game}戦型：矢倉\n   2 ３四歩(33)\n終了日時：2026/12/01\n持ち時間：3時間\n\n変化：1手\n   1 ２六歩(27)\n"
    );
    let read = read(&text).expect("a game");
    assert_eq!((line(&read).as_str(), read.record.branches.len()), ("7g7f 3c3d", 1));
    assert_eq!(
        ["戦型", "終了日時", "持ち時間"].map(|key| &read.record.about[key][..]),
        ["矢倉", "2026/12/01", "3時間"]
    );
    // All others begin another game, as in files that were joined, and so do those that the game has had.
    let games = read_all(&format!("場所：東京\n{game}場所：京都\n{game}先手：乙\n   1 ２六歩(27)\n"));
    let lines: Vec<String> = games.iter().map(|game| line(game.as_ref().expect("a game"))).collect();
    assert_eq!(lines, ["7g7f", "7g7f", "2g2f"]);
}

#[test]
fn endings_of_other_programs_end_the_game() {
    for (word, ending) in [
        ("引き分け", Ending::Impasse),
        ("最大手数", Ending::Impasse),
        ("時間切れ", Ending::TimeUp),
        ("入玉宣言", Ending::Declaration),
        ("宣言勝ち", Ending::Declaration),
        ("王手千日手", Ending::Interruption),
        ("トライ", Ending::Interruption),
        ("待った", Ending::Interruption),
    ] {
        let game =
            read(&format!("手合割：平手\n   1 ７六歩(77)\n   2 {word} ( 0:01/00:00:01)\n")).expect(word);
        assert_eq!(game.record.ending, Some(ending), "{word}");
        assert_eq!(game.record.comments[0].text, word);
    }
    let more = error("手合割：平手\n   1 パス\n   2 ３四歩(33)\n");
    assert!(more.contains("text:3:"), "{more}");
    for no_ending in ["歩７六", "８八", "同", "?"] {
        let error = error(&format!("手合割：平手\n   1 {no_ending}\n"));
        assert!(error.contains("text:2:"), "{error}");
    }
}

#[test]
fn times_may_have_fractions_of_a_second() {
    let game = read("手合割：平手\n   1 ７六歩(77) ( 1:12.5/00:01:12)\n").expect("a game");
    assert_eq!(game.record.times[0].seconds, 72);
}

#[test]
fn texts_that_were_put_together_keep_their_byte_order_marks() {
    let game = "\u{feff}#KIF version=2.0\n手合割：平手\n   1 ７六歩(77)\n";
    assert_eq!(read_all(&format!("{game}{game}")).into_iter().filter(Result::is_ok).count(), 2);
    let problem = "\u{feff}8k/9/8G/9/9/9/9/9/9 b G 1\n";
    assert_eq!(read_all(&format!("{problem}{problem}")).into_iter().filter(Result::is_ok).count(), 2);
}

#[test]
fn texts_of_dos_end_with_control_z() {
    let (kif, csa) = ("手合割：平手\n   1 ７六歩(77)\n   2 投了", "V2.2\nPI\n+\n+7776FU\n%TORYO");
    for text in [kif, csa, "position startpos moves 7g7f", r#"{"moves":[{}]}"#] {
        for end in ["\u{1a}", "\n\u{1a}", "\r\n\u{1a}\u{1a}\n", "\u{1a}\u{1a}\u{1a}"] {
            let told = |text: &str| line(&read(text).unwrap_or_else(|error| panic!("{text:?}: {error}")));
            assert_eq!(told(&format!("{text}{end}")), told(text));
        }
    }
    let joined = read_all(&format!("{kif}\n\u{1a}{kif}\n\u{1a}"));
    assert_eq!(joined.into_iter().filter_map(Result::ok).count(), 2);
    // Within a text it is a character like others.
    let comment =
        read("手合割：平手\n*a\u{1a}\n   1 ７六歩(77)\n").expect("a game").record.comments.remove(0);
    assert_eq!(comment.text, "a\u{1a}");
}

/// A JKF record whose board has a king on 1a and Black's gold on 1c, and one in hand.
fn jkf_text(mv: &str) -> String {
    let mut cells = vec![vec!["{}"; 9]; 9];
    cells[0][0] = r#"{"color":1,"kind":"OU"}"#;
    cells[0][2] = r#"{"color":0,"kind":"KI"}"#;
    let board: Vec<String> = cells.iter().map(|file| format!("[{}]", file.join(","))).collect();
    let data = format!(r#"{{"color":0,"board":[{}],"hands":[{{"KI":1}},{{}}]}}"#, board.join(","));
    let initial = format!(r#"{{"preset":"OTHER","data":{data}}}"#);
    format!(r#"{{"header":{{}},"initial":{initial},"moves":[{{}},{{"move":{mv}}}]}}"#)
}

/// The line of that record.
fn jkf(mv: &str) -> Result<String, String> {
    read(&jkf_text(mv)).map(|problem| line(&problem))
}

#[test]
fn jkf_may_have_null_for_what_is_missing() {
    let text = r#"{"header":{},"moves":[{"comments":null},{"comments":null,"move":{"color":0,"from":{"x":7,"y":7},
        "to":{"x":7,"y":6},"piece":"FU","promote":null},"time":{"now":{"h":null,"m":1,"s":2}}}]}"#;
    let game = read(&text.replace('\n', "")).expect("a game");
    assert_eq!((line(&game).as_str(), game.record.times[0].seconds), ("7g7f", 62));
}

#[test]
fn jkf_moves_without_a_square_left_are_drops_unless_said_otherwise() {
    let place = r#""to":{"x":1,"y":2},"piece":"KI""#;
    for (more, meant) in [("", "G*1b"), (r#","relative":"H""#, "G*1b"), (r#","relative":"U""#, "1c1b")] {
        assert_eq!(jkf(&format!("{{{place}{more}}}")), Ok(meant.to_owned()), "{more}");
    }
    // No drop can be meant where a piece stands or the hand is empty: then the only move of the board is.
    let text = r#"{"header":{},"moves":[{},{"move":{"to":{"x":7,"y":6},"piece":"FU"}}]}"#;
    assert_eq!(line(&read(text).expect("a game")), "7g7f");
    assert!(jkf(&format!(r#"{{{place},"relative":"Q"}}"#)).is_err());
    // The piece that is named must stand there.
    let from = r#""from":{"x":1,"y":3},"to":{"x":1,"y":2}"#;
    assert_eq!(jkf(&format!(r#"{{{from},"piece":"KI"}}"#)), Ok("1c1b".to_owned()));
    assert!(jkf(&format!(r#"{{{from},"piece":"HI"}}"#)).is_err_and(|error| error.contains("moves[1]: HI")));
}

#[test]
fn csa_statements_that_would_be_lost_are_refused() {
    for (text, expected) in [
        ("PI\n+\n+7776FU-3334FU\n", "text:3: column 8: `-3334FU` cannot be read here, expected a comma or"),
        ("PI\n+\n+7776FUT12\n", "text:3: column 8: `T12` cannot be read here, expected a comma or"),
        ("PI\n+\n+7776FU\nP-00FU\n", "text:4: column 1: `P-00FU` cannot be read here, expected a CSA move"),
        (
            "P-11OU\nP+13GI13KI\n+\n",
            "text:2: column 7: `13KI` cannot be read here, expected a square other than 1c",
        ),
        ("PI\nP+77FU\n+\n", "text:2: column 3: `77FU` cannot be read here, expected a square other than 7g"),
        ("P-00KI\nPI\n+\n", "text:2: column 1: `PI` cannot be read here, expected PI once, before all other"),
        (
            "P5 * -OU,PI,+\n",
            "text:1: column 10: `PI` cannot be read here, expected PI once, before all other",
        ),
        ("PI82HI\nPI\n+\n", "text:2: column 1: `PI` cannot be read here, expected PI once, before all other"),
        (
            "PI\nP5 * -KI\n+\n",
            "text:2: column 1: `P5 * -KI` cannot be read here, expected P+, P- or the side",
        ),
    ] {
        let error = error(text);
        assert!(error.contains(expected), "{text}: {error}");
    }
    let game = read("PI\n+\n+7776FU ,T12\n-3334FU \n").expect("a game");
    assert_eq!((line(&game).as_str(), game.record.times[0].seconds), ("7g7f 3c3d", 12));
}

/// Some programs write a line for the pieces of each side, also when there are none.
#[test]
fn csa_lines_without_pieces_may_stand_before_the_start_of_a_game() {
    for text in ["P+\nPI\n+\n+7776FU\n", "P-\nP+\nPI\n+\n+7776FU\n", "P+,PI,P-,+,+7776FU\n"] {
        let game = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((game.position(), line(&game).as_str()), (&Position::startpos(), "7g7f"), "{text}");
    }
    // Pieces, a board or the remaining pieces would be lost.
    for text in ["P+00FU\nPI\n+\n", "P-00AL\nPI\n+\n", "P1 * \nPI\n+\n", "PI\nP+\nPI\n+\n"] {
        assert!(error(text).contains("expected PI once, before all other"), "{text}");
    }
}

/// The side to move is a statement like others, wherever the comma stands.
#[test]
fn csa_statements_of_a_whole_game_may_share_a_line() {
    for text in [
        "P+00FU,P-11OU,+,+0013FU,T3,%CHUDAN\n",
        "V2.2,P+00FU,P-11OU,+\n+0013FU,T3,%CHUDAN\n",
        "P+00FU\nP-11OU,+,+0013FU\nT3,%CHUDAN\n",
        "P+00FU,\nP-11OU\n,+,+0013FU,T3\n%CHUDAN\n",
    ] {
        let game = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.position().sfen(), "8k/9/9/9/9/9/9/9/9 b P 1", "{text}");
        let record = &game.record;
        assert_eq!((line(&game).as_str(), record.times[0].seconds), ("P*1c", 3), "{text}");
        assert_eq!(record.ending, Some(Ending::Interruption), "{text}");
    }
    let of_white = read("PI82HI22KA,-,-3334FU\n").expect("a game");
    assert_eq!(line(&of_white), "3c3d");
}

/// Files of games that were joined, as by `cat`.
#[test]
fn csa_records_begin_with_a_version_where_no_slash_parts_them() {
    let game = |mv: &str| format!("V2.2\nN+VENUS\nPI\n+\n{mv}\n%TORYO\n'comment\n");
    let games = read_all(&[game("+7776FU"), game("+2726FU"), game("+5756FU")].concat());
    let lines: Vec<String> = games.iter().map(|game| line(game.as_ref().expect("a game"))).collect();
    assert_eq!(lines, ["7g7f", "2g2f", "5g5f"]);
    // An error is one of its record.
    let games = read_all(&[game("+7776XX"), game("+2726FU")].concat());
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true]);
}

/// Statements may share a line, also the side to move with the position, and the position with the version.
#[test]
fn csa_records_are_divided_where_the_side_to_move_shares_a_line() {
    for head in ["V2.2\nPI,+\n", "V2.2,PI,+\n", "V2.2\nPI\n+,"] {
        let games = read_all(&format!("{head}+7776FU,T12,-3334FU\n{head}+2726FU\n"));
        let lines: Vec<String> = games.iter().map(|game| line(game.as_ref().expect(head))).collect();
        assert_eq!(lines, ["7g7f 3c3d", "2g2f"], "{head}");
    }
}

/// As the first version of JKF had it.
#[test]
fn jkf_says_of_black_that_it_is_true() {
    let game = |colors: [&str; 2]| {
        let step = |color: &str, from: u8, to: u8| {
            format!(
                r#"{{"move":{{"color":{color},"from":{{"x":7,"y":{from}}},"to":{{"x":7,"y":{to}}},"piece":"FU"}}}}"#
            )
        };
        format!(r#"{{"moves":[{{}},{},{}]}}"#, step(colors[0], 7, 6), step(colors[1], 3, 4))
    };
    for colors in [["true", "false"], ["0", "1"], ["null", "null"], ["\"black\"", "0.5"]] {
        let problem = read(&game(colors)).unwrap_or_else(|error| panic!("{colors:?}: {error}"));
        assert_eq!(problem.record.moves.len(), 2, "{colors:?}");
    }
    assert!(error(&game(["true", "true"])).contains("expected a move of white"));
    let numbered = jkf_text(r#"{"color":0,"from":{"x":1,"y":3},"to":{"x":1,"y":2},"piece":"KI"}"#);
    let first =
        numbered.replace(r#""color":0"#, r#""color":true"#).replace(r#""color":1"#, r#""color":false"#);
    assert_eq!(
        read(&first).map(|problem| problem.to_string()),
        read(&numbered).map(|problem| problem.to_string())
    );
    assert!(first != numbered && read(&first).is_ok());
}

#[test]
fn jkf_moves_of_the_other_side_are_refused() {
    let drop = r#""to":{"x":1,"y":2},"piece":"KI""#;
    assert_eq!(jkf(&format!(r#"{{"color":0,{drop}}}"#)), Ok("G*1b".to_owned()));
    let from = r#""from":{"x":1,"y":3}"#;
    for mv in [drop.to_owned(), format!("{from},{drop}")] {
        let error = jkf(&format!(r#"{{"color":1,{mv}}}"#)).expect_err(&mv);
        assert!(error.contains("`moves[1]: KI` cannot be read here, expected a move of black"), "{error}");
    }
}

#[test]
fn words_behind_what_is_numbered_are_comments() {
    let comments = |text: &str| {
        let game = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let record = game.record;
        let side = record.branches.into_iter().flat_map(|branch| branch.comments);
        let all = record.comments.into_iter().chain(side);
        let all: Vec<_> = all.map(|comment| (comment.ply, comment.text)).collect();
        (all, record.times.len(), record.ending)
    };
    let game = "手合割：平手\n   1 ７六歩(77) ( 0:01/00:00:01)+ 角道\n   2 中断 ( 0:02/00:00:02) 次の一手は?\n\
                変化：1手 ( 飛先 )\n   1 ２六歩(27) ( 0:01/00:00:01)+\n";
    let said = [(1, "角道\n次の一手は?".to_owned()), (0, "( 飛先 )".to_owned())];
    assert_eq!(comments(game), (said.to_vec(), 2, Some(Ending::Interruption)));
    let plain =
        "手合割：平手\n   1 ７六歩(77) ( - /)+\n   2 投了 ( 0:00/00:00:00)\n変化：1手\n   1 ２六歩(27)\n";
    assert_eq!(comments(plain), (Vec::new(), 0, Some(Ending::Resignation)));
    // Endings and heads with another last letter, and times with words for hours, minutes and seconds.
    let longer =
        "手合割：平手\n   1 ７六歩(77) (0分1秒/0時間0分1秒)\n   2 不詰み\n変化：1手目\n   1 ２六歩(27)\n";
    assert_eq!(comments(longer), (Vec::new(), 1, Some(Ending::NoMate)));
    let apart = "手合割：平手\n   1 ７六歩(77) (3手詰)\n   2 中断。次の一手は\n";
    let said = [(1, "(3手詰)\n。次の一手は".to_owned())];
    assert_eq!(comments(apart), (said.to_vec(), 0, Some(Ending::Interruption)));
    // A word before a move is no ending: the move would be lost.
    let unread = error("手合割：平手\n1手目 ▲７六歩\n");
    assert!(unread.contains("text:2: column 2: `手目 ▲７六歩` cannot be read here"), "{unread}");
}

#[test]
fn the_box_of_a_diagram_is_no_header() {
    let gold = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let text = board_text(&gold);
    assert!(text.contains("駒箱：飛二　角二"), "{text}");
    let problem = read(&text).expect("a diagram");
    assert_eq!((problem.position(), problem.record.about.len()), (&gold, 0));
    // One that says otherwise stays, so that nothing is lost.
    let other = read(&text.replace("駒箱：飛二", "駒箱：飛")).expect("a diagram");
    assert_eq!(other.record.about["駒箱"], "飛　角二　金二　銀四　桂四　香四　歩十八");
}
