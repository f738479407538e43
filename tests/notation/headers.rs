//! Headers: none is lost where a key comes twice.

use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write_checked};
use tsumugi::position::Rule;
use tsumugi::problem::{ExpectedPlies, Problem};

fn read(text: &str) -> Problem {
    let mut problems = Reader::new(text.as_bytes(), Encoding::Auto, "text");
    let problem = problems.next().expect("one").unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert!(problems.next().is_none(), "{text}");
    problem
}

/// What is said about the game; every format but SFEN gives the same again.
fn about(problem: &Problem) -> Vec<String> {
    let about = |problem: &Problem| -> Vec<String> {
        problem.record.about.iter().map(|(key, value)| format!("{key}：{value}")).collect()
    };
    for format in RecordFormat::ALL.into_iter().filter(|&format| format != RecordFormat::Usi) {
        let text = write_checked(problem, format).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(about(&read(&text)), about(problem), "{text}");
    }
    about(problem)
}

#[test]
fn a_key_that_comes_twice_is_numbered() {
    let headers = "備考：a\n備考：b\n鍵：1\n鍵：2\n鍵_3：4\n鍵：3\n鍵：1\n持ち時間：1\n持ち時間：2\n";
    let problem = read(&format!("{headers}手合割：平手\n   1 ７六歩(77)\n"));
    assert_eq!(problem.status.as_deref(), Some("a"));
    let expected = ["備考_2：b", "持ち時間：1", "持ち時間_2：2", "鍵：1", "鍵_2：2", "鍵_3：4", "鍵_4：3"];
    assert_eq!(about(&problem), expected);
    let headers = "'作者：p\n'作者：q\n'鍵：1\n'鍵：2\nN+a\nN+b\n$EVENT:x\n$EVENT:y\n$EVENT:z\n'棋戦：w\n";
    let problem = read(&format!("{headers}PI\n+\n+7776FU\n"));
    assert_eq!(problem.composer.as_deref(), Some("p"));
    let expected = [
        "EVENT：y",
        "EVENT_2：z",
        "作者_2：q",
        "先手：a",
        "先手_2：b",
        "棋戦：w",
        "棋戦_2：x",
        "鍵：1",
        "鍵_2：2",
    ];
    assert_eq!(about(&problem), expected);
    let jkf = r#"{"header":{"鍵 1":"a","鍵_1":"b","鍵　1":"c"},"moves":[{}]}"#;
    assert_eq!(about(&read(jkf)), ["鍵_1：a", "鍵_1_2：b", "鍵_1_3：c"]);
}

#[test]
fn two_keys_for_one_thing_are_both_kept() {
    let players = "下手：a\n先手：b\n上手：c\n後手：d\n";
    let problem = read(&format!("{players}作品名：e\n表題：f\n完全性：g\n備考：g\n手合割：平手\n"));
    assert_eq!(about(&problem), ["先手：a", "先手_2：b", "後手：c", "後手_2：d", "表題_2：f"]);
    let jkf = r#"{"header":{"分類":"詰将棋","規則":"協力詰","攻方":"x","攻方":"先手","手数":"3","手数":"5","手数":"３手"},
        "moves":[{}]}"#;
    let problem = read(jkf);
    assert_eq!((problem.rule, problem.plies), (Some(Rule::Tsume), Some(ExpectedPlies::Mate(3))));
    assert_eq!(about(&problem), ["規則_2：協力詰", "項目_手数_2：5", "項目_攻方：x"]);
    let conditions = read("条件：攻方取禁\n分類：攻方強欲協力詰\n手合割：平手\n");
    assert_eq!(about(&conditions), ["分類_2：攻方強欲協力詰"]);
    let board = "手合割：詰将棋\n分類：協力詰\n   1 ７六歩(77)\n";
    assert_eq!(read(board).rule, Some(Rule::Helpmate));
}

#[test]
fn headers_of_jkf_that_say_another_position_are_kept() {
    let jkf = |headers: &str| {
        read(&format!(r#"{{"header":{{{headers}}},"initial":{{"preset":"HIRATE"}},"moves":[{{}}]}}"#))
    };
    let expected = ["項目_先手の持駒：金", "項目_手合割：飛車落ち", "項目_手番：後手"];
    assert_eq!(about(&jkf(r#""手合割":"飛車落ち","先手の持駒":"金","手番":"後手""#)), expected);
    let same = jkf(r#""手合割":"平手　","後手の持駒":"なし","手番":"先手""#);
    assert_eq!(about(&same), Vec::<String>::new());
    assert_eq!(about(&jkf(r#""手合割":"?""#)), ["項目_手合割：?"]);
}
