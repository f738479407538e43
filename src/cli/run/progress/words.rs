//! Names shortened for a terminal.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A name shortened to fit next to numbers in a narrow terminal: without folders, and only the end of a long name.
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
}
