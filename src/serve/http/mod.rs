//! HTTP: connections and their limits, who may ask, what is asked for, the bodies.

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
