//! What was written so far, by board: a record serves all positions for which it holds.

use super::Shown;
use crate::certificate::{Claim, Link};
use crate::store::Place;
use crate::store::reserve::coping;
use core::ops::RangeInclusive;
use hashbrown::{HashMap, TryReserveError};

/// A record that was written.
#[derive(Clone, Copy)]
pub(super) struct Note {
    /// The attacker's hand.
    pub hand: u32,
    pub claim: Claim,
    pub any_hand: bool,
    pub number: u32,
}

/// All of them.
#[derive(Default)]
pub(super) struct Notes(HashMap<u128, Vec<Note>>);

impl Notes {
    /// Adds a record, if there is memory for it.
    pub fn add(&mut self, board: u128, note: Note) -> Result<(), TryReserveError> {
        coping(|| self.0.try_reserve(1))?;
        self.0.entry(board).or_default().push(note);
        Ok(())
    }

    /// A record of a mate within so many plies.
    pub fn mate(&self, place: Place, bound: u16) -> Option<Shown> {
        self.find(place, |note| match note.claim {
            Claim::Within(plies) if plies <= bound => (note.hand == place.hand
                || note.any_hand && Place::holds(place.hand, note.hand))
            .then_some(plies),
            _ => None,
        })
    }

    /// A record of no mate within one of these numbers of plies, or of none at all.
    pub fn lasting(&self, place: Place, bounds: RangeInclusive<u16>) -> Option<Shown> {
        self.find(place, |note| match note.claim {
            Claim::NotWithin(plies) if bounds.contains(&plies) => has_less(note, place).then_some(plies),
            Claim::NoMate => has_less(note, place).then_some(*bounds.start()),
            _ => None,
        })
    }

    /// A record of no mate.
    pub fn escaping(&self, place: Place) -> Option<Shown> {
        self.find(place, |note| (note.claim == Claim::NoMate && has_less(note, place)).then_some(0))
    }

    fn find(&self, place: Place, fits: impl Fn(&Note) -> Option<u16>) -> Option<Shown> {
        let notes = self.0.get(&place.board)?;
        notes.iter().find_map(|note| {
            let plies = fits(note)?;
            Some(Shown { link: Link::Record(note.number), plies, any_hand: note.any_hand })
        })
    }
}

/// Whether a record that there is no mate holds in a place.
fn has_less(note: &Note, place: Place) -> bool {
    note.hand == place.hand || note.any_hand && Place::holds(note.hand, place.hand)
}
