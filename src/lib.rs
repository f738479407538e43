//! Tsumugi (紡ぎ) solves helpmates (協力詰, ばか詰) and tsume (詰将棋), and plays, by the exact rules of shogi.
//!
//! One rules core — [`types`], [`board`], [`position`], [`movegen`] — serves everything above it. This page goes from a text
//! to an answer and back to a text.
//!
//! # Reading positions and problems
//!
//! [`position::Position`] reads and writes SFEN. It is any diagram, also one that is not legal: what is wrong with it is a
//! question of its own.
//!
//! ```
//! use tsumugi::position::{Position, Rule};
//! use tsumugi::types::Color;
//!
//! let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
//! assert!(position.problem_defects(Rule::Helpmate, Color::Black).is_empty());
//! let nifu = Position::from_sfen("8k/P8/P8/9/9/9/9/9/9 b G 1")?;
//! assert_eq!(nifu.defects().len(), 1);
//! # Ok::<(), tsumugi::position::SfenError>(())
//! ```
//!
//! [`notation::read::Reader`] reads problems from texts of any format: problem sets, KIF, KI2, CSA, JKF, in UTF-8 or
//! Shift_JIS. What a text holds is told by its content, and errors have a line and a column.
//!
//! ```
//! use tsumugi::notation::read::{Encoding, Reader};
//!
//! let text = "手合割：香落ち\n△３四歩▲７六歩△４四歩\n";
//! let problems: Vec<_> = Reader::new(text.as_bytes(), Encoding::Auto, "game.ki2").collect::<Result<_, _>>()?;
//! assert_eq!(problems[0].record.moves.len(), 3);
//! # Ok::<(), tsumugi::problem::ReadError>(())
//! ```
//!
//! # Moves
//!
//! [`movegen`] lists legal moves, checks and evasions, and knows a mate when it sees one.
//!
//! ```
//! use tsumugi::movegen::{checks, is_mate};
//! use tsumugi::position::Position;
//!
//! // White's king on 1a, Black's gold on 1c and a gold in hand.
//! let mut position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
//! let mates: Vec<String> = checks(&position)
//!     .iter()
//!     .filter(|&&check| {
//!         let undo = position.do_move(check);
//!         let mate = is_mate(&position);
//!         position.undo_move(check, undo);
//!         mate
//!     })
//!     .map(|check| check.to_string())
//!     .collect();
//! assert_eq!(mates, ["G*1b", "G*2b"]);
//! # Ok::<(), tsumugi::position::SfenError>(())
//! ```
//!
//! # Solving a helpmate
//!
//! A solver is pulled: [`advance`](solve::helpmate::Solver::advance) works until its budget is used up, so that the caller keeps
//! the clock, the progress and the stop button. The verdict has three values, and `unknown` is never taken for `no mate`.
//!
//! ```
//! use tsumugi::position::Position;
//! use tsumugi::solve::helpmate::{Options, Solver};
//! use tsumugi::solve::{Budget, Step, Verdict};
//! use tsumugi::types::Color;
//!
//! let position = Position::from_sfen("6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1")?;
//! let mut solver = Solver::new(&position, Color::Black, Options::default()).expect("a legal helpmate");
//! let outcome = loop {
//!     match solver.advance(Budget::Nodes(1_000)) {
//!         Step::Progress(progress) => assert!(progress.plies <= 5),
//!         Step::Done(outcome) => break outcome,
//!     }
//! };
//! assert_eq!(outcome.verdict, Verdict::Mate { plies: 5, exact: true });
//! assert_eq!(outcome.solutions.count, 1u32.into());
//! # Ok::<(), tsumugi::position::SfenError>(())
//! ```
//!
//! # Solving a tsume
//!
//! [`solve::tsume`] is pulled in the same way. The attacker mates as fast as he can, the defender holds out as long as he can;
//! which interpositions count is the [policy](solve::tsume::Futile) that the outcome names.
//!
//! ```
//! use tsumugi::position::Position;
//! use tsumugi::solve::tsume::{Futile, Options, Solver};
//! use tsumugi::solve::{Budget, Step, Verdict};
//! use tsumugi::types::Color;
//!
//! // All pieces that stand nowhere else are in White's hand, as printed tsume mean it.
//! let mut position = Position::from_sfen("3sks3/9/4S4/9/9/B8/9/9/9 b S 1")?;
//! position.give_rest(Color::White);
//! let mut solver = Solver::new(&position, Color::Black, Options::default()).expect("a legal tsume");
//! let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!() };
//! assert_eq!(outcome.verdict, Verdict::Mate { plies: 3, exact: true });
//! assert_eq!(outcome.policy(), Some(Futile::Official));
//! # Ok::<(), tsumugi::position::SfenError>(())
//! ```
//!
//! # Checking a problem
//!
//! [`analysis::Check`] says whether a helpmate is sound (完全作), and where its solutions differ.
//!
//! ```
//! use tsumugi::analysis::{Check, CheckStep, Intended, Soundness};
//! use tsumugi::position::Position;
//! use tsumugi::solve::{Budget, helpmate::Options};
//! use tsumugi::types::Color;
//!
//! // A gold mates on 1b and on 2b: two solutions.
//! let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
//! let mut check = Check::new(&position, Color::Black, Intended::default(), Options::default(), false)
//!     .expect("a legal helpmate");
//! let CheckStep::Done(found) = check.advance(Budget::Unlimited) else { unreachable!() };
//! assert!(matches!(found.soundness, Soundness::Unsound(_)));
//! let place = &found.differences.expect("a mate").places[0];
//! assert_eq!((place.ply, place.main.to_string()), (1, "G*1b".to_owned()));
//! # Ok::<(), tsumugi::position::SfenError>(())
//! ```
//!
//! # Writing records and diagrams
//!
//! A [`record::Record`] is a root with a tree of moves; a [`problem::Problem`] adds what its author states. [`notation::write`]
//! makes KIF, KI2, CSA, JKF and problem sets of it, [`notation::svg`] a diagram, and [`notation::MoveStyle`] names moves.
//!
//! ```
//! use tsumugi::notation::{Diagram, MoveStyle, RecordFormat, svg, write};
//! use tsumugi::position::Position;
//! use tsumugi::problem::Problem;
//! use tsumugi::record::{Ending, Record};
//!
//! let mut record = Record::new(Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?, Vec::new());
//! record.add_line(&["G*1b".parse()?]);
//! record.add_line(&["G*2b".parse()?]);
//! record.ending = Some(Ending::Mate);
//! assert_eq!(MoveStyle::Traditional.names(&record).collect::<Vec<_>>(), ["▲１二金打"]);
//!
//! let problem = Problem { title: Some("隅の玉".to_owned()), ..Problem::new(record) };
//! let kif = write(&problem, RecordFormat::Kif)?;
//! assert!(kif.contains("作品名：隅の玉\n") && kif.contains("変化：1手\n   1 ２二金打"));
//!
//! let diagram = Diagram {
//!     position: problem.position(),
//!     last_move: None,
//!     without_hand: None,
//!     title: problem.title.as_deref(),
//!     composer: None,
//!     note: None,
//! };
//! assert!(svg(&diagram).starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! The feature `cli` (default) brings the `tsumugi` program; without it the library has no argument parser, no
//! signal handler and no logger.

#![deny(missing_docs)]

pub mod analysis;
pub mod bench;
pub mod board;
pub mod certificate;
#[cfg(feature = "cli")]
pub mod cli;
pub mod movegen;
pub mod notation;
pub mod play;
pub mod position;
pub mod problem;
pub mod record;
pub mod report;
pub mod solve;
pub mod store;
pub mod types;
pub mod usi;
