//! The memory of the machine, and what this process may use and uses, in bytes; `None` where the system does not
//! report it.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// The memory of the machine, or of the container (control group) in which the process runs.
pub fn total_bytes() -> Option<u64> {
    let machine = field("/proc/meminfo", "MemTotal:");
    let container = fs::read_to_string("/proc/self/cgroup").ok();
    let container = container.and_then(|groups| container_bytes(&groups, Path::new("/sys/fs/cgroup")));
    machine.into_iter().chain(container).min()
}

/// How much more memory the process may take under the limits with which it was started (`ulimit -v`, `ulimit
/// -d`). Every call returns the result of the first one, so that nothing that depends on it changes during the
/// run.
pub fn allowed_bytes() -> Option<u64> {
    static ALLOWED: OnceLock<Option<u64>> = OnceLock::new();
    *ALLOWED.get_or_init(|| {
        let left = |limit: Option<u64>, used: &str| Some(limit?.saturating_sub(field(STATUS, used)?));
        let [space, data] = limits();
        [left(space, "VmSize:"), left(data, "VmData:")].into_iter().flatten().min()
    })
}

/// For processes with limited memory: makes the allocator reserve only the address space that is requested, and
/// return large allocations to the system at once. Must be called before there are threads. Costs some speed when
/// several threads allocate.
pub fn use_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The size from which an allocation is mapped by itself: the default, which would otherwise grow.
        const LARGE: libc::c_int = 128 << 10;
        // SAFETY: both parameters are documented, and only numbers are passed.
        unsafe {
            libc::mallopt(libc::M_ARENA_MAX, 1);
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}

/// The largest amount of memory that this process has held so far.
pub fn peak_process_bytes() -> Option<u64> {
    field(STATUS, "VmHWM:")
}

const STATUS: &str = "/proc/self/status";

/// The limits of the address space and of the data in it.
#[cfg(target_os = "linux")]
fn limits() -> [Option<u64>; 2] {
    [libc::RLIMIT_AS, libc::RLIMIT_DATA].map(|resource| {
        let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
        // SAFETY: the system writes the two numbers of the structure, which outlives the call.
        let told = unsafe { libc::getrlimit(resource, &raw mut limit) };
        (told == 0 && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
    })
}

#[cfg(not(target_os = "linux"))]
fn limits() -> [Option<u64>; 2] {
    [None, None]
}

/// The smallest limit of the control groups (of either version) to which the process belongs. `groups` is the
/// system's list of them.
fn container_bytes(groups: &str, root: &Path) -> Option<u64> {
    let limits = groups.lines().flat_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let (kinds, path) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        let (folder, file) = match kinds {
            "" => (root.to_path_buf(), "memory.max"),
            _ if kinds.split(',').any(|kind| kind == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => return Vec::new(),
        };
        let path = Path::new(path.trim_start_matches('/'));
        // A group's limit also applies to the groups inside it. In a container the path may be one of the host.
        let read = |group: &Path| fs::read_to_string(folder.join(group).join(file)).ok()?.trim().parse().ok();
        path.ancestors().filter_map(read).collect()
    });
    limits.min()
}

/// The value of a line `name   number kB` in a file of the proc file system, in bytes.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_limit_of_all_groups_counts() -> std::io::Result<()> {
        let root = std::env::temp_dir().join(format!("tsumugi-groups-{}", std::process::id()));
        for (file, text) in [
            ("memory.max", "max\n"),
            ("a/memory.max", "3000\n"),
            ("a/b/memory.max", "4000\n"),
            ("memory/c/memory.limit_in_bytes", "2000\n"),
        ] {
            let path = root.join(file);
            path.parent().map(fs::create_dir_all).transpose()?;
            fs::write(path, text)?;
        }
        for (groups, expected) in [
            ("0::/a/b\n", Some(3000)),
            ("0::/\n", None),
            ("0::/elsewhere/x\n", None),
            ("5:cpu:/a\n4:blkio,memory:/c\n0::/a\n", Some(2000)),
            ("what is this", None),
            ("", None),
        ] {
            assert_eq!(container_bytes(groups, &root), expected, "{groups}");
        }
        fs::remove_dir_all(root)
    }

    #[test]
    fn without_limits_everything_is_allowed() {
        assert!(total_bytes().is_none_or(|total| total > 1 << 20));
        assert_eq!(allowed_bytes().is_some(), limits().iter().any(Option::is_some));
    }
}
