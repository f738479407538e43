//! A file of answers without what is not needed any more.

use super::Span;
use super::claim::Claim;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Replaces a file by one with these of its lines, which is there as a whole or not at all; nothing is done where that would
/// take the file from somebody else who has a name for it.
///
/// # Errors
/// What the system says; the file is as it was.
pub(super) fn with(claim: &Claim, spans: &[Span]) -> io::Result<Option<Claim>> {
    if has_other_names(&claim.file)? {
        return Ok(None);
    }
    let beside = beside(&claim.path);
    // Left by a process that was killed here; this one holds the lock now.
    let _ = fs::remove_file(&beside);
    let replaced = write(claim, spans, &beside).and_then(|file| {
        fs::rename(&beside, &claim.path)?;
        Ok(file)
    });
    match replaced {
        Ok(file) => {
            sync_folder(&claim.path);
            Ok(Some(Claim { path: claim.path.clone(), file, is_alone: true }))
        }
        Err(error) => {
            let _ = fs::remove_file(&beside);
            Err(error)
        }
    }
}

/// Writes the new file beside the old one, locked before anybody knows it.
fn write(claim: &Claim, spans: &[Span], beside: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).append(true).create_new(true).open(beside)?;
    file.try_lock()?;
    keep_owner(&claim.file, &file)?;
    let mut reader = BufReader::new(&claim.file);
    let mut writer = BufWriter::new(&file);
    for span in spans {
        reader.seek(SeekFrom::Start(span.start))?;
        let copied = io::copy(&mut reader.by_ref().take(span.length), &mut writer)?;
        if copied < span.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        writer.write_all(b"\n")?;
    }
    writer.flush()?;
    drop(writer);
    file.sync_all()?;
    Ok(file)
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".compact");
    path.with_file_name(name)
}

/// The same owner and mode, or an error.
fn keep_owner(old: &File, new: &File) -> io::Result<()> {
    let metadata = old.metadata()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        fchown(new, Some(metadata.uid()), Some(metadata.gid()))?;
    }
    new.set_permissions(metadata.permissions())
}

/// Whether a file has more than one name: the others would keep what was in it.
#[cfg(unix)]
fn has_other_names(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    Ok(file.metadata()?.nlink() > 1)
}

#[cfg(not(unix))]
fn has_other_names(_: &File) -> io::Result<bool> {
    Ok(false)
}

/// Makes the new name durable, where the system knows such a thing.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().filter(|_| cfg!(unix)) {
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        log::debug!("{}: {synced:?}", folder.display());
    }
}
