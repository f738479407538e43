//! Checks that are left after each little while and gone on with from what was kept, as JSON and in a folder, say what they
//! say in one go.

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../helpmate/folder.rs"]
mod folder;

mod cooks;
mod kept;
mod refusals;
mod solutions;
