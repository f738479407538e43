//! The table of layers in `docs/architecture.md`: who may import whom.

use std::sync::LazyLock;

/// A module directly below the crate root, and the modules it may import beside itself. A layer imports only layers
/// that stand above it in the list.
pub struct Layer {
    pub name: &'static str,
    pub imports: Vec<&'static str>,
}

/// The rows of the page, in its order.
pub static LAYERS: LazyLock<Vec<Layer>> = LazyLock::new(|| parse(PAGE));

const PAGE: &str = include_str!("../../docs/architecture.md");

/// The row of `main.rs`, which only starts the command line.
pub const PROGRAM: &str = "main";

/// The one layer that may hold `unsafe` without giving a reason.
pub const HOME_OF_UNSAFE: &str = "store";

/// The layers that may write to standard output and standard error.
pub const PRINTING: &[&str] = &["usi", "cli", PROGRAM];

/// The layers of a page: the first column names one, the third what it may import.
fn parse(page: &'static str) -> Vec<Layer> {
    let table = page
        .split("<!-- layers: begin -->")
        .nth(1)
        .and_then(|rest| rest.split("<!-- layers: end -->").next());
    let rows = table.expect("a table of layers").lines().filter(|line| line.starts_with("| `"));
    let mut layers: Vec<Layer> = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, imports] = cells[..] else { panic!("not three columns: {row}") };
        let imports = match imports {
            "–" => Vec::new(),
            "all above" => layers.iter().map(|layer| layer.name).collect(),
            names => names.split(' ').map(in_backticks).collect(),
        };
        layers.push(Layer { name: in_backticks(name), imports });
    }
    layers
}

fn in_backticks(text: &'static str) -> &'static str {
    text.strip_prefix('`')
        .and_then(|text| text.strip_suffix('`'))
        .unwrap_or_else(|| panic!("`{text}` is no name"))
}

/// The layer of that name.
pub fn find(name: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.name == name)
}

impl Layer {
    pub fn may_import(&self, target: &str) -> bool {
        target == self.name || self.imports.contains(&target)
    }
}
