//! Why a request is refused, in both languages and as JSON.

use crate::report::{Lang, Message};
use serde_json::{Value, json};

/// A refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The status of HTTP.
    pub status: u16,
    /// A word for programs.
    pub code: &'static str,
    english: String,
    japanese: String,
    field: Option<String>,
    /// Of a line of moves: the one that is at fault, from 1.
    ply: Option<usize>,
    /// After so many seconds the same request may be accepted.
    pub retry_after: Option<u32>,
}

impl ApiError {
    /// A refusal that says what is wrong and what to do, in English and in Japanese.
    pub fn new(
        status: u16,
        code: &'static str,
        english: impl Into<String>,
        japanese: impl Into<String>,
    ) -> ApiError {
        let (english, japanese) = (english.into(), japanese.into());
        ApiError { status, code, english, japanese, field: None, ply: None, retry_after: None }
    }

    /// A bad request for a reason that has a sentence.
    pub fn because(code: &'static str, reason: &(impl Message + ?Sized)) -> ApiError {
        ApiError::new(400, code, reason.message(Lang::En), reason.message(Lang::Ja))
    }

    /// A refusal for a reason that was made a value before.
    pub fn of_value(status: u16, code: &'static str, value: &Value) -> ApiError {
        let text = |lang: &str| value["message"][lang].as_str().unwrap_or_default().to_owned();
        ApiError::new(status, code, text("en"), text("ja"))
    }

    /// A body that is no JSON.
    pub fn bad_json(error: &serde_json::Error) -> ApiError {
        ApiError::new(
            400,
            "bad-json",
            format!("the body is not JSON: {error}"),
            format!("本体が JSON ではありません: {error}"),
        )
    }

    /// This refusal, with the field at fault.
    pub fn at(self, field: &str) -> ApiError {
        ApiError { field: Some(field.to_owned()), ..self }
    }

    /// This refusal, with the move at fault.
    pub fn at_ply(self, ply: usize) -> ApiError {
        ApiError { ply: Some(ply), ..self }
    }

    /// This refusal, which is over after some seconds.
    pub fn retry_after(self, seconds: u32) -> ApiError {
        ApiError { retry_after: Some(seconds), ..self }
    }

    /// The code and the message.
    pub fn value(&self) -> Value {
        let mut value = json!({ "code": self.code, "message": { "en": self.english, "ja": self.japanese } });
        if let Some(field) = &self.field {
            value["field"] = json!(field);
        }
        if let Some(ply) = self.ply {
            value["ply"] = json!(ply);
        }
        value
    }

    /// The body of an answer.
    pub fn json(&self) -> String {
        json!({ "error": self.value() }).to_string()
    }
}

/// Something that the server does not have.
pub fn not_found() -> ApiError {
    ApiError::new(404, "not-found", "there is nothing under this address", "このアドレスには何もありません")
}

/// Something that went wrong on the server's side.
pub fn internal(what: &str) -> ApiError {
    ApiError::new(
        500,
        "internal",
        format!("the server failed: {what}"),
        format!("サーバーの失敗です: {what}"),
    )
}

/// A job whose folder cannot be used.
pub fn not_kept(why: &str) -> ApiError {
    ApiError { code: "not-kept", ..internal(why) }
}
