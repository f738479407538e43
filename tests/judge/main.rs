//! A judge of answers: random problems are solved in every way that the program knows, and by a plain oracle that
//! shares nothing with it. All must agree.
//!
//! `TSUMUGI_JUDGE_PROBLEMS=100000 cargo test --release --test judge -- --nocapture` is a long run; `TSUMUGI_JUDGE_SEED`
//! draws other problems.
#![cfg(feature = "cli")]

#[path = "../oracle/mod.rs"]
mod mailbox;

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../helpmate/folder.rs"]
mod folder;
#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
#[path = "../helpmate/problem.rs"]
mod helpmate_problem;
#[path = "../usi/transcript.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod transcript;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../tsume/problem.rs"]
mod tsume_problem;

mod answer;
mod case;
mod engine;
mod library;
mod program;

use case::{Case, Question};
use mailbox::random::Rng;
use std::fs;
use std::path::Path;

/// Problems altogether, and those that are judged together.
const PROBLEMS: usize = 1_000;
const BATCH: usize = 500;
/// After so many differences the comparison stops.
const ENOUGH: usize = 10;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

#[test]
fn all_ways_to_an_answer_agree() {
    let problems = setting("TSUMUGI_JUDGE_PROBLEMS", PROBLEMS as u64) as usize;
    let seed = setting("TSUMUGI_JUDGE_SEED", 1);
    let mut rng = Rng::new(seed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("judge-{}", std::process::id()));
    let (mut judged, mut compared, mut faults) = (0, 0, Vec::new());
    while judged < problems && faults.len() < ENOUGH {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        // Each question has its share of the batch; the first two are about the same problems.
        let batch = BATCH.min(problems - judged);
        for (question, percent) in Question::ALL {
            let cases: Vec<Case> =
                (0..(batch * percent).div_ceil(100)).map(|_| Case::draw(question, &mut rng)).collect();
            let mut verdicts = program::answers(question, &cases, &folder);
            verdicts.push(engine::answers(question, &cases));
            verdicts.extend(library::answers(question, &cases));
            compared += verdicts.len() * cases.len();
            for (way, answers) in &verdicts {
                assert_eq!(answers.len(), cases.len(), "{question:?}, {way}: not every problem is answered");
            }
            for (at, case) in cases.iter().enumerate() {
                let found = verdicts.iter().find_map(|(way, answers)| {
                    let fault = case.fault(answers[at].as_ref()?, verdicts[0].1[at].as_ref()?)?;
                    Some(format!("{case}\n  {way}: {fault}"))
                });
                faults.extend(found);
            }
        }
        judged += batch;
    }
    let _ = fs::remove_dir_all(&folder);
    println!("seed {seed}: {judged} problems, {compared} answers");
    assert!(faults.is_empty(), "seed {seed}:\n{}", faults.join("\n"));
}

/// What differs is found: no answer but the right one is accepted.
#[test]
fn a_wrong_answer_is_found() {
    use answer::{Answer, Found};
    let mut rng = Rng::new(setting("TSUMUGI_JUDGE_SEED", 1));
    let (mut mates, mut none) = (0, 0);
    for (question, _) in Question::ALL {
        for case in (0..20).map(|_| Case::draw(question, &mut rng)).filter(Case::is_decided) {
            let first = library::answers(question, std::slice::from_ref(&case)).remove(0).1.remove(0);
            let first = first.expect("an answer");
            assert_eq!(case.fault(&first, &first), None, "{case}");
            let wrong = |found| Answer { found, ..first.clone() };
            let mut others = vec![wrong(Found::Unknown)];
            match first.found {
                Found::Mate(plies, exact) => {
                    mates += 1;
                    others.extend([
                        wrong(Found::NoMate),
                        wrong(Found::Mate(plies + 2, exact)),
                        wrong(Found::Mate(plies, false)),
                    ]);
                    let mut shorter = first.clone();
                    let line = shorter.lines.first_mut().filter(|line| !line.is_empty());
                    others.extend(line.map(|line| line.pop()).map(|_| shorter));
                }
                _ => {
                    none += 1;
                    others.push(wrong(Found::Mate(1, true)));
                }
            }
            if !question.is_tsume() {
                others.push(Answer { count: Some("77777".to_owned()), ..first.clone() });
            }
            for other in others.iter().filter(|other| **other != first) {
                assert!(case.fault(other, &first).is_some(), "{case}: {other:?} is accepted");
            }
        }
    }
    assert!(mates >= 10 && none >= 10, "{mates} mates, {none} without");
}
