//! `solve --hosts --checkpoint` and `resume --hosts`: processes that end early or are killed, and others that go on.

use super::{Cluster, ENDLESS, LARGE, answer, text};
use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

/// What one process answers.
fn expected() -> Value {
    let single = Command::new(env!("CARGO_BIN_EXE_tsumugi"))
        .args(["helpmate", "-q", "--json", "--memory", "256M", LARGE])
        .output();
    answer(&single.expect("a process").stdout)
}

/// The folder of each process, and whether it is the same for all.
#[derive(Clone, Copy)]
enum Folders {
    Shared,
    Own,
}

impl Folders {
    fn of(self, process: usize) -> String {
        match self {
            Folders::Shared => "run".to_owned(),
            Folders::Own => format!("run-{process}"),
        }
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

impl Cluster {
    fn begin(&self, folders: Folders, problem: &str, more: &[&str]) -> Vec<Child> {
        let begin = |process| {
            let folder = folders.of(process);
            let arguments = [&["--json", "--checkpoint", &folder], more, &[problem]].concat();
            self.placed("helpmate", process, &words(&arguments))
        };
        (0..self.addresses.len()).map(begin).collect()
    }

    fn go_on(&self, folders: Folders) -> Vec<Child> {
        let go_on = |process| self.placed("resume", process, &[folders.of(process)]);
        (0..self.addresses.len()).map(go_on).collect()
    }

    /// The first addresses alone.
    fn fewer(&self, processes: usize) -> Cluster {
        self.write("hosts", &self.addresses[..processes].join("\n"));
        Cluster { folder: self.folder.clone(), addresses: self.addresses[..processes].to_vec() }
    }

    /// One process goes on, and the time in which the others come is among the arguments.
    fn resume(&self, process: usize, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
        command.current_dir(&self.folder).args(["--lang", "en", "-q", "resume", "--hosts", "hosts"]);
        command.args(["--secret", "secret", "--process", &process.to_string()]).args(arguments);
        command.output().expect("a process")
    }

    /// The search goes on by one process without a list.
    fn alone(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
        command.current_dir(&self.folder).args(["--lang", "en", "-q"]).args(arguments);
        command.output().expect("a process")
    }
}

fn ends(all: Vec<Child>) -> Vec<Output> {
    all.into_iter().map(|child| child.wait_with_output().expect("an end")).collect()
}

#[track_caller]
fn assert_ended(outputs: &[Output], code: i32) {
    for (process, output) in outputs.iter().enumerate() {
        assert_eq!(output.status.code(), Some(code), "{process}: {}", text(&output.stderr));
    }
}

#[track_caller]
fn assert_answered(outputs: &[Output], expected: &Value) {
    assert_ended(outputs, 0);
    assert_eq!(&answer(&outputs[0].stdout), expected);
    assert!(outputs[1..].iter().all(|output| output.stdout.is_empty()), "only the first one answers");
}

#[test]
fn what_a_limit_ends_goes_on() {
    let expected = expected();
    for (name, folders) in [("limit-own", Folders::Own), ("limit-shared", Folders::Shared)] {
        let cluster = Cluster::new(name, 3);
        let outputs = ends(cluster.begin(folders, LARGE, &["--time", "30ms"]));
        assert_ended(&outputs, 3);
        for (process, output) in outputs.iter().enumerate() {
            let command = format!(
                "to continue: tsumugi resume --hosts hosts --process {process} --secret secret {}",
                folders.of(process)
            );
            assert!(text(&output.stderr).contains(&command), "{}", text(&output.stderr));
        }
        assert_answered(&ends(cluster.go_on(folders)), &expected);
        // It had ended: its answer is found again.
        assert_answered(&ends(cluster.go_on(folders)), &expected);
    }
}

#[test]
fn other_numbers_of_processes_go_on() {
    let expected = expected();
    let cluster = Cluster::new("numbers", 4);
    let time = ["--time", "30ms"];
    assert_ended(&ends(cluster.fewer(2).begin(Folders::Shared, LARGE, &time)), 3);
    cluster.fewer(4);
    assert_answered(&ends(cluster.go_on(Folders::Shared)), &expected);
    let fewer = cluster.fewer(3);
    assert_answered(&ends(fewer.go_on(Folders::Shared)), &expected);
    let output = cluster.alone(&["resume", "run"]);
    assert_eq!((output.status.code(), answer(&output.stdout)), (Some(0), expected.clone()));
    // From one process to several.
    fs::remove_dir_all(cluster.folder.join("run")).expect("a folder");
    let output = cluster.alone(&["helpmate", "--json", "--checkpoint", "run-0", "--time", "30ms", LARGE]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert_answered(&ends(fewer.go_on(Folders::Own)), &expected);
}

/// A service goes on from a folder that is there (docs/cluster.md): one that waited in vain must begin again.
#[test]
fn a_search_that_never_began_leaves_no_folder() {
    let cluster = Cluster::new("never-began", 2);
    let output = cluster.run(1, &["--join", "500ms", "--checkpoint", "run", LARGE]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(!cluster.folder.join("run").exists());
}

/// So it is with `resume`, whose folder may be new as well.
#[test]
fn a_search_that_was_never_resumed_leaves_no_folder() {
    let cluster = Cluster::new("never-resumed", 2);
    let output = cluster.resume(1, &["--join", "500ms", "run"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("did not answer within 0.5 s"), "{}", text(&output.stderr));
    assert!(!cluster.folder.join("run").exists());
    for output in ends(cluster.go_on(Folders::Own)) {
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("there is no checkpoint here"), "{}", text(&output.stderr));
    }
    assert!(!cluster.folder.join("run-0").exists() && !cluster.folder.join("run-1").exists());
}

/// The second process finds that its folder is in use when it has found the first one.
#[test]
fn a_process_that_ends_before_the_first_checkpoint_leaves_no_folder() {
    let cluster = Cluster::new("no-checkpoint", 2);
    let before = cluster.alone(&["helpmate", "-q", "--checkpoint", "run-1", "--nodes", "1000", LARGE]);
    assert_eq!(before.status.code(), Some(3), "{}", text(&before.stderr));
    let outputs = ends(cluster.begin(Folders::Own, LARGE, &[]));
    let said = text(&outputs[0].stderr);
    assert_eq!(outputs[1].status.code(), Some(2), "{}", text(&outputs[1].stderr));
    // It is lost, or has ended so soon that the first process waits for it again.
    let is_lost = said.contains("is lost") && said.contains("Start all processes again");
    assert!(is_lost || said.contains("did not answer"), "{said}");
    assert!(!said.contains("to continue"), "{said}");
    assert!(!cluster.folder.join("run-0").exists(), "{said}");
}

/// Nobody need come to find that out.
#[test]
fn a_folder_that_cannot_be_made_is_refused_before_the_others_come() {
    let cluster = Cluster::new("not-made", 2);
    cluster.write("file", "");
    std::os::unix::fs::symlink("nowhere/at-all", cluster.folder.join("link")).expect("a link");
    for folder in ["file/run", "file/a/run", "link"] {
        for output in [
            cluster.run(0, &["--join", "1h", "--checkpoint", folder, LARGE]),
            cluster.resume(0, &["--join", "1h", folder]),
        ] {
            assert_eq!(output.status.code(), Some(2), "{folder}: {}", text(&output.stderr));
            assert!(text(&output.stderr).contains(folder), "{}", text(&output.stderr));
        }
    }
}

#[test]
fn what_stands_in_the_way_is_named() {
    let cluster = Cluster::new("in-the-way", 2);
    assert_ended(&ends(cluster.begin(Folders::Shared, LARGE, &["--time", "30ms"])), 3);
    for output in ends(cluster.begin(Folders::Shared, LARGE, &[])) {
        assert_eq!(output.status.code(), Some(2));
    }
    let first = cluster.begin(Folders::Shared, LARGE, &[]).remove(0);
    let said = text(&first.wait_with_output().expect("an end").stderr);
    // The second process, which ends for the same reason, may be lost before, or may have ended so soon that the first one
    // waits for it again.
    let reasons = ["run: there is a checkpoint here already", "is lost", "did not answer"];
    assert!(reasons.iter().any(|reason| said.contains(reason)), "{said}");
    for output in ends(cluster.go_on(Folders::Own)) {
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("there is no checkpoint here"), "{}", text(&output.stderr));
    }
}

/// A search that verifies goes on by several processes, and by one again.
#[test]
fn a_search_that_verifies_goes_on() {
    let cluster = Cluster::new("verified", 2);
    let output =
        cluster.alone(&["helpmate", "--json", "--verify", "--checkpoint", "run", "--time", "30ms", LARGE]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let mut expected = expected();
    expected["verified"] = true.into();
    assert_answered(&ends(cluster.go_on(Folders::Shared)), &expected);
    let output = cluster.alone(&["resume", "run"]);
    assert_eq!((output.status.code(), answer(&output.stdout)), (Some(0), expected));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_says_how_to_go_on() {
    let cluster = Cluster::new("interrupted", 2);
    let all = cluster.begin(Folders::Own, ENDLESS, &["--max-plies", "1000"]);
    // Soon after all have begun to work together.
    let due = Instant::now() + Duration::from_secs(60);
    while !fs::read_dir(cluster.folder.join("run-1")).is_ok_and(|files| files.count() >= 3) {
        assert!(Instant::now() < due, "the second process writes nothing");
        std::thread::sleep(Duration::from_millis(10));
    }
    // SAFETY: a signal to a child that was not waited for.
    assert_eq!(unsafe { libc::kill(all[1].id() as i32, libc::SIGINT) }, 0);
    let outputs = ends(all);
    assert_eq!(outputs[1].status.code(), Some(130), "{}", text(&outputs[1].stderr));
    let answered = answer(&outputs[0].stdout);
    assert_eq!((&answered["verdict"], &answered["reason"]), (&"unknown".into(), &"interrupted".into()));
    for output in outputs {
        assert!(
            text(&output.stderr).contains("to continue: tsumugi resume --hosts"),
            "{}",
            text(&output.stderr)
        );
    }
}

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// One of four processes is killed at a random moment, again and again (`TSUMUGI_CLUSTER_KILLS` times): all start again,
/// and come to the answer of one process.
#[test]
fn killed_processes_lose_nothing() {
    let kills = std::env::var("TSUMUGI_CLUSTER_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(5);
    let expected = expected();
    let mut random = Random(std::process::id().into());
    let (mut killed, mut gone_on, mut answers) = (0, 0, 0);
    while killed < kills || answers == 0 {
        let folders = if answers % 2 == 0 { Folders::Shared } else { Folders::Own };
        let cluster = Cluster::new("kills", 4);
        let begin = || cluster.begin(folders, LARGE, &["--every", "20ms"]);
        let mut all = begin();
        loop {
            if killed < kills {
                // Joining takes a while, too.
                std::thread::sleep(Duration::from_millis(random.below(900)));
                let victim = &mut all[random.below(4) as usize];
                killed += u32::from(victim.try_wait().expect("a state").is_none());
                let _ = victim.kill();
            }
            let outputs = ends(all);
            if outputs.iter().all(|output| output.status.success()) {
                assert_answered(&outputs, &expected);
                answers += 1;
                break;
            }
            for output in &outputs {
                assert!(!text(&output.stderr).contains("damaged"), "{}", text(&output.stderr));
                assert!(!text(&output.stderr).contains("panicked"), "{}", text(&output.stderr));
            }
            all = cluster.go_on(folders);
            gone_on += 1;
            if outputs.iter().any(|output| text(&output.stderr).contains("no checkpoint here"))
                || outputs.iter().any(|output| text(&output.stderr).contains("is missing, and no older"))
            {
                // It was killed before the first checkpoint was whole.
                ends(all);
                for process in 0..4 {
                    let _ = fs::remove_dir_all(cluster.folder.join(folders.of(process)));
                }
                all = begin();
            }
        }
    }
    println!("{killed} kills, {gone_on} times gone on, {answers} answers");
}
