//! HTTP: connections and their limits, access control, routing, request and reply bodies.

mod activity;
mod app;
mod body;
mod connection;
mod events;
mod guard;
mod query;
mod routes;

pub use app::App;
pub use connection::serve;
pub use guard::{Guard, Token};
