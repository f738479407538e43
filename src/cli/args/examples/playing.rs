//! Play, servers, books and the builders' tools.

use super::example::Examples;

pub const EXAMPLES: &[Examples] = &[
    Examples {
        path: "usi",
        lines: &[
            ("tsumugi usi", None),
            ("printf 'usi\\nquit\\n' | tsumugi usi", None),
            ("tsumugi usi --log-file usi.log", None),
        ],
        notes: None,
    },
    Examples {
        path: "book",
        lines: &[("tsumugi book build --out book.db games/", None), ("tsumugi book stats book.db", None)],
        notes: None,
    },
    Examples {
        path: "book build",
        lines: &[
            ("tsumugi book build --plies 30 --least-count 2 --out book.db games.csa", None),
            (
                "tsumugi book build --search --nodes 200000 --budget 100000000 --out book.db \"position startpos\"",
                Some([
                    "500 positions; after a stop, the same command continues",
                    "500局面。止めた後は同じ命令で続きから",
                ]),
            ),
        ],
        notes: None,
    },
    Examples {
        path: "book sort",
        lines: &[("tsumugi book sort --out sorted.db book.db", None)],
        notes: None,
    },
    Examples {
        path: "book merge",
        lines: &[("tsumugi book merge --out both.db one.db other.db", None)],
        notes: None,
    },
    Examples {
        path: "book flip",
        lines: &[("tsumugi book flip --out turned.db book.db", None)],
        notes: None,
    },
    Examples {
        path: "book mirror",
        lines: &[("tsumugi book mirror --out mirrored.db book.db", None)],
        notes: None,
    },
    Examples {
        path: "book minimax",
        lines: &[("tsumugi book minimax --out values.db book.db", None)],
        notes: None,
    },
    Examples { path: "book stats", lines: &[("tsumugi book stats book.db", None)], notes: None },
    Examples {
        path: "analyse",
        lines: &[
            ("tsumugi analyse game.kif", None),
            ("tsumugi analyse --time 2s --format text,kif,svg --out analysed/ game.kif", None),
            ("tsumugi analyse --nodes 1000000 --json games/ > analysed.jsonl", None),
            (
                "tsumugi analyse --total-nodes 50000000 --resume analysed.jsonl games/",
                Some(["after a stop, the same command continues", "止めた後は同じ命令で続きから"]),
            ),
        ],
        notes: Some([
            "Exit codes: 0 done; 2 an input could not be read or has an illegal move; 3 positions were left out \
             because of --total-time or --total-nodes; 130 interrupted.",
            "終了コード: 0 完了、2 読めないものか反則の手がある、3 --total-time か --total-nodes で残った局面がある、130 中断。",
        ]),
    },
    #[cfg(feature = "serve")]
    Examples {
        path: "serve",
        lines: &[
            ("tsumugi serve", Some(["then open http://127.0.0.1:8000/", "http://127.0.0.1:8000/ を開く"])),
            (
                "tsumugi serve --port 0 --data jobs/ --memory 4G",
                Some(["any free port, another folder", "空いているポート、別のフォルダー"]),
            ),
        ],
        notes: Some([
            "Jobs that run when the server ends continue when it is started again. See docs/serve.md for more, \
             and\ndocs/api.md for the API for other programs.",
            "終了時に実行中のジョブは、次に始めたときに続きます。詳しくは docs/serve.md、ほかのプログラムからの使い方は\n\
             docs/api.md を見てください。",
        ]),
    },
    Examples {
        path: "perft",
        lines: &[
            ("tsumugi perft --bulk 6", None),
            ("tsumugi perft --divide 3 \"8k/9/8G/9/9/9/9/9/9 b G 1\"", None),
        ],
        notes: None,
    },
    Examples {
        path: "bench",
        lines: &[("tsumugi bench helpmate", None), ("tsumugi bench movegen positions.sfen --json", None)],
        notes: None,
    },
    Examples {
        path: "tune",
        lines: &[
            ("tsumugi tune play games.bin --games 10000", None),
            ("tsumugi tune fit games.bin -o weights.bin", None),
            ("tsumugi tune match weights.bin other-tsumugi", None),
        ],
        notes: None,
    },
    Examples {
        path: "bench movegen",
        lines: &[("tsumugi bench movegen", None), ("tsumugi bench movegen positions.sfen --json", None)],
        notes: None,
    },
    Examples { path: "bench play", lines: &[("tsumugi bench play --depth 8", None)], notes: None },
    Examples {
        path: "bench collapses",
        lines: &[("tsumugi bench collapses --nodes 20000", None)],
        notes: None,
    },
    Examples { path: "bench tsume", lines: &[("tsumugi bench tsume --json", None)], notes: None },
    Examples { path: "bench helpmate", lines: &[("tsumugi bench helpmate --json", None)], notes: None },
    Examples {
        path: "tune play",
        lines: &[("tsumugi tune play games.bin --games 10000 --threads 2", None)],
        notes: None,
    },
    Examples {
        path: "tune fit",
        lines: &[
            ("tsumugi tune fit games.bin more-games.bin -o weights.bin", None),
            ("tsumugi tune fit new-games.bin --start weights.bin --rate 0.25 -o better.bin", None),
        ],
        notes: None,
    },
    Examples {
        path: "tune margins",
        lines: &[("tsumugi tune margins margins.txt --steps 2000 --threads 2", None)],
        notes: None,
    },
    Examples {
        path: "tune match",
        lines: &[
            ("tsumugi tune match weights.bin older-weights.bin", None),
            ("tsumugi tune match weights.bin ./other-tsumugi --sprt 0 5", None),
            ("tsumugi tune match ./tsumugi ./other-tsumugi --movetime 100ms --games 1000", None),
        ],
        notes: None,
    },
    Examples {
        path: "tune collapses",
        lines: &[("tsumugi tune collapses games.bin > collapses.sfen", None)],
        notes: None,
    },
];
