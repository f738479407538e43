//! Headers: none is lost where a key comes twice, and words that may mean another rule are told.

use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write_checked};
use tsumugi::position::Rule;
use tsumugi::problem::{ExpectedPlies, Problem, ProblemWarning, UnknownRule};

pub fn read(text: &str) -> Problem {
    let mut problems = Reader::new(text.as_bytes(), Encoding::Auto, "text");
    let problem = problems.next().expect("one").unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert!(problems.next().is_none(), "{text}");
    problem
}

/// What is said about the game; every format but SFEN gives the same again.
pub fn about(problem: &Problem) -> Vec<String> {
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

#[test]
fn an_indented_comment_is_no_header() {
    for indent in [" ", "　", "\t"] {
        let problem = read(&format!(
            "手合割：平手\n{indent}*感想：\n   1 ７六歩(77)\n{indent}*甲：妙手\n{indent}*乙\n"
        ));
        let comments: Vec<_> =
            problem.record.comments.iter().map(|said| (said.ply, &said.text[..])).collect();
        assert_eq!(comments, [(0, "感想："), (1, "甲：妙手\n乙")]);
        assert_eq!(about(&problem), Vec::<String>::new());
    }
}

/// A board, so that what is said is about a problem and no game.
pub const BOARD: &str = "後手の持駒：残り全部\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ 金|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n\
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|\n先手の持駒：金\n";

/// The words of a problem's headers that are not known, with the key of each header.
fn unknown(problem: &Problem) -> Vec<String> {
    let unknown = |warning: &ProblemWarning| match warning {
        ProblemWarning::UnknownRule(UnknownRule { key, words, .. }) => format!("{key}：{words}"),
        other => panic!("{other}"),
    };
    problem.warnings.iter().map(unknown).collect()
}

#[test]
fn words_that_may_mean_another_rule_are_told() {
    let (helpmate, tsume) = (Some(Rule::Helpmate), Some(Rule::Tsume));
    for (headers, rule, words) in [
        ("分類：安南協力詰", helpmate, &["分類：安南"][..]),
        ("分類：協力詰 安南", helpmate, &["分類：安南"]),
        ("分類：協力詰\n条件：安南", helpmate, &["条件：安南"]),
        ("分類：協力詰\n条件：強欲、安南", helpmate, &["条件：強欲、安南"]),
        ("分類：フェアリー詰将棋", tsume, &["分類：フェアリー"]),
        ("分類：自玉詰将棋", tsume, &["分類：自玉"]),
        ("規則：対面詰将棋", tsume, &["規則：対面"]),
        ("規則：強欲取禁協力詰", helpmate, &["規則：強欲、取禁"]),
        ("分類：最悪詰", None, &["分類：最悪詰"]),
        ("規則：安南", None, &["規則：安南"]),
        ("分類：取禁", None, &["分類：取禁"]),
        (
            "分類：安南協力詰\n規則：協力詰 対面\n条件：背面",
            helpmate,
            &["分類：安南", "規則：対面", "条件：背面"],
        ),
    ] {
        let problem = read(&format!("{headers}\n{BOARD}"));
        assert_eq!(
            (problem.rule, unknown(&problem)),
            (rule, words.iter().map(|&word| word.into()).collect())
        );
        // What is not stated is kept beside what is.
        about(&problem);
    }
    let csa = read("'分類：安南協力詰\nP-11OU\nP+00KI\n+\n");
    let jkf = read(r#"{"header":{"分類":"安南協力詰"},"initial":{"preset":"HIRATE"},"moves":[{}]}"#);
    for problem in [csa, jkf] {
        assert_eq!(unknown(&problem), ["分類：安南"]);
    }
}

#[test]
fn ordinary_words_in_a_class_are_not_told() {
    for class in [
        "詰将棋",
        "ばか詰",
        "協力詰",
        "協力自玉詰",
        "協力自玉詰将棋",
        "必至",
        "3手詰",
        "十七手詰め",
        "詰将棋 ３手詰",
        "詰め将棋（短編・第5番）",
        "攻方取禁協力詰 5手",
        "攻方取禁、受方強欲ばか詰",
        "実戦",
        "次の一手",
        "煙詰",
        "helpmate",
    ] {
        let problem = read(&format!("分類：{class}\n{BOARD}"));
        assert_eq!(unknown(&problem), Vec::<String>::new(), "{class}");
    }
    // Classes of games have any names; a rule is a rule.
    assert_eq!(unknown(&read("分類：リーグ戦\n手合割：二枚落ち\n")), Vec::<String>::new());
    assert_eq!(unknown(&read("規則：安南\n手合割：平手\n")), ["規則：安南"]);
    // That the defender moves first is told unless the diagram says it, too.
    for (side, told) in [("後手番\n", &[][..]), ("", &["分類：受先"])] {
        let problem = read(&format!("分類：受先協力詰\n{BOARD}{side}"));
        assert_eq!(problem.rule, Some(Rule::Helpmate), "{side}");
        assert_eq!(unknown(&problem), told, "{side}");
    }
    let behind = read(&format!("分類：協力詰（取禁）\n{BOARD}"));
    assert_eq!(behind.conditions.map(|conditions| conditions.to_string()).as_deref(), Some("no-capture"));
}
