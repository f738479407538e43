//! A client of HTTP/1.1 that does what it is told, also what no decent client would do.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Nothing that the server answers takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("{error}: {} {}", self.status, String::from_utf8_lossy(&self.body))
        })
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().expect("a code").to_owned()
    }
}

/// A connection, whose answers are read one by one.
pub struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    pub fn open(port: u16) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a server");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_nodelay(true).expect("no delay");
        Connection { stream: BufReader::new(stream) }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("a connection");
    }

    /// Like [`Connection::send`], to a server that may have enough of it.
    pub fn try_send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    pub fn answer(&mut self) -> Answer {
        self.try_answer().expect("an answer")
    }

    /// The answer to a `HEAD`, which has no body.
    pub fn answer_without_body(&mut self) -> Answer {
        let (status, headers) = self.head().expect("a head");
        Answer { status, headers, body: Vec::new() }
    }

    pub fn try_answer(&mut self) -> io::Result<Answer> {
        let (status, headers) = self.head()?;
        let mut answer = Answer { status, headers, body: Vec::new() };
        if answer.header("transfer-encoding").is_some() {
            while let Some(chunk) = self.chunk()? {
                answer.body.extend(chunk);
            }
        } else {
            let length: usize =
                answer.header("content-length").map_or(0, |text| text.parse().expect("a length"));
            answer.body = vec![0; length];
            self.stream.read_exact(&mut answer.body)?;
        }
        Ok(answer)
    }

    /// The status and the headers, of which names are in lower case.
    pub fn head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let line = self.line()?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no status: {line:?}")))?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Ok((status, headers));
            }
            let (name, value) = line.split_once(':').expect("a header");
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
    }

    /// A chunk of a body; `None` at its end.
    pub fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let line = self.line()?;
        let length = usize::from_str_radix(&line, 16).map_err(io::Error::other)?;
        let mut bytes = vec![0; length + 2];
        self.stream.read_exact(&mut bytes)?;
        bytes.truncate(length);
        Ok((length > 0).then_some(bytes))
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    }

    /// Whether the server has closed it.
    pub fn is_closed(&mut self) -> bool {
        matches!(self.stream.fill_buf(), Ok([]) | Err(_))
    }
}

/// A request in the usual form.
pub fn request(port: u16, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\n");
    let has = |name: &str| headers.iter().any(|(key, _)| key.eq_ignore_ascii_case(name));
    if !has("host") {
        text += &format!("Host: 127.0.0.1:{port}\r\n");
    }
    if method != "GET" && method != "HEAD" && !has("content-type") {
        text += "Content-Type: application/json\r\n";
    }
    if !has("content-length") && !has("transfer-encoding") {
        text += &format!("Content-Length: {}\r\n", body.len());
    }
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        text += &format!("{name}: {value}\r\n");
    }
    let mut bytes = (text + "\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// An event of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    pub id: Option<u64>,
    pub name: String,
    pub data: Value,
}

/// A stream of events.
pub struct Events {
    connection: Connection,
    text: String,
}

impl Events {
    /// Opens the stream of a job behind an event.
    pub fn open(port: u16, id: &str, after: Option<u64>) -> Events {
        let mut connection = Connection::open(port);
        let after = after.map(|after| after.to_string()).unwrap_or_default();
        let path = format!("/api/jobs/{id}/events");
        connection.send(&request(port, "GET", &path, &[("Last-Event-ID", &after)], b""));
        let (status, headers) = connection.head().expect("a head");
        assert_eq!(status, 200);
        assert!(headers.contains(&("content-type".to_owned(), "text/event-stream".to_owned())));
        Events { connection, text: String::new() }
    }
}

impl Iterator for Events {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let event = parse(event);
                self.text = rest.to_owned();
                match event {
                    Some(event) => return Some(event),
                    None => continue,
                }
            }
            let chunk = self.connection.chunk().ok()??;
            self.text += std::str::from_utf8(&chunk).expect("UTF-8");
        }
    }
}

/// An event; `None` for a comment.
fn parse(text: &str) -> Option<Event> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let name = field("event")?.to_owned();
    let data = serde_json::from_str(field("data").expect("data")).expect("JSON");
    Some(Event { id: field("id").map(|id| id.parse().expect("a number")), name, data })
}
