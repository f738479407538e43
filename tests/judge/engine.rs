//! The engine: one session that is asked about all problems.

use crate::answer::{Answer, Found};
use crate::case::{Case, Question};
use crate::mailbox::board::Side;
use crate::program::Answers;
use crate::transcript::Engine;
use tsumugi::position::CaptureRule;

/// What `go mate` answers. Problems that the oracle does not decide are left out: they might take long.
pub fn answers(question: Question, cases: &[Case]) -> Answers {
    let rule = format!("MateRule {}", question.rule().usi_name());
    let futile = if question.is_official() { "MateFutile Official" } else { "MateFutile None" };
    let rest = if question.has_rest() { "MateRest true" } else { "MateRest false" };
    // Several judges may be at work, each with a seed of its own.
    let name = format!("judge-{}", std::process::id());
    let mut engine = Engine::ready(&name, &[&rule, futile, rest, "USI_Hash 32"]);
    let answers = cases.iter().map(|case| case.is_decided().then(|| ask(&mut engine, case))).collect();
    let folder = engine.folder.clone();
    engine.quit();
    std::fs::remove_dir_all(folder).expect("the engine's folder");
    ("go mate".to_owned(), answers)
}

fn ask(engine: &mut Engine, case: &Case) -> Answer {
    let attacker = if case.attacker == Side::Black { "Black" } else { "White" };
    engine.send(&format!("setoption name MateAttacker value {attacker}"));
    for (option, captures) in [
        ("MateAttackerCaptures", case.conditions.attacker),
        ("MateDefenderCaptures", case.conditions.defender),
    ] {
        engine.send(&format!("setoption name {option} value {}", captures_name(captures)));
    }
    engine.send(&format!("position sfen {}", crate::mailbox::sfen::write(&case.bare)));
    engine.send("go mate infinite");
    let reply = engine.expect("checkmate *");
    let moves: Vec<String> = reply.split(' ').skip(1).map(str::to_owned).collect();
    let (found, lines) = match moves[0].as_str() {
        "nomate" => (Found::NoMate, Vec::new()),
        // What is mate already has no line.
        "notimplemented" if engine.infos().contains(&"info string mate in 0") => {
            (Found::Mate(0, true), Vec::new())
        }
        "notimplemented" | "timeout" => (Found::Unknown, Vec::new()),
        _ => (Found::Mate(moves.len() as u64, true), vec![moves]),
    };
    Answer { found, count: None, lines }
}

/// What the options call a condition of a side.
fn captures_name(captures: Option<CaptureRule>) -> &'static str {
    match captures {
        None => "Any",
        Some(CaptureRule::MustCapture) => "Must",
        Some(CaptureRule::AvoidCapture) => "Avoid",
        Some(CaptureRule::NoCapture) => "No",
    }
}
