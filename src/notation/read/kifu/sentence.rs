//! The sentence that closes a record: まで4手で先手の勝ち.

use super::super::cursor::Cursor;
use super::super::record_builder::RecordBuilder;
use super::keywords;
use crate::record::Ending;
use crate::types::Color;
use std::cmp::Reverse;

/// Words for actions of a side, each with whether the side wins by the action.
const DEEDS: [(&str, bool); 19] = [
    ("入玉宣言勝ち", true),
    ("入玉勝ち", true),
    ("宣言勝ち", true),
    ("時間切れ勝ち", true),
    ("反則勝ち", true),
    ("不戦勝ち", true),
    ("不戦勝", true),
    ("勝ち", true),
    ("勝", true),
    ("時間切れ負け", false),
    ("時間切れ", false),
    ("切れ負け", false),
    ("反則負け", false),
    ("反則", false),
    ("不戦敗", false),
    ("負け", false),
    ("負", false),
    ("敗", false),
    ("投了", false),
];

/// Words for endings, in the order in which they are searched for: 不詰 before 詰, which it contains.
const WORDS: [(&str, Ending); 12] = [
    ("不詰", Ending::NoMate),
    ("詰", Ending::Mate),
    ("反則負け", Ending::IllegalMove),
    ("反則", Ending::IllegalMoveBefore),
    ("切れ", Ending::TimeUp),
    ("千日手", Ending::Repetition),
    ("持将棋", Ending::Impasse),
    ("入玉", Ending::Declaration),
    ("宣言", Ending::Declaration),
    ("引き分", Ending::Impasse),
    ("引分", Ending::Impasse),
    ("中断", Ending::Interruption),
];

/// The side that is said to have acted.
enum Subject {
    Nobody,
    Side(Color),
    Stranger,
}

/// Ends the current line according to a closing sentence; `players` are the players' names. Words that
/// correspond to no [`Ending`] are kept as a comment.
pub(super) fn close(game: &mut RecordBuilder, players: [Option<&str>; 2], text: &str) {
    let said = behind_count(text);
    if said.is_empty() {
        return;
    }
    let Some((start, deed, has_won)) = deed(said) else {
        match ending_told(said) {
            Some(ending) => game.end(ending),
            None => game.comment(text),
        }
        return;
    };
    let (subject, reason) = subject(&said[..start], players);
    let ending = ending_told(&format!("{reason}{deed}")).unwrap_or(Ending::Resignation);
    let winner = match subject {
        Subject::Nobody => return game.end(ending),
        Subject::Side(side) if has_won => side,
        Subject::Side(side) => !side,
        Subject::Stranger => {
            game.comment(text);
            return game.end(Ending::Interruption);
        }
    };
    match won_by(ending, winner == game.position().side_to_move()) {
        Some(ending) if deed.starts_with("不戦") => game.end_nearly(ending, text),
        ending => game.end_as(ending, text),
    }
}

/// Whether a sentence tells how a record ends: まで先手の勝ち.
pub(super) fn tells_end(text: &str) -> bool {
    deed(text).is_some() || ending_told(text).is_some()
}

/// Whether a sentence states the number of moves: まで4手で.
pub(super) fn is_counted(text: &str) -> bool {
    take_count(text).1
}

/// The text after まで4手で.
fn behind_count(text: &str) -> &str {
    let (said, _) = take_count(text);
    let said = said.strip_prefix('で').unwrap_or(said);
    said.trim_start_matches(is_pause)
}

fn is_pause(c: char) -> bool {
    c.is_whitespace() || c == '、'
}

/// The text after まで4手, or after まで without a number of moves; and whether there is one.
fn take_count(text: &str) -> (&str, bool) {
    let text = text.trim_start_matches("まで").trim_start_matches('迄');
    let said = text.trim_end_matches(['。', '．', '.']).trim();
    let mut at = Cursor::new(0, said.trim_start_matches(is_pause));
    let is_counted = keywords::take_number(&mut at).is_some() && at.take_word("手");
    (if is_counted { at.rest() } else { said }, is_counted)
}

/// The last action mentioned; of several that end at the same place, the longest: its index, its word, and
/// whether it wins.
fn deed(said: &str) -> Option<(usize, &'static str, bool)> {
    let found = DEEDS.iter().filter_map(|&(word, has_won)| Some((said.rfind(word)?, word, has_won)));
    found.max_by_key(|(start, word, _)| (start + word.len(), Reverse(*start)))
}

/// The side that the words before an action name, and the text before the name.
fn subject<'a>(before: &'a str, players: [Option<&str>; 2]) -> (Subject, &'a str) {
    let before = before.strip_suffix(['の', 'が']).unwrap_or(before);
    if ends_a_part(before) {
        return (Subject::Nobody, before);
    }
    let reason = |name: &str| before.strip_suffix(name).filter(|reason| ends_a_part(reason));
    let is_side = |name: &str| Some((keywords::side(name)?, reason(name)?));
    let by_side = ["先手", "下手", "後手", "上手"].into_iter().find_map(is_side);
    let by_name = || match players.map(|name| reason(name?)) {
        [Some(reason), None] => Some((Color::Black, reason)),
        [None, Some(reason)] => Some((Color::White, reason)),
        _ => None,
    };
    match by_side.or_else(by_name) {
        Some((side, reason)) => (Subject::Side(side), reason),
        None => (Subject::Stranger, before),
    }
}

/// Whether a name may follow this text: true for 時間切れにより and 反則で, but not when で is part of a name such as
/// ひで.
fn ends_a_part(text: &str) -> bool {
    let is_told = |reason: &str| WORDS.iter().any(|(word, _)| reason.ends_with(word));
    text.is_empty()
        || text.ends_with("により")
        || text.ends_with(|c: char| c.is_whitespace() || c == '、')
        || text.strip_suffix('で').is_some_and(is_told)
}

/// The ending that words indicate.
fn ending_told(said: &str) -> Option<Ending> {
    WORDS.iter().find(|(word, _)| said.contains(word)).map(|(_, ending)| *ending)
}

/// The ending of this kind in which the side to move wins (if `is_to_move`) or loses; `None` when there is
/// none.
fn won_by(ending: Ending, is_to_move: bool) -> Option<Ending> {
    match ending {
        Ending::IllegalMove | Ending::IllegalMoveBefore if is_to_move => Some(Ending::IllegalMoveBefore),
        Ending::IllegalMove | Ending::IllegalMoveBefore => Some(Ending::IllegalMove),
        Ending::Declaration => is_to_move.then_some(ending),
        Ending::Mate | Ending::Resignation | Ending::TimeUp => (!is_to_move).then_some(ending),
        Ending::NoMate | Ending::Interruption | Ending::Repetition | Ending::Impasse => None,
    }
}
