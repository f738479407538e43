//! Problem sets as text: what is written is read back, errors say where, and one bad line costs one line.

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use std::io::{BufReader, Read};
use tsumugi::position::{Conditions, Position, parse_position};
use tsumugi::problem::{
    ExpectedPlies, ExpectedSolutions, Futile, LineErrorKind, MAX_LINE, Place, Problem, ReadError, Reader,
    Rule,
};
use tsumugi::record::Record;
use tsumugi::types::Color;

const SFEN: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";

fn read(text: &str) -> Vec<Result<Problem, ReadError>> {
    Reader::new(text.as_bytes(), "set").collect()
}

fn read_one(text: &str) -> Problem {
    let mut problems = read(text);
    assert_eq!(problems.len(), 1, "{text}");
    problems.remove(0).expect("a problem")
}

fn error_of(text: &str) -> (u64, usize, String) {
    match read(text).into_iter().find_map(Result::err) {
        Some(ReadError::Line(error)) => (error.place.line, error.column, error.to_string()),
        other => panic!("{text}: {other:?}"),
    }
}

/// Any text that a value may be: not empty, without line breaks, without white space at its ends.
fn value() -> impl Strategy<Value = Option<String>> {
    prop::option::of("[^\\s\\p{Cc}]|[^\\s\\p{Cc}][^\\n\\r\\p{Cc}]{0,20}[^\\s\\p{Cc}]|[;\\\\]{1,6}")
}

fn problem() -> impl Strategy<Value = Problem> {
    let line = prop::sample::select(&["", " moves G*1b", " moves G*2b 1a2b"][..]);
    let texts = (value(), value(), value(), value(), value());
    let plies = prop::option::of(prop_oneof![
        any::<u64>().prop_map(ExpectedPlies::Mate),
        any::<u64>().prop_map(ExpectedPlies::AtMost),
        Just(ExpectedPlies::NoMate)
    ]);
    let solutions = prop::option::of(prop_oneof![
        any::<u128>().prop_map(|count| ExpectedSolutions::Exactly(BigUint::from(count))),
        Just(ExpectedSolutions::Several)
    ]);
    let twins = (prop::option::of((1u64..).prop_map(BigUint::from)), value());
    let rule = prop::option::of(prop::sample::select(&Rule::ALL[..]));
    let conditions = prop::option::of(prop::sample::select(Conditions::all().collect::<Vec<_>>()));
    let attacker = prop::option::of(prop::sample::select(&Color::ALL[..]));
    let policy = prop::option::of(prop::sample::select(&Futile::ALL[..]));
    (line, texts, plies, (solutions, twins), (rule, conditions), attacker, policy).prop_map(
        |(
            line,
            texts,
            plies,
            (solutions, (intended_solutions, twin)),
            (rule, conditions),
            attacker,
            policy,
        )| {
            let (root, moves) = parse_position(&format!("position sfen {SFEN}{line}")).expect("a position");
            let (id, title, composer, source, status) = texts;
            let place = Place { file: "set".to_owned(), line: 1 };
            let record = Record::new(root, moves);
            Problem {
                record,
                id,
                title,
                composer,
                rule,
                conditions,
                attacker,
                policy,
                plies,
                solutions,
                intended_solutions,
                twin,
                source,
                status,
                rest: None,
                warnings: Vec::new(),
                illegal_side_moves: Vec::new(),
                place,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read_back(problem in problem()) {
        prop_assert_eq!(read_one(&problem.to_string()), problem);
    }

    #[test]
    fn any_text_is_answered(text in "\\PC*", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&text);
        let _ = Reader::new(bytes.as_slice(), "set").count();
    }

    #[test]
    fn turning_a_problem_twice_is_nothing(problem in problem()) {
        prop_assert_eq!(&problem.flip().flip(), &problem);
        prop_assert_eq!(&problem.mirror().mirror(), &problem);
    }
}

#[test]
fn all_that_a_line_may_say() {
    let problem = read_one(
        "position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b ; id=corner; title=金の\\;隅 ;composer = 誰か;rule=helpmate\
         ;attacker=black;plies=1;solutions=>1;source=a\\b;; status = sound ;",
    );
    assert_eq!(problem.record.moves.len(), 1);
    assert_eq!(problem.title.as_deref(), Some("金の;隅"));
    assert_eq!(problem.composer.as_deref(), Some("誰か"));
    assert_eq!(problem.source.as_deref(), Some("a\\b"));
    assert_eq!(problem.status.as_deref(), Some("sound"));
    assert_eq!((problem.rule, problem.attacker), (Some(Rule::Helpmate), Some(Color::Black)));
    assert_eq!(problem.plies, Some(ExpectedPlies::Mate(1)));
    assert_eq!(problem.solutions, Some(ExpectedSolutions::Several));
}

#[test]
fn byte_order_mark_line_ends_comments_and_blank_lines() {
    let text =
        format!("\u{feff}# a set\r\n\r\n{SFEN}\r\n  \t\n  # more\n{SFEN} ; plies=none ; id=x\r\n{SFEN}");
    let problems: Vec<Problem> = read(&text).into_iter().map(|problem| problem.expect("a problem")).collect();
    assert_eq!(problems.iter().map(|problem| problem.place.line).collect::<Vec<_>>(), [3, 6, 7]);
    assert_eq!(problems[1].plies, Some(ExpectedPlies::NoMate));
    assert_eq!(problems.iter().map(Problem::name).collect::<Vec<_>>(), ["set:3", "x", "set:7"]);
    // A carriage return ends a line with a line feed behind it, and alone.
    let mixed = read(&format!("# a set\r\r{SFEN}\r{SFEN}\r\n{SFEN}\n\r{SFEN}\r"));
    let lines = mixed.into_iter().map(|problem| problem.expect("a problem").place.line);
    assert_eq!(lines.collect::<Vec<_>>(), [3, 4, 5, 7]);
    assert!(read("").is_empty());
    assert!(read("\u{feff}").is_empty());
    assert_eq!(read_one(&format!("\u{feff}{SFEN}")).position().sfen(), SFEN);
}

#[test]
fn errors_say_where_and_what() {
    let with = |metadata: &str| format!("# one\n{SFEN} ;{metadata}\n");
    for (metadata, column, message) in [
        (
            "colour=red",
            28,
            "unknown key `colour`, expected one of id title composer rule condition attacker policy plies solutions",
        ),
        ("id=a; nonsense", 34, "`nonsense` is not metadata"),
        ("id=a;id=b", 33, "the key `id` is given twice"),
        ("  plies=x", 30, "`x` is not a value of `plies`, expected a number of plies, or none"),
        ("plies=+3", 28, "`+3` is not a value of `plies`"),
        ("solutions=>2", 28, "`>2` is not a value of `solutions`, expected a number of solutions, or >1"),
        (
            "rule=selfmate",
            28,
            "`selfmate` is not a value of `rule`, expected helpmate, tsume or helpselfmate",
        ),
        ("attacker=b", 28, "`b` is not a value of `attacker`, expected black or white"),
        ("policy=all", 28, "`all` is not a value of `policy`, expected official or none"),
        ("title=", 28, "`` is not a value of `title`"),
    ] {
        let (line, found, text) = error_of(&with(metadata));
        assert_eq!((line, found), (2, column), "{metadata}: {text}");
        assert!(text.starts_with("set:2: column ") && text.contains(message), "{metadata}: {text}");
    }
    let (line, column, text) = error_of("8k/9/8X/9/9/9/9/9/9 b G 1");
    assert_eq!((line, column), (1, 7), "{text}");
    assert!(text.starts_with("set:1: column 7: `X`"), "{text}");
    let (_, column, text) = error_of(&format!("{SFEN} moves G*1b 1a1z"));
    assert_eq!(column, 38, "{text}");
}

#[test]
fn a_bad_line_does_not_stop_the_others() {
    let problems = read(&format!("nonsense\n{SFEN}\n9/9 b - 1\n{SFEN};x=y\n{SFEN}\n"));
    assert_eq!(problems.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, false, false, true]);
}

#[test]
fn text_that_is_not_utf8_is_an_error_of_its_line() {
    let text = [SFEN.as_bytes(), b" ; title=\xe3\x81\n", SFEN.as_bytes(), b"\n"].concat();
    let problems: Vec<_> = Reader::new(text.as_slice(), "set").collect();
    let Err(ReadError::Line(error)) = &problems[0] else { panic!("{:?}", problems[0]) };
    assert_eq!((error.column, &error.kind), (SFEN.len() + 10, &LineErrorKind::NotUtf8));
    assert!(problems[1].is_ok());
}

#[test]
fn a_line_of_100_megabytes_is_one_error() {
    let long = std::io::repeat(b'8').take(100 << 20);
    let text = long.chain(&b"\n"[..]).chain(SFEN.as_bytes());
    let problems: Vec<_> = Reader::new(BufReader::new(text), "set").collect();
    assert_eq!(problems.len(), 2);
    let Err(ReadError::Line(error)) = &problems[0] else { panic!("{:?}", problems[0]) };
    assert_eq!((error.place.line, &error.kind), (1, &LineErrorKind::TooLong));
    assert!(error.to_string().contains("longer than 4 MiB"));
    assert_eq!(problems[1].as_ref().expect("a problem").place.line, 2);
}

#[test]
fn the_longest_line_is_read() {
    let fill = |length: usize| format!("{SFEN};title={}", "x".repeat(length - SFEN.len() - 7));
    assert!(read(&(fill(MAX_LINE) + "\r\n"))[0].is_ok());
    assert!(read(&(fill(MAX_LINE + 1) + "\n"))[0].is_err());
    assert!(read(&fill(MAX_LINE + 2))[0].is_err());
}

#[test]
fn an_input_that_fails_ends_the_reading() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let input = BufReader::new(format!("{SFEN}\n").into_bytes().chain_broken());
    let problems: Vec<_> = Reader::new(input, "set").collect();
    assert_eq!(problems.len(), 2);
    assert!(problems[0].is_ok());
    assert_eq!(problems[1].as_ref().expect_err("an error").to_string(), "set: gone");

    trait ChainBroken {
        fn chain_broken(self) -> impl Read;
    }
    impl ChainBroken for Vec<u8> {
        fn chain_broken(self) -> impl Read {
            std::io::Cursor::new(self).chain(Broken)
        }
    }
}

#[test]
fn turning_keeps_the_attacker() {
    // Both kings: the turned helpmate is White's, and a problem (not a bare position) says so.
    let both = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    assert_eq!(read_one(both).flip().to_string(), "4k4/9/9/9/9/9/9/9/4K4 w - 1");
    assert_eq!(
        read_one(&format!("{both};plies=none")).flip().to_string(),
        "4k4/9/9/9/9/9/9/9/4K4 w - 1 ; attacker=white ; plies=none"
    );
    assert_eq!(
        read_one(&format!("{SFEN} moves G*1b;attacker=black")).flip().to_string(),
        "position sfen 9/9/9/9/9/9/g8/9/K8 w g 1 moves G*9h ; attacker=white"
    );
    assert_eq!(
        read_one(&format!("{SFEN};plies=1")).flip().to_string(),
        "9/9/9/9/9/9/g8/9/K8 w g 1 ; plies=1"
    );
    assert_eq!(
        Position::from_sfen(SFEN).expect("an SFEN").mirror().sfen(),
        read_one(SFEN).mirror().to_string()
    );
}
