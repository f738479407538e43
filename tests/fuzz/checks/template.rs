//! Templates of `search`: errors have a place in the text, the same template in another layout is the same, and every
//! filling, given as a template without gaps, has itself as its only filling.

use super::Verdict;
use std::collections::BTreeSet;
use std::sync::Arc;
use tsumugi::compose::{Fillings, Template};
use tsumugi::position::Position;
use tsumugi::report::{Lang, Message};
use tsumugi::types::Color;

/// Templates with more choices than this are read and counted only.
const MOST_CHOICES: u32 = 2_000;

/// The text of a template.
pub fn template(text: &[u8]) -> Verdict {
    let Ok(text) = str::from_utf8(text) else { return Verdict::Foreign };
    let template: Template = match text.parse() {
        Ok(template) => template,
        Err(error) => {
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            assert!(error.line <= text.lines().count().max(1), "{error} in {text:?}");
            assert!((1..=line.chars().count() + 1).contains(&error.at.column), "{error} in {text:?}");
            assert!([Lang::En, Lang::Ja].iter().all(|&lang| !error.message(lang).is_empty()), "{text:?}");
            return Verdict::Refused;
        }
    };
    assert_eq!(format!("# a note ; plies=1\n\n{text}").parse().as_ref(), Ok(&template), "{text:?}");
    if !text.contains('#') {
        assert_eq!(text.replace(';', "\n").parse().as_ref(), Ok(&template), "{text:?}");
    }
    if template.count() <= MOST_CHOICES.into() {
        go_through(&template, text);
    }
    Verdict::Accepted
}

/// Goes through the fillings.
fn go_through(template: &Template, text: &str) {
    let mut fillings = Fillings::new(Arc::new(template.clone()));
    let all: Vec<Position> = fillings.by_ref().collect();
    let left_out = fillings.left_out();
    let built = all.len() as u64 + left_out.twins + left_out.pieces;
    assert!(template.count() >= built.into(), "{built} fillings of {text:?}");
    let different: BTreeSet<String> = all.iter().map(Position::sfen).collect();
    assert_eq!(different.len(), all.len(), "a filling comes twice: {text:?}");
    for filling in &all {
        let mirror = filling.mirror().sfen();
        let is_twin = mirror != filling.sfen() && different.contains(&mirror);
        assert!(!is_twin, "{filling} and its mirror image are fillings of {text:?}");
        let attacker = if template.attacker() == Color::Black { "black" } else { "white" };
        let rule = template.conditions().wanted.rule;
        let fixed = format!("{filling} ; rule={rule} ; attacker={attacker}");
        let fixed: Template =
            fixed.parse().unwrap_or_else(|error| panic!("{error} in {fixed:?}, of {text:?}"));
        assert!(Fillings::new(Arc::new(fixed)).eq([filling.clone()]), "{filling}, of {text:?}");
    }
}
