//! The parts of pages that tests read.

/// What stands between `<!-- NAME: begin -->` and `<!-- NAME: end -->` on a page.
#[track_caller]
pub fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("<!-- {name}: begin -->")).expect("the beginning");
    rest.split_once(&format!("<!-- {name}: end -->")).expect("the end").0
}
