//! What counts as a defence: the policy for futile interpositions (無駄合).
//!
//! `docs/futile-interpositions.md` has the definition, with diagrams that the tests solve.

/// Which interpositions (合駒) count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Futile {
    /// Every legal interposition: plain minimax.
    None,
    /// A drop onto the line of check does not count when the attacker can take it with check so that, with the piece given
    /// back, the mate takes no longer than after the other replies. Both plies are left out of the length.
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
