//! How far a search has come, as it is kept for `--resume`.

use super::chunks::Examined;
use crate::compose::{LeftOut, Rejection, SearchSummary, Template};
use serde_json::{Map, Value, json};

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
    pub fn close(&mut self, examined: &Examined, is_whole: bool) {
        self.chunks = examined.after.chunks;
        if is_whole {
            self.summary.set_left_out(examined.after.left_out);
            if examined.after.is_end {
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
        let SearchSummary { judged, passing_by, left_out, .. } = &self.summary;
        let rejected: Map<String, Value> = Rejection::ALL
            .into_iter()
            .map(|rejection| (rejection.name().to_owned(), judged.rejected(rejection).into()))
            .collect();
        json!({
            "chunks": self.chunks, "found": judged.good, "passing_by": passing_by, "unknown": judged.unknown,
            "rejected": rejected, "twins": left_out.twins, "pieces": left_out.pieces,
            "is_complete": self.is_complete,
        })
    }

    /// Reads what was written down about a search for the fillings of a template.
    pub fn read(value: &Value, template: &Template) -> Option<SearchProgress> {
        let number = |key: &str| value.get(key)?.as_u64();
        let mut progress = SearchProgress::new(template);
        progress.chunks = number("chunks")?;
        let summary = &mut progress.summary;
        summary.judged.good = number("found")?;
        summary.judged.unknown = number("unknown")?;
        summary.passing_by = number("passing_by")?;
        for rejection in Rejection::ALL {
            summary.judged.reject(rejection, value.get("rejected")?.get(rejection.name())?.as_u64()?);
        }
        summary.set_left_out(LeftOut { twins: number("twins")?, pieces: number("pieces")? });
        if value.get("is_complete")?.as_bool()? {
            progress.complete();
        }
        Some(progress)
    }
}
