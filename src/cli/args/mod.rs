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
    /// Check whether problems are sound (完全作), and list their flaws and the plies at which their solutions differ
    #[command(after_help = examples::english("check"))]
    Check(CheckFlags),
    /// Find brinkmates (必至): moves after which the defender is mated whatever the reply
    #[command(after_help = examples::english("hisshi"))]
    Hisshi(HisshiFlags),
    /// Analyse game records (棋譜解析): evaluations, mistakes, and missed mates with proofs
    #[command(alias = "analyze", after_help = examples::english("analyse"))]
    Analyse(AnalyseFlags),
    /// Extend sound problems backwards (逆算): put moves before them so that they stay sound
    #[command(after_help = examples::english("extend"))]
    Extend(ExtendFlags),
    /// Search all fillings of a template (a diagram with gaps) for sound problems
    #[command(after_help = examples::english("search"))]
    Search(TemplateFlags),
    /// Find the smallest changes that make unsound problems sound
    #[command(after_help = examples::english("repair"))]
    Repair(RepairFlags),
    /// Show what follows after given moves of a problem: the mate, or the reason why there is none
    #[command(mut_arg("inputs", |inputs| inputs.help(asking::INPUTS)), after_help = examples::english("ask"))]
    Ask(AskFlags),
    /// Measure solutions: length, checks by piece, captures, drops, the path of the king, …
    #[command(after_help = examples::english("records"))]
    Records(RecordsFlags),
    /// Continue a search from its checkpoint, with the same problem, options and output format
    #[command(after_help = examples::english("resume"))]
    Resume(ResumeFlags),
    /// Solve problems that state their length, number of solutions or intended line, and show where the results differ
    #[command(after_help = examples::english("verify"))]
    Verify(VerifyFlags),
    /// Check certificates (proofs of tsume from `solve --certificate`) using only the rules of shogi
    #[command(after_help = examples::english("verify-certificate"))]
    VerifyCertificate(CertificateFlags),
    /// Show positions as boards, illegal positions too
    #[command(after_help = examples::english("show"))]
    Show(ShowFlags),
    /// Turn positions by 180°: pieces, hands, side to move and moves
    #[command(after_help = examples::english("flip"))]
    Flip {
        /// Turn a position only if its SFEN becomes smaller, so that a position and its turned copy give the same
        /// result
        #[arg(long)]
        canonical: bool,
        #[command(flatten)]
        inputs: InputFlags,
    },
    /// Mirror positions: exchange left and right
    #[command(after_help = examples::english("mirror"))]
    Mirror(InputFlags),
    /// Write problems in another format: KIF, KI2, CSA, JKF, problem sets, diagrams
    #[command(after_help = examples::english("convert"))]
    Convert(ConvertFlags),
    /// List all defects of positions and of intended lines
    #[command(after_help = examples::english("validate"))]
    Validate {
        /// The rule under which a position must be a legal problem [default: the rule stated in the problem, else
        /// helpmate]
        #[arg(long, value_parser = rule(), ignore_case = true)]
        rule: Option<Rule>,
        /// Write JSON Lines, one object per problem
        #[arg(long, help_heading = "Output")]
        json: bool,
        #[command(flatten)]
        inputs: InputFlags,
    },
    /// Run as a USI engine on standard input and output, for a GUI to play and solve; the default without a command
    #[command(after_help = examples::english("usi"))]
    Usi,
    /// Start a web server for the browser: a board to set up problems, and jobs that solve, check and compose
    #[cfg(feature = "serve")]
    #[command(after_help = examples::english("serve"))]
    Serve(ServeFlags),
    /// Create and edit opening books (定跡)
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
        /// The position, with or without moves; the start position of a game if omitted
        #[arg(default_value = "startpos")]
        sfen: String,
    },
    /// Measure the speed of this build; two builds that print the same signature did the same work
    #[command(subcommand)]
    #[command(after_help = examples::english("bench"))]
    Bench(BenchCommand),
    /// Tune the evaluation of the playing engine by games against itself
    ///
    /// Ctrl-C stops after the games in progress are finished; a second Ctrl-C stops at once.
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
        /// The folder; it is created if it does not exist
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
    /// Show no progress, and only warnings that a problem may have been misread
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = "General")]
    pub quiet: bool,
    /// Write a log: -v info, -vv debug, -vvv trace; RUST_LOG gives finer control
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
                    "tsumugi {rule}: --rule names another rule: leave it out, or use tsumugi solve --rule"
                ),
                format!(
                    "tsumugi {rule}: --rule が別の規則を指定しています: --rule を外すか、tsumugi solve --rule を使ってください"
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
