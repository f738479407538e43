//! Composing.

use super::example::Examples;

pub const EXAMPLES: &[Examples] = &[
    Examples {
        path: "records",
        lines: &[("tsumugi records problem.kif", None), ("tsumugi records --greatest problems/", None)],
        notes: None,
    },
    Examples {
        path: "extend",
        lines: &[
            ("tsumugi extend problem.sfen", None),
            ("tsumugi extend --steps 10 --beam 20 --best problem.sfen", None),
            ("tsumugi extend --steps 50 --jobs 2 --resume found.jsonl problem.sfen", None),
            ("tsumugi extend --keep attacker-hand --forbid +p,9a --json problem.sfen", None),
            (
                "tsumugi extend --rule helpselfmate --condition avoid-capture problem.sfen",
                Some(["neither side captures if another move is legal", "禁欲の協力自玉詰"]),
            ),
        ],
        notes: Some([
            "Exit codes: 0 done; 1 a problem is unsound; 2 an input could not be read; 3 a result is unknown; 130 interrupted.",
            "終了コード: 0 完了、1 不完全な問題がある、2 読めないものがある、3 不明なものがある、130 中断。",
        ]),
    },
    Examples {
        path: "search",
        lines: &[
            ("tsumugi search \"8k/9/[GS-]8/9/9/9/9/9/9 b [RB][GS] 1 ; plies=3-5\"", None),
            (
                "tsumugi search \"9/9/9/9/9/9/9/9/9 b [GSN] 1 ; condition=no-capture ; place=k:1a-2a P:1b-3c ; plies=-3\"",
                Some(["neither side may capture", "取禁"]),
            ),
            ("tsumugi search --out found.sfen template.txt", None),
            ("tsumugi search --jobs 2 --resume found.jsonl template.txt", None),
            ("tsumugi search --shard 3/10 --resume part-3.jsonl template.txt", None),
        ],
        notes: Some([
            "A template is an SFEN with sets of pieces in brackets, followed by conditions: see docs/compose.md.",
            "TEMPLATE は、駒の候補を [ ] で書き、後に条件を書いた SFEN: docs/compose.md を参照。",
        ]),
    },
    Examples {
        path: "repair",
        lines: &[
            ("tsumugi repair \"8k/9/8G/9/9/9/9/9/9 b G 1\"", None),
            ("tsumugi repair --plies 5 --changes 2 --most 10 problem.kif", None),
            (
                "tsumugi repair --condition defender-no-capture --most 5 \"8k/9/9/9/9/9/9/9/9 b G 1\"",
                Some(["the defender may not capture", "受方取禁"]),
            ),
            ("tsumugi repair --json set.sfen > repairs.jsonl", None),
        ],
        notes: Some([
            "Exit codes: 0 every problem is sound or was repaired; 1 a problem could not be repaired; 2, 3 and 130 as \
             for all commands.",
            "終了コード: 0 すべて完全作か修正できた、1 修正できないものがあった。2, 3, 130 はほかと同じ。",
        ]),
    },
];
