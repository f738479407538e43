//! A file of games to which a run appends further games.

use crate::cli::fatal_error::FatalError;
use crate::cli::output::files::LockedFile;
use crate::play::tune::game::Game;
use crate::report::Lang;
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hasher};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The output for games.
pub struct GamesFile {
    target: Target,
    /// Hashes of the games that were in the file when it was opened.
    known: HashSet<u64>,
}

enum Target {
    /// A regular file, locked for this process.
    File(LockedFile),
    /// A pipe or a device, with its path.
    Direct(File, PathBuf),
}

impl GamesFile {
    /// Opens or creates a file. An incomplete last game, left by a run that was killed, is cut off with a message; a
    /// file that holds anything else is not changed.
    ///
    /// # Errors
    /// Another process appends games to it, it holds something else, or an I/O error.
    pub fn open(path: &Path, lang: Lang) -> Result<GamesFile, FatalError> {
        let mut known = HashSet::new();
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let opened = OpenOptions::new().append(true).open(path);
            let file = opened.map_err(|cause| FatalError::unwritable(path, cause))?;
            return Ok(GamesFile { target: Target::Direct(file, path.to_owned()), known });
        }
        let mut locked = LockedFile::open(path, lang)?;
        let mut bytes = Vec::new();
        locked.file.read_to_end(&mut bytes).map_err(|cause| FatalError::unreadable(path, cause))?;
        for game in Game::read_all(&bytes) {
            match game {
                Ok((game, _)) => {
                    known.insert(mark(&game));
                }
                // Only after at least one complete game can the rest be recognised as an incomplete game.
                Err(at) if at == 0 || !Game::is_begun(&bytes[at..]) => return Err(no_game(path, at)),
                Err(at) => {
                    locked.cut(at as u64)?;
                    tell_of_cut(path, bytes.len() - at, lang);
                }
            }
        }
        Ok(GamesFile { target: Target::File(locked), known })
    }

    /// Whether the file held this game when it was opened.
    pub fn had(&self, game: &Game) -> bool {
        self.known.contains(&mark(game))
    }

    /// Whether the file held no game when it was opened.
    pub fn was_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Appends a game. If that fails, nothing of it stays in a regular file.
    ///
    /// # Errors
    /// An I/O error.
    pub fn add(&mut self, game: &Game) -> Result<(), FatalError> {
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        match &mut self.target {
            Target::File(locked) => locked.add(&bytes).map(drop),
            Target::Direct(file, path) => {
                file.write_all(&bytes).map_err(|cause| FatalError::unwritable(path, cause))
            }
        }
    }

    /// Ends the output after the last game.
    ///
    /// # Errors
    /// The file was moved, removed or replaced, and cannot be restored under its name.
    pub fn finish(&mut self) -> Result<(), FatalError> {
        match &mut self.target {
            Target::File(locked) => locked.keep_name(),
            Target::Direct(..) => Ok(()),
        }
    }
}

/// A hash that identifies a game.
fn mark(game: &Game) -> u64 {
    let mut bytes = Vec::new();
    game.write(&mut bytes);
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    hasher.finish()
}

fn tell_of_cut(file: &Path, bytes: usize, lang: Lang) {
    let file = file.display();
    log::warn!(
        "{}",
        lang.pick(
            format!("{file}: 最後の対局は途中で切れています: その{bytes}バイトを取り除きました"),
            format!("{file}: its last game was incomplete: the {bytes} bytes of it were removed"),
        )
    );
}

/// The error for a file that holds something other than games.
pub fn no_game(file: &Path, at: usize) -> FatalError {
    let file = file.display();
    FatalError::new(
        format!("{file}: no game at byte {at}: give files of `tune play`"),
        format!("{file}: {at}バイト目からの対局が読めません: `tune play` のファイルを書いてください"),
    )
}
