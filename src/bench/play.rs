//! The playing engine on fixed positions to a fixed depth, with one thread: the number of nodes, and the
//! speed.

use super::signature::Signature;
use crate::play::{Best, Engine, Limits, Options, Ponder, Score};
use crate::position::Position;
use crate::solve::StopFlag;
use std::time::Instant;

/// The default depth in plies.
pub const DEPTH: u32 = 11;
/// The size of the transposition table in bytes: small, so that replacement is part of the work.
const HASH: u64 = 4 << 20;

/// The start position, openings, middle games with pieces in both hands, attacks, an entering king, and a
/// diagram with one king.
const POSITIONS: [&str; 10] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "ln1gk2nl/1rs1g1sb1/p1ppppppp/1p7/7P1/2P6/PP1PPPP1P/1BSG3R1/LN2KGSNL b - 13",
    "ln1g1g1nl/1r1sk1sb1/p1pppp1pp/6p2/1p5P1/2P1P4/PPSP1PP1P/1BG3SR1/LN2KG1NL w - 20",
    "l3k2nl/1r1s1g1b1/2npppsp1/p1p3p1p/1p5P1/P1PSP1P1P/1PSP1PN2/2G1G2R1/LNK5L b Bg 1",
    "ln1g3nl/1r1sgk1b1/p1p1ppspp/1p1p5/9/2PP1P1P1/PPS1P1P1P/1B1GGSR2/LNK4NL w P 31",
    "l6nl/1r3gkb1/2n1pssp1/p1pp1pp1p/1p5P1/P1PP1PP1P/1PS1PSN2/1KGB1G1R1/LN6L w g 60",
    "l5knl/3+R2gb1/4pgsp1/p1p3p1p/1p1n5/P1P3P1P/1PS1PSN2/1KG2G3/LN5+bL w R2Ps3p 84",
    "1n2k3l/2g1s4/p1ppp+B2p/5p3/1P3Rp2/2P1P4/P2P1PP1P/2G1+p4/LN2K2+rL b BGS2NLPgsp 75",
    "3+P5/1K+P+P1+R3/2+P1+P4/9/9/9/3+p+b3g/2+p2+p1k1/6s2 b R2S2N2L4Pb3g1s2n2l4p 181",
    "4k4/9/4P4/9/9/9/9/9/9 b GS2Nr2b3g3s2n4l17p 1",
];

/// The result of the search of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The position.
    pub sfen: &'static str,
    /// The move that the engine would play, in USI notation.
    pub best: String,
    /// The engine's score of the position.
    pub score: Score,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall seconds.
    pub seconds: f64,
}

/// The results of all searches.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// A row for each position.
    pub rows: Vec<Row>,
    /// The signature of the numbers of nodes. It changes with every change of the search or the evaluation.
    pub signature: Signature,
}

impl Figures {
    /// The number of nodes of all positions.
    pub fn nodes(&self) -> u64 {
        self.rows.iter().map(|row| row.nodes).sum()
    }

    /// Wall seconds of all positions.
    pub fn seconds(&self) -> f64 {
        self.rows.iter().map(|row| row.seconds).sum()
    }
}

/// Searches the positions to a depth, each with a new engine. The listener is called after each of them.
pub fn run(depth: u32, mut listener: impl FnMut(&Row)) -> Figures {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let rows: Vec<Row> =
        POSITIONS.into_iter().map(|sfen| search(sfen, &limits)).inspect(|row| listener(row)).collect();
    Figures { signature: Signature::of(rows.iter().map(|row| row.nodes)), rows }
}

/// Searches a position with a new engine.
pub(super) fn search(sfen: &'static str, limits: &Limits) -> Row {
    let position = Position::from_sfen(sfen).expect("the bench's own positions can be read");
    let mut engine = Engine::new(Options { hash_bytes: HASH, ..Options::default() });
    let start = Instant::now();
    let answer = engine.search(&position, &[], limits, &StopFlag::new(), &Ponder::new(), &mut |_| ());
    Row {
        sfen,
        best: match answer.best {
            Best::Move(mv) => mv.to_string(),
            Best::Resign => "resign".to_owned(),
            Best::Win => "win".to_owned(),
        },
        score: answer.info.map_or(Score::Mate(0), |info| info.score),
        nodes: answer.nodes,
        seconds: start.elapsed().as_secs_f64(),
    }
}
