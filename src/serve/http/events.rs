//! The events of a job, sent as they happen (server-sent events).

use super::app::App;
use super::query;
use crate::serve::error::ApiError;
use crate::serve::fields::bad_value;
use crate::serve::job::{Batch, Job};
use crate::serve::limits::{HEARTBEAT, STREAMS};
use crate::serve::reply::{Reply, ReplyBody};
use hyper::StatusCode;
use hyper::body::Bytes;
use hyper::header::HeaderName;
use hyper::http::request::Parts;
use std::fmt::Write;
use std::sync::Arc;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::watch::Receiver;
use tokio::time::timeout;

/// Texts that are buffered for a client. For a client that does not read, no more are produced.
const AHEAD: usize = 1;

/// The stream of a job's events after the one that the client has seen last.
///
/// # Errors
/// There are too many streams, or the number of the event is not a number.
pub async fn stream(app: &Arc<App>, job: Arc<Job>, head: &Parts) -> Result<Reply, ApiError> {
    let header = head.headers.get(HeaderName::from_static("last-event-id"));
    let header = header.and_then(|value| value.to_str().ok());
    // The header that browsers send when they reconnect takes precedence over the URL.
    let seen_last = header.and_then(|number| number.trim().parse().ok());
    let after = match (seen_last, query::value(head.uri.query(), "after")) {
        (Some(number), _) => number,
        (None, Some(text)) => text.trim().parse().map_err(|_| {
            bad_value("after", "must be the number of an event", "イベントの番号でなければなりません")
        })?,
        (None, None) => 0,
    };
    let place = Arc::clone(&app.streams).try_acquire_owned().map_err(|_| too_many())?;
    let (sender, receiver) = channel(AHEAD);
    // Subscribed before the first query, so that no change is missed in between.
    let changes = job.watch();
    let first = seen(app, &job, after, 0).await?;
    if first.has_ended && first.events.is_empty() {
        // With status 204 a browser does not reconnect.
        return Ok(Reply::new(StatusCode::NO_CONTENT, "text/event-stream", ""));
    }
    let app = Arc::clone(app);
    tokio::spawn(async move { follow(&app, &job, changes, first, after, &sender).await });
    let body = ReplyBody::Stream(receiver, place);
    Ok(Reply { status: StatusCode::OK, media: "text/event-stream", headers: Vec::new(), body })
}

async fn seen(app: &App, job: &Arc<Job>, after: u64, progress: u64) -> Result<Batch, ApiError> {
    let job = Arc::clone(job);
    app.work(move || job.after(after, progress).map_err(|error| job.unread(&error))).await
}

/// Sends events until the job has ended or the client is gone.
async fn follow(
    app: &App,
    job: &Arc<Job>,
    mut changes: Receiver<()>,
    first: Batch,
    after: u64,
    sender: &Sender<Bytes>,
) {
    let (mut batch, mut after, mut told) = (first, after, 0);
    loop {
        after = batch.events.last().map_or(after, |(id, ..)| *id);
        told = batch.progress.as_ref().map_or(told, |(number, _)| *number);
        let text = text(&batch);
        if !text.is_empty() && sender.send(text.into()).await.is_err() {
            return;
        }
        if batch.has_ended {
            return;
        }
        if !batch.has_more && !wait(&mut changes, sender).await {
            return;
        }
        batch = match seen(app, job, after, told).await {
            Ok(batch) => batch,
            Err(_) => return,
        };
    }
}

/// Waits for a change, and sends heartbeats meanwhile; returns `false` if the client is gone. A change since the last
/// wait returns at once.
async fn wait(changes: &mut Receiver<()>, sender: &Sender<Bytes>) -> bool {
    loop {
        match timeout(HEARTBEAT, changes.changed()).await {
            Ok(changed) => return changed.is_ok(),
            Err(_) if sender.send(Bytes::from_static(b": still here\n\n")).await.is_err() => return false,
            Err(_) => {}
        }
    }
}

fn text(batch: &Batch) -> String {
    let mut text = String::new();
    let mut add = |id: Option<u64>, name: &str, data: &str| {
        if let Some(id) = id {
            let _ = writeln!(text, "id: {id}");
        }
        let _ = write!(text, "event: {name}\ndata: {data}\n\n");
    };
    let (last, others) = match batch.events.split_last() {
        Some((last, others)) if last.1 == "end" => (Some(last), others),
        _ => (None, &batch.events[..]),
    };
    for (id, name, data) in others {
        add(Some(*id), name, data);
    }
    if let Some((_, data)) = &batch.progress {
        add(None, "progress", data);
    }
    if let Some((id, name, data)) = last {
        add(Some(*id), name, data);
    }
    text
}

fn too_many() -> ApiError {
    ApiError::new(
        429,
        "too-many-streams",
        format!("there are {STREAMS} event streams already"),
        format!("イベントの接続がすでに{STREAMS}個あります"),
    )
    .retry_after(5)
}
