//! Reads the body of a request, within its limits.

use super::app::{App, place};
use crate::serve::error::ApiError;
use crate::serve::limits::{BODY_BYTES, REQUEST_TIME, SMALL_BODY, THROWN_AWAY};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::EXPECT;
use hyper::http::request::Parts;
use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

/// The HTTP status for a body that is too large.
const TOO_LARGE: u16 = 413;
/// When no data arrives for this time, no more is expected of a body that is too large.
const PAUSE: Duration = Duration::from_millis(500);

/// A request body, with its permit if it is large.
pub struct ReadBody {
    /// The bytes of the body.
    pub bytes: Vec<u8>,
    place: Option<OwnedSemaphorePermit>,
}

impl ReadBody {
    /// Whether the body holds a permit for large bodies.
    pub fn is_large(&self) -> bool {
        self.place.is_some()
    }
}

/// Reads a body.
///
/// # Errors
/// The body is too long, does not arrive in time, or the connection breaks.
pub async fn read(app: &App, head: &Parts, mut body: Incoming) -> Result<ReadBody, ApiError> {
    // A client that asks first (`Expect`) sends nothing of a body that is refused because of its length.
    let asks =
        head.headers.get(EXPECT).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"));
    let is_held_back = asks && body.size_hint().lower() > BODY_BYTES as u64;
    let read = timeout(REQUEST_TIME, within_limits(app, &mut body)).await.unwrap_or_else(|_| Err(too_slow()));
    if !is_held_back && read.as_ref().is_err_and(|error| error.status == TOO_LARGE) {
        let _ = timeout(REQUEST_TIME, throw_away(&mut body)).await;
    }
    read
}

async fn within_limits(app: &App, body: &mut Incoming) -> Result<ReadBody, ApiError> {
    let hint = body.size_hint();
    if hint.lower() > BODY_BYTES as u64 {
        return Err(too_large());
    }
    let is_small = hint.upper().is_some_and(|bytes| bytes <= SMALL_BODY);
    let place = if is_small { None } else { Some(place(&app.large_bodies).await?) };
    Ok(ReadBody { bytes: collect(body).await?, place })
}

/// Reads and discards the rest of a body that is too large: a client that is still sending when the connection is
/// closed would not read the error.
async fn throw_away(body: &mut Incoming) {
    let mut left = THROWN_AWAY;
    while left > 0
        && body.size_hint().lower() <= left
        && let Ok(Some(Ok(frame))) = timeout(PAUSE, next(body)).await
    {
        left = left.saturating_sub(frame.data_ref().map_or(0, |data| data.len() as u64));
    }
}

async fn next(body: &mut Incoming) -> Option<Result<Frame<Bytes>, hyper::Error>> {
    poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await
}

async fn collect(body: &mut Incoming) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    while let Some(frame) = next(body).await {
        let frame = frame.map_err(|_| broken())?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > BODY_BYTES {
                return Err(too_large());
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes)
}

fn too_large() -> ApiError {
    ApiError::new(
        TOO_LARGE,
        "too-large",
        format!("the body may have at most {BODY_BYTES} bytes"),
        format!("本体は{BODY_BYTES}バイトまでです"),
    )
}

fn too_slow() -> ApiError {
    ApiError::new(408, "too-slow", "the body did not arrive in time", "本体が時間内に届きませんでした")
}

fn broken() -> ApiError {
    ApiError::new(400, "broken-body", "the body could not be read", "本体を読めませんでした")
}
