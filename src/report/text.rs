//! The report on an outcome as text.

use super::line::{difference_text, is_long, solution_text};
use super::{Lang, Report, hand_name};
use crate::analysis::SideLine;
use crate::notation::japanese_line;
use crate::position::SfenWarning;
use crate::problem::{Conditions, Contradiction, Problem, ProblemWarning, UnknownRule};
use crate::record::Record;
use crate::solve::tsume::{Futile, Prove};
use crate::solve::{Reason, Verdict};
use crate::types::Color;
use num_bigint::BigUint;

impl Report<'_> {
    /// The whole report: verdict, attacker if not the usual one, solutions, statistics. Long solutions are
    /// shown in full if `full`.
    pub fn text(&self, lang: Lang, full: bool) -> String {
        let mut text = format!("{}\n", self.verdict_line(lang));
        for note in self.notes(lang) {
            text += &format!("{note}\n");
        }
        if let Some(policy) = self.policy_line(lang) {
            text += &format!("{policy}\n");
        }
        if let Some(warning) = self.box_warning(lang) {
            text += &format!("{warning}\n");
        }
        text += &self.solutions_text(lang, full);
        text += &self.side_lines_text(lang);
        text += &self.figures_line(lang);
        text.push('\n');
        text
    }

    /// Notes on a question that is not the usual one: the attacker, the conditions, the owner of the
    /// remaining pieces.
    pub(super) fn notes(&self, lang: Lang) -> impl Iterator<Item = String> {
        let conditions = conditions_note(self.question.conditions(), lang);
        [self.attacker_note(lang), conditions, rest_note(self.problem, lang)].into_iter().flatten()
    }

    /// The verdict in one line.
    pub fn verdict_line(&self, lang: Lang) -> String {
        let rule = self.rule_text(lang);
        match self.outcome.verdict {
            Verdict::Mate { plies: 0, .. } => {
                lang.pick(format!("{rule} 0手 (初形で詰み)"), format!("{rule} in 0: the position is mate"))
            }
            Verdict::Mate { plies, .. } if self.is_exact() && !self.question.rule().is_cooperative() => {
                lang.pick(format!("{rule} {plies}手 (証明済み)"), format!("{rule} in {plies}, proved"))
            }
            Verdict::Mate { plies, .. } if self.is_exact() => {
                let count = self.count_text(lang);
                lang.pick(format!("{rule} {plies}手 ({count})"), format!("{rule} in {plies}, {count}"))
            }
            Verdict::Mate { plies, .. } => {
                let mut why = self.doubt(lang);
                let lower = self.outcome.proved_lower();
                // Of helpmates all lengths up to this one were searched.
                if !self.question.rule().is_cooperative() && lower > 2 {
                    why += &lang.pick(
                        format!("、{lower}手未満の詰みはない"),
                        format!("; no mate in fewer than {}", plies_text(lower, lang)),
                    );
                }
                lang.pick(
                    format!("{rule} {plies}手以内 (最短とは証明されていない: {why})"),
                    format!("{rule} in at most {plies} (not proved shortest: {why})"),
                )
            }
            Verdict::NoMate if self.is_exact() => lang.pick("不詰", "no mate").to_owned(),
            Verdict::NoMate => {
                let why = self.doubt(lang);
                lang.pick(format!("不詰 (証明されていない: {why})"), format!("no mate (not proved: {why})"))
            }
            Verdict::Unknown(reason) => {
                let why = reason_name(reason, lang);
                let verdict = lang.pick(format!("不明: {why}"), format!("unknown: {why}"));
                match self.exclusion(reason, lang) {
                    Some(excluded) => format!("{verdict} ({excluded})"),
                    None => verdict,
                }
            }
        }
    }

    /// The rule, preceded by its conditions.
    fn rule_text(&self, lang: Lang) -> String {
        let (rule, conditions) = (self.question.rule(), self.question.conditions());
        match conditions.is_empty() {
            true => lang.pick(rule.japanese(), rule.name()).to_owned(),
            false => lang.pick(
                format!("{} {}", conditions.japanese(), rule.japanese()),
                format!("{conditions} {}", rule.name()),
            ),
        }
    }

    /// The defender's side lines, each on a line with its first ply.
    fn side_lines_text(&self, lang: Lang) -> String {
        let main = self.outcome.solutions.listed.first().map_or(&[][..], |main| main);
        let line = |side: &SideLine| {
            let moves = [&main[..side.ply - 1], &side.moves].concat();
            let record = Record::new(self.question.position().clone(), moves);
            let names: Vec<String> = japanese_line(&record).skip(side.ply - 1).collect();
            let (ply, end, names) = (side.ply, side.ply - 1 + side.moves.len(), names.join(" "));
            lang.pick(
                format!("変化{ply}手: {names} 迄{end}手\n"),
                format!("variation at ply {ply}: {names} 迄{end}手\n"),
            )
        };
        self.side_lines.iter().map(line).collect()
    }

    /// The reason why a result is not proved.
    fn doubt(&self, lang: Lang) -> String {
        match self.outcome.reason {
            Some(reason) => reason_name(reason, lang).to_owned(),
            None if self.request.prove == Some(Prove::None) => {
                lang.pick("--prove none では調べない", "not asked for by --prove none").to_owned()
            }
            None if self.outcome.trusts_fingerprints() => lang
                .pick(
                    "理由不明: この局面を報告してください",
                    "for no known reason: please report this position",
                )
                .to_owned(),
            None => {
                let hits = self.outcome.false_hits_expected;
                lang.pick(format!("指紋の誤認の期待値 {hits:.1e}"), format!("{hits:.1e} false hits expected"))
            }
        }
    }

    fn count_text(&self, lang: Lang) -> String {
        let count = &self.outcome.solutions.count;
        let noun = solutions_noun(count);
        let count = short_number(count);
        match self.is_count_exact() {
            true => lang.pick(format!("解{count}"), format!("{count} {noun}")),
            false => lang.pick(format!("解{count}以上"), format!("at least {count} {noun}")),
        }
    }

    /// Tsume: the policy by which interpositions counted.
    pub fn policy_line(&self, lang: Lang) -> Option<String> {
        self.outcome.policy().map(|policy| match policy {
            Futile::None => {
                lang.pick("合駒: 合法な合駒はすべて数える", "every legal interposition counts").to_owned()
            }
            Futile::Official => {
                lang.pick("合駒: 無駄合は数えない", "futile interpositions are left out").to_owned()
            }
        })
    }

    /// Tsume: a warning about pieces in the box, which a printed diagram implies to be in the defender's
    /// hand.
    pub(super) fn box_warning(&self, lang: Lang) -> Option<String> {
        let rest = self.question.position().piece_box();
        (!self.question.rule().is_cooperative() && !rest.is_empty()).then(|| {
            let hand = hand_name(rest, lang);
            lang.pick(
                format!("注意: 駒箱に{hand}: 玉方の持駒に含めるには --rest"),
                format!("warning: {hand} in the piece box are not used; --rest gives them to the defender"),
            )
        })
    }

    /// The attacker, unless Black attacks and moves first.
    pub fn attacker_note(&self, lang: Lang) -> Option<String> {
        attacker_note(self.question.attacker(), self.question.position().side_to_move(), lang)
    }

    fn solutions_text(&self, lang: Lang, full: bool) -> String {
        let solutions = &self.outcome.solutions;
        let mut text = String::new();
        let count = short_number(&solutions.count);
        if count != solutions.count.to_string() {
            let whole = &solutions.count;
            text += &match self.is_count_exact() {
                true => lang.pick(format!("解の数: {whole}\n"), format!("number of solutions: {whole}\n")),
                false => lang.pick(
                    format!("解の数: {whole}以上\n"),
                    format!("number of solutions: at least {whole}\n"),
                ),
            };
        }
        let is_one = solutions.count == BigUint::from(1u32);
        for (index, moves) in solutions.listed.iter().enumerate() {
            if !is_one {
                let number = index + 1;
                let plus = if self.is_count_exact() { "" } else { "+" };
                text += &lang.pick(
                    format!("解 {number}/{count}{plus}\n"),
                    format!("solution {number} of {count}{plus}\n"),
                );
            }
            let record = Record::new(self.question.position().clone(), moves.clone());
            text += &match &solutions.listed[0] {
                first if index > 0 && !full && is_long(moves) => difference_text(&record, first, lang),
                _ => solution_text(&record, full, lang),
            };
            let surplus = solutions.surplus.get(index).filter(|hand| !hand.is_empty());
            if let Some(surplus) = surplus.filter(|_| self.question.rule().forbids_surplus()) {
                let hand = hand_name(*surplus, lang);
                text += &lang.pick(format!("駒余り: {hand}\n"), format!("surplus pieces: {hand}\n"));
                if self.is_exact() && self.outcome.surplus_is_decided() == Some(false) {
                    text += lang.pick(
                        "(同手数で駒の余らない受けがあるかは調べ切っていない)\n",
                        "(it was not decided whether a defence of the same length leaves no surplus pieces)\n",
                    );
                }
            }
        }
        text += &self.traditional_text(full, lang).unwrap_or_default();
        text += &self.recorded_text(lang).unwrap_or_default();
        let listed = solutions.listed.len();
        if listed > 0 && BigUint::from(listed) < solutions.count {
            text += &lang.pick(
                format!("(うち{listed}解を表示。solve の --max-solutions で表示数を変更)\n"),
                format!("({listed} of them listed; --max-solutions of solve sets how many)\n"),
            );
        }
        text
    }

    /// Tsume: the traditional length, if it differs.
    pub(super) fn traditional_text(&self, full: bool, lang: Lang) -> Option<String> {
        let moves = self.outcome.traditional()?;
        let length = moves.len();
        let line = Record::new(self.question.position().clone(), moves.to_vec());
        let heading = lang.pick(
            format!("伝統的な手数: {length}手 (これより長い受けには、攻方が駒を余して詰められる)\n"),
            format!(
                "traditional length: {} (where the defence lasts longer, the attacker can keep surplus pieces)\n",
                plies_text(length as u64, lang)
            ),
        );
        Some(heading + &solution_text(&line, full, lang))
    }

    pub(super) fn figures_line(&self, lang: Lang) -> String {
        let stats = &self.outcome.stats;
        let (positions, seconds, hits) = (stats.positions, stats.seconds, self.outcome.false_hits_expected);
        if !self.question.rule().is_cooperative() {
            return effort_text(stats.nodes, seconds, lang);
        }
        let memory = bytes_text(stats.peak_bytes);
        let plies = match self.outcome.verdict {
            Verdict::Mate { plies, .. } => format!("{}, ", plies_text(plies, lang)),
            _ => String::new(),
        };
        let second = match self.outcome.verified() {
            None => "",
            Some(true) => lang.pick(", 別の指紋による再探索と一致", ", verified with other fingerprints"),
            Some(false) => lang
                .pick(", 別の指紋による再探索と不一致", ", CONTRADICTED by a search with other fingerprints"),
        };
        lang.pick(
            format!(
                "{plies}{positions}局面, {seconds:.3}秒, メモリ {memory}, 誤認の期待値 {hits:.1e}{second}"
            ),
            format!(
                "{plies}{}, {seconds:.3} s, {memory}, {hits:.1e} false hits expected{second}",
                counted(positions, "position")
            ),
        )
    }
}

/// The attacker and the side that moves first, unless Black is both.
pub fn attacker_note(attacker: Color, first: Color, lang: Lang) -> Option<String> {
    let name = |color: Color| match (lang, color) {
        (Lang::Ja, Color::Black) => "先手",
        (Lang::Ja, Color::White) => "後手",
        (Lang::En, Color::Black) => "Black",
        (Lang::En, Color::White) => "White",
    };
    let attacks = name(attacker);
    match (attacker, first == attacker) {
        (Color::Black, true) => None,
        (_, true) => Some(lang.pick(format!("攻方: {attacks}"), format!("{attacks} attacks"))),
        (_, false) => Some(lang.pick(
            format!("攻方: {attacks}, 受先 ({}から指す)", name(first)),
            format!("{attacks} attacks, the defender ({}) moves first", name(first)),
        )),
    }
}

/// The conditions on captures, if there are any.
pub fn conditions_note(conditions: Conditions, lang: Lang) -> Option<String> {
    (!conditions.is_empty())
        .then(|| lang.pick(format!("条件: {}", conditions.japanese()), format!("condition: {conditions}")))
}

/// The note that the reader gave the piece box to a side, if it did.
pub fn rest_note(problem: &Problem, lang: Lang) -> Option<String> {
    let (ja, en) = match problem.rest? {
        Color::Black => ("先手", "Black"),
        Color::White => ("後手", "White"),
    };
    Some(lang.pick(
        format!("図に記載のない残り駒はすべて{ja}の持駒とした (--rest と同じ)"),
        format!("the diagram does not say where the other pieces are: {en} holds them, as with --rest"),
    ))
}

/// The message about an ambiguity in a problem's text that is refused, with how to correct it.
pub fn lack_text(warning: &ProblemWarning, lang: Lang) -> String {
    match warning {
        ProblemWarning::Position(SfenWarning::NoHands) => lang.pick(
            "SFEN に持駒の欄がありません: 手番の後に持駒を (なければ - を) 書いてください".to_owned(),
            "the SFEN has no field for the hands: write them after the side to move, - for none".to_owned(),
        ),
        ProblemWarning::UnknownRule(UnknownRule { key, value, words }) => lang.pick(
            format!("{key}：{value} の `{words}` という規則や条件は知りません: 知っているものに直してください"),
            format!(
                "`{words}` in the header {key}：{value} is not a known rule or condition: replace it by a known one"
            ),
        ),
        ProblemWarning::Contradiction(Contradiction { first, second }) => lang.pick(
            format!("{first} と {second} は両立しません: どちらか一つにしてください"),
            format!("the headers {first} and {second} contradict each other: leave one of them out"),
        ),
    }
}

/// A number of plies with its unit.
pub fn plies_text(plies: u64, lang: Lang) -> String {
    lang.pick(format!("{plies}手"), if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") })
}

/// A number with an English noun, which gets a plural s unless the number is 1.
pub fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The nodes and the time of a search that counts nodes.
pub(super) fn effort_text(nodes: u64, seconds: f64, lang: Lang) -> String {
    let english = format!("{}, {seconds:.3} s", counted(nodes, "node"));
    lang.pick(format!("{nodes}局面, {seconds:.3}秒"), english)
}

/// The English noun after a number of solutions.
pub(super) fn solutions_noun(count: &BigUint) -> &'static str {
    if *count == BigUint::from(1u32) { "solution" } else { "solutions" }
}

/// A number in a form that fits into a line: exact up to 15 digits, otherwise its leading digits and the
/// power of ten.
pub(super) fn short_number(number: &BigUint) -> String {
    let digits = number.to_string();
    match digits.len() {
        ..=15 => digits,
        len => format!("{}.{}…e{}", &digits[..1], &digits[1..4], len - 1),
    }
}

/// The reason why a search ended.
pub(in crate::report) fn reason_name(reason: Reason, lang: Lang) -> &'static str {
    let ja = match reason {
        Reason::Time => "時間切れ",
        Reason::Memory => "メモリの上限",
        Reason::Nodes => "局面数の上限",
        Reason::Plies => "手数の上限",
        Reason::Interrupted => "中断",
        Reason::Disk => "ディスクに書けない",
        Reason::Host => "他のプロセスが応答しない",
    };
    lang.pick(ja, reason.name())
}

/// A number of bytes in MiB or GiB.
pub fn bytes_text(bytes: u64) -> String {
    let mib = bytes as f64 / f64::from(1 << 20);
    if mib < 1024.0 { format!("{mib:.1} MiB") } else { format!("{:.2} GiB", mib / 1024.0) }
}
