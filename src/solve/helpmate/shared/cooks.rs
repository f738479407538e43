//! Walks back from the mates to the starts, to find the starts that lead to another mate as short as the
//! solution.
//!
//! The parent log holds only the moves into a position from the layer directly before its own. If one start
//! reaches a position early, another start may reach it later; such a later move counts too, as long as the mate
//! that follows the position is still within the length of the solution. So the walk goes back through the
//! layers, looks for later moves into the positions found, and repeats both steps until it finds no more.

use super::super::expand::{Child, expand, push_checks};
use super::super::interruption::Interruption;
use super::main_line::MainLine;
use super::records::half_key;
use super::run::{LayerPlace, Run};
use crate::movegen::{DoubleMoves, is_mate};
use crate::position::Position;
use crate::solve::outcome::Reason;
use crate::types::Color;
use hashbrown::{HashMap, HashSet};

/// The continuation from a position to a mate.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// The number of layers from the position to the mate.
    left: u32,
    next: NextPosition,
}

#[derive(Clone, Copy, Debug)]
enum NextPosition {
    /// The position itself is the mate.
    Mate,
    /// The next position is one of the solution; this many layers separate that one from the solution's mate.
    Solution(u32),
    /// The next position is another one, at this place.
    Position(LayerPlace),
}

/// The positions that lead to a mate no later than the solution's.
pub(super) struct Cooks {
    /// For each layer, the links of its positions by their place in the layer.
    links: Vec<HashMap<u32, Link>>,
    /// Layers with links that changed after the parents of their positions were looked up.
    changed: Vec<bool>,
    /// Positions from which the continuation to the mate was replayed by the rules.
    confirmed: HashSet<LayerPlace>,
}

impl Cooks {
    /// Finds these positions in the records of a search.
    ///
    /// # Errors
    /// The reason why it was interrupted.
    pub fn find(run: &Run, main_line: &MainLine, interruption: &mut Interruption) -> Result<Cooks, Reason> {
        let layers = run.records.layers() as usize;
        let mut cooks = Cooks {
            links: vec![HashMap::new(); layers],
            changed: vec![false; layers],
            confirmed: HashSet::new(),
        };
        for &mate in &run.mates {
            cooks.note(mate, Link { left: 0, next: NextPosition::Mate });
        }
        for &(place, left) in &run.joins {
            cooks.note(place, Link { left: left + 1, next: NextPosition::Solution(left) });
        }
        loop {
            cooks.walk_back(run, interruption)?;
            if !cooks.find_late(run, main_line.last_layer, interruption)? {
                return Ok(cooks);
            }
        }
    }

    /// The number of layers from a start to its earliest mate, if that mate is no later than the solution's.
    pub fn left(&self, start: u32) -> Option<u64> {
        self.links[0].get(&start).map(|link| u64::from(link.left))
    }

    /// The starts that lead to such a mate, in ascending order.
    pub fn starts(&self) -> Vec<u32> {
        let mut starts: Vec<u32> = self.links[0].keys().copied().collect();
        starts.sort_unstable();
        starts
    }

    /// Stores a link, unless the position already has one that is as short. Returns whether it was stored.
    fn note(&mut self, (layer, place): LayerPlace, link: Link) -> bool {
        let links = &mut self.links[layer as usize];
        let is_better = links.get(&place).is_none_or(|known| link.left < known.left);
        if is_better {
            links.insert(place, link);
            self.changed[layer as usize] = true;
        }
        is_better
    }

    /// From each layer whose links changed, links the parents of its positions.
    fn walk_back(&mut self, run: &Run, interruption: &mut Interruption) -> Result<(), Reason> {
        for layer in (1..self.links.len() as u64).rev() {
            if !std::mem::take(&mut self.changed[layer as usize]) {
                continue;
            }
            let links = std::mem::take(&mut self.links[layer as usize]);
            let mut note = |place: u32, parent: u32| {
                if let Some(link) = links.get(&place) {
                    let next = NextPosition::Position((layer, place));
                    self.note((layer - 1, parent), Link { left: link.left + 1, next });
                }
                interruption.tick()
            };
            for (place, record) in (0..).zip(run.parent_log().node_records(layer as usize)) {
                note(place, record.parent)?;
            }
            for edge in run.parent_log().edge_records(layer as usize) {
                note(edge.child, edge.parent)?;
            }
            self.links[layer as usize] = links;
        }
        self.changed[0] = false;
        Ok(())
    }

    /// Looks for moves from later layers into the positions found. Returns whether any of them leads to a mate
    /// within the length of the solution.
    fn find_late(&mut self, run: &Run, last: u64, interruption: &mut Interruption) -> Result<bool, Reason> {
        let mut targets: HashMap<u64, (LayerPlace, u32)> = HashMap::new();
        let mut first = u64::MAX;
        for (layer, links) in (0..).zip(&self.links) {
            for (&place, link) in links.iter().filter(|(_, link)| layer + u64::from(link.left) < last) {
                let known =
                    targets.entry(run.records.key(layer, place)).or_insert(((layer, place), link.left));
                if link.left < known.1 {
                    *known = ((layer, place), link.left);
                }
                first = first.min(layer);
            }
        }
        let mut is_new = false;
        for layer in first..self.links.len() as u64 {
            for (parent, key) in run.records.earlier(layer) {
                interruption.tick()?;
                let Some(&(target, left)) = targets.get(&key) else { continue };
                if layer + 1 + u64::from(left) <= last {
                    let link = Link { left: left + 1, next: NextPosition::Position(target) };
                    is_new |= self.note((layer, parent), link);
                }
            }
        }
        Ok(is_new)
    }

    /// Replays the moves from a start to its mate by the rules. Returns false if they cannot be played, which
    /// happens when shortened keys clashed in the records.
    pub fn confirm(
        &mut self,
        run: &Run,
        main_line: &MainLine,
        (number, start): (u32, &Position),
        attacker: Color,
    ) -> bool {
        let (mut moves, mut children) = (DoubleMoves::default(), Vec::new());
        let mut position = start.clone();
        let mut at = (0, number);
        let mut played = vec![];
        while !self.confirmed.contains(&at) {
            let Some(link) = self.links[at.0 as usize].get(&at.1) else { return false };
            played.push(at);
            if matches!(link.next, NextPosition::Mate) {
                if !is_mate(&position) {
                    return false;
                }
                break;
            }
            children.clear();
            // Count the moves played and do not use the position's own layer: this start may reach the position
            // later than that layer, and a start's own way is excluded in its own layer only.
            let layer = (played.len() - 1) as u64;
            if position.side_to_move() == attacker {
                push_checks(&position, &mut children);
            } else {
                expand(&mut moves, &mut position, 0, &mut children);
            }
            let leads_on = |child: &&Child| {
                let is_next = match link.next {
                    NextPosition::Mate => false,
                    NextPosition::Solution(left) => main_line.layers_left(child.key) == Some(left),
                    NextPosition::Position((layer, place)) => {
                        half_key(child.key) == run.records.key(layer, place)
                    }
                };
                is_next && !main_line.is_on_start_way(layer, position.key(), child)
            };
            let Some(child) = children.iter().find(leads_on).copied() else { return false };
            let NextPosition::Position(next) = link.next else { break };
            child.reply().into_iter().chain([child.check]).for_each(|mv| {
                position.do_move(mv);
            });
            at = next;
        }
        self.confirmed.extend(played);
        true
    }
}
