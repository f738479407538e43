//! How far a search has come, as it is kept for `--resume`.

use super::chunks::After;
use crate::compose::{SearchSummary, Template};
use crate::report::{read_summary, summary_json};
use serde_json::Value;

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct SearchProgress {
    /// Chunks of fillings that are judged.
    pub chunks: u64,
    /// What became of the fillings.
    pub summary: SearchSummary,
    /// Whether all fillings were gone through, and none left to others.
    is_complete: bool,
}

impl SearchProgress {
    /// Before the first filling of a template.
    pub fn new(template: &Template) -> SearchProgress {
        SearchProgress { chunks: 0, summary: SearchSummary::new(template), is_complete: false }
    }

    /// A chunk is judged, and its fillings are counted; `is_whole`: the search leaves no share of the fillings to
    /// others.
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

    /// As it is written down.
    pub fn value(&self) -> Value {
        let mut value = summary_json(&self.summary);
        value["chunks"] = self.chunks.into();
        value["is_complete"] = self.is_complete.into();
        value
    }

    /// Reads what was written down about a search for the fillings of a template.
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
