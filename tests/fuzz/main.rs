//! The fuzz targets on their corpus and on a fixed number of inputs made of it. `README.md` beside this file says how
//! they run for hours, guided by coverage.

mod checks;
mod mutate;

use checks::{TARGETS, Target, Verdict};
use mutate::{Rng, Words, mutate};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz")
}

/// The inputs of a target, by their names.
fn corpus(target: &Target) -> BTreeMap<String, Vec<u8>> {
    let folder = folder().join("corpus").join(target.name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files = entries.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read(path).expect("a file"))
    });
    files.collect()
}

/// Checks an input, and says which it was when something is wrong.
fn check(target: &Target, name: &str, input: &[u8]) -> Verdict {
    catch_unwind(AssertUnwindSafe(|| (target.check)(input))).unwrap_or_else(|panic| {
        let kept = env::temp_dir().join(format!("tsumugi-fuzz-{}", target.name));
        let place =
            fs::write(&kept, input).map_or_else(|error| error.to_string(), |()| kept.display().to_string());
        eprintln!("{}: wrong on an input made of {name}, which is in {place}", target.name);
        resume_unwind(panic)
    })
}

fn run(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let corpus = corpus(target);
    let mut accepted = 0;
    let mut foreign = Vec::new();
    for (name, input) in &corpus {
        match check(target, name, input) {
            Verdict::Accepted => accepted += 1,
            Verdict::Refused => {}
            Verdict::Foreign => foreign.push(name),
        }
    }
    assert!(foreign.is_empty(), "none of this target's: {foreign:?}");
    assert!(accepted > 0, "none of {} inputs is accepted", corpus.len());
    let inputs: Vec<(&String, &Vec<u8>)> = corpus.iter().collect();
    let words = Words::read(&folder().join("words.dict"));
    let mut rng = Rng::new(1);
    for _ in 0..target.rounds {
        let (name, input) = inputs[rng.below(inputs.len())];
        let mut changed = input.clone();
        for _ in 0..=rng.below(4) {
            let (_, other) = inputs[rng.below(inputs.len())];
            mutate(&mut rng, &mut changed, other, if target.is_text { Some(&words) } else { None });
        }
        check(target, name, &changed);
    }
}

#[test]
fn every_target_has_a_test_and_a_program() {
    let tests = include_str!("main.rs");
    let package = include_str!("Cargo.toml");
    for target in TARGETS {
        assert!(tests.contains(&format!("\n    {},\n", target.name)), "{}", target.name);
        assert!(package.contains(&format!("path = \"targets/{}.rs\"", target.name)), "{}", target.name);
    }
}

/// A test for each target, so that they run side by side.
macro_rules! tests {
    ($($name:ident,)*) => {
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*
    };
}

tests! {
    sfen,
    set,
    kifu,
    csa,
    jkf,
    answer,
    template,
    command,
    session,
    position,
    game,
    certificate,
    proof,
    checkpoint,
    tsume_checkpoint,
}
