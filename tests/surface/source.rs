//! The sources of the library: modules, what is defined in them, and what names stand for there.

use std::collections::BTreeMap;
use std::path::Path;
use syn::{Attribute, Item, UseTree, Visibility};

/// A chain of re-exports is followed so far.
const MOST_REEXPORTS: usize = 8;

/// The place of a module or an item, from the crate root.
pub type Place = Vec<String>;

/// A module.
#[derive(Default)]
pub struct Module {
    pub items: Vec<Item>,
    /// What imports make of names: the whole path, from the crate root or from another crate.
    imports: BTreeMap<String, Place>,
}

/// All modules of the library.
pub struct Library(pub BTreeMap<Place, Module>);

impl Library {
    /// Reads the sources below a folder, from its `lib.rs` on.
    pub fn read(root: &Path) -> Library {
        let mut modules = BTreeMap::new();
        read_file(&root.join("lib.rs"), root, Vec::new(), &mut modules);
        let mut library = Library(modules);
        let imports: Vec<(Place, BTreeMap<String, Place>)> = library
            .0
            .iter()
            .map(|(place, module)| (place.clone(), imports(module, place, &library)))
            .collect();
        for (place, imports) in imports {
            library.0.get_mut(&place).expect("a module").imports = imports;
        }
        library
    }

    /// The item that a path in a module stands for, through re-exports; `None` for what other crates define.
    pub fn resolve(&self, module: &[String], path: &[String]) -> Option<Place> {
        let mut place = self.absolute(module, path)?;
        for _ in 0..MOST_REEXPORTS {
            if self.item(&place).is_some() {
                return Some(place);
            }
            let (name, home) = place.split_last()?;
            place = self.0.get(home)?.imports.get(name)?.clone();
        }
        None
    }

    /// The item at a place.
    pub fn item(&self, place: &[String]) -> Option<&Item> {
        let (name, home) = place.split_last()?;
        self.0.get(home)?.items.iter().find(|item| name_of(item).is_some_and(|found| found == *name))
    }

    fn absolute(&self, module: &[String], path: &[String]) -> Option<Place> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Vec::new(),
            "self" => module.to_vec(),
            "super" => module[..module.len().checked_sub(1)?].to_vec(),
            name => {
                let child = [module, &[name.to_owned()]].concat();
                if self.0.contains_key(&child) || self.item(&child).is_some() {
                    child
                } else {
                    self.0.get(module)?.imports.get(name)?.clone()
                }
            }
        };
        let mut place = start;
        for segment in rest {
            match segment.as_str() {
                "super" => drop(place.pop()),
                name => place.push(name.to_owned()),
            }
        }
        Some(place)
    }
}

fn read_file(file: &Path, folder: &Path, place: Place, modules: &mut BTreeMap<Place, Module>) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    read_items(parsed.items, folder, place, modules);
}

fn read_items(items: Vec<Item>, folder: &Path, place: Place, modules: &mut BTreeMap<Place, Module>) {
    let items: Vec<Item> = items.into_iter().filter(|item| !is_test(attributes(item))).collect();
    for item in &items {
        let Item::Mod(inner) = item else { continue };
        let name = inner.ident.to_string();
        let inner_folder = folder.join(&name);
        let inner_place = place.iter().chain([&name]).cloned().collect();
        match &inner.content {
            Some((_, items)) => read_items(items.clone(), &inner_folder, inner_place, modules),
            None => {
                let alone = folder.join(format!("{name}.rs"));
                let file = if alone.exists() { alone } else { inner_folder.join("mod.rs") };
                read_file(&file, &inner_folder, inner_place, modules);
            }
        }
    }
    modules.insert(place, Module { items, imports: BTreeMap::new() });
}

fn imports(module: &Module, place: &[String], library: &Library) -> BTreeMap<String, Place> {
    let mut found = BTreeMap::new();
    for item in &module.items {
        if let Item::Use(import) = item {
            flatten(&import.tree, Vec::new(), &mut |path, name| {
                let is_here = matches!(path[0].as_str(), "crate" | "self" | "super")
                    || library.0.contains_key(&[place, &path[..1]].concat());
                let whole = if is_here { library.absolute(place, &path) } else { Some(path) };
                found.extend(whole.map(|whole| (name, whole)));
            });
        }
    }
    found
}

/// Calls `visit` with every path of a `use` and the name that it gives.
pub fn flatten(tree: &UseTree, path: Place, visit: &mut dyn FnMut(Place, String)) {
    match tree {
        UseTree::Path(inner) => flatten(&inner.tree, [path, vec![inner.ident.to_string()]].concat(), visit),
        UseTree::Name(name) if name.ident == "self" => {
            let last = path.last().cloned().unwrap_or_default();
            visit(path, last);
        }
        UseTree::Name(name) => visit([path, vec![name.ident.to_string()]].concat(), name.ident.to_string()),
        UseTree::Rename(name) => {
            visit([path, vec![name.ident.to_string()]].concat(), name.rename.to_string());
        }
        UseTree::Glob(_) => {}
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, path.clone(), visit)),
    }
}

/// The name of an item that has one.
pub fn name_of(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an attribute hides something from the documentation.
pub fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| it.path().is_ident("doc") && text(it).contains("hidden"))
}

/// Whether something is public for other crates.
pub fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| it.path().is_ident("cfg") && text(it).contains("test"))
}

/// Something of the source as text, with spaces where the source needs them.
pub fn text(tokens: &impl quote::ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (spaced, tight) in [
        (" :: ", "::"),
        (" < ", "<"),
        (" > ", ">"),
        (" >", ">"),
        ("< ", "<"),
        (" ,", ","),
        (" ;", ";"),
        (" :", ":"),
        ("& ", "&"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" [", "["),
        ("[ ", "["),
        (" ]", "]"),
        (" !", "!"),
        ("->", " -> "),
        ("fn(", "fn ("),
        (" ' ", " '"),
    ] {
        text = text.replace(spaced, tight);
    }
    while text.contains("  ") {
        text = text.replace("  ", " ");
    }
    text
}
