//! The manifest: a JSON object, and a last line with its checksum.

use super::super::error::{CheckpointError, Damage};
use super::frontier_file::FrontierFile;
use crate::position::{Conditions, Position, Rule};
use crate::solve::helpmate::layers::Counts;
use crate::solve::helpmate::options::Options;
use crate::solve::helpmate::task::Task;
use crate::solve::limits::Limits;
use crate::store::{Folder, KeyWidth, LookupCounts};
use crate::types::Color;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use std::path::PathBuf;

pub(super) const MANIFEST: &str = "manifest";
/// The version of checkpoints that this build writes and reads.
pub(super) const VERSION: u64 = 1;
/// No manifest is longer, whatever the caller's note.
const MAX_BYTES: u64 = 64 << 20;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub format: String,
    pub version: u64,
    pub sfen: String,
    pub attacker: String,
    /// In hexadecimal digits. It tells a build that computes other keys.
    pub root_key: String,
    pub options: SavedOptions,
    /// The last closed layer, which the frontier's file holds.
    pub layer: u64,
    pub log_bytes: u64,
    pub log_crc: u32,
    pub frontier: FrontierFile,
    pub counts: SavedCounts,
    /// Wall time of all processes together.
    pub seconds: f64,
    pub stops: u32,
    pub is_finished: bool,
    pub note: serde_json::Value,
}

/// The options of a search that are the same when it goes on. The limit of time is that of a process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in super::super) struct SavedOptions {
    nodes: Option<u64>,
    plies: Option<u64>,
    memory: Option<u64>,
    table: Option<u64>,
    threads: usize,
    max_solutions: usize,
    spill: Option<PathBuf>,
    /// Whether the table keeps wide keys.
    #[serde(default, rename = "wide")]
    has_wide_keys: bool,
    /// Whether the answer is verified.
    #[serde(default)]
    verify: bool,
}

/// Floating-point numbers are saved bit by bit.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SavedCounts {
    nodes: u64,
    lookups: u64,
    #[serde(rename = "lookups_at_growth")]
    lookups_judged: u64,
    false_hits_at_growth_bits: u64,
    false_hits_bits: u64,
}

impl Manifest {
    /// The file's text.
    pub fn to_text(&self) -> String {
        // Nothing in it can fail to be written.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        let checksum = checksum(&text);
        text + &checksum
    }

    /// Reads and checks the file.
    pub fn read(folder: &dyn Folder) -> Result<Manifest, CheckpointError> {
        let mut bytes = Vec::new();
        let file = folder.read(MANIFEST).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => CheckpointError::Missing,
            _ => CheckpointError::io(MANIFEST)(error),
        })?;
        file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(CheckpointError::io(MANIFEST))?;
        let damaged = || CheckpointError::damaged(MANIFEST, Damage::Checksum);
        let text = String::from_utf8(bytes).map_err(|_| damaged())?;
        let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
        let (body, last) = text.split_at(end);
        if last != checksum(body) {
            let is_ours = formats().any(|(.., format)| text.contains(&format));
            return Err(if is_ours { damaged() } else { CheckpointError::Foreign });
        }
        let value: serde_json::Value = serde_json::from_str(body).map_err(|_| CheckpointError::Foreign)?;
        if value["format"].as_str().and_then(problem_of).is_none() {
            return Err(CheckpointError::Foreign);
        }
        match value["version"].as_u64() {
            Some(VERSION) => {}
            Some(found) => return Err(CheckpointError::Version { found, known: VERSION }),
            None => return Err(CheckpointError::Foreign),
        }
        let manifest: Manifest =
            serde_json::from_value(value).map_err(|_| CheckpointError::damaged(MANIFEST, Damage::Field))?;
        match manifest.counts.are_possible() {
            true => Ok(manifest),
            false => Err(CheckpointError::damaged(MANIFEST, Damage::Counts)),
        }
    }

    /// The problem.
    pub fn task(&self) -> Result<Task, CheckpointError> {
        let (rule, conditions) = problem_of(&self.format).ok_or(CheckpointError::Foreign)?;
        let damaged = |what| CheckpointError::damaged(MANIFEST, what);
        let root = Position::from_sfen(&self.sfen).map_err(|_| damaged(Damage::Position))?;
        let attacker = Color::ALL.into_iter().find(|color| color.to_string() == self.attacker);
        let attacker = attacker.ok_or_else(|| damaged(Damage::Attacker))?;
        if !root.problem_defects(rule, attacker).is_empty() {
            return Err(damaged(Damage::Problem));
        }
        if format!("{:032x}", root.key()) != self.root_key {
            return Err(CheckpointError::OtherKeys);
        }
        Ok(Task::new(root, attacker, rule, conditions))
    }
}

/// The name of the format for a rule and conditions. A build that does not know them takes the checkpoint for a foreign
/// file.
pub(super) fn format_of(rule: Rule, conditions: Conditions) -> String {
    match conditions.is_empty() {
        true => format!("tsumugi {rule} checkpoint"),
        false => format!("tsumugi {rule} checkpoint, {conditions}"),
    }
}

/// All formats.
fn formats() -> impl Iterator<Item = (Rule, Conditions, String)> {
    let rules = Rule::ALL.into_iter().filter(|rule| rule.is_cooperative());
    rules.flat_map(|rule| {
        Conditions::all().map(move |conditions| (rule, conditions, format_of(rule, conditions)))
    })
}

/// The rule and the conditions of a format.
fn problem_of(format: &str) -> Option<(Rule, Conditions)> {
    let found = formats().find(|(.., known)| known == format);
    found.map(|(rule, conditions, _)| (rule, conditions))
}

fn checksum(text: &str) -> String {
    format!("crc32 {:08x}\n", crc32fast::hash(text.as_bytes()))
}

impl SavedOptions {
    /// The part of options that is saved.
    pub fn of(options: &Options) -> SavedOptions {
        let Limits { time: _, nodes, plies, memory } = options.limits;
        let Options { threads, max_solutions, table, verify, .. } = *options;
        let spill = options.spill.clone();
        let has_wide_keys = options.key_width == KeyWidth::Wide;
        SavedOptions { nodes, plies, memory, table, threads, max_solutions, spill, has_wide_keys, verify }
    }

    /// Options for the resumed search.
    pub fn restore(self) -> Options {
        let SavedOptions {
            nodes,
            plies,
            memory,
            table,
            threads,
            max_solutions,
            spill,
            has_wide_keys,
            verify,
        } = self;
        let limits = Limits { time: None, nodes, plies, memory };
        let key_width = if has_wide_keys { KeyWidth::Wide } else { KeyWidth::Narrow };
        Options { limits, threads, max_solutions, table, spill, key_width, verify, ..Options::default() }
    }
}

impl SavedCounts {
    /// Whether a search can have come to them, and can go on counting.
    fn are_possible(&self) -> bool {
        let is_number = |bits| (0.0..f64::INFINITY).contains(&f64::from_bits(bits));
        self.nodes.max(self.lookups) < 1 << 62
            && self.lookups_judged <= self.lookups
            && is_number(self.false_hits_at_growth_bits)
            && is_number(self.false_hits_bits)
    }
}

impl From<Counts> for SavedCounts {
    fn from(counts: Counts) -> SavedCounts {
        let LookupCounts { lookups, lookups_judged, false_hits } = counts.lookups;
        SavedCounts {
            nodes: counts.nodes,
            lookups,
            lookups_judged,
            false_hits_at_growth_bits: false_hits.to_bits(),
            false_hits_bits: counts.false_hits.to_bits(),
        }
    }
}

impl From<SavedCounts> for Counts {
    fn from(saved: SavedCounts) -> Counts {
        let SavedCounts { nodes, lookups, lookups_judged, .. } = saved;
        let false_hits = f64::from_bits(saved.false_hits_at_growth_bits);
        Counts {
            nodes,
            lookups: LookupCounts { lookups, lookups_judged, false_hits },
            false_hits: f64::from_bits(saved.false_hits_bits),
        }
    }
}
