//! What is wrong with SFEN text, in Japanese.

use super::{SfenError, Token};
use crate::types::Hand;

impl SfenError {
    /// The error in Japanese.
    pub fn japanese(&self) -> String {
        let Token { column, text } = self.token();
        let at = format!("{column}文字目: `{text}`");
        match self {
            SfenError::Ends { expected, .. } => {
                format!("{column}文字目: ここで終わっています。{}が必要です", thing(expected))
            }
            SfenError::Piece { .. } => format!(
                "{at} は駒ではありません。PLNSBRGK（後手は小文字）、成駒はその前に +、石は O、空きマスの数は 1～9 で書きます"
            ),
            SfenError::Promotion { .. } => {
                format!("{at} は成駒ではありません。+ の後には PLNSBR か plnsbr を書きます")
            }
            SfenError::RankLength { rank, squares, .. } => {
                format!("{at} （{rank} の段）は{squares}マスあります。一段は9マスです")
            }
            SfenError::RankCount { ranks, .. } => {
                format!("{at} は盤面ではありません。/ で区切った9段が必要ですが、{ranks}段です")
            }
            SfenError::Side { .. } => format!("{at} は手番ではありません。b（先手）か w（後手）を書きます"),
            SfenError::HandPiece { .. } => format!(
                "{at} は持駒にできません。RBGSNLP（後手は小文字）とその前の枚数、持駒がなければ - だけを書きます"
            ),
            SfenError::HandCount { .. } => {
                format!("{at} は持駒にできません。枚数は1から{}までです", Hand::MAX)
            }
            SfenError::HandRepeated { .. } => {
                format!("{at} は同じ側の同じ駒の繰り返しです。枚数をまとめて一度だけ書きます")
            }
            SfenError::HandWithoutPiece { .. } => {
                format!(
                    "{at} は枚数だけで駒がありません。手数の前に 2Pb のような持駒か、なければ - を書きます"
                )
            }
            SfenError::MoveNumber { .. } => {
                format!("{at} は手数ではありません。0から{}までの数を書きます", u32::MAX)
            }
            SfenError::Trailing { expected, .. } => {
                format!("{at} は余分です。ここには{}が来ます", thing(expected))
            }
            SfenError::Address { .. } => format!(
                "{at} は局面の入っていないアドレスです。開いて、局面を SFEN でコピーするか、棋譜を KIF で保存してください"
            ),
            SfenError::InAddress { sfen, error, .. } => {
                format!("{column}文字目: アドレスの中の `{sfen}`: {}", error.japanese())
            }
            SfenError::Move { .. } => {
                format!("{at} は USI の指し手ではありません。7g7f、8h2b+、P*5e のように書きます")
            }
        }
    }
}

/// What is expected, by its English words.
fn thing(expected: &str) -> &str {
    match expected {
        "`startpos` or an SFEN" => "`startpos` か SFEN",
        "a board" => "盤面",
        "the side to move, b or w" => "手番（b か w）",
        "hands" => "持駒",
        "a move number" => "手数",
        "the end" => "何も続かないか改行",
        "`moves` or the end" => "`moves` か行末",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::position::parse_position;

    #[test]
    fn every_error_is_japanese() {
        let board = "8k/9/8G/9/9/9/9/9/9";
        let mut seen = std::collections::HashSet::new();
        for text in [
            "",
            "sfen",
            "position",
            "8k/9/8X/9/9/9/9/9/9 b G 1",
            "8k/9/8+G/9/9/9/9/9/9 b G 1",
            "8k/9/7G/9/9/9/9/9/9 b G 1",
            "8k/9/8G b G 1",
            board,
            &format!("{board} x G 1"),
            &format!("{board} b K 1"),
            &format!("{board} b 0G 1"),
            &format!("{board} b GG 1"),
            &format!("{board} b G2 1"),
            &format!("{board} b G x"),
            &format!("{board} b G 1 x"),
            &format!("{board} b G 1 moves 1a"),
            "startpos x",
        ] {
            let error = parse_position(text).expect_err(text);
            seen.insert(std::mem::discriminant(&error));
            let japanese = error.japanese();
            assert!(japanese.starts_with(&format!("{}文字目: ", error.column())), "{japanese}");
            // Outside quotes there is no English word.
            let plain: String = japanese.split('`').step_by(2).collect();
            let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
            let words: Vec<&str> =
                plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_word(word)).collect();
            assert!(words.iter().all(|word| *word == "plnsbr"), "{text}: {japanese}");
        }
        // All but `SfenError::MoveNumber`'s neighbours that the same text shows.
        assert!(seen.len() >= 12, "{} kinds", seen.len());
    }
}
