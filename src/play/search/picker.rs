//! The move picker: yields the moves of a node in stages, best first. A stage is generated only when the
//! earlier stages have not caused a cut-off.

use super::Searcher;
use super::scored_move::ScoredMove;
use crate::movegen::Staged;
use crate::play::see;
use crate::types::Move;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateTactical,
    Tactical,
    GenerateQuiet,
    Quiet,
    LosingCaptures,
    GenerateEvasions,
    Evasions,
    Done,
}

/// The picker of one node. Its moves are in the searcher's buffer from `start` on; the caller truncates the
/// buffer to `start` when the node is finished.
#[derive(Debug)]
pub struct Picker {
    pub(super) staged: Staged,
    stage: Stage,
    pub(super) tt_move: Option<Move>,
    depth: i32,
    /// The index in the buffer at which this node's moves begin.
    pub start: usize,
    pub(super) next: usize,
    /// Losing captures are postponed to the end; they are kept from `start` to this index.
    pub(super) losing: usize,
    /// For quiescence search: yields neither quiet moves nor losing captures.
    tactical_only: bool,
}

impl Picker {
    /// A picker of all moves, for a node that is searched to `depth`.
    pub fn new(searcher: &Searcher, staged: Staged, tt_move: Option<Move>, depth: i32) -> Picker {
        Picker::with(searcher, staged, tt_move, depth, false)
    }

    /// A picker of captures and promotions that lose no material; in check, of all evasions.
    pub fn tactical(searcher: &Searcher, staged: Staged, tt_move: Option<Move>) -> Picker {
        Picker::with(searcher, staged, tt_move, 0, true)
    }

    fn with(
        searcher: &Searcher,
        staged: Staged,
        tt_move: Option<Move>,
        depth: i32,
        tactical_only: bool,
    ) -> Picker {
        let tt_move = tt_move.filter(|&mv| staged.allows(&searcher.position, mv));
        let start = searcher.buffer.len();
        let first = if staged.in_check() { Stage::GenerateEvasions } else { Stage::GenerateTactical };
        Picker {
            staged,
            stage: if tt_move.is_some() { Stage::TtMove } else { first },
            tt_move,
            depth,
            start,
            next: start,
            losing: start,
            tactical_only,
        }
    }

    /// The next move. With `skip_quiet` the remaining quiet moves are skipped.
    #[inline]
    pub fn next(&mut self, searcher: &mut Searcher, skip_quiet: bool) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = if self.staged.in_check() {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateTactical
                    };
                    return self.tt_move;
                }
                Stage::GenerateTactical => {
                    self.generate_tactical(searcher);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => {
                    while let Some(scored) = self.pop_best(searcher) {
                        // In the main search a capture with a good score may lose a little by static exchange
                        // evaluation.
                        let slack = if self.tactical_only { 0 } else { (-scored.score() / 32).min(0) };
                        if see::gains_at_least(&searcher.position, scored.mv(), slack) {
                            return Some(scored.mv());
                        }
                        searcher.buffer[self.losing] = scored;
                        self.losing += 1;
                    }
                    self.stage = if self.tactical_only { Stage::Done } else { Stage::GenerateQuiet };
                }
                Stage::GenerateQuiet => {
                    if !skip_quiet {
                        self.generate_quiet(searcher);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !skip_quiet && let Some(scored) = self.next_quiet(searcher) {
                        return Some(scored.mv());
                    }
                    self.stage = Stage::LosingCaptures;
                    self.next = self.start;
                }
                Stage::LosingCaptures => {
                    if self.next < self.losing {
                        self.next += 1;
                        return Some(searcher.buffer[self.next - 1].mv());
                    }
                    self.stage = Stage::Done;
                }
                Stage::GenerateEvasions => {
                    self.generate_evasions(searcher);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return self.pop_best(searcher).map(ScoredMove::mv),
                Stage::Done => return None,
            }
        }
    }

    /// The best of the remaining moves (selection sort).
    #[inline]
    fn pop_best(&mut self, searcher: &mut Searcher) -> Option<ScoredMove> {
        let rest = &mut searcher.buffer[self.next..];
        // Two passes without a branch on the scores, so that both compile to vector instructions.
        let best = rest.iter().copied().max()?;
        let at = rest.iter().position(|&scored| scored == best)?;
        rest.swap(0, at);
        self.next += 1;
        Some(best)
    }

    /// The next quiet move. Most nodes need either a few moves or all of them, so the first ones are found by
    /// selection, and the rest is sorted only after that.
    #[inline]
    fn next_quiet(&mut self, searcher: &mut Searcher) -> Option<ScoredMove> {
        const SELECTED: usize = 10;
        match self.next - self.losing {
            ..SELECTED => return self.pop_best(searcher),
            SELECTED => sort_above(&mut searcher.buffer[self.next..], -3_000 * self.depth),
            _ => {}
        }
        let scored = searcher.buffer.get(self.next).copied();
        self.next += 1;
        scored
    }
}

/// Sorts the moves that score at least `least` to the front; the others stay unsorted.
fn sort_above(moves: &mut [ScoredMove], least: i32) {
    let mut good = 0;
    for index in 0..moves.len() {
        if moves[index].score() >= least {
            moves.swap(good, index);
            good += 1;
        }
    }
    moves[..good].sort_unstable_by(|a, b| b.cmp(a));
}
