//! What flags that take one of several words may be given.

use super::quantities::with_plain_digits;
use crate::cli::language::Bilingual;
use crate::notation::{MoveStyle, RecordFormat};
use crate::problem::{Conditions, Futile, ParseConditionsError, Rule};
use crate::report::{GraphFormat, Lang, Message};
use crate::store::KeyWidth;
use crate::types::Color;
use clap::ValueEnum;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A parser of whole numbers in a range. It takes full-width digits too.
pub fn number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, Bilingual> + Clone + Send + Sync + 'static
where
    T: FromStr<Err = ParseIntError> + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let out_of_range = || {
            let (least, most) = (range.start(), range.end());
            Bilingual::new(
                format!("{text} is not in the range {least} to {most}"),
                format!("範囲外です ({least}から{most}まで)"),
            )
        };
        match with_plain_digits(text).parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            Ok(_) => Err(out_of_range()),
            Err(error) => Err(match error.kind() {
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => out_of_range(),
                _ => Bilingual::new("expected a whole number", "必要なのは整数です"),
            }),
        }
    }
}

/// Parses a share: a number from 0 to 1.
///
/// # Errors
/// It is none.
pub fn share(text: &str) -> Result<f32, Bilingual> {
    real(text, |share| (0.0..=1.0).contains(share), ["a number from 0 to 1", "0から1までの数"])
}

/// Parses a number that is neither negative nor endless.
///
/// # Errors
/// It is none.
pub fn not_negative(text: &str) -> Result<f32, Bilingual> {
    real(text, |number: &f32| number.is_finite() && *number >= 0.0, ["a number from 0 up", "0以上の数"])
}

/// Parses a number that is not endless.
///
/// # Errors
/// It is none.
pub fn finite(text: &str) -> Result<f64, Bilingual> {
    real(text, |number: &f64| number.is_finite(), ["a number", "数"])
}

/// Parses a number that is right. The words, in English and Japanese, say what one is.
fn real<T: FromStr>(
    text: &str,
    is_right: impl Fn(&T) -> bool,
    [english, japanese]: [&str; 2],
) -> Result<T, Bilingual> {
    let number = with_plain_digits(text).parse().ok().filter(is_right);
    number.ok_or_else(|| {
        Bilingual::new(format!("{text} is not {english}"), format!("必要なのは{japanese}です"))
    })
}

/// A parser of names of files that are written. `-` is not one: what goes to stdout goes there without such a flag.
pub fn new_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err(Bilingual::new(
            "expected a file, not standard output (write ./- for a file named -)",
            "標準出力ではなくファイルの名前が必要です (- という名前のファイルなら ./- と書きます)",
        )),
        false => Ok(path),
    })
}

/// A parser of names of folders that are written to, and made if they are not there.
pub fn new_folder() -> impl TypedValueParser<Value = PathBuf> {
    new_file().try_map(|path| match path.exists() && !path.is_dir() {
        true => Err(Bilingual::new(
            "expected a folder, but this is a file: give another name (the folder need not exist)",
            "フォルダーが必要ですが、これはファイルです: 別の名前を書いてください (まだなくてもかまいません)",
        )),
        false => Ok(path),
    })
}

/// `--encoding`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EncodingFlag {
    /// Detected from the text
    Auto,
    /// With or without a byte order mark
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// The Windows variant (code page 932)
    #[value(name = "shift-jis", aliases = ["shift_jis", "sjis", "cp932"])]
    ShiftJis,
}

/// `--out-encoding`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutEncodingFlag {
    /// The first line of the text states this encoding
    #[default]
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// For programs that read nothing else (code page 932)
    #[value(name = "shift-jis", aliases = ["shift_jis", "sjis", "cp932"])]
    ShiftJis,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutputFormat {
    /// Text for people
    Text,
    /// `position sfen … moves …`, a line of a problem set
    #[value(alias = "sfen")]
    Usi,
    /// KIF with variations
    #[value(alias = "kifu")]
    Kif,
    /// KI2 with variations
    #[value(alias = "ki2u")]
    Ki2,
    /// CSA 2.2, main line only
    Csa,
    /// JKF
    Jkf,
    /// JSON Lines: one object per line
    #[value(alias = "jsonl")]
    Json,
    /// A diagram
    Svg,
}

/// What a text of a format is. Whoever writes answers or problems matches on all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatKind {
    /// For people.
    Text,
    /// One object a line.
    Json,
    /// A diagram.
    Svg,
    /// A record, which can be read again.
    Record(RecordFormat),
}

impl OutputFormat {
    /// What a text of it is.
    pub fn kind(self) -> FormatKind {
        match self {
            OutputFormat::Text => FormatKind::Text,
            OutputFormat::Json => FormatKind::Json,
            OutputFormat::Svg => FormatKind::Svg,
            OutputFormat::Usi => FormatKind::Record(RecordFormat::Usi),
            OutputFormat::Kif => FormatKind::Record(RecordFormat::Kif),
            OutputFormat::Ki2 => FormatKind::Record(RecordFormat::Ki2),
            OutputFormat::Csa => FormatKind::Record(RecordFormat::Csa),
            OutputFormat::Jkf => FormatKind::Record(RecordFormat::Jkf),
        }
    }

    /// A parser of the formats that `convert` writes.
    pub fn of_problems() -> impl TypedValueParser<Value = OutputFormat> {
        let formats = OutputFormat::value_variants().iter();
        let formats = formats.filter(|format| match format.kind() {
            FormatKind::Svg | FormatKind::Record(_) => true,
            FormatKind::Text | FormatKind::Json => false,
        });
        PossibleValuesParser::new(formats.filter_map(OutputFormat::to_possible_value))
            .try_map(|name| OutputFormat::from_str(&name, false))
    }
}

/// `--notation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StyleFlag {
    /// ▲２四香 △同　玉 ▲３四飛成
    Traditional,
    /// 24香、同玉、34飛成
    Short,
    /// L*2d Kx2d R-3d+
    English,
    /// L*2d 1c2d 3h3d+
    Usi,
}

impl From<StyleFlag> for MoveStyle {
    fn from(flag: StyleFlag) -> MoveStyle {
        match flag {
            StyleFlag::Traditional => MoveStyle::Traditional,
            StyleFlag::Short => MoveStyle::Short,
            StyleFlag::English => MoveStyle::English,
            StyleFlag::Usi => MoveStyle::Usi,
        }
    }
}

/// `--lang`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LangFlag {
    /// 日本語
    Ja,
    /// English
    En,
    /// By the environment variables
    Auto,
}

impl LangFlag {
    /// The language of answers: what was asked for, else the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that says
    /// something.
    pub fn language(self) -> Lang {
        match self {
            LangFlag::Ja => Lang::Ja,
            LangFlag::En => Lang::En,
            LangFlag::Auto => {
                let is_set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
                let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(is_set);
                if locale.is_some_and(|locale| locale.starts_with("ja")) { Lang::Ja } else { Lang::En }
            }
        }
    }
}

/// The parser of `--rule`.
pub fn rule() -> impl TypedValueParser<Value = Rule> {
    let values = Rule::ALL.map(|rule| {
        PossibleValue::new(rule.name()).aliases(rule.aliases().iter().copied()).help(rule.japanese())
    });
    // The flag ignores case, and gives the word as it was typed.
    PossibleValuesParser::new(values).try_map(|name| name.to_ascii_lowercase().parse::<Rule>())
}

/// The parser of `--condition`.
pub fn conditions(text: &str) -> Result<Conditions, Bilingual> {
    let parsed = text.trim().parse();
    parsed.map_err(|error: ParseConditionsError| {
        Bilingual::new(error.message(Lang::En), error.message(Lang::Ja))
    })
}

/// `--key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum KeyFlag {
    /// 48 independent bits
    Narrow,
    /// 72 independent bits; takes 1.5 times the memory or more
    Wide,
}

impl From<KeyFlag> for KeyWidth {
    fn from(flag: KeyFlag) -> KeyWidth {
        match flag {
            KeyFlag::Narrow => KeyWidth::Narrow,
            KeyFlag::Wide => KeyWidth::Wide,
        }
    }
}

/// The parser of `--futile`.
pub fn policy() -> impl TypedValueParser<Value = Futile> {
    let values = Futile::ALL.map(|policy| {
        PossibleValue::new(policy.name()).help(match policy {
            Futile::None => "Every legal interposition counts",
            Futile::Official => "Futile interpositions (無駄合) do not count",
        })
    });
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Futile>())
}

/// `--prove`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ProveFlag {
    /// Nothing: stop at the first mate
    None,
    /// That its length is exact
    Length,
}

/// `--attacker`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorFlag {
    /// 先手
    Black,
    /// 後手
    White,
}

impl From<ColorFlag> for Color {
    fn from(flag: ColorFlag) -> Color {
        match flag {
            ColorFlag::Black => Color::Black,
            ColorFlag::White => Color::White,
        }
    }
}

/// A file for a graph, and the form that its ending asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphPath {
    path: PathBuf,
    format: GraphFormat,
}

/// Reads a file name that ends in `.json` or `.dot`.
pub fn parse_graph_path(text: &str) -> Result<GraphPath, Bilingual> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => Ok(GraphPath { path, format: GraphFormat::Json }),
        Some("dot") => Ok(GraphPath { path, format: GraphFormat::Dot }),
        _ => Err(Bilingual::new(
            "expected a file name that ends in .json or .dot",
            "必要なのは .json か .dot で終わる名前です",
        )),
    }
}

impl GraphPath {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The form that its ending asks for.
    pub fn format(&self) -> GraphFormat {
        self.format
    }
}
