//! The text of a problem in any format.

use super::{RecordFormat, WriteError, csa, jkf, ki2, kif};
use crate::problem::Problem;

/// The text of a problem in a format, in UTF-8, ended by a line feed. Texts of several problems may be put behind each
/// other: the readers tell where one ends, but for CSA, which wants a line with `/` between them.
///
/// # Errors
/// What the format cannot say, and lines that are illegal.
pub fn write(problem: &Problem, format: RecordFormat) -> Result<String, WriteError> {
    let has_stones = !problem.position().stones().is_empty();
    if has_stones && matches!(format, RecordFormat::Csa | RecordFormat::Jkf) {
        return Err(WriteError::Stones(format));
    }
    match format {
        RecordFormat::Usi => Ok(format!("{problem}\n")),
        RecordFormat::Kif => kif::write(problem),
        RecordFormat::Ki2 => ki2::write(problem),
        RecordFormat::Csa => csa::write(problem),
        RecordFormat::Jkf => jkf::write(problem),
    }
}
