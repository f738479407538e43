//! The headers 分類 and 規則: they contain a rule, conditions with it, and words that are not about the rule. Any
//! other words may name a rule that is not supported (安南協力詰, 自玉詰将棋).

use crate::position::{Conditions, Rule};

/// The contents of one of these headers.
pub(super) struct Class {
    pub rule: Option<Rule>,
    /// The conditions stated with the rule, such as those of 攻方取禁協力詰.
    pub conditions: Option<Conditions>,
    /// If the value names two rules: the name of the rule that is used, and that of the other one.
    pub rivals: Option<[String; 2]>,
    /// The words that are not understood.
    pub unknown: String,
}

/// A value with more characters is not analysed: no rule has such a long name.
const LONGEST: usize = 200;

/// The largest number of characters in the name of a condition with its side: `attacker-avoid-capture`.
const LONGEST_CONDITION: usize = 24;

/// Words that classify a game or a problem, but say nothing about its rule.
const ORDINARY: &str = "実戦 実戦型 対局 棋譜 定跡 公式戦 練習 研究 指導 検討 観戦 自戦記 次の一手 必至 必死 寄せ 手筋 \
    序盤 中盤 終盤 将棋 問題 問題集 作品 作品集 図式 課題 創作 自作 習作 古典 新作 旧作 改作 修正 修正図 原図 入門 初級 中級 \
    上級 超短編 短編 中編 長編 超長編 短篇 中篇 長篇 趣向 構想 双玉 裸玉 煙詰 煙詰め 曲詰 曲詰め あぶり出し 炙り出し 都詰 \
    都詰め 還元玉 小駒 大駒 持駒 合駒 条件 余詰 不詰 完全 不完全";

/// Units that may follow a number; of two with the same beginning the longer one comes first.
const UNITS: &str = "手詰め 手詰 手以内 手 題 局 問 番 級 段 解 回 号 年 月 点";

impl Class {
    /// Reads a value.
    pub fn read(value: &str) -> Class {
        // The whole value is tried first, because short names count only when they stand alone, not within
        // another word.
        if let Ok(rule) = value.parse() {
            return Class { rule: Some(rule), conditions: None, rivals: None, unknown: String::new() };
        }
        if value.chars().nth(LONGEST).is_some() {
            let rule = rule_within(value);
            return Class { rule, conditions: None, rivals: None, unknown: value.to_owned() };
        }
        let Words { rules, conditions, unknown } = Words::of(value);
        let rivals = rivals(&rules);
        let rule = first_rule(&rules).map(|&(_, rule)| rule).or_else(|| rule_within(value));
        let conditions = conditions.join("、");
        match conditions.parse() {
            Ok(conditions) if rule.is_some() => {
                Class { rule, conditions: Some(conditions), rivals, unknown: unknown.join("、") }
            }
            // There are no conditions, or they contradict each other, or they are stated without a rule.
            _ => {
                let unknown: Vec<&str> = Some(conditions.as_str())
                    .filter(|text| !text.is_empty())
                    .into_iter()
                    .chain(unknown)
                    .collect();
                Class { rule, conditions: None, rivals, unknown: unknown.join("、") }
            }
        }
    }
}

/// The words of a value that are not skipped.
#[derive(Default)]
struct Words<'a> {
    rules: Vec<(&'a str, Rule)>,
    conditions: Vec<&'a str>,
    unknown: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn of(value: &'a str) -> Words<'a> {
        let mut words = Words::default();
        let (mut at, mut begun) = (0, None);
        while let Some(c) = value[at..].chars().next() {
            let rest = &value[at..];
            let condition = condition(rest);
            let rule = named_rule(rest);
            let known = condition.or(rule.map(|(name, _)| name.len())).or_else(|| passed_over(c, rest));
            match known {
                Some(_) => words.unknown.extend(begun.take().map(|begun| &value[begun..at])),
                None => {
                    begun.get_or_insert(at);
                }
            }
            words.conditions.extend(condition.map(|length| &rest[..length]));
            words.rules.extend(rule);
            at += known.unwrap_or(c.len_utf8());
        }
        words.unknown.extend(begun.map(|begun| &value[begun..]));
        words
    }
}

/// A rule that is named within a text, such as 協力詰 5手.
fn rule_within(value: &str) -> Option<Rule> {
    Rule::ALL.into_iter().find(|&rule| long_names(rule).any(|name| value.contains(name)))
}

/// The rule with whose name a text begins; the longest name that fits, so that 協力自玉詰 is not taken for 協力詰.
fn named_rule(text: &str) -> Option<(&'static str, Rule)> {
    let names = Rule::ALL.into_iter().flat_map(|rule| long_names(rule).map(move |name| (name, rule)));
    let fitting = names.filter(|(name, _)| text.starts_with(name));
    fitting.max_by_key(|(name, _)| name.len())
}

/// Of the rules that a value names, the one that is used: the first one that is not 詰将棋, since that word is
/// also used for problems in general; otherwise the first one.
fn first_rule<'a>(rules: &'a [(&str, Rule)]) -> Option<&'a (&'a str, Rule)> {
    rules.iter().find(|(_, rule)| *rule != Rule::Tsume).or(rules.first())
}

/// The names of the rule that is used and of the first other rule.
fn rivals(rules: &[(&str, Rule)]) -> Option<[String; 2]> {
    let (first, rule) = first_rule(rules)?;
    let (second, _) = rules.iter().find(|(_, other)| other != rule)?;
    Some([first, second].map(|&name| name.to_owned()))
}

/// The names of a rule that count even within other text.
fn long_names(rule: Rule) -> impl Iterator<Item = &'static str> {
    rule.aliases().iter().copied().filter(|name| !name.is_ascii() && name.chars().count() > 1)
}

/// The length of the conditions at the beginning of a text.
fn condition(text: &str) -> Option<usize> {
    let ends: Vec<usize> =
        text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_CONDITION).collect();
    ends.into_iter().rev().find(|&end| text[..end].parse::<Conditions>().is_ok())
}

/// The length of the text at the beginning, whose first character is `c`, that may be skipped: a separator, a
/// number, or an ordinary word.
fn passed_over(c: char, text: &str) -> Option<usize> {
    if !c.is_alphanumeric() || matches!(c, 'の' | '第') {
        return Some(c.len_utf8());
    }
    let names = ORDINARY.split_whitespace().filter(|name| text.starts_with(name));
    number(text).or_else(|| names.map(str::len).max())
}

/// The length of the number at the beginning of a text, with its unit. A kanji number without a unit does not
/// count, since 二 may be part of a name.
fn number(text: &str) -> Option<usize> {
    let is_plain = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let is_digit = |c: char| is_plain(c) || "〇一二三四五六七八九十百千".contains(c);
    let rest = text.trim_start_matches(is_digit);
    let digits = text.len() - rest.len();
    let unit = UNITS.split_whitespace().find(|unit| digits > 0 && rest.starts_with(unit));
    let plain = text.len() - text.trim_start_matches(is_plain).len();
    unit.map(|unit| digits + unit.len()).or(Some(plain).filter(|&plain| plain > 0))
}
