//! Checkpoints: damage is refused, and what is accepted leads to the right answer. With its checksums made right again
//! a changed one may be another search, whose mates must be mates all the same.

use super::Verdict;
use super::damage::{self, MANIFEST, Stopped, body, damage, refused, with_checksum};
use super::folder::MemoryFolder;
use arbitrary::{Result, Unstructured};
use crc32fast::Hasher;
use std::sync::LazyLock;
use tsumugi::movegen::{is_mate, play_line};
use tsumugi::position::{Packed, Position};
use tsumugi::solve::helpmate::{Options, Resumed, Solver};
use tsumugi::solve::{Budget, Limits, Outcome, Progress};
use tsumugi::store::KeyWidth;
use tsumugi::types::Color;

/// Small problems, and how many nodes apart they are stopped.
const PROBLEMS: [(&str, u64); 3] = [
    ("2OkO4/4O4/3P5/9/9/9/9/9/9 w 3P 1", 1),
    ("9/9/9/9/4k4/9/9/9/9 b R 1", 10),
    ("6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1", 20),
];

const LOG: &str = "layers.log";
/// Bytes of each key in the log.
const KEY_BYTES: u64 = KeyWidth::Narrow.key_bytes() as u64;

/// Fields of a manifest.
const FIELDS: [&str; 20] = [
    "/format",
    "/version",
    "/sfen",
    "/attacker",
    "/root_key",
    "/options/nodes",
    "/options/memory",
    "/options/threads",
    "/options/max_solutions",
    "/options/wide",
    "/layer",
    "/log_bytes",
    "/log_crc",
    "/frontier/positions",
    "/counts/nodes",
    "/counts/lookups",
    "/counts/false_hits_bits",
    "/seconds",
    "/stops",
    "/is_finished",
];

static STOPPED: LazyLock<Vec<Stopped>> =
    LazyLock::new(|| PROBLEMS.iter().flat_map(|&(sfen, apart)| stops(sfen, apart)).collect());

fn options() -> Options {
    let limits = Limits { memory: Some(16 << 20), nodes: Some(20_000), ..Limits::default() };
    Options { limits, ..Options::default() }
}

fn stops(sfen: &str, apart: u64) -> Vec<Stopped> {
    let root = Position::from_sfen(sfen).expect("an SFEN");
    let solver = || Solver::new(&root, Color::Black, options()).expect("a problem");
    let mut plies = u64::MAX;
    let is_longer = |progress: &Progress| std::mem::replace(&mut plies, progress.plies) != progress.plies;
    let advance = |solver: &mut Solver| solver.advance(Budget::Nodes(apart));
    let stops = damage::stops(solver(), &finish(solver()), advance, is_longer);
    for Stopped { folder, truth } in &stops {
        let resumed = Solver::resume(Box::new(folder.copy()), |_| {}).expect("a good checkpoint");
        hold_answer(&finish(resumed.solver), truth);
    }
    stops
}

fn finish(mut solver: Solver) -> Outcome {
    damage::finish(|budget| solver.advance(budget))
}

/// A checkpoint whose files were changed.
pub fn resumed(choices: &[u8]) -> Verdict {
    let mut choices = Unstructured::new(choices);
    let Ok((stopped, folder, is_sealed)) = damaged(&mut choices) else { return Verdict::Foreign };
    // Not what the manifest says: a limit that it names may be any.
    let limited = |options: &mut Options| *options = self::options();
    let manifest = folder.files().remove(MANIFEST).unwrap_or_default();
    match Solver::resume(Box::new(folder), limited) {
        Ok(Resumed { solver, .. }) if is_sealed => {
            hold_mates(&finish(solver), &damage::root(&manifest));
        }
        Ok(Resumed { solver, .. }) => hold_answer(&finish(solver), &stopped.truth),
        Err(error) => return refused(&error),
    }
    Verdict::Accepted
}

fn hold_answer(found: &Outcome, truth: &Outcome) {
    assert_eq!(found.verdict, truth.verdict);
    assert_eq!(found.bounds, truth.bounds);
    assert_eq!(found.solutions, truth.solutions);
}

pub fn hold_mates(found: &Outcome, root: &Position) {
    for line in &found.solutions.listed {
        let mut position = root.clone();
        play_line(&mut position, line).unwrap_or_else(|error| panic!("{root}: {error}"));
        assert!(is_mate(&position), "{root}: {line:?}");
    }
}

/// A checkpoint, its files changed at some places, and whether their checksums were made right again.
fn damaged(choices: &mut Unstructured) -> Result<(&'static Stopped, MemoryFolder, bool)> {
    let stopped = choices.choose(&STOPPED)?;
    let folder = stopped.folder.copy();
    let is_sealed = choices.arbitrary()?;
    let texts = PROBLEMS.map(|(sfen, _)| sfen);
    damage(choices, &folder, &FIELDS, &texts, &STOPPED)?;
    if is_sealed {
        seal(&folder);
    }
    Ok((stopped, folder, is_sealed))
}

/// Makes all checksums right, and what the manifest says of the other files.
fn seal(folder: &MemoryFolder) {
    let files = folder.files();
    let manifest = body(&files[MANIFEST]);
    let Ok(mut value) = serde_json::from_slice::<serde_json::Value>(manifest) else {
        folder.write(MANIFEST, &with_checksum(manifest));
        return;
    };
    let mut set = |field: &str, number: u64| {
        if let Some(old) = value.pointer_mut(field) {
            *old = number.into();
        }
    };
    if let Some(log) = files.get(LOG) {
        let mut log = log.clone();
        let (bytes, crc) = seal_log(&mut log);
        folder.write(LOG, &log);
        set("/log_bytes", bytes as u64);
        set("/log_crc", crc.into());
    }
    if let Some((_, frontier)) = files.iter().find(|(name, _)| name.starts_with("frontier-")) {
        set("/frontier/positions", (frontier.len() / Packed::BYTES) as u64);
        set("/frontier/crc", crc32fast::hash(frontier).into());
    }
    let text = serde_json::to_string_pretty(&value).expect("JSON") + "\n";
    folder.write(MANIFEST, &with_checksum(text.as_bytes()));
}

/// Puts the right checksum behind every layer of a log, as far as it has whole ones; their length, and the last
/// checksum.
fn seal_log(log: &mut [u8]) -> (usize, u32) {
    const HEAD: usize = 5 * 8;
    let (mut at, mut crc) = (0, 0);
    while let Some(head) = log.get(at..at + HEAD) {
        let number = |index: usize| {
            let bytes = head[index * 8..][..8].try_into().expect("eight bytes");
            u64::from_le_bytes(bytes)
        };
        let length = number(2)
            .checked_mul(KEY_BYTES)
            .and_then(|keys| keys.checked_add(number(3))?.checked_add(number(4)));
        let Some(end) = length.and_then(|length| (at + HEAD).checked_add(length.try_into().ok()?)) else {
            break;
        };
        let Some(layer) = log.get(at..end).filter(|_| log.len() - end >= 4) else { break };
        let mut hasher = Hasher::new_with_initial(crc);
        hasher.update(layer);
        crc = hasher.finalize();
        log[end..end + 4].copy_from_slice(&crc.to_le_bytes());
        at = end + 4;
    }
    (at, crc)
}
