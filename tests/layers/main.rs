//! Contract of the layers (`docs/architecture.md`): who may import whom, where `unsafe` lives, who prints.
//!
//! It judges the text of the sources: a file counts for the module that its place under `src` makes it, and a layer
//! that does not exist yet is simply not there. Not seen: what reaches a layer through the re-export of another.

mod circles;
mod paths;
mod rules;
mod table;

use circles::circles;
use rules::violations;
use std::fs;
use std::path::{Path, PathBuf};
use table::LAYERS;

#[test]
fn sources_keep_to_the_layers() {
    let sources = sources();
    assert!(sources.iter().any(|(path, _)| path == "lib.rs"), "no sources");
    let found: Vec<String> = sources.iter().flat_map(|(path, source)| violations(path, source)).collect();
    assert!(found.is_empty(), "{} violations:\n{}", found.len(), found.join("\n"));
}

#[test]
fn files_and_folders_form_no_circle() {
    let sources = sources();
    let found: Vec<String> = LAYERS.iter().flat_map(|layer| circles(layer.name, &sources)).collect();
    assert!(found.is_empty(), "{} circles:\n{}", found.len(), found.join("\n"));
}

/// All sources: their paths relative to `src`, with `/` between the parts, and their texts.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |file: &PathBuf| {
        let path = file.strip_prefix(&root).expect("it was found below the root");
        let path = path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        (path, fs::read_to_string(file).expect("a readable source"))
    };
    rust_files(&root).iter().map(read).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn table_imports_upwards_only() {
    for (index, layer) in LAYERS.iter().enumerate() {
        for import in &layer.imports {
            assert!(LAYERS[..index].iter().any(|above| above.name == *import), "{}: {import}", layer.name);
        }
    }
}

/// One bad import of each form: the file, its text, and what must be said about it.
const BAD_IMPORTS: &[(&str, &str, &str)] = &[
    ("types/mod.rs", "use crate::board::Bitboard;", "`types` may not import `board`"),
    ("types/color.rs", "use super::super::usi;", "`types` may not import `usi`"),
    ("types.rs", "use super::usi::Session;", "`types` may not import `usi`"),
    ("types/mod.rs", "use self::super::notation::kif;", "`types` may not import `notation`"),
    ("board/mod.rs", "pub use crate::position::Position;", "`board` may not import `position`"),
    ("board/mod.rs", "use crate::{types::Color, solve::Limits};", "`board` may not import `solve`"),
    (
        "board/mod.rs",
        "use crate::{types::{self, Color}, board::{rays::{self, line}}, report::{text::ja}};",
        "`report`",
    ),
    ("position/key.rs", "use {std::fmt, crate::usi::Session};", "`position` may not import `usi`"),
    ("position/key.rs", "use crate::usi as interface;", "`position` may not import `usi`"),
    ("position/key.rs", "use crate::{usi as u, types as t};", "`position` may not import `usi`"),
    ("position/key.rs", "use crate::{types as usi, cli::{self as usi}};", "`position` may not import `cli`"),
    ("position/key.rs", "use crate::movegen::*;", "`position` may not import `movegen`"),
    ("position/key.rs", "use crate::{types::*, movegen::{*}};", "`position` may not import `movegen`"),
    ("position/key.rs", "use crate::*;", "`crate::*` is the crate root"),
    ("position/key.rs", "use super::super::*;", "`super::super::*` is the crate root"),
    ("position/key.rs", "use crate as everything;", "`crate` is the crate root"),
    ("position/key.rs", "use super::super as everything;", "`super::super` is the crate root"),
    ("position/key.rs", "use super::{super::usi};", "`position` may not import `usi`"),
    ("position/key.rs", "use crate::Position;", "`Position` is no layer"),
    ("position/key.rs", "use crate::r#usi::Session;", "`position` may not import `usi`"),
    ("store/mod.rs", "fn f() -> u32 { 1 + crate::types::one() }", "`store` may not import `types`"),
    ("store/mod.rs", "fn f() { return ::tsumugi::types::one(); }", "`store` may not import `types`"),
    ("store/mod.rs", "fn f(board: &mut super::board::Bitboard) {}", "`store` may not import `board`"),
    ("store/mod.rs", "struct S(pub (crate::types::Move, u8));", "`store` may not import `types`"),
    ("store/mod.rs", "fn f() { g::<Vec<crate::types::Move>>() }", "`store` may not import `types`"),
    (
        "store/mod.rs",
        "fn f() -> T { <u8 as crate::types::Index>::index() }",
        "`store` may not import `types`",
    ),
    ("store/mod.rs", "impl crate::types::Index for u8 {}", "`store` may not import `types`"),
    ("store/mod.rs", "fn f(x: u8) { if let crate::types::ONE = x {} }", "`store` may not import `types`"),
    ("store/mod.rs", "#[cfg(test)] mod tests { use super::super::types; }", "`store` may not import `types`"),
    ("store/mod.rs", "mod a { mod b { fn f() { super::super::super::types::f() } } }", "`types`"),
    ("store/mod.rs", "fn f() { vec![crate::usi::X]; }", "`store` may not import `usi`"),
    ("store/mod.rs", "fn f() { crate::usi::send!(1); }", "`store` may not import `usi`"),
    ("store/mod.rs", "macro_rules! m { () => { $crate::usi::X } }", "`store` may not import `usi`"),
    ("store/mod.rs", "macro_rules! m { ($n:ident) => { $crate::$n::X } }", "`crate::*` is the crate root"),
    ("store/mod.rs", "#[derive(crate::usi::Form)] struct S;", "`store` may not import `usi`"),
    ("solve/mod.rs", "use crate::notation::japanese;", "`solve` may not import `notation`"),
    ("solve/helpmate/mod.rs", "mod t { use super::super::super::play; }", "`solve` may not import `play`"),
    ("lib.rs", "pub mod types { use super::usi::Session; }", "`types` may not import `usi`"),
    ("main.rs", "use tsumugi::solve;", "`main` may not import `solve`"),
    ("main.rs", "use tsumugi::{cli, usi};", "`main` may not import `usi`"),
    ("main.rs", "use tsumugi::*;", "`tsumugi::*` is the crate root"),
    ("main.rs", "fn main() { tsumugi::usi::run() }", "`main` may not import `usi`"),
    ("misc/mod.rs", "", "`misc` is no layer"),
    ("misc.rs", "", "`misc` is no layer"),
];

#[test]
fn every_form_of_a_bad_import_is_found() {
    for (path, source, expected) in BAD_IMPORTS {
        let found = violations(path, source);
        assert!(found.len() == 1 && found[0].contains(expected), "{path}: {source}\n{found:?}");
    }
}

#[test]
fn printing_and_unsafe_outside_their_homes_are_found() {
    const BAD: &[(&str, &str, &str)] = &[
        ("solve/mod.rs", "fn f() { println!(\"{}\", 1) }", "`println!`"),
        ("solve/mod.rs", "fn f() { std::eprintln!(\"x\") }", "`eprintln!`"),
        ("solve/mod.rs", "mod tests { fn f() { g(dbg!(1)) } }", "`dbg!`"),
        ("lib.rs", "macro_rules! say { ($x:expr) => { print!($x) } }", "`print!`"),
        ("record/mod.rs", "use std::io::{self, stdout};", "`std::io::stdout`"),
        ("record/mod.rs", "fn f() { writeln!(io::stderr(), \"x\") }", "`io::stderr`"),
        ("board/mod.rs", "fn f() { unsafe { g() } }", "line 1: `unsafe`"),
        ("board/mod.rs", "// SAFETY: not directly above.\n\nunsafe fn f() {}", "line 3: `unsafe`"),
        ("board/mod.rs", "// It is fast.\nunsafe impl Send for S {}", "line 2: `unsafe`"),
        ("board/mod.rs", "const S: &str = \"//\"; unsafe fn f() {}", "cannot tell"),
        ("lib.rs", "fn f() { m!(unsafe { g() }) }", "line 1: `unsafe`"),
    ];
    for (path, source, expected) in BAD {
        let found = violations(path, source);
        assert!(found.len() == 1 && found[0].contains(expected), "{path}: {source}\n{found:?}");
    }
}

#[test]
fn good_samples_pass() {
    const GOOD: &[(&str, &str)] = &[
        (
            "movegen/drops.rs",
            r##"
            //! Not imported: `use crate::usi;`.
            use super::{self as here, MoveList, line::{self, *}};
            use crate::{board::{Bitboard, between as span}, position::Position as Place, types::*};
            use std::{collections::{HashMap as Map, *}, fmt::{self, Write as _}};
            use thiserror::Error;
            pub(crate) struct Drops<'a> { pub(super) list: &'a MoveList, pub(in crate::movegen) one: crate::types::Move }
            impl crate::movegen::Listener for Drops<'_> {
                type Out = Result<super::MoveList, self::line::Gap>;
                fn usi(&mut self, crate_: usize) -> bool {
                    /* println!("crate::usi") */
                    let usi = self.list; // crate::usi, unsafe
                    vec![crate::types::Move::NONE].len() != crate_ && usi.is_empty() && "crate::usi unsafe" != ""
                }
            }
            mod tests { use super::*; use super::super::tests::oracle; use super::super::super::board; }
            "##,
        ),
        ("lib.rs", "pub mod usi; pub use usi::Session; pub use crate::cli::run;"),
        ("main.rs", "use std::process::ExitCode; fn main() -> ExitCode { println!(); tsumugi::cli::main() }"),
        ("usi/session.rs", "use crate::play::Player; fn f() { println!(\"bestmove\") }"),
        ("cli/mod.rs", "use crate::{usi, bench, types}; fn f() { eprintln!() }"),
        ("store/table.rs", "fn f() { unsafe { g() } }"),
        (
            "board/mod.rs",
            "fn f() {\n    // SAFETY: the square is on the board,\n    // see `Square`.\n    #[allow(unsafe_code)]\n    unsafe { g() }\n}",
        ),
    ];
    for (path, source) in GOOD {
        assert_eq!(violations(path, source), [""; 0], "{path}: {source}");
    }
}

/// Files of a layer, and the rooms of the circle that they form; none where they form none.
const CIRCLES: &[(&[(&str, &str)], &str)] = &[
    (&[("board/a.rs", "use super::b::B;"), ("board/b.rs", "use super::a::A;")], "a -> b, b -> a"),
    (
        &[("board/a.rs", "fn f() { super::b::f() }"), ("board/b.rs", "use crate::board::a::A as B;")],
        "a -> b, b -> a",
    ),
    // Folders are taken as a whole: no two of these files need each other.
    (
        &[
            ("board/a/one.rs", "use crate::board::b::two::T;"),
            ("board/a/two.rs", ""),
            ("board/b/one.rs", "use crate::board::a::two::T;"),
            ("board/b/two.rs", ""),
        ],
        "a -> b, b -> a",
    ),
    // What is handed on counts as what it is.
    (
        &[
            ("board/mod.rs", "mod a; mod b; pub use a::A; pub(super) use b::{self, B as C};"),
            ("board/a.rs", "use super::C;"),
            ("board/b.rs", "use crate::board::A;"),
        ],
        "a -> b, b -> a",
    ),
    (
        &[("board/mod.rs", "mod a; use a::A; pub struct B(A);"), ("board/a.rs", "use super::B;")],
        " -> a, a -> ",
    ),
    (
        &[("board/mod.rs", "mod a; pub use a::A; pub struct B(A);"), ("board/a.rs", "use super::B;")],
        " -> a, a -> ",
    ),
    (&[("board.rs", "mod a; fn f() { a::f() }"), ("board/a.rs", "fn f() { super::f() }")], " -> a, a -> "),
    // None.
    (&[("board/mod.rs", "mod a; pub use a::A; pub struct B;"), ("board/a.rs", "use super::B;")], ""),
    (
        &[
            ("board/mod.rs", "mod a; use a::A; pub struct B(A);"),
            ("board/a.rs", "mod tests { use super::super::B; }"),
        ],
        "",
    ),
    (
        &[
            ("board/a.rs", "use super::{b::B, c::{self, C}};"),
            ("board/b.rs", "use super::c::C; fn f(a: u8) -> u8 { a }"),
            ("board/c.rs", "use super::*; use crate::types::a::A;"),
            ("board/tests.rs", "use super::a::A;"),
        ],
        "",
    ),
];

#[test]
fn every_form_of_a_circle_is_found() {
    for (files, expected) in CIRCLES {
        let files: Vec<(String, String)> =
            files.iter().map(|&(path, source)| (path.to_owned(), source.to_owned())).collect();
        let found = circles("board", &files);
        assert_eq!(found.len(), usize::from(!expected.is_empty()), "{files:?}\n{found:?}");
        for arrow in expected.split(", ").filter(|arrow| !arrow.is_empty()) {
            let (from, to) = arrow.split_once(" -> ").expect("an arrow");
            let named = |room: &str| if room.trim().is_empty() { "its own file" } else { room }.to_owned();
            let line = format!("\n  {} -> {}: src/", named(from), named(to));
            assert!(found[0].contains(&line), "{files:?}: {arrow}\n{found:?}");
        }
    }
}
