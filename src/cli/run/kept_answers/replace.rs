//! Shortens a file of answers by removing what is no longer needed.

use super::index::Span;
use crate::cli::output::files::LockedFile;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// Replaces a file by a new one with only these of its lines; if that fails, the old file is unchanged. Does nothing
/// and returns `false` if the file has further hard links, since they would keep the old contents.
///
/// # Errors
/// An I/O error; the file is unchanged.
pub(super) fn rewrite_with(locked: &mut LockedFile, spans: &[Span]) -> io::Result<bool> {
    if has_other_names(&locked.file)? {
        return Ok(false);
    }
    let old = locked.file.try_clone()?;
    locked.replace(|new| copy(&old, spans, new).and_then(|()| keep_owner(&old, new)))?;
    Ok(true)
}

/// Copies lines, each with its end.
fn copy(from: &File, spans: &[Span], to: &File) -> io::Result<()> {
    let mut reader = BufReader::new(from);
    let mut writer = BufWriter::new(to);
    for span in spans {
        reader.seek(SeekFrom::Start(span.start))?;
        let copied = io::copy(&mut reader.by_ref().take(span.length), &mut writer)?;
        if copied < span.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        writer.write_all(b"\n")?;
    }
    writer.flush()
}

/// Gives the new file the owner of the old one, or fails. Unlike for other outputs a failure is not ignored: a file
/// that grows from run to run must not be taken from its owner.
#[cfg(unix)]
fn keep_owner(old: &File, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let found = old.metadata()?;
    fchown(new, Some(found.uid()), Some(found.gid()))
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &File) -> io::Result<()> {
    Ok(())
}

/// Whether a file has more than one hard link: the others would keep the old contents.
#[cfg(unix)]
fn has_other_names(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink() > 1)
}

#[cfg(not(unix))]
fn has_other_names(_: &File) -> io::Result<bool> {
    Ok(false)
}
