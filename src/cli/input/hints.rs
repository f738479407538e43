//! Hints on stderr that the user may have meant something else. They are printed even with `--quiet`.

use crate::cli::language::current;
use crate::cli::stderr::tell;
use crate::movegen::{IllegalMove, play_line};
use crate::problem::{Place, Problem, Rule};
use crate::report::{Message, counted};
use std::collections::BTreeSet;
use std::sync::{Mutex, Once, PoisonError};

static HINT_AT_RULE: Once = Once::new();

/// Suppresses the hint about the rule in this run, because the command allows no other rule.
pub fn leave_out_hint_at_rule() {
    HINT_AT_RULE.call_once(|| ());
}

/// Tells the user, once in a run, which rule is used when neither a flag nor the problem names one, and how to name
/// it.
pub fn hint_at_rule(taken: Rule) {
    HINT_AT_RULE.call_once(|| {
        let (name, japanese) = (taken.name(), taken.japanese());
        let [japanese_ways, ways] = ways_to_name(taken, "--rule ");
        tell(current().pick(
            format!("規則の指定がない問題は{japanese}として解きます: {japanese_ways} を付けてください"),
            format!("problems that do not state a rule are read as {name} ({japanese}): give {ways}"),
        ));
    });
}

/// Tells the user, once in a run for each flag and rule, that a flag has no effect on problems of that rule.
pub fn hint_at_idle_flag(flag: &'static str, rule: Rule) {
    static SAID: Mutex<BTreeSet<(&str, &str)>> = Mutex::new(BTreeSet::new());
    let is_new = SAID.lock().unwrap_or_else(PoisonError::into_inner).insert((flag, rule.name()));
    if is_new {
        tell(current().pick(
            format!("{flag} は{}には効きません", rule.japanese()),
            format!("{flag} has no effect on a {rule} ({})", rule.japanese()),
        ));
    }
}

/// Tells the user which rule is used when a template names none, and how to name it.
pub fn hint_at_rule_of_template(place: &str, taken: Rule) {
    let (name, japanese) = (taken.name(), taken.japanese());
    let [japanese_ways, ways] = ways_to_name(taken, "rule=");
    tell(current().pick(
        format!("{place}: 規則の指定がない雛形は{japanese}として調べます: {japanese_ways} を書いてください"),
        format!(
            "{place}: a template that does not state a rule is read as {name} ({japanese}): write {ways}"
        ),
    ));
}

/// How to name each rule, `taken` last, in Japanese and in English; `key`: the text before the rule's name.
fn ways_to_name(taken: Rule, key: &str) -> [String; 2] {
    let (mut japanese, mut english) = (String::new(), String::new());
    for rule in Rule::ALL.into_iter().filter(|&rule| rule != taken) {
        japanese += &format!("{}なら {key}{rule}、", rule.japanese());
        english += &format!("{key}{rule} for {rule} ({}), ", rule.japanese());
    }
    let name = taken.name();
    [format!("{japanese}{}なら {key}{name}", taken.japanese()), format!("{english}or {key}{name}")]
}

/// Tells the user that the text of a problem lacks something, or is ambiguous.
pub fn hint_at_lack(place: &str, warning: &impl Message) {
    tell(format_args!("{place}: {}", warning.message(current())));
}

/// Names the illegal moves at which side lines of a problem end: the readers leave out the rest of these lines.
pub fn hint_at_illegal_side_moves(problem: &Problem) {
    // A record may have thousands of side lines, all with the same mistake.
    const MOST: usize = 10;
    let illegal = &problem.illegal_side_moves;
    for illegal in illegal.iter().take(MOST) {
        let (place, lang) = (Place { line: illegal.line, ..problem.place.clone() }, current());
        tell(format_args!("{place}: {}", illegal.message(lang)));
    }
    if let Some(more) = illegal.len().checked_sub(MOST).filter(|&more| more > 0) {
        let place = &problem.place;
        tell(current().pick(
            format!("{place}: 反則の手がある変化がほかに{more}あります"),
            format!("{place}: {} with an illegal move", counted(more as u64, "more side line")),
        ));
    }
}

/// Tells the user that the intended line of a problem contains an illegal move, and that its position is solved
/// anyway.
pub fn hint_at_illegal_line(place: &str, illegal: &IllegalMove) {
    let illegal = illegal.message(current());
    tell(current().pick(
        format!("{place}: 作意の{illegal}。局面を解きます"),
        format!("{place}: intended line: {illegal}; the position is solved without it"),
    ));
}

/// Tells the user, when a problem is written, that its line ends with an illegal move: the readers of record formats
/// drop everything after an illegal move.
pub fn hint_at_cut_line(problem: &Problem) {
    let line = &problem.record.moves;
    let Err(illegal) = play_line(&mut problem.position().clone(), line) else { return };
    if illegal.ply < line.len() {
        return;
    }
    let (place, illegal) = (&problem.place, illegal.message(current()));
    tell(current().pick(
        format!("{place}: 作意の{illegal}。棋譜にその後の手があっても書きません"),
        format!("{place}: intended line: {illegal}; later moves of the record, if any, are not written"),
    ));
}
