//! `tsumugi show`: positions as boards or diagrams, with what the problems state about them.

use crate::cli::args::{OutputFormat, ShowFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::{Failure, Refusal, beyond_line};
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::destination::Destination;
use crate::cli::output::drawing::{Drawing, problem_svg, step_svg};
use crate::cli::output::heading::heading;
use crate::cli::output::stdout::Output;
use crate::movegen::play_line;
use crate::notation::board_text;
use crate::problem::{ExpectedPlies, Problem, default_attacker};
use crate::record::Record;
use crate::report::{Lang, Message, attacker_note, line_text, rest_note};

/// Shows every position of the inputs, legal or not.
///
/// # Errors
/// The output fails, or a second diagram would go into one stream.
pub fn run(flags: &ShowFlags, lang: Lang) -> anyhow::Result<Tally> {
    let format = format(flags)?;
    if flags.drawing.no_rest_hand && format != OutputFormat::Svg {
        return Err(FatalError::new(
            "--no-rest-hand is for diagrams: add --svg",
            "--no-rest-hand は図のためのものです: --svg を付けてください",
        )
        .into());
    }
    if flags.full && format == OutputFormat::Svg {
        return Err(FatalError::new(
            "--full is for boards; diagrams are never shortened: leave it out",
            "--full は盤面のテキストのためのもので、図は何も省略しません: 外してください",
        )
        .into());
    }
    let mut batch = Batch::new(lang);
    let mut destination = match &flags.out {
        None => Destination::Stdout(Output::new()),
        Some(path) => Destination::at(path, &flags.inputs.inputs, true)?,
    };
    let mut is_first = true;
    for problem in problems(&flags.inputs.inputs, &flags.inputs.reading) {
        let shown = problem.and_then(|problem| match shown(&problem, flags, format, lang) {
            Ok(text) => Ok((problem, text)),
            Err(message) => Err(Failure::unwritable(&problem, message)),
        });
        match shown {
            Ok((problem, text)) => {
                if !std::mem::take(&mut is_first) {
                    destination.put_gap(format)?;
                }
                destination.put(&problem.name(), format.extension(), text.as_bytes())?;
                if let Err(illegal) = play_line(&mut problem.position().clone(), &problem.record.moves) {
                    batch.fail(Failure::refused(&problem, &Refusal::Line(illegal), lang))?;
                }
            }
            Err(failure) => batch.fail(failure)?,
        }
    }
    destination.finish()?;
    Ok(batch.tally)
}

/// The format to show: a diagram if `--svg` or the name of the file asks for one, else a board as text.
///
/// # Errors
/// The extension of the file is that of another format.
fn format(flags: &ShowFlags) -> Result<OutputFormat, FatalError> {
    let told = OutputFormat::of_out(flags.out.as_deref());
    match (told, &flags.out) {
        (_, _) if flags.svg => Ok(OutputFormat::Svg),
        (Some(OutputFormat::Svg), _) => Ok(OutputFormat::Svg),
        (Some(_), Some(path)) => {
            let path = path.display();
            Err(FatalError::new(
                format!(
                    "--out {path}: show writes boards (.txt) and diagrams (.svg): other formats are written by tsumugi convert"
                ),
                format!(
                    "--out {path}: show が書くのは盤面 (.txt) と図 (.svg) です: ほかの形式は tsumugi convert で書いてください"
                ),
            ))
        }
        _ => Ok(OutputFormat::Text),
    }
}

/// The text or diagram of a problem: its position, or the position after `--apply` plies of its line.
fn shown(problem: &Problem, flags: &ShowFlags, format: OutputFormat, lang: Lang) -> Result<String, String> {
    let (drawing, is_diagram) = (Drawing::from(&flags.drawing), format == OutputFormat::Svg);
    let Some(plies) = flags.apply.filter(|&plies| plies > 0) else {
        return Ok(if is_diagram { problem_svg(problem, drawing) } else { text(problem, flags.full, lang) });
    };
    let line = &problem.record.moves;
    if plies > line.len() {
        return Err(beyond_line("--apply", plies as u64, line.len(), lang));
    }
    let mut position = problem.position().clone();
    if play_line(&mut position, &line[..plies]).is_err() {
        return Err(lang.pick("作意が反則です", "its line is illegal").to_owned());
    }
    let note = lang.pick(format!("{plies}手目まで"), format!("after ply {plies}"));
    if is_diagram {
        return Ok(step_svg(problem, line, plies, &note, drawing));
    }
    let board = board_text(&position);
    let last = line_text(&Record::new(problem.position().clone(), line[..plies].to_vec()), flags.full, lang);
    Ok(format!("{}{board}{}\n{note}: {last}", heading(problem), position.sfen()))
}

fn text(problem: &Problem, full: bool, lang: Lang) -> String {
    let position = problem.position();
    let mut lines = vec![board_text(position).trim_end().to_owned(), position.sfen()];
    let rule = problem.rule_or_default();
    let attacker = problem.attacker.or_else(|| default_attacker(position, rule));
    lines.extend(attacker.and_then(|attacker| attacker_note(attacker, position.side_to_move(), lang)));
    lines.extend(rest_note(problem, lang));
    let stated = [
        (
            lang.pick("規則", "rule"),
            problem.rule.map(|rule| lang.pick(rule.japanese(), rule.name()).to_owned()),
        ),
        (lang.pick("手数", "plies"), problem.plies.map(|plies| plies_text(plies, lang))),
        (lang.pick("解数", "solutions"), problem.solutions.as_ref().map(|solutions| solutions.to_string())),
        (lang.pick("出典", "source"), problem.source.clone()),
        (lang.pick("備考", "status"), problem.status.clone()),
    ];
    for (what, value) in stated {
        lines.extend(value.map(|value| format!("{what}: {value}")));
    }
    lines.extend(problem.record.about.iter().map(|(key, value)| format!("{key}: {value}")));
    for defect in position.defects() {
        let text = defect.message(lang);
        lines.push(lang.pick(format!("不備: {text}"), format!("not legal: {text}")));
    }
    let moves = &problem.record.moves;
    if !moves.is_empty() && play_line(&mut position.clone(), moves).is_ok() {
        lines.push(lang.pick("作意:", "intended line:").to_owned());
        lines.push(line_text(&problem.record, full, lang).trim_end().to_owned());
    }
    format!("{}{}\n", heading(problem), lines.join("\n"))
}

fn plies_text(plies: ExpectedPlies, lang: Lang) -> String {
    match plies {
        ExpectedPlies::Mate(_) => plies.to_string(),
        ExpectedPlies::AtMost(plies) => lang.pick(format!("{plies}手以内"), format!("at most {plies}")),
        ExpectedPlies::NoMate => lang.pick("不詰", "no mate").to_owned(),
    }
}
