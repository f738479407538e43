//! What all connections share.

use super::guard::Guard;
use crate::serve::error::{ApiError, internal};
use crate::serve::job::Jobs;
use crate::serve::limits::{CONNECTIONS, LARGE_BODIES, STREAMS, WORKERS};
use crate::serve::reply::Reply;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

/// The server.
pub struct App {
    /// The jobs.
    pub jobs: Arc<Jobs>,
    /// Who may ask.
    pub guard: Guard,
    /// Places for connections.
    pub connections: Arc<Semaphore>,
    /// Places for event streams.
    pub streams: Arc<Semaphore>,
    /// Places for large bodies that are read.
    pub large_bodies: Arc<Semaphore>,
    /// Places for large answers.
    pub large_replies: Arc<Semaphore>,
    workers: Arc<Semaphore>,
}

impl App {
    /// A server with all its places.
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

    /// Does what takes a while, or waits for a disk, away from the connections, when it is its turn.
    ///
    /// # Errors
    /// Those of the work.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = place(&self.workers).await?;
        spawn_blocking(work).await.map_err(|error| internal(&error.to_string()))?
    }

    /// Does work whose answer may be large. If it `is_large`, the work waits for one of the few places for large
    /// answers, so that not many of them are in memory at a time.
    ///
    /// # Errors
    /// Those of the work.
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

/// Waits for a place.
///
/// # Errors
/// There are none any more.
pub async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
    Arc::clone(places).acquire_owned().await.map_err(|_| internal("closing"))
}
