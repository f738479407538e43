//! The replies to requests, and their bodies.

use super::error::ApiError;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{HeaderName, HeaderValue, RETRY_AFTER};
use hyper::{StatusCode, header};
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

/// The media type of JSON.
pub const JSON: &str = "application/json";

/// A body is sent in pieces of this size, so that little of it is in buffers.
const PIECE: usize = 64 << 10;

/// A reply to a request.
pub struct Reply {
    /// The HTTP status.
    pub status: StatusCode,
    /// The media type.
    pub media: &'static str,
    /// Headers in addition to those that every reply has.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// The body.
    pub body: ReplyBody,
}

/// The body of a reply.
pub enum ReplyBody {
    /// All bytes, with the permit for large replies, if any, which is held until they are sent.
    Whole(Bytes, Option<OwnedSemaphorePermit>),
    /// Bytes as they are produced, with the permit of the stream.
    Stream(mpsc::Receiver<Bytes>, #[expect(dead_code, reason = "it is only held")] OwnedSemaphorePermit),
}

impl Reply {
    /// A reply with these bytes.
    pub fn new(status: StatusCode, media: &'static str, bytes: impl Into<Bytes>) -> Reply {
        Reply { status, media, headers: Vec::new(), body: ReplyBody::Whole(bytes.into(), None) }
    }

    /// A reply with JSON.
    pub fn json(text: String) -> Reply {
        Reply::new(StatusCode::OK, JSON, text)
    }

    /// This reply with another status.
    pub fn with_status(self, status: StatusCode) -> Reply {
        Reply { status, ..self }
    }

    /// This reply with an additional header.
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Reply {
        self.headers.push((name, value));
        self
    }

    /// This reply with a permit for large replies.
    pub fn in_place(self, place: OwnedSemaphorePermit) -> Reply {
        match self.body {
            ReplyBody::Whole(bytes, _) => Reply { body: ReplyBody::Whole(bytes, Some(place)), ..self },
            body @ ReplyBody::Stream(..) => Reply { body, ..self },
        }
    }

    /// The number of bytes in the body, if it has no permit yet.
    pub fn unplaced_bytes(&self) -> usize {
        match &self.body {
            ReplyBody::Whole(bytes, None) => bytes.len(),
            ReplyBody::Whole(_, Some(_)) | ReplyBody::Stream(..) => 0,
        }
    }
}

impl From<ApiError> for Reply {
    fn from(error: ApiError) -> Reply {
        let status = StatusCode::from_u16(error.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let reply = Reply::new(status, JSON, error.json());
        match error.retry_after {
            Some(seconds) => reply.with_header(RETRY_AFTER, HeaderValue::from(seconds)),
            None if status == StatusCode::UNAUTHORIZED => {
                reply.with_header(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))
            }
            None => reply,
        }
    }
}

impl Body for ReplyBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            ReplyBody::Whole(bytes, _) if bytes.is_empty() => Poll::Ready(None),
            ReplyBody::Whole(bytes, _) => {
                let piece = bytes.split_to(bytes.len().min(PIECE));
                Poll::Ready(Some(Ok(Frame::data(piece))))
            }
            ReplyBody::Stream(receiver, _) => {
                receiver.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, ReplyBody::Whole(bytes, _) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            ReplyBody::Whole(bytes, _) => SizeHint::with_exact(bytes.len() as u64),
            ReplyBody::Stream(..) => SizeHint::default(),
        }
    }
}
