//! Solving, asking and verifying.

use super::example::Examples;

pub const EXAMPLES: &[Examples] = &[
    Examples {
        path: "solve",
        lines: &[
            ("tsumugi solve \"6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1\"", None),
            ("tsumugi solve --time 30s --memory 4G problem.kif", None),
            ("tsumugi solve --json problems/ > answers.jsonl", None),
            ("tsumugi solve --format kif,svg --out answers/ problems/", None),
            ("tsumugi solve --notation short problem.kif", None),
            (
                "tsumugi solve --condition no-capture \"8k/9/9/9/9/9/9/9/9 b G 1\"",
                Some(["a helpmate in which neither side may capture", "取禁 (どちらも取れない) の協力詰"]),
            ),
            ("tsumugi solve --rule tsume --variations --format kif problem.sfen", None),
            ("tsumugi solve --rule tsume --certificate proof.cert problem.sfen", None),
            ("tsumugi solve --jobs 8 --resume answers.jsonl set.sfen", None),
            ("tsumugi solve --shard 3/10 --resume part-3.jsonl set.sfen", None),
            ("tsumugi helpmate --hosts hosts.txt --process 0 --secret secret.txt long.sfen", None),
        ],
        notes: None,
    },
    Examples {
        path: "tsume",
        lines: &[
            ("tsumugi tsume problem.kif", None),
            ("tsumugi tsume --variations --format kif problem.sfen", None),
        ],
        notes: None,
    },
    Examples {
        path: "helpmate",
        lines: &[
            ("tsumugi helpmate problem.kif", None),
            ("tsumugi helpmate --max-solutions 3 problem.sfen", None),
            (
                "tsumugi helpmate --condition defender-no-capture problem.sfen",
                Some(["the defender may not capture", "受方取禁"]),
            ),
        ],
        notes: None,
    },
    Examples {
        path: "helpselfmate",
        lines: &[
            ("tsumugi helpselfmate problem.kif", None),
            ("tsumugi helpselfmate --graph solutions.dot problem.sfen", None),
            (
                "tsumugi helpselfmate --condition attacker-must-capture problem.sfen",
                Some(["the attacker captures whenever possible", "攻方強欲"]),
            ),
        ],
        notes: None,
    },
    Examples {
        path: "check",
        lines: &[
            ("tsumugi check problem.kif", None),
            ("tsumugi check --backward --json \"position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b\"", None),
            ("tsumugi check --jobs 8 --resume checked.jsonl set.sfen", None),
        ],
        notes: None,
    },
    Examples {
        path: "ask",
        lines: &[
            ("tsumugi ask --rule tsume --line \"▲２三金 △１一玉\" \"9/7k1/9/7P1/9/9/9/9/9 b 2G 1\"", None),
            ("tsumugi ask --ply 4 --json problem.kif", None),
            ("tsumugi ask --line \"▲２三金 △１一玉\" proof.cert", None),
        ],
        notes: None,
    },
    Examples {
        path: "hisshi",
        lines: &[
            ("tsumugi hisshi problem.kif", None),
            ("tsumugi hisshi --max-plies 1 --json \"7nk/9/7PP/9/9/9/9/9/9 b G 1\"", None),
            ("tsumugi hisshi --time 1m --format kif --out brinkmate.kif problem.sfen", None),
        ],
        notes: Some([
            "Exit codes: 0 a brinkmate or a mate was found, or it is proved that there is none; 2, 3 and 130 as for \
             all commands.",
            "終了コード: 0 必至か詰みがあるか、ないと証明された。2, 3, 130 はほかと同じ。",
        ]),
    },
    Examples {
        path: "resume",
        lines: &[
            ("tsumugi solve --checkpoint run long.sfen", None),
            ("tsumugi resume run", None),
            ("tsumugi resume --hosts hosts.txt --process 0 --secret secret.txt run", None),
        ],
        notes: None,
    },
    Examples {
        path: "verify",
        lines: &[
            ("tsumugi verify problems/", None),
            ("tsumugi verify --jobs 8 --time 1m collection.kif", None),
            ("tsumugi verify --jobs 8 --resume verified.jsonl problems/", None),
        ],
        notes: None,
    },
    Examples {
        path: "verify-certificate",
        lines: &[
            ("tsumugi solve --rule tsume --certificate proof.cert problem.sfen", None),
            ("tsumugi verify-certificate proof.cert", None),
            ("tsumugi verify-certificate --json *.cert", None),
        ],
        notes: Some([
            "Exit codes: 0 every proof is valid; 1 a file proves nothing; 2 a file could not be read or is no \
             certificate.",
            "終了コード: 0 すべて証明されている、1 何も証明していないファイルがある、2 読めないか証明書でないファイルがある。",
        ]),
    },
];
