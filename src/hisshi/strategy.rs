//! Building the tree of an attack from the results of a search.

use super::attack::{Attack, Continuation, Defence};
use super::leaves::Tsume;
use super::search::Search;
use crate::movegen::legal_moves;
use crate::position::Position;
use crate::types::Move;

/// The tree of an attack that the search has proved, from the position before it. `room` is the number of
/// replies that may still be listed; it is reduced by those listed. `None` when a part of the tree is not
/// known, which never happens for a proved attack.
pub fn attack(
    search: &Search,
    position: &mut Position,
    mv: Move,
    plies: u16,
    room: &mut usize,
) -> Option<Attack> {
    let undo = position.do_move(mv);
    let attack = after(search, position, mv, plies, room);
    position.undo_move(mv, undo);
    attack
}

fn after(search: &Search, position: &mut Position, mv: Move, plies: u16, room: &mut usize) -> Option<Attack> {
    let mut replies: Vec<Move> = legal_moves(position).iter().copied().collect();
    let Some(left) = room.checked_sub(replies.len()) else {
        return Some(Attack { mv, plies, defences: Vec::new(), is_cut: true });
    };
    *room = left;
    replies.sort_unstable();
    let mut defences = Vec::with_capacity(replies.len());
    for reply in replies {
        let undo = position.do_move(reply);
        let answer = answer(search, position, room);
        position.undo_move(reply, undo);
        defences.push(Defence { reply, answer: answer? });
    }
    Some(Attack { mv, plies: length(&defences), defences, is_cut: false })
}

/// The length of an attack with these replies. It may be smaller than the length that was searched for.
fn length(defences: &[Defence]) -> u16 {
    let beyond = |defence: &Defence| match &defence.answer {
        Continuation::Mate(_) => 1,
        Continuation::Attack(attack) => attack.plies + 2,
    };
    defences.iter().map(beyond).max().unwrap_or(1)
}

fn answer(search: &Search, position: &mut Position, room: &mut usize) -> Option<Continuation> {
    if let Some(Tsume::Mate(line)) = search.leaves.known(position) {
        return Some(Continuation::Mate(line.to_vec()));
    }
    let (mv, plies) = search.attack_at(position)?;
    Some(Continuation::Attack(Box::new(attack(search, position, mv, plies, room)?)))
}
