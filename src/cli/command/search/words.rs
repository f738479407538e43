//! Messages about a search.

use crate::cli::run::interrupt_notice;
use crate::compose::{LeftOut, Rejection, SearchSummary};
use crate::report::Lang;
use num_bigint::BigUint;

/// The message before the search: the number of fillings.
pub fn before(fillings: &BigUint, lang: Lang) -> String {
    let count = grouped(fillings);
    let english = match count.as_str() {
        "1" => "1 filling".to_owned(),
        count => format!("{count} fillings, including illegal ones and mirror images"),
    };
    lang.pick(format!("{count}通り（反則の局面と左右対称の重複を含む）"), english)
}

/// The progress message during the search.
pub fn during(summary: &SearchSummary, lang: Lang) -> String {
    let (judged, found) = (grouped(&summary.judged().into()), grouped(&summary.found().into()));
    lang.pick(format!("{judged}局面を調べ、{found}題"), format!("{judged} judged, {found} found"))
}

/// The summary at the end: how many problems were found, and how many fillings were rejected for which reason.
pub fn after(summary: &SearchSummary, is_finished: bool, lang: Lang) -> String {
    let (judged, found) = (grouped(&summary.judged().into()), grouped(&summary.found().into()));
    let interrupted = if is_finished { "" } else { interrupt_notice::prefix(lang) };
    let plural = if judged == "1" { "" } else { "s" };
    let mut parts = vec![lang.pick(
        format!("{interrupted}{judged}局面を調べ、{found}題"),
        format!("{interrupted}{judged} filling{plural} judged, {found} found"),
    )];
    let mut add = |count: &BigUint, ja: &str, en: &str| {
        if *count > BigUint::default() {
            let count = grouped(count);
            parts.push(lang.pick(format!("{ja} {count}"), format!("{count} {en}")));
        }
    };
    for rejection in Rejection::ALL {
        let (ja, en) = match rejection {
            Rejection::Illegal => ("反則の局面", "illegal"),
            Rejection::NoCheck => ("王手がない", "without a check"),
            Rejection::Shorter => ("短い詰み", "with a shorter mate"),
            Rejection::NoMate => ("その手数で詰まない", "without a mate of the length"),
            Rejection::Unsound => ("余詰など", "with several solutions or cooks"),
            Rejection::Surplus => ("駒余り", "with pieces left in hand"),
        };
        add(&summary.rejected(rejection).into(), ja, en);
    }
    add(&summary.passing_by.into(), "求めた手や手順と違う", "without the wanted move or line");
    add(&summary.judged.unknown.into(), "不明", "unknown");
    let LeftOut { twins, pieces } = summary.left_out;
    add(&pieces.into(), "駒数が合わない", "with too many or too few pieces");
    add(&twins.into(), "重複", "twins left out");
    if let Some(illegal) = &summary.illegal {
        add(illegal, "作らなかった反則の局面", "illegal, not built");
    }
    parts.join(lang.pick("、", ", "))
}

/// A decimal number with commas between groups of three digits.
pub fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(&number.into()), text);
        }
    }
}
