//! What each option and each argument is for.

/// An option of some commands.
pub(super) struct Row {
    pub id: &'static str,
    /// The commands, with commas between them; `None` for all that no other row of the option names.
    commands: Option<&'static str>,
    pub text: &'static str,
}

const fn everywhere(id: &'static str, text: &'static str) -> Row {
    Row { id, commands: None, text }
}

const fn only(id: &'static str, commands: &'static str, text: &'static str) -> Row {
    Row { id, commands: Some(commands), text }
}

pub(super) static OPTIONS: &[Row] = &[
    // Of all commands.
    everywhere("lang", "答えの言語。auto は LC_ALL, LC_MESSAGES, LANG に従う"),
    everywhere("quiet", "進み具合を示さない。警告は、問題を取り違えたおそれのあるものだけを示す"),
    everywhere(
        "verbose",
        "動作を記録する: -v は info、-vv は debug、-vvv は trace。RUST_LOG ならさらに細かく",
    ),
    everywhere("log_file", "記録を標準エラー出力でなくファイルに追加する"),
    everywhere("help", "この説明を示す（-h は短く、--help は長く）"),
    everywhere("version", "版を示す"),
    // What is read.
    everywhere(
        "inputs",
        "引用符で囲んだ SFEN、ファイル（問題集, KIF, KI2, BOD, CSA, JKF, --json の答え。内容で判断する）、フォルダー（中の .kif .sfen などをすべて読む）、または標準入力を表す -",
    ),
    only(
        "inputs",
        "ask",
        "詰将棋の証明書（solve --certificate を参照。探索せずに答える）、または問題: 引用符で囲んだ SFEN、ファイル（問題集, KIF, KI2, BOD, CSA, JKF, --json の答え。内容で判断する）、フォルダー（中の .kif .sfen などをすべて読む）、または標準入力を表す -",
    ),
    only(
        "paths",
        "convert",
        "変換するもの（ほかのコマンドと同じ）と、最後に OUTPUT: ファイル（拡張子で形式が決まる）、フォルダー（一題に一つのファイルを書く）、または標準出力を表す -",
    ),
    everywhere("encoding", "入力の文字コード。auto は UTF-8、Shift_JIS、EUC-JP を見分ける"),
    everywhere(
        "strict",
        "別の意味かもしれないものを拒む: 持駒のない SFEN、知らない規則や条件、両立しない見出しのある棋譜",
    ),
    everywhere(
        "shard",
        "すべての入力の I, I+N, I+2N, … 番目の問題だけ。問題集を N 個のプロセスで分けるために。ツインは分けない",
    ),
    // What is solved.
    everywhere("rule", "規則 [省略時: 問題の指定、なければ helpmate]"),
    only(
        "rule",
        "validate",
        "どの規則の問題として正しくなければならないか [省略時: 問題の指定、なければ helpmate]",
    ),
    everywhere(
        "attacker",
        "攻方 [省略時: 問題の指定。なければ盤上に玉のない側。両方にあれば先手、詰将棋では手番の側]",
    ),
    everywhere("rest", "盤上にも持駒にもない駒を玉方の持駒にする"),
    only("template", "search", "引用符で囲んだ候補付きの局面、それを書いたファイル、または標準入力を表す -"),
    only("yes", "search", "何通りあっても調べる"),
    only(
        "line",
        "ask",
        "どの手順の後か。USI か日本語で: \"G*2c 2b1a\", \"▲２三金△１一玉\" [省略時: 問題の作意]",
    ),
    only("ply", "ask", "問題の作意の最初の N 手だけ"),
    only("solve", "records", "詰む作意のある問題も解く"),
    only("greatest", "records", "それぞれの最大だけを示し、問題ごとの記録は示さない"),
    only("json", "records", "一つの問題につき一行、最後にそれぞれの最大を一行の JSON オブジェクト"),
    only("full", "ask", "長い手順も省略せずに示す"),
    only("book", "book sort,book flip,book mirror,book minimax", "定跡ファイル"),
    only("books", "book merge,book stats", "定跡ファイル"),
    only("plies", "book build", "一局の最初の何手までか。--search では局面から何手までか"),
    only(
        "search",
        "book build",
        "それぞれの棋譜の最後の局面からエンジンで探索する。最善に近い手で至る局面から先に。すでにある定跡は続きから。--nodes が省略時の値なら深さは12手ほどなので、エンジンの BookDepthLimit（省略時16）を0にして使う",
    ),
    only("nodes", "book build", "定跡の一局面につき探索する局面の数"),
    only(
        "budget",
        "book build",
        "定跡全体で探索する局面の数。前の実行の分も含む: BUDGET / NODES が定跡の局面の数",
    ),
    only("moves", "book build", "一局面の指し手の数"),
    only("least_count", "book build", "これだけ指された手だけ"),
    only(
        "out",
        "book build,book sort,book merge,book flip,book mirror,book minimax",
        "定跡を書くファイル。読むファイルではいけない",
    ),
    only("json", "book stats", "一つの定跡につき一行の JSON オブジェクト"),
    only("changes", "repair", "修正の数。2 なら一つの修正の後に二つの組も"),
    everywhere(
        "condition",
        "協力詰と協力自玉詰: 取る手についての条件。強欲 (must-capture)、禁欲 (avoid-capture)、取禁 (no-capture)。片方だけなら攻方取禁、受方強欲など。条件がなければ なし (none)。二つならコンマで区切る [省略時: 問題の指定]",
    ),
    everywhere("futile", "詰将棋: どの合駒を数えるか [省略時: 問題の指定、なければ official]"),
    everywhere("prove", "詰将棋: 見つけた詰みについて何を証明するか"),
    only(
        "plies",
        "check",
        "作意の手数: これより短い詰みは不備とし、長いものは探さない [省略時: 作意の手数か、問題の指定]",
    ),
    only("plies", "repair", "修正した問題の手数 [省略時: 作意の手数か、問題の指定、なければ自由]"),
    only(
        "backward",
        "check",
        "作意の終わりからさかのぼり、何手目から先が完全かを示す。制限は局面ごと [省略時: --nodes 10000000]",
    ),
    only("steps", "extend", "何度手を加えるか。前の段の結果を次の段でさらに逆算する"),
    only("beam", "extend", "次の段で逆算する結果の数"),
    only("order", "extend", "次の段で逆算する結果の選び方"),
    only("seed", "extend", "--order random の乱数の種。別の値なら別の選び方になる [省略時: 0]"),
    only("backtrack", "extend", "結果のない段では、前の段で選ばれなかった結果に戻って続ける"),
    only("put", "extend", "一段で加える手の数、1か2 [省略時: 2。玉方から始まる問題（受先）の前には1]"),
    only(
        "keep",
        "extend",
        "問題のまま残すもの。コンマで区切る: マス (5e)、駒 (R, +p)、attacker-hand（攻方持駒）、defender-hand（玉方持駒）。takes（取る手）, promotions（成る手）, drops（打つ手）なら、加える手はすべてそれ",
    ),
    only(
        "forbid",
        "extend",
        "あってはならないもの。--keep と同じ書き方で、このマスの駒、盤上のこの駒、この持駒、加える手のうちこの種類の手",
    ),
    only("best", "extend", "最後に、最も長い結果に至る一続きだけを示す"),
    only(
        "all",
        "verify",
        "status=unproved と status=heavy の問題も: 手数が証明されていない、または解くのに三秒以上かかるもの",
    ),
    // Limits.
    everywhere("time", "一題の時間。500ms, 10s, 2m, 1h など [省略時: 制限なし]"),
    only("time", "resume", "今回の探索の時間。25m など [省略時: 制限なし]"),
    everywhere("nodes", "一題で展開する局面の数 [省略時: 制限なし]"),
    only(
        "nodes",
        "check",
        "一題で展開する局面の数。詰将棋ではほかの手の後もそれぞれ [省略時: 制限なし。ほかの手の後は --time がなければ 1000000]",
    ),
    only(
        "nodes",
        "extend",
        "一題で展開する局面の数。詰将棋では候補を調べるたびに [省略時: 制限なし。詰将棋は --time がなければ 1000000]",
    ),
    only("time", "search,repair", "一つの局面を調べる一回の探索の時間。500ms, 10s など [省略時: 制限なし]"),
    only(
        "nodes",
        "search,repair",
        "一つの局面を調べる一回の探索で展開する局面の数 [省略時: --time がなければ 1000000]",
    ),
    only("nodes", "tune play,tune match,tune margins", "一手につき探索する局面の数"),
    everywhere("max_plies", "探す詰みの最長の手数 [省略時: 制限なし]"),
    everywhere(
        "memory",
        "プロセス全体のメモリ。512M, 4G など。--jobs はこれを分け合う [省略時: この計算機のメモリの半分。詰将棋は一題につき 1G まで]",
    ),
    only("time", "tune play", "この時間が過ぎたら新しい対局を始めない。90m など [省略時: 制限なし]"),
    only("time", "analyse", "一局面の時間。500ms, 10s など [省略時: 制限なし]"),
    only(
        "nodes",
        "analyse",
        "棋譜の一局面につき探索する局面の数 [省略時: --time も --total-time も --total-nodes もなければ 200000]",
    ),
    only(
        "total_time",
        "analyse",
        "一局全体の時間。終わりの局面から順に分け合う。60s, 10m など [省略時: 制限なし]",
    ),
    only(
        "total_nodes",
        "analyse",
        "一局全体で探索する局面の数（エンジンと詰みの探索の合計）。局面で分け合う [省略時: 制限なし]",
    ),
    only("entering_king_rule", "analyse", "入玉宣言の規則"),
    only("resume", "analyse", "答えを JSON Lines のファイルに残す。同じ制限の答えがある棋譜はもう解析しない"),
    only("mate_nodes", "analyse", "王手の連続による詰みを調べるたびに展開する局面の数"),
    only("hash", "analyse", "一局につきエンジンのハッシュのメモリ。64M, 1G など"),
    only("threads", "analyse", "一つの探索のスレッド。二つ以上なら値は毎回少し違う"),
    only("jobs", "analyse", "同時に解析する棋譜の数。答えの順は入力の順のまま"),
    only("json", "analyse", "一局につき一行の JSON オブジェクト: --format json"),
    only(
        "format",
        "analyse",
        "書くもの: text は報告、svg は勝率のグラフ、ほかはコメントつきの棋譜 [省略時: --out の拡張子による。なければ text]",
    ),
    only("full", "analyse", "局面ごとの評価値も示す"),
    only("max_plies", "hisshi", "探す必至の最長の手数: 1, 3, 5, …"),
    only("max_plies", "repair", "手数が自由なとき、探す詰みの最長の手数"),
    only(
        "line",
        "repair",
        "作意 [省略時: 問題にある手順]。USI の手なら修正前に指せなくてもよい。日本語なら指せる手順",
    ),
    only("nodes", "resume", "これまでの分も合わせて展開する局面の数 [省略時: 前と同じ]"),
    only("max_plies", "resume", "探す詰みの最長の手数 [省略時: 前と同じ]"),
    only("most", "repair", "この数の修正が見つかったら終わる [省略時: すべて]"),
    only(
        "budget",
        "repair",
        "この数の局面を調べたら終わる [省略時: 一つの修正はすべて、二つの組はさらに100000]",
    ),
    only(
        "memory",
        "search,repair",
        "プロセス全体のメモリ。512M, 4G など。--jobs はこれを分け合う [省略時: この計算機のメモリの半分。詰将棋は一つにつき 64M]",
    ),
    only(
        "memory",
        "hisshi",
        "プロセス全体のメモリ。512M, 4G など。--jobs はこれを分け合う [省略時: この計算機のメモリの半分。一題につき 1G まで]",
    ),
    only("memory", "resume", "探索のメモリ [省略時: 前と同じ]"),
    only(
        "memory",
        "verify-certificate",
        "プロセス全体のメモリ。512M, 4G など。一つの記録に64バイト以上 [省略時: この計算機のメモリの半分]",
    ),
    everywhere(
        "threads",
        "一つの探索のスレッド。プロセッサー一つにつき4まで（一つか二つなら8まで）。答えはこれによらない",
    ),
    #[cfg(feature = "serve")]
    only("port", "serve", "ポート。0 なら空いているもの"),
    #[cfg(feature = "serve")]
    only(
        "listen",
        "serve",
        "ほかの計算機からも使うための、この計算機のアドレスか名前。使うには表示されるトークンが要る [省略時: 127.0.0.1。この計算機からだけ使え、トークンは要らない]",
    ),
    #[cfg(feature = "serve")]
    only(
        "data",
        "serve",
        "ジョブとその答えを置くフォルダー [省略時: 利用者のデータのフォルダーの tsumugi/serve]",
    ),
    #[cfg(feature = "serve")]
    only(
        "memory",
        "serve",
        "すべてのジョブを合わせたメモリ。512M, 4G など [省略時: この計算機のメモリの半分]",
    ),
    #[cfg(feature = "serve")]
    only("threads", "serve", "すべてのジョブを合わせたスレッド [省略時: プロセッサー一つにつき一つ]"),
    #[cfg(feature = "serve")]
    only("every", "serve", "ジョブの途中経過を保存する間隔"),
    only("threads", "resume", "探索のスレッド [省略時: 前と同じ]"),
    only("threads", "tune play", "同時に指す対局の数。対局はこれによらない"),
    everywhere("verify", "協力詰と協力自玉詰: 独立な指紋による二度目の探索で答えを確かめる"),
    everywhere("key", "協力詰と協力自玉詰: 調べた局面を見分ける指紋 (ハッシュキー) の大きさ"),
    only("key", "bench helpmate", "調べた局面を見分ける指紋 (ハッシュキー) の大きさ"),
    everywhere("spill", "メモリが足りないとき、局面をこのフォルダーのディスクに置く（一局面10バイト）"),
    everywhere("jobs", "同時に解く問題の数。答えの順は入力の順のまま"),
    only(
        "jobs",
        "extend",
        "同時に逆算する一段の問題の数。詰将棋では同時に調べる候補の数。結果の順は変わらない",
    ),
    only("jobs", "verify", "同時に解く問題の数"),
    only("jobs", "check", "同時に調べる問題の数。答えの順は入力の順のまま"),
    only("jobs", "search,repair", "同時に調べる局面の数。結果の順は変わらない"),
    only("shard", "search", "N 分の I の局面だけ。一つの探索を N 個のプロセスで分けるために"),
    // What is written.
    everywhere("max_solutions", "協力詰と協力自玉詰: 示す解の数"),
    everywhere("graph", "問題の最短の解すべてのグラフを JSON (.json) か Graphviz (.dot) で書く"),
    only(
        "json",
        "solve,tsume,helpmate,helpselfmate,hisshi",
        "一題につき一行の JSON オブジェクト: --format json",
    ),
    only("json", "ask,check,validate", "一題につき一行の JSON オブジェクト"),
    only("json", "extend", "見つかった問題につき一行、最後に全体について一行の JSON オブジェクト"),
    only("json", "search,repair", "見つかった問題につき一行の JSON オブジェクト"),
    only(
        "format",
        "extend,search,repair",
        "見つかった問題の形式 [省略時: --out の拡張子による。なければ usi]",
    ),
    only(
        "out",
        "extend,search,repair",
        "問題をファイルに、/ で終わるかすでにあるフォルダーならそこに（一題に一つのファイル）書く。終わるまでは FILE.part に書き、最後に FILE に名前を変える",
    ),
    only(
        "resume",
        "extend,search,repair",
        "問題を JSON Lines のファイルに残し、どこまで進んだかを FILE.jsonl.state に残す。同じコマンドがそこから続ける",
    ),
    only(
        "json",
        "verify",
        "分かりしだい一題につき一行、次にツインにつき一行、最後に数を一行の JSON オブジェクト",
    ),
    only("json", "verify-certificate", "一つのファイルにつき一行の JSON オブジェクト"),
    only(
        "json",
        "bench movegen,bench play,bench collapses,bench tsume,bench helpmate",
        "一つの JSON オブジェクト",
    ),
    everywhere(
        "format",
        "答えの形式。コンマで区切っていくつも書けば、フォルダーに、または続けて書く [省略時: --out の拡張子による。なければ text]",
    ),
    only("format", "resume", "答えの形式 [省略時: 前と同じ]"),
    only("format", "convert", "形式 [省略時: OUTPUT の拡張子による]"),
    everywhere(
        "out",
        "答えをファイルに、/ で終わるかすでにあるフォルダーならそこに（一題に一つのファイル）書く。終わるまでは FILE.part に書き、最後に FILE に名前を変える",
    ),
    only(
        "out",
        "resume",
        "答えをファイルに、/ で終わるかすでにあるフォルダーならそこに書く [省略時: 前と同じ]",
    ),
    only(
        "out",
        "analyse",
        "答えをファイルに、/ で終わるかすでにあるフォルダーならそこに（一局に一つのファイル）書く。終わるまでは FILE.part に書き、最後に FILE に名前を変える",
    ),
    only("out", "show", "ファイルに、/ で終わるかすでにあるフォルダーならそこに（一題に一つのファイル）書く"),
    everywhere("out_encoding", "KIF, KI2, CSA の文字コード。ほかはすべて UTF-8 で書く"),
    everywhere("notation", "解答一覧のような答え: 判定とそれぞれの解を一行ずつ、指し手はこの書き方で"),
    only("notation", "resume", "解答一覧のような答え。指し手はこの書き方で [省略時: 前と同じ]"),
    everywhere(
        "variations",
        "詰将棋: 本手順に対する玉方のほかの応手（変化）も、それぞれ制限の中で調べる。KIF, KI2, JKF では変化として書く",
    ),
    everywhere(
        "certificate",
        "詰将棋: 答えの証明をこのファイルに書く。一題だけ。`verify-certificate` で確かめられる",
    ),
    only("certificate", "resume", "詰将棋: 答えの証明をこのファイルに書く [省略時: 前と同じ]"),
    everywhere("svg_steps", "最初の解の初め、途中、終わりの図面をこのフォルダーに書く"),
    only(
        "svg_steps",
        "resume",
        "最初の解の初め、途中、終わりの図面をこのフォルダーに書く [省略時: 前と同じ]",
    ),
    everywhere("no_rest_hand", "SVG: 玉方の持駒が残り全部なら、詰将棋の誌面のように書かない"),
    everywhere("resume", "答えを JSON Lines のファイルに残す。そこで決まっているものは解き直さない"),
    only("resume", "check", "答えを JSON Lines のファイルに残す。そこで決まっているものは調べ直さない"),
    only("resume", "verify", "結果を JSON Lines のファイルに残す。そこで決まっているものは解き直さない"),
    everywhere("full", "長い解を省略せずに示す"),
    only("full", "hisshi", "応手をすべて、続く手の応手もすべて挙げる"),
    only("full", "check", "長い解と一覧を省略せずに示す"),
    only("full", "show", "長い作意を省略せずに示す"),
    // Long runs.
    everywhere(
        "checkpoint",
        "探索の途中経過をこのフォルダーに残す。`tsumugi resume` で再開できる。一題だけ。--every の間隔で、Ctrl-C のとき、制限に達したときに書く",
    ),
    everywhere("every", "途中経過を書く間隔"),
    only("every", "resume", "途中経過を書く間隔 [省略時: 前と同じ]"),
    only(
        "plies",
        "solve,tsume,helpmate,helpselfmate",
        "予想される手数。進み具合の行の残り時間の見積もりに使う [省略時: 問題の指定]",
    ),
    only(
        "folder",
        "resume",
        "`solve --checkpoint` が書いたフォルダー。--hosts のときはこのプロセスのもので、新しくてもよい",
    ),
    // Several machines.
    everywhere(
        "hosts",
        "協力詰、協力自玉詰: 複数のマシンで探索する。ファイルには1行に1つの「ホスト:ポート」。それぞれで同じコマンドを番号付きで実行する",
    ),
    everywhere("process", "一覧の中でのこのプロセスの番号。0から。0番が答えを書く"),
    everywhere("secret", "全プロセスに共通の合言葉のファイル。16バイト以上で、本人だけが読めるもの"),
    everywhere("join", "始めに他のプロセスを待つ時間"),
    // Other commands.
    only("files", "verify-certificate", "`solve --certificate` が書いたファイル"),
    only("svg", "show", "SVG の図面。--out の名前が .svg で終わるときも"),
    only("apply", "show", "問題の手順の N 手目の後の局面"),
    only("canonical", "flip", "回した局面の SFEN の方が小さいときだけ回し、どちらからも同じになるようにする"),
    only("force", "convert", "すでにあるファイルを置き換える"),
    only("divide", "perft", "最初の手ごとに数える"),
    only("bulk", "perft", "最後の手を指さずに数える"),
    only("depth", "perft", "手数"),
    only("sfen", "perft", "局面。手順があってもよい。省けば平手の初めの局面"),
    only(
        "files",
        "bench movegen",
        "局面を使うファイル。タブのある行では最後の欄が局面 [省略時: 決まった局面]",
    ),
    only("depth", "bench play", "探索する手数"),
    only("nodes", "bench collapses", "一局面につき探索する局面の数"),
    only("file", "tune play", "棋譜のファイル"),
    only(
        "games",
        "tune play",
        "対局の数。ファイルにすでにある同じ --seed と --nodes の対局も含む: 同じ命令はその続きから",
    ),
    only("games", "tune fit", "棋譜のファイル"),
    only("games", "tune match", "対局の数の上限。一つの序盤から二局ずつ。奇数なら一局多い"),
    only("seed", "tune play", "別の値なら別の対局になる"),
    only("seed", "tune fit", "局面の順の種"),
    only("seed", "tune match", "別の値なら別の序盤になる"),
    only("output", "tune fit", "重みを書くファイル"),
    only("result", "tune fit", "局面の目標のうち、探索の値でなく対局の結果による割合。0から1"),
    only("lambda", "tune fit", "探索による部分のうち、その局面の探索でなく後の局面による割合。0から1"),
    only("start", "tune fit", "駒の価値からでなく、この重みから始める"),
    only(
        "rate",
        "tune fit",
        "最初のステップの学習率。普通の値に対する割合で、0から1。よく学んだ重みにさらに学ばせるときは小さくする",
    ),
    only("epochs", "tune fit", "それぞれの局面を何度見るか"),
    only("decay", "tune fit", "玉の位置と駒の重みを0に引き寄せる強さ"),
    only("threads", "tune fit", "学習するスレッドの数。重みはこれによらない"),
    only("checkpoint", "tune fit", "一巡ごとにこのファイルへ途中経過を書き、ファイルがあればそこから続ける"),
    only("file", "tune margins", "マージンのファイル。1ステップごとに書き直し、あればその続きから始める"),
    only("steps", "tune margins", "ステップの数"),
    only(
        "pairs",
        "tune margins",
        "1ステップの対局の組の数。一組は二局。多いほど少ないステップですみ、多くのプロセッサーを使える",
    ),
    only("seed", "tune margins", "別の値なら別の対局になる"),
    only("threads", "tune margins", "同時に指す対局の数。結果はこれによらない"),
    only(
        "threads",
        "tune match",
        "同時に指す対局の数。プロセッサーは一局に一つ。--nodes なら結果はこれによらない",
    ),
    only("first", "tune match", "`tune fit` の重みか USI エンジン: 力を試されるプログラム"),
    only("second", "tune match", "その相手。`tune fit` の重みか USI エンジン"),
    only("movetime", "tune match", "局面の数でなく一手の時間。100ms など"),
    only("sprt", "tune match", "検定で比べる二つの Elo の差 (LOW と HIGH)"),
    only("record", "tune match", "棋譜を `tune play` の形でファイルに追加する"),
    only("games", "tune collapses", "棋譜のファイル"),
    only("nodes", "tune collapses", "一局面につき探索する局面の数。すでに負けかどうかはその百倍で確かめる"),
    only("threads", "tune collapses", "同時に調べる局面の数"),
    only("shell", "completions", "シェル"),
    only("folder", "man", "フォルダー。なければ作る"),
];

/// The row of an option of a command.
pub(super) fn row(path: &str, id: &str) -> Option<&'static Row> {
    let rows = || OPTIONS.iter().filter(|row| row.id == id);
    let named = rows().find(|row| row.commands.is_some_and(|all| all.split(',').any(|one| one == path)));
    named.or_else(|| rows().find(|row| row.commands.is_none()))
}

/// What an option of a command is for.
pub(super) fn text(path: &str, id: &str) -> Option<&'static str> {
    row(path, id).map(|row| row.text)
}
