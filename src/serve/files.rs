//! The page's files, as they stand in `page/` when the program is built.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// The name below `/app/`; the first file is also `/`.
    pub name: &'static str,
    /// Its media type.
    pub media: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";

/// All files; the first one is the page itself.
pub const FILES: &[PageFile] =
    &[PageFile { name: "index.html", media: HTML, bytes: include_bytes!("page/index.html") }];

/// The file of a name.
pub fn find(name: &str) -> Option<&'static PageFile> {
    FILES.iter().find(|file| file.name == name)
}
