//! A session with a GUI: reads commands, sends replies, and runs searches in other threads.
//!
//! The session's thread reads and executes commands while a search runs. At most one search runs: each command that
//! requires it to be over (`stop`, another `go`, `usinewgame`, `gameover`) stops it and waits for its answer, which
//! takes milliseconds. So each `go` is answered exactly once, and never after `quit`.
//!
//! No input of the GUI ends the session or makes it panic: a command that cannot be executed is answered by an
//! `info string`. After a position that was refused, every `go` is refused too, until a valid position is sent: an
//! answer never belongs to a position other than the last one sent.

mod chance;
mod control;
mod dialogue;
mod eval_file;
mod game;
mod input;
mod mate;
mod named_file;
mod one_king;
mod open_book;
mod opening_book;
mod output;
mod perft;
mod play_task;
mod player;
mod refusal;
mod running_search;
mod shown;
mod worker;

use super::command::{Command, Go, PlayRequest, Until};
use super::options::{DECLARATIONS, Options};
use super::parser::{CommandError, Parsed, parse};
use super::reply::{Info, Reply};
use crate::play;
use crate::position::Position;
use crate::report::{Lang, Message};
use crate::solve::tsume::Tables;
use crate::types::Move;
use control::Control;
use dialogue::Dialogue;
use eval_file::EvalFile;
use game::{Game, Setup};
use input::{InputLine, read_line};
use named_file::Again;
use opening_book::OpeningBook;
use output::Output;
use play_task::PlayTask;
use refusal::Refusal;
use running_search::{RunningSearch, Work};
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use worker::{Worker, give_back};

/// The greatest number of unknown tokens that are quoted in a message.
const QUOTED: usize = 8;

/// A conversation with one GUI.
///
/// ```
/// use std::sync::mpsc;
/// use tsumugi::usi::Session;
///
/// let mut folder = std::env::temp_dir();
/// Session::new(std::io::sink(), folder).run(&b"usi\nisready\nposition startpos\nquit\n"[..]);
/// ```
pub struct Session {
    output: Output,
    folder: PathBuf,
    options: Options,
    setup: Setup,
    engine: Arc<Mutex<play::Engine>>,
    /// What tsume searches of this game have found: their positions tend to occur again.
    tables: Tables,
    eval_file: EvalFile,
    book: OpeningBook,
    /// The search thread, while no search runs.
    idle: Option<Worker>,
    search: Option<RunningSearch>,
    /// Whether a client has sent a command of the protocol.
    is_greeted: bool,
}

impl Session {
    /// A session that sends replies to `output`, and writes its dialogue to a file in `folder` if that is asked for.
    pub fn new(output: impl Write + Send + 'static, folder: impl Into<PathBuf>) -> Session {
        let options = Options::default();
        Session {
            output: Output::new(output),
            folder: folder.into(),
            engine: Arc::new(Mutex::new(play::Engine::new(options.play()))),
            options,
            setup: Setup::Nothing,
            tables: Tables::default(),
            eval_file: EvalFile::none(),
            book: OpeningBook::default(),
            idle: None,
            search: None,
            is_greeted: false,
        }
    }

    /// Executes commands until `quit`, the end of the input, or until the replies can no longer be written. At the
    /// end of the input, a search with a limit of its own still runs to its answer, and any other one is stopped and
    /// answers with its result so far. In the other cases a running search is not waited for.
    pub fn run(mut self, mut input: impl BufRead) {
        while !self.output.is_closed() {
            let line = match read_line(&mut input) {
                InputLine::Text(line) => line,
                InputLine::TooLong(beginning) => {
                    self.pass_over(&beginning);
                    continue;
                }
                InputLine::End => {
                    if let Some(search) = self.search.take() {
                        search.hear_out(&self.output);
                    }
                    break;
                }
            };
            self.output.heard(&line);
            if self.line(&line).is_break() {
                break;
            }
        }
        self.output.close();
        if let Some(search) = &self.search {
            search.control.stop.stop();
        }
    }

    fn line(&mut self, line: &str) -> ControlFlow<()> {
        match parse(line) {
            Ok(None) => {}
            Ok(Some(Parsed { command, ignored, error, warning })) => {
                self.is_greeted = true;
                if let Some(warning) = warning {
                    self.output.send(Info::text(format!("warning: {}", warning.message(Lang::En))));
                }
                if !ignored.is_empty() {
                    let words = &ignored[..ignored.len().min(QUOTED)];
                    self.output.send(Info::text(format!("ignored: {}", words.join(" "))));
                }
                match (command, error) {
                    (Command::Go(go), Some(error)) => self.refuse(go, error.to_string()),
                    (command, error) => {
                        error.into_iter().for_each(|error| self.complain(&error.to_string()));
                        return self.obey(command);
                    }
                }
            }
            // Unknown input before the protocol has begun is not answered.
            Err(CommandError::Unknown { .. }) if !self.is_greeted => {}
            Err(CommandError::Position(error)) => {
                self.refuse_position(&format!("position: {}", error.message(Lang::En)));
            }
            Err(error) => self.complain(&error.to_string()),
        }
        ControlFlow::Continue(())
    }

    /// Handles a line that is too long to be stored, by its first tokens.
    fn pass_over(&mut self, beginning: &str) {
        const ERROR: &str = "the line is too long: ignored";
        match (beginning.split_whitespace().next(), parse(beginning)) {
            (Some("position"), _) => self.refuse_position(ERROR),
            (_, Ok(Some(Parsed { command: Command::Go(go), .. }))) => self.refuse(go, ERROR.to_owned()),
            _ => self.complain(ERROR),
        }
    }

    fn obey(&mut self, command: Command) -> ControlFlow<()> {
        match command {
            Command::Usi => self.introduce(),
            Command::IsReady => {
                self.prepare_files(Again::IfWritten);
                self.output.send(Reply::ReadyOk);
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::NewGame => {
                self.finish();
                self.forget();
            }
            Command::Position { root, moves } => self.set_position(*root, moves),
            Command::Go(go) => self.go(go),
            Command::Stop | Command::GameOver => self.finish(),
            Command::PonderHit(clock) => {
                if let Some(search) = &self.search {
                    search.control.ponder.hit(play_task::clock(&clock));
                }
                self.work_that_waited();
            }
            Command::Quit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn introduce(&self) {
        self.output.send(format_args!("id name Tsumugi {}", env!("CARGO_PKG_VERSION")));
        self.output.send("id author the Tsumugi developers");
        DECLARATIONS.iter().for_each(|declaration| self.output.send(declaration));
        self.output.send(Reply::UsiOk);
    }

    fn set_option(&mut self, name: &str, value: &str) {
        let before = self.options.clone();
        if let Err(error) = self.options.set(name, value) {
            self.complain(&error.to_string());
        }
        if self.options.memory() != before.memory() && self.options.is_memory_cut() {
            let mebibytes = self.options.memory() >> 20;
            self.output.send(Info::text(format!(
                "USI_Hash: this machine has less memory, {mebibytes} MiB are used at most"
            )));
        }
        if name == "Threads" && self.options.are_threads_cut() {
            let threads = self.options.threads();
            self.output.send(Info::text(format!(
                "Threads: too many for the processors of this machine, {threads} are used"
            )));
        }
        if self.options.write_debug_log() != before.write_debug_log() {
            self.keep_dialogue(self.options.write_debug_log());
        }
    }

    /// Opens the files that the options name, if necessary.
    fn prepare_files(&mut self, again: Again) {
        match self.eval_file.prepare(&self.options, again) {
            Ok(true) => self.forget(),
            Ok(false) => {}
            Err(error) => self.complain(&error),
        }
        if let Err(error) = self.book.prepare(&self.options, again) {
            self.complain(&error);
        }
    }

    fn keep_dialogue(&mut self, is_wanted: bool) {
        let dialogue = is_wanted.then(|| Dialogue::open(&self.folder)).transpose();
        match dialogue {
            Ok(dialogue) => self.output.keep(dialogue),
            Err(error) => self.complain(&format!(
                "WriteDebugLog: {} cannot be written in the working folder: {error}",
                dialogue::FILE_NAME
            )),
        }
    }

    /// Replaces the engine and its tables by new ones.
    fn forget(&mut self) {
        let fresh = play::Engine::with_weights(self.options.play(), self.eval_file.weights());
        let engine = std::mem::replace(&mut self.engine, Arc::new(Mutex::new(fresh)));
        give_back(Some((engine, std::mem::take(&mut self.tables))));
    }

    fn set_position(&mut self, root: Position, moves: Vec<Move>) {
        match Game::new(root, moves) {
            Ok(game) => {
                if matches!(&self.setup, Setup::Game(before) if before.root.key() != game.root.key()) {
                    give_back(std::mem::take(&mut self.tables).take_out());
                }
                self.setup = Setup::Game(Box::new(game));
            }
            Err(error) => self.refuse_position(&format!("position: {error}")),
        }
    }

    /// Reports why a position is refused. The previous position is dropped, since the GUI does not show it any more.
    fn refuse_position(&mut self, error: &str) {
        self.complain(&format!("{error}; every go is refused until a valid position is sent"));
        give_back(std::mem::take(&mut self.tables).take_out());
        self.setup = Setup::Refused(error.to_owned());
    }

    fn go(&mut self, go: Go) {
        let asked = Instant::now();
        self.finish();
        if let Setup::Refused(error) = &self.setup {
            let reason = format!("the last position was refused ({error})");
            return self.refuse(go, reason);
        }
        let (output, options) = (self.output.clone(), self.options.clone());
        match go {
            Go::Mate(request) => {
                let is_limited = request.is_limited();
                let tables = self.tables.clone();
                match mate::MateTask::new(self.setup.game(), request, options, tables, output.clone()) {
                    Ok(task) => self.search(None, is_limited, move |control| task.run(control)),
                    Err(refusal) => refusal.answer_mate(&output),
                }
            }
            Go::Perft(depth) => {
                let position = self.game_or_start().position;
                self.search(None, false, move |control| perft::run(position, depth, control, &output));
            }
            Go::Play(request) => self.play(request, options, output, asked),
        }
    }

    /// Answers a `go` without a search, at the time when its answer is due.
    fn refuse(&mut self, go: Go, reason: String) {
        self.finish();
        let (refusal, output) = (Refusal(reason), self.output.clone());
        let until = if let Go::Play(request) = &go { request.waits() } else { None };
        self.search(until, until.is_none(), move |control| refusal.answer(&go, control, &output));
    }

    fn play(&mut self, request: PlayRequest, options: Options, output: Output, asked: Instant) {
        self.prepare_files(Again::IfRenamed);
        let game = self.game_or_start();
        let tables = self.tables.clone();
        let book = self.book.book();
        let task = PlayTask { game, request, options, tables, book, output, asked };
        let engine = Arc::clone(&self.engine);
        let until = task.request.waits();
        self.search(until, until.is_none(), move |control| {
            player::run(&task, &mut engine.lock().unwrap_or_else(PoisonError::into_inner), control);
        });
    }

    fn game_or_start(&self) -> Game {
        self.setup.game().cloned().unwrap_or_else(|| {
            self.output.send(Info::text("no position was sent: the start position is used"));
            Game::start()
        })
    }

    /// Starts a search; none may be running. `until`: the command that must come before its answer. `ends_by_itself`:
    /// whether it has a limit of its own.
    ///
    /// If the system cannot start a thread, the session's thread searches itself. Commands then wait until it has
    /// answered, so a search that must wait for a command begins when that command comes.
    fn search(
        &mut self,
        until: Option<Until>,
        ends_by_itself: bool,
        work: impl FnOnce(&Control) + Send + 'static,
    ) {
        let control = Control::default();
        match self.idle.take().map_or_else(Worker::start, Ok) {
            Ok(worker) => {
                let seen = control.clone();
                worker.begin(move || work(&seen));
                let work = Work::Worker(worker);
                self.search = Some(RunningSearch { control, ends_by_itself, work });
            }
            Err(error) => {
                self.complain(&format!(
                    "the search thread cannot be started ({error}): commands wait until the search has ended; a smaller USI_Hash or fewer Threads may help"
                ));
                match until {
                    Some(until) => {
                        let work = Work::Later(Box::new(work), until);
                        self.search = Some(RunningSearch { control, ends_by_itself, work });
                    }
                    None => work(&control),
                }
            }
        }
    }

    /// Runs a search that was postponed until `ponderhit`.
    fn work_that_waited(&mut self) {
        match self.search.take() {
            Some(RunningSearch { control, work: Work::Later(work, Until::Hit), .. }) => work(&control),
            other => self.search = other,
        }
    }

    /// Stops the search, if one runs, and waits until it has answered.
    fn finish(&mut self) {
        if let Some(search) = self.search.take() {
            self.idle = search.finish();
        }
    }

    fn complain(&self, message: &str) {
        self.output.send(Info::text(format!("error: {message}")));
    }
}
