//! Annotations of a record: comments, times used, and endings of lines.

/// The time that a player used for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// The ply of the move, counted from the root; for an ending, the ply after the last move.
    pub ply: usize,
    /// The time in whole seconds, never 0.
    pub seconds: u32,
}

/// A comment on the position after a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The ply, counted from the root; 0 is the root itself.
    pub ply: usize,
    /// The text, of one or more lines.
    pub text: String,
}

/// The ending of a line, as written after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// 詰み: mate.
    Mate,
    /// 不詰: no mate.
    NoMate,
    /// 投了: the side to move resigns.
    Resignation,
    /// 中断: the game was interrupted.
    Interruption,
    /// 千日手: repetition.
    Repetition,
    /// 持将棋: impasse.
    Impasse,
    /// 入玉勝ち: the side to move declares a win.
    Declaration,
    /// 切れ負け: the time of the side to move is up.
    TimeUp,
    /// 反則勝ち: the move before was illegal.
    IllegalMoveBefore,
    /// 反則負け: the side to move makes an illegal move.
    IllegalMove,
}

impl Ending {
    /// All endings, for look-ups by the names in various formats.
    pub const ALL: [Ending; 10] = [
        Ending::Mate,
        Ending::NoMate,
        Ending::Resignation,
        Ending::Interruption,
        Ending::Repetition,
        Ending::Impasse,
        Ending::Declaration,
        Ending::TimeUp,
        Ending::IllegalMoveBefore,
        Ending::IllegalMove,
    ];

    /// The word used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Mate => "mate",
            Ending::NoMate => "no-mate",
            Ending::Resignation => "resignation",
            Ending::Interruption => "interruption",
            Ending::Repetition => "repetition",
            Ending::Impasse => "impasse",
            Ending::Declaration => "declaration",
            Ending::TimeUp => "time-up",
            Ending::IllegalMoveBefore => "illegal-move-before",
            Ending::IllegalMove => "illegal-move",
        }
    }
}
