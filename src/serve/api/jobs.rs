//! The calls about jobs.

use crate::serve::error::{ApiError, not_found};
use crate::serve::job::{Job, Jobs};
use crate::serve::reply::{JSON, Reply};
use hyper::StatusCode;
use serde_json::json;
use std::sync::Arc;

/// `GET /api/jobs`: all jobs that are kept, the newest first, without their answers.
pub fn list(jobs: &Jobs) -> String {
    let all: Vec<String> = jobs.list().iter().map(|job| job.summary()).collect();
    format!("{{\"jobs\":[{}]}}", all.join(","))
}

/// `POST /api/jobs`: a new job.
///
/// # Errors
/// What is wrong with the request, and no room for it.
pub fn add(jobs: &Arc<Jobs>, body: &[u8]) -> Result<Reply, ApiError> {
    let request = serde_json::from_slice(body).map_err(|error| ApiError::bad_json(&error))?;
    let job = jobs.add(request)?;
    Ok(stated(&job).with_status(StatusCode::CREATED))
}

/// `GET /api/jobs/ID`: a job with its answers.
///
/// # Errors
/// What the system says.
pub fn one(job: &Job) -> Result<Reply, ApiError> {
    Ok(Reply::json(job.json().map_err(|error| job.unread(&error))?))
}

/// `DELETE /api/jobs/ID`: cancels a job, or forgets one that has ended.
///
/// # Errors
/// There is none of this name, or its files cannot be removed.
pub fn delete(jobs: &Arc<Jobs>, id: &str) -> Result<Reply, ApiError> {
    let forgotten = jobs.delete(id)?;
    let word = if forgotten { "forgotten" } else { "cancelled" };
    Ok(Reply::json(json!({ "id": id, word: true }).to_string()))
}

/// `POST /api/jobs/ID/cancel`: cancels a job; one that has ended stays as it is.
///
/// # Errors
/// There is none of this name.
pub fn cancel(jobs: &Arc<Jobs>, id: &str) -> Result<Reply, ApiError> {
    Ok(Reply::json(json!({ "id": id, "cancelled": jobs.cancel(id)? }).to_string()))
}

/// `POST /api/jobs/ID/resume`: a job that was stopped goes on.
///
/// # Errors
/// There is none of this name, it was not stopped, or there is no room.
pub fn resume(jobs: &Arc<Jobs>, id: &str) -> Result<Reply, ApiError> {
    Ok(stated(&*jobs.resume(id)?))
}

/// `GET /api/jobs/ID/graph` and `…/certificate`: what there is beside the answers.
///
/// # Errors
/// There is none.
pub fn file(job: &Job, name: &str) -> Result<Reply, ApiError> {
    let (file, media) = match name {
        "graph" => ("graph.json", JSON),
        _ => ("certificate", "text/plain; charset=utf-8"),
    };
    let bytes = job.file(file).map_err(|error| job.unread(&error))?;
    Ok(Reply::new(StatusCode::OK, media, bytes.ok_or_else(not_found)?))
}

fn stated(job: &Job) -> Reply {
    Reply::json(json!({ "id": job.id, "state": job.state().name() }).to_string())
}
