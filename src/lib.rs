//! Tsumugi (紡ぎ) solves helpmates (協力詰, ばか詰), helpselfmates (協力自玉詰) and tsume (詰将棋), and plays, by the exact rules of
//! shogi.
//!
//! This page goes from a text to an answer and back to a text. The nouns of the field stand at the root of the crate;
//! what is about one task has a module: [`notation`] reads and writes records, [`analysis`] says whether problems are
//! sound, [`certificate`] checks proofs, [`play`] plays,
//! [`book`] holds opening books, [`review`] looks at games afterwards, [`hisshi`] finds brinkmates, [`compose`] makes and
//! repairs problems.
//!
//! # Reading positions and problems
//!
//! A [`Position`] reads and writes SFEN. It is any diagram, also one that is not legal: what is wrong with it is a
//! question of its own.
//!
//! ```
//! use tsumugi::{Color, Position, Rule};
//!
//! let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
//! assert!(position.problem_defects(Rule::Helpmate, Color::Black).is_empty());
//! let nifu = Position::from_sfen("8k/P8/P8/9/9/9/9/9/9 b G 1")?;
//! assert_eq!(nifu.defects().len(), 1);
//! # Ok::<(), tsumugi::SfenError>(())
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
//! # Ok::<(), tsumugi::ReadError>(())
//! ```
//!
//! # Moves
//!
//! [`legal_moves`], [`checks`] and [`evasions`] list moves, and [`is_mate`] knows a mate when it sees one.
//!
//! ```
//! use tsumugi::{Position, checks, is_mate};
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
//! # Ok::<(), tsumugi::SfenError>(())
//! ```
//!
//! # Solving
//!
//! A [`Question`] is a legal position with what is to be found out about it: the rule, the attacker, the policy of
//! interpositions. A [`Solver`] answers it under any rule. It is pulled: [`advance`](Solver::advance) works until its
//! budget is used up, so that the caller keeps the clock, the progress and the stop button. The verdict has three
//! values, and `unknown` is never taken for `no mate`.
//!
//! ```
//! use tsumugi::{Budget, Choices, Limits, Position, Question, Solver, Step, Verdict};
//!
//! let position = Position::from_sfen("6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1")?;
//! let question = Question::of(position, &Choices::default())?;
//! let mut solver = Solver::new(&question, Limits::default());
//! let outcome = loop {
//!     match solver.advance(Budget::Nodes(1_000)) {
//!         Step::Progress(progress) => assert!(progress.plies <= 5),
//!         Step::Done(outcome) => break outcome,
//!     }
//! };
//! assert_eq!(outcome.verdict, Verdict::Mate { plies: 5, exact: true });
//! assert_eq!(outcome.solutions.count, 1u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a tsume the attacker mates as fast as he can and the defender holds out as long as he can; which interpositions
//! count is the policy ([`Futile`]) that the outcome names.
//!
//! ```
//! use tsumugi::{Choices, Futile, Limits, Position, Question, Rule, Solver, Verdict};
//!
//! // All pieces that stand nowhere else are in White's hand, as printed tsume mean it.
//! let position = Position::from_sfen("3sks3/9/4S4/9/9/B8/9/9/9 b S 1")?;
//! let choices = Choices { rule: Some(Rule::Tsume), rest: true, ..Choices::default() };
//! let outcome = Solver::new(&Question::of(position, &choices)?, Limits::default()).run();
//! assert_eq!(outcome.verdict, Verdict::Mate { plies: 3, exact: true });
//! assert_eq!(outcome.policy(), Some(Futile::Official));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Checking a problem
//!
//! [`analysis::SoundnessCheck`] says whether a helpmate is sound (完全作), and where its solutions differ;
//! [`analysis::TsumeCheck`] examines a tsume.
//!
//! ```
//! use tsumugi::analysis::{SoundnessCheck, CheckStep, Intended, Soundness};
//! use tsumugi::{Budget, Choices, Options, Position, Question};
//!
//! // A gold mates on 1b and on 2b: two solutions.
//! let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1")?;
//! let question = Question::of(position, &Choices::default())?;
//! let mut check = SoundnessCheck::new(&question, Intended::default(), &Options::default(), false);
//! let CheckStep::Done(found) = check.advance(Budget::Unlimited) else { unreachable!() };
//! assert!(matches!(found.soundness, Soundness::Unsound(_)));
//! let place = &found.differences.expect("a mate").places[0];
//! assert_eq!((place.ply, place.main.to_string()), (1, "G*1b".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Writing records and diagrams
//!
//! A [`Record`] is a root with a tree of moves; a [`Problem`] adds what its author states. [`notation::write`] makes
//! KIF, KI2, CSA, JKF and problem sets of it, [`notation::svg`] a diagram, and [`notation::MoveStyle`] names moves.
//!
//! ```
//! use tsumugi::notation::{Diagram, MoveStyle, RecordFormat, svg, write};
//! use tsumugi::{Ending, Position, Problem, Record};
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
//! Six short programs that use the library stand in `tests/examples`: `cargo run --example list_moves`, `helpmate`,
//! `tsume`, `check`, `convert_kif`, `play_move`.
//!
//! # Features and promises
//!
//! The feature `cli` (default) brings the `tsumugi` program; without it the library has no argument parser, no
//! signal handler and no logger. The feature `serve` (default) adds `tsumugi serve`. Network connections are those of
//! `tsumugi serve` and of `tsumugi solve --hosts`, and no others.
//!
//! What this documentation shows is what the library promises. Other modules can be reached, for the project's own
//! tests and programs; they change without notice. Options grow: build them from their defaults.

#![deny(missing_docs)]

#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod bench;
#[doc(hidden)]
pub mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod cluster;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod movegen;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod position;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod problem;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod record;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod report;
#[cfg(feature = "serve")]
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod serve;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod solve;
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod types;
#[doc(hidden)]
#[forbid(unsafe_code)]
pub mod usi;

#[forbid(unsafe_code)]
pub mod analysis;
#[forbid(unsafe_code)]
pub mod book;
#[forbid(unsafe_code)]
pub mod certificate;
#[forbid(unsafe_code)]
pub mod compose;
#[forbid(unsafe_code)]
pub mod hisshi;
#[forbid(unsafe_code)]
pub mod notation;
#[forbid(unsafe_code)]
pub mod play;
#[forbid(unsafe_code)]
pub mod review;

pub use board::{Bitboard, SquareIter};
pub use movegen::{
    IllegalMove, MoveList, PermittedMoves, checks, evasions, illegality, in_check, is_legal, is_mate,
    legal_moves, mate_in_one, perft, play_line,
};
pub use num_bigint::BigUint;
pub use position::{
    CaptureRule, ConditionSide, Conditions, Defect, Futile, Group, Illegality, NamedMove,
    ParseConditionsError, ParseFutileError, ParseRuleError, Position, Rule, SfenError, SfenPart, SfenText,
    SfenWarning, Token, Undo, parse_position,
};
pub use problem::{
    Choices, Contradiction, Expected, ExpectedPlies, ExpectedSolutions, IllegalSideMove, InitialError,
    JsonFault, LineError, LineErrorKind, Place, Problem, ProblemWarning, Question, QuestionError, ReadError,
    RecordError, RuleFrom, StatedHeader, UnknownRule, ValueKind, default_attacker,
};
pub use record::{Branch, Comment, Ending, Misplaced, Record, Time};
pub use report::{Lang, Message, Report, Request};
pub use solve::tsume::{CertifyError, Prove, Tables, Written};
pub use solve::{
    Bounds, Budget, Details, GraphEdge, GraphWalk, Limits, Options, Outcome, Progress, ProofNumbers, Reason,
    SolutionGraph, Solutions, Solver, Stage, Stats, Step, StopFlag, Verdict, WaysOn,
};
pub use store::KeyWidth;
pub use types::{Color, HAND_KINDS, Hand, Move, ParseMoveError, ParseSquareError, Piece, PieceKind, Square};
