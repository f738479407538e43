//! Going through a game, from the last position back.

use super::events::events;
use super::mates::Mates;
use super::outcome::{Game, Mate, Searched, Standing};
use crate::movegen::{IllegalMove, in_check, legal_moves, play_line};
use crate::play::{self, Best, Engine, Limits, Ponder};
use crate::position::Position;
use crate::record::Ending;
use crate::solve::{Reason, Step, StopFlag};
use crate::types::Move;
use hashbrown::HashMap;

/// How a game is looked at.
#[derive(Clone, Debug)]
pub struct Options {
    /// Bounds of the search of each position.
    pub limits: Limits,
    /// Nodes of each search for a mate.
    pub mate_nodes: u64,
    /// The engine's options.
    pub engine: play::Options,
    /// Stops the review from outside: what is known then is told.
    pub stop: StopFlag,
}

/// A review of a game, to be driven by calls of [`advance`](Review::advance), each of which looks at one position.
pub struct Review {
    moves: Vec<Move>,
    ending: Option<Ending>,
    options: Options,
    engine: Engine,
    mates: Mates,
    positions: Vec<Position>,
    standings: Vec<Option<Standing>>,
    kept: Vec<Option<bool>>,
    /// The index of a position that was looked at, by its key.
    known: HashMap<u128, usize>,
    /// Positions that are left: the next one is the last of them.
    left: usize,
}

impl Review {
    /// Prepares the review of a game.
    ///
    /// # Errors
    /// The first move that is illegal.
    pub fn new(
        root: &Position,
        moves: &[Move],
        ending: Option<Ending>,
        options: Options,
    ) -> Result<Review, IllegalMove> {
        play_line(&mut root.clone(), moves)?;
        let mut positions = vec![root.clone()];
        for &mv in moves {
            let mut next = positions[positions.len() - 1].clone();
            next.do_move(mv);
            positions.push(next);
        }
        let count = positions.len();
        Ok(Review {
            moves: moves.to_vec(),
            ending,
            engine: Engine::new(options.engine),
            mates: Mates::new(options.mate_nodes, options.stop.clone()),
            options,
            positions,
            standings: vec![None; count],
            kept: vec![None; moves.len()],
            known: HashMap::new(),
            left: count,
        })
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Looks at the next position, the last one first: how many have been looked at, or the game. It returns soon after
    /// the stop flag is set. Calls after the end return the same.
    pub fn advance(&mut self) -> Step<Game, usize> {
        if self.left > 0 && !self.options.stop.is_set() {
            self.left -= 1;
            self.look_at(self.left);
            return Step::Progress(self.positions.len() - self.left);
        }
        Step::Done(Box::new(self.game()))
    }

    fn look_at(&mut self, index: usize) {
        let position = self.positions[index].clone();
        let standing = match self.known.get(&position.key()) {
            Some(&same) => self.standings[same].clone(),
            None => self.stand(&position, index),
        };
        let Some(standing) = standing else { return };
        if let (Mate::Found { line, .. }, Some(&mv)) = (&standing.mate, self.moves.get(index)) {
            self.kept[index] = if line.first() == Some(&mv) { Some(true) } else { self.is_kept(index + 1) };
        }
        self.known.insert(position.key(), index);
        self.standings[index] = Some(standing);
    }

    /// Whether the side that has just moved still mates by checks.
    fn is_kept(&self, index: usize) -> Option<bool> {
        let after = &self.positions[index];
        if !in_check(after) {
            return Some(false);
        }
        match self.mates.ask(after, !after.side_to_move()) {
            Mate::Found { .. } => Some(true),
            Mate::None => Some(false),
            Mate::Unknown(_) => None,
        }
    }

    /// What can be said of a position; `None` when the review was stopped before anything was found.
    fn stand(&mut self, position: &Position, index: usize) -> Option<Standing> {
        let side = position.side_to_move();
        let is_over = legal_moves(position).is_empty();
        let mate = if is_over { Mate::None } else { self.mates.ask(position, side) };
        let Options { limits, stop, .. } = &self.options;
        let before = &self.moves[..index];
        let root = &self.positions[0];
        let found = self.engine.search(root, before, limits, stop, &Ponder::new(), &mut |_| ());
        let searched = found.info.map(|info| Searched {
            score: info.score,
            depth: [info.depth, info.seldepth],
            nodes: found.nodes,
            time: info.time,
            line: info.pv,
        });
        if stop.is_set() {
            // A search that was cut short says less than the others.
            return None;
        }
        let can_declare = !is_over && found.best == Best::Win;
        Some(Standing { side, searched, is_over, mate, can_declare })
    }

    fn game(&self) -> Game {
        let is_interrupted = self.standings.iter().any(Option::is_none);
        let standings: Vec<Standing> = self
            .standings
            .iter()
            .zip(&self.positions)
            .map(|(standing, position)| {
                standing.clone().unwrap_or(Standing {
                    side: position.side_to_move(),
                    searched: None,
                    is_over: false,
                    mate: Mate::Unknown(Reason::Interrupted),
                    can_declare: false,
                })
            })
            .collect();
        let events = events(&standings, &self.moves, &self.kept, self.ending);
        Game { standings, events, is_interrupted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(nodes: u64) -> Review {
        let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"].map(|mv| mv.parse().expect("a move"));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let engine = play::Options { hash_bytes: 1 << 20, ..play::Options::default() };
        let options = Options { limits, mate_nodes: 1_000, engine, stop: StopFlag::new() };
        Review::new(&Position::startpos(), &moves, None, options).expect("legal moves")
    }

    #[test]
    fn a_review_that_is_stopped_tells_nothing_of_what_it_has_not_seen() {
        let mut review = review(100);
        assert_eq!(review.positions(), 5);
        assert_eq!([(), ()].map(|()| review.advance()), [Step::Progress(1), Step::Progress(2)]);
        review.options.stop.stop();
        let Step::Done(game) = review.advance() else { panic!("it goes on") };
        let known: Vec<bool> = game.standings.iter().map(|standing| standing.chance().is_some()).collect();
        assert_eq!((known, game.is_interrupted), (vec![false, false, false, true, true], true));
        assert!(game.standings[0].mate == Mate::Unknown(Reason::Interrupted));
    }

    #[test]
    fn the_end_is_the_same_however_often_it_is_asked_for() {
        let mut review = review(100);
        let game = loop {
            if let Step::Done(game) = review.advance() {
                break game;
            }
        };
        assert!(!game.is_interrupted && game.standings.iter().all(|standing| standing.searched.is_some()));
        assert_eq!(review.advance(), Step::Done(game));
    }
}
