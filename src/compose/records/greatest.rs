//! The greatest value of each measure over a collection.

use super::line::LineRecords;
use super::measure::Measure;
use std::collections::BTreeMap;

/// The greatest value of a measure, and the problems that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GreatestOf {
    /// The value.
    pub value: u64,
    /// The first problem that has it.
    pub first: String,
    /// How many problems have it.
    pub problems: u64,
}

/// The greatest value of each measure over the problems added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Greatest {
    /// The number of problems added.
    pub problems: u64,
    /// How many of them are smoke mates.
    pub smoke: u64,
    measures: BTreeMap<Measure, GreatestOf>,
}

impl Greatest {
    /// Adds the records of a problem.
    pub fn add(&mut self, name: &str, records: &LineRecords) {
        self.problems += 1;
        self.smoke += u64::from(records.is_smoke);
        for (measure, value) in records.measures() {
            let new = || GreatestOf { value, first: name.to_owned(), problems: 0 };
            let known = self.measures.entry(measure).or_insert_with(new);
            if value > known.value {
                *known = new();
            }
            known.problems += u64::from(value == known.value);
        }
    }

    /// The greatest value of each measure that is not 0 in every problem, in a fixed order.
    pub fn measures(&self) -> impl Iterator<Item = (Measure, &GreatestOf)> {
        self.measures.iter().map(|(&measure, greatest)| (measure, greatest))
    }
}
