//! `tsumugi serve` as the tests start it: any free port, a folder of its own.

use crate::folder::Folder;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A server; it ends with this value.
pub struct Server {
    process: Child,
    /// Where the page is.
    pub url: String,
    _data: Folder,
}

impl Server {
    /// Starts one.
    pub fn start() -> Server {
        let data = Folder::new("jobs");
        let mut process = Command::new(env!("CARGO_BIN_EXE_tsumugi"))
            .args(["serve", "--port", "0", "--memory", "1G", "--threads", "2", "--data"])
            .arg(data.path())
            .env_remove("RUST_LOG")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let mut url = String::new();
        BufReader::new(process.stdout.take().expect("piped"))
            .read_line(&mut url)
            .expect("the address of the page");
        let url = url.trim().to_owned();
        assert!(url.starts_with("http://"), "{url:?}");
        Server { process, url, _data: data }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
