//! What is written in a format is read back as it was, as far as the format can say it.

use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, WriteError, write};
use tsumugi::problem::{Place, Problem};
use tsumugi::record::{Branch, Comment};

/// The problems in a text that was written.
pub fn read(text: &str) -> Vec<Problem> {
    Reader::new(text.as_bytes(), Encoding::Auto, "text")
        .map(|problem| problem.unwrap_or_else(|error| panic!("{error} in\n{text}")))
        .map(|problem| Problem { place: Place::default(), ..problem })
        .collect()
}

/// What a format keeps of a problem.
pub fn kept(problem: &Problem, format: RecordFormat) -> Problem {
    // Hands are written as they are, whatever the text left to be counted or out.
    let mut kept = Problem { place: Place::default(), rest: None, warnings: Vec::new(), ..problem.clone() };
    // What a side line was cut at belongs to the text that was read.
    kept.illegal_side_moves.clear();
    let record = &mut kept.record;
    match format {
        RecordFormat::Usi => {
            record.comments.clear();
            record.branches.clear();
            record.ending = None;
            record.times.clear();
            record.about.clear();
        }
        RecordFormat::Ki2 => {
            record.sort_branches();
            record.times.clear();
            record.branches.iter_mut().for_each(|branch| branch.times.clear());
        }
        RecordFormat::Csa => record.branches.clear(),
        RecordFormat::Kif => record.sort_branches(),
        RecordFormat::Jkf => {
            record.sort_branches();
            record.branches.iter_mut().for_each(comments_at_first_move);
        }
    }
    // No format but SFEN has move numbers.
    if format != RecordFormat::Usi {
        record.root.set_move_number(1);
    }
    kept
}

/// JKF has no place for what is said before the first move of a side line but at that move.
fn comments_at_first_move(branch: &mut Branch) {
    let before = branch.comments.iter().filter(|comment| comment.ply < branch.ply).count();
    if branch.moves.is_empty() || before == 0 {
        return;
    }
    let mut said: Vec<String> = branch.comments.drain(..before).map(|comment| comment.text).collect();
    if branch.comments.first().is_some_and(|comment| comment.ply == branch.ply) {
        said.push(branch.comments.remove(0).text);
    }
    branch.comments.insert(0, Comment { ply: branch.ply, text: said.join("\n") });
}

/// Writes a problem, if the format has words for it, and reads it back.
pub fn assert_read_back(problem: &Problem, format: RecordFormat) {
    if let Some(text) = written(problem, format) {
        assert_eq!(read(&text), [kept(problem, format)], "{format}:\n{text}");
    }
}

/// Writes a problem of any source, if the format has words for it: all is read back but white space, and what was read
/// back is not changed any more.
pub fn assert_converted(problem: &Problem, format: RecordFormat) {
    let Some(text) = written(problem, format) else { return };
    let read = read(&text);
    let [read] = &read[..] else { panic!("{format}: {} problems in\n{text}", read.len()) };
    assert_eq!(without_space(read), without_space(&kept(problem, format)), "{format}:\n{text}");
    assert_read_back(read, format);
}

/// The problem with no more white space in its texts than there must be between words.
fn without_space(problem: &Problem) -> Problem {
    let mut problem = problem.clone();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let record = &mut problem.record;
    for comments in std::iter::once(&mut record.comments)
        .chain(record.branches.iter_mut().map(|branch| &mut branch.comments))
    {
        comments.iter_mut().for_each(|comment| comment.text = words(&comment.text));
        comments.retain(|comment| !comment.text.is_empty());
    }
    record.about.values_mut().for_each(|value| *value = words(value));
    record.about.retain(|_, value| !value.is_empty());
    for field in
        [&mut problem.id, &mut problem.title, &mut problem.composer, &mut problem.source, &mut problem.status]
    {
        *field = field.as_deref().map(words).filter(|value| !value.is_empty());
    }
    problem
}

/// The text of a problem that a reader has returned.
pub fn written(problem: &Problem, format: RecordFormat) -> Option<String> {
    match write(problem, format) {
        Ok(text) => Some(text),
        Err(WriteError::Stones(_)) => {
            let has_word = !matches!(format, RecordFormat::Csa | RecordFormat::Jkf);
            assert!(!has_word && !problem.position().stones().is_empty(), "{format}: {problem}");
            None
        }
        Err(WriteError::TooDeep { .. }) => {
            assert_eq!(format, RecordFormat::Jkf);
            None
        }
        Err(error) => panic!("{format}: {problem}: {error}"),
    }
}
