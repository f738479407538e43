//! The state that all searches of one problem share.

use super::path::Path;
use super::virtual_loss::VirtualLoss;
use crate::solve::tsume::board::Board;
use crate::solve::tsume::control::Control;
use crate::store::ProofTable;

/// The board, the path that leads to the present position, the table, and what ends the search.
pub struct Search {
    pub board: Board,
    pub path: Path,
    pub table: ProofTable,
    pub control: Control,
    pub virtual_loss: VirtualLoss,
}

impl Search {
    pub fn new(board: Board, control: Control, table: ProofTable) -> Search {
        Search { board, path: Path::new(), table, control, virtual_loss: VirtualLoss::default() }
    }

    /// A search for another thread, with the same table.
    pub fn for_another_thread(&self, control: Control, virtual_loss: VirtualLoss) -> Search {
        let search = Search::new(self.board.clone(), control, self.table.for_another_thread());
        Search { virtual_loss, ..search }
    }
}
