//! Hints on stderr that something else may have been meant. They are given with `--quiet`, too.

use crate::cli::language::current;
use crate::cli::stderr::tell;
use crate::position::SfenWarning;
use crate::problem::Rule;
use crate::report::Message;
use std::sync::Once;

/// Tells the user, once a run, which rule is taken when neither a flag nor the problem names one, and how to name it.
pub fn hint_at_rule(taken: Rule) {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        let (name, japanese) = (taken.name(), taken.japanese());
        let others: Vec<Rule> = Rule::ALL.into_iter().filter(|&rule| rule != taken).collect();
        let other = |text: &dyn Fn(Rule) -> String| others.iter().map(|&rule| text(rule)).collect::<Vec<_>>();
        let english = other(&|rule| format!("--rule {rule} for {rule} ({})", rule.japanese())).join(", ");
        let japanese_others = other(&|rule| format!("{}なら --rule {rule}", rule.japanese())).join("、");
        tell(current().pick(
            format!("規則の指定がない問題は{japanese}として解きます: {japanese_others}、{japanese}なら --rule {name} を付けてください"),
            format!("problems that name no rule are read as {name} ({japanese}): give {english}, or --rule {name}"),
        ));
    });
}

/// Tells the user which rule is taken when a template names none, and how to name it.
pub fn hint_at_rule_of_template(place: &str, taken: Rule) {
    let (name, japanese) = (taken.name(), taken.japanese());
    let others = Rule::ALL.into_iter().filter(|&rule| rule != taken);
    let (english, others_in_japanese): (Vec<String>, Vec<String>) = others
        .map(|rule| {
            let japanese = rule.japanese();
            (format!("rule={rule} for {rule} ({japanese})"), format!("{japanese}なら rule={rule}"))
        })
        .unzip();
    let (english, others_in_japanese) = (english.join(", "), others_in_japanese.join("、"));
    tell(current().pick(
        format!("{place}: 規則の指定がない雛形は{japanese}として調べます: {others_in_japanese}、{japanese}なら rule={name} を書いてください"),
        format!("{place}: a template that names no rule is read as {name} ({japanese}): write {english}, or rule={name}"),
    ));
}

/// Tells the user that a problem's text lacks something.
pub fn hint_at_lack(place: &str, warning: SfenWarning) {
    tell(format_args!("{place}: {}", warning.message(current())));
}
