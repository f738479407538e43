//! `GET /api/info`: the version and the abilities of this server.

use crate::notation::RecordFormat;
use crate::problem::{Futile, Rule};
use crate::serve::job::Kind;
use crate::serve::limits::{BODY_BYTES, Budget, QUEUE, QUICK_NODES, QUICK_SECONDS};
use serde_json::json;

/// The formats of texts that can be read.
const READ: [&str; 9] = ["sfen", "usi", "kif", "ki2", "bod", "csa", "jkf", "json", "url"];

/// The reply to the request.
pub fn json(budget: &Budget) -> String {
    let written: Vec<&str> =
        ["sfen", "bod"].into_iter().chain(RecordFormat::ALL.map(|format| format.name())).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "kinds": Kind::ALL.map(|kind| kind.name()),
        "rules": Rule::ALL.map(|rule| rule.name()),
        "policies": Futile::ALL.map(|policy| policy.name()),
        "limits": {
            "memory_bytes": budget.memory,
            "threads": budget.threads,
            "queue": QUEUE,
            "body_bytes": BODY_BYTES,
            "quick_nodes": QUICK_NODES,
            "quick_seconds": QUICK_SECONDS,
            "quick_jobs": budget.quick,
        },
        "formats": { "read": READ, "write": written },
    })
    .to_string()
}
