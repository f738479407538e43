//! All fillings of a template, one after the other, except those that are illegal or the mirror image of
//! another one.
//!
//! The gaps are filled in turn: squares, pieces that may stand anywhere, hands. A choice that would make the
//! diagram illegal (two pawns on a file, more pieces than in a set, two kings, two pieces on a square) is
//! skipped before further choices are built on it. When the mirror image of a filling is a filling too, only
//! the one with the smaller SFEN is returned.

use super::assignments::{assignments, groups_overlap, has_mirror_images};
use super::template::{Group, Template};
use crate::movegen::opponent_in_check;
use crate::position::Position;
use crate::solve::StopFlag;
use crate::types::{Color, HAND_KINDS, Hand, Piece, PieceKind, Square};
use std::sync::Arc;
use std::task::Poll;

/// The fillings of a template, in an order that depends only on the template.
pub struct Fillings {
    template: Arc<Template>,
    slots: Vec<Slot>,
    /// The index of the choice taken in each filled slot, then the first choice not yet tried in the next
    /// slot.
    cursors: Vec<usize>,
    position: Position,
    /// The number of pieces of each unpromoted kind on the board and in the hands, by the number of the kind.
    counts: [u32; 16],
    /// The largest permitted number of each kind.
    most: [u32; 16],
    kings: [u32; 2],
    /// For each side, the files that hold one of its pawns, as bits.
    pawn_files: [u16; 2],
    /// Whether overlapping groups can place the same pieces in several ways.
    groups_overlap: bool,
    /// Whether mirror images of fillings may be fillings.
    has_mirror_images: bool,
    left_out: LeftOut,
    stop: StopFlag,
    is_done: bool,
}

/// The number of fillings that were built and then skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Fillings that are the same diagram as another filling, or its mirror image.
    pub twins: u64,
    /// Fillings with more or fewer pieces than wanted.
    pub pieces: u64,
}

/// A choice to be made.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// The content of a square that is a gap.
    Gap(usize),
    /// The n-th piece of a group.
    Member { group: usize, nth: usize },
    /// The hand of a side.
    Hand(Color),
}

impl Fillings {
    /// The fillings of a template.
    pub fn new(template: Arc<Template>) -> Fillings {
        let gaps = (0..template.gaps.len()).map(Slot::Gap);
        let members = template.groups.iter().enumerate().flat_map(|(group, Group { count, .. })| {
            (0..*count.end()).map(move |nth| Slot::Member { group, nth })
        });
        let slots: Vec<Slot> = gaps.chain(members).chain(Color::ALL.map(Slot::Hand)).collect();
        let position = template.base.clone();
        let mut fillings = Fillings {
            slots,
            cursors: vec![0],
            counts: [0; 16],
            most: [0; 16],
            kings: [0; 2],
            pawn_files: [0; 2],
            groups_overlap: groups_overlap(&template.groups),
            has_mirror_images: has_mirror_images(&template),
            left_out: LeftOut::default(),
            stop: StopFlag::default(),
            is_done: false,
            position,
            template,
        };
        fillings.count_fixed();
        fillings
    }

    /// The same fillings, ending when the flag is set: many may have to be skipped between two of them.
    #[must_use]
    pub fn until(self, stop: StopFlag) -> Fillings {
        Fillings { stop, ..self }
    }

    /// The number of fillings that were built and then skipped so far.
    pub fn left_out(&self) -> LeftOut {
        self.left_out
    }

    /// The fraction of all fillings that is done, 0 to 1: an estimate, since illegal fillings are not built.
    pub fn part(&self) -> f64 {
        let mut share = 1.0;
        let mut part = 0.0;
        for (slot, &cursor) in self.slots.iter().zip(&self.cursors) {
            let choices = self.choices(*slot).max(1) as f64;
            part += share * cursor as f64 / choices;
            share /= choices;
        }
        if self.is_done { 1.0 } else { part }
    }

    fn count_fixed(&mut self) {
        for square in self.template.base.occupied() {
            if let Some(piece) = self.template.base.piece_at(square) {
                self.note(piece, square, true);
            }
        }
        let least_held = |kind| -> u32 {
            let least = |hands: &Vec<Hand>| hands.iter().map(|hand| hand.count(kind)).min().unwrap_or(0);
            self.template.hands.iter().map(least).sum()
        };
        for kind in HAND_KINDS {
            // A helpmate may have more pieces than a set when they are fixed.
            self.most[kind.index()] = kind.set_count().max(self.counts[kind.index()] + least_held(kind));
        }
    }

    /// Updates the counts for a piece that is put on the board or removed from it.
    fn note(&mut self, piece: Piece, square: Square, is_put: bool) {
        let (kind, side) = (piece.kind(), piece.color().index());
        let count = |number: &mut u32| if is_put { *number += 1 } else { *number -= 1 };
        match kind {
            PieceKind::King => count(&mut self.kings[side]),
            _ => count(&mut self.counts[kind.unpromoted().index()]),
        }
        if kind == PieceKind::Pawn {
            self.pawn_files[side] ^= 1 << square.file();
        }
    }

    /// Puts a piece on an empty square, if that is legal.
    fn put(&mut self, piece: Piece, square: Square) -> bool {
        let (kind, side) = (piece.kind(), piece.color().index());
        let is_legal = match kind {
            PieceKind::King => self.kings[side] == 0,
            _ => self.counts[kind.unpromoted().index()] < self.most[kind.unpromoted().index()],
        };
        let is_nifu = kind == PieceKind::Pawn && self.pawn_files[side] & 1 << square.file() != 0;
        if !is_legal || is_nifu || self.position.occupied().contains(square) {
            return false;
        }
        self.note(piece, square, true);
        self.position.put(square, piece);
        true
    }

    fn take(&mut self, square: Square) {
        if let Some(piece) = self.position.piece_at(square) {
            self.note(piece, square, false);
            self.position.remove(square);
        }
    }

    /// The number of choices of a slot.
    fn choices(&self, slot: Slot) -> usize {
        match slot {
            Slot::Gap(gap) => self.template.gaps[gap].choices.len(),
            // The additional last choice is to place no piece.
            Slot::Member { group, .. } => self.template.groups[group].places.len() + 1,
            Slot::Hand(color) => self.template.hands[color.index()].len(),
        }
    }

    /// The first choice of a slot that does not repeat earlier choices.
    fn first_choice(&self, depth: usize) -> usize {
        let Some(&Slot::Member { group, nth }) = self.slots.get(depth) else { return 0 };
        if nth == 0 {
            return 0;
        }
        let places = &self.template.groups[group].places;
        match places.get(self.cursors[depth - 1]) {
            // The members of a group are placed in ascending order of their squares.
            Some((square, _)) => places.partition_point(|(place, _)| place <= square),
            None => places.len(),
        }
    }

    /// Makes a choice, if it is legal.
    fn choose(&mut self, slot: Slot, choice: usize) -> bool {
        match slot {
            Slot::Gap(gap) => {
                let square = self.template.gaps[gap].square;
                self.template.gaps[gap].choices[choice].is_none_or(|piece| self.put(piece, square))
            }
            Slot::Member { group, nth } => {
                let Group { count, places } = &self.template.groups[group];
                match places.get(choice) {
                    Some(&(square, piece)) => self.put(piece, square),
                    None => nth >= *count.start(),
                }
            }
            Slot::Hand(color) => {
                let hand = self.template.hands[color.index()][choice];
                let fits = |(kind, count): (PieceKind, u32)| {
                    self.counts[kind.index()] + count <= self.most[kind.index()]
                };
                if !hand.iter().all(fits) {
                    return false;
                }
                hand.iter().for_each(|(kind, count)| self.counts[kind.index()] += count);
                self.position.set_hand(color, hand);
                true
            }
        }
    }

    /// Takes a choice back.
    fn undo(&mut self, slot: Slot, choice: usize) {
        match slot {
            Slot::Gap(gap) => self.take(self.template.gaps[gap].square),
            Slot::Member { group, .. } => {
                if let Some(&(square, _)) = self.template.groups[group].places.get(choice) {
                    self.take(square);
                }
            }
            Slot::Hand(color) => {
                let hand = self.position.hand(color);
                hand.iter().for_each(|(kind, count)| self.counts[kind.index()] -= count);
                self.position.set_hand(color, Hand::EMPTY);
            }
        }
    }

    /// Moves on to the next complete set of choices; `None` when it is stopped, or the steps are used up.
    fn advance(&mut self, steps: &mut u64) -> Option<bool> {
        while *steps > 0 && !self.stop.is_set() {
            *steps -= 1;
            let depth = self.cursors.len() - 1;
            if depth < self.slots.len() && self.cursors[depth] < self.choices(self.slots[depth]) {
                if self.choose(self.slots[depth], self.cursors[depth]) {
                    let first = self.first_choice(depth + 1);
                    self.cursors.push(first);
                    if depth + 1 == self.slots.len() {
                        return Some(true);
                    }
                } else {
                    self.cursors[depth] += 1;
                }
                continue;
            }
            self.cursors.pop();
            let Some(cursor) = self.cursors.last_mut() else { return Some(false) };
            let choice = *cursor;
            *cursor += 1;
            self.undo(self.slots[depth - 1], choice);
        }
        None
    }

    /// The next filling, if it is reached within `steps` steps; a step makes or takes back one choice.
    pub(crate) fn pull(&mut self, mut steps: u64) -> Poll<Option<Position>> {
        while !self.is_done {
            match self.advance(&mut steps) {
                None => return Poll::Pending,
                Some(false) => self.is_done = true,
                Some(true) => {
                    if let Some(position) = self.filling() {
                        return Poll::Ready(Some(position));
                    }
                }
            }
        }
        Poll::Ready(None)
    }

    /// The current filling, unless it must be skipped.
    fn filling(&mut self) -> Option<Position> {
        let template = Arc::clone(&self.template);
        if self.kings[(!template.attacker).index()] == 0 || opponent_in_check(&self.position) {
            return None;
        }
        if !template.conditions.pieces.contains(&template.pieces_of(&self.position)) {
            self.left_out.pieces += 1;
            return None;
        }
        if self.groups_overlap && !self.is_first_of_its_kind()
            || self.has_mirror_images && self.mirror_comes_first()
        {
            self.left_out.twins += 1;
            return None;
        }
        let mut position = self.position.clone();
        if template.conditions.gives_rest {
            position.give_rest(!template.attacker);
        }
        Some(position)
    }

    /// Whether the mirror image is a filling too, and is the one to be returned.
    fn mirror_comes_first(&self) -> bool {
        let mirror = self.position.mirror();
        mirror.sfen_without_number() < self.position.sfen_without_number()
            && assignments(&self.template, &mirror).first().is_some()
    }

    /// Whether the current choices are the first among all ways in which the groups can place these pieces on
    /// these squares.
    fn is_first_of_its_kind(&self) -> bool {
        let chosen = |(depth, slot): (usize, &Slot)| match *slot {
            Slot::Member { group, .. } => self.template.groups[group]
                .places
                .get(self.cursors[depth])
                .map(|&(square, _)| (square, group)),
            _ => None,
        };
        let mut chosen: Vec<(Square, usize)> = self.slots.iter().enumerate().filter_map(chosen).collect();
        chosen.sort_unstable();
        let groups: Vec<usize> = chosen.into_iter().map(|(_, group)| group).collect();
        assignments(&self.template, &self.position).first().is_some_and(|first| first == groups)
    }
}

impl Iterator for Fillings {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        match self.pull(u64::MAX) {
            Poll::Ready(position) => position,
            Poll::Pending => None,
        }
    }
}
