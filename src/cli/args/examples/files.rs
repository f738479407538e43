//! Problem files, records and the shell.

use super::example::Examples;

pub const EXAMPLES: &[Examples] = &[
    Examples {
        path: "show",
        lines: &[
            ("tsumugi show problem.kif", None),
            ("tsumugi show --svg --out diagram.svg problem.kif", None),
            ("tsumugi show --apply 3 \"position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b\"", None),
        ],
        notes: None,
    },
    Examples {
        path: "flip",
        lines: &[
            ("tsumugi flip \"8k/9/8G/9/9/9/9/9/9 b G 1\"", None),
            ("tsumugi flip --canonical set.sfen", None),
        ],
        notes: None,
    },
    Examples {
        path: "convert",
        lines: &[
            (
                "tsumugi convert tsume.kif tsume.sfen",
                Some([
                    "one problem or many; the format is detected from the content",
                    "一題でも何題でも、形式は内容で判断する",
                ]),
            ),
            (
                "tsumugi convert problems/ kif/ --format kif",
                Some(["one file per problem", "一題に一つのファイル"]),
            ),
            (
                "tsumugi convert answers.jsonl all.kif",
                Some(["solutions of solve --json, with variations", "solve --json の解、変化つき"]),
            ),
            ("tsumugi convert old.ki2 - --format jkf --encoding shift-jis", None),
            ("tsumugi convert tsume.sfen tsume.kif --out-encoding shift-jis", None),
        ],
        notes: None,
    },
    Examples {
        path: "validate",
        lines: &[
            ("tsumugi validate \"8k/P8/P8/9/9/9/9/9/9 b G 1\"", None),
            ("tsumugi validate collection.kif", None),
            ("tsumugi validate --json collection.kif", None),
        ],
        notes: Some([
            "Exit codes: 0 no defects; 1 defects; 2 an input could not be read.",
            "終了コード: 0 不備なし、1 不備あり、2 読めないものがある。",
        ]),
    },
    Examples {
        path: "mirror",
        lines: &[("tsumugi mirror \"8k/9/8G/9/9/9/9/9/9 b G 1\"", None)],
        notes: None,
    },
    Examples {
        path: "completions",
        lines: &[("tsumugi completions bash > ~/.local/share/bash-completion/completions/tsumugi", None)],
        notes: None,
    },
    Examples {
        path: "man",
        lines: &[("tsumugi man | man -l -", None), ("tsumugi man ~/.local/share/man/man1", None)],
        notes: None,
    },
];
