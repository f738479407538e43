//! What must hold of every input, a function for each target: `cargo fuzz` and the ordinary tests call the same. A
//! function panics where something is wrong, and never because of what the input is.

mod certificate;
mod checkpoint;
mod contract;
mod damage;
#[path = "../../helpmate/folder.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod folder;
mod forgery;
mod game;
mod judge;
mod kept;
#[path = "../../oracle/mod.rs"]
mod oracle;
mod position;
mod records;
mod template;
mod tsume_checkpoint;
mod usi;

/// What an input was found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It belongs to another target.
    Foreign,
    /// It was refused, as it should be.
    Refused,
    /// It was accepted, and everything that must hold of it does.
    Accepted,
}

impl Verdict {
    fn of(is_accepted: bool) -> Verdict {
        if is_accepted { Verdict::Accepted } else { Verdict::Refused }
    }
}

/// A target.
pub struct Target {
    /// The name of its program and of its folder in the corpus.
    pub name: &'static str,
    /// What it is given is text, and not bytes that choose.
    pub is_text: bool,
    /// The inputs that the ordinary tests make of its corpus: as many as take a second or two.
    pub rounds: usize,
    /// What must hold.
    pub check: fn(&[u8]) -> Verdict,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    text("sfen", 20_000, position::sfen),
    text("set", 10_000, records::set),
    text("kifu", 4_000, records::kifu),
    text("csa", 4_000, records::csa),
    text("jkf", 4_000, records::jkf),
    text("answer", 4_000, records::answer),
    text("template", 4_000, template::template),
    text("command", 20_000, usi::command),
    text("session", 300, usi::session),
    bytes("position", 4_000, position::drawn),
    bytes("game", 2_000, game::written),
    bytes("certificate", 10_000, certificate::sealed),
    bytes("proof", 2_000, forgery::proof),
    bytes("checkpoint", 1_000, checkpoint::resumed),
    bytes("tsume_checkpoint", 500, tsume_checkpoint::resumed),
];

const fn text(name: &'static str, rounds: usize, check: fn(&[u8]) -> Verdict) -> Target {
    Target { name, is_text: true, rounds, check }
}

const fn bytes(name: &'static str, rounds: usize, check: fn(&[u8]) -> Verdict) -> Target {
    Target { name, is_text: false, rounds, check }
}
