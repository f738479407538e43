//! The engine's replies as lines of the protocol. `Display` formats a line without its line end.
//!
//! A line may quote input of the GUI, or a message with characters outside ASCII. GUIs decode as ASCII or Shift_JIS,
//! so [`ascii`] is applied to every line before it is sent.

use crate::play::{Bound, Score};
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

/// The engine's choice of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestMove {
    /// A move, and the expected reply.
    Move {
        /// The move.
        mv: Move,
        /// The reply on which the engine would ponder.
        ponder: Option<Move>,
    },
    /// There is no legal move, or none worth playing.
    Resign,
    /// The declaration of a win by entering king (入玉宣言).
    Win,
}

/// The four answers to `go mate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckMate<'a> {
    /// A mate; never empty.
    Moves(&'a [Move]),
    /// It is proved that there is no mate.
    NoMate,
    /// No mate was found.
    Timeout,
    /// The question cannot be answered by this engine.
    NotImplemented,
}

/// An `info` line. A field that is `None` is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// The depth of the iteration in plies, or the length of the mate that is excluded or found.
    pub depth: Option<u64>,
    /// The length of the longest line in plies.
    pub seldepth: Option<u64>,
    /// The number of this line among several, from 1.
    pub multipv: Option<usize>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// Whether the score is a bound; an exact score if `None`.
    pub bound: Option<Bound>,
    /// The positions searched.
    pub nodes: Option<u64>,
    /// The time since the search began.
    pub time: Option<Duration>,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u64>,
    /// The principal variation.
    pub pv: &'a [Move],
    /// Free text; the rest of the line.
    pub string: Option<String>,
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

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.seldepth)?;
        write_field(f, "multipv", self.multipv)?;
        write_field(f, "score", self.score.map(score_text))?;
        match self.bound {
            None | Some(Bound::Exact) => {}
            Some(Bound::Lower) => f.write_str(" lowerbound")?,
            Some(Bound::Upper) => f.write_str(" upperbound")?,
        }
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.rate())?;
        write_field(f, "hashfull", self.hashfull)?;
        write_field(f, "time", self.time.map(|time| time.as_millis()))?;
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
    /// A line with only free text.
    pub fn text(text: impl Into<String>) -> Info<'static> {
        Info { string: Some(text.into()), ..Info::default() }
    }

    /// The nodes per second.
    fn rate(&self) -> Option<u64> {
        let (nodes, time) = (self.nodes?, self.time?);
        Some((nodes as f64 / time.as_secs_f64().max(1e-3)) as u64)
    }
}

fn write_field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// A score in the form of the protocol; mates in plies, negative if the side to move is mated.
fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(plies @ 1..) => format!("mate {plies}"),
        Score::Mate(plies) => format!("mate -{}", plies.unsigned_abs()),
    }
}

fn write_moves(f: &mut fmt::Formatter<'_>, moves: &[Move]) -> fmt::Result {
    moves.iter().try_for_each(|mv| write!(f, " {mv}"))
}

/// The text in printable ASCII on one line: other characters become `?`, white space becomes a blank.
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
        let mate = |mate: CheckMate| Reply::CheckMate(mate).to_string();
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
            bound: None,
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
        let score =
            |score, bound| Info { score: Some(score), bound: Some(bound), ..Info::default() }.to_string();
        assert_eq!(score(Score::Mate(3), Bound::Exact), "info score mate 3");
        assert_eq!(score(Score::Mate(-2), Bound::Exact), "info score mate -2");
        assert_eq!(score(Score::Mate(0), Bound::Exact), "info score mate -0");
        assert_eq!(score(Score::Centipawns(5), Bound::Lower), "info score cp 5 lowerbound");
        assert_eq!(score(Score::Centipawns(5), Bound::Upper), "info score cp 5 upperbound");
    }

    #[test]
    fn only_printable_ascii_on_one_line() {
        assert_eq!(ascii("a\tb\r\nc…将\u{0}\u{7f}~"), "a b  c...???~");
    }
}
