//! What counts as a defence: the policy for futile interpositions (無駄合).

/// Which interpositions (合駒) count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Futile {
    /// Every legal interposition: plain minimax.
    None,
    /// A futile interposition is left out, together with its capture.
    #[default]
    Official,
}

impl Futile {
    /// The name in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Futile::None => "none",
            Futile::Official => "official",
        }
    }
}
