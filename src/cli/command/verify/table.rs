//! The table of what differs.

use super::expectation::Discrepancy;
use crate::report::Lang;
use unicode_width::UnicodeWidthStr;

/// A row for each finding under a line of titles, columns aligned on a terminal.
pub fn table(rows: &[(String, Discrepancy)], lang: Lang) -> String {
    let titles = lang.pick(["問題", "項目", "記載", "結果"], ["problem", "what", "stated", "found"]);
    let mut cells = vec![titles.map(str::to_owned)];
    for (name, finding) in rows {
        let Discrepancy { what, stated, found, .. } = finding;
        cells.push([name.clone(), (*what).to_owned(), stated.clone(), found.clone()]);
    }
    let widths: Vec<usize> = (0..titles.len())
        .map(|column| cells.iter().map(|row| row[column].width()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in cells {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line += cell;
            line += &" ".repeat(width - cell.width() + 2);
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
