//! One round: a job meets a misfortune, and the next run puts everything right.

use crate::harm::{Alias, Harm};
use crate::jobs::{Growth, Job, prepare};
use crate::program::{finished, limit_files, program, set_writable};
use crate::rng::Rng;
use crate::state::{Files, check_after, check_at_the_end, files_of, without_figures};
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// What an undisturbed run of a job does.
pub struct Truth {
    pub job: &'static Job,
    pub code: Option<i32>,
    /// Without figures.
    pub stdout: String,
    pub files: Files,
    pub duration: Duration,
    /// Bytes of its largest file.
    pub largest: u64,
}

/// How a process ended.
pub struct Ending {
    pub code: Option<i32>,
    pub signal: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Ending {
    fn from(output: Output) -> Ending {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (code, signal) = (output.status.code(), output.status.signal());
        Ending { code, signal, stdout: text(&output.stdout), stderr: text(&output.stderr) }
    }
}

/// The folder of this process: several machines may run at a time, with rounds of their own.
pub fn workshop() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("crash-{}", std::process::id()))
}

fn scratch(name: &str) -> PathBuf {
    workshop().join(name)
}

/// Games to fit weights to, and to add others to.
fn games() -> &'static [u8] {
    static GAMES: OnceLock<Vec<u8>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = scratch("games");
        prepare(&folder, &[]);
        fs::remove_file(folder.join("in/games.bin")).expect("an empty file");
        let words = ["tune", "play", "in/games.bin", "--games", "2", "--nodes", "20"];
        let played = finished(program(&words, &folder));
        assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
        fs::read(folder.join("in/games.bin")).expect("games")
    })
}

impl Truth {
    /// Runs a job twice without a disturbance.
    pub fn of(job: &'static Job) -> Truth {
        let run = || {
            let folder = scratch("truth");
            prepare(&folder, games());
            let start = Instant::now();
            let ending = Ending::from(finished(program(job.arguments, &folder)));
            let duration = start.elapsed();
            assert!(matches!(ending.code, Some(0 | 1)), "{}: {}", job.name, ending.stderr);
            let files = files_of(&folder.join("out"));
            let largest = files.values().map(|content| content.len() as u64).max().expect("it writes");
            let stdout = without_figures(&ending.stdout);
            Truth { job, code: ending.code, stdout, files, duration, largest }
        };
        let (first, second) = (run(), run());
        if matches!(job.growth, Growth::Whole | Growth::Games) {
            assert!(first.files == second.files, "{}: two runs differ", job.name);
        }
        second
    }

    /// What an earlier run could have left.
    fn earlier(&self) -> Files {
        let content = |whole: &Vec<u8>| match self.job.growth {
            Growth::Whole | Growth::Answers => b"earlier\n".to_vec(),
            // Nothing is appended to what is no log.
            Growth::Log => b"[2026-11-01T00:00:00Z INFO  tsumugi] earlier\n".to_vec(),
            Growth::Kept => whole.split_inclusive(|&byte| byte == b'\n').take(2).flatten().copied().collect(),
            Growth::Games => games().to_vec(),
            Growth::Checkpoint => Vec::new(),
        };
        match self.job.growth {
            Growth::Checkpoint => Files::new(),
            _ => self.files.iter().map(|(name, whole)| (name.clone(), content(whole))).collect(),
        }
    }
}

/// Plays a round; panics where a promise is broken.
pub fn round(truth: &Truth, harm: &Harm, random: &mut Rng, worker: usize) {
    let folder = scratch(&format!("worker-{worker}"));
    let outputs = folder.join("out");
    if outputs.exists() {
        set_writable(&outputs, true);
    }
    prepare(&folder, games());
    let earlier = if random.below(2) == 0 { truth.earlier() } else { Files::new() };
    for (name, content) in &earlier {
        let path = outputs.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("an earlier output");
    }
    let inputs = files_of(&folder.join("in"));
    let endings = disturbed(truth, harm, &folder);
    assert!(files_of(&folder.join("in")) == inputs, "an input was changed");
    for ending in &endings {
        let is_known = matches!(ending.code, Some(0..=3 | 130))
            || matches!(ending.signal, Some(libc::SIGKILL | libc::SIGINT));
        assert!(is_known && !ending.stderr.contains("panicked"), "{:?}: {}", ending.code, ending.stderr);
    }
    let parts = check_after(truth, harm, &earlier, &outputs, &endings);
    let is_lost = matches!(harm, Harm::Vanish(_) | Harm::Alias(_));
    if is_lost {
        let _ = fs::remove_dir_all(&outputs);
        fs::create_dir_all(&outputs).expect("a folder");
    }
    let next = Ending::from(finished(program(truth.job.next_arguments(&folder), &folder)));
    assert_eq!(next.code, truth.code, "the next run: {}", next.stderr);
    let (earlier, parts) = if is_lost { (Files::new(), Files::new()) } else { (earlier, parts) };
    check_at_the_end(truth, &earlier, &parts, &outputs, &next);
    assert!(files_of(&folder.join("in")) == inputs, "an input was changed by the next run");
}

/// Runs a job under a misfortune.
fn disturbed(truth: &Truth, harm: &Harm, folder: &Path) -> Vec<Ending> {
    let job = truth.job;
    let outputs = folder.join("out");
    let start = || program(job.arguments, folder).spawn().expect("the program");
    match harm {
        Harm::Kill(after) => vec![signalled(start(), *after, libc::SIGKILL)],
        Harm::Interrupt(after) => vec![signalled(start(), *after, libc::SIGINT)],
        Harm::FullDisk(bytes) => {
            let mut command = program(job.arguments, folder);
            limit_files(&mut command, *bytes);
            vec![finished(command).into()]
        }
        Harm::ReadOnly(nobody) => {
            let mut command = program(job.arguments, folder);
            nobody.be(&mut command);
            set_writable(&outputs, false);
            let ending = finished(command).into();
            set_writable(&outputs, true);
            vec![ending]
        }
        Harm::Vanish(after) => {
            let child = start();
            thread::sleep(*after);
            let _ = fs::remove_dir_all(&outputs);
            vec![ended(child)]
        }
        Harm::Twice(after) => {
            let first = start();
            thread::sleep(*after);
            let second = start();
            vec![ended(first), ended(second)]
        }
        Harm::Alias(alias) => vec![finished(aliased(job, *alias, folder)).into()],
    }
}

fn ended(child: Child) -> Ending {
    child.wait_with_output().expect("a child").into()
}

fn signalled(child: Child, after: Duration, signal: i32) -> Ending {
    thread::sleep(after);
    // SAFETY: it is a child that nobody has waited for, so that its number is still its own.
    unsafe { libc::kill(child.id() as libc::pid_t, signal) };
    ended(child)
}

/// The job with an input in the place of an output.
fn aliased(job: &Job, alias: Alias, folder: &Path) -> Command {
    let (input, output) = job.aliased.expect("drawn for those that have one");
    let [from, to] = [format!("out/{output}"), format!("in/{input}")];
    let (input, output) = (folder.join(&to), folder.join(&from));
    let _ = fs::remove_file(&output);
    match alias {
        Alias::Name => {
            let word = |&word: &&'static str| if word == from { to.as_str() } else { word };
            return program(&job.arguments.iter().map(word).collect::<Vec<_>>(), folder);
        }
        Alias::SymbolicLink => symlink(input, output).expect("a link"),
        Alias::HardLink => fs::hard_link(input, output).expect("a link"),
    }
    program(job.arguments, folder)
}
