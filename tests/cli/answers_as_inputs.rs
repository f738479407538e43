//! Answers of `--json` are inputs too: what is read asks what the problem asked.

use crate::run::{Folder, NONE, Run, THREE, TWO, run, succeed};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// All that an author can state of a problem with two solutions.
const STATED: &str = "id=two ; title=題 ; composer=作者 ; rule=helpmate ; plies=1 ; solutions=2 ; \
                      intended-solutions=2 ; source=誌 ; status=余詰ではない";

/// Answers as a problem set, which has no place for what follows on their first solutions.
fn converted(file: &str) -> String {
    succeed(&["convert", "-q", file, "-", "--format", "usi"])
}

/// What a run writes to a file in a folder.
fn answers(folder: &Folder, arguments: &[&str]) -> String {
    let Run { stdout, stderr, .. } = run(arguments);
    assert!(!stdout.is_empty(), "{arguments:?}: {stderr}");
    folder.file("answers.jsonl", stdout)
}

#[test]
fn what_the_author_states_comes_back() {
    let folder = Folder::new("answers-stated");
    let set = folder.file("set.sfen", format!("{TWO} ; {STATED}\n{THREE} ; twin=two ; rule=helpmate\n"));
    for command in ["solve", "check"] {
        let file = answers(&folder, &[command, "--json", &set]);
        let usi = converted(&file);
        let (first, second) = usi.split_once('\n').expect("two problems");
        assert!(
            first.starts_with(&format!(
                "position sfen {TWO} moves G*1b ; {}",
                STATED.replace("rule=helpmate ; ", "rule=helpmate ; attacker=black ; ")
            )),
            "{usi}"
        );
        assert!(second.ends_with(" ; twin=two\n"), "{usi}");
        let (asked, again) = (run(&["check", &set]), run(&["check", &file]));
        assert_eq!((again.code, asked.code), (Some(0), Some(0)), "{command}: {}", again.stdout);
        assert!(again.stdout.ends_with("\ntwins two, 2 diagrams: sound\n"), "{command}: {}", again.stdout);
        assert!(succeed(&["verify", &file]).contains("twins two, 2 diagrams: as stated\n"), "{command}");
    }
    // Behind a line it is another position.
    let ask = |line: &str| -> Value {
        let problem = format!("{THREE} ; title=t ; twin=a ; intended-solutions=2 ; rule=helpmate");
        serde_json::from_str(&succeed(&["ask", "--json", "--line", line, &problem])).expect("JSON")
    };
    let (here, behind) = (ask(""), ask("1f5b+"));
    assert_eq!((&here["twin"], &here["intended_solutions"]), (&"a".into(), &"2".into()));
    assert_eq!((&behind["twin"], &behind["intended_solutions"]), (&Value::Null, &Value::Null));
    assert_eq!(behind["title"], "t");
}

#[test]
fn what_a_check_was_to_find_is_asked_again() {
    let folder = Folder::new("answers-intended");
    let problem = format!("position sfen {TWO} moves G*2b ; intended-solutions=2 ; rule=helpmate");
    let file = answers(&folder, &["check", "--json", &folder.file("set.sfen", problem)]);
    let usi = converted(&file);
    assert!(usi.contains(" moves G*2b ; "), "{usi}");
    // Older answers say only here how many solutions are meant.
    let text = fs::read_to_string(&file).expect("a file");
    let older = folder.file("older.jsonl", text.replacen("\"intended_solutions\":\"2\",", "", 1));
    for file in [&file, &older] {
        assert!(succeed(&["check", file]).contains("sound: helpmate in 1, 2 solutions"));
    }
    let wrong_length = format!("{THREE} ; rule=helpmate ; plies=5");
    let file = answers(&folder, &["check", "--json", &wrong_length]);
    let again = run(&["check", &file]);
    assert!(again.code == Some(1) && again.stdout.contains("unsound"), "{}", again.stdout);
    // A line that cannot be played is left out.
    let illegal = folder.file("set.sfen", format!("position sfen {TWO} moves G*1c ; rule=helpmate\n"));
    let file = answers(&folder, &["check", "--json", &illegal]);
    assert!(converted(&file).contains(" moves G*1b ; "));
}

#[test]
fn an_answer_for_another_problem_has_what_that_one_states() {
    let folder = Folder::new("answers-copied");
    let first = folder.file("first.sfen", format!("{TWO} ; {STATED}\n"));
    let second = folder.file("second.sfen", format!("{TWO} ; id=other ; composer=she\n"));
    let file = folder.path("kept.jsonl");
    for set in [&first, &second] {
        succeed(&["solve", "-q", "--resume", &file, set]);
    }
    let usi = converted(&file);
    let other = usi.lines().nth(1).expect("a second problem");
    let stated = "id=other ; composer=she ; rule=helpmate ; attacker=black ; plies=1 ; solutions=2";
    assert!(other.ends_with(&format!(" ; {stated}")), "{usi}");
    let [own, copy] = [0, 1].map(|number| {
        let lines = fs::read_to_string(&file).expect("a file");
        serde_json::from_str::<Value>(lines.lines().nth(number).expect("a line")).expect("JSON")
    });
    let alone: Value = serde_json::from_str(&succeed(&["solve", "-q", "--json", &second])).expect("JSON");
    assert_eq!((&copy["rule_from"], &copy["warnings"]), (&alone["rule_from"], &alone["warnings"]));
    assert_ne!(own["rule_from"], copy["rule_from"]);
    // Files that were written before these keys were known.
    let lines = fs::read_to_string(&file).expect("a file");
    let before = lines.lines().map(|line| {
        let mut answer: Value = serde_json::from_str(line).expect("JSON");
        let keys = answer.as_object_mut().expect("an object");
        for key in ["title", "composer", "source", "status", "intended_solutions"] {
            keys.remove(key);
        }
        answer.to_string() + "\n"
    });
    let file = folder.file("before.jsonl", before.collect::<String>());
    let nothing = run(&["solve", "--resume", &file, &first, &second]);
    assert!(nothing.code == Some(0) && nothing.stderr.contains("nothing left to do"), "{}", nothing.stderr);
}

#[test]
fn lines_that_are_no_problem_are_passed_over() {
    let folder = Folder::new("answers-lines");
    let twins = folder.file("twins.sfen", format!("{TWO} ; id=a\n{THREE} ; id=b ; twin=a\n"));
    for (arguments, count) in [
        (&["check", "--json", "--rule", "helpmate", &twins][..], 2),
        (&["records", "--json", "--rule", "helpmate", &twins], 2),
        (&["extend", "--json", "--rule", "helpmate", THREE], 1),
        (&["verify", "--json", "--rule", "helpmate", THREE], 1),
    ] {
        let file = answers(&folder, arguments);
        let lines = fs::read_to_string(&file).expect("a file").lines().count();
        let usi = converted(&file);
        assert!(usi.lines().count() >= count && usi.lines().count() + 1 == lines, "{arguments:?}: {usi}");
    }
    // An error is one, and a file must hold something.
    let errors = answers(&folder, &["solve", "--json", "nonsense"]);
    assert!(run(&["solve", &errors]).stderr.contains("the answer is an error report without a position"));
    let nothing =
        folder.file("nothing.jsonl", "{\"schema\":1,\"twins\":[\"a\",\"b\"],\"soundness\":\"sound\"}\n");
    let refused = run(&["solve", &nothing]);
    assert!(
        refused.code == Some(2) && refused.stderr.contains("no problem in this input"),
        "{}",
        refused.stderr
    );
}

#[test]
fn brinkmates_are_read_with_their_line() {
    let folder = Folder::new("answers-hisshi");
    let problem = "8k/9/9/8P/9/9/9/9/9 b 2G 1";
    let file = answers(&folder, &["hisshi", "--json", &format!("{problem} ; title=t"), NONE]);
    let usi = converted(&file);
    let (first, second) = usi.split_once('\n').expect("two problems");
    let answer: Value =
        serde_json::from_str(fs::read_to_string(&file).expect("a file").lines().next().expect("a line"))
            .expect("JSON");
    let line: Vec<&str> =
        answer["line"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(line.len() > 2, "{answer}");
    let expected = format!("position sfen {problem} moves {} ; id=argument 1:1 ; title=t", line.join(" "));
    assert_eq!((first, second.trim_end()), (expected.as_str(), format!("{NONE} ; id=argument 2:1").as_str()));
    let again = run(&["hisshi", &file]);
    assert!(again.stdout.contains("brinkmate in 1"), "{} {}", again.stdout, again.stderr);
}

#[test]
fn what_was_verified_is_asked_again() {
    let folder = Folder::new("answers-verified");
    let problems = [
        "8k/9/8P/9/9/9/9/9/9 b G 1 ; id=a ; title=t ; rule=tsume ; attacker=black ; policy=none ; plies=<=1",
        "position sfen 8k/9/8P/9/9/9/9/9/9 b G 1 moves G*1b ; id=b ; rule=helpmate ; condition=no-capture ; \
         attacker=black ; solutions=>1 ; intended-solutions=3",
        "9/9/9/9/9/9/p8/9/K8 w g 1 ; id=c ; rule=helpmate ; attacker=white ; plies=none ; twin=b",
        "8k/9/8P/9/9/9/9/9/9 b G 1 ; id=d ; rule=helpmate ; attacker=black ; plies=3 ; status=heavy",
    ];
    let file = answers(&folder, &["verify", "--json", &folder.file("set.sfen", problems.join("\n"))]);
    let usi = converted(&file);
    let read: Vec<BTreeSet<&str>> = usi.lines().map(fields).collect();
    assert_eq!(read, problems.map(fields), "{usi}");
    let counts = |file: &str| {
        let told = run(&["verify", "--json", file]).stdout;
        told.lines().last().expect("a line of counts").to_owned()
    };
    assert_eq!(counts(&file), counts(&folder.path("set.sfen")));
    let broken = fs::read_to_string(&file).expect("a file").replacen("\"<=1\"", "\"+1\"", 1);
    let refused = run(&["verify", &folder.file("broken.jsonl", broken)]);
    assert!(refused.stderr.contains("expected a number of plies, or none"), "{}", refused.stderr);
    // What the option said is in the answer, and so is the box.
    let file =
        answers(&folder, &["verify", "--json", "--rule", "tsume", "--rest", &format!("{NONE} ; plies=none")]);
    let usi = converted(&file);
    assert!(usi.contains("rule=tsume") && usi.contains(" b 2r2b4g4s4n4l17p 1 ; "), "{usi}");
}

#[test]
fn what_records_were_taken_of_is_asked_again() {
    let folder = Folder::new("answers-records");
    let problems = [
        "8k/9/8P/9/9/9/9/9/9 b G 1 ; id=a ; title=t ; rule=tsume ; attacker=black ; policy=none",
        "8k/9/8P/9/9/9/9/9/9 b G 1 ; id=b ; rule=helpmate ; condition=no-capture ; attacker=black ; composer=c",
    ];
    let file = answers(&folder, &["records", "--json", &folder.file("set.sfen", problems.join("\n"))]);
    let usi = converted(&file);
    assert_eq!(usi.lines().map(fields).collect::<Vec<_>>(), problems.map(fields), "{usi}");
}

#[test]
fn what_a_certificate_was_asked_is_a_tsume() {
    let folder = Folder::new("answers-certificate");
    let proof = folder.path("proof.cert");
    let problem = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    succeed(&["solve", "-q", "--rule", "tsume", "--certificate", &proof, problem]);
    let file = answers(&folder, &["ask", "--json", &proof]);
    assert!(converted(&file).starts_with(&format!("{problem} ; rule=tsume ; attacker=black")));
}

/// The fields of a line of a problem set; the order is that of the writer.
fn fields(line: &str) -> BTreeSet<&str> {
    line.trim_start_matches("position sfen ").split(" ; ").collect()
}
