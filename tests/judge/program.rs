//! The command line: one run over all problems for each way to solve them.

use crate::answer::{Answer, Found};
use crate::case::{Case, LISTED, Question};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a tsume may take that the oracle does not decide.
const NODES: &str = "100000";
/// What is given to a run that is to be interrupted.
const FEW_NODES: &str = "12";
/// Proofs that are written and checked by the program; of the others the library does it.
const PROOFS: usize = 3;

/// A way, and its answers in the order of the problems.
pub type Answers = (String, Vec<Option<Answer>>);

/// All ways, the plainest first.
pub fn answers(question: Question, cases: &[Case], folder: &Path) -> Vec<Answers> {
    let set = folder.join("problems.sfen");
    let lines: String = cases.iter().map(Case::line).collect();
    fs::write(&set, lines).expect("a file");
    let program = Program { question, set: &set, problems: cases.len() };
    let spill = folder.join("spilled");
    let spill = spill.to_str().expect("UTF-8");
    let common: &[&[&str]] =
        &[&[], &["--threads", "2"], &["--threads", "4"], &["--jobs", "3"], &["--memory", "24M"]];
    let helpmate: &[&[&str]] =
        &[&["--verify"], &["--key", "wide"], &["--memory", "32M", "--spill", spill, "--threads", "2"]];
    let ways = common.iter().chain(if question.is_tsume() { &[] } else { helpmate });
    let mut answers: Vec<Answers> =
        ways.map(|way| (format!("solve {}", way.join(" ")), program.run("solve", way))).collect();
    answers.push(("check".to_owned(), program.run("check", &["--nodes", "300000"])));
    answers.push(("solve --resume".to_owned(), program.resume(folder)));
    if question.is_tsume() {
        program.prove(cases, folder);
    }
    answers
}

struct Program<'a> {
    question: Question,
    set: &'a Path,
    problems: usize,
}

impl Program<'_> {
    fn command(&self, command: &str, way: &[&str]) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
        program.arg(command).args(["--quiet", "--lang", "en"]).args(way);
        program.args(["--max-solutions", &LISTED.to_string()]);
        program.args(["--rule", self.question.rule().name()]);
        if self.question.is_tsume() {
            let futile = if self.question.is_official() { "official" } else { "none" };
            program.args(["--futile", futile]);
            if !way.contains(&"--nodes") {
                program.args(["--nodes", NODES]);
            }
        }
        if self.question.has_rest() {
            program.arg("--rest");
        }
        program.stdin(Stdio::null());
        program
    }

    /// Runs a command that prints an object for each problem.
    fn run(&self, command: &str, way: &[&str]) -> Vec<Option<Answer>> {
        let output = self.command(command, way).arg("--json").arg(self.set).output().expect("the program");
        let code = output.status.code();
        assert!(
            matches!(code, Some(0 | 1 | 3)),
            "{command} {way:?}: {code:?}\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        self.in_order(&text, command == "check")
    }

    /// The answers in the order of the problems: of several to one the last. `check` has limits of its own.
    fn in_order(&self, text: &str, may_be_unknown: bool) -> Vec<Option<Answer>> {
        let name = self.set.display();
        let mut found: HashMap<String, Answer> = HashMap::new();
        for line in text.lines() {
            let json: Value = serde_json::from_str(line).expect("JSON");
            let id = json["id"].as_str().expect("an id").to_owned();
            found.insert(id, Answer::of_json(&json));
        }
        let mut answer = |number| {
            let answer = found.remove(&format!("{name}:{number}"));
            let answer = answer.unwrap_or_else(|| panic!("problem {number} is not answered"));
            (!may_be_unknown || answer.found != Found::Unknown).then_some(answer)
        };
        (1..=self.problems).map(&mut answer).collect()
    }

    /// A run that ends with hardly anything solved, and two that go on with it.
    fn resume(&self, folder: &Path) -> Vec<Option<Answer>> {
        let kept = folder.join(format!("{:?}.jsonl", self.question));
        for nodes in [FEW_NODES, NODES, NODES] {
            let mut program = self.command("solve", &["--nodes", nodes]);
            let status = program.arg("--resume").arg(&kept).arg(self.set).stdout(Stdio::null()).status();
            let code = status.expect("the program").code();
            assert!(matches!(code, Some(0 | 3)), "--resume: {code:?}");
        }
        self.in_order(&fs::read_to_string(&kept).expect("the kept answers"), false)
    }

    /// Proofs of the first problems are written and accepted.
    fn prove(&self, cases: &[Case], folder: &Path) {
        let mut proofs = Vec::new();
        for (number, case) in cases.iter().filter(|case| case.is_decided()).take(PROOFS).enumerate() {
            let (one, proof) = (folder.join("one.sfen"), folder.join(format!("{number}.cert")));
            fs::write(&one, case.line()).expect("a file");
            let mut program = self.command("solve", &[]);
            let output = program.arg("--certificate").arg(&proof).arg(&one).output().expect("the program");
            assert_eq!(output.status.code(), Some(0), "{case}: {}", String::from_utf8_lossy(&output.stderr));
            proofs.push(proof);
        }
        if !proofs.is_empty() {
            let mut checker = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
            let output = checker.arg("verify-certificate").args(&proofs).output().expect("the program");
            assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
