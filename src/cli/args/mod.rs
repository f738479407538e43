//! What can be typed: subcommands and flags, as clap reads them.

mod examples;
mod tune;
mod values;

pub use tune::{TuneCommand, TuneFitFlags, TuneMatchFlags, TunePlayFlags};
pub use values::{
    ColorFlag, EncodingFlag, FutileFlag, KeyFlag, LangFlag, OutEncodingFlag, OutputFormat, ProveFlag,
    RuleFlag, StyleFlag,
};

use clap::{ArgAction, Args, Parser, Subcommand};
use examples::{
    CERTIFICATE_EXAMPLES, CHECK_EXAMPLES, CONVERT_EXAMPLES, FLIP_EXAMPLES, PROGRAM_EXAMPLES, RESUME_EXAMPLES,
    SHOW_EXAMPLES, SOLVE_EXAMPLES, USI_EXAMPLES, VALIDATE_EXAMPLES, VERIFY_EXAMPLES,
};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::graph::{GraphPath, parse_graph_path};
use super::options::{Shard, parse_bytes, parse_duration, parse_shard};

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "tsumugi", version, about)]
#[command(about = "Solves helpmates (協力詰, ばか詰) and tsume (詰将棋) by the exact rules of shogi")]
#[command(
    after_help = PROGRAM_EXAMPLES
)]
pub struct CommandLine {
    /// What to do; `usi` if left out.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Flags that every subcommand has.
    #[command(flatten)]
    pub general: GeneralFlags,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve problems
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(SolveFlags),
    /// Say whether problems are sound (完全作), what is wrong with them, and where their solutions differ
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckFlags),
    /// Go on with a search from its checkpoint, with the problem, the options and the form of the answer that it began with
    #[command(after_help = RESUME_EXAMPLES)]
    Resume(ResumeFlags),
    /// Solve problems that state their length, number of solutions or intended line, and show what differs
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyFlags),
    /// Check proofs of tsume that `solve --certificate` wrote, with nothing but the rules of shogi
    #[command(after_help = CERTIFICATE_EXAMPLES)]
    VerifyCertificate(CertificateFlags),
    /// Show positions as boards; positions that are not legal too
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowFlags),
    /// Turn positions by 180°: pieces, hands, side to move and moves
    #[command(after_help = FLIP_EXAMPLES)]
    Flip {
        /// Only where the turned position's SFEN is the smaller one, so that both give the same
        #[arg(long)]
        canonical: bool,
        #[command(flatten)]
        inputs: InputFlags,
    },
    /// Exchange left and right
    #[command(after_help = "Example:\n  tsumugi mirror \"8k/9/8G/9/9/9/9/9/9 b G 1\"")]
    Mirror(InputFlags),
    /// Write problems in another format: KIF, KI2, CSA, JKF, problem sets, diagrams
    #[command(after_help = CONVERT_EXAMPLES)]
    Convert(ConvertFlags),
    /// Name every defect of positions and of intended lines
    #[command(after_help = VALIDATE_EXAMPLES)]
    Validate {
        /// The rule under which a position must be a legal problem [default: what the problem says, else helpmate]
        #[arg(long, value_enum)]
        rule: Option<RuleFlag>,
        #[command(flatten)]
        inputs: InputFlags,
    },
    /// Play and solve for a GUI by the USI protocol, on the standard streams; what the program does without a command, too
    #[command(after_help = USI_EXAMPLES)]
    Usi,
    /// Count the sequences of legal moves of a given length
    #[command(
        after_help = "Examples:\n  tsumugi perft --bulk 6\n  tsumugi perft --divide 3 \"8k/9/8G/9/9/9/9/9/9 b G 1\""
    )]
    Perft {
        /// Count for each first move
        #[arg(long)]
        divide: bool,
        /// Count the last ply without playing it
        #[arg(long)]
        bulk: bool,
        /// The number of moves
        depth: u32,
        /// The position, with moves or without; the start of a game if left out
        #[arg(default_value = "startpos")]
        sfen: String,
    },
    /// Measure how fast this build is; the signature at the end says whether two builds did the same work
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  tsumugi bench helpmate\n  tsumugi bench movegen positions.sfen --json"
    )]
    Bench(BenchCommand),
    /// Tune the evaluation of the playing engine by its own games
    #[command(subcommand)]
    #[command(
        after_help = "Examples:\n  tsumugi tune play games.bin --games 10000\n  tsumugi tune fit games.bin -o weights.bin\n  tsumugi tune match weights.bin other-tsumugi"
    )]
    Tune(TuneCommand),
    /// Print completions for a shell
    #[command(
        after_help = "Example:\n  tsumugi completions bash > ~/.local/share/bash-completion/completions/tsumugi"
    )]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands to a folder
    #[command(after_help = "Examples:\n  tsumugi man | man -l -\n  tsumugi man ~/.local/share/man/man1")]
    Man {
        /// The folder, made if it is not there
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

/// What can be measured.
#[derive(Debug, Subcommand)]
pub enum BenchCommand {
    /// Nanoseconds of the move generators and of the mate test
    #[command(
        after_help = "Examples:\n  tsumugi bench movegen\n  tsumugi bench movegen positions.sfen --json"
    )]
    Movegen {
        /// Files whose positions to use; in lines with tabs the last column counts [default: a fixed set]
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Nodes and speed of the playing engine on fixed positions, with one thread
    #[command(after_help = "Example:\n  tsumugi bench play --depth 8")]
    Play {
        /// Plies searched
        #[arg(long, default_value_t = crate::bench::play::DEPTH, value_parser = clap::value_parser!(u32).range(1..=40))]
        depth: u32,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Nodes and speed of the tsume solver on a fixed set of problems
    #[command(after_help = "Example:\n  tsumugi bench tsume --json")]
    Tsume {
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Speed and memory of the helpmate solver on a fixed set of problems
    #[command(after_help = "Example:\n  tsumugi bench helpmate --json")]
    Helpmate {
        /// The fingerprints by which positions met before are known
        #[arg(long, value_enum, default_value_t = KeyFlag::Narrow)]
        key: KeyFlag,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Flags that every subcommand has.
#[derive(Debug, Args)]
pub struct GeneralFlags {
    /// Language of answers; auto follows LC_ALL, LC_MESSAGES, LANG
    #[arg(long, global = true, value_enum, default_value_t = LangFlag::Auto, help_heading = "General")]
    pub lang: LangFlag,
    /// No progress and no warnings
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "General")]
    pub quiet: bool,
    /// Log what is done: -v info, -vv debug, -vvv trace; RUST_LOG is finer
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = "General")]
    pub verbose: u8,
    /// Write the log to a file instead of stderr
    #[arg(long, global = true, value_name = "FILE", help_heading = "General")]
    pub log_file: Option<PathBuf>,
}

/// What to read.
#[derive(Debug, Args)]
pub struct InputFlags {
    /// An SFEN in quotes, a file (problem set, KIF, KI2, BOD, CSA, JKF, answers of --json; told by content), a folder
    /// (its files with such names), or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,
    #[command(flatten)]
    pub reading: ReadingFlags,
}

/// How to read it.
#[derive(Debug, Args)]
pub struct ReadingFlags {
    /// Encoding of the input; auto tells UTF-8 and Shift_JIS apart
    #[arg(long, value_enum, default_value_t = EncodingFlag::Auto, help_heading = "Input")]
    pub encoding: EncodingFlag,
    /// Only problems number I, I+N, I+2N, … of all inputs, to share a set among N processes
    #[arg(long, value_name = "I/N", value_parser = parse_shard, help_heading = "Input")]
    pub shard: Option<Shard>,
}

/// Flags of `convert`.
#[derive(Debug, Args)]
pub struct ConvertFlags {
    /// What to convert, as for the other commands
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<OsString>,
    /// A file, whose name tells the format; a folder, which gets a file for each problem; or - for standard output
    #[arg(required = true, value_name = "OUTPUT")]
    pub output: OsString,
    /// The format [default: what the name of OUTPUT says]
    #[arg(long, value_parser = OutputFormat::of_problems(), help_heading = "Output")]
    pub format: Option<OutputFormat>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
    /// Replace files that are there
    #[arg(long, help_heading = "Output")]
    pub force: bool,
    #[command(flatten)]
    pub reading: ReadingFlags,
}

/// How to write texts.
#[derive(Debug, Args)]
pub struct OutEncodingFlags {
    /// Encoding of KIF, KI2 and CSA; everything else is written in UTF-8
    #[arg(long, value_enum, value_name = "ENCODING", default_value_t = OutEncodingFlag::Utf8, help_heading = "Output")]
    pub out_encoding: OutEncodingFlag,
}

/// Flags of `show`.
#[derive(Debug, Args)]
pub struct ShowFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// A diagram as SVG
    #[arg(long, help_heading = "Output")]
    pub svg: bool,
    /// The position after N plies of the problem's line
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub apply: Option<usize>,
    /// Show long intended lines whole
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// Flags of `solve`.
#[derive(Debug, Args)]
pub struct SolveFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    #[command(flatten)]
    pub graph: GraphFlags,
    /// One JSON object a line for each problem: --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub json: bool,
    /// How to write answers; several, with commas between them, go to a folder or one after another
    #[arg(long, value_enum, value_delimiter = ',', default_value = "text", help_heading = "Output")]
    pub format: Vec<OutputFormat>,
    /// Write answers to a file, or to a folder (a file for each problem) if it ends with / or is there
    #[arg(long, value_name = "FILE|DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub encoding: OutEncodingFlags,
    /// Text answers as in a solution list: the verdict and each solution on a line, moves in this style
    #[arg(long, value_enum, value_name = "STYLE", help_heading = "Output")]
    pub notation: Option<StyleFlag>,
    /// Tsume: also the defender's other replies to the main line (変化), each searched within the limits; KIF, KI2 and JKF have
    /// them as variations
    #[arg(long, help_heading = "Output")]
    pub variations: bool,
    /// Tsume: write the proof of the answer to this file, one problem only; `verify-certificate` checks it
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<PathBuf>,
    /// Write diagrams of the position at the start, in the middle and at the end of the first solution
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub svg_steps: Option<PathBuf>,
    /// Keep answers in a file of JSON lines; what is decided there is not solved again
    #[arg(long, value_name = "FILE.jsonl", conflicts_with_all = ["json", "format", "out"], help_heading = "Output")]
    pub resume: Option<PathBuf>,
    /// Solve so many problems at the same time; answers keep the order of the input
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub jobs: u16,
    /// Show long solutions whole
    #[arg(long, help_heading = "Output")]
    pub full: bool,
    #[command(flatten)]
    pub checkpoint: CheckpointFlags,
    /// The length that is expected, to estimate the time in the progress line [default: what the problem states]
    #[arg(long, value_name = "PLIES", help_heading = "Long runs")]
    pub plies: Option<u64>,
}

/// Flags for long runs.
#[derive(Debug, Args)]
pub struct CheckpointFlags {
    /// Keep a checkpoint of the search in this folder, which `tsumugi resume` goes on from; one problem only. It is written
    /// now and then, on Ctrl-C, and when a limit ends the search
    #[arg(long, value_name = "DIR", conflicts_with_all = ["format", "out", "resume", "notation", "svg_steps", "variations", "certificate"], help_heading = "Long runs")]
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = parse_duration, requires = "checkpoint",
        help_heading = "Long runs")]
    pub every: Duration,
}

/// Flags of `resume`.
#[derive(Debug, Args)]
pub struct ResumeFlags {
    /// The folder that `solve --checkpoint` wrote
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The time between two checkpoints [default: as before]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub every: Option<Duration>,
    /// Time for this piece of the search, such as 25m [default: no limit]
    #[arg(long, value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// Memory for the search [default: as before]
    #[arg(long, value_parser = parse_bytes)]
    pub memory: Option<u64>,
    /// Threads of the search [default: as before]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub graph: GraphFlags,
}

/// Flags of `check`.
#[derive(Debug, Args)]
pub struct CheckFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    #[command(flatten)]
    pub search: SearchFlags,
    /// The intended length: shorter mates are flaws, longer ones are not looked for [default: the intended line's, or
    /// what the problem states]
    #[arg(long, value_name = "PLIES", help_heading = "Problem")]
    pub plies: Option<u64>,
    /// Go back from the end of the intended line and say from which move on it is sound; the limits hold for each
    /// position [default: --nodes 10000000]
    #[arg(long, help_heading = "Problem")]
    pub backward: bool,
    #[command(flatten)]
    pub graph: GraphFlags,
    /// One JSON object a line for each problem
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show long solutions and lists whole
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

/// The graph of the solutions.
#[derive(Debug, Args)]
pub struct GraphFlags {
    /// Write the graph of all shortest solutions of the problem, as JSON or for Graphviz by the file's ending
    #[arg(long, value_name = "FILE.json|FILE.dot", value_parser = parse_graph_path, help_heading = "Output")]
    pub graph: Option<GraphPath>,
}

/// Flags of `verify`.
#[derive(Debug, Args)]
pub struct VerifyFlags {
    #[command(flatten)]
    pub inputs: InputFlags,
    /// Also what is marked status=unproved: problems whose stated length nobody has proved, or not in a short time
    #[arg(long, help_heading = "Problem")]
    pub all: bool,
    #[command(flatten)]
    pub search: SearchFlags,
}

/// Flags of `verify-certificate`.
#[derive(Debug, Args)]
pub struct CertificateFlags {
    /// Files that `solve --certificate` wrote
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// One JSON object a line for each file
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// How to read a problem, and what its search may use.
#[derive(Debug, Args)]
pub struct SearchFlags {
    /// The rule [default: what the problem says, else helpmate]
    #[arg(long, value_enum, help_heading = "Problem")]
    pub rule: Option<RuleFlag>,
    /// Who attacks [default: what the problem says; else who has no king on the board; with both kings Black, in a
    /// tsume the side to move]
    #[arg(long, value_enum, help_heading = "Problem")]
    pub attacker: Option<ColorFlag>,
    /// Put the pieces that are neither on the board nor in a hand into the defender's hand
    #[arg(long, help_heading = "Problem")]
    pub rest: bool,
    /// Tsume: which interpositions count
    #[arg(long, value_enum, default_value_t = FutileFlag::Official, help_heading = "Problem")]
    pub futile: FutileFlag,
    /// Tsume: what to prove about a mate that was found
    #[arg(long, value_enum, default_value_t = ProveFlag::Length, help_heading = "Problem")]
    pub prove: ProveFlag,
    /// Time for each problem, such as 500ms, 10s, 2m, 1h [default: no limit]
    #[arg(long, value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Positions to expand for each problem [default: no limit]
    #[arg(long, help_heading = "Limits")]
    pub nodes: Option<u64>,
    /// The longest mate to look for [default: no limit]
    #[arg(long, value_name = "PLIES", help_heading = "Limits")]
    pub max_plies: Option<u64>,
    /// Memory for a search, such as 512M, 4G [default: half of what the machine has; tsume 1G]
    #[arg(long, value_parser = parse_bytes, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Threads of a search; answers do not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    pub threads: u16,
    /// Helpmates: verify each answer by a second search with independent fingerprints
    #[arg(long, help_heading = "Limits")]
    pub verify: bool,
    /// Helpmates: the fingerprints by which positions met before are known
    #[arg(long, value_enum, default_value_t = KeyFlag::Narrow, help_heading = "Limits")]
    pub key: KeyFlag,
    /// Where memory is not enough, keep positions on disk in this folder (ten bytes each)
    #[arg(long, value_name = "DIR", help_heading = "Limits")]
    pub spill: Option<PathBuf>,
    /// How many solutions to list
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Output")]
    pub max_solutions: u32,
}

impl GeneralFlags {
    /// Whether the language was asked for.
    pub fn lang_is_given(&self) -> bool {
        self.lang != LangFlag::Auto
    }
}
