//! `tsumugi solve --hosts`: processes of the program on this machine, over its loopback.

#[path = "../shared_files/mod.rs"]
mod shared_files;

mod checkpoints;
mod long;
#[cfg(target_os = "linux")]
mod network;

use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Mate in 13, after several hundred thousand positions.
const LARGE: &str = "9/9/9/9/4k4/9/9/9/9 b R9p 1";
/// Mate in one.
const SMALL: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";
/// A helpmate that is searched for an hour, by forgetting where memory is small: 107b by Kato Toru, of
/// problems/heavy.sfen.
const ENDLESS: &str = "2S6/1S1S1G1GG/S1LpNNpNN/rL7/R1PP5/3k5/8P/2l1pp1l+p/K2b2b1g b 3P7p 1";

/// A folder with a list of free addresses and a secret.
struct Cluster {
    folder: PathBuf,
    addresses: Vec<String>,
}

impl Cluster {
    fn new(name: &str, processes: usize) -> Cluster {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        // All at once, so that they differ.
        let free: Vec<_> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let addresses = free.iter().map(|free| free.local_addr().expect("an address").to_string()).collect();
        let cluster = Cluster { folder, addresses };
        cluster.write("hosts", &cluster.addresses.join("\n"));
        cluster.secret("secret", "0123456789abcdef\n", 0o600);
        cluster
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).expect("a file");
    }

    fn secret(&self, name: &str, text: &str, mode: u32) {
        self.write(name, text);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(self.folder.join(name), permissions).expect("a mode");
        }
    }

    fn command(&self, process: usize, arguments: &[&str]) -> Command {
        self.command_with("secret", process, arguments)
    }

    fn command_with(&self, secret: &str, process: usize, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
        command.current_dir(&self.folder).args(["--lang", "en", "-q", "helpmate", "--hosts", "hosts"]);
        command.args(["--secret", secret, "--memory", "256M", "--process", &process.to_string()]);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A command with this process's place in it.
    fn placed(&self, command: &str, process: usize, arguments: &[String]) -> Child {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
        child.current_dir(&self.folder).args(["--lang", "en", "-q", command, "--hosts", "hosts"]);
        child.args(["--secret", "secret", "--memory", "256M", "--process", &process.to_string()]);
        // Some of them wait for one that was killed.
        child
            .args(["--join", "8s"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process")
    }

    fn start(&self, process: usize, arguments: &[&str]) -> Child {
        self.command(process, arguments).spawn().expect("a process")
    }

    fn run(&self, process: usize, arguments: &[&str]) -> Output {
        self.command(process, arguments).output().expect("a process")
    }

    fn start_all(&self, arguments: &[&str]) -> Vec<Child> {
        (0..self.addresses.len()).map(|process| self.start(process, arguments)).collect()
    }

    /// Waits until a process listens.
    fn connect(&self, process: usize) -> TcpStream {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            match TcpStream::connect(&self.addresses[process]) {
                Ok(stream) => return stream,
                Err(error) => assert!(Instant::now() < end, "{error}"),
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The object that was answered, without figures.
fn answer(stdout: &[u8]) -> Value {
    let mut answer: Value = serde_json::from_slice(stdout).unwrap_or_else(|_| panic!("{}", text(stdout)));
    let object = answer.as_object_mut().expect("an object");
    object.remove("stats");
    // A bound on errors, which is not as close with several processes.
    object.remove("false_hits_expected");
    answer
}

#[test]
fn several_processes_have_the_answer_of_one() {
    let single = Command::new(env!("CARGO_BIN_EXE_tsumugi"))
        .args(["helpmate", "-q", "--json", "--memory", "256M", LARGE])
        .output();
    let expected = answer(&single.expect("a process").stdout);
    assert_eq!(expected["plies"], 13, "{expected}");
    for (processes, arguments) in [(2, &["--verify"][..]), (4, &["--threads", "2"])] {
        let mut expected = expected.clone();
        if arguments == ["--verify"] {
            expected["verified"] = true.into();
        }
        let cluster = Cluster::new(&format!("answer-{processes}"), processes);
        let all = cluster.start_all(&[&["--json", LARGE], arguments].concat());
        for (process, child) in all.into_iter().enumerate() {
            let output = child.wait_with_output().expect("an end");
            assert_eq!(output.status.code(), Some(0), "{process}: {}", text(&output.stderr));
            match process {
                0 => assert_eq!(answer(&output.stdout), expected),
                _ => assert_eq!(text(&output.stdout), "", "only the first one answers"),
            }
        }
    }
}

/// Starts a search without end, has one process disappear while it goes on, and asserts what the others say.
#[cfg(unix)]
fn assert_named(name: &str, signal: i32) {
    let cluster = Cluster::new(name, 3);
    let mut all = cluster.start_all(&["--json", "--time", "100s", ENDLESS]);
    std::thread::sleep(Duration::from_secs(3));
    assert!(all.iter_mut().all(|child| child.try_wait().expect("a state").is_none()), "they are at work");
    let mut lost = all.remove(1);
    // SAFETY: a signal to a child that was not waited for.
    assert_eq!(unsafe { libc::kill(lost.id() as i32, signal) }, 0);
    let since = Instant::now();
    for (process, child) in [0, 2].into_iter().zip(all) {
        let output = child.wait_with_output().expect("an end");
        // Five seconds, and what a busy machine needs besides.
        assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{process}: {stderr}");
        assert!(stderr.contains(&format!("process 1 ({})", cluster.addresses[1])), "{process}: {stderr}");
        if process == 0 {
            let answer = answer(&output.stdout);
            assert_eq!((&answer["verdict"], &answer["reason"]), (&"unknown".into(), &"host".into()));
        }
    }
    lost.kill().expect("a process to kill");
    lost.wait().expect("an end");
}

#[cfg(unix)]
#[test]
fn the_list_of_machines_and_the_secret_are_never_replaced() {
    let cluster = Cluster::new("inputs", 2);
    for (flag, name) in [("--out", "hosts"), ("--out", "secret"), ("--log-file", "secret")] {
        let before = fs::read(cluster.folder.join(name)).expect("a file");
        let refused = cluster.command(0, &[flag, name, LARGE]).output().expect("the program");
        let said = String::from_utf8_lossy(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains("is also an input"), "{said}");
        assert_eq!(fs::read(cluster.folder.join(name)).expect("a file"), before);
    }
}

#[test]
fn a_killed_process_is_named() {
    assert_named("killed", libc::SIGKILL);
}

#[cfg(unix)]
#[test]
fn a_stopped_process_is_named() {
    assert_named("stopped", libc::SIGSTOP);
}

#[test]
fn strangers_are_refused_and_disturb_nothing() {
    let cluster = Cluster::new("strangers", 2);
    let first = cluster.start(0, &["--json", LARGE]);
    for bytes in [
        &b""[..],
        b"GET / HTTP/1.1\r\n\r\n",
        b"tsumugi\x01",
        &[b"tsumugi\x01".as_slice(), &[7; 200]].concat(),
    ] {
        let mut stream = cluster.connect(0);
        let _ = stream.write_all(bytes);
        if bytes.len() > 24 {
            // What is answered is a number and a code of it, and nothing of the problem.
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let mut answered = Vec::new();
            let _ = stream.read_to_end(&mut answered);
            assert!(answered.len() <= 24 + 1 + 3 * 32, "{} bytes", answered.len());
        }
    }
    // Half a handshake that is left open.
    let mut half = cluster.connect(0);
    half.write_all(b"tsumugi\x01").expect("a listener");
    cluster.secret("other", "another secret of 16 bytes", 0o600);
    let wrong = cluster.command_with("other", 1, &["--join", "2s", LARGE]).output().expect("a process");
    assert_eq!(wrong.status.code(), Some(2), "{}", text(&wrong.stderr));
    let second = cluster.run(1, &[LARGE]);
    assert_eq!(second.status.code(), Some(0), "{}", text(&second.stderr));
    let output = first.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(answer(&output.stdout)["plies"], 13);
}

/// One that was started with a mistake, say.
#[test]
fn a_process_may_be_started_again_while_others_wait() {
    for again in 0..2 {
        let cluster = Cluster::new(&format!("again-{again}"), 3);
        let mut all = [0, 1].map(|process| cluster.start(process, &["--json", SMALL]));
        // They have found each other by then.
        std::thread::sleep(Duration::from_secs(1));
        all[again].kill().expect("a process to kill");
        all[again].wait().expect("an end");
        all[again] = cluster.start(again, &["--json", SMALL]);
        let third = cluster.run(2, &[SMALL]);
        assert_eq!(third.status.code(), Some(0), "{again}: {}", text(&third.stderr));
        for child in all {
            let output = child.wait_with_output().expect("an end");
            assert_eq!(output.status.code(), Some(0), "{again}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn processes_with_other_problems_do_not_search() {
    let cluster = Cluster::new("differs", 2);
    let first = cluster.start(0, &["--json", LARGE]);
    let second = cluster.run(1, &[SMALL]);
    for output in [second, first.wait_with_output().expect("an end")] {
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains("has a different problem, limits or list of hosts"),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn what_is_wrong_is_named() {
    let cluster = Cluster::new("errors", 2);
    let assert_says = |process, arguments: &[&str], what: &str| {
        let output = cluster.run(process, arguments);
        let stderr = text(&output.stderr);
        assert_eq!((output.status.code(), stderr.contains(what)), (Some(2), true), "{what}: {stderr}");
    };
    assert_says(2, &[LARGE], "hosts: there is no --process 2: the numbers are 0 to 1");
    assert_says(
        0,
        &["--join", "1s", LARGE],
        &format!("process 1 ({}) did not answer within 1 s", cluster.addresses[1]),
    );
    #[cfg(unix)]
    assert_says(1, &["--join", "500ms", LARGE], "did not answer within 0.5 s (Connection refused");
    assert_says(0, &["--spill", "spilled", LARGE], "--spill is for one machine");
    cluster.write("two.sfen", &format!("{LARGE}\n{LARGE}\n"));
    assert_says(0, &["two.sfen"], "--hosts takes one problem at a time");
    let address = &cluster.addresses[0];
    #[cfg(unix)]
    {
        cluster.write("hosts", &format!("no..name:7007\n{address}\n"));
        let unknown = "process 0 (no..name:7007) did not answer within 1 s (failed to lookup";
        assert_says(1, &["--join", "1s", LARGE], unknown);
    }
    cluster.write("hosts", &format!("# a list\n{address}\n{address}\n"));
    assert_says(0, &[LARGE], "hosts: lines 2 and 3 have the same address");
    cluster.write("hosts", "127.0.0.1\n");
    assert_says(0, &[LARGE], "hosts: line 1: `127.0.0.1` is not HOST:PORT");
    cluster.write("hosts", &cluster.addresses.join("\n"));
    cluster.secret("secret", "short", 0o600);
    assert_says(0, &[LARGE], "secret: it has only 5 bytes: 16 or more are needed");
    #[cfg(unix)]
    {
        cluster.secret("secret", "0123456789abcdef", 0o644);
        assert_says(0, &[LARGE], "secret: other users can read it (mode 644): run chmod 600");
    }
    let tsume = Command::new(env!("CARGO_BIN_EXE_tsumugi"))
        .current_dir(&cluster.folder)
        .args(["tsume", "--lang", "en", "--hosts", "hosts", "--process", "0", "--secret", "secret", LARGE])
        .output()
        .expect("a process");
    assert_eq!(tsume.status.code(), Some(2));
}
