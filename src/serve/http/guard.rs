//! Access control: requests are accepted from pages of this server, and from clients with the token where one is
//! required, but not from pages of other sites, which a browser on this machine may show too.

use super::query;
use crate::serve::error::ApiError;
use crate::serve::random::hex;
use crate::serve::reply::JSON;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use hyper::{Method, Uri};
use std::hint::black_box;
use std::io;
use std::net::{IpAddr, SocketAddr};

const TOKEN_BYTES: usize = 16;

/// The token that clients must present if other machines can reach the server.
#[derive(Clone, Debug)]
pub struct Token(String);

impl Token {
    /// A token of 128 random bits.
    ///
    /// # Errors
    /// The system provides no random numbers.
    pub fn new() -> io::Result<Token> {
        Ok(Token(hex::<TOKEN_BYTES>()?))
    }

    /// The text of the token.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token. Takes the same time wherever the texts differ, so that the token cannot be
    /// guessed bit by bit.
    fn is(&self, text: &str) -> bool {
        let (ours, theirs) = (self.0.as_bytes(), text.as_bytes());
        let differences = ours.iter().zip(theirs).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        ours.len() == theirs.len() && differences == 0
    }
}

/// The rules of access.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The token, if one is required.
    pub token: Option<Token>,
    /// The address or name that was given to listen on.
    pub name: Option<String>,
}

/// How an accepted request is handled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The request is answered.
    Answer,
    /// It has the token in its URL: set a cookie with this text, and redirect.
    SetCookie(String),
}

impl Guard {
    /// Whether a request to an address of this server is accepted.
    ///
    /// # Errors
    /// Why it is rejected.
    pub fn admit(&self, request: &Parts, local: SocketAddr) -> Result<Admission, ApiError> {
        let host = self.host(request, local)?;
        origin(request, host)?;
        let admission = self.identity(request, local)?;
        if !matches!(request.method, Method::GET | Method::HEAD) {
            content_type(&request.headers)?;
        }
        Ok(admission)
    }

    /// The value of the Host header, which must name this server: other names for its address indicate an attack by
    /// DNS rebinding.
    fn host<'a>(&self, request: &'a Parts, local: SocketAddr) -> Result<&'a str, ApiError> {
        let host = one(&request.headers, &HOST).flatten().filter(|_| request.uri.authority().is_none());
        let host = host.ok_or_else(bad_host)?;
        let uri: Uri = host.parse().map_err(|_| bad_host())?;
        let name = uri.host().unwrap_or_default();
        let port = uri.port_u16().unwrap_or(80);
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let is_own = bare.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical() == local.ip().to_canonical());
        let is_named = self.name.as_deref().is_some_and(|given| given.eq_ignore_ascii_case(bare));
        let is_ours = is_own || is_named || name.eq_ignore_ascii_case("localhost");
        if is_ours && port == local.port() && uri.authority().is_some_and(|all| !all.as_str().contains('@')) {
            Ok(host)
        } else {
            Err(bad_host())
        }
    }

    fn identity(&self, request: &Parts, local: SocketAddr) -> Result<Admission, ApiError> {
        let Some(token) = &self.token else { return Ok(Admission::Answer) };
        let bearer = one(&request.headers, &AUTHORIZATION).flatten();
        let cookie = cookie_name(local);
        let in_cookie = |text: &str| {
            let pairs = text.split(';').filter_map(|pair| pair.trim().split_once('='));
            pairs.filter(|(name, _)| *name == cookie).any(|(_, value)| token.is(value))
        };
        let cookies = request.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let has_token =
            bearer.and_then(|text| text.strip_prefix("Bearer ")).is_some_and(|text| token.is(text.trim()))
                || cookies.into_iter().any(in_cookie);
        if request.uri.path() == "/"
            && query::value(request.uri.query(), "token").is_some_and(|text| token.is(&text))
        {
            let text = token.text();
            return Ok(Admission::SetCookie(format!(
                "{cookie}={text}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
            )));
        }
        if has_token {
            return Ok(Admission::Answer);
        }
        Err(ApiError::new(
            401,
            "no-token",
            "the token is missing or wrong: open the address that the server printed when it began",
            "トークンがないか違います: サーバーが最初に表示したアドレスを開いてください",
        ))
    }
}

/// Requires that the page that sends the request belongs to this server.
fn origin(request: &Parts, host: &str) -> Result<(), ApiError> {
    let is_ours = match one(&request.headers, &ORIGIN) {
        None => true,
        Some(origin) => origin
            .and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")))
            .is_some_and(|origin| origin.eq_ignore_ascii_case(host)),
    };
    // Browsers send this header even with requests that have no Origin. A link from another site to the page itself
    // is allowed, but not to the API.
    let site = one(&request.headers, &HeaderName::from_static("sec-fetch-site"));
    let is_same = site.is_none_or(|site| matches!(site, Some("same-origin" | "none")));
    if is_ours && (is_same || !request.uri.path().starts_with("/api")) {
        return Ok(());
    }
    Err(ApiError::new(
        403,
        "foreign-origin",
        "pages of other servers must not send requests to this server",
        "ほかのサーバーのページからは使えません",
    ))
}

/// The name of the cookie includes the port, because cookies are shared by all ports of a host.
fn cookie_name(local: SocketAddr) -> String {
    format!("tsumugi-{}", local.port())
}

/// Requests that change something must be JSON: a form on another site cannot send JSON without a CORS preflight.
fn content_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let media = one(headers, &CONTENT_TYPE).flatten().unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim();
    if media.eq_ignore_ascii_case(JSON) {
        return Ok(());
    }
    Err(ApiError::new(
        415,
        "not-json",
        "the request needs the header `Content-Type: application/json`",
        "要求にヘッダー `Content-Type: application/json` が必要です",
    ))
}

/// The value of a header that may occur once: `None` if it is missing, `Some(None)` if it occurs several times or is
/// not text.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    Some(first.to_str().ok().filter(|_| values.next().is_none()))
}

fn bad_host() -> ApiError {
    ApiError::new(
        421,
        "foreign-host",
        "this server is not the host that the request names: use the address that it printed, or its IP address, or \
         name the host with --listen",
        "要求が名指すホストはこのサーバーではありません: サーバーが表示したアドレスか IP アドレスを使うか、--listen でホスト名を指定してください",
    )
}
