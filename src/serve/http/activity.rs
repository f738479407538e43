//! A connection that records when data was last transferred, so that an idle connection can be closed.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The time of the last transfer.
#[derive(Clone)]
pub struct Activity {
    since: Instant,
    milliseconds: Arc<AtomicU64>,
}

impl Activity {
    /// The activity of a connection that begins now.
    pub fn new() -> Activity {
        Activity { since: Instant::now(), milliseconds: Arc::default() }
    }

    /// How long nothing has been transferred.
    pub fn idle(&self) -> Duration {
        let last = Duration::from_millis(self.milliseconds.load(Ordering::Relaxed));
        self.since.elapsed().saturating_sub(last)
    }

    fn note(&self) {
        let milliseconds = self.since.elapsed().as_millis() as u64;
        self.milliseconds.store(milliseconds, Ordering::Relaxed);
    }
}

/// A connection that records its activity.
pub struct Watched<S> {
    inner: S,
    activity: Activity,
}

impl<S> Watched<S> {
    /// Wraps a connection.
    pub fn new(inner: S, activity: Activity) -> Watched<S> {
        Watched { inner, activity }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.note();
        }
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.inner).poll_write(context, bytes);
        if matches!(polled, Poll::Ready(Ok(written)) if written > 0) {
            self.activity.note();
        }
        polled
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
