//! Plays moves from an opening book (定跡), if one is set and contains the position.

use super::chance;
use super::named_file::{Again, NamedFile};
use super::open_book::OpenBook;
use super::play_task::PlayTask;
use crate::book::{BookMove, Choice, SortedBook};
use crate::movegen::is_legal;
use crate::play::Score;
use crate::position::Position;
use crate::report::{Lang, Message};
use crate::usi::options::Options;
use crate::usi::reply::{BestMove, Info};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The book of a session. An error in a file is reported only once.
#[derive(Default)]
pub(super) struct OpeningBook {
    file: NamedFile,
    book: Option<Arc<Mutex<OpenBook>>>,
}

impl OpeningBook {
    /// Opens the book that the options name, unless it is open already.
    ///
    /// # Errors
    /// The book cannot be used; the engine plays without it.
    pub(super) fn prepare(&mut self, options: &Options, again: Again) -> Result<(), String> {
        if !self.file.is_due(options.book_file(), again) {
            return Ok(());
        }
        self.book = None;
        let Some(file) = self.file.name() else { return Ok(()) };
        let book = open(file)
            .map_err(|error| format!("BookFile: {file}: {error}: the engine plays without a book"))?;
        self.book = Some(Arc::new(Mutex::new(OpenBook { book, is_depth_said: false })));
        Ok(())
    }

    /// The open book, for use by a search.
    pub(super) fn book(&self) -> Option<Arc<Mutex<OpenBook>>> {
        self.book.clone()
    }
}

fn open(file: &str) -> Result<SortedBook, String> {
    NamedFile::check_kind(file)?;
    SortedBook::open(Path::new(file)).map_err(|error| error.message(Lang::En))
}

/// The move from the book for a task, if there is one. The book is not used for analysis, while pondering, or if `go`
/// restricts the moves to choose from.
pub(super) fn book_move(task: &PlayTask, book: &Mutex<OpenBook>) -> Option<BestMove> {
    let position = &task.game.position;
    if task.request.waits().is_some()
        || !task.request.searchmoves.is_empty()
        || u64::from(position.move_number()) > task.options.book_moves()
    {
        return None;
    }
    let candidates = candidates(task, &mut book.lock().unwrap_or_else(PoisonError::into_inner));
    let drawn = Choice::draw(&candidates, chance::draw())?;
    let lines = task.options.play().multi_pv;
    // The line that is played is sent last.
    let others = candidates.iter().filter(|book| book.mv != drawn.mv);
    let mut shown: Vec<&BookMove> = [&drawn].into_iter().chain(others).take(lines).collect();
    shown.reverse();
    for (number, book) in (1..=shown.len()).rev().zip(shown) {
        show(task, position, book, (lines > 1).then_some(number));
    }
    Some(BestMove::Move { mv: drawn.mv, ponder: task.ponder(drawn.mv, drawn.ponder) })
}

/// The moves of the book for the position that the options allow.
fn candidates(task: &PlayTask, open: &mut OpenBook) -> Vec<BookMove> {
    let moves = open.book.probe(&task.game.position).unwrap_or_else(|error| {
        let message = format!("error: BookFile: {}: this position is searched", error.message(Lang::En));
        task.output.send(Info::text(message));
        Vec::new()
    });
    let candidates = task.options.book_choice().candidates(&moves);
    // The limit on the difference of values never excludes the best move, so the limit on the depth excluded all.
    if candidates.is_empty() && !moves.is_empty() && !open.is_depth_said {
        open.is_depth_said = true;
        let message = "BookFile: its moves in this position have a smaller depth than BookDepthLimit, so the position \
                       is searched; 0 allows moves of any depth";
        task.output.send(Info::text(message));
    }
    candidates
}

fn show(task: &PlayTask, position: &Position, book: &BookMove, multipv: Option<usize>) {
    let mut after = position.clone();
    after.do_move(book.mv);
    let reply = book.ponder.filter(|&reply| is_legal(&after, reply));
    let pv: Vec<_> = [Some(book.mv), reply].into_iter().flatten().collect();
    task.output.send(Info {
        depth: Some(book.depth.unwrap_or(0).into()),
        multipv,
        score: book.value.map(Score::Centipawns),
        nodes: Some(0),
        time: Some(task.asked.elapsed()),
        pv: &pv,
        ..Info::default()
    });
}
