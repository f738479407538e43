//! What is wrong with templates is named with its place; the examples of docs/compose.md are what it says.

use std::path::Path;
use tsumugi::compose::Template;
use tsumugi::{Lang, Message};

#[test]
fn faults_are_named_with_their_places() {
    for (text, place, word) in [
        ("", "line 1, column 1", "is not a complete diagram, expected a board"),
        ("9/9/9/9/9/9/9/9/9", "line 1, column 1", "expected a board"),
        ("9/9/9 b - 1", "column 1", "not 3"),
        ("8k/9/9/9/9/9/9/9/8 b - 1", "column 18: `8`", "8 squares as rank i"),
        ("8k/8[GS/9/9/9/9/9/9/9 b - 1", "column 5: `[GS`", "not a set"),
        ("8k/8[]/9/9/9/9/9/9/9 b - 1", "column 5: `[]`", "not a set"),
        ("8k/8X/9/9/9/9/9/9/9 b - 1", "column 5: `X`", "not a piece"),
        ("8k/8+G/9/9/9/9/9/9/9 b - 1", "column 5: `+G`", "not a piece"),
        ("8k/9/9/9/9/9/9/9/9 x - 1", "`x`", "expected b or w"),
        ("8k/9/9/9/9/9/9/9/9 b 3K 1", "`K`", "a valid hand"),
        ("8k/9/9/9/9/9/9/9/9 b [Gg] 1", "`[Gg]`", "a valid hand"),
        ("8k/9/9/9/9/9/9/9/9 b 2 1", "`2`", "a valid hand"),
        ("8k/9/9/9/9/9/9/9/9 b 3-2G 1", "`3-2G`", "a valid hand"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 more", "column 26: `more`", "one word too many"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; plies", "`plies`", "not a condition"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; plys=3", "`plys`", "not a condition"),
        ("8k/9/9/9/9/9/9/9/9 b - 1\nplies=x", "line 2, column 7: `x`", "a number or a range"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; plies=5-3", "`5-3`", "the smaller number first"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; rule=mate", "`mate`", "expected helpmate, "),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; rest=1", "`1`", "expected yes or no"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; attacker=me", "`me`", "expected black or white"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; through=?", "`?`", "expected a move such as"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; line=G*1b x", "`x`", "expected a move such as"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; line=", "line 1, column 33", "expected a move such as"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; line=G*1b 1a2a", "`G*1b 1a2a`", "odd"),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; sound=no ; line=G*1b", "`G*1b`", "contradicts sound=no"),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; plies=1 ; line=G*1b", "`1`", "is already determined by line="),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; line=G*1b ; through=G*1b", "`G*1b`", "is already determined by line="),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; through=9a9a", "`9a9a`", "expected a move such as"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; place=5-3G", "`5-3G`", "the smaller number first"),
        ("8k/9/9/9/9/9/9/9/9 b - 1\n\n# note\nplies=3\nplies=5", "line 5, column 1: `plies`", "given twice"),
        (
            "8k/9/9/9/9/9/9/9/9 b - 1 ; plies=4",
            "`4`",
            "contradicts the side to move: with it, a helpmate takes an odd",
        ),
        ("8k/9/9/9/9/9/9/9/9 w - 1 ; plies=3", "`3`", "with it, a helpmate takes an even"),
        (
            "8k/9/9/9/9/9/9/9/K8 b - 1 ; rule=helpselfmate ; plies=3",
            "`3`",
            "with it, a helpselfmate takes an even",
        ),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; place=G:0a", "`0a`", "not a region"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; place=G:1a", "`G:1a`", "none of its pieces can be placed there"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; place=P:2a-9a", "`P:2a-9a`", "none of its pieces can be placed there"),
        ("8k/[N]8/9/9/9/9/9/9/9 b - 1", "column 4: `[N]`", "none of its pieces can be placed there"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; place=G:2b 2S:2b-3b", "`2S:2b-3b`", "more pieces than squares"),
        ("8k/9/9/9/9/9/9/9/9 b 3G 1 ; place=2G", "column 1", "more than 4 golds"),
        (
            "8k/9/9/9/9/9/9/9/9 b - 1 ; place=0-31P:1b-1i 0-31L:2b-2i 0-31N:3c-3i 0-31S:4a-4i",
            "`0-31S:4a-4i`",
            "combinations",
        ),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; place=18P 4L 4N 4S 4G 2B", "`2B`", "combinations"),
        ("8k/P8/P8/9/9/9/9/9/9 b - 1", "column 1", "nifu"),
        ("8k/9/9/9/9/9/9/9/9 b - 1 ; place=k", "`k`", "two kings"),
        ("9/9/9/9/9/9/9/9/9 b - 1 ; place=2k", "`2k`", "two kings"),
        ("9/9/9/9/9/9/9/9/9 b G 1", "column 1", "no king for the defender"),
        ("8K/9/9/9/9/9/9/9/9 w - 1 ; attacker=black", "column 1", "no king for the defender"),
        (
            "8k/9/9/9/9/9/9/9/9 w - 1 ; attacker=white",
            "column 1",
            "no king for the defender, and a helpmate needs one: put it on the board, or write place=K",
        ),
        (
            "8k/9/9/9/9/9/9/9/9 b - 1 ; rule=helpselfmate",
            "column 1",
            "has no king for the attacker, and a helpselfmate needs one: put it on the board, or write place=K",
        ),
        ("9/9/9/9/9/9/9/9/K8 w - 1 ; rule=helpselfmate", "column 1", "or write place=k"),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; pieces=3-", "`3-`", "every filling has too many or too few pieces"),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; sound=no ; through=G*1b", "`G*1b`", "contradicts sound=no"),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; policy=none", "`none`", "has no policy"),
        (
            "8k/9/9/9/9/9/9/9/9 b G 1 ; condition=強欲,取禁",
            "column 38: `強欲,取禁`",
            "must-capture and no-capture contradict each other for the attacker",
        ),
        (
            "8k/9/9/9/9/9/9/9/9 b G 1\ncondition=受方禁欲、強欲",
            "line 2, column 11",
            "contradict each other for the defender",
        ),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; condition=capture", "`capture`", "is not a condition"),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; rule=tsume ; condition=取禁", "`取禁`", "a tsume has no conditions"),
        ("8k/9/9/9/9/9/9/9/9 b G 1 ; condition=取禁 ; condition=取禁", "`condition`", "given twice"),
        ("8k/9/9/9/9/9/9/9/9 b Gp 1 ; rule=tsume ; rest=yes", "`Gp`", "contradicts rest=yes"),
    ] {
        let error = text.parse::<Template>().expect_err(text);
        let message = error.message(Lang::En);
        assert!(message.contains(place) && message.contains(word), "{text}: {message}");
        let japanese = error.message(Lang::Ja);
        assert!(!japanese.is_ascii() && japanese.contains("行目"), "{text}: {japanese}");
    }
}

/// The blocks of the page that are templates, each with the number of fillings, of problems, and of what stays unknown
/// that the page states below it.
fn examples() -> Vec<(String, u64, usize, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/compose.md");
    let page = std::fs::read_to_string(path).expect("docs/compose.md");
    let mut examples = Vec::new();
    for block in page.split("```template\n").skip(1) {
        let (template, rest) = block.split_once("```").expect("an end of the block");
        let line = rest.trim_start().lines().next().expect("a line below the block");
        let numbers: Vec<u64> = line
            .split(|c: char| !c.is_ascii_digit() && c != ',')
            .filter_map(|word| word.replace(',', "").parse().ok())
            .collect();
        let &[fillings, found, ref rest @ ..] = &numbers[..] else { panic!("no numbers below {template}") };
        examples.push((
            template.to_owned(),
            fillings,
            found as usize,
            rest.first().map_or(0, |&number| number),
        ));
    }
    examples
}

#[test]
fn the_examples_of_the_page_are_right() {
    let examples = examples();
    assert!(examples.len() >= 10, "{} examples", examples.len());
    for (template, fillings, found, unknown) in examples {
        let (problems, summary) = crate::search::search(&template);
        let counted = (summary.fillings, problems.len(), summary.judged.unknown);
        assert_eq!(counted, (fillings.into(), found, unknown), "{template}");
    }
}
