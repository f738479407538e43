//! Texts of a given size that are as bad for a reader as their format allows.

use std::fmt::Write;

/// A record with a move, behind which lines may belong to the next record.
const MOVED: &str = "手合割：平手\n1 76歩\n";

pub struct Shape {
    pub name: &'static str,
    /// The text of about so many bytes.
    pub text: fn(usize) -> String,
}

macro_rules! shapes {
    ($($name:literal: $text:expr,)*) => { &[$(Shape { name: $name, text: $text }),*] };
}

pub const SHAPES: &[Shape] = shapes! {
    "sfen, many problems": |size| repeat("", "startpos\n", "", size),
    "sfen, blank lines": |size| repeat("startpos\n", "\n", "", size),
    "sfen, errors": |size| repeat("startpos\n", "x\n", "", size),
    "sfen, long lines": |size| repeat("", &format!("startpos moves{}\n", " 7g7f".repeat(200_000)), "", size),
    "sfen, metadata": |size| repeat("startpos ", ";", "\n", size.min(4 << 20)),
    "kif, long": |size| numbered("手合割：平手\n", size, kif_move),
    "kif, wide": kif_wide,
    "kif, deep": kif_deep,
    "kif, variations on ply 1": |size| repeat("手合割：平手\n", "変化：1手\n1 76歩\n", "", size),
    "kif, blank lines": |size| repeat("手合割：平手\n", "\n", "", size),
    "kif, comments": |size| repeat("手合割：平手\n", "*\n", "", size),
    "kif, comments before": |size| repeat("", "*\n", "手合割：平手\n", size),
    "kif, headers": |size| numbered("手合割：平手\n", size, |n| format!("項{n}：x\n")),
    "kif, many records": |size| repeat("", "手合割：平手\n", "", size),
    "kif, many errors": |size| repeat("", "手合割：平手\n1 x\n", "", size),
    "kif, titles behind moves": |size| repeat(MOVED, "詰\n", "", size),
    "kif, blank lines behind a title": |size| repeat(&format!("{MOVED}詰\n"), "\n", "", size),
    "kif, headers behind moves": |size| numbered(MOVED, size, |n| format!("項{n}：x\n")),
    "kif, titled records": |size| repeat("", "手合割：平手\n1 76歩\n\n詰\n", "", size),
    "kif, records among titles": |size| {
        let titles = "項：x\n1 詰将棋\n".repeat(90);
        repeat("", &format!("{titles}手合割：平手\n"), "", size)
    },
    "ki2, one line": |size| {
        let rounds = "▲38飛△72飛▲28飛△82飛";
        numbered("手合割：平手\n", size, |n| if n % 50_000 == 0 { format!("{rounds}\n") } else { rounds.to_owned() })
    },
    "bod, boards": |size| repeat("", &bod(), "", size),
    "bod, ranks": |size| repeat("", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n", "", size),
    "csa, long": |size| numbered("V2.2\nPI\n+\n", size, |n| format!("{}\n", csa_move(n))),
    "csa, one line": |size| numbered("V2.2\nPI\n+\n", size.min(4 << 20), |n| format!("{},", csa_move(n))),
    "csa, comments": |size| repeat("V2.2\nPI\n+\n", "'*\n", "", size),
    "csa, blank lines": |size| repeat("V2.2\nPI\n+\n", "\n", "", size),
    "csa, many records": |size| repeat("", "PI\n+\n/\n", "", size),
    "csa, pieces": |size| repeat("V2.2\nP+", "55FU", "\n+\n", size.min(4 << 20)),
    "jkf, long": |size| lined("{\"moves\":[\n{}", size, |n| format!(",{}", jkf_move(n, "")), "]}\n"),
    "jkf, wide": |size| {
        let fork = |n: usize| format!(",\"forks\":[[{}]]", jkf_king(n));
        lined("{\"moves\":[\n{}", size, |n| format!(",{}", jkf_move(n, &fork(n))), "]}\n")
    },
    "jkf, forks of one step": |size| {
        lined("{\"moves\":[\n{\"forks\":[[]", size, |n| format!(",[{}]", jkf_king(n % 2 * 2)), "]}]}\n")
    },
    "jkf, empty steps": |size| lined("{\"moves\":[{}", size, |_| ",{}".to_owned(), "]}\n"),
    "jkf, empty forks": |size| lined("{\"moves\":[{\"forks\":[[]", size, |_| ",[]".to_owned(), "]}]}\n"),
    "jkf, comments": |size| lined("{\"moves\":[{\"comments\":[\"\"", size, |_| ",\"\"".to_owned(), "]}]}\n"),
    "jkf, headers": |size| lined("{\"header\":{\"a\":\"\"", size, |n| format!(",\"項{n}\":\"x\""), "},\"moves\":[]}\n"),
    "jkf, board": |size| {
        let head = "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":0,\"board\":[[{}";
        lined(head, size, |_| ",{}".to_owned(), "]],\"hands\":[{},{}]}},\"moves\":[]}\n")
    },
    "jkf, deep forks": |size| {
        let depth = size / 34;
        format!("{{\"moves\":[{}{}]}}\n", "{\"forks\":[[".repeat(depth), "]]}".repeat(depth))
    },
    "json, deep brackets": |size| lined("{\"moves\":", size, |_| "[".to_owned(), "\n"),
    "json, deep, not needed": |size| {
        let half = size / 2;
        format!("{{\"schema\":1,\"x\":{}{}}}\n", "[".repeat(half), "]".repeat(half))
    },
    "json, many objects": |size| repeat("", "{\"moves\":[]}\n", "", size),
    "json, many errors": |size| repeat("", "{\"moves\":5}\n", "", size),
    "answer, one long line": |size| answer(size, "[\"2h3h\"", |n| format!(",\"{}\"", usi_move(n + 1)), "]"),
    "answer, empty lines": |size| answer(size, "[]", |_| ",[]".to_owned(), ""),
    "answer, lines of one move": |size| answer(size, "[]", |n| format!(",[\"{}\"]", ["2h3h", "2h4h"][n % 2]), ""),
    "answer, lines of three moves": |size| answer(size, "[]", |n| format!(",[{}]", branching(n)), ""),
    "answer, variations": |size| {
        let main: Vec<String> = (0..size / 40).map(|n| format!("\"{}\"", usi_move(n))).collect();
        let head = format!(
            "{{\"schema\":1,\"sfen\":\"{START}\",\"solutions\":{{\"count\":\"1\",\"listed\":[\n[{}]]}},\"variations\":[\n{}",
            main.join(",\n"),
            variation(0)
        );
        lined(&head, size, |n| format!(",{}", variation((n + 1) % (size / 40))), "]}\n")
    },
};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn repeat(head: &str, part: &str, tail: &str, size: usize) -> String {
    format!("{head}{}{tail}", part.repeat(size / part.len() + 1))
}

fn numbered(head: &str, size: usize, part: impl Fn(usize) -> String) -> String {
    let mut text = head.to_owned();
    let mut number = 0;
    while text.len() < size {
        text += &part(number);
        number += 1;
    }
    text + "\n"
}

/// The same, with line ends now and then: lines have a limit.
fn lined(head: &str, size: usize, part: impl Fn(usize) -> String, tail: &str) -> String {
    let end = |n: usize| if n % 1000 == 999 { "\n" } else { "" };
    let text = numbered(head, size, |n| format!("{}{}", part(n), end(n)));
    text.trim_end().to_owned() + tail
}

/// Rooks that go to and fro.
fn kif_move(n: usize) -> String {
    let mv = ["38飛(28)", "72飛(82)", "28飛(38)", "82飛(72)"][n % 4];
    format!("{} {mv}\n", n + 1)
}

fn kif_wide(size: usize) -> String {
    let plies = size / 55;
    let mut text = "手合割：平手\n".to_owned();
    (0..plies).for_each(|n| text += &kif_move(n));
    for n in (0..plies).rev() {
        let king = ["58玉(59)", "52玉(51)"][n % 2];
        write!(text, "変化：{}手\n{} {king}\n", n + 1, n + 1).expect("a string");
    }
    text
}

/// Each variation goes on where the one before ended, and at last all are left at once, again and again.
fn kif_deep(size: usize) -> String {
    let mut text = "手合割：平手\n".to_owned();
    let mut ply = 0;
    while text.len() < size {
        write!(text, "変化：{}手\n{}", ply + 1, kif_move(ply)).expect("a string");
        ply += 1;
        if ply == 1000 {
            ply = 0;
        }
    }
    text
}

fn bod() -> String {
    "後手の持駒：なし\n".to_owned() + &"| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(9)
}

fn csa_move(n: usize) -> &'static str {
    ["+2838HI", "-8272HI", "+3828HI", "-7282HI"][n % 4]
}

fn usi_move(n: usize) -> &'static str {
    ["2h3h", "8b7b", "3h2h", "7b8b"][n % 4]
}

fn jkf_move(n: usize, forks: &str) -> String {
    let [(a, b), (c, d)] = [[(2, 8), (3, 8)], [(8, 2), (7, 2)], [(3, 8), (2, 8)], [(7, 2), (8, 2)]][n % 4];
    format!(
        "{{\"move\":{{\"from\":{{\"x\":{a},\"y\":{b}}},\"to\":{{\"x\":{c},\"y\":{d}}},\"piece\":\"HI\"}}{forks}}}"
    )
}

fn jkf_king(n: usize) -> String {
    let (from, to) = [(9, 8), (1, 2)][n % 2];
    format!(
        "{{\"move\":{{\"from\":{{\"x\":5,\"y\":{from}}},\"to\":{{\"x\":5,\"y\":{to}}},\"piece\":\"OU\"}}}}"
    )
}

fn answer(size: usize, first: &str, part: impl Fn(usize) -> String, tail: &str) -> String {
    let head =
        format!("{{\"schema\":1,\"sfen\":\"{START}\",\"solutions\":{{\"count\":\"1\",\"listed\":[\n{first}");
    lined(&head, size, part, &format!("{tail}]}}}}\n"))
}

/// Lines of three moves that are all different for long: pawns, then pawns, then pawns.
fn branching(n: usize) -> String {
    let pawn = |file: usize, from: char, to: char| format!("\"{file}{from}{file}{to}\"");
    let files = [n % 9 + 1, n / 9 % 9 + 1, n / 81 % 9 + 1];
    let third = if files[2] == files[0] { ('f', 'e') } else { ('g', 'f') };
    [pawn(files[0], 'g', 'f'), pawn(files[1], 'c', 'd'), pawn(files[2], third.0, third.1)].join(",")
}

fn variation(n: usize) -> String {
    let king = ["5i5h", "5a5b"][n % 2];
    format!("{{\"ply\":{},\"moves\":[\"{king}\"]}}", n + 1)
}
