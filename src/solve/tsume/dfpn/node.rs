//! The df-pn loop at a node: search the most-proving child below its thresholds and recompute the node's value, until
//! it is decided or reaches a threshold.

use super::proof_number_search::ProofNumberSearch;
use super::thresholds::{MostProving, Thresholds, a_quarter_above};
use super::value::Value;
use crate::solve::tsume::board::PositionKey;
use crate::types::Move;

/// The state of a node, computed from the values of its children.
pub enum NodeState<F> {
    /// The node is decided.
    Decided(Value<F>),
    /// Every child is decided, in favour of the side that is not to move.
    AllDecided,
    /// The proof numbers of the node, and the child to search next.
    Open(Value<F>, MostProving),
}

/// The children of a node that is being searched.
pub trait Node<S: ProofNumberSearch> {
    /// Computes the state of the node from the values of its children.
    fn evaluate(&mut self, search: &mut S) -> NodeState<S::Fact>;

    /// The value of the node when all children are decided; `None` when the search of the node has to continue.
    fn conclude(&mut self, search: &mut S) -> Option<Value<S::Fact>>;

    /// The board key of a child.
    fn board(&self, search: &S, at: usize) -> u128;

    /// The number of a child that is minimized: its proof number at the attacker's nodes, its disproof number at the
    /// defender's.
    fn minimized_number<'a>(&'a mut self, search: &'a mut S, at: usize) -> &'a mut u32;

    /// The thresholds for the chosen child, from those of the node.
    fn below(choice: &MostProving, thresholds: Thresholds) -> Thresholds;

    /// Searches a child. `is_first`: whether the children were just listed, so that probing the table again is
    /// useless.
    fn visit(&mut self, search: &mut S, at: usize, below: Thresholds, is_first: bool);
}

/// Begins a visit of the present position. Returns the node count before it; or, as `Err`, a value that makes the
/// visit unnecessary.
#[inline(always)]
pub fn begin_visit<S: ProofNumberSearch>(
    search: &mut S,
    here: PositionKey,
    bound: u16,
    thresholds: Thresholds,
) -> Result<u64, Value<S::Fact>> {
    let state = search.state_mut();
    debug_assert!(here == state.board.here());
    let began = state.control.own_nodes();
    let path = &state.path;
    if state.control.count_node_behind(|| path.table_keys()) {
        return Err(Value::open(1, 1));
    }
    search.probe_on_entry(here, bound, thresholds).map_or(Ok(began), Err)
}

/// The value of a child: `known`, if given; otherwise makes the move, calls `find`, and undoes the move.
#[inline(always)]
pub fn probe_or_search<S: ProofNumberSearch>(
    search: &mut S,
    known: Option<Value<S::Fact>>,
    mv: Move,
    find: impl FnOnce(&mut S) -> Value<S::Fact>,
) -> Value<S::Fact> {
    if let Some(known) = known {
        search.state_mut().control.count_step();
        return known;
    }
    let undo = search.state_mut().board.position.do_move(mv);
    let value = find(search);
    search.state_mut().board.position.undo_move(mv, undo);
    value
}

/// Searches a node until its value is decided or reaches a threshold, or the search is over.
pub fn search_node<S: ProofNumberSearch, N: Node<S>>(
    search: &mut S,
    node: &mut N,
    thresholds: Thresholds,
) -> Value<S::Fact> {
    let mut is_first = true;
    loop {
        let (value, mut choice) = match node.evaluate(search) {
            NodeState::Decided(value) => return value,
            NodeState::AllDecided => match node.conclude(search) {
                Some(value) => return value,
                None => continue,
            },
            NodeState::Open(value, choice) => (value, choice),
        };
        if value.reaches(thresholds) || search.state().control.is_over() {
            return value;
        }
        if thresholds.are_none() {
            search.state().control.shown.set_numbers(value.pn, value.dn);
        }
        let mut board = node.board(search, choice.at);
        if search.state().virtual_loss.is_taken(board) {
            choice = next_best_child(search, node, choice, thresholds);
            board = node.board(search, choice.at);
        }
        let below = N::below(&choice, thresholds);
        search.state().virtual_loss.enter(board);
        node.visit(search, choice.at, below, is_first);
        search.state().virtual_loss.leave(board);
        is_first = false;
    }
}

/// The child to search when another thread is searching the most-proving one: the most-proving child when the
/// number of that one is raised a little (virtual loss), provided that the node stays below its thresholds;
/// otherwise the same child.
#[cold]
fn next_best_child<S: ProofNumberSearch, N: Node<S>>(
    search: &mut S,
    node: &mut N,
    best: MostProving,
    thresholds: Thresholds,
) -> MostProving {
    let number = *node.minimized_number(search, best.at);
    if number == 0 {
        // The child itself is refuted; a pair may still answer it, and is searched instead.
        return best;
    }
    *node.minimized_number(search, best.at) = a_quarter_above(number);
    let weighed = node.evaluate(search);
    *node.minimized_number(search, best.at) = number;
    match weighed {
        NodeState::Open(value, choice) if !value.reaches(thresholds) => choice,
        _ => best,
    }
}
