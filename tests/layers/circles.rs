//! The inside of a layer: its files and folders form no circle.
//!
//! Each folder is judged by itself. What stands in it are its own file (`mod.rs`, or the file beside it that has its
//! name), its other files, and its sub-folders, each of these taken as a whole. One of them depends on another when a
//! path in it leads there; a name that was only handed on by a re-export leads to where it is defined. A circle is a
//! set of them in which each depends on each other, straight or through others of the set. So a parent that only lists
//! and re-exports its children depends on none of them, but one that uses what it imports from a child does, and must
//! define nothing that this child uses.
//!
//! Tests do not count: modules named `tests`. Not seen: a call of a method whose `impl` stands in another file, what
//! comes by a glob, and what a macro makes.

use super::paths::{self, ANYTHING, FoundPath};
use super::rules::module_of;
use std::collections::{BTreeMap, BTreeSet};

/// A chain of re-exports is followed so far.
const MOST_REEXPORTS: usize = 8;

/// A file of the layer.
struct File {
    path: String,
    paths: Vec<FoundPath>,
}

/// The files of one layer by their modules.
struct Modules(BTreeMap<Vec<String>, File>);

/// What stands in a folder: by its name, and the folder's own file without one.
type Room = Option<String>;

/// A dependence between two rooms of a folder, with the path that shows it.
type Arrows = BTreeMap<(Room, Room), String>;

/// The circles of a layer, in words. `files`: paths relative to `src`, with `/` between their parts, and their texts.
pub fn circles(layer: &str, files: &[(String, String)]) -> Vec<String> {
    let modules = Modules::read(layer, files);
    let mut folders: BTreeMap<Vec<String>, Arrows> = BTreeMap::new();
    for (module, file) in &modules.0 {
        for (target, text) in modules.dependences(module, file) {
            let shared = module.iter().zip(&target).take_while(|(a, b)| a == b).count();
            let rooms = (module.get(shared).cloned(), target.get(shared).cloned());
            let arrows = folders.entry(module[..shared].to_vec()).or_default();
            arrows.entry(rooms).or_insert_with(|| format!("src/{}: `{text}`", file.path));
        }
    }
    folders.iter().flat_map(|(folder, arrows)| circles_of_folder(folder, arrows)).collect()
}

impl Modules {
    fn read(layer: &str, files: &[(String, String)]) -> Modules {
        let mut modules = BTreeMap::new();
        for (path, source) in files {
            let module = module_of(path);
            if module.first().is_some_and(|first| first == layer) && !is_test(&module) {
                // Sources that cannot be read are found by the rules.
                let paths = paths::find(module.clone(), source).map(|found| found.paths).unwrap_or_default();
                modules.insert(module, File { path: path.clone(), paths });
            }
        }
        Modules(modules)
    }

    /// The modules of other files on which a file depends, and the paths that say so.
    fn dependences(&self, module: &[String], file: &File) -> Vec<(Vec<String>, String)> {
        let mut found = Vec::new();
        for path in &file.paths {
            if is_test(&path.module) || is_handed_on_only(path, file) {
                continue;
            }
            if let Some(home) = self.target(path).and_then(|target| self.home(target))
                && home != module
            {
                found.push((home, path.text()));
            }
        }
        found
    }

    /// Where a path leads, from the crate root.
    fn target(&self, path: &FoundPath) -> Option<Vec<String>> {
        if let Some(target) = path.target() {
            return Some(target.into_iter().map(str::to_owned).collect());
        }
        let child = [&path.module[..], &path.segments[..1]].concat();
        let is_child = path.segments.len() > 1 && self.0.contains_key(&child);
        is_child.then(|| [&path.module[..], &path.segments[..]].concat())
    }

    /// The module of the file in which the target is defined; `None` outside the layer.
    fn home(&self, mut target: Vec<String>) -> Option<Vec<String>> {
        for _ in 0..MOST_REEXPORTS {
            let module =
                (1..=target.len()).rev().map(|end| &target[..end]).find(|&it| self.0.contains_key(it))?;
            let Some(name) = target.get(module.len()).filter(|name| *name != ANYTHING) else {
                return Some(module.to_vec());
            };
            let imports = self.0[module].paths.iter().filter(|path| path.module == module);
            let mut named =
                imports.filter(|path| path.import.as_ref().is_some_and(|import| import.name == *name));
            let Some(path) = named.next() else { return Some(module.to_vec()) };
            let further = target[module.len() + 1..].to_vec();
            target = [self.target(path)?, further].concat();
        }
        None
    }
}

/// Whether code stands in tests.
fn is_test(module: &[String]) -> bool {
    module.iter().any(|name| name == "tests")
}

/// Whether a path is a re-export of something that the file does not use itself.
fn is_handed_on_only(path: &FoundPath, file: &File) -> bool {
    let Some(import) = path.import.as_ref().filter(|import| import.is_reexport) else { return false };
    !file
        .paths
        .iter()
        .any(|other| other.import.is_none() && other.segments[0] == import.name && !is_test(&other.module))
}

fn circles_of_folder(folder: &[String], arrows: &Arrows) -> Vec<String> {
    let reached: BTreeMap<&Room, BTreeSet<&Room>> =
        arrows.keys().map(|(from, _)| (from, reached_from(from, arrows))).collect();
    let are_tied =
        |a: &Room, b: &Room| reached[a].contains(b) && reached.get(b).is_some_and(|it| it.contains(a));
    let mut told = BTreeSet::new();
    let mut circles = Vec::new();
    for &room in reached.keys() {
        let circle: BTreeSet<&Room> =
            reached[room].iter().copied().filter(|other| are_tied(room, other)).collect();
        if circle.is_empty() || !told.insert(circle.clone()) {
            continue;
        }
        let ties = arrows.iter().filter(|((from, to), _)| circle.contains(from) && circle.contains(to));
        let ties: Vec<String> =
            ties.map(|((from, to), text)| format!("  {} -> {}: {text}", name(from), name(to))).collect();
        circles.push(format!("a circle in src/{}:\n{}", folder.join("/"), ties.join("\n")));
    }
    circles
}

/// The rooms that one depends on, straight or through others.
fn reached_from<'a>(start: &Room, arrows: &'a Arrows) -> BTreeSet<&'a Room> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Room> = vec![start];
    while let Some(room) = open.pop() {
        for (from, to) in arrows.keys() {
            if from == room && reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

fn name(room: &Room) -> &str {
    room.as_deref().unwrap_or("its own file")
}
