//! What can be typed: subcommands and flags, as clap reads them.

mod analyse;
mod asking;
mod bench;
mod book;
mod composing;
mod examples;
mod extend;
mod hisshi;
mod hosts;
mod inputs;
mod japanese;
mod quantities;
mod search;
#[cfg(feature = "serve")]
mod serving;
mod solving;
mod tune;
pub mod usage;
mod values;
mod writing;

pub use analyse::AnalyseFlags;
pub use asking::{AskFlags, RecordsFlags};
pub use bench::BenchCommand;
pub use book::{BookBuildFlags, BookCommand, BookFlags, BookOut, BooksFlags};
pub use composing::{FoundFlags, JudgingFlags, RepairFlags, TemplateFlags};
pub use extend::{ExtendFlags, OrderFlag};
pub use hisshi::HisshiFlags;
pub use hosts::HostFlags;
pub use inputs::{InputFlags, ReadingFlags};
pub use japanese::command as japanese_command;
pub use quantities::{LONGEST_TIME, Shard, parse_bytes, parse_duration, parse_shard};
pub use search::{ListingFlags, QuestionFlags, ResumeFlags, SearchFlags};
#[cfg(feature = "serve")]
pub use serving::ServeFlags;
pub use solving::{CertificateFlags, CheckFlags, SolveFlags, VerifyFlags};
pub use tune::{
    TuneCollapsesFlags, TuneCommand, TuneFitFlags, TuneMarginsFlags, TuneMatchFlags, TunePlayFlags,
};
pub use usage::quoted;
pub use values::{
    ColorFlag, EncodingFlag, FormatKind, GraphPath, KeyFlag, LangFlag, OutEncodingFlag, OutputFormat,
    ProveFlag, StyleFlag, parse_graph_path,
};
use values::{conditions, finite, new_file, new_folder, not_negative, number, policy, rule, share};
pub use writing::{AnswerFlags, ConvertFlags, DrawingFlags, OutEncodingFlags, ShowFlags};

use crate::cli::fatal_error::FatalError;
use crate::problem::Rule;
use crate::report::Lang;
use clap::{ArgAction, Args, Parser, Subcommand};
use std::path::PathBuf;

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "tsumugi", version, about)]
#[command(
    about = "Solves helpmates (協力詰, ばか詰), helpselfmates (協力自玉詰) and tsume (詰将棋) by the exact rules of shogi"
)]
#[command(after_help = examples::english(""))]
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
    #[command(after_help = examples::english("solve"))]
    Solve(SolveFlags),
    /// A command that is named after a rule.
    #[command(flatten)]
    OfRule(RuleCommand),
    /// Say whether problems are sound (完全作), what is wrong with them, and where their solutions differ
    #[command(after_help = examples::english("check"))]
    Check(CheckFlags),
    /// Find brinkmates (必至): a move after which the defender is mated whatever he replies
    #[command(after_help = examples::english("hisshi"))]
    Hisshi(HisshiFlags),
    /// Look at games afterwards (棋譜解析): values, mistakes, and missed mates that are proved
    #[command(alias = "analyze", after_help = examples::english("analyse"))]
    Analyse(AnalyseFlags),
    /// Put moves before sound problems so that they stay sound (逆算)
    #[command(after_help = examples::english("extend"))]
    Extend(ExtendFlags),
    /// Search over a diagram with gaps: which fillings are sound problems?
    #[command(after_help = examples::english("search"))]
    Search(TemplateFlags),
    /// Find the least changes that make problems sound
    #[command(after_help = examples::english("repair"))]
    Repair(RepairFlags),
    /// Say what follows after some moves of a problem: the mate from there, or why there is none
    #[command(after_help = examples::english("ask"))]
    Ask(AskFlags),
    /// Take the records of solutions: length, checks by piece, captures, drops, the way of the king, …
    #[command(after_help = examples::english("records"))]
    Records(RecordsFlags),
    /// Go on with a search from its checkpoint, with the problem, the options and the form of the answer that it began
    /// with
    #[command(after_help = examples::english("resume"))]
    Resume(ResumeFlags),
    /// Solve problems that state their length, number of solutions or intended line, and show what differs
    #[command(after_help = examples::english("verify"))]
    Verify(VerifyFlags),
    /// Check proofs of tsume that `solve --certificate` wrote, with nothing but the rules of shogi
    #[command(after_help = examples::english("verify-certificate"))]
    VerifyCertificate(CertificateFlags),
    /// Show positions as boards; positions that are not legal too
    #[command(after_help = examples::english("show"))]
    Show(ShowFlags),
    /// Turn positions by 180°: pieces, hands, side to move and moves
    #[command(after_help = examples::english("flip"))]
    Flip {
        /// Only where the turned position's SFEN is the smaller one, so that both give the same
        #[arg(long)]
        canonical: bool,
        #[command(flatten)]
        inputs: InputFlags,
    },
    /// Exchange left and right
    #[command(after_help = examples::english("mirror"))]
    Mirror(InputFlags),
    /// Write problems in another format: KIF, KI2, CSA, JKF, problem sets, diagrams
    #[command(after_help = examples::english("convert"))]
    Convert(ConvertFlags),
    /// Name every defect of positions and of intended lines
    #[command(after_help = examples::english("validate"))]
    Validate {
        /// The rule under which a position must be a legal problem [default: what the problem says, else helpmate]
        #[arg(long, value_parser = rule(), ignore_case = true)]
        rule: Option<Rule>,
        #[command(flatten)]
        inputs: InputFlags,
    },
    /// Play and solve for a GUI by the USI protocol, on the standard streams; what the program does without a command,
    /// too
    #[command(after_help = examples::english("usi"))]
    Usi,
    /// Open a workshop in the browser: a board to set up problems, and jobs that solve, check and compose
    #[cfg(feature = "serve")]
    #[command(after_help = examples::english("serve"))]
    Serve(ServeFlags),
    /// Make opening books (定跡) and work on them
    #[command(subcommand)]
    #[command(after_help = examples::english("book"))]
    Book(BookCommand),
    /// Count the sequences of legal moves of a given length
    #[command(after_help = examples::english("perft"))]
    Perft {
        /// Count for each first move
        #[arg(long)]
        divide: bool,
        /// Count the last ply without playing it
        #[arg(long)]
        bulk: bool,
        /// The number of moves
        #[arg(value_parser = number(0..=crate::movegen::DEEPEST_PERFT))]
        depth: u32,
        /// The position, with moves or without; the start of a game if left out
        #[arg(default_value = "startpos")]
        sfen: String,
    },
    /// Measure how fast this build is; the signature at the end says whether two builds did the same work
    #[command(subcommand)]
    #[command(after_help = examples::english("bench"))]
    Bench(BenchCommand),
    /// Tune the evaluation of the playing engine by its own games
    ///
    /// After Ctrl-C the games that are being played are played to their end; a second Ctrl-C ends at once.
    #[command(subcommand)]
    #[command(after_help = examples::english("tune"))]
    Tune(TuneCommand),
    /// Print completions for a shell
    #[command(after_help = examples::english("completions"))]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands to a folder
    #[command(after_help = examples::english("man"))]
    Man {
        /// The folder, made if it is not there
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

/// The subcommands that are named after a rule.
#[derive(Debug, Subcommand)]
pub enum RuleCommand {
    /// Solve tsume (詰将棋): solve --rule tsume
    #[command(after_help = examples::english("tsume"))]
    Tsume(SolveFlags),
    /// Solve helpmates (協力詰): solve --rule helpmate
    #[command(after_help = examples::english("helpmate"))]
    Helpmate(SolveFlags),
    /// Solve helpselfmates (協力自玉詰): solve --rule helpselfmate
    #[command(after_help = examples::english("helpselfmate"))]
    Helpselfmate(SolveFlags),
}

impl RuleCommand {
    fn into_parts(self) -> (Rule, SolveFlags) {
        match self {
            RuleCommand::Tsume(flags) => (Rule::Tsume, flags),
            RuleCommand::Helpmate(flags) => (Rule::Helpmate, flags),
            RuleCommand::Helpselfmate(flags) => (Rule::Helpselfmate, flags),
        }
    }
}

/// Flags that every subcommand has.
#[derive(Debug, Args)]
pub struct GeneralFlags {
    /// Language of answers; auto follows LC_ALL, LC_MESSAGES, LANG
    #[arg(long, global = true, value_enum, default_value_t = LangFlag::Auto, help_heading = "General")]
    pub lang: LangFlag,
    /// No progress, and no warnings but those that another problem may have been meant
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "General")]
    pub quiet: bool,
    /// Log what is done: -v info, -vv debug, -vvv trace; RUST_LOG is finer
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = "General")]
    pub verbose: u8,
    /// Append the log to a file instead of writing it to stderr
    #[arg(long, global = true, value_name = "FILE", value_parser = new_file(), help_heading = "General")]
    pub log_file: Option<PathBuf>,
}

impl CommandLine {
    /// A command that is named after a rule as the `solve --rule` that it stands for.
    ///
    /// # Errors
    /// When `--rule` says something else.
    pub fn with_alias_expanded(self) -> Result<CommandLine, FatalError> {
        let (rule, mut flags) = match self.command {
            Some(Command::OfRule(command)) => command.into_parts(),
            _ => return Ok(self),
        };
        if flags.search.question.rule.is_some_and(|said| said != rule) {
            return Err(FatalError::new(
                format!(
                    "tsumugi {rule}: --rule says something else: give one of them, or tsumugi solve --rule"
                ),
                format!(
                    "tsumugi {rule}: --rule が違う規則です: どちらか一つか、tsumugi solve --rule を使ってください"
                ),
            ));
        }
        flags.search.question.rule = Some(rule);
        Ok(CommandLine { command: Some(Command::Solve(flags)), ..self })
    }
}

impl GeneralFlags {
    /// Whether the language was asked for.
    pub fn lang_is_given(&self) -> bool {
        self.lang != LangFlag::Auto
    }

    /// The language of answers.
    pub fn language(&self) -> Lang {
        self.lang.language()
    }
}
