//! Reading the body of a request, within its limits.

use super::app::{App, place};
use crate::serve::error::ApiError;
use crate::serve::limits::{BODY_BYTES, REQUEST_TIME, SMALL_BODY};
use hyper::body::{Body, Incoming};
use std::future::poll_fn;
use std::pin::Pin;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

/// A body, with its place among the large ones.
pub struct ReadBody {
    /// What was read.
    pub bytes: Vec<u8>,
    place: Option<OwnedSemaphorePermit>,
}

impl ReadBody {
    /// Whether it takes a place among the large ones.
    pub fn is_large(&self) -> bool {
        self.place.is_some()
    }
}

/// Reads a body.
///
/// # Errors
/// It is too long, it does not come in time, or the connection breaks.
pub async fn read(app: &App, body: Incoming) -> Result<ReadBody, ApiError> {
    let hint = body.size_hint();
    if hint.lower() > BODY_BYTES as u64 {
        return Err(too_large());
    }
    let is_small = hint.upper().is_some_and(|bytes| bytes <= SMALL_BODY);
    let read = async {
        let place = if is_small { None } else { Some(place(&app.large_bodies).await?) };
        Ok(ReadBody { bytes: collect(body).await?, place })
    };
    timeout(REQUEST_TIME, read).await.unwrap_or_else(|_| Err(too_slow()))
}

async fn collect(mut body: Incoming) -> Result<Vec<u8>, ApiError> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
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
        413,
        "too-large",
        format!("the body may have {BODY_BYTES} bytes"),
        format!("本体は{BODY_BYTES}バイトまでです"),
    )
}

fn too_slow() -> ApiError {
    ApiError::new(408, "too-slow", "the body did not come in time", "本体が時間内に届きませんでした")
}

fn broken() -> ApiError {
    ApiError::new(400, "broken-body", "the body could not be read", "本体を読めませんでした")
}
