//! Reading the conditions that follow the position of a template.

use super::error::{TemplateError, TemplateErrorKind as Kind};
use super::hands::range;
use super::pieces::pieces;
use super::text::Part;
use crate::board::Bitboard;
use crate::compose::{Wanted, possible_length};
use crate::position::{Conditions, Futile};
use crate::problem::{Rule, ValueKind};
use crate::types::{Color, Move, Piece, Square};
use std::ops::RangeInclusive;

/// Pieces that may stand anywhere in a region.
pub(super) struct Placed<'a> {
    pub pieces: Vec<Piece>,
    pub count: RangeInclusive<usize>,
    pub region: Bitboard,
    /// The place in the text.
    pub at: Part<'a>,
}

/// The conditions as read from the text.
pub(super) struct Found<'a> {
    pub rule: Option<Rule>,
    pub attacker: Option<Color>,
    pub places: Vec<Placed<'a>>,
    pub pieces: RangeInclusive<u32>,
    /// The place in the text.
    pub pieces_at: Option<Part<'a>>,
    pub gives_rest: bool,
    policy: Option<(Futile, Part<'a>)>,
    captures: Option<(Conditions, Part<'a>)>,
    plies: Option<(RangeInclusive<u64>, Part<'a>)>,
    is_sound: bool,
    leaves_nothing: Option<bool>,
    through: Option<(Move, Part<'a>)>,
    line: Option<(Vec<Move>, Part<'a>)>,
}

/// The requirements on the solution of a filling.
pub(super) struct Solution<'a> {
    /// A move that the solution must contain.
    pub through: Option<Move>,
    /// The line that the solution must be; empty when any line will do.
    pub line: Vec<Move>,
    /// The permitted lengths, with their place in the text; when `line` is given, its length.
    plies: Option<(RangeInclusive<u64>, Part<'a>)>,
}

/// Reads conditions, each of the form `key=value`.
pub(super) fn read<'a>(parts: impl Iterator<Item = Part<'a>>) -> Result<Found<'a>, TemplateError> {
    let mut found = Found {
        rule: None,
        attacker: None,
        places: Vec::new(),
        pieces: 0..=u32::MAX,
        pieces_at: None,
        gives_rest: false,
        policy: None,
        captures: None,
        plies: None,
        is_sound: true,
        leaves_nothing: None,
        through: None,
        line: None,
    };
    let mut seen = Vec::new();
    for part in parts {
        let (key, value) = part.split_once('=').ok_or_else(|| part.error(Kind::Condition))?;
        let (key, value) = (key.trim(), value.trim());
        if key.text != "place" && seen.contains(&key.text) {
            return Err(key.error(Kind::Repeated));
        }
        seen.push(key.text);
        found.take(key, value)?;
    }
    Ok(found)
}

impl<'a> Found<'a> {
    fn take(&mut self, key: Part<'a>, value: Part<'a>) -> Result<(), TemplateError> {
        let wrong = |expected| value.error(Kind::Value(expected));
        match key.text {
            "place" => {
                for word in value.words() {
                    self.places.push(placed(word)?);
                }
            }
            "rule" => self.rule = Some(value.text.parse().map_err(|_| wrong(ValueKind::Rule))?),
            "attacker" => {
                self.attacker = Some(match value.text {
                    "black" => Color::Black,
                    "white" => Color::White,
                    _ => return Err(wrong(ValueKind::Side)),
                });
            }
            "policy" => {
                let policy = value.text.parse().map_err(|_| wrong(ValueKind::Policy))?;
                self.policy = Some((policy, value));
            }
            "condition" => {
                let captures = value.text.parse().map_err(|error| value.error(Kind::Captures(error)))?;
                self.captures = Some((captures, value));
            }
            "plies" => self.plies = Some((bounds(value)?, value)),
            "pieces" => {
                let bounds = bounds(value)?;
                let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
                self.pieces = small(*bounds.start())..=small(*bounds.end());
                self.pieces_at = Some(value);
            }
            "sound" => self.is_sound = yes_or_no(value)?,
            "surplus" => self.leaves_nothing = Some(!yes_or_no(value)?),
            "rest" => self.gives_rest = yes_or_no(value)?,
            "through" => {
                self.through = Some((mv(value)?, value));
            }
            "line" => {
                let moves = value.words().map(mv).collect::<Result<Vec<_>, _>>()?;
                if moves.is_empty() {
                    return Err(wrong(ValueKind::Move));
                }
                self.line = Some((moves, value));
            }
            _ => return Err(key.error(Kind::Condition)),
        }
        Ok(())
    }

    /// The stated rule, else helpmate.
    pub fn rule(&self) -> Rule {
        self.rule.unwrap_or(Rule::Helpmate)
    }

    /// The requirements on the solution.
    pub fn solution(&self) -> Result<Solution<'a>, TemplateError> {
        let line = self.line.as_ref().map(|(_, at)| *at);
        let through = self.through.as_ref().map(|(_, at)| *at);
        let plies = self.plies.as_ref().map(|(_, at)| *at);
        if let (Some(at), false) = (through.or(line), self.is_sound) {
            return Err(at.error(Kind::SolutionUnsound));
        }
        if let (Some(at), Some(_)) = (through.or(plies), line) {
            return Err(at.error(Kind::BesideLine));
        }
        let length = |(line, at): &(Vec<Move>, Part<'a>)| (line.len() as u64..=line.len() as u64, *at);
        Ok(Solution {
            through: self.through.as_ref().map(|(mv, _)| *mv),
            line: self.line.as_ref().map(|(line, _)| line.clone()).unwrap_or_default(),
            plies: self.line.as_ref().map(length).or(self.plies.clone()),
        })
    }

    /// The requirements on the problem that is a filling.
    pub fn wanted(&self, attacker_begins: bool, solution: &Solution) -> Result<Wanted, TemplateError> {
        let rule = self.rule();
        if let Some((_, at)) = &self.policy
            && rule.is_cooperative()
        {
            return Err(at.error(Kind::PolicyOfHelpmate));
        }
        if let Some((captures, at)) = &self.captures
            && !captures.is_empty()
            && !rule.is_cooperative()
        {
            return Err(at.error(Kind::CapturesOf(rule)));
        }
        if let Some((plies, at)) = &solution.plies {
            possible_length(rule, attacker_begins, plies).map_err(|error| at.error(Kind::Length(error)))?;
        }
        let plies = solution.plies.as_ref().map_or(1..=u64::MAX, |(plies, _)| plies.clone());
        Ok(Wanted {
            conditions: self.captures.map(|(captures, _)| captures).unwrap_or_default(),
            policy: self.policy.map(|(policy, _)| policy).unwrap_or_default(),
            plies,
            is_sound: self.is_sound,
            leaves_nothing: self.leaves_nothing.unwrap_or(self.is_sound && rule.forbids_surplus()),
            ..Wanted::sound(rule)
        })
    }
}

/// A move in USI notation whose origin and destination differ.
fn mv(word: Part) -> Result<Move, TemplateError> {
    let mv: Option<Move> = word.text.parse().ok();
    mv.filter(|mv| mv.from() != Some(mv.to())).ok_or_else(|| word.error(Kind::Value(ValueKind::Move)))
}

fn yes_or_no(value: Part) -> Result<bool, TemplateError> {
    match value.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(value.error(Kind::Value(ValueKind::YesOrNo))),
    }
}

/// A number, or a range with one end optional: `5`, `3-5`, `3-`, `-5`.
fn bounds(value: Part) -> Result<RangeInclusive<u64>, TemplateError> {
    let wrong = || value.error(Kind::Value(ValueKind::Range));
    let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
    let bounds = match value.text.split_once('-') {
        Some(("", "")) => return Err(wrong()),
        Some(("", most)) => 0..=number(most)?,
        Some((least, "")) => number(least)?..=u64::MAX,
        Some((least, most)) => number(least)?..=number(most)?,
        None => number(value.text)?..=number(value.text)?,
    };
    if bounds.is_empty() { Err(wrong()) } else { Ok(bounds) }
}

/// Pieces with an optional number before them and an optional region after them: `k`, `2G:1a-3c`,
/// `0-2[PL]:5a,5b`.
fn placed(word: Part) -> Result<Placed, TemplateError> {
    let (digits, behind) = word.count();
    let count = match digits {
        None => 1..=1,
        Some(digits) => range(digits).ok_or_else(|| word.error(Kind::Value(ValueKind::Range)))?,
    };
    let (item, behind) = behind.item()?.ok_or_else(|| word.error(Kind::Piece))?;
    let members = pieces(item)?;
    let pieces: Vec<Piece> = members.iter().copied().flatten().collect();
    // The set must not contain "no piece"; a number of 0 expresses that.
    if pieces.len() < members.len() {
        return Err(item.error(Kind::Set));
    }
    let region = match behind.text {
        "" => Square::all().collect(),
        text if text.starts_with(':') => region(behind.slice(1, text.len()))?,
        _ => return Err(behind.error(Kind::Region)),
    };
    Ok(Placed { pieces, count, region, at: word })
}

/// Squares and rectangles separated by commas: `5a,1a-3c`.
fn region(part: Part) -> Result<Bitboard, TemplateError> {
    let mut region = Bitboard::EMPTY;
    for piece in part.split(',') {
        let wrong = || piece.error(Kind::Region);
        let square = |text: &str| text.parse::<Square>().map_err(|_| wrong());
        let (first, last) = piece.text.split_once('-').unwrap_or((piece.text, piece.text));
        let (first, last) = (square(first)?, square(last)?);
        let between = |a: u8, b: u8, c: u8| (a.min(b)..=a.max(b)).contains(&c);
        region |= Square::all()
            .filter(|sq| {
                between(first.file(), last.file(), sq.file()) && between(first.rank(), last.rank(), sq.rank())
            })
            .collect::<Bitboard>();
    }
    Ok(region)
}
