//! The commands that write, what they read, and what becomes of their files.

use std::fs;
use std::path::Path;

/// Some problems; the last one takes longer.
const SET: &str = "8k/9/8G/9/9/9/9/9/9 b G 1 ; id=two
3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1 ; id=three
8k/9/8P/9/9/9/9/9/9 b - 1 ; id=none
9/9/9/9/9/9/2+R6/9/k6B1 b P 1 ; id=nine
9/9/9/9/4k4/9/9/9/9 b GS 1 ; id=many
";
/// Mate in 5 with futile interpositions.
const TSUME: &str = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";
/// 図巧 2: mate in 21.
const LONG_TSUME: &str = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
/// Mate in 9.
const LONG: &str = "9/9/9/9/4k4/9/9/9/9 b GS 1";

/// How a file is written, which says what may be found in it after a misfortune.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// All at once: what was there before, or all of the new content.
    Whole,
    /// Answers, one a line, which become the file at the end and on an interrupt.
    Answers,
    /// Lines of answers behind those that are there; half a line is dropped by the next run.
    Kept,
    /// Games behind those that are there.
    Games,
    /// Anything behind what is there.
    Log,
    /// A checkpoint: the next run says whether it is good.
    Checkpoint,
}

/// A command that writes.
pub struct Job {
    pub name: &'static str,
    /// Inputs are in the folder `in`, outputs in `out`.
    pub arguments: &'static [&'static str],
    /// What goes on where a run has begun, if that is another command.
    pub next: Option<&'static [&'static str]>,
    pub growth: Growth,
    /// The input that an output could be, and the name of that output.
    pub aliased: Option<(&'static str, &'static str)>,
}

const fn job(name: &'static str, growth: Growth, arguments: &'static [&'static str]) -> Job {
    Job { name, arguments, next: None, growth, aliased: None }
}

pub const JOBS: &[Job] = &[
    Job {
        aliased: Some(("set.json", "answers.jsonl")),
        ..job(
            "solve --out FILE",
            Growth::Answers,
            &["solve", "--json", "in/set.json", "--out", "out/answers.jsonl"],
        )
    },
    Job {
        aliased: Some(("set.json", "answers.jsonl")),
        ..job(
            "solve --jobs --out FILE",
            Growth::Answers,
            &["solve", "--json", "--jobs", "2", "in/set.json", "--out", "out/answers.jsonl"],
        )
    },
    job(
        "solve --out DIR",
        Growth::Whole,
        &["solve", "-q", "--format", "usi,kif,svg", "in/set.json", "--out", "out/"],
    ),
    job("solve --svg-steps", Growth::Whole, &["solve", "-q", "--json", "in/set.json", "--svg-steps", "out"]),
    Job {
        aliased: Some(("set.json", "answers.jsonl")),
        ..job(
            "solve --resume",
            Growth::Kept,
            &["solve", "-q", "in/set.json", "--resume", "out/answers.jsonl"],
        )
    },
    Job {
        aliased: Some(("set.json", "answers.jsonl")),
        ..job(
            "check --resume",
            Growth::Kept,
            &["check", "-q", "--jobs", "2", "in/set.json", "--resume", "out/answers.jsonl"],
        )
    },
    Job {
        next: Some(&["resume", "out/checkpoint"]),
        ..job(
            "solve --checkpoint",
            Growth::Checkpoint,
            &[
                "solve",
                "-q",
                "--json",
                "--verify",
                "--every",
                "1ms",
                "--checkpoint",
                "out/checkpoint",
                "in/long.json",
            ],
        )
    },
    Job {
        next: Some(&["resume", "out/checkpoint"]),
        ..job(
            "tsume --checkpoint",
            Growth::Checkpoint,
            &[
                "tsume",
                "-q",
                "--json",
                "--every",
                "1ms",
                "--checkpoint",
                "out/checkpoint",
                "in/long-tsume.sfen",
            ],
        )
    },
    Job {
        aliased: Some(("tsume.sfen", "proof.cert")),
        ..job(
            "solve --certificate",
            Growth::Whole,
            &["solve", "-q", "--rule", "tsume", "in/tsume.sfen", "--certificate", "out/proof.cert"],
        )
    },
    Job {
        aliased: Some(("long.json", "graph.json")),
        ..job("solve --graph", Growth::Whole, &["solve", "-q", "in/long.json", "--graph", "out/graph.json"])
    },
    Job {
        aliased: Some(("long.json", "graph.json")),
        ..job("check --graph", Growth::Whole, &["check", "-q", "in/long.json", "--graph", "out/graph.json"])
    },
    Job {
        aliased: Some(("set.json", "set.kif")),
        ..job(
            "convert FILE",
            Growth::Whole,
            &["convert", "--force", "--format", "kif", "in/set.json", "out/set.kif"],
        )
    },
    job("convert DIR", Growth::Whole, &["convert", "--force", "--format", "kif", "in/set.json", "out/"]),
    job("man", Growth::Whole, &["man", "out"]),
    Job {
        aliased: Some(("games.bin", "weights.bin")),
        ..job(
            "tune fit",
            Growth::Whole,
            &["tune", "fit", "in/games.bin", "--epochs", "1", "-o", "out/weights.bin"],
        )
    },
    job(
        "tune play",
        Growth::Games,
        &["tune", "play", "out/games.bin", "--games", "3", "--nodes", "20", "--seed", "2"],
    ),
    Job {
        aliased: Some(("set.json", "run.log")),
        ..job("--log-file", Growth::Log, &["solve", "-v", "in/set.json", "--log-file", "out/run.log"])
    },
];

impl Job {
    /// The arguments of the run that goes on in a folder.
    pub fn next_arguments(&self, folder: &Path) -> &'static [&'static str] {
        let is_begun = folder.join("out/checkpoint/manifest").exists();
        self.next.filter(|_| is_begun).unwrap_or(self.arguments)
    }
}

/// The folders of a round, with the inputs.
pub fn prepare(folder: &Path, games: &[u8]) {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("our folder");
    }
    for name in ["in", "out"] {
        fs::create_dir_all(folder.join(name)).expect("a folder");
    }
    let inputs = folder.join("in");
    for (name, content) in [
        ("set.json", SET.as_bytes()),
        ("tsume.sfen", TSUME.as_bytes()),
        ("long-tsume.sfen", LONG_TSUME.as_bytes()),
        ("long.json", LONG.as_bytes()),
        ("games.bin", games),
    ] {
        fs::write(inputs.join(name), content).expect("an input");
    }
}
