//! The table of DESIGN.md, "Layers and who may import whom".

/// A module directly below the crate root, and the modules it may import beside itself. A layer imports only layers
/// that stand above it in the list.
pub struct Layer {
    pub name: &'static str,
    /// Separated by blanks.
    pub imports: &'static str,
}

pub const LAYERS: &[Layer] = &[
    layer("types", ""),
    layer("board", "types"),
    layer("position", "types board"),
    layer("movegen", "types board position"),
    layer("record", "types position"),
    layer("problem", "types position record"),
    layer("certificate", "types board position movegen record"),
    layer("notation", "types board position movegen record problem"),
    layer("store", ""),
    layer("solve", "types board position movegen record problem store certificate"),
    layer("analysis", "types board position movegen record problem store certificate solve"),
    layer("play", "types board position movegen store solve"),
    layer("report", "types board position movegen record problem store certificate solve analysis notation"),
    layer(
        "bench",
        "types board position movegen record problem certificate notation store solve analysis play report",
    ),
    layer(
        "usi",
        "types board position movegen record problem certificate notation store solve analysis play report bench",
    ),
    layer(
        "cli",
        "types board position movegen record problem certificate notation store solve analysis play report bench usi",
    ),
];

/// The program itself: `main.rs`, which only starts the command line.
pub const PROGRAM: Layer = layer("main", "cli");

/// The one layer that may hold `unsafe` without giving a reason.
pub const HOME_OF_UNSAFE: &str = "store";

/// The layers that may write to standard output and standard error.
pub const PRINTING: &[&str] = &["usi", "cli", PROGRAM.name];

const fn layer(name: &'static str, imports: &'static str) -> Layer {
    Layer { name, imports }
}

/// The layer of that name.
pub fn find(name: &str) -> Option<&'static Layer> {
    LAYERS.iter().find(|layer| layer.name == name)
}

impl Layer {
    pub fn may_import(&self, target: &str) -> bool {
        target == self.name || self.imports.split(' ').any(|import| import == target)
    }
}
