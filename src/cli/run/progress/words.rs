//! How far a search has come, in words.

use crate::cli::run::progress::search_eta::SearchEta;
use crate::report::Lang;
use crate::solve::Progress;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// For a search that goes from depth to depth.
pub fn of_proof(progress: &Progress, eta: &SearchEta, lang: Lang) -> String {
    let Progress { plies, upper, nodes, seconds, .. } = *progress;
    let rate = eta.rates(progress).nodes / 1e3;
    let least =
        (plies > 0).then(|| lang.pick(format!("{plies}手以下は不詰"), format!("no mate in {plies} plies")));
    let most = upper.map(|upper| lang.pick(format!("{upper}手以下で詰"), format!("mate in at most {upper}")));
    let figures = [
        lang.pick(format!("{nodes}ノード"), format!("{nodes} nodes")),
        lang.pick(format!("毎秒 {rate:.0}千"), format!("{rate:.0}k nodes/s")),
        short_time(seconds),
    ];
    let all: Vec<String> = least.into_iter().chain(most).chain(figures).collect();
    all.join(lang.pick(" / ", ", "))
}

/// For a search that goes from layer to layer, towards a length that may be expected.
pub fn of_layers(progress: &Progress, eta: &SearchEta, expected: Option<u64>, lang: Lang) -> String {
    let rates = eta.rates(progress);
    let rate = rates.lookups / 1e3;
    let Progress { plies, frontier, positions, seconds, .. } = *progress;
    let memory = format!("{}/{}", short_bytes(progress.bytes), short_bytes(progress.budget));
    // In tenths of a per cent, so that what rounds to nothing has no minus.
    let growth = rates.growth.map(|growth| (1000.0 * (growth - 1.0)).round() as i64);
    let growth = growth.map(|tenths| format!("{:+.1}%", tenths as f64 / 10.0));
    let growth = growth.map_or(String::new(), |growth| format!(" ({growth})"));
    let elapsed = short_time(seconds);
    let left = expected.and_then(|expected| eta.seconds_to(expected, progress)).map(short_time);
    let left = left
        .map_or(String::new(), |left| lang.pick(format!(" / 残り約 {left}"), format!(", about {left} left")));
    lang.pick(
        format!(
            "{plies}手 / 層 {frontier}{growth} / {positions}局面 / 照合毎秒 {rate:.0}千 / {memory} / {elapsed}{left}"
        ),
        format!("ply {plies}, frontier {frontier}{growth}, {positions} pos, {rate:.0}k look-ups/s, {memory}, {elapsed}{left}"),
    )
}

/// Bytes in few letters.
fn short_bytes(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    if mib < 999.5 { format!("{mib:.0}M") } else { format!("{:.1}G", mib / 1024.0) }
}

/// Seconds in few letters.
pub fn short_time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0}s"),
        ..7200.0 => format!("{:.0}m", seconds / 60.0),
        ..172_800.0 => format!("{:.1}h", seconds / 3600.0),
        _ => format!("{:.0}d", seconds / 86_400.0),
    }
}

/// A name as a narrow terminal has room for it beside figures: without folders, and of a long one the end.
pub fn short_name(name: &str) -> String {
    const COLUMNS: usize = 20;
    let last = name.rsplit(['/', '\\']).next().filter(|last| !last.is_empty()).unwrap_or(name);
    if last.width() <= COLUMNS {
        return last.to_owned();
    }
    let mut width = 1;
    let mut fits = |letter: char| {
        width += letter.width().unwrap_or(0);
        width <= COLUMNS
    };
    let kept = last.chars().rev().take_while(|&letter| fits(letter)).map(char::len_utf8).sum::<usize>();
    format!("…{}", &last[last.len() - kept..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_ends() {
        assert_eq!(short_name("/home/x/problems/set.sfen:12"), "set.sfen:12");
        assert_eq!(short_name("zukou-1"), "zukou-1");
        assert_eq!(short_name("a-very-long-name-of-a-problem"), "…g-name-of-a-problem");
        let name = short_name("将棋図巧第一番から第百番まで全部入り");
        assert!(name.ends_with("全部入り") && name.width() <= 20, "{name}");
        assert_eq!(short_name("x/"), "x/");
    }

    #[test]
    fn nothing_is_said_of_mates_in_no_plies() {
        let progress = Progress { nodes: 5, seconds: 3.0, ..Progress::default() };
        let text = |progress: &Progress, lang| of_proof(progress, &SearchEta::default(), lang);
        assert_eq!(text(&progress, Lang::En), "5 nodes, 0k nodes/s, 3s");
        let more = Progress { plies: 17, upper: Some(21), ..progress };
        assert_eq!(text(&more, Lang::En), "no mate in 17 plies, mate in at most 21, 5 nodes, 0k nodes/s, 3s");
        assert_eq!(text(&more, Lang::Ja), "17手以下は不詰 / 21手以下で詰 / 5ノード / 毎秒 0千 / 3s");
    }
}
