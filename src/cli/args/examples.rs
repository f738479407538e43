//! What `--help` shows below the flags.

/// Examples of a command, and what is to be said behind them.
struct Examples {
    /// The names that lead to the command.
    path: &'static str,
    lines: &'static [Line],
    /// In English and in Japanese.
    notes: Option<[&'static str; 2]>,
}

/// A command line, and what it does where that is said, in English and in Japanese.
type Line = (&'static str, Option<[&'static str; 2]>);

/// What stands below the flags of a command, in English.
pub(super) fn english(path: &str) -> String {
    find(path).map(|examples| examples.text(0)).unwrap_or_default()
}

/// What stands below the flags of a command, in Japanese; `None` for a command without examples.
pub(super) fn japanese(path: &str) -> Option<String> {
    find(path).map(|examples| examples.text(1))
}

fn find(path: &str) -> Option<&'static Examples> {
    EXAMPLES.iter().find(|examples| examples.path == path)
}

impl Examples {
    fn text(&self, lang: usize) -> String {
        let title = match (self.lines.len(), lang) {
            (1, 0) => "Example:",
            (_, 0) => "Examples:",
            _ => "例:",
        };
        let noted = self.lines.iter().filter(|(_, note)| note.is_some());
        let width = noted.map(|(line, _)| line.len()).max().unwrap_or(0);
        let lines = self.lines.iter().map(|(line, note)| match note {
            Some(note) => format!("\n  {line:width$} {}", note[lang]),
            None => format!("\n  {line}"),
        });
        let notes = self.notes.map(|notes| format!("\n\n{}", notes[lang])).unwrap_or_default();
        format!("{title}{}{notes}", lines.collect::<String>())
    }
}

const EXAMPLES: &[Examples] = &[
    Examples {
        path: "",
        lines: &[
            ("tsumugi solve \"6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1\"", None),
            ("tsumugi check problem.kif", None),
            ("tsumugi show problem.kif", None),
            ("tsumugi convert problem.kif problem.sfen", None),
        ],
        notes: Some([EXIT_CODES, EXIT_CODES_JAPANESE]),
    },
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
        path: "solve",
        lines: &[
            ("tsumugi solve \"6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1\"", None),
            ("tsumugi solve --time 30s --memory 4G problem.kif", None),
            ("tsumugi solve --json problems/ > answers.jsonl", None),
            ("tsumugi solve --format kif,svg --out answers/ problems/", None),
            ("tsumugi solve --notation short problem.kif", None),
            (
                "tsumugi solve --condition no-capture \"8k/9/9/9/9/9/9/9/9 b G 1\"",
                Some(["a helpmate in which nobody may take", "取禁 (どちらも取れない) の協力詰"]),
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
                Some(["the defender may not take", "受方取禁"]),
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
                Some(["the attacker takes where he can", "攻方強欲"]),
            ),
        ],
        notes: None,
    },
    Examples {
        path: "check",
        lines: &[
            ("tsumugi check problem.kif", None),
            ("tsumugi check --backward --json \"position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b\"", None),
        ],
        notes: None,
    },
    Examples {
        path: "ask",
        lines: &[
            ("tsumugi ask --rule tsume --line \"▲２三金 △１一玉\" \"9/7k1/9/7P1/9/9/9/9/9 b 2G 1\"", None),
            ("tsumugi ask --ply 4 --json problem.kif", None),
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
                    "500 positions; the same again goes on after a stop",
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
        path: "records",
        lines: &[("tsumugi records problem.kif", None), ("tsumugi records --greatest problems/", None)],
        notes: None,
    },
    Examples {
        path: "analyse",
        lines: &[
            ("tsumugi analyse game.kif", None),
            ("tsumugi analyse --time 2s --format text,kif,svg --out analysed/ game.kif", None),
            ("tsumugi analyse --nodes 1000000 --json games/ > analysed.jsonl", None),
            (
                "tsumugi analyse --total-nodes 50000000 --resume analysed.jsonl games/",
                Some(["the same again goes on after a stop", "止めた後は同じ命令で続きから"]),
            ),
        ],
        notes: Some([
            "Exit codes: 0 done; 2 something could not be read or has an illegal move; 3 --total-time or --total-nodes left positions \
             out; 130 interrupted.",
            "終了コード: 0 完了、2 読めないものか反則の手がある、3 --total-time か --total-nodes で残った局面がある、130 中断。",
        ]),
    },
    Examples {
        path: "hisshi",
        lines: &[
            ("tsumugi hisshi problem.kif", None),
            ("tsumugi hisshi --max-plies 1 --json \"7nk/9/7PP/9/9/9/9/9/9 b G 1\"", None),
            ("tsumugi hisshi --time 1m --format kif --out brinkmate.kif problem.sfen", None),
        ],
        notes: Some([
            "Exit codes: 0 a brinkmate, a mate, or proved to be none; 2, 3 and 130 as everywhere.",
            "終了コード: 0 必至か詰みがあるか、ないと証明された。2, 3, 130 はほかと同じ。",
        ]),
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
                Some(["nobody takes where he can do otherwise", "禁欲の協力自玉詰"]),
            ),
        ],
        notes: Some([
            "Exit codes: 0 done; 1 a problem is unsound; 2 something could not be read; 3 something stayed unknown; 130 interrupted.",
            "終了コード: 0 完了、1 不完全な問題がある、2 読めないものがある、3 不明なものがある、130 中断。",
        ]),
    },
    Examples {
        path: "search",
        lines: &[
            ("tsumugi search \"8k/9/[GS-]8/9/9/9/9/9/9 b [RB][GS] 1 ; plies=3-5\"", None),
            (
                "tsumugi search \"9/9/9/9/9/9/9/9/9 b [GSN] 1 ; condition=no-capture ; place=k:1a-2a P:1b-3c ; plies=-3\"",
                Some(["nobody may take", "取禁"]),
            ),
            ("tsumugi search --out found.sfen template.txt", None),
            ("tsumugi search --jobs 2 --resume found.jsonl template.txt", None),
            ("tsumugi search --shard 3/10 --resume part-3.jsonl template.txt", None),
        ],
        notes: Some([
            "A template is an SFEN with sets in brackets and conditions behind it: docs/compose.md.",
            "TEMPLATE は、升の候補を [ ] で書き、後に条件を書いた SFEN: docs/compose.md。",
        ]),
    },
    Examples {
        path: "repair",
        lines: &[
            ("tsumugi repair \"8k/9/8G/9/9/9/9/9/9 b G 1\"", None),
            ("tsumugi repair --plies 5 --changes 2 --most 10 problem.kif", None),
            (
                "tsumugi repair --condition defender-no-capture --most 5 \"8k/9/9/9/9/9/9/9/9 b G 1\"",
                Some(["the defender may not take", "受方取禁"]),
            ),
            ("tsumugi repair --json set.sfen > repairs.jsonl", None),
        ],
        notes: Some([
            "Exit codes: 0 each problem is sound or was repaired; 1 one was not; 2, 3 and 130 as everywhere.",
            "終了コード: 0 すべて完全作か修正できた、1 修正できないものがあった。2, 3, 130 はほかと同じ。",
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
        lines: &[("tsumugi verify problems/", None), ("tsumugi verify --time 1m collection.kif", None)],
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
            "Exit codes: 0 everything is proved; 1 a file proves nothing; 2 a file could not be read, or is none.",
            "終了コード: 0 すべて証明されている、1 何も証明していないファイルがある、2 読めないか証明書でないファイルがある。",
        ]),
    },
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
                Some(["one problem or many, told by content", "一題でも何題でも、形式は内容で判断する"]),
            ),
            (
                "tsumugi convert problems/ kif/ --format kif",
                Some(["a file for each problem", "一題に一つのファイル"]),
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
        ],
        notes: Some([
            "Exit codes: 0 no defects; 1 defects; 2 something could not be read.",
            "終了コード: 0 不備なし、1 不備あり、2 読めないものがある。",
        ]),
    },
    Examples {
        path: "mirror",
        lines: &[("tsumugi mirror \"8k/9/8G/9/9/9/9/9/9 b G 1\"", None)],
        notes: None,
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
            "Jobs that run when the server ends go on when it is started again. docs/serve.md says more, docs/api.md what\n\
             other programs can ask.",
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
        path: "completions",
        lines: &[("tsumugi completions bash > ~/.local/share/bash-completion/completions/tsumugi", None)],
        notes: None,
    },
    Examples {
        path: "man",
        lines: &[("tsumugi man | man -l -", None), ("tsumugi man ~/.local/share/man/man1", None)],
        notes: None,
    },
    Examples {
        path: "bench movegen",
        lines: &[("tsumugi bench movegen", None), ("tsumugi bench movegen positions.sfen --json", None)],
        notes: None,
    },
    Examples { path: "bench play", lines: &[("tsumugi bench play --depth 8", None)], notes: None },
    Examples { path: "bench tsume", lines: &[("tsumugi bench tsume --json", None)], notes: None },
    Examples { path: "bench helpmate", lines: &[("tsumugi bench helpmate --json", None)], notes: None },
    Examples {
        path: "tune play",
        lines: &[("tsumugi tune play games.bin --games 10000 --threads 2", None)],
        notes: None,
    },
    Examples {
        path: "tune fit",
        lines: &[("tsumugi tune fit games.bin more-games.bin -o weights.bin", None)],
        notes: None,
    },
    Examples {
        path: "tune match",
        lines: &[
            ("tsumugi tune match weights.bin older-weights.bin", None),
            ("tsumugi tune match weights.bin ./other-tsumugi --sprt 0 5", None),
        ],
        notes: None,
    },
];

const EXIT_CODES: &str = "\
Exit codes:
  0    everything was decided: a mate, or none
  1    verify found a difference, check an unsound problem, validate a defect,
       verify-certificate a file that proves nothing, or repair no repair
  2    bad usage, or something could not be read
  3    something stayed unknown
  130  interrupted
  In a batch 130, else the first of 2, 3, 1, 0 that occurred.";

const EXIT_CODES_JAPANESE: &str = "\
終了コード:
  0    すべて決まった: 詰み、または不詰
  1    verify で食い違い、check で不完全な問題、validate で不備があった、
       verify-certificate のファイルが何も証明していない、または repair で修正できなかった
  2    使い方が違うか、読めないものがあった
  3    決まらないものがあった
  130  中断された
  何題も読むときは 130、なければ 2, 3, 1, 0 のうち先に挙げたもの。";
