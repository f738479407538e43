//! What the engine says, as lines of the protocol. Pure: `Display` gives a line without its end.
//!
//! A line may quote what the GUI sent or a message with letters outside ASCII; clients decode as ASCII or Shift_JIS,
//! so [`ascii`] is applied to every line before it is sent.

use crate::types::Move;
use std::fmt;
use std::time::Duration;

/// A line to the GUI other than `info`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `usiok`.
    UsiOk,
    /// `readyok`.
    ReadyOk,
    /// `bestmove …`.
    BestMove(BestMove),
    /// `checkmate …`.
    CheckMate(CheckMate<'a>),
}

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestMove {
    /// A move, and the answer that is expected.
    Move {
        /// The move.
        mv: Move,
        /// The answer to think about meanwhile.
        ponder: Option<Move>,
    },
    /// There is no move, or none worth playing.
    Resign,
    /// The declaration (入玉宣言): it holds.
    Win,
}

/// The four answers to `go mate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckMate<'a> {
    /// A mate; never empty.
    Moves(&'a [Move]),
    /// There is none: proved.
    NoMate,
    /// None was found.
    Timeout,
    /// The question cannot be answered here.
    NotImplemented,
}

/// An `info` line. What is `None` is not said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// Plies of the iteration, or of the mate that is excluded or found.
    pub depth: Option<u64>,
    /// Plies of the longest line.
    pub seldepth: Option<u64>,
    /// Which of several lines this is, from 1.
    pub multipv: Option<usize>,
    /// What it is worth to the side to move.
    pub score: Option<Score>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Since the search began.
    pub time: Option<Duration>,
    /// How full the memory is, in thousandths.
    pub hashfull: Option<u64>,
    /// The line.
    pub pv: &'a [Move],
    /// Free text; the rest of the line.
    pub string: Option<String>,
}

/// What a line is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in so many plies.
    Mate(u64),
    /// The side to move is mated in so many plies.
    Mated(u64),
}

impl fmt::Display for Reply<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::UsiOk => f.write_str("usiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::BestMove(best) => best.fmt(f),
            Reply::CheckMate(mate) => mate.fmt(f),
        }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BestMove::Move { mv, ponder: Some(ponder) } => write!(f, "bestmove {mv} ponder {ponder}"),
            BestMove::Move { mv, ponder: None } => write!(f, "bestmove {mv}"),
            BestMove::Resign => f.write_str("bestmove resign"),
            BestMove::Win => f.write_str("bestmove win"),
        }
    }
}

impl fmt::Display for CheckMate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")?;
        match self {
            CheckMate::Moves(moves) => write_moves(f, moves),
            CheckMate::NoMate => f.write_str(" nomate"),
            CheckMate::Timeout => f.write_str(" timeout"),
            CheckMate::NotImplemented => f.write_str(" notimplemented"),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => write!(f, "cp {value}"),
            Score::Mate(plies) => write!(f, "mate {plies}"),
            Score::Mated(plies) => write!(f, "mate -{plies}"),
        }
    }
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        let mut field = |name: &str, value: Option<&dyn fmt::Display>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        fn shown<T: fmt::Display>(value: &Option<T>) -> Option<&dyn fmt::Display> {
            value.as_ref().map(|value| value as &dyn fmt::Display)
        }
        field("depth", shown(&self.depth))?;
        field("seldepth", shown(&self.seldepth))?;
        field("multipv", shown(&self.multipv))?;
        field("score", shown(&self.score))?;
        field("nodes", shown(&self.nodes))?;
        field("nps", shown(&self.rate()))?;
        field("hashfull", shown(&self.hashfull))?;
        field("time", shown(&self.time.map(|time| time.as_millis())))?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            write_moves(f, self.pv)?;
        }
        match &self.string {
            Some(text) => write!(f, " string {text}"),
            None => Ok(()),
        }
    }
}

impl Info<'_> {
    /// A line of free text.
    pub fn text(text: impl Into<String>) -> Info<'static> {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// Positions a second.
    fn rate(&self) -> Option<u64> {
        let (nodes, time) = (self.nodes?, self.time?);
        Some((nodes as f64 / time.as_secs_f64().max(1e-3)) as u64)
    }
}

fn write_moves(f: &mut fmt::Formatter<'_>, moves: &[Move]) -> fmt::Result {
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

/// The text in printable ASCII on one line: what else there is becomes `?`, white space a blank.
pub fn ascii(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' '..='~' => line.push(letter),
            '…' => line.push_str("..."),
            _ if letter.is_whitespace() => line.push(' '),
            _ => line.push('?'),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    #[test]
    fn replies() {
        let [mv, answer] = moves("7g7f 3c3d")[..] else { panic!() };
        let best = |best| Reply::BestMove(best).to_string();
        assert_eq!(best(BestMove::Move { mv, ponder: None }), "bestmove 7g7f");
        assert_eq!(best(BestMove::Move { mv, ponder: Some(answer) }), "bestmove 7g7f ponder 3c3d");
        assert_eq!(best(BestMove::Resign), "bestmove resign");
        assert_eq!(best(BestMove::Win), "bestmove win");
        let mate = |mate| Reply::CheckMate(mate).to_string();
        assert_eq!(mate(CheckMate::Moves(&moves("G*5b 5a4a"))), "checkmate G*5b 5a4a");
        assert_eq!(mate(CheckMate::NoMate), "checkmate nomate");
        assert_eq!(mate(CheckMate::Timeout), "checkmate timeout");
        assert_eq!(mate(CheckMate::NotImplemented), "checkmate notimplemented");
        assert_eq!(Reply::UsiOk.to_string(), "usiok");
        assert_eq!(Reply::ReadyOk.to_string(), "readyok");
    }

    #[test]
    fn information() {
        assert_eq!(Info::text("hello").to_string(), "info string hello");
        let pv = moves("7g7f 3c3d");
        let info = Info {
            depth: Some(4),
            seldepth: Some(9),
            multipv: Some(2),
            score: Some(Score::Centipawns(-31)),
            nodes: Some(1000),
            time: Some(Duration::from_millis(500)),
            hashfull: Some(3),
            pv: &pv,
            string: Some("x".to_owned()),
        };
        assert_eq!(
            info.to_string(),
            "info depth 4 seldepth 9 multipv 2 score cp -31 nodes 1000 nps 2000 hashfull 3 time 500 pv 7g7f 3c3d string x"
        );
        assert_eq!(Score::Mate(3).to_string(), "mate 3");
        assert_eq!(Score::Mated(2).to_string(), "mate -2");
    }

    #[test]
    fn only_printable_ascii_on_one_line() {
        assert_eq!(ascii("a\tb\r\nc…将\u{0}\u{7f}~"), "a b  c...???~");
    }
}
