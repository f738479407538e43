//! `tsumugi solve --hosts`: one problem, searched by processes on several machines.

use super::{AnswerWriter, Answerer, Extras};
use crate::cli::args::{HostFlags, SolveFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::only_problem;
use crate::cli::output::AnswerForm;
use crate::cli::output::files::InputFiles;
use crate::cli::run::session::{Session, Solved, question_and_line};
use crate::cli::stderr::tell;
use crate::cluster::{ClusterError, Difference, Hosts, Links, Secret, join};
use crate::problem::{Problem, Question};
use crate::report::{Lang, system_text};
use crate::solve::{Outcome, Solver, Verdict};
use std::path::Path;
use std::time::Duration;

/// The place of this process in the search.
struct Place {
    hosts: Hosts,
    process: usize,
    secret: Secret,
    wait: Duration,
}

/// Takes part in the search for the answer to the only problem of the inputs; the first process writes it.
///
/// # Errors
/// The input is not one problem, the list or the secret is wrong, or an output fails.
pub fn run(flags: &SolveFlags, list: &Path, session: &mut Session, lang: Lang) -> anyhow::Result<Tally> {
    let place = Place::new(&flags.hosts, list)?;
    let item = only_problem(&flags.inputs, "--hosts")?;
    let (files, interrupt) = (InputFiles::of(&flags.inputs.inputs), session.interrupt.clone());
    if place.process > 0 {
        return Ok(place.help(item, session, lang));
    }
    let form = AnswerForm::new(flags);
    let mut writer = AnswerWriter::new(&form, None, &files, &interrupt, lang)?;
    let answerer = Answerer::new(form, Extras::default(), &files, lang)?;
    writer.write(
        answerer.answer(item, session, |session, problem, question| {
            place.solve(session, problem, question, lang)
        }),
    )?;
    Ok(writer.finish(&interrupt)?)
}

impl Place {
    fn new(flags: &HostFlags, list: &Path) -> Result<Place, FatalError> {
        let (Some(process), Some(secret)) = (flags.process, &flags.secret) else {
            unreachable!("the command line has both where it has --hosts")
        };
        let named = |path: &Path, error: ClusterError| match error {
            ClusterError::Read(cause) => FatalError::unreadable(path, cause),
            error => {
                let path = path.display();
                FatalError::new(
                    format!("{path}: {}", text(&error, Lang::En)),
                    format!("{path}: {}", text(&error, Lang::Ja)),
                )
            }
        };
        let hosts = Hosts::read(list).map_err(|error| named(list, error))?;
        let process = usize::from(process);
        if process >= hosts.count() {
            return Err(named(list, ClusterError::NoSuchProcess { process, processes: hosts.count() }));
        }
        let secret = Secret::read(secret).map_err(|error| named(secret, error))?;
        Ok(Place { hosts, process, secret, wait: flags.join })
    }

    /// Takes part, and says on standard error how it came out.
    fn help(&self, item: Result<Problem, Failure>, session: &mut Session, lang: Lang) -> Tally {
        let mut tally = Tally::default();
        let solved = item.and_then(|problem| {
            let question = question_and_line(&problem, &session.options);
            question
                .and_then(|question| self.solve(session, &problem, &question, lang))
                .map(|(outcome, _)| (outcome, problem.name()))
                .map_err(|refusal| Failure::refused(&problem, &refusal, lang))
        });
        match solved {
            Ok((Outcome { verdict, .. }, name)) => {
                tally.unknown = matches!(verdict, Verdict::Unknown(_));
                tally.interrupted = session.interrupt.is_set();
                let process = self.process;
                log::info!("{name}: process {process} has ended with {verdict:?}");
            }
            Err(failure) => {
                tally.unreadable = true;
                let failure = failure.said_in(lang);
                tell(format_args!("{}: {}", failure.place, failure.error.message));
            }
        }
        tally
    }

    fn solve(
        &self,
        session: &mut Session,
        problem: &Problem,
        question: &Question,
        lang: Lang,
    ) -> Result<Solved, Refusal> {
        if !question.rule().is_cooperative() {
            return Err(Refusal::Hosts(
                lang.pick(
                    "--hosts は協力詰と協力自玉詰のものです: 詰将棋には付けずに解いてください",
                    "--hosts is for helpmates and helpselfmates: solve a tsume without it",
                )
                .to_owned(),
            ));
        }
        let links = self.join(session, question, lang)?;
        let solver = Solver::among_processes(question, session.search_options(question), Box::new(links));
        let mut solver = solver.unwrap_or_else(|| unreachable!("a cooperative rule"));
        let outcome = session.drive(problem, &mut solver, None);
        if let Some(lost) = solver.lost_host() {
            let (name, process, cause) = (problem.name(), lost.process, &lost.cause);
            let address = if process < self.hosts.count() { self.hosts.address(process) } else { "?" };
            tell(lang.pick(
                format!("{name}: プロセス{process} ({address}) が失われました: {cause}。全プロセスをもう一度始めてください"),
                format!("{name}: process {process} ({address}) is lost: {cause}. Start all processes again"),
            ));
        }
        Ok((outcome, solver))
    }

    /// Connects to the other processes, which must have the same question and limits.
    fn join(&self, session: &Session, question: &Question, lang: Lang) -> Result<Links, Refusal> {
        let options = session.search_options(question);
        let task = format!(
            "{}\n{}\n{}\n{}\n{:?}\n{:?}\n{:?}",
            question.position().sfen(),
            question.rule(),
            question.conditions(),
            question.attacker(),
            options.limits.nodes,
            options.limits.plies,
            options.key_width,
        );
        join(&self.hosts, self.process, &self.secret, &task, self.wait)
            .map_err(|error| Refusal::Hosts(text(&error, lang)))
    }
}

/// What is wrong and what to do.
fn text(error: &ClusterError, lang: Lang) -> String {
    match error {
        ClusterError::Read(cause) | ClusterError::System(cause) => system_text(cause, lang),
        ClusterError::Address { line, text } => lang.pick(
            format!("{line}行目「{text}」は「ホスト:ポート」ではありません"),
            format!("line {line}: `{text}` is no HOST:PORT"),
        ),
        ClusterError::SameAddress { first, second } => lang.pick(
            format!("{first}行目と{second}行目のアドレスが同じです: プロセスごとに別のアドレスが要ります"),
            format!("lines {first} and {second} have the same address: each process needs its own"),
        ),
        ClusterError::Count(count) => lang.pick(
            format!("{count}個のアドレスがあります: 2個から255個を1行に1個ずつ書いてください"),
            format!("{count} addresses: write 2 to 255, one a line"),
        ),
        ClusterError::NoSuchProcess { process, processes } => lang.pick(
            format!("--process {process} はありません: 番号は0から{}です", processes - 1),
            format!("there is no --process {process}: the numbers are 0 to {}", processes - 1),
        ),
        ClusterError::OpenSecret { mode } => lang.pick(
            format!("他の人が読めます (モード{mode:o}): chmod 600 を実行してください"),
            format!("others may read it (mode {mode:o}): run chmod 600"),
        ),
        ClusterError::ShortSecret(len) => lang.pick(
            format!("{len}バイトしかありません: 16バイト以上が要ります"),
            format!("it has only {len} bytes: 16 or more are needed"),
        ),
        ClusterError::Listen { address, source } => {
            let why = system_text(source, lang);
            lang.pick(
                format!("{address}: 待ち受けできません: {why}"),
                format!("{address}: cannot listen there: {why}"),
            )
        }
        ClusterError::Absent { process, address, waited } => {
            let seconds = waited.as_secs();
            lang.pick(
                format!("プロセス{process} ({address}) が{seconds}秒間応答しません: 始めたか、同じ合言葉か確かめてください"),
                format!("process {process} ({address}) did not answer in {seconds} s: was it started, and has it the same secret?"),
            )
        }
        ClusterError::Differs { process, address, what } => {
            let (japanese, english) = match what {
                Difference::Build => ("プログラムの版", "build of the program"),
                Difference::Task => {
                    ("問題、制限、アドレスの一覧のどれか", "problem, limits or list of hosts")
                }
            };
            lang.pick(
                format!("プロセス{process} ({address}) は{japanese}が違います"),
                format!("process {process} ({address}) has another {english}"),
            )
        }
    }
}
