//! The state that all connections share.

use super::guard::Guard;
use crate::serve::error::{ApiError, internal};
use crate::serve::job::Jobs;
use crate::serve::limits::{CONNECTIONS, LARGE_BODIES, STREAMS, WORKERS};
use crate::serve::reply::Reply;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// The server. Its semaphores limit what happens at the same time.
pub struct App {
    /// The jobs.
    pub jobs: Arc<Jobs>,
    /// Decides who may send requests.
    pub guard: Guard,
    /// Permits for connections.
    pub connections: Arc<Semaphore>,
    /// Permits for event streams.
    pub streams: Arc<Semaphore>,
    /// Permits for large request bodies that are being read.
    pub large_bodies: Arc<Semaphore>,
    /// Permits for large replies.
    pub large_replies: Arc<Semaphore>,
    workers: Arc<Semaphore>,
}

impl App {
    /// A server with all its permits available.
    pub fn new(jobs: Arc<Jobs>, guard: Guard) -> App {
        let places = |count| Arc::new(Semaphore::new(count));
        App {
            jobs,
            guard,
            connections: places(CONNECTIONS),
            streams: places(STREAMS),
            large_bodies: places(LARGE_BODIES),
            large_replies: places(LARGE_BODIES),
            workers: places(WORKERS),
        }
    }

    /// Runs work that takes a while, or blocks on the disk, on another thread, when a worker is free.
    ///
    /// # Errors
    /// The errors of the work.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = place(&self.workers).await?;
        spawn_blocking(work).await.map_err(|error| internal(&error.to_string()))?
    }

    /// Runs work whose reply may be large. If `is_large`, it waits for one of the few permits for large replies, so
    /// that only a few of them are in memory at a time.
    ///
    /// # Errors
    /// The errors of the work.
    pub async fn work_in_place(
        &self,
        is_large: bool,
        work: impl FnOnce() -> Result<Reply, ApiError> + Send + 'static,
    ) -> Result<Reply, ApiError> {
        if !is_large {
            return self.work(work).await;
        }
        let place = place(&self.large_replies).await?;
        Ok(self.work(work).await?.in_place(place))
    }
}

/// Waits for a permit.
///
/// # Errors
/// The semaphore is closed.
pub async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
    Arc::clone(places).acquire_owned().await.map_err(|_| internal("closing"))
}
