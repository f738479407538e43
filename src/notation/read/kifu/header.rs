//! The headers of a record: information about a problem.

use super::super::cursor::{Cursor, Parsed};
use super::board::Diagram;
use super::class::Class;
use super::keywords;
use super::stated::{Contradictions, Stated, joined};
use crate::notation::handicaps::{handicap_of, handicap_position};
use crate::notation::names::{PIECE_BOX, hand_text};
use crate::notation::one_line::in_one_line;
use crate::position::{Conditions, ParseConditionsError, Rule, Token};
use crate::problem::{
    Expected, ExpectedPlies, ExpectedSolutions, Futile, IllegalSideMove, Problem, ProblemWarning,
    UnknownRule, default_attacker,
};
use crate::record::Record;
use crate::types::Color;
use num_bigint::BigUint;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A word used in a class for problems in which the defender moves first, which their diagrams state too. If
/// the diagram says otherwise, the side to move may have been left out, so the word is reported as unknown.
const DEFENDER_FIRST: &str = "受先";

/// The headers that concern a problem, and the other ones, which are information about a game.
#[derive(Default)]
pub(in crate::notation::read) struct Header {
    id: Option<String>,
    title: Option<String>,
    composer: Option<String>,
    rule: Option<Stated<Rule>>,
    /// The rule to use when none is stated.
    implied_rule: Option<Rule>,
    /// The conditions of one header, or of several that each concern one side.
    conditions: Vec<Stated<Conditions>>,
    attacker: Option<Stated<Color>>,
    policy: Option<Stated<Futile>>,
    plies: Option<Stated<ExpectedPlies>>,
    solutions: Option<Stated<ExpectedSolutions>>,
    intended_solutions: Option<Stated<BigUint>>,
    twin: Option<String>,
    source: Option<String>,
    status: Option<String>,
    /// Words that may mean an unsupported rule.
    unknown: Vec<UnknownRule>,
    /// A class that names no rule. In a game from the start position or a handicap it is a class of games, of
    /// which there is no complete list.
    class: Option<UnknownRule>,
    contradictions: Contradictions,
    about: BTreeMap<String, String>,
    /// The last number given to further headers with the same key.
    numbers: BTreeMap<String, usize>,
}

impl Header {
    /// Reads a value.
    ///
    /// # Errors
    /// When a hand cannot be read; when a handicap is unknown, since the moves would be read on a wrong
    /// board; when conditions contradict each other.
    pub fn set(&mut self, key: &str, at: Cursor, diagram: &mut Diagram) -> Parsed<()> {
        let value = at.rest().trim();
        if let Some(owner) = keywords::hand_owner(key) {
            return diagram.hand(owner, at);
        }
        match key {
            "手合割" if keywords::names_no_handicap(value) => {
                if value == "詰将棋" {
                    self.implied_rule = Some(Rule::Tsume);
                }
            }
            "手合割" => {
                let position = handicap_position(value);
                diagram.handicap = Some(position.ok_or_else(|| at.fault(Expected::Handicap))?);
            }
            "手番" => match keywords::side(value).or_else(|| keywords::side_to_move(value)) {
                Some(side) => diagram.side = Some(side),
                None => self.set_text(key, value),
            },
            "条件"
                if matches!(value.parse::<Conditions>(), Err(ParseConditionsError::Contradiction { .. })) =>
            {
                return Err(at.fault(Expected::Conditions));
            }
            _ => self.set_text(key, value),
        }
        Ok(())
    }

    /// Stores a value. It becomes information about the game when it is not a valid value for its key, or
    /// when another value was stated before. An empty value is ignored.
    pub fn set_text(&mut self, key: &str, value: &str) {
        let (key, value): (&str, &str) = (key.trim(), &in_one_line(value.into()));
        if value.is_empty() {
            return;
        }
        let keep = |place: &mut Option<String>| Some(place.get_or_insert_with(|| value.to_owned()) == value);
        let told = &mut self.contradictions;
        let by = [key, value];
        let is_stated = match key {
            "作品番号" => keep(&mut self.id),
            "作品名" | "表題" => keep(&mut self.title),
            "作者" => keep(&mut self.composer),
            "出典" | "発表誌" => keep(&mut self.source),
            "完全性" | "備考" => keep(&mut self.status),
            "ツイン" => keep(&mut self.twin),
            "分類" | "規則" => self.set_class(key, value),
            "条件" => match value.parse() {
                Ok(conditions) => Some(told.state_conditions(&mut self.conditions, conditions, by)),
                Err(_) => {
                    self.tell_unknown(key, value, value);
                    None
                }
            },
            "攻方" => keywords::side(value).map(|side| told.state(&mut self.attacker, side, by)),
            "無駄合" => {
                let policy = Futile::ALL.into_iter().find(|policy| policy.japanese() == value);
                policy.map(|policy| told.state(&mut self.policy, policy, by))
            }
            "手数" => expected_plies(value).map(|plies| told.state(&mut self.plies, plies, by)),
            "解数" => {
                expected_solutions(value).map(|solutions| told.state(&mut self.solutions, solutions, by))
            }
            "指定解数" => {
                let count = half_width(value).parse::<BigUint>().ok().filter(|count| *count != BigUint::ZERO);
                count.map(|count| told.state(&mut self.intended_solutions, count, by))
            }
            "下手" => return self.set_about("先手", value),
            "上手" => return self.set_about("後手", value),
            // A URL on a line of its own is not a header.
            _ if key.is_ascii() && value.starts_with("//") => return,
            _ => return self.set_about(&as_key(key), value),
        };
        match is_stated {
            Some(true) => {}
            Some(false) => self.add_about(key, value),
            None => self.set_about(&no_statement(key), value),
        }
    }

    /// States the contents of a class. Reports its unknown words, and keeps the whole value when only a part
    /// of it is understood.
    fn set_class(&mut self, key: &str, value: &str) -> Option<bool> {
        let Class { rule, conditions, rivals, unknown } = Class::read(value);
        let is_whole = unknown.is_empty() && rivals.is_none();
        match rule {
            _ if unknown.is_empty() => {}
            None if key == "分類" => {
                self.class.get_or_insert_with(|| unknown_rule(key, value, &unknown));
            }
            _ => self.tell_unknown(key, value, &unknown),
        }
        let is_stated = self.state_rule(rule?, conditions, [key, value]);
        if let Some([first, second]) = rivals.as_ref().filter(|_| is_stated) {
            self.contradictions.tell_two(key, [first, second]);
        }
        if is_stated && !is_whole {
            self.set_about(&no_statement(key), value);
        }
        Some(is_stated)
    }

    /// Records unknown words of a header; only the first time for each key, which may occur any number of
    /// times.
    fn tell_unknown(&mut self, key: &str, value: &str, words: &str) {
        if !self.unknown.iter().any(|known| known.key == key) {
            self.unknown.push(unknown_rule(key, value, words));
        }
    }

    /// States the rule and the conditions given with it; returns false when others were stated before.
    fn state_rule(&mut self, rule: Rule, conditions: Option<Conditions>, by: [&str; 2]) -> bool {
        let told = &mut self.contradictions;
        told.state(&mut self.rule, rule, by)
            && conditions.is_none_or(|conditions| told.state_conditions(&mut self.conditions, conditions, by))
    }

    /// Stores information about a game, in addition to earlier values.
    fn set_about(&mut self, key: &str, value: &str) {
        match self.about.get(key) {
            None => {
                self.about.insert(key.to_owned(), value.to_owned());
            }
            Some(known) if known == value => {}
            Some(_) => self.add_about(key, value),
        }
    }

    /// Stores a further value of a key under the next free key: `KEY_2`, `KEY_3`, ….
    fn add_about(&mut self, key: &str, value: &str) {
        let number = self.numbers.entry(key.to_owned()).or_insert(1);
        loop {
            *number += 1;
            let free = as_key(&format!("{key}_{number}")).into_owned();
            if let Entry::Vacant(place) = self.about.entry(free) {
                place.insert(value.to_owned());
                return;
            }
        }
    }

    /// Stores the single headline that CSA has: as the event if it is a game between players, otherwise as
    /// the title.
    pub fn set_event(&mut self, event: &str) {
        let is_game = self.players().iter().any(Option::is_some);
        self.set_text(if is_game || self.title.is_some() { "棋戦" } else { "作品名" }, event);
    }

    /// The names of Black and White.
    pub fn players(&self) -> [Option<&str>; 2] {
        ["先手", "後手"].map(|side| self.about.get(side).map(String::as_str))
    }

    /// The stated attacker.
    pub fn attacker(&self) -> Option<Color> {
        self.attacker.as_ref().map(|stated| stated.value)
    }

    /// The stated rule; helpmate if none is stated.
    pub fn rule(&self) -> Rule {
        self.stated_rule().unwrap_or(Rule::Helpmate)
    }

    fn stated_rule(&self) -> Option<Rule> {
        self.rule.as_ref().map(|stated| stated.value).or(self.implied_rule)
    }

    /// The problem with its record, and with the illegal moves at which side lines end.
    pub fn problem(self, (mut record, illegal_side_moves): (Record, Vec<IllegalSideMove>)) -> Problem {
        let class = self.class.as_ref().filter(|_| handicap_of(&record.root).is_none());
        let attacker = self.attacker().or_else(|| default_attacker(&record.root, self.rule()));
        let begins = record.root.side_to_move();
        let is_said = |unknown: &&UnknownRule| {
            unknown.words == DEFENDER_FIRST && attacker.is_some_and(|attacker| attacker != begins)
        };
        let unknown = self.unknown.iter().chain(class).filter(|unknown| !is_said(unknown));
        let mut warnings: Vec<_> = unknown.cloned().map(ProblemWarning::UnknownRule).collect();
        let (rule, attacker) = (self.stated_rule(), self.attacker());
        let contradictions = self.contradictions.into_noted().into_iter();
        warnings.extend(contradictions.map(ProblemWarning::Contradiction));
        record.about = self.about;
        // The piece box in this program's own diagrams follows from the board and the hands.
        let holds = hand_text(record.root.piece_box());
        if record.about.get(PIECE_BOX).is_some_and(|said| *said == holds) {
            record.about.remove(PIECE_BOX);
        }
        Problem {
            id: self.id,
            title: self.title,
            composer: self.composer,
            rule,
            conditions: joined(&self.conditions),
            attacker,
            policy: self.policy.map(|stated| stated.value),
            plies: self.plies.map(|stated| stated.value),
            solutions: self.solutions.map(|stated| stated.value),
            intended_solutions: self.intended_solutions.map(|stated| stated.value),
            twin: self.twin,
            source: self.source,
            status: self.status,
            warnings,
            illegal_side_moves,
            ..Problem::new(record)
        }
    }
}

/// The report about unknown words.
fn unknown_rule(key: &str, value: &str, words: &str) -> UnknownRule {
    UnknownRule { key: key.to_owned(), value: Token::shown(value), words: Token::shown(words) }
}

/// The key under which any record format can store a value that has this key in another format, such as JSON.
fn as_key(key: &str) -> Cow<'_, str> {
    let is_key = |key: &str| is_word(key) || is_ascii_word(key);
    if is_key(key) {
        return key.into();
    }
    let joined = key.replace(is_no_letter, "_");
    if is_key(&joined) { joined.into() } else { no_statement(&joined).into() }
}

/// A key that has no meaning for the problem, whatever meaning the original key has. The original could not
/// be used: it may occur already, and a second header with the same key would begin another record.
fn no_statement(key: &str) -> String {
    format!("{}{key}", keywords::NO_STATEMENT)
}

/// Whether a key is a word in Latin letters, such as `Event`: letters, digits and underscores.
pub(in crate::notation::read) fn is_ascii_word(key: &str) -> bool {
    key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Whether a key can be used in the header of any record format: it begins with a Japanese letter, and has no
/// meaning there as a position, a variation or an end.
fn is_word(key: &str) -> bool {
    let begins = key.chars().next().is_some_and(|c| c.is_alphabetic() && !c.is_ascii());
    let has_meaning =
        tells_position(key) || ["変化", "まで", "迄", "手数"].iter().any(|word| key.starts_with(word));
    begins && !has_meaning && !key.contains(is_no_letter)
}

/// Whether a key describes the root position.
pub(in crate::notation::read) fn tells_position(key: &str) -> bool {
    matches!(key, "手合割" | "手番") || keywords::is_hand(key)
}

/// Whether a character ends a key, or a line.
fn is_no_letter(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, ':' | '：')
}

/// The value with full-width digits replaced by ASCII digits.
fn half_width(value: &str) -> String {
    let plain = |c: char| match c {
        '０'..='９' => keywords::digit(c).map_or(c, |digit| char::from(b'0' + digit)),
        _ => c,
    };
    value.chars().map(plain).collect()
}

/// The number of plies in 17, １７手詰, 十七手, 17手以内 or 不詰. A number in plain digits may be as large as a
/// `u64`.
fn expected_plies(value: &str) -> Option<ExpectedPlies> {
    if value == "不詰" {
        return Some(ExpectedPlies::NoMate);
    }
    let worded = || keywords::take_number(&mut Cursor::new(0, value)).map(|plies| plies as u64);
    let plies = value.trim_end_matches("手以内").parse().ok().or_else(worded)?;
    Some(if value.ends_with("以内") { ExpectedPlies::AtMost(plies) } else { ExpectedPlies::Mate(plies) })
}

/// The number of solutions in 3, ３ or 複数.
fn expected_solutions(value: &str) -> Option<ExpectedSolutions> {
    match value {
        "複数" => Some(ExpectedSolutions::Several),
        _ => half_width(value).parse().ok().map(ExpectedSolutions::Exactly),
    }
}
