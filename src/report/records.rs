//! Reports on the records of solutions: those of one problem, and the greatest values of a collection.

use super::json::{SCHEMA, conditions_text, to_line};
use super::stated::stated_keys;
use super::text::{counted, plies_text};
use super::{Lang, kind_letters, line_flaw_text};
use crate::analysis::LineFlaw;
use crate::compose::{Greatest, GreatestOf, LineRecords, Measure};
use crate::notation::{piece_name, square_name};
use crate::problem::{Problem, Question};
use crate::types::{PieceKind, Square};
use serde_json::{Map, Value, json};

/// The source of the line that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFrom {
    /// The line that the problem states, which is a mate.
    Problem,
    /// The first solution that was found; with the flaw of the line that the problem states, if that was
    /// checked and rejected.
    Search(Option<LineFlaw>),
}

/// The records of one problem.
#[derive(Clone, Copy, Debug)]
pub struct RecordsReport<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// How it was read.
    pub question: &'a Question,
    /// The source of the line.
    pub line_from: LineFrom,
    /// The records of the line.
    pub records: &'a LineRecords,
}

impl RecordsReport<'_> {
    /// A line for each group of measures; values of 0 are left out.
    pub fn text(&self, lang: Lang) -> String {
        let records = self.records;
        let from = match self.line_from {
            LineFrom::Problem => lang.pick("作意", "the stated line").to_owned(),
            LineFrom::Search(None) => lang.pick("求めた解", "the solution found").to_owned(),
            LineFrom::Search(Some(flaw)) => {
                let flaw = line_flaw_text(flaw, lang);
                lang.pick(
                    format!("求めた解。作意は詰みではない: {flaw}"),
                    format!("the solution found; the stated line is not a solution: {flaw}"),
                )
            }
        };
        let plies = plies_text(records.get(Measure::Plies), lang);
        let mut text = lang.pick(format!("{plies} ({from})\n"), format!("length {plies} ({from})\n"));
        for of_kind in Measure::OF_KINDS {
            let kinds: Vec<String> = PieceKind::ALL
                .into_iter()
                .map(|kind| (kind, records.get(of_kind(kind))))
                .filter(|&(_, count)| count > 0)
                .map(|(kind, count)| {
                    lang.pick(
                        format!("{}{count}", piece_name(kind)),
                        format!("{} {count}", kind_letters(kind)),
                    )
                })
                .collect();
            if !kinds.is_empty() {
                let (noun, all) =
                    (group_noun(of_kind(PieceKind::Pawn), lang), kinds.join(lang.pick("、", ", ")));
                text += &format!("{noun}: {all}\n");
            }
        }
        for measure in Measure::PLAIN.into_iter().filter(|&measure| measure != Measure::Plies) {
            let value = records.get(measure);
            if value > 0 {
                text += &format!("{}: {value}{}\n", noun(measure, lang), self.detail(measure, lang));
            }
        }
        for (axis, japanese, english) in [
            (records.symmetric_start, "初形が左右対称", "symmetric at the start"),
            (records.symmetric_end, "詰上りが左右対称", "symmetric at the end"),
        ] {
            if let Some(file) = axis {
                text += &lang.pick(format!("{japanese} ({file}筋)\n"), format!("{english} (file {file})\n"));
            }
        }
        if records.is_smoke {
            text += lang.pick("煙詰\n", "smoke mate (煙詰)\n");
        }
        text
    }

    /// The piece that the value belongs to, and its journey.
    fn detail(&self, measure: Measure, lang: Lang) -> String {
        let named = |kind| lang.pick(piece_name(kind).to_owned(), kind_letters(kind));
        let detail = match measure {
            Measure::LongestRun => self.records.longest_run.map(|run| named(run.kind)),
            Measure::LongestJourney => self.records.longest_journey.map(|journey| {
                let (kind, from, to) = (journey.kind, journey.from, journey.to);
                let way = lang
                    .pick(format!("{}から{}", square_name(from), square_name(to)), format!("{from}-{to}"));
                format!("{}{}{way}", named(kind), lang.pick("、", ", "))
            }),
            _ => None,
        };
        detail.map(|detail| format!(" ({detail})")).unwrap_or_default()
    }

    /// The records as one JSON object on one line, without the line end.
    pub fn json(&self) -> String {
        let LineRecords { longest_run, longest_journey, is_smoke, symmetric_start, symmetric_end, .. } =
            *self.records;
        let mut records = Map::new();
        for measure in Measure::PLAIN {
            records.insert(measure.to_string(), json!(self.records.get(measure)));
        }
        for of_kind in Measure::OF_KINDS {
            let counts = PieceKind::ALL.into_iter().map(|kind| (kind, self.records.get(of_kind(kind))));
            let counts: Map<String, Value> = counts
                .filter(|&(_, count)| count > 0)
                .map(|(kind, count)| (kind_letters(kind), json!(count)))
                .collect();
            records.insert(of_kind(PieceKind::Pawn).key().to_owned(), json!(counts));
        }
        let square = |square: Option<Square>| square.map(|square| square.to_string());
        records.insert("longest_run_piece".to_owned(), json!(longest_run.map(|run| kind_letters(run.kind))));
        records.insert(
            "longest_journey_piece".to_owned(),
            json!(longest_journey.map(|way| kind_letters(way.kind))),
        );
        records.insert("longest_journey_from".to_owned(), json!(square(longest_journey.map(|way| way.from))));
        records.insert("longest_journey_to".to_owned(), json!(square(longest_journey.map(|way| way.to))));
        records.insert("smoke".to_owned(), json!(is_smoke));
        records.insert("symmetric_start".to_owned(), json!(symmetric_start));
        records.insert("symmetric_end".to_owned(), json!(symmetric_end));
        let (problem, question) = (self.problem, self.question);
        let mut line = json!({
            "schema": SCHEMA,
            "id": problem.name(),
            "sfen": question.position().sfen(),
            "rule": question.rule().name(),
            "rule_from": question.rule_from().name(),
            "attacker": question.attacker().to_string(),
            "policy": (!question.rule().is_cooperative()).then(|| question.policy().name()),
            "line_from": match self.line_from {
                LineFrom::Problem => "problem",
                LineFrom::Search(_) => "search",
            },
            "line_flaw": match self.line_from {
                LineFrom::Search(Some(flaw)) => Some(line_flaw_text(flaw, Lang::En)),
                LineFrom::Problem | LineFrom::Search(None) => None,
            },
            "records": records,
        });
        let condition =
            conditions_text(question.conditions()).map(|text| ("condition".to_owned(), text.into()));
        condition.into_iter().chain(stated_keys(problem)).for_each(|(key, value)| line[key] = value);
        to_line(&line)
    }
}

/// The greatest value of each measure over a collection, one on each line, with the first problem that has it
/// and the number of problems that do.
pub fn greatest_text(greatest: &Greatest, lang: Lang) -> String {
    let problems = greatest.problems;
    let mut text = lang.pick(
        format!("{problems}題のそれぞれの最大\n"),
        format!("the maximum of {}\n", counted(problems, "problem")),
    );
    for (measure, GreatestOf { value, first, problems }) in greatest.measures() {
        let others = problems - 1;
        let others = match others {
            0 => String::new(),
            _ => lang.pick(format!(" (ほか{others}題)"), format!(" (and {others} more)")),
        };
        text += &format!("{}: {value}  {first}{others}\n", noun(measure, lang));
    }
    if greatest.smoke > 0 {
        let smoke = greatest.smoke;
        text += &lang.pick(format!("煙詰: {smoke}題\n"), format!("smoke mates (煙詰): {smoke}\n"));
    }
    text
}

/// The same as one JSON object on one line, without the line end.
pub fn greatest_json(greatest: &Greatest) -> String {
    let each: Map<String, Value> = greatest
        .measures()
        .map(|(measure, GreatestOf { value, first, problems })| {
            (measure.to_string(), json!({ "value": value, "first": first, "problems": problems }))
        })
        .collect();
    to_line(&json!({
        "schema": SCHEMA,
        "problems": greatest.problems,
        "smoke": greatest.smoke,
        "greatest": each,
    }))
}

/// The noun for a measure.
fn noun(measure: Measure, lang: Lang) -> String {
    let noun = group_noun(measure, lang);
    match measure.kind() {
        Some(kind) => {
            lang.pick(format!("{noun} {}", piece_name(kind)), format!("{noun} {}", kind_letters(kind)))
        }
        None => noun.to_owned(),
    }
}

fn group_noun(measure: Measure, lang: Lang) -> &'static str {
    let (japanese, english) = match measure {
        Measure::Plies => ("手数", "length in plies"),
        Measure::Checks(_) => ("駒ごとの王手", "checks by"),
        Measure::DoubleChecks => ("両王手", "double checks"),
        Measure::DiscoveredChecks => ("開き王手", "discovered checks"),
        Measure::LongestRun => ("同じ駒の連続王手", "most moves in a row by one piece"),
        Measure::AttackersCaptures => ("攻方の駒取り", "attacker's captures"),
        Measure::DefendersCaptures => ("玉方の駒取り", "defender's captures"),
        Measure::AttackersPromotions => ("攻方の成", "attacker's promotions"),
        Measure::DefendersPromotions => ("玉方の成", "defender's promotions"),
        Measure::AttackersNonPromotions => ("攻方の不成", "attacker's non-promotions"),
        Measure::DefendersNonPromotions => ("玉方の不成", "defender's non-promotions"),
        Measure::Drops(_) => ("打った駒", "drops of"),
        Measure::Interpositions(_) => ("合駒", "interpositions of"),
        Measure::MovedInterpositions(_) => ("移動合", "interpositions by moving"),
        Measure::KingMoves => ("玉の移動回数", "moves of the king"),
        Measure::KingSquares => ("玉がいた升の数", "squares of the king"),
        Measure::LongestJourney => ("最も多く動いた駒の移動回数", "most moves of one piece"),
        Measure::PiecesAtStart => ("初形の枚数", "pieces at the start"),
        Measure::PiecesAtEnd => ("詰上りの枚数", "pieces at the end"),
    };
    lang.pick(japanese, english)
}
