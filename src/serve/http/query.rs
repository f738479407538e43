//! The query of a URL: the part after its question mark.

/// The value of a key, in which `+` means a space. If the key occurs several times, the last value is returned.
pub fn value(query: Option<&str>, key: &str) -> Option<String> {
    let found = pairs(query).rev().find(|(name, _)| *name == key);
    found.and_then(|(_, value)| decoded(value))
}

/// All keys with their values; `None` for a value that cannot be decoded.
pub fn all(query: Option<&str>) -> impl Iterator<Item = (&str, Option<String>)> {
    parts(query).map(|part| match part.split_once('=') {
        Some((name, value)) => (name, decoded(value)),
        None => (part, None),
    })
}

fn pairs(query: Option<&str>) -> impl DoubleEndedIterator<Item = (&str, &str)> {
    parts(query).filter_map(|part| part.split_once('='))
}

fn parts(query: Option<&str>) -> impl DoubleEndedIterator<Item = &str> {
    query.unwrap_or_default().split('&').filter(|part| !part.is_empty())
}

/// The decoded text of a value; `None` if it is not valid UTF-8 or percent encoding.
fn decoded(value: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [first, behind @ ..] = rest {
        rest = behind;
        bytes.push(match first {
            b'+' => b' ',
            b'%' => {
                let (digits, behind) = rest.split_at_checked(2)?;
                rest = behind;
                let digit = |digit: u8| char::from(digit).to_digit(16);
                (digit(digits[0])? * 16 + digit(digits[1])?) as u8
            }
            other => *other,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded() {
        let query = Some("a=1&sfen=8k%2F9+b%20G&empty=&b=%E8%A9%B0&bad=%zz&half=%4&sign=%+1&a=2&c");
        let of = |key| value(query, key);
        assert_eq!(of("a").as_deref(), Some("2"));
        assert_eq!(of("sfen").as_deref(), Some("8k/9 b G"));
        assert_eq!(of("empty").as_deref(), Some(""));
        assert_eq!(of("b").as_deref(), Some("詰"));
        for key in ["bad", "half", "sign", "c", "d"] {
            assert_eq!(of(key), None, "{key}");
        }
        assert_eq!(value(None, "a"), None);
        let all: Vec<_> = all(Some("a=1&b&&c=%2f&d=%zz")).collect();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(all, [("a", text("1")), ("b", None), ("c", text("/")), ("d", None)]);
        assert_eq!(super::all(Some("")).count(), 0);
    }
}
