//! The stages of a tsume search.

/// What a tsume search is doing. Each stage builds on those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// It asks for short mates, one length after the other.
    #[default]
    ShortMates,
    /// It searches for a mate of any length.
    AnyMate,
    /// It asks for a mate shorter than the one known.
    Shortening,
    /// It searches for shorter ways at the positions of the line known.
    Improving,
    /// It asks for a mate in two plies less than the one known.
    Proving,
    /// It derives the main line.
    MainLine,
    /// It looks for a line as long after which nothing is left in the attacker's hand.
    Surplus,
    /// Nothing is left to be done.
    Done,
}

impl Stage {
    /// All of them, in their order.
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
