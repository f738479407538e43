//! The loop at a node: choose the most promising child, search it below thresholds, and weigh the children again.

use super::searcher::Searcher;
use super::thresholds::{Choice, Thresholds, beyond};
use super::value::Value;
use crate::solve::tsume::board::Here;
use crate::types::Move;

/// The value of a node by those of its children.
pub enum Weighed<F> {
    /// The node is decided.
    Decided(Value<F>),
    /// Every child is answered.
    AllAnswered,
    /// The numbers of the node, and the child to visit.
    Open(Value<F>, Choice),
}

/// The children of a node that is being searched.
pub trait Node<S: Searcher> {
    /// The value of the node by those of its children, and the child to visit.
    fn weigh(&mut self, search: &mut S) -> Weighed<S::Fact>;

    /// The value of the node when every child is answered; `None` when it turns out that more is to be searched.
    fn conclude(&mut self, search: &mut S) -> Option<Value<S::Fact>>;

    /// The board of a child.
    fn board(&self, search: &S, at: usize) -> u128;

    /// The first number of a child: its proof number with the attacker to move, else its disproof number.
    fn first_number<'a>(&'a mut self, search: &'a mut S, at: usize) -> &'a mut u32;

    /// The thresholds of the chosen child under those of the node.
    fn below(choice: &Choice, thresholds: Thresholds) -> Thresholds;

    /// Searches a child. `is_first`: right after the children were listed the table knows no more than was seen then.
    fn visit(&mut self, search: &mut S, at: usize, below: Thresholds, is_first: bool);
}

/// Begins a visit of the present position: the count of nodes before it, or the value that makes it needless.
#[inline(always)]
pub fn begin_visit<S: Searcher>(
    search: &mut S,
    here: Here,
    bound: u16,
    thresholds: Thresholds,
) -> Result<u64, Value<S::Fact>> {
    let base = search.base_mut();
    debug_assert!(here == base.board.here());
    let began = base.control.ticks();
    if base.control.tick() {
        return Err(Value::open(1, 1));
    }
    search.known_on_entry(here, bound, thresholds).map_or(Ok(began), Err)
}

/// The value of a child: what is known of it, if that makes a visit needless, or what a search after the move finds.
#[inline(always)]
pub fn known_or_found<S: Searcher>(
    search: &mut S,
    known: Option<Value<S::Fact>>,
    mv: Move,
    find: impl FnOnce(&mut S) -> Value<S::Fact>,
) -> Value<S::Fact> {
    if let Some(known) = known {
        search.base_mut().control.turn();
        return known;
    }
    let undo = search.base_mut().board.position.do_move(mv);
    let value = find(search);
    search.base_mut().board.position.undo_move(mv, undo);
    value
}

/// Searches a node until its value is known or reaches a threshold, or the search is over.
pub fn search_node<S: Searcher, N: Node<S>>(
    search: &mut S,
    node: &mut N,
    thresholds: Thresholds,
) -> Value<S::Fact> {
    let mut is_first = true;
    loop {
        let (value, mut choice) = match node.weigh(search) {
            Weighed::Decided(value) => return value,
            Weighed::AllAnswered => match node.conclude(search) {
                Some(value) => return value,
                None => continue,
            },
            Weighed::Open(value, choice) => (value, choice),
        };
        if value.reaches(thresholds) || search.base().control.is_over() {
            return value;
        }
        let mut board = node.board(search, choice.at);
        if search.base().virtual_loss.is_taken(board) {
            choice = other_choice(search, node, choice, thresholds);
            board = node.board(search, choice.at);
        }
        let below = N::below(&choice, thresholds);
        search.base().virtual_loss.enter(board);
        node.visit(search, choice.at, below, is_first);
        search.base().virtual_loss.leave(board);
        is_first = false;
    }
}

/// The child to visit when another thread is at the best one: the best by a first number that is raised a little (virtual loss), as long
/// as that leaves the node below its thresholds.
#[cold]
fn other_choice<S: Searcher, N: Node<S>>(
    search: &mut S,
    node: &mut N,
    best: Choice,
    thresholds: Thresholds,
) -> Choice {
    let number = *node.first_number(search, best.at);
    if number == 0 {
        // The child itself is refuted; what else may answer it is searched in its place.
        return best;
    }
    *node.first_number(search, best.at) = beyond(number);
    let weighed = node.weigh(search);
    *node.first_number(search, best.at) = number;
    match weighed {
        Weighed::Open(value, choice) if !value.reaches(thresholds) => choice,
        _ => best,
    }
}
