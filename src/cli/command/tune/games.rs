//! A file of games to which others are added.

use crate::cli::fatal_error::FatalError;
use crate::play::tune::game::Game;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The file, for this process alone.
pub struct GamesFile {
    path: PathBuf,
    file: File,
    /// The length of the file up to the end of its last whole game; `None` for a pipe or a device.
    len: Option<u64>,
}

impl GamesFile {
    /// Opens or makes a file. What a run that was killed left of its last game is cut off; a file of anything else is
    /// left as it is.
    ///
    /// # Errors
    /// Another process adds games to it, it holds something else, or an I/O error.
    pub fn open(path: &Path) -> Result<GamesFile, FatalError> {
        let unwritable = |cause| FatalError::unwritable(path, cause);
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let file = OpenOptions::new().append(true).open(path).map_err(unwritable)?;
            return Ok(GamesFile { path: path.to_owned(), file, len: None });
        }
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(unwritable)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(taken(path)),
            // Where a file system knows no locks, the user must know.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|cause| FatalError::unreadable(path, cause))?;
        let mut rest = &bytes[..];
        while !rest.is_empty() && Game::read(&mut rest).is_some() {}
        let len = bytes.len() - rest.len();
        if !rest.is_empty() {
            // Without a game before it nothing tells half a game from something else.
            if len == 0 || !Game::is_begun(rest) {
                return Err(no_game(path, len));
            }
            file.set_len(len as u64).map_err(unwritable)?;
        }
        file.seek(SeekFrom::Start(len as u64)).map_err(unwritable)?;
        Ok(GamesFile { path: path.to_owned(), file, len: Some(len as u64) })
    }

    /// Adds a game, whole or not at all.
    ///
    /// # Errors
    /// An I/O error.
    pub fn add(&mut self, game: &Game) -> Result<(), FatalError> {
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        let written = self.file.write_all(&bytes);
        if let Some(len) = &mut self.len {
            match written {
                Ok(()) => *len += bytes.len() as u64,
                // If it cannot be cut now, it is when games are added the next time.
                Err(_) => drop(self.file.set_len(*len)),
            }
        }
        written.map_err(|cause| FatalError::unwritable(&self.path, cause))
    }
}

fn taken(path: &Path) -> FatalError {
    let path = path.display();
    FatalError::new(
        format!("{path}: another process adds games to it: wait for it, or give another name"),
        format!("{path}: 別のプロセスが対局を加えています: 終わるのを待つか、別の名前を書いてください"),
    )
}

/// A file that holds something else than games.
pub fn no_game(file: &Path, at: usize) -> FatalError {
    let file = file.display();
    FatalError::new(
        format!("{file}: no game at byte {at}: give files of `tune play`"),
        format!("{file}: {at}バイト目からの対局が読めません: `tune play` のファイルを書いてください"),
    )
}
