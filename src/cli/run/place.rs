//! The place of this process in a distributed search by several processes, on one machine or several.

use crate::cli::args::{HostFlags, quoted};
use crate::cli::fatal_error::FatalError;
use crate::cli::stderr::tell;
use crate::cluster::{ClusterError, Difference, Hosts, Links, Secret, join};
use crate::report::{Lang, system_text};
use crate::solve::helpmate::cluster::HostLost;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The place of this process in a distributed search.
pub struct ProcessPlace {
    hosts: Hosts,
    process: usize,
    secret: Secret,
    wait: Duration,
    /// The paths of the list and of the secret, as they were typed.
    files: [PathBuf; 2],
}

impl ProcessPlace {
    /// The place that the flags give this process in the list of hosts.
    ///
    /// # Errors
    /// The list or the secret is wrong.
    pub fn new(flags: &HostFlags, list: &Path) -> Result<ProcessPlace, FatalError> {
        let (Some(process), Some(secret)) = (flags.process, &flags.secret) else {
            unreachable!("the command line has both where it has --hosts")
        };
        let named = |path: &Path, error: ClusterError| match error {
            ClusterError::Read(cause) => FatalError::unreadable(path, cause),
            error => {
                let path = path.display();
                FatalError::new(
                    format!("{path}: {}", text(&error, Lang::En)),
                    format!("{path}: {}", text(&error, Lang::Ja)),
                )
            }
        };
        let hosts = Hosts::read(list).map_err(|error| named(list, error))?;
        let process = usize::from(process);
        if process >= hosts.count() {
            return Err(named(list, ClusterError::NoSuchProcess { process, processes: hosts.count() }));
        }
        let files = [list.to_owned(), secret.clone()];
        let secret = Secret::read(secret).map_err(|error| named(secret, error))?;
        Ok(ProcessPlace { hosts, process, secret, wait: flags.join, files })
    }

    /// The number of this process.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Connects to the other processes. All must have the same `task`, the text of what they do together.
    ///
    /// # Errors
    /// What is wrong and what to do.
    pub fn join(&self, task: &str, lang: Lang) -> Result<Links, String> {
        join(&self.hosts, self.process, &self.secret, task, self.wait).map_err(|error| text(&error, lang))
    }

    /// The message about a process that was lost.
    pub fn lost(&self, lost: &HostLost, lang: Lang) -> String {
        let HostLost { process, cause } = lost;
        let address = if *process < self.hosts.count() { self.hosts.address(*process) } else { "?" };
        lang.pick(
            format!("プロセス{process} ({address}) が失われました: {cause}"),
            format!("process {process} ({address}) is lost: {cause}"),
        )
    }

    /// Prints that a process was lost, and what to do if no checkpoint is kept.
    pub fn tell_lost(&self, name: &str, lost: &HostLost, has_checkpoint: bool, lang: Lang) {
        let lost = self.lost(lost, lang);
        tell(match has_checkpoint {
            true => format!("{name}: {lost}"),
            false => lang.pick(
                format!("{name}: {lost}。全プロセスをもう一度始めてください"),
                format!("{name}: {lost}. Start all processes again"),
            ),
        });
    }

    /// The command by which this process resumes from a checkpoint.
    pub fn resume_command(&self, folder: &Path) -> String {
        let ([list, secret], process) = (&self.files, self.process);
        let (list, secret, folder) = (quoted(list), quoted(secret), quoted(folder));
        format!("tsumugi resume --hosts {list} --process {process} --secret {secret} {folder}")
    }
}

/// What is wrong, and what the user can do.
fn text(error: &ClusterError, lang: Lang) -> String {
    match error {
        ClusterError::Read(cause) | ClusterError::System(cause) => system_text(cause, lang),
        ClusterError::Address { line, text } => lang.pick(
            format!("{line}行目「{text}」は「ホスト:ポート」ではありません"),
            format!("line {line}: `{text}` is not HOST:PORT"),
        ),
        ClusterError::SameAddress { first, second } => lang.pick(
            format!("{first}行目と{second}行目のアドレスが同じです: プロセスごとに別のアドレスが要ります"),
            format!("lines {first} and {second} have the same address: each process needs its own"),
        ),
        ClusterError::Count(count) => lang.pick(
            format!("{count}個のアドレスがあります: 2個から255個を1行に1個ずつ書いてください"),
            format!("{count} addresses: write 2 to 255, one per line"),
        ),
        ClusterError::NoSuchProcess { process, processes } => lang.pick(
            format!("--process {process} はありません: 番号は0から{}です", processes - 1),
            format!("there is no --process {process}: the numbers are 0 to {}", processes - 1),
        ),
        ClusterError::OpenSecret { mode } => lang.pick(
            format!("他の人が読めます (モード{mode:o}): chmod 600 を実行してください"),
            format!("other users can read it (mode {mode:o}): run chmod 600"),
        ),
        ClusterError::ShortSecret(len) => lang.pick(
            format!("{len}バイトしかありません: 16バイト以上が要ります"),
            format!("it has only {len} bytes: 16 or more are needed"),
        ),
        ClusterError::Listen { address, source } => {
            let why = system_text(source, lang);
            lang.pick(
                format!("{address}: 待ち受けできません: {why}"),
                format!("{address}: cannot listen there: {why}"),
            )
        }
        ClusterError::Absent { process, address, waited, cause } => {
            let seconds = waited.as_secs_f64();
            let cause =
                cause.as_ref().map_or(String::new(), |cause| format!(" ({})", system_text(cause, lang)));
            lang.pick(
                format!("プロセス{process} ({address}) が{seconds}秒間応答しません{cause}: 始めたか、同じ合言葉か確かめてください"),
                format!("process {process} ({address}) did not answer within {seconds} s{cause}: check that it was started with the same secret"),
            )
        }
        ClusterError::Differs { process, address, what } => {
            let (japanese, english) = match what {
                Difference::Build => ("プログラムの版", "build of the program"),
                Difference::Task => {
                    ("問題、制限、アドレスの一覧のどれか", "problem, limits or list of hosts")
                }
            };
            lang.pick(
                format!("プロセス{process} ({address}) は{japanese}が違います"),
                format!("process {process} ({address}) has a different {english}"),
            )
        }
    }
}
