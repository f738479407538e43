//! What the values of options mean that take one of several words.

/// The option, the value, and what it means.
pub(super) const VALUES: &[(&str, &str, &str)] = &[
    ("encoding", "auto", "文章から判断する"),
    ("encoding", "utf-8", "BOM はあってもなくてもよい"),
    ("encoding", "shift-jis", "Windows のもの（コードページ 932）"),
    ("out_encoding", "utf-8", "最初の行にそう書かれる"),
    ("out_encoding", "shift-jis", "これしか読めないプログラムのために（コードページ 932）"),
    ("format", "text", "人が読む形式"),
    ("format", "usi", "`position sfen … moves …`、問題集の一行"),
    ("format", "kif", "変化のある KIF"),
    ("format", "ki2", "変化のある KI2"),
    ("format", "csa", "CSA 2.2、本手順のみ"),
    ("format", "jkf", "JKF"),
    ("format", "json", "JSON Lines: 一行に一つのオブジェクト"),
    ("format", "svg", "図面"),
    ("notation", "traditional", "▲２四香 △同　玉 ▲３四飛成"),
    ("notation", "short", "24香、同玉、34飛成"),
    ("notation", "english", "L*2d Kx2d R-3d+"),
    ("notation", "usi", "L*2d 1c2d 3h3d+"),
    ("lang", "ja", "日本語"),
    ("lang", "en", "English"),
    ("lang", "auto", "環境変数に従う"),
    ("rule", "helpmate", "協力詰"),
    ("rule", "tsume", "詰将棋"),
    ("rule", "helpselfmate", "協力自玉詰"),
    ("order", "pieces", "駒の少ない順"),
    ("order", "plies", "手数の長い順"),
    ("order", "shape", "盤上の範囲の狭い順"),
    ("order", "random", "無作為"),
    ("key", "narrow", "独立な48ビット"),
    ("key", "wide", "独立な72ビット。メモリは1.5倍以上"),
    ("futile", "none", "合法な合駒をすべて数える"),
    ("futile", "official", "無駄合を数えない"),
    ("prove", "none", "何も証明しない: 最初に見つけた詰みで終わる"),
    ("prove", "length", "手数が正しいこと"),
    ("attacker", "black", "先手"),
    ("attacker", "white", "後手"),
];

/// What a value of an option means.
pub(super) fn text(id: &str, name: &str) -> Option<&'static str> {
    VALUES.iter().find(|row| (row.0, row.1) == (id, name)).map(|row| row.2)
}
