//! What the library promises: everything that its documentation shows. It changes only on purpose.
//!
//! The test reads the sources from `src/lib.rs` on, follows re-exports, and holds what it finds against `surface.txt`.
//! After a change on purpose, `TSUMUGI_RENEW_SURFACE=1 cargo test --test surface` writes that file anew.

mod listing;
mod source;

use listing::Listing;
use source::Library;
use std::path::Path;

fn library() -> Library {
    Library::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

#[test]
fn the_surface_changes_only_on_purpose() {
    let found = Listing::of(&library()).text();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/surface/surface.txt");
    if std::env::var_os("TSUMUGI_RENEW_SURFACE").is_some() {
        std::fs::write(&file, &found).expect("a writable file");
    }
    let stated = std::fs::read_to_string(&file).expect("surface.txt");
    let (found, stated): (Vec<&str>, Vec<&str>) = (found.lines().collect(), stated.lines().collect());
    let new = found.iter().filter(|line| !stated.contains(line)).map(|line| format!("+ {line}"));
    let gone = stated.iter().filter(|line| !found.contains(line)).map(|line| format!("- {line}"));
    let differences: Vec<String> = gone.chain(new).collect();
    assert!(
        differences.is_empty(),
        "the surface of the library is another one:\n{}\nIf that is meant: TSUMUGI_RENEW_SURFACE=1 cargo test --test surface",
        differences.join("\n")
    );
    assert!(found.len() > 500, "only {} lines: something is not seen", found.len());
}

#[test]
fn what_signatures_name_can_be_named() {
    let unnamed = Listing::of(&library()).unnamed;
    assert!(unnamed.is_empty(), "not part of the surface, but in it:\n{}", unnamed.join("\n"));
}
