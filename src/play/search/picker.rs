//! The moves of a node, most promising first, each stage generated only when the ones before have not cut off.

use super::Searcher;
use super::scored_move::Scored;
use crate::movegen::Staged;
use crate::play::see;
use crate::types::Move;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Known,
    MakeTactical,
    Tactical,
    MakeQuiet,
    Quiet,
    Losing,
    MakeEvasions,
    Evasions,
    Done,
}

/// The state of handing out one node's moves. They lie in the searcher's buffer from `start` on; whoever makes a picker
/// cuts the buffer back to there in the end.
#[derive(Debug)]
pub struct Picker {
    pub(super) staged: Staged,
    stage: Stage,
    pub(super) known: Option<Move>,
    depth: i32,
    /// Where this node's moves begin.
    pub start: usize,
    pub(super) next: usize,
    /// Captures that lose material are kept from `start` to here.
    pub(super) losing: usize,
    /// Neither quiet moves nor losing captures.
    tactical_only: bool,
}

impl Picker {
    /// All moves of a node, searched so deep.
    pub fn new(searcher: &Searcher, staged: Staged, known: Option<Move>, depth: i32) -> Picker {
        Picker::with(searcher, staged, known, depth, false)
    }

    /// Captures and promotions that lose nothing; every answer to a check.
    pub fn tactical(searcher: &Searcher, staged: Staged, known: Option<Move>) -> Picker {
        Picker::with(searcher, staged, known, 0, true)
    }

    fn with(
        searcher: &Searcher,
        staged: Staged,
        known: Option<Move>,
        depth: i32,
        tactical_only: bool,
    ) -> Picker {
        let known = known.filter(|&mv| staged.allows(&searcher.position, mv));
        let start = searcher.buffer.len();
        let first = if staged.in_check() { Stage::MakeEvasions } else { Stage::MakeTactical };
        Picker {
            staged,
            stage: if known.is_some() { Stage::Known } else { first },
            known,
            depth,
            start,
            next: start,
            losing: start,
            tactical_only,
        }
    }

    /// The next move. With `skip_quiet`, no more quiet ones.
    #[inline]
    pub fn next(&mut self, searcher: &mut Searcher, skip_quiet: bool) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage =
                        if self.staged.in_check() { Stage::MakeEvasions } else { Stage::MakeTactical };
                    return self.known;
                }
                Stage::MakeTactical => {
                    self.make_tactical(searcher);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => {
                    while let Some(scored) = self.pop_best(searcher) {
                        // In the tree a capture may cost a little: it often comes with more than the exchange shows.
                        let slack = if self.tactical_only { 0 } else { (-scored.score() / 32).min(0) };
                        if see::gains_at_least(&searcher.position, scored.mv(), slack) {
                            return Some(scored.mv());
                        }
                        searcher.buffer[self.losing] = scored;
                        self.losing += 1;
                    }
                    self.stage = if self.tactical_only { Stage::Done } else { Stage::MakeQuiet };
                }
                Stage::MakeQuiet => {
                    if !skip_quiet {
                        self.make_quiet(searcher);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    if !skip_quiet && let Some(scored) = self.next_quiet(searcher) {
                        return Some(scored.mv());
                    }
                    self.stage = Stage::Losing;
                    self.next = self.start;
                }
                Stage::Losing => {
                    if self.next < self.losing {
                        self.next += 1;
                        return Some(searcher.buffer[self.next - 1].mv());
                    }
                    self.stage = Stage::Done;
                }
                Stage::MakeEvasions => {
                    self.make_evasions(searcher);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return self.pop_best(searcher).map(Scored::mv),
                Stage::Done => return None,
            }
        }
    }

    /// Takes the best of the moves left out of the buffer.
    #[inline]
    fn pop_best(&mut self, searcher: &mut Searcher) -> Option<Scored> {
        let rest = &mut searcher.buffer[self.next..];
        // Two passes without a branch that depends on the scores: both are done many moves at a time.
        let best = rest.iter().copied().max()?;
        let at = rest.iter().position(|&scored| scored == best)?;
        rest.swap(0, at);
        self.next += 1;
        Some(best)
    }

    /// The next quiet move. Most nodes need few of them or all: a few are searched for, then the rest is sorted.
    #[inline]
    fn next_quiet(&mut self, searcher: &mut Searcher) -> Option<Scored> {
        const SEARCHED_FOR: usize = 10;
        match self.next - self.losing {
            ..SEARCHED_FOR => return self.pop_best(searcher),
            SEARCHED_FOR => sort_above(&mut searcher.buffer[self.next..], -3_000 * self.depth),
            _ => {}
        }
        let scored = searcher.buffer.get(self.next).copied();
        self.next += 1;
        scored
    }
}

/// Brings the moves that score at least so much to the front, in their order; the rest is left as it comes.
fn sort_above(moves: &mut [Scored], least: i32) {
    let mut good = 0;
    for index in 0..moves.len() {
        if moves[index].score() >= least {
            moves.swap(good, index);
            good += 1;
        }
    }
    moves[..good].sort_unstable_by(|a, b| b.cmp(a));
}
