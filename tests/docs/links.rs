//! Links within the repository, and paths that the page on architecture names.

use super::pages::{Page, page, pages, root};
use std::path::Path;

/// The targets of the links and pictures of a page.
fn targets(page: &Page) -> Vec<&str> {
    let prose = page.prose();
    let parts = prose.into_iter().flat_map(|line| line.split("](").skip(1));
    parts.map(|part| part.split(')').next().expect("a first part")).collect()
}

/// The anchor of a heading, as code hosts make it: lower case, blanks as hyphens, without punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

fn has_heading(page: &Page, wanted: &str) -> bool {
    let is_wanted =
        |line: &str| line.starts_with('#') && anchor(line.trim_start_matches('#').trim()) == wanted;
    page.prose().into_iter().any(is_wanted)
}

#[test]
fn links_lead_somewhere() {
    for from in pages() {
        let folder = from.path.parent().expect("a folder");
        for target in targets(&from) {
            if target.contains("://") {
                continue;
            }
            let (path, wanted) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() { from.path.clone() } else { folder.join(path) };
            assert!(root().join(&path).exists(), "{}: {target}", from.path.display());
            assert!(
                wanted.is_empty() || has_heading(&page(path), wanted),
                "{}: {target}",
                from.path.display()
            );
        }
    }
}

/// Whether a text in backticks is a path of this repository.
fn is_path(text: &str) -> bool {
    ["src/", "tests/", "docs/", "problems/", ".ci/"].iter().any(|start| text.starts_with(start))
}

#[test]
fn paths_that_the_pages_name_exist() {
    for page in pages() {
        for line in page.prose() {
            for path in line.split('`').skip(1).step_by(2).filter(|text| is_path(text)) {
                let path = path.split([' ', '*', '{']).next().expect("a first part");
                assert!(root().join(Path::new(path)).exists(), "{}: {path}", page.path.display());
            }
        }
    }
}
