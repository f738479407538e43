//! The pages, and the fenced blocks in them.

use std::fs;
use std::path::{Path, PathBuf};

/// A page of the documentation.
pub struct Page {
    /// Its path from the root of the repository.
    pub path: PathBuf,
    pub text: String,
}

/// A fenced block.
pub struct Block<'a> {
    /// The number of the line with the opening fence.
    pub line: usize,
    /// The comment on the line above, such as `tested` of `<!-- tested -->`.
    pub marker: Option<&'a str>,
    /// The word behind the opening fence.
    pub language: &'a str,
    pub lines: Vec<&'a str>,
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page by its path from the root.
pub fn page(path: impl Into<PathBuf>) -> Page {
    let path = path.into();
    let text =
        fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Page { path, text }
}

/// README.md and all pages of `docs`.
pub fn pages() -> Vec<Page> {
    let entries = fs::read_dir(root().join("docs")).expect("the folder docs");
    let names = entries.map(|entry| entry.expect("a readable entry").file_name());
    let mut paths: Vec<PathBuf> = names.map(|name| Path::new("docs").join(name)).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths.insert(0, PathBuf::from("README.md"));
    paths.into_iter().map(page).collect()
}

impl Page {
    pub fn is_japanese(&self) -> bool {
        self.path.to_string_lossy().ends_with(".ja.md")
    }

    /// The fenced blocks.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block<'_>> = Vec::new();
        let (mut is_open, mut above) = (false, "");
        for (at, line) in self.text.lines().enumerate() {
            match (line.strip_prefix("```"), is_open) {
                (Some(language), false) => {
                    let marker = above.strip_prefix("<!-- ").and_then(|text| text.strip_suffix(" -->"));
                    blocks.push(Block { line: at + 1, marker, language, lines: Vec::new() });
                    is_open = true;
                }
                (Some(_), true) => is_open = false,
                (None, true) => blocks.last_mut().expect("an open block").lines.push(line),
                (None, false) => {}
            }
            above = line;
        }
        assert!(!is_open, "{}: a fence is not closed", self.path.display());
        blocks
    }

    /// The blocks under a marker.
    pub fn blocks_under(&self, marker: &str) -> Vec<Block<'_>> {
        self.blocks().into_iter().filter(|block| block.marker == Some(marker)).collect()
    }

    /// The text between `<!-- NAME: begin -->` and `<!-- NAME: end -->`.
    pub fn section(&self, name: &str) -> &str {
        let after = self.text.split(&format!("<!-- {name}: begin -->")).nth(1);
        let section = after.and_then(|text| text.split(&format!("<!-- {name}: end -->")).next());
        section.unwrap_or_else(|| panic!("{}: no section {name}", self.path.display()))
    }

    /// The lines outside fenced blocks.
    pub fn prose(&self) -> Vec<&str> {
        let mut is_open = false;
        let outside = self.text.lines().filter(|line| {
            let is_fence = line.starts_with("```");
            is_open ^= is_fence;
            !is_open && !is_fence
        });
        outside.collect()
    }
}
