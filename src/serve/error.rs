//! The errors of requests, in both languages and as JSON.

use crate::report::{Lang, Message};
use serde_json::{Value, json};

/// An error of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// A code for programs.
    pub code: &'static str,
    english: String,
    japanese: String,
    field: Option<String>,
    place: Option<Fault>,
    /// The number of seconds after which the same request may succeed.
    pub retry_after: Option<u32>,
}

/// The place of the error in the value of a field. Small integers keep `ApiError` small, since it is part of every
/// `Result`.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// In a move of a line; its number, from 1.
    Move(usize),
    /// On a line of a text, in a column; both from 1.
    Place { line: u32, column: u32 },
}

impl ApiError {
    /// An error with a message in English and in Japanese that says what is wrong and what the client can do.
    pub fn new(
        status: u16,
        code: &'static str,
        english: impl Into<String>,
        japanese: impl Into<String>,
    ) -> ApiError {
        let (english, japanese) = (english.into(), japanese.into());
        ApiError { status, code, english, japanese, field: None, place: None, retry_after: None }
    }

    /// A bad request (status 400), with the message of `reason`.
    pub fn because(code: &'static str, reason: &(impl Message + ?Sized)) -> ApiError {
        ApiError::new(400, code, reason.message(Lang::En), reason.message(Lang::Ja))
    }

    /// The error for a body that is not JSON.
    pub fn bad_json(error: &serde_json::Error) -> ApiError {
        ApiError::new(
            400,
            "bad-json",
            format!("the body is not JSON: {error}"),
            format!(
                "本体が JSON ではありません: {}行目{}バイト目で{}",
                error.line(),
                error.column(),
                if error.is_eof() { "終わっています" } else { "読めなくなります" }
            ),
        )
    }

    /// This error, with the name of the field at fault.
    pub fn at(self, field: &str) -> ApiError {
        ApiError { field: Some(field.to_owned()), ..self }
    }

    /// This error, with the number of the move at fault.
    pub fn at_ply(self, ply: usize) -> ApiError {
        ApiError { place: Some(Fault::Move(ply)), ..self }
    }

    /// This error, with the line and the column of the text at fault.
    pub fn at_place(self, line: u64, column: usize) -> ApiError {
        let column = u32::try_from(column).unwrap_or(u32::MAX);
        ApiError {
            place: Some(Fault::Place { line: u32::try_from(line).unwrap_or(u32::MAX), column }),
            ..self
        }
    }

    /// This error, with a number of seconds after which the request may succeed.
    pub fn retry_after(self, seconds: u32) -> ApiError {
        ApiError { retry_after: Some(seconds), ..self }
    }

    /// The code and the message as JSON.
    pub fn value(&self) -> Value {
        let mut value = json!({ "code": self.code, "message": { "en": self.english, "ja": self.japanese } });
        if let Some(field) = &self.field {
            value["field"] = json!(field);
        }
        match self.place {
            Some(Fault::Move(ply)) => value["ply"] = json!(ply),
            Some(Fault::Place { line, column }) => {
                value["line"] = json!(line);
                value["column"] = json!(column);
            }
            None => {}
        }
        value
    }

    /// The body of the HTTP response.
    pub fn json(&self) -> String {
        json!({ "error": self.value() }).to_string()
    }
}

/// The error for an address that the server does not have.
pub fn not_found() -> ApiError {
    ApiError::new(404, "not-found", "there is no page at this address", "このアドレスには何もありません")
}

/// The error for an unknown job id.
pub fn no_such_job() -> ApiError {
    ApiError::new(
        404,
        "no-such-job",
        "there is no such job: it was deleted, or it never existed",
        "そのジョブはありません: 削除されたか、初めからありません",
    )
}

/// The error for a failure of the server.
pub fn internal(what: &str) -> ApiError {
    ApiError::new(
        500,
        "internal",
        format!("the server failed: {what}"),
        format!("サーバー側で失敗しました: {what}"),
    )
}

/// The error for a job whose folder cannot be used.
pub fn not_kept(why: &str) -> ApiError {
    ApiError { code: "not-kept", ..internal(why) }
}
