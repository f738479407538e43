//! The text of a problem in any format.

use super::{RecordFormat, WriteError, csa, jkf, ki2, kif};
use crate::problem::Problem;

/// The text of a problem in a format, in UTF-8, with a line feed at its end. Texts of several problems may be
/// concatenated: the readers find where each ends, except for CSA, which needs a line with `/` between them.
///
/// # Errors
/// When the format cannot represent the problem, or a line is illegal.
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
