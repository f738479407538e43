//! What a problem states, as headers of the KIF family (CSA and JKF carry them too), and what KIF and KI2 share.

use super::WriteError;
use super::played::{PlayedLine, RecordLines, Walk};
use crate::notation::board::diagram_text;
use crate::notation::handicaps::handicap_of;
use crate::notation::names::side_name;
use crate::problem::{ExpectedPlies, ExpectedSolutions, Problem};
use crate::types::Color;

/// What is said about a game in the order in which records have it; everything else follows.
const ABOUT: [&str; 8] = ["開始日時", "終了日時", "棋戦", "戦型", "場所", "持ち時間", "先手", "後手"];

/// Keys and values of what is stated, then of what is said about a game.
pub(super) fn headers(problem: &Problem) -> Vec<(&str, String)> {
    let plies = problem.plies.map(|plies| match plies {
        ExpectedPlies::Mate(plies) => plies.to_string(),
        ExpectedPlies::NoMate => "不詰".to_owned(),
    });
    let solutions = problem.solutions.as_ref().map(|solutions| match solutions {
        ExpectedSolutions::Exactly(count) => count.to_string(),
        ExpectedSolutions::Several => "複数".to_owned(),
    });
    let headers = [
        ("作品番号", problem.id.clone()),
        ("作品名", problem.title.clone()),
        ("作者", problem.composer.clone()),
        ("分類", problem.rule.map(|rule| rule.japanese().to_owned())),
        ("攻方", problem.attacker.map(|color| side_name(color).to_owned())),
        ("無駄合", problem.policy.map(|policy| policy.japanese().to_owned())),
        ("手数", plies),
        ("解数", solutions),
        ("出典", problem.source.clone()),
        ("備考", problem.status.clone()),
    ];
    let about = &problem.record.about;
    let known = ABOUT.into_iter().filter_map(|key| about.get_key_value(key));
    let others = about.iter().filter(|(key, _)| !ABOUT.contains(&key.as_str()));
    let about = known.chain(others).map(|(key, value)| (key.as_str(), Some(value.clone())));
    headers
        .into_iter()
        .chain(about)
        .filter_map(|(key, value)| Some((key, value?.replace(['\r', '\n'], " ").trim().to_owned())))
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

/// Headers and the root, a handicap by its name and else a board.
pub(super) fn kifu_head(problem: &Problem) -> String {
    let mut text: String =
        headers(problem).into_iter().map(|(key, value)| format!("{key}：{value}\n")).collect();
    let root = problem.position();
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

/// The head, the main line, and every side line under the ply at which it begins.
pub(super) fn kifu_text(
    head: String,
    problem: &Problem,
    write_line: impl Fn(&PlayedLine, &mut Walk, &mut String) -> Result<(), WriteError>,
) -> Result<String, WriteError> {
    let mut record = problem.record.clone();
    record.sort_branches();
    let mut text = head;
    let mut walk = Walk::new(&record);
    for line in RecordLines::new(&record).iter() {
        if line.index.is_some() {
            text += &format!("\n変化：{}手\n", line.first);
        }
        line.comments_at(line.first - 1).for_each(|comment| text += &format!("*{comment}\n"));
        write_line(&line, &mut walk, &mut text)?;
    }
    Ok(text)
}
