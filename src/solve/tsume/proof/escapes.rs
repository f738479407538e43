//! Writing down that there is no mate at all: a set of positions in which every check has a reply that stays in the set.

use super::records::Shown;
use super::writing::{Certifier, Stop};
use crate::certificate::{Claim, Link, Role};
use crate::movegen::{checks, in_check, legal_moves};
use crate::solve::tsume::dfpn::LONGEST;
use crate::solve::tsume::hands::HandSearch;
use crate::solve::tsume::task::MateSearch;
use crate::store::{Fact, Place};
use crate::types::Move;

/// Nodes to see whether a reply escapes, more each time.
const TRIES: [u64; 3] = [1 << 10, 1 << 16, u64::MAX];

impl Certifier<'_> {
    /// The present position, the attacker to move, has no mate.
    pub(super) fn barren(&mut self, known: Option<Shown>) -> Result<Shown, Stop> {
        if let Some(known) = known.or_else(|| self.known_barren()) {
            return Ok(known);
        }
        let place = self.search.board.place();
        self.escaping.entry(place.board).or_default().push((place.hand, None));
        let mut edges = Vec::new();
        let mut stopped = Ok(());
        for &check in checks(&self.search.board.position).iter() {
            match self.after(check, Self::escaping) {
                Ok(shown) => edges.push(shown.edge(Role::Move, check)),
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
        }
        let label = self.escaping.get_mut(&place.board).and_then(Vec::pop).and_then(|(_, label)| label);
        stopped?;
        let number = self.put(Claim::NoMate, true, label, &edges)?;
        Ok(Shown { link: Link::Record(number), plies: 0, any_hand: true })
    }

    /// What bears out the present position, the attacker to move, if that is known already or being written.
    fn known_barren(&mut self) -> Option<Shown> {
        if checks(&self.search.board.position).is_empty() {
            return Some(Shown::obvious(true));
        }
        let place = self.search.board.place();
        if let Some(known) = self.records.escaping(place) {
            return Some(known);
        }
        let held = self.escaping.get(&place.board)?;
        let at = held.iter().position(|&(hand, _)| Place::holds(hand, place.hand))?;
        let label = match held[at].1 {
            Some(label) => label,
            None => self.next_label(),
        };
        if let Some(held) = self.escaping.get_mut(&place.board) {
            held[at].1 = Some(label);
        }
        Some(Shown { link: Link::Label(label), plies: 0, any_hand: true })
    }

    /// The present position, the defender to move, has no mate.
    pub(super) fn escaping(&mut self) -> Result<Shown, Stop> {
        let replies = legal_moves(&self.search.board.position);
        let checked = in_check(&self.search.board.position);
        if replies.is_empty() && !checked {
            return Ok(Shown::obvious(false));
        }
        if let Some(known) = self.records.escaping(self.search.board.place()) {
            return Ok(known);
        }
        let (reply, known) = self.escaping_reply(&replies)?;
        let shown = self.after(reply, |it| it.barren(known))?;
        let number = self.put(Claim::NoMate, checked, None, &[shown.edge(Role::Move, reply)])?;
        Ok(Shown { link: Link::Record(number), plies: 0, any_hand: checked })
    }

    /// A reply after which there is no mate, one that needs no record first.
    fn escaping_reply(&mut self, replies: &[Move]) -> Result<(Move, Option<Shown>), Stop> {
        for &reply in replies {
            if let Some(known) = self.after(reply, Self::known_barren) {
                return Ok((reply, Some(known)));
            }
        }
        for &reply in replies {
            let number = self.after(reply, |it| it.search.probe(LONGEST));
            if number.is_refuted() && number.fact.lower == Fact::NO_MATE {
                return Ok((reply, None));
            }
        }
        for nodes in TRIES {
            for &reply in replies {
                if self.after(reply, |it| it.is_barren(nodes))? {
                    return Ok((reply, None));
                }
            }
        }
        Err(Stop::Lost)
    }

    /// Whether the search refutes the present position, the attacker to move, on every path.
    fn is_barren(&mut self, nodes: u64) -> Result<bool, Stop> {
        let value = self.search.with_nodes(nodes, |search| HandSearch::new(search, true).search_any());
        if self.search.control.is_over() {
            return Err(Stop::Lost);
        }
        Ok(value.is_no_mate_for_sure())
    }
}
