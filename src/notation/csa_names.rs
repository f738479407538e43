//! The names of pieces and endings in CSA, which JKF uses too, and the CSA keys of information about a game.

use crate::record::Ending;
use crate::types::{Color, PieceKind};
use std::borrow::Cow;

/// The CSA keys of information about a game, with the corresponding headers of the KIF family. `$EVENT` is
/// treated separately.
pub(super) const CSA_HEADERS: [(&str, &str); 7] = [
    ("N+", "先手"),
    ("N-", "後手"),
    ("$SITE:", "場所"),
    ("$START_TIME:", "開始日時"),
    ("$END_TIME:", "終了日時"),
    ("$TIME_LIMIT:", "持ち時間"),
    ("$OPENING:", "戦型"),
];

/// The value for CSA of a header: from a time, the day of the week is removed, which other formats write
/// after the date: 2024/01/02(火) 10:00:00.
pub(super) fn csa_value<'a>(key: &str, value: Cow<'a, str>) -> Cow<'a, str> {
    let is_time = matches!(key, "開始日時" | "終了日時");
    let plain = || is_time.then(|| without_weekday(&value)).flatten();
    plain().map_or(value, Cow::Owned)
}

/// A date and a time without the day of the week between them; `None` when there is no day of the week.
fn without_weekday(value: &str) -> Option<String> {
    let (date, rest) = value.split_once(['(', '（'])?;
    let (day, time) = rest.split_once([')', '）'])?;
    let is_date = date.starts_with(|c: char| c.is_ascii_digit())
        && date.trim_end().chars().all(|c| c.is_ascii_digit() || c == '/');
    let is_day = ["日", "月", "火", "水", "木", "金", "土"]
        .iter()
        .any(|name| day.strip_prefix(name).is_some_and(|rest| matches!(rest, "" | "曜" | "曜日")));
    (is_date && is_day).then(|| format!("{} {}", date.trim_end(), time.trim_start()).trim().to_owned())
}

/// The two-letter name of a piece, such as `FU` or `RY`.
pub(super) fn csa_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "FU",
        PieceKind::Lance => "KY",
        PieceKind::Knight => "KE",
        PieceKind::Silver => "GI",
        PieceKind::Bishop => "KA",
        PieceKind::Rook => "HI",
        PieceKind::Gold => "KI",
        PieceKind::King => "OU",
        PieceKind::ProPawn => "TO",
        PieceKind::ProLance => "NY",
        PieceKind::ProKnight => "NK",
        PieceKind::ProSilver => "NG",
        PieceKind::Horse => "UM",
        PieceKind::Dragon => "RY",
    }
}

/// The piece with a two-letter name.
pub(super) fn csa_kind(name: &str) -> Option<PieceKind> {
    PieceKind::ALL.into_iter().find(|&kind| csa_name(kind) == name)
}

/// The word for an ending, without its `%`; `to_move` is the side to move at the end.
pub(super) fn csa_ending(ending: Ending, to_move: Color) -> &'static str {
    match ending {
        Ending::Mate => "TSUMI",
        Ending::NoMate => "FUZUMI",
        Ending::Resignation => "TORYO",
        Ending::Interruption => "CHUDAN",
        Ending::Repetition => "SENNICHITE",
        Ending::Impasse => "JISHOGI",
        Ending::Declaration => "KACHI",
        Ending::TimeUp => "TIME_UP",
        // The sign names the side that acted illegally.
        Ending::IllegalMoveBefore if to_move == Color::White => "+ILLEGAL_ACTION",
        Ending::IllegalMoveBefore => "-ILLEGAL_ACTION",
        Ending::IllegalMove => "ILLEGAL_MOVE",
    }
}

/// The ending for a word without its `%`; `None` for a word that has no corresponding [`Ending`].
pub(super) fn ending_of_csa(word: &str, to_move: Color) -> Option<Ending> {
    let sign_of = |color| if color == Color::Black { '+' } else { '-' };
    match word.trim_start_matches(['+', '-']) {
        "ILLEGAL_ACTION" if word.starts_with(sign_of(to_move)) => Some(Ending::IllegalMove),
        "ILLEGAL_ACTION" => Some(Ending::IllegalMoveBefore),
        "HIKIWAKE" => Some(Ending::Impasse),
        plain => Ending::ALL.into_iter().find(|&ending| csa_ending(ending, to_move) == plain),
    }
}
