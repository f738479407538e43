//! Side lines: the places where they branch off, and the order that writers use and readers expect.

use super::{Branch, Record};
use crate::types::Move;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// The error of a branch at a ply that no earlier line has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("ply {ply} is not in any earlier line, expected a ply from 1 to {last}")]
pub struct Misplaced {
    /// The ply at which it should begin.
    pub ply: usize,
    /// The last ply at which a branch could begin.
    pub last: usize,
}

impl Record {
    /// The line from which a branch at `ply` branches off when it follows everything read so far, as in a KIF
    /// file: the latest line that has the ply before, skipping lines that begin at `ply` or later.
    ///
    /// # Errors
    /// When there is no such line.
    pub fn parent_at(&self, ply: usize) -> Result<Option<usize>, Misplaced> {
        let mut line = self.branches.len().checked_sub(1);
        while let Some(index) = line {
            let branch = &self.branches[index];
            if branch.ply < ply {
                break;
            }
            line = branch.parent;
        }
        let last = line.map_or(self.moves.len(), |index| self.branches[index].last_ply()) + 1;
        if ply == 0 || ply > last { Err(Misplaced { ply, last }) } else { Ok(line) }
    }

    /// The moves from the root to the end of a line: of the main line, or of a branch.
    pub fn moves_of(&self, line: Option<usize>) -> Vec<Move> {
        let mut parts = Vec::new();
        let (mut line, mut end) = (line, usize::MAX);
        while let Some(branch) = line.map(|index| &self.branches[index]) {
            parts.push(&branch.moves[..branch.moves.len().min(end - branch.ply)]);
            (line, end) = (branch.parent, branch.ply);
        }
        parts.push(&self.moves[..self.moves.len().min(end - 1)]);
        parts.into_iter().rev().flatten().copied().collect()
    }

    /// The seconds used for a ply on the path from the root to the end of a line; 0 if not stated.
    pub fn seconds_at(&self, line: Option<usize>, ply: usize) -> u32 {
        let mut line = line.map(|index| &self.branches[index]);
        while let Some(branch) = line.filter(|branch| ply < branch.ply) {
            line = branch.parent.map(|index| &self.branches[index]);
        }
        let times = line.map_or(&self.times, |branch| &branch.times);
        let found = times.binary_search_by_key(&ply, |time| time.ply);
        found.map_or(0, |index| times[index].seconds)
    }

    /// Adds a line from the root. A beginning shared with existing lines is not stored again: the line
    /// branches off at its first new move, or continues a line that ended. Nothing happens when the line, or
    /// a line that begins with it, exists already.
    ///
    /// The first line of an empty record becomes the main line. For many lines [`Record::add_lines`] is
    /// faster.
    pub fn add_line(&mut self, moves: &[Move]) {
        self.add_lines([moves]);
    }

    /// Adds several lines from the root, in time proportional to their total length.
    pub fn add_lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a [Move]>) {
        let mut adding = Adding::new(self);
        lines.into_iter().for_each(|moves| adding.add(moves));
    }

    /// Sorts the branches into the order of KIF files: after each line its branches, those at later plies
    /// first, each followed by its own branches. Branches at equal plies keep their order. A branch at the
    /// first ply of another branch becomes its sibling: both leave the same line at the same ply. From this
    /// order readers can recover every parent.
    pub fn sort_branches(&mut self) {
        for index in 0..self.branches.len() {
            while let Some(parent) = self.branches[index].parent.map(|parent| &self.branches[parent])
                && parent.ply >= self.branches[index].ply
            {
                self.branches[index].parent = parent.parent;
            }
        }
        let order = self.file_order();
        if order.iter().enumerate().all(|(place, &index)| place == index) {
            return;
        }
        let mut places = vec![0; order.len()];
        for (place, &index) in order.iter().enumerate() {
            places[index] = place;
        }
        for branch in &mut self.branches {
            branch.parent = branch.parent.map(|parent| places[parent]);
        }
        // Each exchange moves one branch to its final place.
        for index in 0..places.len() {
            while places[index] != index {
                let place = places[index];
                self.branches.swap(index, place);
                places.swap(index, place);
            }
        }
    }

    /// The branches in the order of KIF files.
    fn file_order(&self) -> Vec<usize> {
        let key = |index: usize| self.branches[index].parent.map_or(0, |parent| parent + 1);
        // What comes first is pushed last, so that it is on top of the stack.
        let mut sorted: Vec<usize> = (0..self.branches.len()).collect();
        sorted.sort_unstable_by_key(|&index| (key(index), self.branches[index].ply, Reverse(index)));
        let children = |line: usize| {
            let start = sorted.partition_point(|&index| key(index) < line);
            let end = start + sorted[start..].partition_point(|&index| key(index) == line);
            &sorted[start..end]
        };
        let mut stack = children(0).to_vec();
        let mut order = Vec::with_capacity(sorted.len());
        while let Some(index) = stack.pop() {
            order.push(index);
            stack.extend(children(index + 1));
        }
        order
    }
}

/// The state of adding lines to a record.
struct Adding<'a> {
    record: &'a mut Record,
    /// The index of the branch that begins with a move at a ply of a line.
    branches: HashMap<(Option<usize>, usize, Move), usize>,
    /// The lines and plies at which branches begin.
    places: HashSet<(Option<usize>, usize)>,
}

impl Adding<'_> {
    fn new(record: &mut Record) -> Adding<'_> {
        let mut adding = Adding { record, branches: HashMap::new(), places: HashSet::new() };
        (0..adding.record.branches.len()).for_each(|index| adding.note(index));
        adding
    }

    fn note(&mut self, index: usize) {
        let branch = &self.record.branches[index];
        self.places.insert((branch.parent, branch.ply));
        if let Some(&first) = branch.moves.first() {
            self.branches.entry((branch.parent, branch.ply, first)).or_insert(index);
        }
    }

    fn add(&mut self, moves: &[Move]) {
        let record = &mut *self.record;
        let (mut line, mut ply) = (None, 1);
        loop {
            let own: &[Move] = line.map_or(&record.moves, |index: usize| &record.branches[index].moves);
            let start = line.map_or(1, |index| record.branches[index].ply);
            ply +=
                own[ply - start..].iter().zip(&moves[ply - 1..]).take_while(|(own, new)| own == new).count();
            if ply > moves.len() {
                return;
            }
            match self.branches.get(&(line, ply, moves[ply - 1])) {
                Some(&index) => line = Some(index),
                None if ply == start + own.len() && !self.places.contains(&(line, ply)) => {
                    let own = line.map_or(&mut record.moves, |index| &mut record.branches[index].moves);
                    own.extend_from_slice(&moves[ply - 1..]);
                    return;
                }
                None => break,
            }
        }
        record.branches.push(Branch::new(line, ply, moves[ply - 1..].to_vec()));
        self.note(self.record.branches.len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn moves(text: &str) -> Vec<Move> {
        text.split_whitespace().map(|word| word.parse().expect("a move")).collect()
    }

    /// Lines with common beginnings; the first one is the main line.
    const LINES: [&str; 5] = [
        "7g7f 3c3d 2g2f 8c8d",
        "7g7f 3c3d 2g2f 4c4d",
        "7g7f 8c8d 2g2f 4c4d 2f2e",
        "7g7f 8c8d 2g2f 3c3d",
        "2g2f 8c8d",
    ];

    fn record() -> Record {
        let mut record = Record::new(Position::startpos(), Vec::new());
        LINES.iter().for_each(|line| record.add_line(&moves(line)));
        record
    }

    #[test]
    fn lines_branch_off_at_their_first_new_move() {
        let record = record();
        let places: Vec<_> = record.branches.iter().map(|branch| (branch.parent, branch.ply)).collect();
        assert_eq!(places, [(None, 4), (None, 2), (Some(1), 4), (None, 1)]);
        for (line, text) in [None, Some(0), Some(1), Some(2), Some(3)].into_iter().zip(LINES) {
            assert_eq!(record.moves_of(line), moves(text));
        }
    }

    #[test]
    fn a_longer_line_goes_on_where_it_ended() {
        let mut record = record();
        let longer = moves(&format!("{} 2f2e 4c4d", LINES[3]));
        record.add_line(&longer);
        assert_eq!((record.branches.len(), record.moves_of(Some(2))), (4, longer));
    }

    #[test]
    fn lines_that_are_there_add_nothing() {
        let mut twice = record();
        for line in LINES {
            twice.add_line(&moves(line));
            twice.add_line(&moves(line)[..1]);
        }
        assert_eq!(twice, record());
    }

    #[test]
    fn a_sorted_record_is_read_back_line_by_line() {
        let mut record = Record::new(Position::startpos(), Vec::new());
        // Not in the order of files.
        [0, 4, 2, 1, 3].iter().for_each(|&line| record.add_line(&moves(LINES[line])));
        let mut all: Vec<_> = (0..record.branches.len()).map(|line| record.moves_of(Some(line))).collect();
        record.sort_branches();
        let mut read = Record::new(Position::startpos(), record.moves.clone());
        for branch in &record.branches {
            assert_eq!(read.parent_at(branch.ply), Ok(branch.parent));
            read.branches.push(branch.clone());
        }
        let mut sorted: Vec<_> = (0..record.branches.len()).map(|line| record.moves_of(Some(line))).collect();
        all.sort();
        sorted.sort();
        assert_eq!(sorted, all);
    }

    #[test]
    fn a_branch_must_follow_a_line() {
        let record = record();
        assert_eq!(record.parent_at(0), Err(Misplaced { ply: 0, last: 5 }));
        assert_eq!(record.parent_at(3), Ok(Some(3)));
        assert_eq!(record.parent_at(4), Err(Misplaced { ply: 4, last: 3 }));
        assert_eq!(record.parent_at(1), Ok(None));
    }
}
