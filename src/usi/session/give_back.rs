//! Memory that is given back to the system in a background thread.

use std::thread::Builder;

/// Gives tables back to the system, if there are any, in a background thread: for large ones it takes longer than a
/// move may take.
pub(super) fn give_back(tables: Option<impl Send + 'static>) {
    if let Some(tables) = tables {
        // Without a thread it is done here.
        let _ = Builder::new().name("forget".to_owned()).spawn(move || drop(tables));
    }
}
