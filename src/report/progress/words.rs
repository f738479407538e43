//! The progress of a search as text.

use super::search_eta::SearchEta;
use crate::report::Lang;
use crate::report::plies_text;
use crate::solve::{Progress, ProofNumbers, Stage};

/// The progress of a search, with the remaining time if a length is expected.
pub fn progress_text(progress: &Progress, eta: &SearchEta, expected: Option<u64>, lang: Lang) -> String {
    match progress.frontier {
        0 => of_proof(progress, eta, lang),
        _ => of_layers(progress, eta, expected, lang),
    }
}

/// The ply that a check examines, out of all plies.
pub fn ply_text((ply, whole): (u64, u64), lang: Lang) -> String {
    lang.pick(format!("{whole}手中{ply}手目"), format!("ply {ply} of {whole}"))
}

/// The progress of a search that goes from depth to depth.
fn of_proof(progress: &Progress, eta: &SearchEta, lang: Lang) -> String {
    let Progress { stage, plies, upper, depth, numbers, nodes, seconds, bytes, budget, .. } = *progress;
    let rate = eta.rates(progress).nodes / 1e3;
    let stage = stage.map(|stage| stage_text(stage, lang).to_owned());
    let least = (plies > 0).then(|| {
        lang.pick(format!("{plies}手以下は不詰"), format!("no mate in {}", plies_text(plies, lang)))
    });
    let most = upper.map(|upper| lang.pick(format!("{upper}手以下で詰"), format!("mate in at most {upper}")));
    let at_hand = (depth > 0).then(|| lang.pick(format!("{depth}手目を調査中"), format!("at ply {depth}")));
    let numbers = numbers.map(|ProofNumbers { proof, disproof }| {
        lang.pick(format!("証明数{proof} 反証数{disproof}"), format!("proof numbers {proof} and {disproof}"))
    });
    let figures = [
        lang.pick(format!("{nodes}ノード"), format!("{nodes} nodes")),
        lang.pick(format!("毎秒 {rate:.0}千"), format!("{rate:.0}k nodes/s")),
    ];
    let memory = (budget > 0).then(|| format!("{}/{}", short_bytes(bytes), short_bytes(budget)));
    let known = stage.into_iter().chain(least).chain(most).chain(numbers).chain(at_hand);
    let all: Vec<String> = known.chain(figures).chain(memory).chain([short_time(seconds, lang)]).collect();
    all.join(lang.pick(" / ", ", "))
}

/// The text for a stage of a tsume search.
const fn stage_text(stage: Stage, lang: Lang) -> &'static str {
    let (japanese, english) = match stage {
        Stage::ShortMates => ("短い詰みを調査中", "short mates"),
        Stage::AnyMate => ("詰みを探索中", "any mate"),
        Stage::Shortening => ("短縮中", "shortening"),
        Stage::Improving => ("手順を改良中", "improving the line"),
        Stage::Proving => ("手数を証明中", "proving the length"),
        Stage::MainLine => ("本手順を作成中", "main line"),
        Stage::Surplus => ("駒余りを調査中", "surplus pieces"),
        Stage::Done => ("終了", "done"),
    };
    match lang {
        Lang::Ja => japanese,
        Lang::En => english,
    }
}

/// The progress of a search that goes from layer to layer, with the remaining time if a length is expected.
fn of_layers(progress: &Progress, eta: &SearchEta, expected: Option<u64>, lang: Lang) -> String {
    let rates = eta.rates(progress);
    let rate = rates.lookups / 1e3;
    let Progress { plies, frontier, positions, seconds, .. } = *progress;
    let memory = format!("{}/{}", short_bytes(progress.bytes), short_bytes(progress.budget));
    // Rounded to tenths of a per cent first, so that a value that rounds to zero has no minus sign.
    let growth = rates.growth.map(|growth| (1000.0 * (growth - 1.0)).round() as i64);
    let growth = growth.map(|tenths| format!("{:+.1}%", tenths as f64 / 10.0));
    let growth = growth.map_or(String::new(), |growth| format!(" ({growth})"));
    let elapsed = short_time(seconds, lang);
    let left =
        expected.and_then(|expected| eta.seconds_to(expected, progress)).map(|left| short_time(left, lang));
    let left = left
        .map_or(String::new(), |left| lang.pick(format!(" / 残り約 {left}"), format!(", about {left} left")));
    lang.pick(
        format!(
            "{plies}手 / 層 {frontier}{growth} / {positions}局面 / 照合毎秒 {rate:.0}千 / {memory} / {elapsed}{left}"
        ),
        format!("ply {plies}, frontier {frontier}{growth}, {positions} pos, {rate:.0}k look-ups/s, {memory}, {elapsed}{left}"),
    )
}

/// A number of bytes in short form.
fn short_bytes(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    if mib < 999.5 { format!("{mib:.0}M") } else { format!("{:.1}G", mib / 1024.0) }
}

/// A number of seconds in short form.
pub fn short_time(seconds: f64, lang: Lang) -> String {
    let (number, unit) = match seconds {
        ..120.0 => (format!("{seconds:.0}"), lang.pick("秒", "s")),
        ..7200.0 => (format!("{:.0}", seconds / 60.0), lang.pick("分", "m")),
        ..172_800.0 => (format!("{:.1}", seconds / 3600.0), lang.pick("時間", "h")),
        _ => (format!("{:.0}", seconds / 86_400.0), lang.pick("日", "d")),
    };
    number + unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_of_mates_in_no_plies() {
        let progress = Progress { nodes: 5, seconds: 3.0, ..Progress::default() };
        let text = |progress: &Progress, lang| of_proof(progress, &SearchEta::default(), lang);
        assert_eq!(text(&progress, Lang::En), "5 nodes, 0k nodes/s, 3s");
        let at = Progress { stage: Some(Stage::Proving), bytes: 3 << 20, budget: 1 << 30, ..progress };
        assert_eq!(text(&at, Lang::En), "proving the length, 5 nodes, 0k nodes/s, 3M/1.0G, 3s");
        let more = Progress { plies: 17, upper: Some(21), ..progress };
        assert_eq!(text(&more, Lang::En), "no mate in 17 plies, mate in at most 21, 5 nodes, 0k nodes/s, 3s");
        assert_eq!(text(&more, Lang::Ja), "17手以下は不詰 / 21手以下で詰 / 5ノード / 毎秒 0千 / 3秒");
        let numbers = ProofNumbers { proof: 7.try_into().unwrap(), disproof: 90.try_into().unwrap() };
        let open = Progress { depth: 33, numbers: Some(numbers), ..progress };
        assert_eq!(text(&open, Lang::En), "proof numbers 7 and 90, at ply 33, 5 nodes, 0k nodes/s, 3s");
        assert_eq!(text(&open, Lang::Ja), "証明数7 反証数90 / 33手目を調査中 / 5ノード / 毎秒 0千 / 3秒");
    }
}
