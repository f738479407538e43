//! The progress of a search, as it is stored for `--resume`.

use super::chunks::After;
use crate::compose::{SearchSummary, Template};
use crate::report::{read_summary, summary_json};
use serde_json::Value;

/// The progress of a search.
#[derive(Clone, Debug)]
pub struct SearchProgress {
    /// The number of chunks of fillings that are judged.
    pub chunks: u64,
    /// How many fillings were found, and how many were rejected why.
    pub summary: SearchSummary,
    /// Whether the search covered all fillings and reached the end.
    is_complete: bool,
}

impl SearchProgress {
    /// The progress before the first filling of a template.
    pub fn new(template: &Template) -> SearchProgress {
        SearchProgress { chunks: 0, summary: SearchSummary::new(template), is_complete: false }
    }

    /// Records that a chunk is judged and its fillings are counted. `is_whole`: this run searches all fillings, not
    /// one shard.
    pub fn close(&mut self, after: After, is_whole: bool) {
        self.chunks = after.chunks;
        if is_whole {
            self.summary.set_left_out(after.left_out);
            if after.is_end {
                self.complete();
            }
        }
    }

    fn complete(&mut self) {
        self.is_complete = true;
        self.summary.conclude();
    }

    /// The progress as JSON.
    pub fn value(&self) -> Value {
        let mut value = summary_json(&self.summary);
        value["chunks"] = self.chunks.into();
        value["is_complete"] = self.is_complete.into();
        value
    }

    /// Reads the progress of a search for the fillings of a template from its JSON; `None` if that is malformed.
    pub fn read(value: &Value, template: &Template) -> Option<SearchProgress> {
        let chunks = value.get("chunks")?.as_u64()?;
        let summary = read_summary(value, template)?;
        let mut progress = SearchProgress { chunks, summary, is_complete: false };
        if value.get("is_complete")?.as_bool()? {
            progress.complete();
        }
        Some(progress)
    }
}
