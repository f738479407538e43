//! Accepts connections, and closes idle ones.

use super::activity::{Activity, Watched};
use super::app::App;
use super::routes::reply;
use crate::serve::limits::{IDLE_TIME, REQUEST_TIME};
use crate::solve::StopFlag;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

/// The interval at which the stop flag is checked.
const LOOK: Duration = Duration::from_millis(50);
/// How long clients have to read the last replies when the server ends.
const FAREWELL: Duration = Duration::from_secs(2);
/// The greatest number of headers in a request, and the greatest size of its head in bytes.
const MOST_HEADERS: usize = 64;
const HEAD_BYTES: usize = 64 << 10;

/// Serves until the flag is set, and then ends all work.
pub async fn serve(app: Arc<App>, listener: TcpListener, stop: StopFlag) {
    while !stop.is_set() {
        match timeout(LOOK, listener.accept()).await {
            Ok(Ok((stream, _))) => take(&app, stream),
            Ok(Err(error)) => {
                // The file descriptors may be exhausted: wait until other connections are closed.
                log::warn!("no connection: {error}");
                sleep(LOOK).await;
            }
            Err(_) => {}
        }
    }
    drop(listener);
    let jobs = Arc::clone(&app.jobs);
    let closed = tokio::task::spawn_blocking(move || jobs.close()).await;
    if let Err(error) = closed {
        log::warn!("jobs: {error}");
    }
    // Event streams send the final states, and end.
    let all = crate::serve::limits::STREAMS as u32;
    let _ = timeout(FAREWELL, app.streams.acquire_many(all)).await;
}

fn take(app: &Arc<App>, stream: TcpStream) {
    let Ok(place) = Arc::clone(&app.connections).try_acquire_owned() else {
        log::info!("too many connections");
        return;
    };
    let app = Arc::clone(app);
    tokio::spawn(async move {
        let _place = place;
        if let Err(error) = talk(app, stream).await {
            log::debug!("connection: {error}");
        }
    });
}

async fn talk(app: Arc<App>, stream: TcpStream) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    stream.set_nodelay(true)?;
    let local = stream.local_addr()?;
    let activity = Activity::new();
    let io = TokioIo::new(Watched::new(stream, activity.clone()));
    let service = service_fn(move |request| reply(Arc::clone(&app), local, request));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .max_headers(MOST_HEADERS)
        .max_buf_size(HEAD_BYTES);
    let mut connection = pin!(builder.serve_connection(io, service));
    let mut idle = pin!(until_idle(&activity));
    poll_fn(|context| {
        if let Poll::Ready(ended) = connection.as_mut().poll(context) {
            return Poll::Ready(ended.map_err(Into::into));
        }
        idle.as_mut().poll(context).map(|()| Ok(()))
    })
    .await
}

/// Waits until a connection has been idle for too long.
async fn until_idle(activity: &Activity) {
    loop {
        match IDLE_TIME.checked_sub(activity.idle()) {
            Some(left) if !left.is_zero() => sleep(left).await,
            _ => return,
        }
    }
}
