//! The API calls for jobs.

use crate::serve::error::{ApiError, not_found};
use crate::serve::job::{Job, Jobs};
use crate::serve::reply::{JSON, Reply};
use hyper::StatusCode;
use serde_json::json;
use std::sync::Arc;

/// `GET /api/jobs`: all stored jobs, newest first, without their answers.
pub fn list(jobs: &Jobs) -> String {
    let all: Vec<String> = jobs.list().iter().map(|job| job.summary()).collect();
    format!("{{\"jobs\":[{}]}}", all.join(","))
}

/// `POST /api/jobs`: adds a job.
///
/// # Errors
/// The request is not valid, or there is no room for it.
pub fn add(jobs: &Arc<Jobs>, body: &[u8]) -> Result<Reply, ApiError> {
    let request = serde_json::from_slice(body).map_err(|error| ApiError::bad_json(&error))?;
    let job = jobs.add(request)?;
    Ok(stated(&job).with_status(StatusCode::CREATED))
}

/// `GET /api/jobs/ID`: a job with its answers.
///
/// # Errors
/// An I/O error.
pub fn one(job: &Job) -> Result<Reply, ApiError> {
    Ok(Reply::json(job.json().map_err(|error| job.unread(&error))?))
}

/// `DELETE /api/jobs/ID`: cancels a job, or removes one that has ended.
///
/// # Errors
/// There is no job with this id, or its files cannot be removed.
pub fn delete(jobs: &Arc<Jobs>, id: &str) -> Result<Reply, ApiError> {
    let forgotten = jobs.delete(id)?;
    let word = if forgotten { "forgotten" } else { "cancelled" };
    Ok(Reply::json(json!({ "id": id, word: true }).to_string()))
}

/// `POST /api/jobs/ID/cancel`: cancels a job; has no effect on one that has ended.
///
/// # Errors
/// There is no job with this id.
pub fn cancel(jobs: &Arc<Jobs>, id: &str) -> Result<Reply, ApiError> {
    Ok(Reply::json(json!({ "id": id, "cancelled": jobs.cancel(id)? }).to_string()))
}

/// `POST /api/jobs/ID/resume`: resumes a job that was stopped.
///
/// # Errors
/// There is no job with this id, it was not stopped, or there is no room for it.
pub fn resume(jobs: &Arc<Jobs>, id: &str) -> Result<Reply, ApiError> {
    Ok(stated(&*jobs.resume(id)?))
}

/// `GET /api/jobs/ID/graph` and `…/certificate`: the files of a job in addition to its answers.
///
/// # Errors
/// There is no such file.
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
