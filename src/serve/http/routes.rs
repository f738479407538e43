//! Dispatches requests by method and path, and adds the headers that every reply has.

use super::app::App;
use super::guard::Admission;
use super::{body, events, query};
use crate::serve::api::{convert, diagram, info, jobs, legal};
use crate::serve::error::{ApiError, not_found};
use crate::serve::fields::Fields;
use crate::serve::files;
use crate::serve::limits::SMALL_BODY;
use crate::serve::reply::{Reply, ReplyBody};
use hyper::body::Incoming;
use hyper::header::{
    ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

/// The Content-Security-Policy: what the page may load, and that it may not be embedded.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/// The header that controls which sites may load resources of this server.
const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Answers a request.
///
/// # Errors
/// None: an invalid request gets an error reply.
pub async fn reply(
    app: Arc<App>,
    local: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<ReplyBody>, Infallible> {
    let (head, body) = request.into_parts();
    let is_api = head.uri.path().starts_with("/api");
    log::debug!("{} {}", head.method, head.uri.path());
    let reply = match app.guard.admit(&head, local) {
        Ok(Admission::Answer) => {
            let reply = route(&app, &head, body).await.unwrap_or_else(Reply::from);
            in_its_place(&app, reply).await
        }
        Ok(Admission::SetCookie(cookie)) => with_cookie(&cookie),
        Err(error) => error.into(),
    };
    Ok(response(reply, is_api))
}

/// A redirect that sets the cookie and removes the token from the URL.
fn with_cookie(cookie: &str) -> Reply {
    let reply = Reply::new(StatusCode::SEE_OTHER, "text/plain", "")
        .with_header(LOCATION, HeaderValue::from_static("/"));
    match HeaderValue::from_str(cookie) {
        Ok(cookie) => reply.with_header(SET_COOKIE, cookie),
        Err(_) => reply,
    }
}

/// Makes replies that turned out to be large wait for a permit.
async fn in_its_place(app: &App, reply: Reply) -> Reply {
    if reply.unplaced_bytes() as u64 <= SMALL_BODY {
        return reply;
    }
    match super::app::place(&app.large_replies).await {
        Ok(place) => reply.in_place(place),
        Err(_) => reply,
    }
}

fn response(reply: Reply, is_api: bool) -> Response<ReplyBody> {
    let Reply { status, media, headers, body } = reply;
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let all = response.headers_mut();
    all.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    all.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    all.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    all.insert(RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    all.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    all.insert(CACHE_CONTROL, HeaderValue::from_static(if is_api { "no-store" } else { "no-cache" }));
    for (name, value) in headers {
        all.append(name, value);
    }
    response
}

async fn route(app: &Arc<App>, head: &Parts, body: Incoming) -> Result<Reply, ApiError> {
    let path: Vec<&str> = head.uri.path().split('/').skip(1).collect();
    let method = if head.method == Method::HEAD { &Method::GET } else { &head.method };
    let is = |wanted: Method| *method == wanted;
    match &path[..] {
        [""] if is(Method::GET) => Ok(file(files::FILES[0])),
        ["app", name] if is(Method::GET) => files::find(name).map(file).ok_or_else(not_found),
        [""] | ["app", _] => Err(wrong_method()),
        ["api", rest @ ..] => api(app, head, method, rest, body).await,
        _ => Err(not_found()),
    }
    .or_else(|error| if error.status == 405 { Ok(allowed(&path, error)) } else { Err(error) })
}

async fn api(
    app: &Arc<App>,
    head: &Parts,
    method: &Method,
    path: &[&str],
    body: Incoming,
) -> Result<Reply, ApiError> {
    let jobs = Arc::clone(&app.jobs);
    match (method, path) {
        (&Method::GET, ["info"]) => Ok(Reply::json(info::json(jobs.budget()))),
        (&Method::GET, ["jobs"]) => {
            app.work_in_place(jobs.are_large(), move || Ok(Reply::json(jobs::list(&jobs)))).await
        }
        (&Method::POST, ["jobs"]) => {
            let body = body::read(app, head, body).await?;
            app.work(move || jobs::add(&jobs, &body.bytes)).await
        }
        (&Method::GET, ["jobs", id]) => {
            let job = jobs.get(id)?;
            app.work_in_place(job.is_large(), move || jobs::one(&job)).await
        }
        (&Method::DELETE, ["jobs", id]) => {
            let id = (*id).to_owned();
            app.work(move || jobs::delete(&jobs, &id)).await
        }
        (&Method::GET, ["jobs", id, "events"]) => events::stream(app, jobs.get(id)?, head).await,
        (&Method::POST, ["jobs", id, "resume"]) => {
            let id = (*id).to_owned();
            app.work(move || jobs::resume(&jobs, &id)).await
        }
        (&Method::POST, ["jobs", id, "cancel"]) => {
            let id = (*id).to_owned();
            app.work(move || jobs::cancel(&jobs, &id)).await
        }
        (&Method::GET, ["jobs", id, file @ ("graph" | "certificate")]) => {
            let (job, file) = (jobs.get(id)?, (*file).to_owned());
            app.work_in_place(true, move || jobs::file(&job, &file)).await
        }
        (&Method::POST, ["convert"]) => {
            let body = body::read(app, head, body).await?;
            app.work_in_place(body.is_large(), move || convert::answer(Fields::parse(&body.bytes)?)).await
        }
        (&Method::POST, ["legal"]) => {
            let body = body::read(app, head, body).await?;
            app.work_in_place(body.is_large(), move || legal::answer(Fields::parse(&body.bytes)?)).await
        }
        (&Method::POST, ["diagram.svg"]) => {
            let body = body::read(app, head, body).await?;
            app.work_in_place(body.is_large(), move || diagram::answer(Fields::parse(&body.bytes)?)).await
        }
        (&Method::GET, ["diagram.svg"]) => {
            let query = head.uri.query().map(str::to_owned);
            diagram::answer(diagram::fields(query::all(query.as_deref()))?)
        }
        (_, path) if methods(path).is_some() => Err(wrong_method()),
        _ => Err(not_found()),
    }
}

/// The methods that a path of the API allows.
fn methods(path: &[&str]) -> Option<&'static str> {
    Some(match path {
        ["info"] | ["jobs", _, "events" | "graph" | "certificate"] => "GET, HEAD",
        ["jobs" | "diagram.svg"] => "GET, HEAD, POST",
        ["jobs", _] => "GET, HEAD, DELETE",
        ["jobs", _, "cancel" | "resume"] | ["convert" | "legal"] => "POST",
        _ => return None,
    })
}

fn allowed(path: &[&str], error: ApiError) -> Reply {
    let methods =
        path.split_first().filter(|(first, _)| **first == "api").and_then(|(_, rest)| methods(rest));
    Reply::from(error).with_header(ALLOW, HeaderValue::from_static(methods.unwrap_or("GET, HEAD")))
}

fn wrong_method() -> ApiError {
    ApiError::new(
        405,
        "wrong-method",
        "this address does not support this method",
        "このアドレスはこのメソッドを受け付けません",
    )
}

fn file(file: files::PageFile) -> Reply {
    Reply::new(StatusCode::OK, file.media, file.bytes)
}
