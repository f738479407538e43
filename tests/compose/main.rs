//! The composer's workshop: against the tests' own rules and plain loops.

#[path = "../oracle/mod.rs"]
mod mailbox;

#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
#[path = "../helpmate/problem.rs"]
mod helpmate_problem;

mod equal_lines;
mod extend;
mod extend_one_by_one;
mod fillings;
mod going_on;
mod records;
mod repair;
mod search;
mod sound;
mod templates;
mod turns;
mod unfinished;

use tsumugi::analysis::{CheckStep, Intended, Soundness, SoundnessCheck};
use tsumugi::{Budget, Choices, Color, Limits, Options, Position, Question, Verdict};

/// The length of a sound helpmate of at most `most` plies, by `check`. `attacker`: by the position, if `None`.
fn sound_helpmate(position: &Position, attacker: Option<Color>, most: u64) -> Option<u64> {
    let question = Question::of(position.clone(), &Choices { attacker, ..Choices::default() }).ok()?;
    let options = Options::from(Limits { plies: Some(most), ..Limits::default() });
    let mut check = SoundnessCheck::new(&question, Intended::default(), &options, false);
    let CheckStep::Done(found) = check.advance(Budget::Unlimited) else { unreachable!("no budget") };
    match (found.soundness, found.outcome.verdict) {
        (Soundness::Sound, Verdict::Mate { plies, .. }) => Some(plies),
        _ => None,
    }
}
