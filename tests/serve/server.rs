//! A server for a test, with a folder of its own.

use super::client::{Answer, Connection, Event, Events, request};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// No job of a test takes longer.
const PATIENCE: Duration = Duration::from_secs(600);

/// A folder that is removed in the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tsumugi-serve-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program.
pub fn tsumugi() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
    command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command
}

/// A server that runs.
pub struct Server {
    child: Child,
    pub url: String,
    pub port: u16,
}

impl Server {
    /// Starts a server on a free port.
    pub fn start(data: &Path, more: &[&str]) -> Server {
        let mut command = tsumugi();
        command.args(["serve", "--port", "0", "--quiet", "--data"]).arg(data).args(more);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program");
        let mut url = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut url).expect("an address");
        let url = url.trim().to_owned();
        let authority = url.split('/').nth(2).unwrap_or_default();
        let port = authority.rsplit(':').next().and_then(|port| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("no address: {url:?}"));
        Server { child, url, port }
    }

    /// Sends a request and reads the answer.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        self.ask_with(method, path, &[], body.as_bytes())
    }

    pub fn ask_with(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut connection = Connection::open(self.port);
        connection.send(&request(self.port, method, path, headers, body));
        if method == "HEAD" { connection.answer_without_body() } else { connection.answer() }
    }

    pub fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, "");
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.ask("POST", path, &body.to_string());
        assert!(answer.status < 300, "{path} {body}: {} {}", answer.status, answer.text());
        answer.json()
    }

    /// Adds a job: its name.
    pub fn add(&self, request: &Value) -> String {
        self.post("/api/jobs", request)["id"].as_str().expect("an id").to_owned()
    }

    pub fn job(&self, id: &str) -> Value {
        self.get(&format!("/api/jobs/{id}"))
    }

    /// Waits until a job is as wanted.
    pub fn wait(&self, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let due = Instant::now() + PATIENCE;
        loop {
            let job = self.job(id);
            if wanted(&job) {
                return job;
            }
            assert!(Instant::now() < due, "{job}");
            sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a job has ended.
    pub fn wait_for_end(&self, id: &str) -> Value {
        self.wait(id, |job| !matches!(job["state"].as_str(), Some("queued" | "running")))
    }

    /// Waits until the search of a job is longer than this, and returns how long.
    pub fn wait_beyond(&self, id: &str, plies: u64) -> u64 {
        let job = self.wait(id, |job| job["progress"]["plies"].as_u64() > Some(plies));
        job["progress"]["plies"].as_u64().expect("a length")
    }

    /// Waits until the search of a job is on again: it has not begun anew, but at about this length.
    pub fn assert_goes_on(&self, id: &str, plies: u64) {
        let job = self.wait(id, |job| job["progress"]["plies"].as_u64().is_some());
        assert!(job["progress"]["plies"].as_u64() >= Some(plies - 1), "it begins anew: {job}");
    }

    /// Waits for the end of a job that was interrupted: its answer is that of one that was not.
    pub fn answered_as_undisturbed(&self, id: &str, request: &Value) -> Value {
        let resumed = self.wait_for_end(id);
        let other = self.wait_for_end(&self.add(request));
        let answer = |job: &Value| without_stats(job["answers"][0].clone());
        assert_eq!(answer(&resumed), answer(&other));
        resumed
    }

    /// All events of a job up to its end.
    pub fn events(&self, id: &str) -> Vec<Event> {
        Events::open(self.port, id, None).collect()
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server by SIGTERM.
    #[cfg(unix)]
    pub fn terminate(mut self) -> ExitStatus {
        let pid = libc::pid_t::try_from(self.child.id()).expect("a process");
        // SAFETY: the process is a child that was not waited for, so the number is still its own.
        assert_eq!(unsafe { libc::kill(pid, libc::SIGTERM) }, 0);
        let due = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < due, "SIGTERM does not end the server");
            sleep(Duration::from_millis(10));
        }
    }

    /// Kills the server.
    pub fn kill(mut self) {
        self.child.kill().expect("a process");
        self.child.wait().expect("a child");
    }

    /// Whether it still runs.
    pub fn is_alive(&mut self) -> bool {
        self.child.try_wait().expect("a child").is_none()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the program to its end: what it prints, and its status.
pub fn run(command: &mut Command) -> (String, String, ExitStatus) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().expect("a pipe").read_to_string(&mut stdout).expect("UTF-8");
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("UTF-8");
    (stdout, stderr, child.wait().expect("a child"))
}

/// The answer without what differs from run to run.
pub fn without_stats(mut answer: Value) -> Value {
    let removed = answer.as_object_mut().expect("an object").remove("stats");
    assert!(removed.is_some(), "{answer}");
    answer
}
