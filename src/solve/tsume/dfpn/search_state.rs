//! The state that all searches of one problem share.

use super::path::Path;
use super::repetition_table::RepetitionTable;
use super::virtual_loss::VirtualLoss;
use crate::solve::tsume::board::Board;
use crate::solve::tsume::control::Control;
use crate::store::ProofTable;

/// The board, the path that leads to the present position, the tables, and the control that ends the search.
pub struct SearchState {
    pub board: Board,
    pub path: Path,
    /// Refutations by repetition that the search for any mate has found.
    pub repetition_table: RepetitionTable,
    pub table: ProofTable,
    pub control: Control,
    pub virtual_loss: VirtualLoss,
}

impl SearchState {
    pub fn new(
        board: Board,
        control: Control,
        table: ProofTable,
        repetition_table: RepetitionTable,
    ) -> SearchState {
        let virtual_loss = VirtualLoss::default();
        SearchState { board, path: Path::new(), repetition_table, table, control, virtual_loss }
    }

    /// The state of a search on another thread, with the same proof table.
    pub fn for_another_thread(&self, control: Control, virtual_loss: VirtualLoss) -> SearchState {
        SearchState {
            board: self.board.clone(),
            path: Path::new(),
            repetition_table: self.repetition_table.of_the_same_size(),
            table: self.table.for_another_thread(),
            control,
            virtual_loss,
        }
    }
}
