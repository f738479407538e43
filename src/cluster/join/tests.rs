use super::super::frames::Frame;
use super::*;
use crate::solve::helpmate::cluster::Exchange;
use std::io::{ErrorKind, Read, Write};
use std::net::Shutdown;
use std::thread::JoinHandle;

/// How long a test waits for what comes soon, except on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const TASK: &str = "task";

fn secret() -> Secret {
    Secret::new(b"0123456789abcdef").expect("a long one")
}

/// The addresses of some processes, of which the first one joins.
fn first_of(processes: usize) -> (Hosts, JoinHandle<Result<Links, ClusterError>>) {
    let free: Vec<_> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let addresses: Vec<_> =
        free.iter().map(|free| free.local_addr().expect("an address").to_string()).collect();
    drop(free);
    let hosts = Hosts::parse(&addresses.join("\n")).expect("a list");
    let its = hosts.clone();
    (hosts, thread::spawn(move || join(&its, 0, &secret(), TASK, PATIENCE)))
}

/// A connection to the first process.
fn reach(hosts: &Hosts) -> TcpStream {
    let due = Instant::now() + PATIENCE;
    loop {
        match connect(hosts.address(0)) {
            Ok(stream) => return stream,
            Err(error) => assert!(Instant::now() < due, "{error}"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// A connection to the first process, as if from another one.
fn call_as(process: usize, hosts: &Hosts) -> TcpStream {
    let card = Card::new(process, &format!("{TASK}\n{}", hosts.text()));
    let mut stream = reach(hosts);
    stream.set_read_timeout(Some(PATIENCE)).expect("a connection");
    handshake::call(&mut stream, &card, &secret()).expect("the first process");
    stream
}

/// Gives signs of life on a connection, until it is dropped.
struct Signs {
    end: Option<Sender<()>>,
    giving: Option<JoinHandle<()>>,
}

impl Signs {
    fn on(stream: &TcpStream) -> Signs {
        let mut stream = stream.try_clone().expect("a connection");
        let (end, ended) = channel();
        let giving = thread::spawn(move || {
            while Frame::Alive.write(&mut stream).is_ok()
                && ended.recv_timeout(AGAIN) == Err(RecvTimeoutError::Timeout)
            {}
        });
        Signs { end: Some(end), giving: Some(giving) }
    }
}

impl Drop for Signs {
    fn drop(&mut self) {
        self.end.take();
        let _ = self.giving.take().map(JoinHandle::join);
    }
}

/// What arrives next, signs of life apart.
fn next_frame(stream: &mut TcpStream) -> io::Result<Frame> {
    loop {
        let frame = Frame::read(stream)?;
        if frame != Frame::Alive {
            return Ok(frame);
        }
    }
}

/// The first process reaches the search, together with these.
fn assert_search_begins(
    first: JoinHandle<Result<Links, ClusterError>>,
    mut others: Vec<TcpStream>,
    early: Option<(usize, &str)>,
) {
    let mut links = first.join().expect("no panic").expect("connections");
    links.send(vec![b"begin".to_vec(); others.len() + 1]).expect("all are there");
    for (process, stream) in (1..).zip(&mut others) {
        let frame = next_frame(stream).expect("a message");
        assert_eq!(frame, Frame::Message(b"begin".to_vec()), "{process}");
        if early.is_none_or(|(early, _)| early != process) {
            Frame::Message(b"here".to_vec()).write(stream).expect("a connection");
        }
    }
    let received = links.receive().expect("all are there");
    for (process, message) in received.iter().enumerate().skip(1) {
        let expected = early.filter(|&(early, _)| early == process).map_or("here", |(_, message)| message);
        assert_eq!(message, expected.as_bytes(), "{process}");
    }
}

/// It had found all others and was ahead of this one when it was killed.
#[test]
fn a_process_that_was_ahead_may_be_started_again() {
    let (hosts, first) = first_of(3);
    let mut ahead = call_as(1, &hosts);
    for frame in [Frame::Alive, Frame::Message(b"early".to_vec()), Frame::Alive] {
        frame.write(&mut ahead).expect("a connection");
    }
    ahead.shutdown(Shutdown::Write).expect("a connection");
    let again = call_as(1, &hosts);
    let third = call_as(2, &hosts);
    assert_search_begins(first, vec![again, third], None);
}

#[test]
fn what_a_process_sends_early_is_not_lost() {
    let (hosts, first) = first_of(3);
    let mut ahead = call_as(1, &hosts);
    for frame in [Frame::Alive, Frame::Message(b"early".to_vec())] {
        frame.write(&mut ahead).expect("a connection");
    }
    let signs = Signs::on(&ahead);
    // The first process has looked at the connection by then.
    thread::sleep(3 * AGAIN);
    let third = call_as(2, &hosts);
    drop(signs);
    assert_search_begins(first, vec![ahead, third], Some((1, "early")));
}

/// Its machine lost power, say, so that its connection never ended.
#[test]
fn a_process_that_is_silent_gives_its_place_to_a_new_one() {
    let (hosts, first) = first_of(3);
    let mut silent = call_as(1, &hosts);
    Frame::Alive.write(&mut silent).expect("a connection");
    let due = Instant::now() + PATIENCE;
    let again = loop {
        assert!(Instant::now() < due, "the silent one keeps its place");
        let mut again = call_as(1, &hosts);
        // One that is refused is closed; one that is taken is given a sign of life.
        if Frame::read(&mut again).is_ok() {
            break again;
        }
        thread::sleep(AGAIN);
    };
    let third = call_as(2, &hosts);
    assert_search_begins(first, vec![again, third], None);
    drop(silent);
}

#[test]
fn a_second_process_with_a_number_is_refused_while_the_first_one_lives() {
    let (hosts, first) = first_of(3);
    let living = call_as(1, &hosts);
    let signs = Signs::on(&living);
    let mut second = call_as(1, &hosts);
    assert!(Frame::read(&mut second).is_err());
    drop(signs);
    let third = call_as(2, &hosts);
    assert_search_begins(first, vec![living, third], None);
}

#[test]
fn strangers_cannot_begin_any_number_of_handshakes() {
    let free = || TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let hosts = Hosts::parse(&format!("{}\n{}", free(), free())).expect("a list");
    let secret = secret();
    let mut joining = Joining::begin(&hosts, 0, &secret, TASK, PATIENCE).expect("a free port");
    joining.most_callers = 2;
    let strangers: Vec<_> = (0..5).map(|_| reach(&hosts)).collect();
    joining.accept().expect("threads");
    assert!(joining.callers() <= 2, "{}", joining.callers());
    // Those that wait are taken when others have gone.
    drop(strangers);
    let due = Instant::now() + PATIENCE;
    let mut ended = 0;
    while ended < 5 {
        assert!(Instant::now() < due, "{ended}");
        joining.accept().expect("threads");
        assert!(joining.callers() <= 2, "{}", joining.callers());
        ended += joining.joined.try_iter().count();
        thread::sleep(Duration::from_millis(5));
    }
}

/// Each byte comes in good time, and the handshake would take minutes.
#[test]
fn a_slow_handshake_is_cut() {
    let (hosts, _first) = first_of(2);
    let mut slow = reach(&hosts);
    slow.set_read_timeout(Some(HANDSHAKE / 10)).expect("a connection");
    for byte in &[&b"tsumugi\x01"[..], &[7; 15]].concat() {
        let is_cut = slow.write_all(&[*byte]).is_err()
            || match slow.read(&mut [0]) {
                Ok(read) => read == 0,
                Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
            };
        if is_cut {
            return;
        }
    }
    panic!("it is still waited for");
}
