//! Changes to the files of a checkpoint.

use super::Verdict;
use super::folder::MemoryFolder;
use arbitrary::{Result, Unstructured};
use tsumugi::position::Position;
use tsumugi::report::{Lang, Message};
use tsumugi::solve::{Budget, CheckpointError, Checkpointed, Outcome, Progress, Step};
use tsumugi::store::Folder;

/// The file that names the others.
pub const MANIFEST: &str = "manifest";

/// What a search kept when it was stopped, and what it finds in the end.
pub struct Stopped {
    pub folder: MemoryFolder,
    pub truth: Outcome,
}

/// Checkpoints of a search that is stopped again and again, at the moments that `is_moment` picks out and at its end.
/// `truth`: what it finds; `advance`: lets it work up to the next moment.
pub fn stops<S: Checkpointed>(
    mut solver: S,
    truth: &Outcome,
    advance: impl Fn(&mut S) -> Step<Outcome>,
    mut is_moment: impl FnMut(&Progress) -> bool,
) -> Vec<Stopped> {
    let folder = MemoryFolder::default();
    solver.keep_checkpoint(Box::new(folder.clone()), serde_json::json!({"note": 1})).expect("a new folder");
    let mut stops = Vec::new();
    while let Step::Progress(progress) = advance(&mut solver) {
        if is_moment(&progress) {
            solver.save().expect("room");
            stops.push(Stopped { folder: folder.copy(), truth: truth.clone() });
        }
    }
    solver.save().expect("room");
    stops.push(Stopped { folder, truth: truth.clone() });
    stops
}

/// Drives a search to its end, which is near.
pub fn finish(mut advance: impl FnMut(Budget) -> Step<Outcome>) -> Outcome {
    match advance(Budget::Unlimited) {
        Step::Done(outcome) => *outcome,
        Step::Progress(progress) => panic!("stopped without need at {progress:?}"),
    }
}

/// What is said about a checkpoint with which nothing goes on.
pub fn refused(error: &CheckpointError) -> Verdict {
    assert!([Lang::En, Lang::Ja].iter().all(|&lang| !error.message(lang).is_empty()));
    Verdict::Refused
}

/// Changes the files of a checkpoint at up to six places: bytes, fields of the manifest, whole files. `fields`: those of
/// the manifest; `texts`: values that they could have; `all`: other checkpoints, of which a file may take the place of one.
pub fn damage(
    choices: &mut Unstructured,
    folder: &MemoryFolder,
    fields: &[&str],
    texts: &[&str],
    all: &[Stopped],
) -> Result<()> {
    for _ in 0..choices.int_in_range(0..=6)? {
        let files = folder.files();
        let names: Vec<&String> = files.keys().collect();
        let Ok(name) = choices.choose(&names) else { break };
        if choices.ratio(1, 3)? {
            let manifest = change_manifest(choices, &files[MANIFEST], fields, texts)?;
            folder.write(MANIFEST, &manifest);
        } else if choices.ratio(1, 8)? {
            let donor = choices.choose(all)?.folder.files();
            let donors: Vec<&String> = donor.keys().collect();
            folder.write(name, &donor[*choices.choose(&donors)?]);
        } else if choices.ratio(1, 16)? && *name != MANIFEST {
            folder.remove(name).expect("it is there");
        } else {
            let mut content = files[*name].clone();
            change_bytes(choices, &mut content)?;
            folder.write(name, &content);
        }
    }
    Ok(())
}

fn change_bytes(choices: &mut Unstructured, content: &mut Vec<u8>) -> Result<()> {
    if content.is_empty() {
        return Ok(());
    }
    let at = choices.choose_index(content.len())?;
    let end = (at + choices.int_in_range(1..=64)?).min(content.len());
    match choices.int_in_range(0..=5)? {
        0 => content[at] ^= choices.arbitrary::<u8>()?,
        1 => content.truncate(at),
        2 => drop(content.drain(at..end)),
        3 => content.splice(at..at, choices.arbitrary::<[u8; 4]>()?).for_each(drop),
        4 => content.extend_from_within(at..end),
        _ => {
            // Numbers of the log stand in words of eight bytes.
            let at = at / 8 * 8;
            let end = (at + 8).min(content.len());
            let number: u64 = match choices.int_in_range(0..=2)? {
                0 => choices.int_in_range(0..=64)?,
                1 => u64::MAX >> choices.int_in_range(0..=63)?,
                _ => choices.arbitrary()?,
            };
            content[at..end].copy_from_slice(&number.to_le_bytes()[..end - at]);
        }
    }
    Ok(())
}

/// The JSON of a manifest without the line of its checksum.
pub fn body(manifest: &[u8]) -> &[u8] {
    let end = manifest.windows(6).rposition(|word| word == b"crc32 ").unwrap_or(manifest.len());
    &manifest[..end]
}

/// The position of the problem that a manifest names.
pub fn root(manifest: &[u8]) -> Position {
    let manifest: serde_json::Value = serde_json::from_slice(body(manifest)).expect("JSON");
    Position::from_sfen(manifest["sfen"].as_str().expect("a text")).expect("an SFEN")
}

pub fn with_checksum(body: &[u8]) -> Vec<u8> {
    let checksum = format!("crc32 {:08x}\n", crc32fast::hash(body));
    [body, checksum.as_bytes()].concat()
}

/// Gives a field of the manifest another value.
fn change_manifest(
    choices: &mut Unstructured,
    manifest: &[u8],
    fields: &[&str],
    texts: &[&str],
) -> Result<Vec<u8>> {
    let Ok(mut value) = serde_json::from_slice::<serde_json::Value>(body(manifest)) else {
        return Ok(manifest.to_vec());
    };
    let field = choices.choose(fields)?;
    let new = match choices.int_in_range(0..=4)? {
        0 => serde_json::Value::Null,
        1 => choices.int_in_range(0..=9_u64)?.into(),
        2 => (u64::MAX >> choices.int_in_range(0..=63)?).into(),
        3 => choices.arbitrary::<bool>()?.into(),
        _ => (*choices.choose(texts)?).into(),
    };
    if let Some(old) = value.pointer_mut(field) {
        *old = new;
    }
    Ok(with_checksum(serde_json::to_string_pretty(&value).expect("JSON").as_bytes()))
}
