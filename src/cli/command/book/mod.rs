//! `tsumugi book`: builds, joins and counts opening books.

mod files;
mod outwards;

use crate::book::{Book, BookStats, BuildOptions, Builder, minimax, stats};
use crate::cli::args::{BookBuildFlags, BookCommand, GeneralFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::input::failure::{Failure, Refusal};
use crate::cli::input::problems;
use crate::cli::output::batch::Batch;
use crate::cli::output::stdout::Output;
use crate::cli::stderr::tell;
use crate::report::json::SCHEMA;
use crate::report::{Lang, counted};
use files::{read, write};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Runs a subcommand of `book`.
///
/// # Errors
/// An I/O error on a file or on standard output, or a file that is not a valid book.
pub fn run(command: &BookCommand, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let (quiet, lang) = (general.quiet, general.language());
    let mut said = None;
    let mut tally = Tally::default();
    let (book, out) = match command {
        BookCommand::Build(flags) if flags.search => return outwards::run(flags, general),
        BookCommand::Build(flags) => {
            let (book, built) = build(flags, lang)?;
            if book.is_empty() {
                return Err(nothing_to_write(&flags.out.out).into());
            }
            tally = built;
            (book, &flags.out)
        }
        BookCommand::Sort(flags) => (read(&[&flags.book], lang)?, &flags.out),
        BookCommand::Merge(flags) => {
            let books: Vec<&PathBuf> = flags.books.iter().collect();
            (read(&books, lang)?.normalise(), &flags.out)
        }
        BookCommand::Flip(flags) => (read(&[&flags.book], lang)?.flip(), &flags.out),
        BookCommand::Mirror(flags) => (read(&[&flags.book], lang)?.mirror(), &flags.out),
        BookCommand::Minimax(flags) => {
            let mut book = read(&[&flags.book], lang)?.normalise();
            let done = minimax(&mut book);
            let (backed_up, repetitions, leaves) = (done.backed_up, done.repetitions, done.leaves);
            said = Some(lang.pick(
                format!("値を得た手{backed_up}、千日手として0にした手{repetitions}、末端の手{leaves}"),
                format!("{backed_up} moves got the value of the position that they lead to, {repetitions} lead to a repetition and count as 0, {leaves} are leaves"),
            ));
            (book, &flags.out)
        }
        BookCommand::Stats { books, json } => return count(books, *json, lang),
    };
    write(&book, out)?;
    if !quiet {
        let (out, positions) = (out.out.display(), book.len());
        tell(lang.pick(
            format!("{out}: {positions}局面"),
            format!("{out}: {}", counted(positions as u64, "position")),
        ));
        said.into_iter().for_each(tell);
    }
    Ok(tally)
}

/// The error of a run without any book move: an empty book would replace the existing file.
fn nothing_to_write(out: &Path) -> FatalError {
    let out = out.display();
    FatalError::new(
        format!("{out}: left unchanged: no game has a move for a book (see --least-count and --plies)"),
        format!("{out}: そのままにします: 定跡になる指し手がありません（--least-count と --plies を参照）"),
    )
}

fn build(flags: &BookBuildFlags, lang: Lang) -> anyhow::Result<(Book, Tally)> {
    let options = BuildOptions { plies: flags.plies as usize, least_count: flags.least_count };
    let mut builder = Builder::new(options);
    let mut batch = Batch::new(lang);
    for item in problems(&flags.inputs.inputs, &flags.inputs.reading) {
        match item {
            Ok(game) => {
                if let Err(illegal) = builder.add(&game.record) {
                    batch.fail(Failure::refused(&game, &Refusal::Game(illegal), lang))?;
                }
            }
            Err(failure) => batch.fail(failure)?,
        }
    }
    Ok((builder.finish(), batch.tally))
}

fn count(books: &[PathBuf], json: bool, lang: Lang) -> anyhow::Result<Tally> {
    let mut output = Output::new();
    let mut tally = Tally::default();
    for path in books {
        let name = path.display().to_string();
        let found = match read(&[path], lang) {
            Ok(book) => stats(&book),
            Err(error) => {
                tally.unreadable = true;
                let message = error.text(lang);
                if json {
                    let said = json!({"schema": SCHEMA, "book": name, "error": {"message": message}});
                    output.line(said)?;
                }
                tell(message);
                continue;
            }
        };
        if json {
            output.line(stats_json(&name, found))?;
            continue;
        }
        let BookStats { positions, moves, most_moves, with_depth, deepest, played, white_to_move } = found;
        output.line(lang.pick(
            format!(
                "{name}: {positions}局面（後手番{white_to_move}）、指し手{moves}（一局面に最大{most_moves}）、\
                 深さのある手{with_depth}（最大{deepest}）、指された回数{played}"
            ),
            format!(
                "{name}: {} ({white_to_move} with White to move), {} (at most {most_moves} of one position), \
                 {with_depth} with a depth (at most {deepest}), played {}",
                counted(positions, "position"),
                counted(moves, "move"),
                counted(played, "time")
            ),
        ))?;
    }
    Ok(tally)
}

fn stats_json(name: &str, found: BookStats) -> String {
    json!({
        "schema": SCHEMA,
        "book": name,
        "positions": found.positions,
        "white_to_move": found.white_to_move,
        "moves": found.moves,
        "most_moves": found.most_moves,
        "with_depth": found.with_depth,
        "deepest": found.deepest,
        "played": found.played,
    })
    .to_string()
}
