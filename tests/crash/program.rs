//! Starting the program, and what is done to it before it runs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The number of the user who owns nothing.
const NOBODY: u32 = 65_534;

/// The program with arguments, in a folder, away from the user's language and log settings.
pub fn program(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tsumugi"));
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "RUST_LOG"] {
        command.env_remove(name);
    }
    command
}

/// Runs a command to its end.
pub fn finished(mut command: Command) -> Output {
    command.output().expect("the program")
}

/// No file may grow beyond so many bytes, as if the disk were full.
pub fn limit_files(command: &mut Command, bytes: u64) {
    // SAFETY: both calls are allowed between fork and exec, and touch nothing but the new process.
    unsafe {
        command.pre_exec(move || {
            let limit = libc::rlimit { rlim_cur: bytes as libc::rlim_t, rlim_max: bytes as libc::rlim_t };
            // Ignored, the signal becomes an error of the write.
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            if libc::setrlimit(libc::RLIMIT_FSIZE, &raw const limit) == 0 {
                Ok(())
            } else {
                Err(std::io::Error::last_os_error())
            }
        });
    }
}

/// How to be somebody to whom the modes of files matter.
#[derive(Debug, Clone, Copy)]
pub struct Nobody {
    /// Whether the tests run as root, to whom they do not.
    is_root: bool,
}

impl Nobody {
    /// Tries it.
    ///
    /// # Errors
    /// Why it cannot be done here.
    pub fn find() -> Result<Nobody, String> {
        // SAFETY: it has no preconditions.
        let nobody = Nobody { is_root: unsafe { libc::geteuid() } == 0 };
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let mut command = program(&["--version"], &folder);
        nobody.be(&mut command);
        match command.output() {
            Ok(output) if output.status.success() => Ok(nobody),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
            Err(error) => Err(format!("as another user the program does not start: {error}")),
        }
    }

    /// Lets a command run as nobody, if it would run as root.
    pub fn be(self, command: &mut Command) {
        if self.is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
    }
}

/// Forbids or allows everybody but root to write to a folder.
pub fn set_writable(folder: &Path, is_writable: bool) {
    let mode = if is_writable { 0o755 } else { 0o555 };
    fs::set_permissions(folder, fs::Permissions::from_mode(mode)).expect("our folder");
}
