//! The crash machine: every command that writes, under everything that can go wrong with a file. Each round draws a
//! command and a misfortune, and asserts:
//!
//! - inputs stay as they are;
//! - what was there before is there, or something whole in its place, and nothing is called written that is not;
//! - the next run, undisturbed, ends with the right answer.
//!
//! `cargo test --test crash` runs 200 rounds. `TSUMUGI_CRASH_ROUNDS=10000 cargo test --test crash` runs as many as one
//! likes, and `TSUMUGI_CRASH_SEED=N` begins with round N: a round that failed is drawn again by its number alone,
//! though not at the same moment.
#![cfg(all(feature = "cli", unix))]

mod harm;
mod jobs;
mod program;
#[path = "../oracle/rng.rs"]
mod rng;
mod round;
mod state;

use harm::Harm;
use jobs::JOBS;
use program::Nobody;
use rng::Rng;
use round::{Truth, round, workshop};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use std::{env, fs, thread};

/// Rounds of a test run.
const ROUNDS: u64 = 200;
/// Rounds at a time.
const WORKERS: usize = 2;

fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{variable}={text}")))
}

#[test]
fn nothing_is_lost_whatever_happens() {
    let (first, rounds) = (number("TSUMUGI_CRASH_SEED", 1), number("TSUMUGI_CRASH_ROUNDS", ROUNDS));
    let start = Instant::now();
    let nobody = Nobody::find();
    if let Err(why) = &nobody {
        println!("no read-only folders: {why}");
    }
    let truths: Vec<Truth> = JOBS.iter().map(Truth::of).collect();
    let next = AtomicU64::new(first);
    let work = |worker: usize| {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + rounds {
                return;
            }
            let mut random = Rng::new(seed);
            let truth = &truths[random.below(truths.len())];
            let harm = Harm::draw(truth, nobody.as_ref().ok(), &mut random);
            let played = catch_unwind(AssertUnwindSafe(|| round(truth, &harm, &mut random, worker)));
            if let Err(panic) = played {
                eprintln!(
                    "TSUMUGI_CRASH_SEED={seed} TSUMUGI_CRASH_ROUNDS=1: {} under {harm:?}",
                    truth.job.name
                );
                // The others need not go on.
                next.store(first + rounds, Ordering::Relaxed);
                resume_unwind(panic);
            }
        }
    };
    thread::scope(|scope| {
        let work = &work;
        (0..WORKERS).for_each(|worker| drop(scope.spawn(move || work(worker))));
    });
    // Where a round failed, what it left is kept.
    let _ = fs::remove_dir_all(workshop());
    println!("{rounds} rounds from seed {first} in {:.1} s", start.elapsed().as_secs_f64());
}
