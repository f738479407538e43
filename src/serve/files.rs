//! The files of the web page, embedded from `page/` at build time, and the outlines of pieces.

use crate::notation::diagram_outlines;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A file of the web page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// The name below `/app/`; the first file of [`FILES`] is also served as `/`.
    pub name: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// The contents.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! file {
    ($media:expr, $name:literal) => {
        PageFile { name: $name, media: $media, bytes: include_bytes!(concat!("page/", $name)) }
    };
}

/// All files; the first one is the page itself.
pub const FILES: &[PageFile] = &[
    file!(HTML, "index.html"),
    file!(SCRIPT, "answer_tree.js"),
    file!(SCRIPT, "api.js"),
    file!(SCRIPT, "app.js"),
    file!(SCRIPT, "asked.js"),
    file!(STYLE, "base.css"),
    file!(STYLE, "board.css"),
    file!(SCRIPT, "board.js"),
    file!(STYLE, "cards.css"),
    file!(SCRIPT, "chart.js"),
    file!(SCRIPT, "check.js"),
    file!(SCRIPT, "dom.js"),
    file!(SCRIPT, "downloads.js"),
    file!(SCRIPT, "editor.js"),
    file!(SCRIPT, "edits.js"),
    file!(SCRIPT, "exchange.js"),
    file!(SCRIPT, "explore.js"),
    file!(SCRIPT, "graph.js"),
    file!(PICTURE, "icon.svg"),
    file!(SCRIPT, "job_form.js"),
    file!(SCRIPT, "jobs.js"),
    file!(SCRIPT, "language.js"),
    file!(SCRIPT, "line.js"),
    file!(SCRIPT, "model.js"),
    file!(SCRIPT, "mover.js"),
    file!(SCRIPT, "names.js"),
    file!(SCRIPT, "pieces.js"),
    file!(SCRIPT, "play.js"),
    file!(SCRIPT, "pointer.js"),
    file!(SCRIPT, "position.js"),
    file!(SCRIPT, "quick.js"),
    file!(SCRIPT, "racks.js"),
    file!(SCRIPT, "shelf.js"),
    file!(SCRIPT, "solutions.js"),
    file!(SCRIPT, "texts_en.js"),
    file!(SCRIPT, "texts_ja.js"),
    file!(SCRIPT, "theme.js"),
    file!(STYLE, "tools.css"),
    file!(SCRIPT, "tools.js"),
    file!(SCRIPT, "transforms.js"),
    file!(SCRIPT, "tree_view.js"),
    file!(SCRIPT, "verdict.js"),
];

/// The outlines of the characters in diagrams, from which the page draws its pieces: a JSON object with an SVG path
/// for each character.
static OUTLINES: LazyLock<String> = LazyLock::new(|| {
    let outlines: BTreeMap<String, &str> =
        diagram_outlines().map(|(letter, path)| (letter.to_string(), path)).collect();
    serde_json::json!(outlines).to_string()
});

/// The file with a name.
pub fn find(name: &str) -> Option<PageFile> {
    if name == "outlines.json" {
        return Some(PageFile {
            name: "outlines.json",
            media: "application/json",
            bytes: OUTLINES.as_bytes(),
        });
    }
    FILES.iter().find(|file| file.name == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The greatest size of the whole page, in bytes.
    const MOST_BYTES: usize = 300_000;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        let entries = fs::read_dir(folder).expect("the folder");
        let there: BTreeSet<String> =
            entries.map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8")).collect();
        let served: BTreeSet<String> = FILES.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(there, served);
    }

    #[test]
    fn the_page_is_light() {
        let bytes: usize = FILES.iter().map(|file| file.bytes.len()).sum::<usize>() + OUTLINES.len();
        assert!(bytes <= MOST_BYTES, "{bytes}");
    }
}
