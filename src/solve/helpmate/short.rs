//! Searches many short helpmates one after the other: is there a mate within a few plies, and is it the only
//! shortest line?
//!
//! The layers are those of the full search, in memory that is reused from problem to problem: a search of a few
//! hundred positions allocates nothing. Positions are distinguished by their whole keys of 128 bits. The last two
//! plies are not expanded; the attacker's mates in one are counted instead.

use super::expand::{Child, Expanded, expand, push_checks};
use crate::movegen::{DoubleMoves, checks, in_check, is_mate, legal_moves, mate_in_one};
use crate::position::{Packed, Position};
use crate::solve::limits::StopFlag;
use crate::types::{Color, Move};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{Range, RangeInclusive};

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShortAnswer {
    /// There is a mate.
    Mate {
        /// The length of the shortest mate.
        plies: u64,
        /// A line to it.
        line: Vec<Move>,
        /// Another line of the same length with another end, if one was met.
        other: Option<Vec<Move>>,
        /// Whether it is the only shortest line. Always false for a mate shorter than `plies.start()`, for which
        /// this is not determined.
        is_only: bool,
    },
    /// There is no mate at all: all positions were searched.
    NoMate,
    /// There is no mate of at most the number of plies asked for.
    NoMateWithin,
    /// There are more positions than allowed, or the search was stopped.
    Unknown,
}

/// A search for short helpmates, which can be used again and again.
#[derive(Default)]
pub struct ShortSearch {
    moves: DoubleMoves,
    children: Vec<Child>,
    nodes: Vec<Node>,
    /// The number of each position that was met, in `nodes`.
    indices: HashMap<u128, u32, BuildHasherDefault<KeyHasher>>,
    /// The number of positions met by all searches together.
    met: u64,
}

/// A position with the defender to move, reached by a check, or the root with either side to move.
struct Node {
    packed: Packed,
    key: u128,
    /// The index of the previous position in `nodes`.
    parent: u32,
    reply: Option<Move>,
    /// The attacker's move to the position; `None` for the root.
    check: Option<Move>,
    /// The number of lines to it, counted up to [`SEVERAL`].
    ways: u8,
}

/// Lines are counted only up to this number.
const SEVERAL: u8 = 2;
/// A map with more room than this is freed before the next search.
const LARGEST_KEPT: usize = 1 << 16;

/// A hasher that uses the low half of a key, whose bits are random, as the hash.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// The mates of one length counted so far.
#[derive(Default)]
struct Mates {
    ways: u8,
    /// Two of these mates: the number of a position, and the moves from it to the mate.
    ends: [Option<(u32, [Option<Move>; 2])>; 2],
}

impl Mates {
    fn add(&mut self, ways: u8, number: u32, moves: [Option<Move>; 2]) {
        self.ways = SEVERAL.min(self.ways + ways);
        if let Some(free) = self.ends.iter_mut().find(|end| end.is_none()) {
            *free = Some((number, moves));
        }
    }
}

/// The mates found in a layer.
#[derive(Default)]
struct LayerMates {
    /// Mates in positions of the layer.
    now: Mates,
    /// Mates two plies later.
    later: Mates,
    /// Whether the search ended before all positions of the layer were looked at.
    is_cut_short: bool,
}

/// How a layer is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LayerTask {
    /// Expand it.
    Expand,
    /// Look for mates in it and two plies later.
    LastTwo,
    /// Look for mates in it.
    Last,
}

impl LayerTask {
    /// The task for a layer `length` plies from the root, when mates of at most `longest` plies are looked for.
    fn at(length: u64, longest: u64) -> LayerTask {
        match longest - length {
            0 | 1 => LayerTask::Last,
            2 | 3 => LayerTask::LastTwo,
            _ => LayerTask::Expand,
        }
    }
}

impl ShortSearch {
    /// Searches for the shortest mate of at most `plies.end()` plies from a position that is a legal helpmate for
    /// this attacker. A mate shorter than `plies.start()` ends the search at once. At most about `most` positions
    /// are kept.
    pub fn search(
        &mut self,
        root: &Position,
        attacker: Color,
        plies: RangeInclusive<u64>,
        most: usize,
        stop: &StopFlag,
    ) -> ShortAnswer {
        let Some(packed) = root.pack() else { return ShortAnswer::Unknown };
        self.clear();
        self.nodes.push(Node { packed, key: root.key(), parent: 0, reply: None, check: None, ways: 1 });
        // The number of plies from the root to the positions of the layer.
        let (mut length, mut layer) = (0, 0..1);
        if root.side_to_move() == attacker {
            self.children.clear();
            push_checks(root, &mut self.children);
            self.take_children(0, 1);
            (length, layer) = (1, 1..self.nodes.len());
        } else {
            self.indices.insert(root.key(), 0);
        }
        let mut position = root.clone();
        let answer = loop {
            if length > *plies.end() {
                break ShortAnswer::NoMateWithin;
            }
            if layer.is_empty() {
                break ShortAnswer::NoMate;
            }
            let task = LayerTask::at(length, *plies.end());
            let first_child = self.nodes.len();
            let must_end = |nodes: usize| nodes > most || stop.is_set();
            let found = self.search_layer(&mut position, layer, task, length < *plies.start(), &must_end);
            if let Some(answer) = self.answer(&found, length, &plies) {
                break answer;
            }
            if task == LayerTask::LastTwo {
                break ShortAnswer::NoMateWithin;
            }
            layer = first_child..self.nodes.len();
            length += 2;
        };
        self.met += self.nodes.len() as u64;
        answer
    }

    /// Looks for mates in a layer, and expands it until one is found. `one_will_do`: whether a single mate ends
    /// the search.
    fn search_layer(
        &mut self,
        position: &mut Position,
        layer: Range<usize>,
        task: LayerTask,
        one_will_do: bool,
        must_end: &impl Fn(usize) -> bool,
    ) -> LayerMates {
        let first_child = self.nodes.len();
        let mut found = LayerMates::default();
        for number in layer {
            if must_end(self.nodes.len()) {
                found.is_cut_short = true;
                break;
            }
            let Node { packed, key, ways, .. } = self.nodes[number];
            packed.unpack_to(position, key);
            if task == LayerTask::Last || found.now.ways > 0 {
                if is_mate(position) {
                    found.now.add(ways, number as u32, [None; 2]);
                }
            } else if task == LayerTask::LastTwo {
                self.count_mates(position, number, &mut found.now, &mut found.later);
            } else {
                self.children.clear();
                if expand(&mut self.moves, position, number as u32, &mut self.children) == Expanded::Mate {
                    found.now.add(ways, number as u32, [None; 2]);
                }
                self.take_children(number, first_child);
            }
            if found.now.ways >= SEVERAL || found.now.ways > 0 && one_will_do {
                break;
            }
        }
        found
    }

    /// The answer that follows from the mates of a layer; `None` when the next layer has to be searched.
    fn answer(&self, found: &LayerMates, length: u64, asked: &RangeInclusive<u64>) -> Option<ShortAnswer> {
        let LayerMates { now, later, is_cut_short } = found;
        // That there are several lines is certain even if the search was cut short; that there is only one is
        // certain only if all positions were looked at.
        let is_certain = now.ways >= SEVERAL || length < *asked.start() && now.ways > 0;
        if *is_cut_short && !is_certain {
            return Some(ShortAnswer::Unknown);
        }
        if now.ways > 0 {
            return Some(self.mate(length, asked, now));
        }
        (later.ways > 0).then(|| self.mate(length + 2, asked, later))
    }

    /// The number of positions met by all searches so far.
    pub fn positions(&self) -> u64 {
        self.met
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.indices.clear();
        if self.indices.capacity() > LARGEST_KEPT {
            self.indices = HashMap::default();
            self.nodes = Vec::new();
        }
    }

    /// Enters the children of a position. Positions numbered from `first` on belong to the layer that is being
    /// filled.
    fn take_children(&mut self, parent: usize, first: usize) {
        let Node { packed, ways, .. } = self.nodes[parent];
        for child in &self.children {
            match self.indices.entry(child.key) {
                Entry::Vacant(place) => {
                    place.insert(self.nodes.len() as u32);
                    self.nodes.push(Node {
                        packed: child.packed(&packed),
                        key: child.key,
                        parent: parent as u32,
                        reply: child.reply(),
                        check: Some(child.check),
                        ways,
                    });
                }
                // The position was reached in an earlier layer, so this line is not a shortest one.
                Entry::Occupied(place) if (*place.get() as usize) < first => {}
                Entry::Occupied(place) => {
                    let known = &mut self.nodes[*place.get() as usize];
                    known.ways = SEVERAL.min(known.ways + ways);
                }
            }
        }
    }

    /// Counts the position if it is a mate, and otherwise the mates two plies after it.
    fn count_mates(&self, position: &mut Position, number: usize, now: &mut Mates, later: &mut Mates) {
        let ways = self.nodes[number].ways;
        let replies = legal_moves(position);
        if replies.is_empty() && in_check(position) {
            now.add(ways, number as u32, [None; 2]);
        }
        for &reply in &replies {
            if later.ways >= SEVERAL {
                return;
            }
            let undo = position.do_move(reply);
            // `mate_in_one` rejects most positions without making a move.
            if mate_in_one(position).is_some() {
                for &check in &checks(position) {
                    let undo = position.do_move(check);
                    if is_mate(position) {
                        later.add(ways, number as u32, [Some(reply), Some(check)]);
                    }
                    position.undo_move(check, undo);
                }
            }
            position.undo_move(reply, undo);
        }
    }

    fn mate(&self, plies: u64, asked: &RangeInclusive<u64>, mates: &Mates) -> ShortAnswer {
        let [line, other] = mates.ends.map(|end| end.map(|end| self.line_to(end)));
        let is_only = mates.ways == 1 && plies >= *asked.start();
        ShortAnswer::Mate { plies, line: line.unwrap_or_default(), other, is_only }
    }

    /// The line from the root to a position, followed by the given moves to a mate.
    fn line_to(&self, (number, rest): (u32, [Option<Move>; 2])) -> Vec<Move> {
        let mut backwards: Vec<Move> = rest.into_iter().rev().flatten().collect();
        let mut number = number as usize;
        while let Some(check) = self.nodes[number].check {
            backwards.push(check);
            backwards.extend(self.nodes[number].reply);
            number = self.nodes[number].parent as usize;
        }
        backwards.reverse();
        backwards
    }
}
