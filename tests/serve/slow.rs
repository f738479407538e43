//! Clients that are slow, or too many.

use super::client::{Connection, request};
use super::server::{Scratch, Server};
use std::thread;
use std::time::{Duration, Instant};

/// What the server allows for a head and for a body.
const ALLOWED: Duration = Duration::from_secs(10);

#[test]
fn a_head_or_a_body_that_never_comes_is_not_waited_for() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let started = Instant::now();
    let mut heads: Vec<Connection> = (0..20).map(|_| Connection::open(server.port)).collect();
    for head in &mut heads {
        head.send(b"GET /api/info HTTP/1.1\r\nHost: 127");
    }
    let mut body = Connection::open(server.port);
    let whole = request(server.port, "POST", "/api/legal", &[("Content-Length", "100")], b"{");
    body.send(&whole);
    // One letter a second is no more patience than none.
    thread::scope(|scope| {
        let port = server.port;
        let trickle = scope.spawn(move || {
            let mut connection = Connection::open(port);
            for letter in b"GET /api/info HTTP/1.1".iter().cycle() {
                if connection.try_send(&[*letter]).is_err() {
                    return;
                }
                thread::sleep(Duration::from_secs(1));
            }
        });
        assert_eq!(server.ask("GET", "/api/info", "").status, 200, "others are answered");
        let answer = body.answer();
        assert_eq!((answer.status, answer.code()), (408, "too-slow".to_owned()));
        for head in &mut heads {
            // It may be told why before that.
            let _ = head.try_answer();
            assert!(head.is_closed());
        }
        trickle.join().expect("a thread");
    });
    let spent = started.elapsed();
    assert!(spent >= ALLOWED && spent < ALLOWED * 4, "{spent:?}");
    assert_eq!(server.ask("GET", "/api/info", "").status, 200);
}

#[test]
fn more_connections_than_there_is_room_for() {
    let scratch = Scratch::new();
    let server = Server::start(&scratch.0, &[]);
    let head = request(server.port, "GET", "/api/info", &[], b"");
    let ask = |connection: &mut Connection| {
        connection.try_send(&head).is_ok() && connection.try_answer().is_ok_and(|answer| answer.status == 200)
    };
    let mut open: Vec<Connection> = (0..512).map(|_| Connection::open(server.port)).collect();
    assert!(open.iter_mut().all(ask), "every one of them is answered");
    let mut further = Connection::open(server.port);
    assert!(!ask(&mut further) && further.is_closed());
    assert!(open.iter_mut().all(ask), "and goes on to be");
    drop(open);
    let due = Instant::now() + Duration::from_secs(10);
    while !ask(&mut Connection::open(server.port)) {
        assert!(Instant::now() < due, "no room is given back");
    }
}
