//! How a game ends: who has won stays the same through every format, whoever's illegal move ended it.

use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write_checked};
use tsumugi::problem::Problem;
use tsumugi::record::Ending;

fn read(text: &str, name: &str) -> Problem {
    Reader::new(text.as_bytes(), Encoding::Auto, name).next().expect("one").expect("a record")
}

/// A game of so many plies, with an ending, in each format that has words for the ending.
fn games(plies: usize, csa: &str, sentence: &str) -> [Problem; 3] {
    let moves = &["+7776FU", "-3334FU"][..plies];
    let text = format!("PI\n+\n{}\n%{csa}\n", moves.join("\n"));
    let steps = [
        r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}}"#,
        r#"{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":1,"piece":"FU"}}"#,
    ];
    let jkf = format!(
        r#"{{"header":{{}},"initial":{{"preset":"HIRATE"}},"moves":[{{}},{},{{"special":"{csa}"}}]}}"#,
        steps[..plies].join(",")
    );
    let ki2 =
        format!("手合割：平手\n{}\nまで{plies}手で{sentence}\n", &["▲７六歩", "△３四歩"][..plies].join("　"));
    [read(&text, "csa"), read(&jkf, "jkf"), read(&ki2, "ki2")]
}

#[test]
fn the_side_of_an_illegal_action_is_read_and_written() {
    use Ending::{IllegalMove, IllegalMoveBefore};
    for (plies, csa, sentence, expected) in [
        (1, "+ILLEGAL_ACTION", "後手の反則勝ち", IllegalMoveBefore),
        (2, "-ILLEGAL_ACTION", "先手の反則勝ち", IllegalMoveBefore),
        (2, "-ILLEGAL_ACTION", "後手の反則負け", IllegalMoveBefore),
        (2, "+ILLEGAL_ACTION", "後手の反則勝ち", IllegalMove),
        (2, "+ILLEGAL_ACTION", "先手の反則により後手の勝ち", IllegalMove),
        (1, "-ILLEGAL_ACTION", "後手の反則負け", IllegalMove),
    ] {
        for game in games(plies, csa, sentence) {
            assert_eq!(game.record.moves.len(), plies);
            assert_eq!(game.record.ending, Some(expected), "{plies} {csa} {sentence}");
            for format in RecordFormat::ALL.into_iter().filter(|&format| format != RecordFormat::Usi) {
                let text = write_checked(&game, format).unwrap_or_else(|error| panic!("{format}: {error}"));
                assert_eq!(read(&text, "").record.ending, Some(expected), "{text}");
            }
        }
    }
    let [csa, _, ki2] = games(2, "+ILLEGAL_ACTION", "後手の反則勝ち");
    assert!(write_checked(&ki2, RecordFormat::Csa).expect("a text").ends_with("%ILLEGAL_MOVE\n"));
    assert!(write_checked(&csa, RecordFormat::Kif).expect("a text").ends_with("まで2手で先手の反則負け\n"));
    let [csa, ..] = games(2, "-ILLEGAL_ACTION", "");
    assert!(write_checked(&csa, RecordFormat::Csa).expect("a text").ends_with("%-ILLEGAL_ACTION\n"));
}

#[test]
fn what_is_no_ending_of_ours_is_kept_in_its_words() {
    for game in games(2, "MATTA", "先手の勝ち") {
        assert_eq!(game.record.ending, Some(Ending::Interruption));
        let said = &game.record.comments[0];
        assert_eq!(said.ply, 2);
        assert!(["%MATTA", "まで2手で先手の勝ち"].contains(&said.text.as_str()), "{}", said.text);
        for format in RecordFormat::ALL {
            write_checked(&game, format).unwrap_or_else(|error| panic!("{format}: {error}"));
        }
    }
}

#[test]
fn a_sentence_behind_an_ending_adds_nothing() {
    let game = read("手合割：平手\n   1 ７六歩(77)\n   2 投了\nまで1手で後手の勝ち\n", "kif");
    assert_eq!((game.record.ending, game.record.comments.len()), (Some(Ending::Resignation), 0));
}

/// A game of four plies in KI2 with a closing sentence.
fn closed(sentence: &str) -> Problem {
    let text = format!(
        "先手：甲\n後手：橋詰 の\n手合割：平手\n▲７六歩 △３四歩 ▲２二角成 △同　銀\nまで4手で{sentence}\n"
    );
    read(&text, "ki2")
}

/// What is said of the game, and that every format but SFEN keeps it.
fn ending_and_comments(game: &Problem) -> (Option<Ending>, Vec<String>) {
    let said = |game: &Problem| {
        let comments = game.record.comments.iter().map(|comment| comment.text.clone());
        (game.record.ending, comments.collect::<Vec<_>>())
    };
    for format in RecordFormat::ALL.into_iter().filter(|&format| format != RecordFormat::Usi) {
        let text = write_checked(game, format).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(said(&read(&text, "")), said(game), "{text}");
    }
    said(game)
}

#[test]
fn a_winner_is_known_by_the_name_in_the_headers() {
    use Ending::{
        Declaration, IllegalMove, IllegalMoveBefore, Impasse, Mate, Repetition, Resignation, TimeUp,
    };
    for (sentence, expected) in [
        ("橋詰 のの勝ち", Resignation),
        ("後手の勝", Resignation),
        ("後手が勝ち。", Resignation),
        ("先手の負け", Resignation),
        ("甲の投了", Resignation),
        ("甲の負け", Resignation),
        ("勝ち", Resignation),
        ("時間切れにより橋詰 のの勝ち", TimeUp),
        ("時間切れで後手の勝ち", TimeUp),
        ("甲の時間切れ", TimeUp),
        ("甲の反則により橋詰 のの勝ち", IllegalMove),
        ("橋詰 のの反則負け", IllegalMoveBefore),
        ("先手の入玉宣言勝ち", Declaration),
        ("甲の入玉勝ち", Declaration),
        ("詰みにより後手の勝ち", Mate),
        ("引き分け", Impasse),
        ("引分", Impasse),
        ("千日手により引き分け", Repetition),
    ] {
        assert_eq!(ending_and_comments(&closed(sentence)), (Some(expected), Vec::new()), "{sentence}");
    }
}

#[test]
fn a_comma_may_stand_before_the_number_of_moves() {
    for sentence in
        ["まで、1手で先手の勝ち", "まで、１手で先手の勝ち", "迄、 一手で、先手の勝ち", "まで 1手で先手の勝ち"]
    {
        let game = read(&format!("手合割：平手\n▲７六歩\n{sentence}\n"), "ki2");
        assert_eq!(ending_and_comments(&game), (Some(Ending::Resignation), Vec::new()), "{sentence}");
    }
}

#[test]
fn a_sentence_that_tells_no_ending_of_ours_is_a_comment() {
    for (sentence, ending) in [
        ("甲の勝ち", Some(Ending::Interruption)),
        ("乙の勝ち", Some(Ending::Interruption)),
        ("ひでの勝ち", Some(Ending::Interruption)),
        ("詰みにより先手の勝ち", Some(Ending::Interruption)),
        ("千日手により先手の勝ち", Some(Ending::Interruption)),
        ("後手の不戦勝", Some(Ending::Resignation)),
        ("先手の不戦敗", Some(Ending::Resignation)),
        ("先手の不戦勝", Some(Ending::Interruption)),
        ("一局", None),
    ] {
        let expected = (ending, vec![format!("まで4手で{sentence}")]);
        assert_eq!(ending_and_comments(&closed(sentence)), expected, "{sentence}");
    }
    assert_eq!(ending_and_comments(&closed("")), (None, Vec::new()));
    let both = "先手：甲\n後手：甲\n手合割：平手\n▲７六歩\nまで1手で甲の勝ち\n";
    let expected = (Some(Ending::Interruption), vec!["まで1手で甲の勝ち".to_owned()]);
    assert_eq!(ending_and_comments(&read(both, "ki2")), expected);
}

#[test]
fn words_for_which_we_have_no_ending_are_kept_beside_the_nearest() {
    for (word, ending) in
        [("不戦敗", Ending::Resignation), ("不戦勝", Ending::Interruption), ("封じ手", Ending::Interruption)]
    {
        for text in [format!("   2 {word}"), format!("△{word}")] {
            let game = read(&format!("手合割：平手\n   1 ７六歩(77)\n{text}\n"), "");
            assert_eq!(ending_and_comments(&game), (Some(ending), vec![word.to_owned()]), "{text}");
        }
    }
}
