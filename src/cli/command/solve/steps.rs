//! `--svg-steps`: diagrams of the key positions of a solution.

use crate::cli::output::destination::Destination;
use crate::cli::output::drawing::{Drawing, step_svg};
use crate::problem::Problem;
use crate::report::Lang;

/// Writes the start, the middle and the final position (詰上り図) of the first solution of a solved problem, numbered by
/// plies; only the start where there is no mate.
///
/// # Errors
/// An I/O error on the folder.
pub(super) fn write_steps(
    solved: &Problem,
    folder: &mut Destination,
    drawing: Drawing,
    lang: Lang,
) -> anyhow::Result<()> {
    let line = &solved.record.moves;
    let mut plies = vec![0, line.len() / 2, line.len()];
    plies.dedup();
    for ply in plies {
        let note = match ply {
            0 => lang.pick("初形".to_owned(), "start".to_owned()),
            _ if ply == line.len() => lang.pick(format!("詰上り図 ({ply}手)"), format!("mate, ply {ply}")),
            _ => lang.pick(format!("{ply}手目まで"), format!("after ply {ply}")),
        };
        let digits = line.len().to_string().len();
        let svg = step_svg(solved, line, ply, &note, drawing);
        folder.put_part(&solved.name(), &format!("-{ply:0digits$}"), "svg", svg.as_bytes())?;
    }
    Ok(())
}
