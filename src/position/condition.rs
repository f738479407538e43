//! Conditions on captures, which fairy problems add to a rule under which both sides cooperate: 強欲, 禁欲, 取禁.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A condition on the captures of a side. It restricts the side's legal moves; for the attacker, the legal
/// moves that give check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CaptureRule {
    /// 強欲: if any of these moves captures, only captures are permitted.
    MustCapture,
    /// 禁欲: captures are permitted only if all of these moves capture.
    AvoidCapture,
    /// 取禁: captures are not permitted.
    NoCapture,
}

/// The conditions of a problem: at most one for each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conditions {
    /// The condition on the attacker (攻方).
    pub attacker: Option<CaptureRule>,
    /// The condition on the defender (受方).
    pub defender: Option<CaptureRule>,
}

/// The side that a condition restricts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionSide {
    /// 攻方.
    Attacker,
    /// 受方.
    Defender,
}

/// The error of text that names no conditions, or contradictory ones.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseConditionsError {
    /// A part of the text that is not the name of a condition.
    #[error("`{0}` is not a condition, expected {names}", names = Conditions::NAMES)]
    Unknown(String),
    /// Two conditions on the same side.
    #[error("`{first}` and `{second}` contradict each other for the {side}")]
    Contradiction {
        /// The side.
        side: ConditionSide,
        /// The one that was named first.
        first: CaptureRule,
        /// The other condition.
        second: CaptureRule,
    },
}

impl CaptureRule {
    /// All of them.
    pub const ALL: [CaptureRule; 3] =
        [CaptureRule::MustCapture, CaptureRule::AvoidCapture, CaptureRule::NoCapture];

    /// The name in English, as used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            CaptureRule::MustCapture => "must-capture",
            CaptureRule::AvoidCapture => "avoid-capture",
            CaptureRule::NoCapture => "no-capture",
        }
    }

    /// The name in Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            CaptureRule::MustCapture => "強欲",
            CaptureRule::AvoidCapture => "禁欲",
            CaptureRule::NoCapture => "取禁",
        }
    }
}

impl ConditionSide {
    /// The English prefix of the name of a condition on this side only.
    const fn prefix(self) -> &'static str {
        match self {
            ConditionSide::Attacker => "attacker-",
            ConditionSide::Defender => "defender-",
        }
    }

    /// The Japanese prefixes: the one that is written, and another one that is accepted.
    const fn japanese_prefixes(self) -> [&'static str; 2] {
        match self {
            ConditionSide::Attacker => ["攻方", "攻"],
            ConditionSide::Defender => ["受方", "玉方"],
        }
    }

    /// The name in Japanese.
    pub const fn japanese(self) -> &'static str {
        self.japanese_prefixes()[0]
    }
}

impl Conditions {
    /// No condition.
    pub const NONE: Conditions = Conditions { attacker: None, defender: None };

    /// The accepted names, as a list in an English sentence.
    pub const NAMES: &str = "must-capture, avoid-capture or no-capture, with attacker- or defender- before it for one side, or none";

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.attacker.is_none() && self.defender.is_none()
    }

    /// All combinations of conditions, including none.
    pub fn all() -> impl Iterator<Item = Conditions> {
        let each = || [None].into_iter().chain(CaptureRule::ALL.map(Some));
        each().flat_map(move |attacker| each().map(move |defender| Conditions { attacker, defender }))
    }

    /// The names in Japanese, as in records.
    pub fn japanese(self) -> String {
        self.joined(["なし", "、"], CaptureRule::japanese, |side, rule| {
            format!("{}{}", side.japanese(), rule.japanese())
        })
    }

    fn joined(
        self,
        [none, separator]: [&str; 2],
        of_both: impl Fn(CaptureRule) -> &'static str,
        of_one: impl Fn(ConditionSide, CaptureRule) -> String,
    ) -> String {
        match (self.attacker, self.defender) {
            (None, None) => none.to_owned(),
            (Some(one), Some(other)) if one == other => of_both(one).to_owned(),
            (attacker, defender) => {
                let sides = [(ConditionSide::Attacker, attacker), (ConditionSide::Defender, defender)];
                let names = sides.into_iter().filter_map(|(side, rule)| Some(of_one(side, rule?)));
                names.collect::<Vec<String>>().join(separator)
            }
        }
    }

    /// Adds a condition on a side.
    ///
    /// # Errors
    /// When the side already has another one.
    fn add(&mut self, side: ConditionSide, rule: CaptureRule) -> Result<(), ParseConditionsError> {
        let place = match side {
            ConditionSide::Attacker => &mut self.attacker,
            ConditionSide::Defender => &mut self.defender,
        };
        match *place {
            Some(first) if first != rule => {
                Err(ParseConditionsError::Contradiction { side, first, second: rule })
            }
            _ => {
                *place = Some(rule);
                Ok(())
            }
        }
    }
}

impl fmt::Display for CaptureRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for ConditionSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.prefix().trim_end_matches('-'))
    }
}

impl fmt::Display for Conditions {
    /// The names in English, separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.joined(["none", ","], CaptureRule::name, |side, rule| format!("{}{rule}", side.prefix())))
    }
}

impl FromStr for Conditions {
    type Err = ParseConditionsError;

    /// Reads names in English or Japanese, separated by commas, in any order.
    fn from_str(text: &str) -> Result<Conditions, ParseConditionsError> {
        let mut conditions = Conditions::NONE;
        if text == "なし" || text.eq_ignore_ascii_case("none") {
            return Ok(conditions);
        }
        for part in text.split([',', '、', '，', '・']).map(str::trim) {
            let (sides, rule) = named(part).ok_or_else(|| ParseConditionsError::Unknown(part.to_owned()))?;
            sides.iter().try_for_each(|&side| conditions.add(side, rule))?;
        }
        Ok(conditions)
    }
}

/// The condition with a name, and the sides that it restricts.
fn named(name: &str) -> Option<(&'static [ConditionSide], CaptureRule)> {
    let lower = name.to_ascii_lowercase();
    let of =
        |name: &str| CaptureRule::ALL.into_iter().find(|rule| [rule.name(), rule.japanese()].contains(&name));
    let of_side = |side: ConditionSide| {
        let [first, second] = side.japanese_prefixes();
        [side.prefix(), first, second].into_iter().find_map(|prefix| of(lower.strip_prefix(prefix)?))
    };
    of(&lower)
        .map(|rule| (&[ConditionSide::Attacker, ConditionSide::Defender][..], rule))
        .or_else(|| Some((&[ConditionSide::Attacker][..], of_side(ConditionSide::Attacker)?)))
        .or_else(|| Some((&[ConditionSide::Defender][..], of_side(ConditionSide::Defender)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let mut names = Vec::new();
        for conditions in Conditions::all() {
            assert_eq!(conditions.to_string().parse(), Ok(conditions));
            assert_eq!(conditions.japanese().parse(), Ok(conditions));
            assert_eq!(conditions.to_string().to_ascii_uppercase().parse(), Ok(conditions));
            names.push(conditions.to_string());
        }
        assert_eq!(names.len(), 16);
        for (text, written, japanese) in [
            ("None", "none", "なし"),
            ("取禁", "no-capture", "取禁"),
            ("玉方強欲", "defender-must-capture", "受方強欲"),
            (
                "defender-avoid-capture, 攻方強欲",
                "attacker-must-capture,defender-avoid-capture",
                "攻方強欲、受方禁欲",
            ),
            ("攻方禁欲・受方禁欲", "avoid-capture", "禁欲"),
            ("強欲、攻方強欲", "must-capture", "強欲"),
        ] {
            let read: Conditions = text.parse().expect(text);
            assert_eq!((read.to_string().as_str(), read.japanese().as_str()), (written, japanese), "{text}");
        }
    }

    #[test]
    fn what_contradicts_itself_or_means_nothing_is_refused() {
        for text in ["", "強", "capture", "強欲,", "black-no-capture", "attacker-"] {
            assert!(matches!(text.parse::<Conditions>(), Err(ParseConditionsError::Unknown(_))), "{text}");
        }
        for (text, message) in [
            ("強欲,取禁", "`must-capture` and `no-capture` contradict each other for the attacker"),
            ("受方禁欲、強欲", "`avoid-capture` and `must-capture` contradict each other for the defender"),
            (
                "attacker-no-capture,defender-no-capture,受方禁欲",
                "`no-capture` and `avoid-capture` contradict each other for the defender",
            ),
        ] {
            assert_eq!(text.parse::<Conditions>().unwrap_err().to_string(), message);
        }
    }
}
