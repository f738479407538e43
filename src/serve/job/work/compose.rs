//! The composer's workshop: extending, searching and repairing, whose results are told as they are found.

use super::turn::{Turn, Work};
use crate::compose::extend::{Extend, ExtendOptions, ExtendProgress, ExtendStep};
use crate::compose::{ComposeStep, Repair, Search, Tally, Template};
use crate::report::{ExtendedReport, Made};
use crate::serve::error::ApiError;
use crate::serve::job::progress::Far;
use crate::serve::job::request::Asked;
use crate::solve::{Budget, Options};
use crate::types::Color;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Putting moves before a problem.
pub fn extending(asked: &Arc<Asked>, options: Options) -> Box<dyn Work> {
    let stop = options.stop.clone();
    let wanted =
        ExtendOptions { steps: asked.steps, beam: asked.beam, search: options, ..ExtendOptions::default() };
    let question = asked.question.clone();
    let line = question.line().to_vec();
    let extend = Extend::new(question, line, wanted);
    Box::new(Extending { asked: Arc::clone(asked), extend, stop, told: None })
}

struct Extending {
    asked: Arc<Asked>,
    extend: Extend,
    stop: crate::solve::StopFlag,
    /// Whether the sum of it, once it was told, was whole.
    told: Option<bool>,
}

impl Work for Extending {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        if let Some(is_whole) = self.told {
            return Ok(Turn::Done { is_whole });
        }
        let name = self.asked.problem.name();
        Ok(match self.extend.advance(slice) {
            ExtendStep::Found(extension) => {
                let made = Made::by_extension(&extension, &name, self.extend.question());
                Turn::Answer { text: made.json(), is_partial: false }
            }
            ExtendStep::Progress(progress) => Turn::Progress(far(&progress)),
            ExtendStep::Done(extended) => {
                let is_partial = extended.is_interrupted || self.stop.is_set();
                self.told = Some(!is_partial);
                let text = ExtendedReport { name: &name, extended: &extended }.json();
                Turn::Answer { text, is_partial }
            }
        })
    }
}

fn far(progress: &ExtendProgress) -> Far {
    let ExtendProgress { step, problems: (done, all), found, search, part } = *progress;
    let nodes = search.nodes;
    Far {
        stage: if step == 0 { "check" } else { "extend" },
        search,
        fraction: Some(part),
        words: Some((
            format!("step {step}: {done} of {all} problems, {found} found, {nodes} nodes"),
            format!("{step}段目: {all}題中{done}題、{found}題発見、{nodes}ノード"),
        )),
        ..Far::default()
    }
}

/// Searching over a diagram with gaps.
pub fn searching(template: &Arc<Template>, options: &Options) -> Box<dyn Work> {
    let search = Search::new(Arc::clone(template), options);
    let all = template.count();
    Box::new(Searching {
        search,
        attacker: template.attacker(),
        stop: options.stop.clone(),
        found: 0,
        all: all.to_string().parse().unwrap_or(f64::INFINITY),
    })
}

struct Searching {
    search: Search,
    attacker: Color,
    stop: crate::solve::StopFlag,
    found: u64,
    /// The number of fillings.
    all: f64,
}

impl Work for Searching {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        Ok(match self.search.advance(slice) {
            ComposeStep::Found(found) => {
                self.found += 1;
                let text = Made::by_search(&found, self.found, self.attacker).json();
                Turn::Answer { text, is_partial: false }
            }
            ComposeStep::Progress(summary) => {
                let judged = summary.judged();
                let left_out = summary.left_out;
                let seen = judged + left_out.twins + left_out.pieces;
                Turn::Progress(Far {
                    fraction: Some(seen as f64 / self.all),
                    ..counted("search", judged, self.found)
                })
            }
            ComposeStep::Done(_) => Turn::Done { is_whole: !self.stop.is_set() },
        })
    }
}

/// Repairing a problem. It is checked first.
pub fn repairing(asked: &Arc<Asked>, options: Options) -> Box<dyn Work> {
    Box::new(Repairing { asked: Arc::clone(asked), options, repair: None, found: 0 })
}

struct Repairing {
    asked: Arc<Asked>,
    options: Options,
    /// The work, once the problem was checked.
    repair: Option<Repair>,
    found: u64,
}

impl Repairing {
    /// The lengths that the repaired problem may have.
    fn plies(&self) -> RangeInclusive<u64> {
        let line = Some(self.asked.question.line().len() as u64).filter(|&plies| plies > 0);
        match self.asked.plies.or(line) {
            Some(plies) => plies..=plies,
            None => 1..=Repair::LONGEST,
        }
    }
}

impl Work for Repairing {
    fn advance(&mut self, slice: Budget) -> Result<Turn, ApiError> {
        let Asked { problem, question, changes, .. } = &*self.asked;
        let Some(repair) = &mut self.repair else {
            let repair = Repair::new(question, self.plies(), *changes, &self.options);
            let is_sound = repair.diagnosis().is_sound;
            self.repair = Some(repair);
            if is_sound {
                return Err(ApiError::new(
                    409,
                    "is-sound",
                    "the problem is sound: there is nothing to repair",
                    "完全作です: 直すところはありません",
                ));
            }
            return Ok(Turn::Progress(counted("repair", 0, 0)));
        };
        Ok(match repair.advance(slice) {
            ComposeStep::Found(repaired) => {
                self.found += 1;
                let text = Made::by_repair(&repaired, self.found, problem, question).json();
                Turn::Answer { text, is_partial: false }
            }
            ComposeStep::Progress(tally) => Turn::Progress(counted("repair", Tally::all(&tally), self.found)),
            ComposeStep::Done(_) => Turn::Done { is_whole: !self.options.stop.is_set() },
        })
    }
}

/// How many positions were judged and how many problems found.
fn counted(stage: &'static str, judged: u64, found: u64) -> Far {
    let words = (format!("{judged} judged, {found} found"), format!("{judged}局面を調べ、{found}題"));
    Far { stage, words: Some(words), ..Far::default() }
}
