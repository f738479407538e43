//! The rules of problems: their names and their differences.

use crate::types::Color;
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// The rule of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// Helpmate (協力詰): both sides cooperate to mate the defender's king in the fewest plies.
    Helpmate,
    /// Tsume (詰将棋): the attacker mates against the longest defence.
    Tsume,
    /// Helpselfmate (協力自玉詰): both sides cooperate to mate the attacker's own king in the fewest plies. Each
    /// of the attacker's moves gives check, so the defender mates by a move that answers a check.
    Helpselfmate,
}

/// The error of text that is not the name of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a rule, expected {names}", names = Rule::NAMES)]
pub struct ParseRuleError(pub String);

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 3] = [Rule::Helpmate, Rule::Tsume, Rule::Helpselfmate];

    /// The names of all rules, as a list in an English sentence.
    pub const NAMES: &str = "helpmate, tsume or helpselfmate";

    /// The name in English, as used in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Helpmate => "helpmate",
            Rule::Tsume => "tsume",
            Rule::Helpselfmate => "helpselfmate",
        }
    }

    /// Other accepted names, short ones and Japanese ones.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Rule::Helpmate => &["help", "h", "協力詰", "協力詰め", "ばか詰", "ばか詰め", "バカ詰", "馬鹿詰"],
            Rule::Tsume => &["tsumeshogi", "t", "詰将棋", "詰め将棋", "詰"],
            Rule::Helpselfmate => &[
                "helpself",
                "hs",
                "協力自玉詰",
                "協力自玉詰め",
                "ばか自殺詰",
                "ばか自殺詰め",
                "バカ自殺詰",
                "馬鹿自殺詰",
            ],
        }
    }

    /// The name as a value of USI options.
    pub const fn usi_name(self) -> &'static str {
        match self {
            Rule::Helpmate => "Helpmate",
            Rule::Tsume => "Tsume",
            Rule::Helpselfmate => "Helpselfmate",
        }
    }

    /// The name in Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            Rule::Helpmate => "協力詰",
            Rule::Tsume => "詰将棋",
            Rule::Helpselfmate => "協力自玉詰",
        }
    }

    /// Whether both sides cooperate. Otherwise the defender resists, so that a mate has variations and its
    /// proof is a tree.
    pub const fn is_cooperative(self) -> bool {
        match self {
            Rule::Helpmate | Rule::Helpselfmate => true,
            Rule::Tsume => false,
        }
    }

    /// The side whose king is to be mated.
    pub fn mated(self, attacker: Color) -> Color {
        match self {
            Rule::Helpmate | Rule::Tsume => !attacker,
            Rule::Helpselfmate => attacker,
        }
    }

    /// The length of every solution modulo 2.
    pub fn parity(self, attacker_begins: bool) -> u64 {
        let attacker_mates = self.mated(Color::Black) == Color::White;
        u64::from(attacker_begins == attacker_mates)
    }

    /// Whether in a sound problem the attacker's hand must be empty at the end (no 駒余り).
    pub const fn forbids_surplus(self) -> bool {
        match self {
            Rule::Helpmate | Rule::Tsume => true,
            Rule::Helpselfmate => false,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        let is_named = |rule: &Rule| rule.name() == text || rule.aliases().contains(&text);
        Rule::ALL.into_iter().find(is_named).ok_or_else(|| ParseRuleError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_names() {
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
            assert_eq!(rule.japanese().parse(), Ok(rule));
            assert!(rule.aliases().iter().all(|name| name.parse() == Ok(rule)));
            assert_eq!(rule.usi_name().to_ascii_lowercase(), rule.name());
        }
        assert_eq!(Rule::ALL.map(Rule::japanese), ["協力詰", "詰将棋", "協力自玉詰"]);
        let words: Vec<&str> = Rule::NAMES.split(", ").flat_map(|part| part.split(" or ")).collect();
        assert_eq!(words, Rule::ALL.map(Rule::name));
        assert_eq!(
            "Tsume".parse::<Rule>().unwrap_err().to_string(),
            "`Tsume` is not a rule, expected helpmate, tsume or helpselfmate"
        );
    }
}
