//! The `tsumugi` program: subcommands, progress, exit codes, files, signals.
//!
//! The modules follow the way of a problem through the program: `args` (command line) → `input` (problems) → `run`
//! (searches) → `output` (answers), with a file or folder in `command` for each subcommand. Answers go to stdout,
//! everything else to stderr. It is not a failure if the reader of stdout closes the pipe.

mod args;
mod command;
mod exit;
mod fatal_error;
mod input;
mod language;
mod output;
mod paths;
mod processor;
mod run;
mod stderr;

use args::usage::{self, asked_language};
use args::{BenchCommand, Command, CommandLine, GeneralFlags, SearchFlags};
use clap::Parser;
use command::{
    analyse, ask, bench, book, check, convert, extend, flip, hisshi, perft, records, repair, resume, search,
    shell, show, solve, tune, usi, validate, verify, verify_certificate,
};
use exit::{Tally, UNREADABLE};
use output::files;
use output::stdout::{is_broken_pipe, unwritable};
use run::interrupt::Interrupt;
use run::options::{SearchOptions, check_spill};
use run::progress::ProgressLine;
use run::session::Session;
use run::{interrupt_notice, logging, memory};
use std::process::ExitCode;
use stderr::tell;

use crate::report::Lang;
pub use crate::store::reserve::WithReserve;
pub use processor::require as require_processor;
pub use run::memory::last_words;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    memory::prepare();
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => {
            let lang = asked_language(std::env::args_os()).language();
            let shown = usage::show(&error, lang);
            if let Some(input) = usage::input_without_command(&error) {
                let command = format!("tsumugi solve {input}");
                tell(lang.pick(format!("解くには: {command}"), format!("to solve it: {command}")));
            }
            return match error.use_stderr() {
                true => ExitCode::from(UNREADABLE),
                false => {
                    end(shown.map(|()| Tally::default()).map_err(|error| unwritable(error).into()), lang)
                }
            };
        }
    };
    let lang = command_line.general.language();
    let ended = command_line.with_alias_expanded().map_err(anyhow::Error::from);
    end(ended.and_then(|command_line| dispatch(&command_line)), lang)
}

/// The exit code of a run, after printing the final message.
fn end(ended: anyhow::Result<Tally>, lang: Lang) -> ExitCode {
    match ended {
        Ok(mut tally) => {
            // The run may have finished before any part of it noticed the interrupt.
            tally.interrupted |= interrupt_notice::is_end();
            if tally.interrupted {
                interrupt_notice::tell_once(None);
            }
            tally.exit_code()
        }
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(fatal_error::message(&error, lang));
            ExitCode::from(UNREADABLE)
        }
    }
}

fn dispatch(command_line: &CommandLine) -> anyhow::Result<Tally> {
    let general = &command_line.general;
    let command = command_line.command.as_ref().unwrap_or(&Command::Usi);
    files::conflicts::claim_outputs(command, general)?;
    // GUIs do not read stderr: the USI engine decides itself where its log goes.
    if !matches!(command, Command::Usi) {
        logging::start(general)?;
    }
    let lang = general.language();
    language::set(lang);
    if general.quiet {
        interrupt_notice::leave_unsaid();
    }
    match command {
        Command::OfRule(_) => unreachable!("commands named after a rule have been turned into `solve`"),
        Command::Solve(flags) => {
            let mut session = session(&flags.search, flags.jobs, general)?;
            session.options.list(&flags.listing);
            session.expected = flags.plies;
            solve::run(flags, &mut session, lang, general.quiet)
        }
        Command::Check(flags) => {
            let mut session = session(&flags.search, flags.jobs, general)?;
            session.options.list(&flags.listing);
            check::run(flags, &mut session, lang, general.quiet)
        }
        Command::Analyse(flags) => analyse::run(flags, general),
        Command::Hisshi(flags) => hisshi::run(flags, general),
        Command::Extend(flags) => {
            extend::run(flags, &mut session(&flags.search, flags.jobs, general)?, lang, general.quiet)
        }
        Command::Search(flags) => search::run(flags, general),
        Command::Repair(flags) => repair::run(flags, general),
        Command::Ask(flags) => ask::run(flags, &mut session(&flags.search, 1, general)?, lang),
        Command::Records(flags) => records::run(flags, &mut session(&flags.search, 1, general)?, lang),
        Command::Resume(flags) => {
            let mut session = resuming_session(general);
            resume::run(flags, general, &mut session)
        }
        Command::Verify(flags) => {
            let mut session = session(&flags.search, flags.jobs, general)?;
            verify::run(flags, &mut session, lang, general.quiet)
        }
        Command::VerifyCertificate(flags) => verify_certificate::run(flags, general),
        Command::Show(flags) => show::run(flags, lang),
        Command::Flip { canonical, inputs } => flip::flip(inputs, *canonical, lang),
        Command::Mirror(inputs) => flip::mirror(inputs, lang),
        Command::Convert(flags) => convert::run(flags, lang),
        Command::Validate { rule, json, inputs } => validate::run(inputs, *rule, *json, lang),
        Command::Usi => usi::run(general),
        #[cfg(feature = "serve")]
        Command::Serve(flags) => command::serve::run(flags, general),
        Command::Completions { shell } => shell::completions(*shell).map(|()| Tally::default()),
        Command::Man { folder } => shell::man(folder.as_deref()).map(|()| Tally::default()),
        Command::Perft { divide, bulk, depth, sfen } => {
            perft::run(&perft::Perft { depth: *depth, sfen, divide: *divide, bulk: *bulk }, lang)
        }
        Command::Book(command) => book::run(command, general),
        Command::Tune(command) => tune::run(command, lang),
        Command::Bench(BenchCommand::Movegen { files, json }) => bench::movegen(files, *json, lang),
        Command::Bench(BenchCommand::Helpmate { key, json }) => bench::helpmate((*key).into(), *json),
        Command::Bench(BenchCommand::Tsume { json }) => bench::tsume(*json),
        Command::Bench(BenchCommand::Collapses { nodes, json }) => bench::collapses(*nodes, *json),
        Command::Bench(BenchCommand::Play { depth, json }) => bench::play(*depth, *json),
    }
}

fn resuming_session(general: &GeneralFlags) -> Session {
    let interrupt = Interrupt::listen();
    let options = SearchOptions::of_checkpoint(interrupt.stop_flag());
    Session::new(options, interrupt, ProgressLine::new(general.quiet, general.language()))
}

fn session(flags: &SearchFlags, jobs: u16, general: &GeneralFlags) -> anyhow::Result<Session> {
    check_spill(flags.spill.as_deref())?;
    let interrupt = Interrupt::listen();
    let options = SearchOptions::new(flags, jobs, interrupt.stop_flag(), general.language());
    if !general.quiet {
        memory::tell_limits(flags.memory, general.language());
    }
    Ok(Session::new(options, interrupt, ProgressLine::new(general.quiet, general.language())))
}
