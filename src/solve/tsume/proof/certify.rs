//! Writing the certificate of an outcome.

use super::writing::{Certifier, ProofStop};
use crate::certificate::{Claim, Header, Link, Writer};
use crate::position::Position;
use crate::solve::limits::Budget;
use crate::solve::outcome::{Outcome, Reason, Verdict};
use crate::solve::tsume::board::Board;
use crate::solve::tsume::control::{Caller, CallerMessage, Control, SolverMessage, Stack, StackLimit};
use crate::solve::tsume::dfpn::{RepetitionTable, SearchState};
use crate::solve::tsume::memory::MemoryShares;
use crate::solve::tsume::options::Options;
use crate::store::{reserve, thread_builder};
use crate::types::Color;
use std::io::{self, Write};
use std::sync::mpsc::channel;
use std::thread::scope;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The time that the search for lost entries may take before its progress is shown again.
const SLICE: Duration = Duration::from_millis(50);

/// A certificate that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The number of its records.
    pub records: u32,
    /// Its size in bytes.
    pub bytes: u64,
}

/// The reason why no certificate was written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The certificate cannot be written, or the system refuses a thread to write it on.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Nothing was proved.
    #[error("nothing was proved")]
    NothingProved,
    /// A limit was reached while the proof was being written.
    #[error("the proof could not be written down within the limits ({0})")]
    Halted(Reason),
    /// The search did not find its proof again.
    #[error("the proof was lost")]
    Lost,
}

/// Writes the proof of an outcome: that there is a mate of its length and no shorter one, or that there is no
/// mate. `options` are those of the search; the proof is read from its table, and lost entries are searched for
/// again. The limits apply to this work separately.
///
/// # Errors
/// Nothing was proved, a limit was reached, `out` failed, the proof was lost, or the system refuses a thread.
pub fn certify(
    root: &Position,
    attacker: Color,
    outcome: &Outcome,
    options: &Options,
    out: &mut (dyn Write + Send),
) -> Result<Written, CertifyError> {
    certify_showing(root, attacker, outcome, options, out, &mut |_| ())
}

/// Like [`certify`], but calls `show` from time to time during the search for lost entries, with the number of nodes
/// that it has taken so far.
///
/// # Errors
/// As [`certify`].
pub fn certify_showing(
    root: &Position,
    attacker: Color,
    outcome: &Outcome,
    options: &Options,
    out: &mut (dyn Write + Send),
    show: &mut dyn FnMut(u64),
) -> Result<Written, CertifyError> {
    let claims = &claims(root, attacker, outcome);
    if claims.is_empty() {
        return Err(CertifyError::NothingProved);
    }
    scope(|threads| {
        let stack = Stack::for_one_of(1);
        let (budgets, inbox) = channel();
        let (outbox, reports) = channel();
        let work = move || {
            let caller = Caller::wait(inbox, outbox).ok_or(CertifyError::Lost)?;
            write(root, attacker, claims, options, (stack.limit(), caller), out)
        };
        let thread = thread_builder(stack.bytes())?.name("certificate".to_owned());
        // A thread of its own has a stack that is large enough for long problems.
        let thread = thread.spawn_scoped(threads, work)?;
        // This thread is the caller of the search. Sending fails only when the search has ended, which also ends the
        // reports.
        let go_on = || budgets.send(CallerMessage::GoOn(Budget::Time(SLICE)));
        let _ = go_on();
        while let Ok(SolverMessage::Paused { nodes, .. }) = reports.recv() {
            show(nodes);
            let _ = go_on();
        }
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The claims about the root that the outcome proves.
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
        // Only every second number of plies can be the length of a mate.
        claims.extend(small(plies - (plies - shortest) % 2).map(Claim::NotWithin));
    }
    claims
}

fn write(
    root: &Position,
    attacker: Color,
    claims: &[Claim],
    options: &Options,
    (stack_limit, caller): (StackLimit, Caller),
    out: &mut (dyn Write + Send),
) -> Result<Written, CertifyError> {
    // The search may have used the reserve.
    reserve::recover();
    let writer = Writer::new(out, &Header { root: root.clone(), attacker, policy: options.futile })?;
    let mut control = Control::new(options.limits, options.stop.clone(), Instant::now(), caller);
    control.set_stack_limit(stack_limit);
    let _watched = control.end_signal().watch();
    let shares = MemoryShares::of(options);
    let table = options.tables.take(shares.table, true);
    let board = Board::new(root.clone(), attacker, options.futile);
    let repetitions = RepetitionTable::in_bytes(shares.repetitions);
    let mut certifier = Certifier::new(SearchState::new(board, control, table, repetitions), writer);
    let roots = claims.iter().map(|&claim| certifier.root(claim)).collect::<Result<Vec<u32>, ProofStop>>();
    let Certifier { search, writer, .. } = certifier;
    let halted = search.control.halted();
    options.tables.leave(search.table);
    let roots = roots.map_err(|stop| match (stop, halted) {
        (ProofStop::Io(error), _) => CertifyError::Io(error),
        (_, Some(reason)) => CertifyError::Halted(reason),
        _ => CertifyError::Lost,
    })?;
    let records = writer.records();
    Ok(Written { records, bytes: writer.finish(&roots)? })
}

impl Certifier<'_> {
    /// Writes the proof of a claim about the root, and returns the number of the root's record.
    fn root(&mut self, claim: Claim) -> Result<u32, ProofStop> {
        let attacks = self.search.board.attacks();
        let proven = match (claim, attacks) {
            (Claim::Within(plies), true) => self.write_mate_attacker(plies)?,
            (Claim::Within(plies), false) => self.write_mate_defender(plies, false)?,
            (Claim::NotWithin(plies), true) => self.write_not_within_attacker(plies..=u16::MAX)?,
            (Claim::NotWithin(plies), false) => self.write_not_within_defender(plies, false)?,
            (Claim::NoMate, true) => self.write_no_mate_attacker(None)?,
            (Claim::NoMate, false) => self.write_no_mate_defender()?,
        };
        match proven.link {
            Link::Record(number) => Ok(number),
            // The root needs a record even if it is obvious.
            _ => Ok(self.put(claim, false, None, &[])?),
        }
    }
}
