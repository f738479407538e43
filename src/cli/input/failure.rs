//! A problem without an answer: what is wrong, where, and what the user can do.

use crate::compose::ImpossibleLength;
use crate::compose::extend::Subject;
use crate::movegen::IllegalMove;
use crate::problem::{Problem, QuestionError, ReadError};
use crate::report::{Lang, Message, ProblemError, counted, plies_text};

/// Why a problem has no answer, for stderr and for JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The id of the problem in JSON.
    pub id: String,
    /// The place of the problem in messages.
    pub place: String,
    /// What is wrong: in English if `japanese` is present, else in the language of the run.
    pub error: ProblemError,
    /// The message in Japanese, unless `error` is already in the language of the run.
    pub japanese: Option<Box<str>>,
}

/// Why a problem that can be read cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The problem is a tsume, and a flag was given that applies only to cooperative rules.
    TsumeCheck,
    /// The problem names itself a twin (ツイン) of a problem that does not precede it.
    NoTwin(String),
    /// The problem is a tsume that states several intended solutions.
    SeveralOfTsume,
    /// `--line` was given, and belongs to an earlier problem of the input.
    LineOfAnother,
    /// `--line` has another length than `--plies`.
    LineOfAnotherLength {
        /// The moves of the line.
        line: usize,
        /// What `--plies` says.
        plies: u64,
    },
    /// No mate can have the wanted length, in plies.
    Length(u64, ImpossibleLength),
    /// `extend` was asked both to keep this property and to forbid it.
    KeptAndForbidden(Subject),
    /// The problem is not legal under its rule.
    Question(QuestionError),
    /// A backward check was asked for, and the problem has no intended line.
    NoLine,
    /// The intended line cannot be played.
    Line(IllegalMove),
    /// The input is a game, and its moves cannot be played.
    Game(IllegalMove),
    /// No checkpoint can be kept: the folder, and the reason.
    Checkpoint(String),
    /// The processes of a search cannot connect: the reason.
    Hosts(String),
}

/// A problem, or the failure in the place of a problem that could not be read.
pub type Item = Result<Problem, Failure>;

impl Failure {
    /// A failure without a line number; `message` is in English, `japanese` in Japanese.
    pub fn new(name: String, message: String, japanese: String) -> Failure {
        let error = ProblemError { line: None, column: None, message };
        Failure { id: name.clone(), place: name, error, japanese: Some(japanese.into()) }
    }

    /// This failure with its message in `lang`.
    pub fn said_in(mut self, lang: Lang) -> Failure {
        if let (Lang::Ja, Some(message)) = (lang, self.japanese.take()) {
            self.error.message = message.into();
        }
        self
    }

    /// This failure of moves that were typed for a problem, with the name of that problem added.
    pub fn of_line_after(self, problem: &Problem) -> Failure {
        Failure { id: problem.name(), place: format!("{}: {}", place_of(problem), self.place), ..self }
    }

    /// The failure of a problem that cannot be solved.
    pub fn refused(problem: &Problem, refusal: &Refusal, lang: Lang) -> Failure {
        Failure::unwritable(problem, refusal.message(lang))
    }

    /// The failure of a problem whose answer cannot be written in the format that was asked for.
    pub fn unwritable(problem: &Problem, message: String) -> Failure {
        let error = ProblemError { line: Some(problem.place.line), column: Some(1), message };
        Failure { id: problem.name(), place: place_of(problem), error, japanese: None }
    }
}

/// The place of a problem, with its id if it has one.
fn place_of(problem: &Problem) -> String {
    match &problem.id {
        Some(id) => format!("{} ({id})", problem.place),
        None => problem.place.to_string(),
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        let (place, line, column) = match &error {
            ReadError::Io { file, .. } => (file.clone(), None, None),
            ReadError::Line(error) => {
                (error.place.to_string(), Some(error.place.line), Some(error.column as u64))
            }
        };
        let (message, japanese) = (error.message(Lang::En), Some(error.message(Lang::Ja).into()));
        Failure { id: place.clone(), place, error: ProblemError { line, column, message }, japanese }
    }
}

impl Refusal {
    /// What is wrong, and what the user can do.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Refusal::TsumeCheck => lang
                .pick(
                    "--backward と --graph は協力詰と協力自玉詰のものです: 詰将棋にはこれらを付けずに check を使ってください",
                    "--backward and --graph are for helpmates and helpselfmates: check a tsume without them",
                )
                .to_owned(),
            Refusal::NoTwin(first) => lang.pick(
                format!("twin={first}: これより前に id={first} の問題がありません"),
                format!("twin={first}: no problem before this one has id={first}"),
            ),
            Refusal::SeveralOfTsume => lang
                .pick(
                    "intended-solutions は協力詰と協力自玉詰のものです: 詰将棋には書かないでください",
                    "intended-solutions is for helpmates and helpselfmates: leave it out of a tsume",
                )
                .to_owned(),
            Refusal::LineOfAnother => lang
                .pick(
                    "--line は一題の作意です: 問題は一つだけにしてください",
                    "--line is the line of one problem: give only one problem",
                )
                .to_owned(),
            Refusal::LineOfAnotherLength { line, plies } => lang.pick(
                format!("--line は{line}手で、--plies は{plies}手です: どちらかを直してください"),
                format!("--line has {}, but --plies is {plies}: correct one of them", counted(*line as u64, "move")),
            ),
            Refusal::Length(plies, why) => {
                let why = why.message(lang);
                lang.pick(format!("{plies}手は{why}"), format!("a length of {plies} {why}"))
            }
            Refusal::KeptAndForbidden(subject) => lang.pick(
                format!("--keep と --forbid の両方に {subject} があり、当てはまるものがありません: 片方だけに書いてください"),
                format!("nothing can meet both --keep {subject} and --forbid {subject}: leave one of them out"),
            ),
            Refusal::Question(error) => error.message(lang),
            Refusal::NoLine => lang
                .pick(
                    "逆算検討には作意が必要です: 局面の後に moves と手順を書いてください",
                    "a backward check needs an intended line: write `moves` and the line after the position",
                )
                .to_owned(),
            Refusal::Hosts(why) => why.clone(),
            Refusal::Checkpoint(why) => lang.pick(
                format!("途中経過を保存できません: {why}"),
                format!("no checkpoint can be kept: {why}"),
            ),
            Refusal::Game(illegal) => {
                let illegal = illegal.message(lang);
                lang.pick(format!("指し手の{illegal}"), format!("game: {illegal}"))
            }
            Refusal::Line(illegal) => {
                let illegal = illegal.message(lang);
                lang.pick(format!("作意の{illegal}"), format!("intended line: {illegal}"))
            }
        }
    }
}

/// The error for a flag `option` whose number of plies exceeds the length of the problem's line.
pub fn beyond_line(option: &str, plies: u64, length: usize, lang: Lang) -> String {
    lang.pick(
        format!("{option} {plies}: 作意は{length}手です"),
        format!(
            "{option} {plies}: the problem's line has {} (solve --format usi writes solutions as lines)",
            plies_text(length as u64, lang)
        ),
    )
}
