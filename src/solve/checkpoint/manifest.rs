//! The manifest: a JSON object, followed by a line with its checksum.

use super::error::{CheckpointError, Damage};
use crate::position::{Conditions, Position, Rule};
use crate::store::Folder;
use crate::types::Color;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};

pub(in crate::solve) const MANIFEST: &str = "manifest";
/// The version of checkpoints that this build writes and reads.
const VERSION: u64 = 1;
/// The largest size of a manifest in bytes, including the caller's note.
const MAX_BYTES: u64 = 64 << 20;

/// The content of a manifest. `Search` is the part that belongs to the solver of a rule; its keys are on the same
/// level as the common ones.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(in crate::solve) struct Manifest<Search> {
    format: String,
    version: u64,
    sfen: String,
    attacker: String,
    /// The root's key in hexadecimal digits. It detects a build that computes other keys.
    root_key: String,
    #[serde(flatten)]
    pub search: Search,
    /// Wall time of all processes together, in seconds.
    pub seconds: f64,
    /// The number of times that the search was resumed.
    pub stops: u32,
    /// Whether the search had found its answer.
    pub is_finished: bool,
    /// The caller's note.
    pub note: serde_json::Value,
}

/// The content of a manifest other than the problem and the solver's part.
pub(in crate::solve) struct Status {
    pub seconds: f64,
    pub stops: u32,
    pub is_finished: bool,
    pub note: serde_json::Value,
}

impl<Search: Serialize + DeserializeOwned> Manifest<Search> {
    /// The manifest of a search for the answer to a problem.
    pub fn new(
        (rule, conditions): (Rule, Conditions),
        root: &Position,
        attacker: Color,
        search: Search,
        status: Status,
    ) -> Self {
        let Status { seconds, stops, is_finished, note } = status;
        Manifest {
            format: format_of(rule, conditions),
            version: VERSION,
            sfen: root.sfen(),
            attacker: attacker.to_string(),
            root_key: key_text(root.key()),
            search,
            seconds,
            stops,
            is_finished,
            note,
        }
    }

    /// The same manifest with another solver's part.
    pub fn map<Other>(self, change: impl FnOnce(Search) -> Other) -> Manifest<Other> {
        let Manifest { format, version, sfen, attacker, root_key, search, seconds, stops, is_finished, note } =
            self;
        let search = change(search);
        Manifest { format, version, sfen, attacker, root_key, search, seconds, stops, is_finished, note }
    }

    /// Replaces the manifest of this name, which is [`MANIFEST`] if there is only one.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn write(&self, folder: &dyn Folder, name: &str) -> Result<(), CheckpointError> {
        // Serializing these values cannot fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text += &checksum(&text);
        folder.replace(name, text.as_bytes()).map_err(CheckpointError::io(name))
    }

    /// Reads a manifest and checks it.
    ///
    /// # Errors
    /// There is no manifest, or it is damaged, belongs to something else, or has another version.
    pub fn read(folder: &dyn Folder, name: &str) -> Result<Self, CheckpointError> {
        let (_, value) = read(folder, name)?;
        serde_json::from_value(value).map_err(|_| CheckpointError::damaged(name, Damage::Field))
    }

    /// The rule and the conditions, the position, and the attacker.
    ///
    /// # Errors
    /// These are not a legal problem, or this build computes other keys than the one that wrote them.
    pub fn problem(&self) -> Result<((Rule, Conditions), Position, Color), CheckpointError> {
        let (rule, conditions) = problem_of(&self.format).ok_or(CheckpointError::Foreign)?;
        let damaged = |what| CheckpointError::damaged(MANIFEST, what);
        let root = Position::from_sfen(&self.sfen).map_err(|_| damaged(Damage::Position))?;
        let attacker = Color::ALL.into_iter().find(|color| color.to_string() == self.attacker);
        let attacker = attacker.ok_or_else(|| damaged(Damage::Attacker))?;
        if !root.problem_defects(rule, attacker).is_empty() {
            return Err(damaged(Damage::Problem));
        }
        match key_text(root.key()) == self.root_key {
            true => Ok(((rule, conditions), root, attacker)),
            false => Err(CheckpointError::OtherKeys),
        }
    }
}

/// The rule of the checkpoint in a folder.
///
/// # Errors
/// The same as for [`Manifest::read`].
pub(in crate::solve) fn rule_of(folder: &dyn Folder) -> Result<Rule, CheckpointError> {
    rule_in(folder, MANIFEST)
}

/// The rule of the checkpoint with a manifest of this name.
///
/// # Errors
/// The same as for [`Manifest::read`].
pub(super) fn rule_in(folder: &dyn Folder, name: &str) -> Result<Rule, CheckpointError> {
    read(folder, name).map(|(rule, _)| rule)
}

/// A key in hexadecimal digits.
pub(in crate::solve) fn key_text(key: u128) -> String {
    format!("{key:032x}")
}

/// Reads a manifest, and checks what all manifests have in common.
fn read(folder: &dyn Folder, name: &str) -> Result<(Rule, serde_json::Value), CheckpointError> {
    let mut bytes = Vec::new();
    let file = folder.read(name).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => CheckpointError::Missing,
        _ => CheckpointError::io(name)(error),
    })?;
    file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(CheckpointError::io(name))?;
    // A file that is not valid text is a damaged manifest, or belongs to something else.
    let text = String::from_utf8_lossy(&bytes);
    let end = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    let (body, last) = text.split_at(end);
    if last != checksum(body) {
        let is_ours = formats().any(|(.., format)| text.contains(&format));
        let damaged = CheckpointError::damaged(name, Damage::Checksum);
        return Err(if is_ours { damaged } else { CheckpointError::Foreign });
    }
    let value: serde_json::Value = serde_json::from_str(body).map_err(|_| CheckpointError::Foreign)?;
    let (rule, _) = value["format"].as_str().and_then(problem_of).ok_or(CheckpointError::Foreign)?;
    match value["version"].as_u64() {
        Some(VERSION) => Ok((rule, value)),
        Some(found) => Err(CheckpointError::Version { found, known: VERSION }),
        None => Err(CheckpointError::Foreign),
    }
}

/// The name of the format for a rule and conditions. A build that does not know these treats the checkpoint as a
/// file of other origin.
fn format_of(rule: Rule, conditions: Conditions) -> String {
    match conditions.is_empty() {
        true => format!("tsumugi {rule} checkpoint"),
        false => format!("tsumugi {rule} checkpoint, {conditions}"),
    }
}

/// All formats. There are conditions only under rules by which both sides cooperate.
fn formats() -> impl Iterator<Item = (Rule, Conditions, String)> {
    Rule::ALL.into_iter().flat_map(|rule| {
        let known = Conditions::all().filter(move |known| rule.is_cooperative() || known.is_empty());
        known.map(move |conditions| (rule, conditions, format_of(rule, conditions)))
    })
}

/// The rule and the conditions of a format; `None` if it is unknown.
fn problem_of(format: &str) -> Option<(Rule, Conditions)> {
    let found = formats().find(|(.., known)| known == format);
    found.map(|(rule, conditions, _)| (rule, conditions))
}

fn checksum(text: &str) -> String {
    format!("crc32 {:08x}\n", crc32fast::hash(text.as_bytes()))
}
