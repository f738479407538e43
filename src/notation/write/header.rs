//! The statements of a problem as headers of the KIF family, which CSA and JKF store too; and the common
//! parts of KIF and KI2.

use super::WriteError;
use super::played::{PlayedLine, RecordLines, Walk};
use crate::notation::board::diagram_text;
use crate::notation::handicaps::{handicap_of, player_name};
use crate::notation::names::side_name;
use crate::notation::one_line::in_one_line;
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem};
use crate::record::Record;
use crate::types::Color;
use std::borrow::Cow;

/// The keys of information about a game that come first, in their usual order; all other keys follow.
const ABOUT: [&str; 8] = ["開始日時", "終了日時", "棋戦", "戦型", "場所", "持ち時間", "先手", "後手"];

/// The keys and values of the statements, then of the information about a game.
pub(super) fn headers<'a>(problem: &'a Problem) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> {
    let plies = problem.plies.map(|plies| match plies {
        ExpectedPlies::Mate(plies) => plies.to_string(),
        ExpectedPlies::AtMost(plies) => format!("{plies}手以内"),
        ExpectedPlies::NoMate => "不詰".to_owned(),
    });
    let solutions = problem.solutions.as_ref().map(|solutions| match solutions {
        ExpectedSolutions::Exactly(count) => count.to_string(),
        ExpectedSolutions::Several => "複数".to_owned(),
    });
    let stated = |text: &'a Option<String>| text.as_deref().map(Cow::Borrowed);
    let headers = [
        ("作品番号", stated(&problem.id)),
        ("作品名", stated(&problem.title)),
        ("作者", stated(&problem.composer)),
        ("分類", problem.rule.map(|rule| rule.japanese().into())),
        ("条件", problem.conditions.map(|conditions| conditions.japanese().into())),
        ("攻方", problem.attacker.map(|color| side_name(color).into())),
        ("無駄合", problem.policy.map(|policy| policy.japanese().into())),
        ("手数", plies.map(Cow::Owned)),
        ("解数", solutions.map(Cow::Owned)),
        ("指定解数", problem.intended_solutions.as_ref().map(|count| count.to_string().into())),
        ("ツイン", stated(&problem.twin)),
        ("出典", stated(&problem.source)),
        ("備考", stated(&problem.status)),
    ];
    let about = &problem.record.about;
    let known = ABOUT.into_iter().filter_map(|key| about.get_key_value(key));
    let others = about.iter().filter(|(key, _)| !ABOUT.contains(&key.as_str()));
    let about = known.chain(others).map(|(key, value)| (key.as_str(), Some(Cow::Borrowed(value.as_str()))));
    headers
        .into_iter()
        .chain(about)
        .filter_map(|(key, value)| Some((key, in_one_line(value?))))
        .filter(|(_, value)| !value.is_empty())
}

/// A record with its side lines in the order of KIF files. A record without side lines is borrowed, because
/// it may be large.
pub(super) fn with_sorted_branches(record: &Record) -> Cow<'_, Record> {
    let mut record = Cow::Borrowed(record);
    if !record.branches.is_empty() {
        record.to_mut().sort_branches();
    }
    record
}

/// The headers and the root: a handicap by its name, another position as a board.
pub(super) fn kifu_head(problem: &Problem) -> String {
    let root = problem.position();
    let name = |key| {
        let side = Color::ALL.into_iter().find(|&color| key == side_name(color));
        side.map_or(key, |color| player_name(root, color))
    };
    let mut text: String = headers(problem).map(|(key, value)| format!("{}：{value}\n", name(key))).collect();
    match handicap_of(root) {
        Some(name) => text += &format!("手合割：{name}\n"),
        None => {
            text += &diagram_text(root);
            if root.side_to_move() == Color::White {
                text += "後手番\n";
            }
        }
    }
    text
}

/// A line of a comment. A line that begins with `&` is a bookmark.
pub(super) fn comment_line(comment: &str) -> String {
    let mark = if comment.starts_with('&') { "" } else { "*" };
    format!("{mark}{comment}\n")
}

/// The head, the main line, and the side lines, each headed by the ply at which it begins.
pub(super) fn kifu_text(
    head: String,
    problem: &Problem,
    write_line: impl Fn(&PlayedLine, &mut Walk, &mut String) -> Result<(), WriteError>,
) -> Result<String, WriteError> {
    let record = with_sorted_branches(&problem.record);
    let mut text = head;
    let mut walk = Walk::new(&record);
    for line in RecordLines::new(&record).iter() {
        if line.index.is_some() {
            text += &format!("\n変化：{}手\n", line.first);
        }
        line.comments_at(line.first - 1).for_each(|comment| text += &comment_line(comment));
        write_line(&line, &mut walk, &mut text)?;
    }
    Ok(text)
}
