//! A problem without an answer: what is wrong, where, and what to do.

use super::trouble::system_text;
use crate::movegen::IllegalMove;
use crate::position::Defect;
use crate::problem::{Problem, ReadError, Wording};
use crate::report::{Lang, ProblemError};
use std::io;

/// Why there is no answer, for stderr and for JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What JSON calls the problem.
    pub id: String,
    /// Where it is, for people.
    pub place: String,
    /// What is wrong, in English unless it was made for a language.
    pub error: ProblemError,
    /// The message in Japanese, where it was not made for a language.
    pub japanese: Option<Box<str>>,
}

/// Why a problem that can be read cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It is a tsume, and checkpoints are for helpmates only.
    TsumeCheckpoint,
    /// It is a tsume, and what was asked for belongs to helpmates.
    TsumeCheck,
    /// Nobody has a king.
    NoKing,
    /// It is not legal.
    Illegal(Vec<Defect>),
    /// A backward check was asked for, and there is no intended line.
    NoLine,
    /// Its intended line cannot be played.
    Line(IllegalMove),
    /// No checkpoint can be kept: the folder and why.
    Checkpoint(String),
}

impl Failure {
    /// A failure of something that is not a line of a text; its message in English and in Japanese.
    pub fn new(name: String, message: String, japanese: String) -> Failure {
        let error = ProblemError { line: None, column: None, message };
        Failure { id: name.clone(), place: name, error, japanese: Some(japanese.into()) }
    }

    /// The failure with its message in a language.
    pub fn said_in(mut self, lang: Lang) -> Failure {
        if let (Lang::Ja, Some(message)) = (lang, self.japanese.take()) {
            self.error.message = message.into();
        }
        self
    }

    /// A problem that cannot be solved.
    pub fn refused(problem: &Problem, refusal: &Refusal, lang: Lang) -> Failure {
        Failure::unwritable(problem, refusal.message(lang))
    }

    /// A problem that cannot be answered in the form asked for.
    pub fn unwritable(problem: &Problem, message: String) -> Failure {
        let place = match &problem.id {
            Some(id) => format!("{} ({id})", problem.place),
            None => problem.place.to_string(),
        };
        let error = ProblemError { line: Some(problem.place.line), column: Some(1), message };
        Failure { id: problem.name(), place, error, japanese: None }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        match error {
            // What says by itself what to do.
            ReadError::Io { file, error } if is_worded(&error) => {
                Failure::new(file, error.to_string(), system_text(&error, Lang::Ja))
            }
            ReadError::Io { file, error } => Failure::new(
                file,
                format!("cannot be read to its end: {error}: check the file"),
                format!("最後まで読めません: {}: ファイルを確かめてください", system_text(&error, Lang::Ja)),
            ),
            ReadError::Line(error) => {
                let place = error.place.to_string();
                let (line, column) = (Some(error.place.line), Some(error.column as u64));
                let (message, japanese) = (error.message(), Some(error.japanese().into()));
                Failure { id: place.clone(), place, error: ProblemError { line, column, message }, japanese }
            }
        }
    }
}

fn is_worded(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Wording>())
}

impl Refusal {
    /// What is wrong and what to do.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Refusal::TsumeCheckpoint => lang
                .pick(
                    "詰将棋の途中経過は保存できません: --checkpoint なしで解いてください",
                    "a tsume has no checkpoints: solve it without --checkpoint",
                )
                .to_owned(),
            Refusal::TsumeCheck => lang
                .pick(
                    "--backward と --graph は協力詰のものです: 詰将棋にはこれらを付けずに check を使ってください",
                    "--backward and --graph are for helpmates: check a tsume without them",
                )
                .to_owned(),
            Refusal::NoKing => lang
                .pick(
                    "盤上に玉がありません: 玉方の玉を置いてください",
                    "no king on the board: put the defender's king there",
                )
                .to_owned(),
            Refusal::NoLine => lang
                .pick(
                    "逆算検討には作意が必要です: 局面の後に moves と手順を書いてください",
                    "a backward check needs an intended line: write `moves` and the line behind the position",
                )
                .to_owned(),
            Refusal::Illegal(defects) => {
                let texts: Vec<String> = defects.iter().map(|defect| defect_text(defect, lang)).collect();
                lang.pick(
                    format!("解ける局面ではありません: {}", texts.join("、")),
                    format!("not a legal problem: {}", texts.join("; ")),
                )
            }
            Refusal::Checkpoint(why) => lang.pick(
                format!("途中経過を保存できません: {why}"),
                format!("no checkpoint can be kept: {why}"),
            ),
            Refusal::Line(illegal) => lang.pick(
                format!("作意の{}手目 {} は反則です: {}", illegal.ply, illegal.mv, illegal.sfen),
                format!("intended line: {illegal}"),
            ),
        }
    }
}

/// A defect in a language.
pub fn defect_text(defect: &Defect, lang: Lang) -> String {
    match lang {
        Lang::Ja => defect.japanese(),
        Lang::En => defect.to_string(),
    }
}
