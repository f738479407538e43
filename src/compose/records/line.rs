//! The records of one solution.

use super::diagram::{is_smoke, symmetry_axis};
use super::journey::{Journey, Journeys, Run, arrived_kind, moving_kind};
use super::measure::Measure;
use crate::board::Bitboard;
use crate::movegen::{IllegalMove, in_check, play_line};
use crate::position::Position;
use crate::types::{Color, Move, PieceKind, Square};
use std::collections::{BTreeMap, HashSet};

/// The measurements of one line from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineRecords {
    measures: BTreeMap<Measure, u64>,
    /// The attacker's longest run of moves by one piece; `None` when the attacker makes no move.
    pub longest_run: Option<Run>,
    /// The longest journey of a piece other than a king; `None` when no such piece moves.
    pub longest_journey: Option<Journey>,
    /// Whether it is a smoke mate (煙詰): all pieces on the board at the start, and as few as possible at the end.
    pub is_smoke: bool,
    /// The file about which the diagram is symmetric at the start.
    pub symmetric_start: Option<u8>,
    /// The file about which the diagram is symmetric at the end.
    pub symmetric_end: Option<u8>,
}

impl LineRecords {
    /// Plays a line and measures it. `mated` is the side whose king is mated.
    ///
    /// # Errors
    /// The first illegal move.
    pub fn of(
        root: &Position,
        attacker: Color,
        mated: Color,
        line: &[Move],
    ) -> Result<LineRecords, IllegalMove> {
        play_line(&mut root.clone(), line)?;
        let mut count = Count::default();
        let mut journeys = Journeys::default();
        let mut squares: HashSet<Square> = root.king(mated).into_iter().collect();
        let mut position = root.clone();
        for &mv in line {
            journeys.follow(&position, mv, attacker);
            count.before(&position, mv, attacker, mated);
            position.do_move(mv);
            count.after(&position, mv, attacker);
            squares.extend(position.king(mated));
        }
        let (longest_run, longest_journey) = (journeys.longest_run(), journeys.longest());
        count.set(Measure::Plies, line.len() as u64);
        count.set(Measure::KingSquares, squares.len() as u64);
        count.set(Measure::LongestRun, longest_run.map_or(0, |run| run.moves));
        count.set(Measure::LongestJourney, longest_journey.map_or(0, |journey| journey.moves));
        count.set(Measure::PiecesAtStart, u64::from((root.occupied().without(root.stones())).count()));
        count.set(Measure::PiecesAtEnd, u64::from((position.occupied().without(position.stones())).count()));
        Ok(LineRecords {
            measures: count.measures,
            longest_run,
            longest_journey,
            is_smoke: is_smoke(root, &position, attacker),
            symmetric_start: symmetry_axis(root),
            symmetric_end: symmetry_axis(&position),
        })
    }

    /// The value of a measure.
    pub fn get(&self, measure: Measure) -> u64 {
        self.measures.get(&measure).copied().unwrap_or(0)
    }

    /// All values that are not 0, in a fixed order.
    pub fn measures(&self) -> impl Iterator<Item = (Measure, u64)> {
        self.measures.iter().filter(|(_, value)| **value > 0).map(|(&measure, &value)| (measure, value))
    }
}

#[derive(Default)]
struct Count {
    measures: BTreeMap<Measure, u64>,
}

impl Count {
    fn set(&mut self, measure: Measure, value: u64) {
        self.measures.insert(measure, value);
    }

    fn add(&mut self, measure: Measure) {
        *self.measures.entry(measure).or_default() += 1;
    }

    /// Counts the properties of a move; must be called before the move is played.
    fn before(&mut self, position: &Position, mv: Move, attacker: Color, mated: Color) {
        let us = position.side_to_move();
        let attacks = us == attacker;
        let Some(kind) = moving_kind(position, mv) else { return };
        let arrived = arrived_kind(kind, mv);
        let pick = |ours, theirs| if attacks { ours } else { theirs };
        if position.piece_at(mv.to()).is_some() {
            self.add(pick(Measure::AttackersCaptures, Measure::DefendersCaptures));
        }
        if mv.promotes() {
            self.add(pick(Measure::AttackersPromotions, Measure::DefendersPromotions));
        } else if could_promote(mv, kind, us) {
            self.add(pick(Measure::AttackersNonPromotions, Measure::DefendersNonPromotions));
        }
        if kind == PieceKind::King && us == mated {
            self.add(Measure::KingMoves);
        }
        if attacks {
            if mv.dropped().is_some() {
                self.add(Measure::Drops(kind));
            }
        } else if is_interposition(position, mv, kind) {
            self.add(match mv.dropped() {
                Some(_) => Measure::Interpositions(kind),
                None => Measure::MovedInterpositions(arrived),
            });
        }
    }

    /// Counts the properties of the check that a move gives; must be called after the move was played.
    fn after(&mut self, position: &Position, mv: Move, attacker: Color) {
        let Some(king) = position.king(!attacker) else { return };
        if position.side_to_move() == attacker {
            return;
        }
        let checkers = position.attackers_to(king, attacker, position.occupied());
        if checkers.is_empty() {
            return;
        }
        if let Some(piece) = position.piece_at(mv.to()) {
            self.add(Measure::Checks(piece.kind()));
        }
        if checkers.has_many() {
            self.add(Measure::DoubleChecks);
        }
        if !checkers.without(Bitboard::square(mv.to())).is_empty() {
            self.add(Measure::DiscoveredChecks);
        }
    }
}

fn could_promote(mv: Move, kind: PieceKind, us: Color) -> bool {
    let zone = Bitboard::promotion_zone(us);
    let reaches_zone = |from| zone.contains(from) || zone.contains(mv.to());
    kind.promoted().is_some() && mv.from().is_some_and(reaches_zone)
}

/// Whether a legal move of a side in check is an interposition between its king and the checking piece: a
/// legal move that neither moves the king nor captures cannot be anything else.
fn is_interposition(position: &Position, mv: Move, kind: PieceKind) -> bool {
    kind != PieceKind::King && position.piece_at(mv.to()).is_none() && in_check(position)
}
