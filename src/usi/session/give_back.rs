//! Memory that is given back to the system aside.

use std::thread::Builder;

/// Gives tables back to the system, if there are any. That of large ones takes longer than a move may take, so it is done aside.
pub(super) fn give_back(tables: Option<impl Send + 'static>) {
    if let Some(tables) = tables {
        // Without a thread it is done here.
        let _ = Builder::new().name("forget".to_owned()).spawn(move || drop(tables));
    }
}
