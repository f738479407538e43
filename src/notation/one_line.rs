//! Texts of one line: values of headers and metadata.

use std::borrow::Cow;

/// A value for headers and metadata: without line breaks, and without surrounding white space.
pub(super) fn in_one_line(value: Cow<'_, str>) -> Cow<'_, str> {
    const ENDS: [char; 2] = ['\r', '\n'];
    match value {
        Cow::Borrowed(value) if !value.contains(ENDS) => Cow::Borrowed(value.trim()),
        value => Cow::Owned(value.replace(ENDS, " ").trim().to_owned()),
    }
}
