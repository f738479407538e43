//! JKF forks wherever they stand: after steps without a move, behind comments, on the first element, behind the end.
//! None is dropped, and what is written of them is read back.

use std::collections::BTreeSet;
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{Loss, RecordFormat, losses, write_checked};
use tsumugi::problem::{ExpectedPlies, Problem};
use tsumugi::record::Time;

const PAWN: &str = r#"{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}FORKS}"#;
const ANSWER: &str = r#"{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}FORKS}"#;
const OTHER: &str = r#"{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}FORKS}"#;
const OTHER_ANSWER: &str = r#"{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}FORKS}"#;

fn plain(step: &str) -> String {
    step.replace("FORKS", "")
}

/// A step with one fork of these steps.
fn forked(step: &str, fork: &[&str]) -> String {
    step.replace("FORKS", &format!(",\"forks\":[[{}]]", fork.join(",")))
}

fn read(steps: &[&str]) -> Result<Problem, String> {
    let text = format!("{{\"header\":{{}},\"moves\":[\n{}]}}\n", steps.join(",\n"));
    let mut problems: Vec<_> = Reader::new(text.as_bytes(), Encoding::Auto, "jkf").collect();
    assert_eq!(problems.len(), 1, "{text}");
    problems.remove(0).map_err(|error| error.to_string())
}

/// The lines of a record as text.
fn lines(problem: &Problem) -> BTreeSet<String> {
    let record = &problem.record;
    let lines = std::iter::once(None).chain((0..record.branches.len()).map(Some));
    let words = |line| record.moves_of(line).iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ");
    lines.map(words).collect()
}

#[track_caller]
fn assert_lines(steps: &[&str], expected: &[&str]) {
    let problem = read(steps).unwrap_or_else(|error| panic!("{error}"));
    let expected: BTreeSet<String> = expected.iter().map(|&line| line.to_owned()).collect();
    assert_eq!(lines(&problem), expected);
    for format in [RecordFormat::Kif, RecordFormat::Ki2, RecordFormat::Jkf] {
        let text = write_checked(&problem, format).unwrap_or_else(|error| panic!("{format}: {error}"));
        let read: Vec<_> = Reader::new(text.as_bytes(), Encoding::Auto, "text").flatten().collect();
        assert_eq!((read.len(), lines(&read[0])), (1, expected.clone()), "{text}");
    }
}

#[test]
fn a_fork_on_the_first_element_leaves_the_first_move() {
    let first = forked("{\"comments\":[\"root\"]FORKS}", &[&plain(OTHER)]);
    assert_lines(&[&first, &plain(PAWN)], &["7g7f", "2g2f"]);
    // The first element is a move where a program leaves the root out.
    assert_lines(&[&forked(PAWN, &[&plain(OTHER)])], &["7g7f", "2g2f"]);
}

#[test]
fn a_fork_behind_a_step_without_a_move_stands_at_its_ply() {
    let steps =
        ["{}", &plain(PAWN), "{\"comments\":[\"no move\"]}", &forked(ANSWER, &[&plain(OTHER_ANSWER)])];
    assert_lines(&steps, &["7g7f 3c3d", "7g7f 8c8d"]);
    // On the step without a move: in the place of the move that follows.
    let steps =
        ["{}", &plain(PAWN), &forked("{\"comments\":[]FORKS}", &[&plain(OTHER_ANSWER)]), &plain(ANSWER)];
    assert_lines(&steps, &["7g7f 3c3d", "7g7f 8c8d"]);
}

#[test]
fn a_fork_on_the_ending_goes_on_behind_the_line() {
    let end = forked("{\"special\":\"CHUDAN\"FORKS}", &[&plain(ANSWER)]);
    assert_lines(&["{}", &plain(PAWN), &end], &["7g7f", "7g7f 3c3d"]);
}

#[test]
fn a_fork_on_the_first_step_of_a_fork_is_its_neighbour() {
    let inner = forked(OTHER_ANSWER, &[r#"{"move":{"from":{"x":4,"y":3},"to":{"x":4,"y":4},"piece":"FU"}}"#]);
    let steps = ["{}", &plain(PAWN), &forked(ANSWER, &[&inner])];
    assert_lines(&steps, &["7g7f 3c3d", "7g7f 8c8d", "7g7f 4c4d"]);
    // The same within a fork that says nothing else.
    let silent = forked("{FORKS}", &[&plain(OTHER_ANSWER)]).replace("{,", "{");
    assert_lines(&["{}", &plain(PAWN), &forked(ANSWER, &[&silent])], &["7g7f 3c3d", "7g7f 8c8d"]);
}

#[test]
fn a_fork_of_nothing_but_an_ending_is_kept() {
    let resigned = forked(ANSWER, &["{\"special\":\"TORYO\",\"comments\":[\"why\"]}"]);
    assert_lines(&["{}", &plain(PAWN), &resigned], &["7g7f", "7g7f 3c3d"]);
    let problem = read(&["{}", &plain(PAWN), &resigned]).expect("a record");
    let branch = &problem.record.branches[0];
    assert!(branch.moves.is_empty() && branch.ending.is_some() && branch.comments[0].text == "why");
}

#[test]
fn a_fork_without_a_move_is_no_variation() {
    // It says nothing.
    assert_lines(&["{}", &forked(PAWN, &["{}", "{}"])], &["7g7f"]);
    let error =
        read(&["{}", &forked(PAWN, &["{\"comments\":[\"lost?\"]}"])]).expect_err("an empty variation");
    assert!(error.ends_with("a variation ends without a move"), "{error}");
}

#[test]
fn forks_in_forks_have_a_limit() {
    let nested = |depth: usize| {
        let shuffle = ["2h3h", "8b7b", "3h2h", "7b8b"];
        let place = |text: &str| (text.as_bytes()[0] - b'0', text.as_bytes()[1] - b'a' + 1);
        let step = |ply: usize, forks: &str| {
            let mv = shuffle[ply % 4];
            let ((a, b), (c, d)) = (place(&mv[..2]), place(&mv[2..]));
            format!(
                "{{\"move\":{{\"from\":{{\"x\":{a},\"y\":{b}}},\"to\":{{\"x\":{c},\"y\":{d}}},\"piece\":\"HI\"}}{forks}}}"
            )
        };
        let mut fork = String::new();
        for ply in (0..depth).rev() {
            let special = if fork.is_empty() { String::new() } else { format!(",\"forks\":[[{fork}]]") };
            // Each goes on where the one before has ended.
            fork = format!("{},{{\"special\":\"CHUDAN\"{special}}}", step(ply, ""));
        }
        read(&["{}", &fork])
    };
    assert_eq!(nested(41).expect("40 forks").record.branches.len(), 40);
    let error = nested(42).expect_err("too deep");
    assert!(error.contains("more than 40 deep"), "{error}");
}

#[test]
fn headers_that_would_mean_a_position_do_not_come_out_as_one() {
    let text =
        r#"{"header":{"先手の持駒":"金","変化":"1手","まで":"3手","手数--":"x","棋戦":"祭"},"moves":[{}]}"#;
    let problem = Reader::new(text.as_bytes(), Encoding::Auto, "jkf").next().expect("one").expect("a record");
    let keys: Vec<_> = problem.record.about.keys().collect();
    assert_eq!(keys, ["棋戦", "項目_まで", "項目_先手の持駒", "項目_変化", "項目_手数--"]);
    for format in RecordFormat::ALL {
        write_checked(&problem, format).unwrap_or_else(|error| panic!("{format}: {error}"));
    }
}

#[test]
fn a_time_before_the_first_move_of_a_fork_is_that_of_no_move() {
    let text = r#"{"initial":{"preset":"HIRATE"},"moves":[{},
        {"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"},"time":{"now":{"m":0,"s":3}}},
        {"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"color":1,"piece":"FU"},"forks":[[
            {"time":{"now":{"m":0,"s":5}}},
            {"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"color":1,"piece":"FU"},"time":{"now":{"m":0,"s":7}}}]]}]}"#;
    let problem = Reader::new(text.as_bytes(), Encoding::Auto, "jkf").next().expect("one").expect("a record");
    let seconds = |times: &[Time]| times.iter().map(|time| (time.ply, time.seconds)).collect::<Vec<_>>();
    assert_eq!(seconds(&problem.record.times), [(1, 3)]);
    assert_eq!(seconds(&problem.record.branches[0].times), [(2, 7)]);
    for format in RecordFormat::ALL {
        write_checked(&problem, format).unwrap_or_else(|error| panic!("{format}: {error}"));
    }
}

#[test]
fn headers_in_latin_letters_are_kept_and_addresses_are_none() {
    let jkf = r#"{"header":{"Event":"x"},"moves":[{}]}"#;
    let kif = "Event：x\nhttps://example.org/\nhttps：//example.org/\n手合割：平手\n";
    for (text, name) in [(jkf, "jkf"), (kif, "")] {
        let problem =
            Reader::new(text.as_bytes(), Encoding::Auto, name).next().expect("one").expect("a record");
        assert_eq!(problem.record.about.iter().collect::<Vec<_>>(), [(&"Event".to_owned(), &"x".to_owned())]);
    }
}

/// Values that say nothing of what their key asks for, and keys that no line of a KIF file could begin with.
#[test]
fn headers_that_are_not_understood_are_kept() {
    let jkf = r#"{"header":{"Time control":"a","1st":"b","手数(予定)":"c","手数":"d","手数":"7","分類":"実戦","":"e",
        "変化":"f","k\n:\ty":"g","解数":"?","攻方":"x"},"moves":[{}]}"#;
    let expected = [
        ("Time_control", "a"),
        ("k___y", "g"),
        ("項目_", "e"),
        ("項目_1st", "b"),
        ("項目_分類", "実戦"),
        ("項目_変化", "f"),
        ("項目_手数", "d"),
        ("項目_手数(予定)", "c"),
        ("項目_攻方", "x"),
        ("項目_解数", "?"),
    ];
    let problem = Reader::new(jkf.as_bytes(), Encoding::Auto, "jkf").next().expect("one").expect("a record");
    let about = problem.record.about.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    assert_eq!(about.collect::<Vec<_>>(), expected);
    assert_eq!(problem.plies, Some(ExpectedPlies::Mate(7)));
    for format in RecordFormat::ALL {
        write_checked(&problem, format).unwrap_or_else(|error| panic!("{format}: {error}"));
    }
    let kif = "手合割：平手\nTime control：a\n分類：実戦\n手数：?\n先手の段位 ：九段\n";
    let problem = Reader::new(kif.as_bytes(), Encoding::Auto, "kif").next().expect("one").expect("a record");
    let keys: Vec<_> = problem.record.about.keys().collect();
    assert_eq!(keys, ["Time_control", "先手の段位", "項目_分類", "項目_手数"]);
}

#[test]
fn losses_are_what_is_not_read_back() {
    let text = "手合割：平手\n先手：誰\n*root\n   1 ７六歩(77) ( 0:05/00:00:05)\n   2 投了\n変化：1手\n   1 ２六歩(27) ( 0:01/00:00:01)\n*side\n";
    let problem = Reader::new(text.as_bytes(), Encoding::Auto, "kif").next().expect("one").expect("a record");
    let of = |format| losses(&problem, format);
    assert_eq!(of(RecordFormat::Kif), []);
    assert_eq!(of(RecordFormat::Jkf), []);
    assert_eq!(of(RecordFormat::Ki2), [Loss::Times(2)]);
    assert_eq!(of(RecordFormat::Csa), [Loss::SideLines(1)]);
    let usi = [Loss::SideLines(1), Loss::Comments(1), Loss::Times(1), Loss::Ending, Loss::Headers(1)];
    assert_eq!(of(RecordFormat::Usi), usi);
}
