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
