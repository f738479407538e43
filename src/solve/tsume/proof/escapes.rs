//! Writing that there is no mate at all, as a set of positions in which every check has a reply that stays in the
//! set.

use super::records::Proven;
use super::writing::{Certifier, ProofStop};
use crate::certificate::{Claim, Link, Role};
use crate::movegen::{checks, in_check, legal_moves};
use crate::solve::tsume::any_mate::AnyMateSearch;
use crate::solve::tsume::dfpn::LONGEST;
use crate::solve::tsume::task::MateSearch;
use crate::store::{Fact, TableKey};
use crate::types::Move;

/// The numbers of nodes for deciding whether a reply escapes, growing from try to try.
const TRIES: [u64; 3] = [1 << 10, 1 << 16, u64::MAX];

impl Certifier<'_> {
    /// Writes that the present position, with the attacker to move, has no mate.
    pub(super) fn write_no_mate_attacker(&mut self, known: Option<Proven>) -> Result<Proven, ProofStop> {
        if let Some(known) = known.or_else(|| self.probe_no_mate()) {
            return Ok(known);
        }
        let table_key = self.search.board.table_key();
        self.escaping.entry(table_key.board).or_default().push((table_key.hand, None));
        let mut edges = Vec::new();
        let mut stopped = Ok(());
        for &check in &checks(&self.search.board.position) {
            match self.after(check, Self::write_no_mate_defender) {
                Ok(proven) => edges.push(proven.edge(Role::Move, check)),
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
        }
        let label = self.escaping.get_mut(&table_key.board).and_then(Vec::pop).and_then(|(_, label)| label);
        stopped?;
        let number = self.put(Claim::NoMate, true, label, &edges)?;
        Ok(Proven { link: Link::Record(number), plies: 0, any_hand: true })
    }

    /// The record or label of the present position, with the attacker to move, if it was written already or is
    /// being written.
    fn probe_no_mate(&mut self) -> Option<Proven> {
        if checks(&self.search.board.position).is_empty() {
            return Some(Proven::obvious(true));
        }
        let table_key = self.search.board.table_key();
        if let Some(known) = self.records.escaping(table_key) {
            return Some(known);
        }
        let held = self.escaping.get(&table_key.board)?;
        let at = held.iter().position(|&(hand, _)| TableKey::holds(hand, table_key.hand))?;
        let label = match held[at].1 {
            Some(label) => label,
            None => self.next_label(),
        };
        if let Some(held) = self.escaping.get_mut(&table_key.board) {
            held[at].1 = Some(label);
        }
        Some(Proven { link: Link::Label(label), plies: 0, any_hand: true })
    }

    /// Writes that the present position, with the defender to move, has no mate.
    pub(super) fn write_no_mate_defender(&mut self) -> Result<Proven, ProofStop> {
        let replies = legal_moves(&self.search.board.position);
        let checked = in_check(&self.search.board.position);
        if replies.is_empty() && !checked {
            return Ok(Proven::obvious(false));
        }
        if let Some(known) = self.records.escaping(self.search.board.table_key()) {
            return Ok(known);
        }
        let (reply, known) = self.escaping_reply(&replies)?;
        let proven = self.after(reply, |it| it.write_no_mate_attacker(known))?;
        let number = self.put(Claim::NoMate, checked, None, &[proven.edge(Role::Move, reply)])?;
        Ok(Proven { link: Link::Record(number), plies: 0, any_hand: checked })
    }

    /// A reply after which there is no mate; preferably one for which no further record is needed.
    fn escaping_reply(&mut self, replies: &[Move]) -> Result<(Move, Option<Proven>), ProofStop> {
        for &reply in replies {
            if let Some(known) = self.after(reply, Self::probe_no_mate) {
                return Ok((reply, Some(known)));
            }
        }
        for &reply in replies {
            let value = self.after(reply, |it| it.search.probe(LONGEST));
            if value.is_refuted() && value.fact.lower == Fact::NO_MATE {
                return Ok((reply, None));
            }
        }
        for nodes in TRIES {
            for &reply in replies {
                if self.after(reply, |it| it.search_no_mate(nodes))? {
                    return Ok((reply, None));
                }
            }
        }
        Err(ProofStop::Lost)
    }

    /// Whether a search refutes the present position, with the attacker to move, on every path.
    fn search_no_mate(&mut self, nodes: u64) -> Result<bool, ProofStop> {
        let value = self.search.with_nodes(nodes, |search| AnyMateSearch::new(search).search_any());
        if self.search.control.is_over() {
            return Err(ProofStop::Lost);
        }
        Ok(value.is_no_mate_for_sure())
    }
}
