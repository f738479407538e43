//! The review of a game, from the last position backward.

use super::budget::{Budget, Share, Total, smaller};
use super::events::events;
use super::mates::Mates;
use super::outcome::{Game, Mate, Searched, Standing};
use crate::movegen::{IllegalMove, in_check, legal_moves, play_line};
use crate::play::{self, Engine, Limits, Ponder, can_declare_win, has_lost_by_try, winning_try};
use crate::position::Position;
use crate::record::Ending;
use crate::solve::{Reason, Step, StopFlag};
use crate::types::Move;
use hashbrown::HashMap;
use std::time::Instant;

/// The options of a review.
#[derive(Clone, Debug)]
pub struct Options {
    /// Limits of the search of each position.
    pub limits: Limits,
    /// The node limit of each search for a mate.
    pub mate_nodes: u64,
    /// Limits of the whole review.
    pub total: Total,
    /// The engine's options.
    pub engine: play::Options,
    /// Stops the review from outside; the results so far are then returned.
    pub stop: StopFlag,
}

/// A review of a game, to be driven by calls of [`advance`](Review::advance), each of which examines one
/// position.
pub struct Review {
    moves: Vec<Move>,
    ending: Option<Ending>,
    options: Options,
    engine: Engine,
    mates: Mates,
    /// The remaining budget of the game; set when the review has begun.
    budget: Option<Budget>,
    positions: Vec<Position>,
    standings: Vec<Option<Standing>>,
    kept: Vec<Option<bool>>,
    /// The index of an examined position, by its key; only positions before `repeated`.
    known: HashMap<u128, usize>,
    /// The index of the first position that occurs for the third time. From there on the value of a position
    /// also depends on the moves before it, since its next occurrence is a repetition (千日手).
    repeated: usize,
    /// The number of positions left; the next one to examine is the last of them.
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
        let mut times: HashMap<u128, u32> = HashMap::new();
        let mut is_third = |position: &Position| {
            let seen = times.entry(position.key()).or_default();
            *seen += 1;
            *seen == 3
        };
        Ok(Review {
            repeated: positions.iter().position(&mut is_third).unwrap_or(count),
            moves: moves.to_vec(),
            ending,
            engine: Engine::new(options.engine),
            mates: Mates::new(options.mate_nodes, options.stop.clone()),
            options,
            budget: None,
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

    /// Examines the next position, the last one of the game first. Returns the number of positions examined
    /// so far, or the game when all are done. It returns soon after the stop flag is set. Calls after the end
    /// return the same result.
    pub fn advance(&mut self) -> Step<Game, usize> {
        if self.left > 0 && !self.options.stop.is_set() {
            self.left -= 1;
            self.look_at(self.left);
            return Step::Progress(self.positions.len() - self.left);
        }
        Step::Done(Box::new(self.game()))
    }

    fn look_at(&mut self, index: usize) {
        if index + 1 == self.repeated {
            // The engine's table holds values that depend on repetitions.
            self.engine.new_game();
        }
        let position = self.positions[index].clone();
        let total = self.options.total;
        let budget = self.budget.get_or_insert_with(|| Budget::new(total));
        let share = budget.share(index + 1);
        let standing = match self.known.get(&position.key()) {
            Some(&same) => self.standings[same].clone(),
            None => self.stand(&position, index, share),
        };
        let Some(standing) = standing else { return };
        if let (Mate::Found { line, .. }, Some(&mv)) = (&standing.mate, self.moves.get(index)) {
            let is_first = line.first() == Some(&mv);
            self.kept[index] = if is_first { Some(true) } else { self.is_kept(index + 1) };
            if self.options.stop.is_set() {
                return;
            }
        }
        // A skipped position is not stored, so that it is examined again when there is budget left for it.
        if standing.left_out.is_none() && index < self.repeated {
            self.known.insert(position.key(), index);
        }
        self.standings[index] = Some(standing);
    }

    fn spend(&mut self, nodes: u64) {
        if let Some(budget) = &mut self.budget {
            budget.spend(nodes);
        }
    }

    /// Whether the side that has just moved still mates by checks.
    fn is_kept(&mut self, index: usize) -> Option<bool> {
        let after = &self.positions[index];
        if !in_check(after) {
            return Some(false);
        }
        // A share of the budget left for this search and for the earlier positions.
        let share = self.budget.as_ref().and_then(|budget| budget.share(index).ok())?;
        let (mate, nodes) = self.mates.ask(after, !after.side_to_move(), share.half());
        self.spend(nodes);
        match mate {
            Mate::Found { .. } => Some(true),
            Mate::None => Some(false),
            Mate::Unknown(_) => None,
        }
    }

    /// The results for a position; `None` when the review was stopped before there were any. `share` is the
    /// budget for the position, or the limit that is used up.
    fn stand(&mut self, position: &Position, index: usize, share: Result<Share, Reason>) -> Option<Standing> {
        let rule = self.options.engine.entering_king_rule;
        let is_over = legal_moves(position).is_empty() || has_lost_by_try(position, rule);
        let mut standing = Standing {
            side: position.side_to_move(),
            searched: None,
            is_over,
            mate: Mate::None,
            can_declare: !is_over && can_declare_win(position, rule),
            winning_try: winning_try(position, rule).filter(|_| !is_over),
            left_out: None,
        };
        if is_over {
            return Some(standing);
        }
        let share = match share {
            Ok(share) => share,
            Err(reason) => {
                (standing.mate, standing.left_out) = (Mate::Unknown(reason), Some(reason));
                return Some(standing);
            }
        };
        let start = Instant::now();
        let (mate, spent) = self.mates.ask(position, standing.side, share.half());
        standing.mate = mate;
        let left = share.without(spent, start.elapsed());
        let mut limits = self.options.limits.clone();
        limits.nodes = smaller(limits.nodes, left.nodes);
        limits.move_time = smaller(limits.move_time, left.time);
        let (root, before) = (&self.positions[0], &self.moves[..index]);
        let found =
            self.engine.search(root, before, &limits, &self.options.stop, &Ponder::new(), &mut |_| ());
        self.spend(spent + found.nodes);
        standing.searched = found.info.map(|info| Searched {
            score: info.score,
            depth: [info.depth, info.seldepth],
            nodes: found.nodes,
            time: info.time,
            line: info.pv,
        });
        // An interrupted search is not comparable with the others.
        if self.options.stop.is_set() { None } else { Some(standing) }
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
                    winning_try: None,
                    left_out: Some(Reason::Interrupted),
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
    use crate::play::Score;

    fn review(nodes: u64) -> Review {
        limited(nodes, Total::default())
    }

    fn limited(nodes: u64, total: Total) -> Review {
        let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"].map(|mv| mv.parse().expect("a move"));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let engine = play::Options { hash_bytes: 1 << 20, ..play::Options::default() };
        let options = Options { limits, mate_nodes: 1_000, total, engine, stop: StopFlag::new() };
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
    fn the_limit_of_a_game_is_shared_by_its_positions() {
        let searched = |total| {
            let mut review = limited(1_000_000, Total { nodes: Some(total), time: None });
            let Some(game) = std::iter::repeat_with(|| review.advance().done()).find_map(Result::ok) else {
                unreachable!()
            };
            let nodes: Vec<Option<u64>> = game
                .standings
                .iter()
                .map(|found| found.searched.as_ref().map(|searched| searched.nodes))
                .collect();
            (nodes, game.left_out(), game.is_interrupted)
        };
        let (nodes, left_out, is_interrupted) = searched(50_000);
        assert!(nodes.iter().all(|nodes| nodes.is_some_and(|nodes| nodes > 5_000)), "{nodes:?}");
        assert!(nodes.iter().flatten().sum::<u64>() < 52_000, "{nodes:?}");
        assert_eq!((left_out, is_interrupted), (None, false));
        // The last positions are searched first.
        let (nodes, left_out, is_interrupted) = searched(250);
        let is_searched: Vec<bool> = nodes.iter().map(Option::is_some).collect();
        assert_eq!(is_searched[..2], [false; 2], "{nodes:?}");
        assert!(is_searched[4], "{nodes:?}");
        let count = is_searched.iter().filter(|is_searched| !**is_searched).count();
        assert_eq!((left_out, is_interrupted), (Some((count, Reason::Nodes)), false));
    }

    #[test]
    fn what_a_repetition_is_worth_is_not_what_its_position_is() {
        let root = Position::from_sfen("4k4/9/9/9/9/9/9/8R/4K4 b - 1").expect("a position");
        let cycle = ["1h2h", "5a4a", "2h1h", "4a5a"].map(|mv| mv.parse().expect("a move"));
        let mut review =
            Review::new(&root, &cycle.repeat(3), None, review(300).options).expect("legal moves");
        let Some(game) = std::iter::repeat_with(|| review.advance().done()).find_map(Result::ok) else {
            unreachable!()
        };
        for (index, standing) in game.standings.iter().enumerate().take(8) {
            let Score::Centipawns(value) = standing.searched.as_ref().expect("it was searched").score else {
                panic!("a mate at {index}")
            };
            let of_black = if index % 2 == 0 { value } else { -value };
            assert!(of_black > 500, "{of_black} at {index}");
        }
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
