//! What each command does.

/// Commands by the names that lead to them.
pub(super) const ABOUTS: &[(&str, &str)] = &[
    ("", "協力詰（ばか詰）、協力自玉詰、詰将棋を、将棋の規則どおりに解きます"),
    ("solve", "問題を解く"),
    ("tsume", "詰将棋を解く: solve --rule tsume と同じ"),
    ("helpmate", "協力詰を解く: solve --rule helpmate と同じ"),
    ("helpselfmate", "協力自玉詰を解く: solve --rule helpselfmate と同じ"),
    ("check", "問題が完全作かどうか、どこに不備があるか、解がどこで分かれるかを調べる"),
    ("analyse", "指し終えた棋譜を解析する: 評価値、疑問手と悪手、詰みの見逃し（証明つき）"),
    ("hisshi", "必至を探す: 玉方がどう受けても詰む手"),
    ("extend", "完全作の前に手を加え、完全なまま長くする（逆算）"),
    ("search", "升や持駒に候補のある局面を調べる（持駒サーチ、置駒サーチ、駒位置サーチ）: どれが完全作か"),
    ("repair", "問題を完全作にする最小の修正を探す"),
    ("resume", "途中経過から探索を再開する。問題、オプション、答えの形式は始めたときのまま"),
    ("verify", "手数、解の数、作意を述べている問題を解き、食い違いを示す"),
    ("verify-certificate", "`solve --certificate` が書いた詰将棋の証明を、将棋の規則だけで確かめる"),
    ("show", "局面を盤面で示す。反則の局面も示す"),
    ("flip", "局面を180°回す: 駒、持駒、手番、指し手"),
    ("mirror", "左右を入れ替える"),
    ("convert", "問題を別の形式で書く: KIF, KI2, CSA, JKF, 問題集, 図面"),
    ("validate", "局面と作意の不備をすべて挙げる"),
    ("usi", "標準入出力の USI プロトコルで、GUI のために指し、解く。コマンドを省いたときも同じ"),
    ("perft", "決まった手数の合法手順を数える"),
    ("bench", "このプログラムの速さを測る。最後の signature で、二つの版が同じ仕事をしたかどうかが分かる"),
    ("bench movegen", "指し手の生成と詰みの判定にかかる時間（ナノ秒）"),
    ("bench play", "決まった局面での対局エンジンの局面数と速さ（スレッド一つ）"),
    ("bench tsume", "決まった問題での詰将棋の局面数と速さ"),
    ("bench helpmate", "決まった問題での協力詰の速さとメモリ"),
    ("tune", "対局エンジンの評価を自分の対局で調整する"),
    ("tune play", "エンジン同士を無作為な序盤から対局させ、棋譜をファイルに追加する"),
    ("tune fit", "評価の重みを対局に合わせ、ファイルに書く"),
    ("tune match", "二つの版のエンジンを、逐次検定でどちらが強いか分かるまで対局させる"),
    ("completions", "シェルの補完を出力する"),
    ("man", "マニュアルのページを出力する。フォルダーを書けば、すべてのコマンドのページをそこに書く"),
    ("help", "この説明か、コマンドの説明を示す"),
];

/// What a command does.
pub(super) fn about(path: &str) -> Option<&'static str> {
    ABOUTS.iter().find(|(known, _)| *known == path).map(|(_, about)| *about)
}
