//! Headers that contradict each other: the first one counts, the other one is kept and told.

use crate::headers::{BOARD, about, read};
use tsumugi::notation::{RecordFormat, as_read_back};
use tsumugi::position::Rule;
use tsumugi::problem::{ExpectedPlies, Problem, ProblemWarning};
use tsumugi::types::Color;

fn problem(headers: &str) -> Problem {
    read(&format!("{headers}\n{BOARD}"))
}

/// The headers of each contradiction.
fn told(problem: &Problem) -> Vec<String> {
    let told = |warning: &ProblemWarning| match warning {
        ProblemWarning::Contradiction(headers) => format!("{} / {}", headers.first, headers.second),
        other => panic!("{other}"),
    };
    problem.warnings.iter().map(told).collect()
}

fn conditions(problem: &Problem) -> Option<String> {
    problem.conditions.map(|conditions| conditions.to_string())
}

#[test]
fn conditions_of_several_headers_are_joined() {
    const BOTH: &str = "attacker-no-capture,defender-must-capture";
    for (headers, expected) in [
        ("分類：攻方取禁協力詰\n条件：受方強欲", BOTH),
        ("条件：受方強欲\n分類：攻方取禁協力詰", BOTH),
        ("条件：攻方取禁\n条件：受方強欲", BOTH),
        ("条件：攻方取禁、受方強欲\n条件：受方強欲", BOTH),
        ("条件：攻方取禁\n条件：取禁\n条件：受方取禁", "no-capture"),
        ("分類：協力詰\n条件：取禁\n規則：取禁協力詰", "no-capture"),
    ] {
        let problem = problem(headers);
        assert_eq!(conditions(&problem).as_deref(), Some(expected), "{headers}");
        assert_eq!((told(&problem), about(&problem)), (Vec::new(), Vec::new()), "{headers}");
    }
}

#[test]
fn contradicting_conditions_are_told() {
    for (headers, expected, contradiction, kept) in [
        ("条件：取禁\n条件：強欲", "no-capture", "条件：取禁 / 条件：強欲", "条件_2：強欲"),
        ("分類：強欲協力詰\n条件：取禁", "must-capture", "分類：強欲協力詰 / 条件：取禁", "条件_2：取禁"),
        ("条件：取禁\n分類：強欲協力詰", "no-capture", "条件：取禁 / 分類：強欲協力詰", "分類_2：強欲協力詰"),
        ("条件：なし\n条件：取禁", "none", "条件：なし / 条件：取禁", "条件_2：取禁"),
        (
            "条件：攻方取禁\n条件：受方強欲\n条件：受方取禁",
            "attacker-no-capture,defender-must-capture",
            "条件：受方強欲 / 条件：受方取禁",
            "条件_2：受方取禁",
        ),
    ] {
        let problem = problem(headers);
        assert_eq!(conditions(&problem).as_deref(), Some(expected), "{headers}");
        assert_eq!((told(&problem), about(&problem)), (vec![contradiction.into()], vec![kept.into()]));
    }
    // The rule of such a class contradicts nothing.
    let rule = problem("条件：攻方取禁\n分類：攻方強欲協力自玉詰").rule;
    assert_eq!(rule, Some(Rule::Helpselfmate));
}

#[test]
fn contradicting_rules_are_told() {
    for (headers, rule, contradiction, kept) in [
        ("分類：協力詰\n規則：詰将棋", Rule::Helpmate, "分類：協力詰 / 規則：詰将棋", "規則_2：詰将棋"),
        ("規則：詰将棋\n分類：協力詰", Rule::Tsume, "規則：詰将棋 / 分類：協力詰", "分類_2：協力詰"),
        ("分類：詰将棋・協力詰", Rule::Helpmate, "分類：協力詰 / 分類：詰将棋", "項目_分類：詰将棋・協力詰"),
        (
            "分類：詰将棋（協力詰）",
            Rule::Helpmate,
            "分類：協力詰 / 分類：詰将棋",
            "項目_分類：詰将棋（協力詰）",
        ),
        (
            "規則：協力自玉詰\n分類：詰将棋・協力詰",
            Rule::Helpselfmate,
            "規則：協力自玉詰 / 分類：詰将棋・協力詰",
            "分類_2：詰将棋・協力詰",
        ),
        (
            "規則：ばか詰、ばか自殺詰",
            Rule::Helpmate,
            "規則：ばか詰 / 規則：ばか自殺詰",
            "項目_規則：ばか詰、ばか自殺詰",
        ),
    ] {
        let problem = problem(headers);
        assert_eq!(problem.rule, Some(rule), "{headers}");
        assert_eq!((told(&problem), about(&problem)), (vec![contradiction.into()], vec![kept.into()]));
    }
    for headers in
        ["分類：詰将棋\n規則：詰め将棋", "分類：協力自玉詰将棋（ばか自殺詰）", "手合割：詰将棋\n分類：協力詰"]
    {
        let problem = problem(headers);
        assert_eq!((told(&problem), about(&problem)), (Vec::new(), Vec::new()), "{headers}");
    }
}

#[test]
fn other_contradictions_are_told() {
    let headers = r#""攻方":"先手","攻方":"後手","無駄合":"数える","無駄合":"数えない","手数":"3","手数":"5手詰","解数":"1",
        "解数":"複数","指定解数":"2","指定解数":"3","指定解数":"4""#;
    let problem =
        read(&format!(r#"{{"header":{{{headers}}},"initial":{{"preset":"HIRATE"}},"moves":[{{}}]}}"#));
    assert_eq!((problem.attacker, problem.plies), (Some(Color::Black), Some(ExpectedPlies::Mate(3))));
    let expected = [
        "攻方：先手 / 攻方：後手",
        "無駄合：数える / 無駄合：数えない",
        "手数：3 / 手数：5手詰",
        "解数：1 / 解数：複数",
        "指定解数：2 / 指定解数：3",
    ];
    assert_eq!(told(&problem), expected);
    assert!(about(&problem).contains(&"指定解数_3：4".to_owned()), "{:?}", about(&problem));
    let headers = r#""手数":"5手以内","手数":"3","手数":"7手以内","解数":"複数","解数":"2","攻方":"先手","攻方":"攻方""#;
    let same = read(&format!(r#"{{"header":{{{headers}}},"initial":{{"preset":"HIRATE"}},"moves":[{{}}]}}"#));
    assert_eq!(told(&same), Vec::<String>::new());
}

/// What is written says the first value alone, and the other one as a remark.
#[test]
fn a_converted_contradiction_is_not_told_again() {
    let first = problem("分類：協力詰\n規則：詰将棋\n条件：取禁\n条件：強欲\n指定解数：2\n指定解数：3");
    assert_eq!(told(&first).len(), 3);
    // `about` writes every format and reads it back.
    let kept = about(&first);
    assert_eq!(kept, ["指定解数_2：3", "条件_2：強欲", "規則_2：詰将棋"]);
    assert!(as_read_back(&first, RecordFormat::Kif).warnings.is_empty());
}
