//! Writing certificates: the search is asked about every position of a proof, and what it knows is put down in records that
//! [`certificate::check`](crate::certificate::check) can follow without it.

mod escapes;
mod mates;
mod notes;
mod refutations;

use super::super::limits::Budget;
use super::super::outcome::{Outcome, Reason, Verdict};
use super::Futile;
use super::number::Number;
use super::pulse::Pulse;
use super::search::Search;
use super::stack::{Floor, Stack};
use super::{DEFAULT_MEMORY, Options};
use crate::certificate::{Claim, Edge, Header, Interpositions, Link, Role, Statement, Writer};
use crate::position::Position;
use crate::store::{Place, reserve};
use crate::types::{Color, Move, PieceKind};
use notes::{Note, Notes};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::mpsc::channel;
use std::thread::{Builder, scope};
use std::time::Instant;
use thiserror::Error;

/// A certificate that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// How many records it has.
    pub records: u32,
    /// Its size.
    pub bytes: u64,
}

/// Why there is no certificate.
#[derive(Debug, Error)]
pub enum CertifyError {
    /// It cannot be written, or there is no thread to write it on.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Nothing was proved.
    #[error("nothing was proved")]
    NothingProved,
    /// A limit was reached while the proof was written down.
    #[error("the proof could not be written down within the limits ({0})")]
    Halted(Reason),
    /// The search does not find its proof again.
    #[error("the proof was lost")]
    Lost,
}

/// Writes down the proof of what a search found: that there is a mate within so many plies, and no shorter one; that there is
/// none. `options` are those of the search; with its tables the proof is at hand, and what they have forgotten is searched again.
/// The limits hold anew.
///
/// # Errors
/// That nothing was proved, a limit, what `out` says, or that the system gives no thread.
pub fn certify(
    root: &Position,
    attacker: Color,
    outcome: &Outcome,
    options: &Options,
    out: &mut (dyn Write + Send),
) -> Result<Written, CertifyError> {
    let claims = &claims(root, attacker, outcome);
    if claims.is_empty() {
        return Err(CertifyError::NothingProved);
    }
    scope(|threads| {
        let stack = Stack::for_one_of(1);
        let work = move || write(root, attacker, claims, options, stack.floor(), out);
        let thread = Builder::new().name("certificate".to_owned()).stack_size(stack.bytes());
        // A thread of its own has room for the depth of long problems.
        let thread = thread.spawn_scoped(threads, work)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// What is proved of the root.
fn claims(root: &Position, attacker: Color, outcome: &Outcome) -> Vec<Claim> {
    let small = |plies: u64| u16::try_from(plies).ok();
    let mut claims = Vec::new();
    match outcome.verdict {
        Verdict::NoMate => return vec![Claim::NoMate],
        Verdict::Mate { plies, .. } => claims.extend(small(plies).map(Claim::Within)),
        Verdict::Unknown(_) => {}
    }
    let shortest = u64::from(root.side_to_move() == attacker);
    if let Some(plies) = outcome.bounds.lower.checked_sub(1).filter(|&plies| plies >= shortest) {
        // Every second number of plies can be that of a mate.
        claims.extend(small(plies - (plies - shortest) % 2).map(Claim::NotWithin));
    }
    claims
}

fn write(
    root: &Position,
    attacker: Color,
    claims: &[Claim],
    options: &Options,
    floor: Floor,
    out: &mut (dyn Write + Send),
) -> Result<Written, CertifyError> {
    // The search may have touched the reserve.
    reserve::recover();
    let interpositions = match options.futile {
        Futile::None => Interpositions::None,
        Futile::Official => Interpositions::Official,
    };
    let writer = Writer::new(out, &Header { root: root.clone(), attacker, interpositions })?;
    let (budgets, inbox) = channel();
    let (outbox, _reports) = channel();
    // Whoever pulls is this function itself.
    let _ = budgets.send(Budget::Unlimited);
    let pulse = Pulse::begin(options.limits, options.stop.clone(), Instant::now(), inbox, outbox);
    let mut pulse = pulse.ok_or(CertifyError::Lost)?;
    pulse.stay_above(floor);
    let _watched = pulse.end().watch();
    let table = options.tables.take(options.limits.memory.unwrap_or(DEFAULT_MEMORY), true);
    let search = Search::new(root.clone(), attacker, options.futile, pulse, table);
    let mut certifier = Certifier {
        search,
        writer,
        notes: Notes::default(),
        chain: Vec::new(),
        open: Vec::new(),
        escaping: HashMap::new(),
        labels: 0,
    };
    let roots = claims.iter().map(|&claim| certifier.root(claim)).collect::<Result<Vec<u32>, Stop>>();
    let Certifier { search, writer, .. } = certifier;
    let halted = search.pulse.halted();
    options.tables.leave(search.table);
    let roots = roots.map_err(|stop| match (stop, halted) {
        (Stop::Io(error), _) => CertifyError::Io(error),
        (_, Some(reason)) => CertifyError::Halted(reason),
        _ => CertifyError::Lost,
    })?;
    let records = writer.records();
    Ok(Written { records, bytes: writer.finish(&roots)? })
}

/// Why a proof does not go on.
enum Stop {
    Io(io::Error),
    /// The search is over, or does not find what it found before.
    Lost,
    /// It leads back to a position that is being proved by pairs of interposition and capture.
    Circular,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Io(error)
    }
}

/// A position that is borne out.
#[derive(Clone, Copy)]
struct Shown {
    link: Link,
    /// The plies of its claim; 0 where they do not matter.
    plies: u16,
    any_hand: bool,
}

impl Shown {
    const fn obvious(any_hand: bool) -> Shown {
        Shown { link: Link::Obvious, plies: 0, any_hand }
    }

    const fn edge(&self, role: Role, mv: Move) -> Edge {
        Edge { role, mv, link: self.link }
    }
}

/// A position of the defender on the way to the present one, whose mate is being written.
struct Step {
    place: Place,
    bound: u16,
    /// Reached from the one before by a pair.
    by_pair: bool,
}

/// A position on the search's path, of which it is being written that it has no mate within a bound.
struct Open {
    bound: u16,
    /// Given when something rests on it before it is written.
    label: Option<u32>,
}

/// Nodes for what should be in the table, more each time.
const TRIES: [u64; 8] = [0, 1 << 6, 1 << 9, 1 << 12, 1 << 15, 1 << 18, 1 << 21, u64::MAX];

struct Certifier<'o> {
    search: Search,
    writer: Writer<&'o mut (dyn Write + Send)>,
    notes: Notes,
    chain: Vec<Step>,
    open: Vec<Open>,
    /// The attacker's positions that are being shown to have no mate: hands and labels.
    escaping: HashMap<u128, Vec<(u32, Option<u32>)>>,
    labels: u32,
}

impl Certifier<'_> {
    fn root(&mut self, claim: Claim) -> Result<u32, Stop> {
        let attacks = self.search.position.side_to_move() == self.search.attacker;
        let shown = match (claim, attacks) {
            (Claim::Within(plies), true) => self.mating(plies)?,
            (Claim::Within(plies), false) => self.mated(plies, false)?,
            (Claim::NotWithin(plies), true) => self.failing(plies..=u16::MAX)?,
            (Claim::NotWithin(plies), false) => self.lasting(plies, false)?,
            (Claim::NoMate, true) => self.barren(None)?,
            (Claim::NoMate, false) => self.escaping()?,
        };
        match shown.link {
            Link::Record(number) => Ok(number),
            // The root needs a record also where there is nothing to say.
            _ => Ok(self.put(claim, false, None, &[])?),
        }
    }

    /// Writes a record about the present position.
    fn put(&mut self, claim: Claim, any_hand: bool, label: Option<u32>, edges: &[Edge]) -> Result<u32, Stop> {
        let statement = Statement { claim, any_hand, label };
        let number = self.writer.write(&self.search.position, statement, edges)?;
        let place = self.search.place();
        let noted = self.notes.add(place.board, Note { hand: place.hand, claim, any_hand, number });
        if noted.is_err() || reserve::is_exhausted() {
            self.search.pulse.halt(Reason::Memory);
            return Err(Stop::Lost);
        }
        Ok(number)
    }

    /// What the search says within so many nodes.
    fn ask(&mut self, bound: u16, nodes: u64) -> Result<Number, Stop> {
        let number = self.search.inquire_within(nodes, bound);
        if self.search.pulse.is_over() { Err(Stop::Lost) } else { Ok(number) }
    }

    /// The length of a mate within a bound, if one is found with so many nodes for each of two searches, also where one is known:
    /// what leads to it may be lost. By the hands that suffice the first finds long mates sooner; the second knows which
    /// interpositions are futile, and is left where nodes do not matter.
    fn seek(&mut self, bound: u16, nodes: u64) -> Result<Option<u16>, Stop> {
        if nodes < u64::MAX {
            let value = self.search.with_nodes(nodes, |search| search.find_within(bound));
            if value.is_mate() {
                return Ok(Some(value.length));
            }
        }
        let number = self.search.with_nodes(nodes, |search| search.inquire_alone(bound));
        if self.search.pulse.is_over() {
            return Err(Stop::Lost);
        }
        Ok((number.pn == 0).then_some(number.fact.upper))
    }

    /// Does something after a move.
    fn after<T>(&mut self, mv: Move, what: impl FnOnce(&mut Self) -> T) -> T {
        self.search.pulse.feel_floor();
        let undo = self.search.position.do_move(mv);
        let result = what(self);
        self.search.position.undo_move(mv, undo);
        result
    }

    /// Does something after a drop, its capture, and the return of the piece.
    fn after_pair<T>(&mut self, drop: Move, capture: Move, what: impl FnOnce(&mut Self) -> T) -> T {
        self.search.pulse.feel_floor();
        let before = self.search.position.clone();
        let attacker = self.search.attacker;
        let kind = drop.dropped().unwrap_or(PieceKind::Pawn);
        let position = &mut self.search.position;
        position.do_move(drop);
        position.do_move(capture);
        let (mut taken, mut given) = (position.hand(attacker), position.hand(!attacker));
        taken.remove(kind);
        given.add(kind);
        position.set_hand(attacker, taken);
        position.set_hand(!attacker, given);
        let result = what(self);
        self.search.position = before;
        result
    }

    /// A label for a position that is not written yet.
    fn next_label(&mut self) -> u32 {
        self.labels += 1;
        self.labels - 1
    }

    /// Whether the present position is on the chain of pairs that leads here.
    fn is_linked(&self, place: Place, bound: u16) -> bool {
        for step in self.chain.iter().rev() {
            if step.place == place && step.bound == bound {
                return true;
            }
            if !step.by_pair {
                break;
            }
        }
        false
    }
}
