//! The stages of a tsume search.

/// A stage of a tsume search. Each stage builds on the earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The search looks for short mates, one length after the other.
    #[default]
    ShortMates,
    /// The search looks for a mate of any length.
    AnyMate,
    /// The search looks for a mate shorter than the known one.
    Shortening,
    /// The search looks for shorter mates at the positions of the known line.
    Improving,
    /// The search looks for a mate two plies shorter than the known one, or proves that there is none.
    Proving,
    /// The search derives the main line.
    MainLine,
    /// The search looks for an equally long line that leaves nothing in the attacker's hand.
    Surplus,
    /// The search has ended.
    Done,
}

impl Stage {
    /// All stages, in their order.
    pub const ALL: [Stage; 8] = [
        Stage::ShortMates,
        Stage::AnyMate,
        Stage::Shortening,
        Stage::Improving,
        Stage::Proving,
        Stage::MainLine,
        Stage::Surplus,
        Stage::Done,
    ];

    /// The name in files and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::ShortMates => "short-mates",
            Stage::AnyMate => "any-mate",
            Stage::Shortening => "shortening",
            Stage::Improving => "improving",
            Stage::Proving => "proving",
            Stage::MainLine => "main-line",
            Stage::Surplus => "surplus",
            Stage::Done => "done",
        }
    }
}
