//! Searching over a diagram with gaps; results are told as they are found.

use super::turn::{Turn, Work};
use crate::compose::{ComposeStep, Search, Template};
use crate::report::{Made, read_summary, summary_json};
use crate::serve::error::ApiError;
use crate::serve::job::progress::Far;
use crate::serve::job::shared::Job;
use crate::solve::{Budget, Options, StopFlag};
use crate::types::Color;
use serde_json::Value;
use std::sync::Arc;

/// The work of a job, which goes on where another server left it.
pub fn begin(job: &Job, template: &Arc<Template>, options: &Options) -> Box<dyn Work> {
    let search = job.go_on_or(
        || Search::new(Arc::clone(template), options),
        |state, _| {
            let done = state.get("fillings")?.as_u64()?;
            Some(Search::go_on(Arc::clone(template), options, done, read_summary(state, template)?))
        },
    );
    Box::new(Searching {
        search,
        attacker: template.attacker(),
        stop: options.stop.clone(),
        all: template.count().to_string().parse().unwrap_or(f64::INFINITY),
    })
}

struct Searching {
    search: Search,
    attacker: Color,
    stop: StopFlag,
    /// The number of fillings.
    all: f64,
}

impl Work for Searching {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        Ok(match self.search.advance(slice) {
            ComposeStep::Found(found) => {
                let text = Made::by_search(&found, self.search.state().1.found(), self.attacker).json();
                Turn::Answer { text, is_partial: false }
            }
            ComposeStep::Progress(summary) => {
                let judged = summary.judged();
                let left_out = summary.left_out;
                let seen = judged + left_out.twins + left_out.pieces;
                Turn::Progress(Far {
                    fraction: Some(seen as f64 / self.all),
                    ..Far::counted("search", judged, summary.found())
                })
            }
            ComposeStep::Done(_) => Turn::Done { is_whole: !self.stop.is_set() },
        })
    }

    fn state(&mut self) -> Option<Value> {
        let (done, summary) = self.search.state();
        let mut state = summary_json(summary);
        state["fillings"] = done.into();
        Some(state)
    }
}
