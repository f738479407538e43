//! What stands below the flags of one command.

/// Examples of a command, and what is to be said behind them.
pub struct Examples {
    /// The names that lead to the command.
    pub path: &'static str,
    pub lines: &'static [Line],
    /// In English and in Japanese.
    pub notes: Option<[&'static str; 2]>,
}

/// A command line, and what it does where that is said, in English and in Japanese.
type Line = (&'static str, Option<[&'static str; 2]>);

impl Examples {
    pub fn text(&self, lang: usize) -> String {
        let title = match (self.lines.len(), lang) {
            (1, 0) => "Example:",
            (_, 0) => "Examples:",
            _ => "例:",
        };
        let noted = self.lines.iter().filter(|(_, note)| note.is_some());
        let width = noted.map(|(line, _)| line.len()).max().unwrap_or(0);
        let lines = self.lines.iter().map(|(line, note)| match note {
            // Behind a `#`, so that the whole line can be copied to a shell.
            Some(note) => format!("\n  {line:width$}  # {}", note[lang]),
            None => format!("\n  {line}"),
        });
        let notes = self.notes.map(|notes| format!("\n\n{}", notes[lang])).unwrap_or_default();
        format!("{title}{}{notes}", lines.collect::<String>())
    }
}
