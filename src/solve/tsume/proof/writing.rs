//! The state of writing a certificate: the search, the written records, and the positions that are being written.

use super::records::{Record, Records};
use crate::certificate::{Claim, Edge, Statement, Writer};
use crate::solve::outcome::Reason;
use crate::solve::tsume::bounded::{BoundedSearch, BoundedValue, length_of};
use crate::solve::tsume::dfpn::{PathStep, SearchState};
use crate::solve::tsume::task::MateSearch;
use crate::store::{TableKey, reserve};
use crate::types::Move;
use std::collections::HashMap;
use std::io::{self, Write};

/// The reason why writing a proof stops.
pub enum ProofStop {
    /// Writing failed.
    Io(io::Error),
    /// The search ended, or did not find an earlier result again.
    Lost,
    /// The proof leads back, by pairs of drop and capture only, to a position that is still being proved.
    Circular,
}

impl From<io::Error> for ProofStop {
    fn from(error: io::Error) -> ProofStop {
        ProofStop::Io(error)
    }
}

/// A position on the path about which the claim that it has no mate within a bound is being written.
pub struct OpenClaim {
    pub bound: u16,
    /// Its label, if another record refers to it.
    pub label: Option<u32>,
}

/// The numbers of nodes for finding lost entries of the table again, growing from try to try.
pub const TRIES: [u64; 8] = [0, 1 << 6, 1 << 9, 1 << 12, 1 << 15, 1 << 18, 1 << 21, u64::MAX];

/// Writes the records of a certificate.
pub struct Certifier<'o> {
    pub search: SearchState,
    pub writer: Writer<&'o mut (dyn Write + Send)>,
    pub records: Records,
    /// The defender's positions on the path for which a mate is being written.
    pub mate_path: Vec<PathStep>,
    /// The positions on the path for which it is being written that they have no mate within a bound.
    pub open_claims: Vec<OpenClaim>,
    /// The attacker's positions for which it is being written that they have no mate: their hands and labels, by
    /// board.
    pub escaping: HashMap<u128, Vec<(u32, Option<u32>)>>,
    /// The number of labels given.
    pub labels: u32,
}

impl<'o> Certifier<'o> {
    /// A certifier that has written nothing yet.
    pub fn new(search: SearchState, writer: Writer<&'o mut (dyn Write + Send)>) -> Certifier<'o> {
        Certifier {
            search,
            writer,
            records: Records::default(),
            mate_path: Vec::new(),
            open_claims: Vec::new(),
            escaping: HashMap::new(),
            labels: 0,
        }
    }

    /// Writes a record about the present position.
    pub fn put(
        &mut self,
        claim: Claim,
        any_hand: bool,
        label: Option<u32>,
        edges: &[Edge],
    ) -> Result<u32, ProofStop> {
        let statement = Statement { claim, any_hand, label };
        let number = self.writer.write(&self.search.board.position, statement, edges)?;
        let table_key = self.search.board.table_key();
        let noted =
            self.records.add(table_key.board, Record { hand: table_key.hand, claim, any_hand, number });
        if noted.is_err() || reserve::is_exhausted() {
            self.search.control.halt(Reason::Memory);
            return Err(ProofStop::Lost);
        }
        Ok(number)
    }

    /// The value of the present position for a bound, searched with at most `nodes` nodes.
    pub fn search_within(&mut self, bound: u16, nodes: u64) -> Result<BoundedValue, ProofStop> {
        let value = self.search.mate_within_nodes(nodes, bound);
        if self.search.control.is_over() { Err(ProofStop::Lost) } else { Ok(value) }
    }

    /// The length of a mate within a bound, searched with at most `nodes` nodes by each of two searches. Searches
    /// even if a mate is known, since table entries for later positions may be lost. The search for any mate
    /// finds long mates sooner; the bounded search, which recognizes futile interpositions, is used alone when
    /// the nodes are unlimited.
    pub fn search_length(&mut self, bound: u16, nodes: u64) -> Result<Option<u16>, ProofStop> {
        if nodes < u64::MAX
            && let Some(length) = self.search.length_by_any_mate_search(bound, nodes)
        {
            return Ok(Some(length));
        }
        let value = self.search.with_nodes(nodes, |search| BoundedSearch::new(search).search_unknown(bound));
        if self.search.control.is_over() {
            return Err(ProofStop::Lost);
        }
        Ok(value.is_proved().then_some(value.fact.upper))
    }

    /// Calls `what` in the position after a move.
    pub fn after<T>(&mut self, mv: Move, what: impl FnOnce(&mut Self) -> T) -> T {
        self.search.control.check_stack();
        let undo = self.search.do_move(mv);
        let result = what(self);
        self.search.undo_move(mv, undo);
        result
    }

    /// Calls `what` in the position after a drop, its capture, and the return of the piece.
    pub fn after_pair<T>(&mut self, drop: Move, capture: Move, what: impl FnOnce(&mut Self) -> T) -> T {
        self.search.control.check_stack();
        let pair = self.search.board.do_pair(drop, capture);
        let result = what(self);
        self.search.board.undo_pair(pair);
        result
    }

    /// The length of the longest mate after some replies, each of which must have a mate within a bound.
    pub fn length_of(&mut self, replies: &[Move], bound: u16) -> Result<u16, ProofStop> {
        length_of(replies, bound, |reply, bound| self.search.mate_off_path(reply, bound))
            .ok_or(ProofStop::Lost)
    }

    /// A new label, for a position whose record is not complete yet.
    pub fn next_label(&mut self) -> u32 {
        self.labels += 1;
        self.labels - 1
    }

    /// Whether the position is on `mate_path` with this bound, and only pairs lead from there to the present
    /// position.
    pub fn is_linked(&self, table_key: TableKey, bound: u16) -> bool {
        for step in self.mate_path.iter().rev() {
            if step.table_key == table_key && step.bound == bound {
                return true;
            }
            if !step.by_pair {
                break;
            }
        }
        false
    }
}
