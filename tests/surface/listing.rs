//! The surface of the library as a list.

use super::source::{Library, Place, attributes, flatten, is_hidden, is_public, name_of, text};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Fields, ImplItem, Item, Signature, TraitItem, Variant};

/// The surface.
pub struct Listing {
    /// Its lines: a path from outside, and what stands there.
    lines: BTreeSet<String>,
    /// What signatures name though it is no part of the surface.
    pub unnamed: Vec<String>,
}

/// What is being gathered.
struct Gathering<'a> {
    library: &'a Library,
    lines: BTreeSet<String>,
    /// The items seen, with what they are called outside.
    names: BTreeMap<Place, String>,
    /// The items that signatures name, with one of the places where.
    mentions: BTreeMap<Place, String>,
}

impl Listing {
    /// Gathers the surface.
    pub fn of(library: &Library) -> Listing {
        let (lines, names, mentions) = Default::default();
        let mut it = Gathering { library, lines, names, mentions };
        it.module(&[], "");
        for (item, name) in it.names.clone() {
            it.implementations(&item, &name);
        }
        let unnamed = it.mentions.iter().filter(|(item, _)| !it.names.contains_key(*item));
        let unnamed = unnamed.map(|(item, place)| format!("{} in {place}", item.join("::"))).collect();
        Listing { unnamed, lines: it.lines }
    }

    /// One line for each thing.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl Gathering<'_> {
    /// What a module shows: its public items, modules and re-exports. `outside`: its path with `::` at the end.
    fn module(&mut self, place: &[String], outside: &str) {
        let library = self.library;
        for item in &library.0[place].items {
            if is_hidden(attributes(item)) {
                continue;
            }
            match item {
                Item::Mod(inner) if is_public(&inner.vis) => {
                    let shown = format!("{outside}{}", inner.ident);
                    self.lines.insert(format!("mod {shown}"));
                    self.module(&[place, &[inner.ident.to_string()]].concat(), &format!("{shown}::"));
                }
                Item::Use(import) if is_public(&import.vis) => {
                    flatten(&import.tree, Vec::new(), &mut |path, name| {
                        let shown = format!("{outside}{name}");
                        match library.resolve(place, &path) {
                            Some(found) => self.item(&found, &shown),
                            None => drop(self.lines.insert(format!("use {shown} = {}", path.join("::")))),
                        }
                    });
                }
                _ => {
                    if let Some(name) = name_of(item) {
                        let shown = format!("{outside}{name}");
                        self.item(&[place, &[name]].concat(), &shown);
                    }
                }
            }
        }
    }

    fn item(&mut self, place: &[String], name: &str) {
        let library = self.library;
        let Some(item) = library.item(place).filter(|item| !is_hidden(attributes(item))) else { return };
        let home = &place[..place.len() - 1];
        let is_shown = match item {
            Item::Struct(item) if is_public(&item.vis) => {
                self.line(home, name, format!("struct {name}{}", text(&item.generics)), &item.generics);
                self.fields(home, name, &item.fields, true);
                true
            }
            Item::Enum(item) if is_public(&item.vis) => {
                let ends = if is_non_exhaustive(&item.attrs) { ", non-exhaustive" } else { "" };
                self.line(home, name, format!("enum {name}{}{ends}", text(&item.generics)), &item.generics);
                item.variants.iter().for_each(|variant| self.variant(home, name, variant));
                true
            }
            Item::Trait(item) if is_public(&item.vis) => {
                self.line(home, name, format!("trait {name}"), &item.generics);
                for inner in &item.items {
                    if let TraitItem::Fn(function) = inner {
                        self.signature(home, name, &function.sig);
                    }
                }
                true
            }
            Item::Fn(item) if is_public(&item.vis) => {
                self.line(home, name, format!("{name}: {}", text(&item.sig)), &item.sig);
                true
            }
            Item::Const(item) if is_public(&item.vis) => {
                self.line(home, name, format!("const {name}: {}", text(&item.ty)), &*item.ty);
                true
            }
            Item::Type(item) if is_public(&item.vis) => {
                self.line(home, name, format!("type {name} = {}", text(&item.ty)), &*item.ty);
                true
            }
            _ => false,
        };
        if is_shown {
            self.names.insert(place.to_vec(), name.to_owned());
        }
    }

    fn variant(&mut self, home: &[String], name: &str, variant: &Variant) {
        let name = format!("{name}::{}", variant.ident);
        self.lines.insert(name.clone());
        self.fields(home, &name, &variant.fields, false);
    }

    fn fields(&mut self, home: &[String], name: &str, fields: &Fields, have_visibility: bool) {
        for (index, field) in fields.iter().enumerate() {
            if (is_public(&field.vis) || !have_visibility) && !is_hidden(&field.attrs) {
                let field_name = field.ident.as_ref().map_or(index.to_string(), |ident| ident.to_string());
                self.line(home, name, format!("{name}.{field_name}: {}", text(&field.ty)), &field.ty);
            }
        }
    }

    /// The public functions and constants of a type, wherever they are written.
    fn implementations(&mut self, item: &[String], name: &str) {
        let library = self.library;
        for (home, module) in &library.0 {
            for found in &module.items {
                let Item::Impl(block) = found else { continue };
                let syn::Type::Path(of) = &*block.self_ty else { continue };
                let path: Vec<String> = of.path.segments.iter().map(|it| it.ident.to_string()).collect();
                if block.trait_.is_some() || library.resolve(home, &path).as_deref() != Some(item) {
                    continue;
                }
                for inner in &block.items {
                    match inner {
                        ImplItem::Fn(function) if is_public(&function.vis) && !is_hidden(&function.attrs) => {
                            self.signature(home, name, &function.sig);
                        }
                        ImplItem::Const(inner) if is_public(&inner.vis) && !is_hidden(&inner.attrs) => {
                            let line = format!("const {name}::{}: {}", inner.ident, text(&inner.ty));
                            self.line(home, name, line, &inner.ty);
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn signature(&mut self, home: &[String], name: &str, signature: &Signature) {
        self.line(home, name, format!("{name}::{}: {}", signature.ident, text(signature)), signature);
    }

    /// A line, and what its syntax names.
    fn line<'ast>(&mut self, home: &[String], name: &str, line: String, syntax: impl Named<'ast>) {
        self.lines.insert(line);
        let mut paths = Paths(Vec::new());
        syntax.visit_with(&mut paths);
        for path in paths.0 {
            if let Some(item) = self.library.resolve(home, &path) {
                self.mentions.entry(item).or_insert_with(|| name.to_owned());
            }
        }
    }
}

fn is_non_exhaustive(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|it| it.path().is_ident("non_exhaustive"))
}

/// The paths of types in a piece of syntax.
struct Paths(Vec<Vec<String>>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

/// Syntax in which paths are looked for.
trait Named<'ast> {
    fn visit_with(self, paths: &mut Paths);
}

impl<'ast> Named<'ast> for &'ast syn::Type {
    fn visit_with(self, paths: &mut Paths) {
        paths.visit_type(self);
    }
}

impl<'ast> Named<'ast> for &'ast Signature {
    fn visit_with(self, paths: &mut Paths) {
        paths.visit_signature(self);
    }
}

impl<'ast> Named<'ast> for &'ast syn::Generics {
    fn visit_with(self, paths: &mut Paths) {
        paths.visit_generics(self);
    }
}
