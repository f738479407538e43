//! `tsumugi search`: fills the gaps of a diagram, and keeps the fillings that are sound problems.

mod chunks;
mod progress;
mod words;

use crate::cli::args::{GeneralFlags, TemplateFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::hints::hint_at_rule_of_template;
use crate::cli::run::found_sink::{FoundSink, nothing_left};
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::judging;
use crate::cli::run::pool::{AHEAD, ending, in_order};
use crate::cli::run::progress::ProgressLine;
use crate::cli::stderr::tell;
use crate::compose::{Examiner, Finding, MOST_FILLINGS, Template, TemplateError};
use crate::notation::read::{Encoding, Reader, TextFormat, read_text};
use crate::report::{Lang, Made, Message};
use chunks::{Chunk, Chunks, Examined};
use num_bigint::BigUint;
use progress::SearchProgress;
use serde_json::json;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// Searches the fillings of a template.
///
/// # Errors
/// The template is not valid, or an output fails.
pub fn run(flags: &TemplateFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let lang = general.language();
    let (text, place) = read(&flags.template)?;
    let template: Template = text.parse().map_err(|error| refused(&text, &place, &error))?;
    if !template.names_rule() {
        hint_at_rule_of_template(&place, template.conditions().wanted.rule);
    }
    let fillings = template.count();
    if fillings > BigUint::from(MOST_FILLINGS) && !flags.yes {
        return Err(too_many(&fillings).into());
    }
    if !general.quiet {
        tell(words::before(&fillings, lang));
    }
    let template = Arc::new(template);
    let task = json!({
        "command": "search", "template": text, "shard": flags.shard.map(|shard| [shard.index, shard.count]),
        "nodes": flags.judging.nodes, "seconds": flags.judging.time.map(|time| time.as_secs_f64()),
    });
    let inputs = std::slice::from_ref(&flags.template);
    flags.found.refuse_diagrams_in_a_stream()?;
    let (sink, earlier) = FoundSink::open(&flags.found, inputs, task, lang)?;
    let mut progress = SearchProgress::new(&template);
    if let Some(earlier) = earlier {
        progress = SearchProgress::read(&earlier.progress, &template).ok_or_else(|| earlier.foreign())?;
        if earlier.is_finished {
            tell(nothing_left(progress.summary.found(), lang));
            return Ok(Tally { unknown: progress.summary.has_unknown(), ..Tally::default() });
        }
    }
    let mut run = Run {
        template: &template,
        progress,
        sink,
        line: ProgressLine::new(general.quiet, lang),
        interrupt: Interrupt::listen(),
        share: flags.shard.map(|shard| shard.index),
    };
    let is_finished = run.search(flags)?;
    let could_write = run.sink.finish(run.progress.value(), is_finished)?;
    if !general.quiet {
        tell(words::after(&run.progress.summary, is_finished, lang));
    }
    Ok(Tally {
        unknown: run.progress.summary.has_unknown(),
        unreadable: !could_write,
        interrupted: run.interrupt.is_set(),
        ..Tally::default()
    })
}

/// A search in progress.
struct Run<'a> {
    template: &'a Arc<Template>,
    progress: SearchProgress,
    sink: FoundSink,
    line: ProgressLine,
    interrupt: Interrupt,
    /// The number of the shard of the fillings that is searched; `None` for all of them.
    share: Option<u64>,
}

impl Run<'_> {
    /// Continues the search from the stored progress; returns whether it reached the end.
    fn search(&mut self, flags: &TemplateFlags) -> anyhow::Result<bool> {
        let Run { template, progress, sink, line, interrupt, share } = self;
        let wanted = &template.conditions().wanted;
        let options = judging::options(&flags.judging, wanted.rule, interrupt.stop_flag());
        let chunks = Chunks::new(template, flags.shard, progress.chunks, interrupt.stop_flag());
        line.start("search".to_owned(), None);
        let worker = || {
            let mut examiner = Examiner::new(Arc::clone(template), &options);
            move |chunk: Chunk| chunk.examined(&mut examiner)
        };
        let interrupted = interrupt.clone();
        let consume = |examined: Examined| {
            // The results may be incomplete: the run that resumes judges these fillings anew.
            if interrupted.is_set() {
                return Ok(ControlFlow::Break(()));
            }
            for finding in &examined.findings {
                if let Finding::Found(found) = finding {
                    line.aside(|| {
                        let number = progress.summary.found() + 1;
                        sink.write(&Made::by_search(found, *share, number, template.attacker()))
                    })?;
                }
                progress.summary.count(finding);
            }
            if let Some(after) = examined.after {
                progress.close(after, share.is_none());
                sink.note(|| progress.value())?;
            }
            line.show_part(examined.part, |lang| words::during(&progress.summary, lang));
            Ok(ControlFlow::Continue(()))
        };
        let searched = interrupt.while_searching(|| {
            let consume = &mut ending(interrupt.stop_flag(), consume);
            in_order(flags.judging.jobs.into(), AHEAD, worker, consume, chunks)
        });
        line.finish();
        searched.map(|()| !interrupt.is_set())
    }
}

/// The text of a template, and the name of its place for messages.
fn read(template: &OsStr) -> Result<(String, String), FatalError> {
    let path = Path::new(template);
    let unreadable = |cause| FatalError::unreadable(path, cause);
    if template == "-" {
        return Ok((read_text(io::stdin().lock()).map_err(unreadable)?, "stdin".to_owned()));
    }
    if path.exists() {
        let text = File::open(path).and_then(|file| read_text(BufReader::new(file)));
        return Ok((text.map_err(unreadable)?, path.display().to_string()));
    }
    match template.to_str() {
        // A board with its eight slashes, or a text with a slash and a space, which is hardly a path.
        Some(text) if text.contains('/') && (text.contains(' ') || text.matches('/').count() == 8) => {
            Ok((text.to_owned(), "argument 1".to_owned()))
        }
        _ => Err(no_template(path)),
    }
}

/// The error for a text that is not a template. A record gets a message of its own, since otherwise the first line of
/// its diagram would be called a malformed SFEN.
fn refused(text: &str, place: &str, error: &TemplateError) -> FatalError {
    let format = Reader::new(text.as_bytes(), Encoding::Utf8, place).format();
    if matches!(format, TextFormat::Kifu | TextFormat::Csa) {
        return FatalError::new(
            format!(
                "{place}: this is a record, not a template: give its diagram as SFEN, with gaps and conditions"
            ),
            format!("{place}: 雛形ではなく棋譜です: 図を SFEN にして、空所と条件を書いてください"),
        );
    }
    let said = |lang| format!("{place}: {}", error.message(lang));
    FatalError::new(said(Lang::En), said(Lang::Ja))
}

fn no_template(path: &Path) -> FatalError {
    let text = path.display();
    FatalError::new(
        format!("`{text}`: no such file, and not a template: give a file, or a diagram with gaps in quotes"),
        format!("`{text}`: ファイルも雛形もありません: ファイルか、引用符で囲んだ雛形を書いてください"),
    )
}

fn too_many(fillings: &BigUint) -> FatalError {
    let fillings = words::grouped(fillings);
    FatalError::new(
        format!("{fillings} fillings: give a narrower template, or --yes to go through all of them"),
        format!("{fillings}通りあります: 候補を絞るか、すべて調べるなら --yes を付けてください"),
    )
}
