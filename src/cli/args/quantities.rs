//! Times, amounts of memory and shares of a set, as they are typed.

use crate::cli::language::Bilingual;
use std::time::Duration;

/// The longest time that is read, a thousand years: it can be added to the time of day.
pub const LONGEST_TIME: Duration = Duration::from_secs(1000 * 365 * 24 * 3600);

/// Reads a time such as `10s`, `1.5s`, `2m`, `1h` or `1500ms`; a number alone is in seconds.
pub fn parse_duration(text: &str) -> Result<Duration, Bilingual> {
    let expected = || {
        Bilingual::new(
            "expected a number and a unit, such as 500ms, 10s, 2m or 1h (seconds without one)",
            "必要なのは 500ms, 10s, 2m, 1h のような数と単位です (単位がなければ秒)",
        )
    };
    let text = with_plain_digits(text);
    let (number, unit) = split_unit(&text).ok_or_else(expected)?;
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let too_long = || Bilingual::new("this time is too long", "長すぎます");
    let time = Duration::try_from_secs_f64(number * seconds).map_err(|_| too_long())?;
    if time > LONGEST_TIME { Err(too_long()) } else { Ok(time) }
}

/// Reads an amount of memory such as `512M`, `4G`, `4GB` or `4g` (binary units).
pub fn parse_bytes(text: &str) -> Result<u64, Bilingual> {
    let expected = || {
        Bilingual::new(
            "expected a number and a unit, such as 512M, 4G or 1.5GiB",
            "必要なのは 512M, 4G, 1.5GiB のような数と単位です",
        )
    };
    let text = with_plain_digits(text).to_ascii_lowercase();
    let (number, unit) = split_unit(&text).ok_or_else(expected)?;
    let shift = match unit {
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(expected()),
    };
    let bytes = number * (1u64 << shift) as f64;
    if bytes < u64::MAX as f64 {
        Ok(bytes as u64)
    } else {
        Err(Bilingual::new("this amount of memory is too large", "多すぎます"))
    }
}

/// A number that is not negative, and what follows it.
fn split_unit(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// A text with plain letters and digits for full-width ones.
pub fn with_plain_digits(text: &str) -> String {
    let plain = |c: char| match c {
        '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '．' | '／' => {
            char::from_u32(c as u32 - 0xfee0).unwrap_or(c)
        }
        _ => c,
    };
    text.chars().map(plain).collect()
}

/// A share of a set or of a search: its parts are dealt out one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which of the shares, 1 to `count`.
    pub index: u64,
    /// How many shares there are.
    pub count: u64,
}

impl Shard {
    /// Whether a part, counted from 1, is in this share.
    pub fn contains(self, number: u64) -> bool {
        number % self.count == self.index % self.count
    }
}

/// Reads a share such as `3/8`.
pub fn parse_shard(text: &str) -> Result<Shard, Bilingual> {
    let text = &with_plain_digits(text);
    let parse = || {
        let (index, count) = text.split_once('/')?;
        let shard = Shard { index: index.parse().ok()?, count: count.parse().ok()? };
        (shard.index >= 1 && shard.index <= shard.count).then_some(shard)
    };
    let (english, japanese) =
        ("expected I/N with I from 1 to N, such as 3/8", "必要なのは 3/8 のような I/N (I は1からNまで) です");
    parse().ok_or_else(|| Bilingual::new(english, japanese))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for (text, millis) in [
            ("10s", 10_000),
            ("10", 10_000),
            ("１．５ｓ", 1_500),
            ("2m", 120_000),
            ("1500ms", 1_500),
            ("1.5s", 1_500),
            ("1h", 3_600_000),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "s", "-1s", "1e3s", "10 s", "1d", "99999999999999999999999h", "1.2.3s"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shards_share_everything_once() {
        let shards: Vec<Shard> =
            (1..=3).map(|index| parse_shard(&format!("{index}/3")).expect("a shard")).collect();
        for number in 1..=9 {
            assert_eq!(shards.iter().filter(|shard| shard.contains(number)).count(), 1, "{number}");
        }
        assert!(shards[0].contains(1) && shards[2].contains(3));
        for text in ["", "3", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b"] {
            assert!(parse_shard(text).is_err(), "{text}");
        }
    }

    #[test]
    fn amounts_of_memory() {
        for (text, bytes) in [
            ("1K", 1 << 10),
            ("512M", 512 << 20),
            ("4G", 4 << 30),
            ("1.5GiB", 3 << 29),
            ("4GB", 4 << 30),
            ("1g", 1 << 30),
            ("５１２Ｍ", 512 << 20),
        ] {
            assert_eq!(parse_bytes(text), Ok(bytes), "{text}");
        }
        for text in ["", "4", "G", "-4G", "4X", "4 G", "99999999T"] {
            assert!(parse_bytes(text).is_err(), "{text}");
        }
    }
}
