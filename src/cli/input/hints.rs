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

/// Tells the user that a problem's text lacks something.
pub fn hint_at_lack(place: &str, warning: SfenWarning) {
    tell(format_args!("{place}: {}", warning.message(current())));
}
