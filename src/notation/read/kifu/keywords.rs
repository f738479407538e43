//! The keywords of the KIF family: endings, sides, pieces, numbers, times.

use super::super::cursor::Cursor;
use crate::record::Ending;
use crate::types::{Color, PieceKind};

/// The side that a mark before a move denotes.
pub(in crate::notation::read) fn mark(c: char) -> Option<Color> {
    match c {
        '▲' | '☗' | '▼' => Some(Color::Black),
        '△' | '☖' | '▽' => Some(Color::White),
        _ => None,
    }
}

/// Words for endings, written instead of a move. Of several words for the same ending, the first one is used
/// for writing.
pub(in crate::notation) const ENDINGS: [(&str, Ending); 11] = [
    ("詰み", Ending::Mate),
    ("詰", Ending::Mate),
    ("不詰", Ending::NoMate),
    ("投了", Ending::Resignation),
    ("中断", Ending::Interruption),
    ("千日手", Ending::Repetition),
    ("持将棋", Ending::Impasse),
    ("入玉勝ち", Ending::Declaration),
    ("切れ負け", Ending::TimeUp),
    ("反則勝ち", Ending::IllegalMoveBefore),
    ("反則負け", Ending::IllegalMove),
];

/// Takes an ending that is written instead of a move.
pub(super) fn take_ending(at: &mut Cursor) -> Option<Ending> {
    let (_, ending) = ENDINGS.iter().find(|(word, _)| at.take_word(word))?;
    Some(*ending)
}

/// Takes a word for an ending that has no [`Ending`] of its own; returns the word and the nearest ending.
pub(super) fn take_nearest_ending(at: &mut Cursor) -> Option<(&'static str, Ending)> {
    const WORDS: [(&str, Ending); 12] = [
        ("封じ手", Ending::Interruption),
        ("不戦勝", Ending::Interruption),
        ("不戦敗", Ending::Resignation),
        ("王手千日手", Ending::Interruption),
        ("引き分け", Ending::Impasse),
        ("引分け", Ending::Impasse),
        ("引分", Ending::Impasse),
        ("最大手数", Ending::Impasse),
        ("時間切れ", Ending::TimeUp),
        ("入玉宣言勝ち", Ending::Declaration),
        ("入玉宣言", Ending::Declaration),
        ("宣言勝ち", Ending::Declaration),
    ];
    WORDS.into_iter().find(|(word, _)| at.take_word(word))
}

/// Takes any other word that cannot be a move, since some programs write every ending by its name. The word
/// must not begin with a square or a piece, and no move may follow it, as in 1手目 ▲７六歩.
pub(super) fn take_other_ending<'a>(at: &mut Cursor<'a>) -> Option<&'a str> {
    /// Bounds the work, because a line may consist of one long word of moves, and is examined at each of
    /// them.
    const MOST_LETTERS: usize = 20;
    let mut piece = *at;
    if at.peek().is_none_or(|c| digit(c).is_some() || c == '同') || take_piece(&mut piece).is_some() {
        return None;
    }
    let rest = at.rest();
    let letters = rest.chars().take(MOST_LETTERS + 1).take_while(|c| c.is_alphabetic());
    let (count, bytes) = letters.fold((0, 0), |(count, bytes), c| (count + 1, bytes + c.len_utf8()));
    let behind = &rest[bytes..];
    let ends = behind.chars().next().is_none_or(|c| c.is_whitespace() || c == '(')
        && !behind.contains(|c| mark(c).is_some());
    (ends && (1..=MOST_LETTERS).contains(&count)).then(|| {
        at.skip(bytes);
        &rest[..bytes]
    })
}

/// The side named by a line such as 後手番.
pub(super) fn side_to_move(text: &str) -> Option<Color> {
    match text.trim() {
        "先手番" | "下手番" | "攻方番" => Some(Color::Black),
        "後手番" | "上手番" | "玉方番" => Some(Color::White),
        _ => None,
    }
}

/// The side with this name.
pub(super) fn side(name: &str) -> Option<Color> {
    match name {
        "先手" | "下手" | "攻方" | "攻め方" | "詰方" | "詰め方" => Some(Color::Black),
        "後手" | "上手" | "玉方" | "受方" | "受け方" => Some(Color::White),
        _ => None,
    }
}

/// The owner of the hand that a key such as 後手の持駒 names. A hand without an owner is the attacker's.
pub(super) fn hand_owner(key: &str) -> Option<Color> {
    match holder(key)? {
        "" => Some(Color::Black),
        name => side(name),
    }
}

/// Whether a key names a hand, with a known owner or not.
pub(super) fn is_hand(key: &str) -> bool {
    holder(key).is_some()
}

/// The part of a key before the word for a hand.
fn holder(key: &str) -> Option<&str> {
    let name = ["持駒", "持ち駒", "手駒"].iter().find_map(|end| key.strip_suffix(end))?;
    (!name.starts_with(NO_STATEMENT)).then(|| name.strip_suffix('の').unwrap_or(name))
}

/// The prefix of keys that have no meaning for the problem, whatever meaning the rest of the key has.
pub(super) const NO_STATEMENT: &str = "項目_";

/// Whether a key occurs at the head of records, so that it may begin a new one.
pub(super) fn is_key(key: &str) -> bool {
    const KEYS: [&str; 23] = [
        "開始日時",
        "終了日時",
        "棋戦",
        "戦型",
        "手合割",
        "場所",
        "表題",
        "先手",
        "後手",
        "上手",
        "下手",
        "作品番号",
        "作品名",
        "作者",
        "発表誌",
        "発表年月",
        "発表年月日",
        "出典",
        "手数",
        "完全性",
        "分類",
        "受賞",
        "解数",
    ];
    KEYS.contains(&key) || hand_owner(key).is_some()
}

/// Whether a header with this key behind the moves may belong to the game or problem before it. These keys tell
/// something about it after its end, and change neither its position nor what its author states.
pub(super) fn may_follow_moves(key: &str) -> bool {
    matches!(key, "終了日時" | "戦型" | "場所" | "受賞" | "発表年月" | "発表年月日")
}

/// Whether this value of 手合割 names no handicap: the diagram states the position.
pub(super) fn names_no_handicap(value: &str) -> bool {
    matches!(value, "" | "その他" | "詰将棋" | "局面指定")
}

/// The value of a digit: half-width, full-width or kanji.
pub(super) fn digit(c: char) -> Option<u8> {
    const KANJI: &str = "一二三四五六七八九";
    match c {
        '0'..='9' => Some(c as u8 - b'0'),
        '０'..='９' => Some((c as u32 - '０' as u32) as u8),
        _ => (1..).zip(KANJI.chars()).find(|(_, known)| *known == c).map(|(value, _)| value),
    }
}

/// Takes a number below 100,000,000: 18, １８ or 十八.
pub(super) fn take_number(at: &mut Cursor) -> Option<usize> {
    let start = *at;
    let mut number: Option<usize> = None;
    while let Some(c) = at.peek() {
        let next = match (c, number) {
            ('十', _) => Some(number.unwrap_or(1) * 10),
            // After 十 a digit counts ones; otherwise digits form a decimal number.
            (_, Some(tens)) if at_tens(start, *at) => digit(c).map(|ones| tens + usize::from(ones)),
            _ => digit(c).map(|value| number.unwrap_or(0) * 10 + usize::from(value)),
        };
        match next {
            Some(value) if value < 100_000_000 => number = Some(value),
            Some(_) => {
                *at = start;
                return None;
            }
            None => break,
        }
        at.skip(c.len_utf8());
    }
    number
}

/// The text behind the number with which a text begins, if it is words as in titles (5手詰, １番 煙詰, 2 裸玉): neither
/// a move nor a known ending, and without a time. Endings that are not known are such words too.
pub(in crate::notation::read) fn words_behind_number(text: &str) -> Option<&str> {
    let behind = text.trim_start_matches(is_plain_digit);
    let words = behind.trim_start();
    let is_of_word = |c: char| !c.is_ascii() && c.is_alphabetic() && c != '同' && digit(c).is_none();
    if behind.len() == text.len() || !words.starts_with(is_of_word) || text.contains(|c| mark(c).is_some()) {
        return None;
    }
    let mut at = Cursor::new(0, words);
    let is_ending = (take_ending(&mut at).is_some() || take_nearest_ending(&mut at).is_some())
        && !at.peek().is_some_and(char::is_alphabetic);
    let time = words.find('(').map(|start| &words[start..]);
    let has_time = time.is_some_and(|time| time.contains([':', '/']) && seconds(time).is_some());
    (!is_ending && !has_time).then_some(behind)
}

/// Whether a text that begins with a number goes on with a move, not with an ending.
pub(super) fn is_numbered_move(text: &str) -> bool {
    let behind = text.trim_start_matches(is_plain_digit).trim_start();
    begins_with_move(behind.trim_start_matches(|c| mark(c).is_some()))
}

/// Whether marked moves go on with an ending or a closing sentence: `▲１二金 まで1手詰`.
pub(super) fn is_end_of_marked_moves(text: &str) -> bool {
    let last = text.rsplit(|c| mark(c).is_some()).next().unwrap_or(text);
    !begins_with_move(last.trim_start()) || last.contains("まで") || last.contains('迄')
}

/// Whether a text begins like a move: with a square, or 同.
fn begins_with_move(text: &str) -> bool {
    text.starts_with(|c| c == '同' || digit(c).is_some())
}

fn is_plain_digit(c: char) -> bool {
    matches!(c, '0'..='9' | '０'..='９')
}

/// The time used for a move, in whole seconds: the first time in `( 0:12/00:01:40)`, `(12秒/1分40秒)`.
pub(super) fn seconds(text: &str) -> Option<u32> {
    let inside = text.trim_start().strip_prefix('(')?;
    let used = inside.split(['/', ')']).next()?;
    let whole = used.split('.').next()?;
    let add = |sum: u32, part: &str| sum.checked_mul(60)?.checked_add(part.trim().parse().ok()?);
    whole.split(':').try_fold(0, add).or_else(|| seconds_in_words(whole))
}

/// The seconds of `1時間2分3秒`, of which any part may be left out.
fn seconds_in_words(text: &str) -> Option<u32> {
    const UNITS: [(&str, u32); 3] = [("時間", 3600), ("分", 60), ("秒", 1)];
    let (rest, sum) = UNITS.into_iter().try_fold((text, 0u32), |(rest, sum), (unit, seconds)| {
        let Some((count, behind)) = rest.split_once(unit) else { return Some((rest, sum)) };
        let count: u32 = count.trim().parse().ok()?;
        Some((behind, sum.checked_add(count.checked_mul(seconds)?)?))
    })?;
    (rest.trim().is_empty() && rest.len() < text.len()).then_some(sum)
}

/// Whether 十 is the last character between two places of a line.
fn at_tens(start: Cursor, end: Cursor) -> bool {
    start.rest()[..start.rest().len() - end.rest().len()].ends_with('十')
}

/// Takes the name of a piece, the longest one that fits: 成銀 before 銀.
pub(super) fn take_piece(at: &mut Cursor) -> Option<PieceKind> {
    use PieceKind::*;
    const NAMES: [(&str, PieceKind); 21] = [
        ("成香", ProLance),
        ("成桂", ProKnight),
        ("成銀", ProSilver),
        ("成歩", ProPawn),
        ("歩", Pawn),
        ("香", Lance),
        ("桂", Knight),
        ("銀", Silver),
        ("金", Gold),
        ("角", Bishop),
        ("飛車", Rook),
        ("飛", Rook),
        ("玉", King),
        ("王", King),
        ("と", ProPawn),
        ("杏", ProLance),
        ("圭", ProKnight),
        ("全", ProSilver),
        ("馬", Horse),
        ("龍", Dragon),
        ("竜", Dragon),
    ];
    let (_, kind) = NAMES.iter().find(|(name, _)| at.take_word(name))?;
    Some(*kind)
}
