//! The fields of a JSON object that a client sent. Each is taken by its name, with its type and its limits. A field
//! that is left over is an error, so that a misspelt name is not ignored.

use super::error::ApiError;
use crate::movegen::play_line;
use crate::position::{Conditions, Futile, ParseConditionsError, Position, Rule, read_position};
use crate::report::{Lang, lack_text};
use crate::types::{Color, Move};
use num_bigint::BigUint;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// The longest SFEN, in bytes. The longest one of a legal position has about 250.
const MOST_SFEN: usize = 1024;

/// The greatest number of moves in a line.
pub const MOST_MOVES: usize = 100_000;

/// The fields that were not yet taken.
#[derive(Debug)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// Parses a JSON object.
    ///
    /// # Errors
    /// The text is not JSON, or not an object.
    pub fn parse(body: &[u8]) -> Result<Fields, ApiError> {
        Fields::of(serde_json::from_slice(body).map_err(|error| ApiError::bad_json(&error))?)
    }

    /// The fields of a JSON value.
    ///
    /// # Errors
    /// The value is not an object.
    pub fn of(value: Value) -> Result<Fields, ApiError> {
        match value {
            Value::Object(fields) => Ok(Fields(fields)),
            _ => Err(ApiError::new(
                400,
                "bad-json",
                "the body must be a JSON object",
                "本体は JSON のオブジェクトでなければなりません",
            )),
        }
    }

    /// Takes a field; `null` counts as missing.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// Takes a string of at most `most` bytes.
    ///
    /// # Errors
    /// The value has another type, or is longer.
    pub fn text(&mut self, name: &str, most: usize) -> Result<Option<String>, ApiError> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) if text.len() <= most => Ok(Some(text)),
            Some(Value::String(_)) => Err(bad_value(
                name,
                format!("longer than {most} bytes"),
                format!("{most}バイトを超えています"),
            )),
            Some(_) => Err(bad_value(name, "must be a text", "文字列でなければなりません")),
        }
    }

    /// Takes a boolean; `false` if it is missing.
    ///
    /// # Errors
    /// The value has another type.
    pub fn flag(&mut self, name: &str) -> Result<bool, ApiError> {
        match self.take(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(bad_value(name, "must be true or false", "true か false でなければなりません")),
        }
    }

    /// Takes an integer in a range.
    ///
    /// # Errors
    /// The value has another type, or is out of the range.
    pub fn number(&mut self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, ApiError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.as_u64().filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let (least, most) = (range.start(), range.end());
                Err(bad_value(
                    name,
                    format!("must be a whole number from {least} to {most}"),
                    format!("{least}から{most}までの整数でなければなりません"),
                ))
            }
        }
    }

    /// Takes a number of seconds, which may have a fraction.
    ///
    /// # Errors
    /// The value has another type, or is out of the range.
    pub fn seconds(&mut self, name: &str, most: f64) -> Result<Option<f64>, ApiError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.as_f64().filter(|seconds| (0.0..=most).contains(seconds)) {
            Some(seconds) => Ok(Some(seconds)),
            None => Err(bad_value(
                name,
                format!("must be a number of seconds from 0 to {most}"),
                format!("0から{most}までの秒数でなければなりません"),
            )),
        }
    }

    /// Takes a word out of several.
    ///
    /// # Errors
    /// The value is another word, or has another type.
    pub fn choice<T: Copy>(&mut self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, ApiError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let found = choices.iter().find(|(word, _)| value.as_str() == Some(word));
        match found {
            Some((_, choice)) => Ok(Some(*choice)),
            None => {
                let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
                let words = words.join(", ");
                Err(bad_value(
                    name,
                    format!("must be one of: {words}"),
                    format!("次のいずれかでなければなりません: {words}"),
                ))
            }
        }
    }

    /// Takes the rule.
    ///
    /// # Errors
    /// The value is not the name of a rule.
    pub fn rule(&mut self) -> Result<Option<Rule>, ApiError> {
        self.choice("rule", &Rule::ALL.map(|rule| (rule.name(), rule)))
    }

    /// Takes the conditions on captures.
    ///
    /// # Errors
    /// The value is not a list of conditions, or they contradict each other.
    pub fn conditions(&mut self) -> Result<Option<Conditions>, ApiError> {
        const MOST: usize = 100;
        let Some(text) = self.text("condition", MOST)? else { return Ok(None) };
        let parsed = text.trim().parse().map(Some);
        parsed.map_err(|error: ParseConditionsError| ApiError::because("bad-value", &error).at("condition"))
    }

    /// Takes the number of intended solutions: a JSON number, or a string of digits, since such numbers have no upper
    /// bound.
    ///
    /// # Errors
    /// The value has another type, is zero, or is not a plain number.
    pub fn intended_solutions(&mut self) -> Result<Option<BigUint>, ApiError> {
        const NAME: &str = "intended_solutions";
        const MOST: usize = 100;
        let Some(value) = self.take(NAME) else { return Ok(None) };
        let digits = match &value {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            _ => String::new(),
        };
        let is_plain = digits.len() <= MOST && digits.bytes().all(|byte| byte.is_ascii_digit());
        let count = digits.parse().ok().filter(|count| is_plain && *count != BigUint::ZERO);
        let wrong = || {
            bad_value(
                NAME,
                format!("must be a whole number, at least 1, of at most {MOST} digits"),
                format!("1以上の整数 ({MOST}桁以下) でなければなりません"),
            )
        };
        count.map(Some).ok_or_else(wrong)
    }

    /// Takes the attacker.
    ///
    /// # Errors
    /// The value is not the name of a side.
    pub fn attacker(&mut self) -> Result<Option<Color>, ApiError> {
        self.choice("attacker", &[("black", Color::Black), ("white", Color::White)])
    }

    /// Takes the treatment of futile interpositions in a tsume.
    ///
    /// # Errors
    /// The value is not the name of a policy.
    pub fn policy(&mut self) -> Result<Option<Futile>, ApiError> {
        self.choice("policy", &Futile::ALL.map(|policy| (policy.name(), policy)))
    }

    /// Takes the position, which is required.
    ///
    /// # Errors
    /// There is no SFEN, or it does not state the hands, so that another position may be meant.
    pub fn sfen(&mut self) -> Result<Position, ApiError> {
        let text = self.text("sfen", MOST_SFEN)?.ok_or_else(|| missing("sfen"))?;
        let wrong = |error| ApiError::because("bad-sfen", &error).at("sfen");
        let position = Position::from_sfen(&text).map_err(wrong)?;
        match read_position(&text).map_err(wrong)?.warning {
            Some(warning) => {
                let [english, japanese] = [Lang::En, Lang::Ja].map(|lang| lack_text(&warning.into(), lang));
                Err(ApiError::new(400, "bad-sfen", english, japanese).at("sfen"))
            }
            None => Ok(position),
        }
    }

    /// Takes a list of at most `most` values.
    ///
    /// # Errors
    /// The value has another type, or the list is longer.
    pub fn list(&mut self, name: &str, most: usize) -> Result<Vec<Value>, ApiError> {
        match self.take(name) {
            None => Ok(Vec::new()),
            Some(Value::Array(values)) if values.len() <= most => Ok(values),
            Some(_) => Err(bad_value(
                name,
                format!("must be a list of at most {most} entries"),
                format!("{most}個以下のリストでなければなりません"),
            )),
        }
    }

    /// Takes a list of moves in USI notation.
    ///
    /// # Errors
    /// The value has another type, there are too many moves, or one is not a move.
    pub fn moves(&mut self, name: &str) -> Result<Vec<Move>, ApiError> {
        let moves = self.list(name, MOST_MOVES)?;
        let parse = |(index, text): (usize, &Value)| {
            let mv = text.as_str().and_then(|text| text.parse().ok());
            mv.ok_or_else(|| {
                let number = index + 1;
                let error = ApiError::new(
                    400,
                    "bad-move",
                    format!("{name}: move {number} is not written in USI, such as 7g7f or G*5b"),
                    format!("{name}: {number}個目が USI の指し手 (7g7f、G*5b など) ではありません"),
                );
                error.at(name).at_ply(number)
            })
        };
        moves.iter().enumerate().map(parse).collect()
    }

    /// Takes a list of moves in USI notation that are legal one after the other, beginning at a position.
    ///
    /// # Errors
    /// The errors of [`Fields::moves`], or an illegal move.
    pub fn legal_moves(&mut self, name: &str, from: &Position) -> Result<Vec<Move>, ApiError> {
        let moves = self.moves(name)?;
        play_line(&mut from.clone(), &moves)
            .map_err(|illegal| ApiError::because("illegal-move", &illegal).at(name).at_ply(illegal.ply))?;
        Ok(moves)
    }

    /// Checks that all fields were taken.
    ///
    /// # Errors
    /// A field was not taken.
    pub fn finish(self) -> Result<(), ApiError> {
        match self.0.into_iter().find(|(_, value)| !value.is_null()) {
            None => Ok(()),
            Some((name, _)) => {
                let shown: String = name.chars().take(40).collect();
                Err(ApiError::new(
                    400,
                    "unknown-field",
                    format!("`{shown}` is not a field of this request: leave it out"),
                    format!("`{shown}` はここでは使えません: 省いてください"),
                )
                .at(&shown))
            }
        }
    }
}

/// Takes the number of intended solutions of a problem under this rule.
///
/// # Errors
/// The rule is that of a tsume, which cannot have several intended solutions.
pub fn intended_solutions_of(fields: &mut Fields, rule: Rule) -> Result<Option<BigUint>, ApiError> {
    match fields.intended_solutions()? {
        Some(_) if !rule.is_cooperative() => Err(bad_value(
            "intended_solutions",
            "is for helpmates and helpselfmates: leave it out of a tsume",
            "協力詰と協力自玉詰のものです: 詰将棋には付けないでください",
        )),
        count => Ok(count),
    }
}

/// The error for a required field that is missing.
pub fn missing(name: &str) -> ApiError {
    let (english, japanese) = (format!("`{name}` is missing"), format!("`{name}` がありません"));
    ApiError::new(400, "missing-field", english, japanese).at(name)
}

/// The error for a field with a wrong value.
pub fn bad_value(name: &str, english: impl std::fmt::Display, japanese: impl std::fmt::Display) -> ApiError {
    ApiError::new(400, "bad-value", format!("`{name}` {english}"), format!("`{name}` は{japanese}")).at(name)
}
