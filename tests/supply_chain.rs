//! What the program is made of besides itself: licences, where packages come from, packages that are there twice.
//!
//! Known faults of dependencies are told by `cargo deny check`, whose rules (`deny.toml`) are those of this test.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Licences under which a dependency may be used.
const LICENCES: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The only place from which packages come.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether a licence expression (SPDX, or the older form with a slash) can be met by licences of the list.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = expression.split_whitespace().peekable();
    let allowed = alternatives(&mut words);
    allowed && words.next().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn alternatives(words: &mut Words) -> bool {
    let mut allowed = conjunction(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= conjunction(words);
    }
    allowed
}

fn conjunction(words: &mut Words) -> bool {
    let mut allowed = licence(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= licence(words);
    }
    allowed
}

fn licence(words: &mut Words) -> bool {
    let Some(word) = words.next() else { return false };
    if word == "(" {
        return alternatives(words) & words.next_if_eq(&")").is_some();
    }
    let exception = words.next_if_eq(&"WITH").and_then(|_| words.next());
    let whole = exception.map_or(word.to_owned(), |exception| format!("{word} WITH {exception}"));
    LICENCES.contains(&whole.as_str())
}

#[test]
fn expressions_of_licences_are_understood() {
    for (expression, allowed) in [
        ("MIT", true),
        ("GPL-3.0-only", false),
        ("MIT OR GPL-3.0-only", true),
        ("MIT AND GPL-3.0-only", false),
        ("MIT/Apache-2.0", true),
        ("(MIT OR GPL-2.0-only) AND BSD-3-Clause", true),
        ("(MIT OR Apache-2.0) AND LGPL-3.0-only", false),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("GPL-2.0-only WITH Classpath-exception-2.0", false),
        ("MIT MIT", false),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression), allowed, "{expression}");
    }
}

/// The packages that cargo knows: all, or where those of other systems were never fetched, all for this one.
fn packages() -> Vec<Value> {
    let cargo = |more: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["metadata", "--locked", "--offline", "--format-version", "1"]).args(more);
        cargo.current_dir(root()).output().expect("cargo")
    };
    let all = cargo(&[]);
    let output = if all.status.success() {
        all
    } else {
        let version = Command::new("rustc").arg("-vV").output().expect("rustc");
        let version = String::from_utf8(version.stdout).expect("UTF-8");
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host");
        cargo(&["--filter-platform", host])
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let mut refused = Vec::new();
    let packages = packages();
    assert!(packages.len() > 40, "{} packages", packages.len());
    for package in &packages {
        let licence = package["license"].as_str().unwrap_or("");
        if !is_allowed(licence) {
            refused.push(format!("{} {}: `{licence}`", package["name"], package["version"]));
        }
    }
    assert!(refused.is_empty(), "licences that are not in the list:\n{}", refused.join("\n"));
}

/// Name, version and source of each package in Cargo.lock, for all systems.
fn locked() -> Vec<(String, String, Option<String>)> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let packages = lock.split("[[package]]").skip(1);
    let field = |package: &str, name: &str| {
        let value = package.lines().find_map(|line| line.strip_prefix(&format!("{name} = \"")))?;
        value.strip_suffix('"').map(str::to_owned)
    };
    let all = packages.map(|package| {
        let (name, version) = (field(package, "name"), field(package, "version"));
        (name.expect("a name"), version.expect("a version"), field(package, "source"))
    });
    all.collect()
}

#[test]
fn no_package_is_there_in_two_versions() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, version, _) in locked() {
        versions.entry(name).or_default().insert(version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    assert!(versions.is_empty(), "{versions:?}");
}

#[test]
fn packages_come_from_the_registry() {
    for (name, version, source) in locked() {
        let is_ours = name == env!("CARGO_PKG_NAME");
        let expected = if is_ours { None } else { Some(REGISTRY) };
        assert_eq!(source.as_deref(), expected, "{name} {version}");
    }
}

/// What `cargo deny` is told is what this test goes by.
#[test]
fn the_rules_of_cargo_deny_are_the_same() {
    let rules = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let list = |beginning: &str| {
        let (_, rest) = rules.split_once(beginning).expect("a list");
        let (list, _) = rest.split_once(']').expect("its end");
        list.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(list("\nallow = ["), LICENCES);
    assert!(rules.contains("\nmultiple-versions = \"deny\"\n") && !rules.contains("\nskip"), "{rules}");
}
