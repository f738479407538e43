//! What is said in Japanese where clap or the operating system would say it in English: help, usage, files.

use crate::run::{Run, command, run};

#[test]
fn help_is_japanese_where_japanese_is_asked_for() {
    let of_solve =
        ["使い方: tsumugi solve [OPTIONS] <INPUT>...", "制限:", "[省略時: 1]", "例:\n  tsumugi solve "];
    for (words, code, expected) in [
        (
            "--lang ja --help",
            0,
            &["使い方: tsumugi", "コマンド:\n  solve ", "全般:", "終了コード:\n  0 "][..],
        ),
        ("solve --help --lang=ja", 0, &of_solve[..]),
        ("--lang ja help solve", 0, &of_solve[..]),
        ("solve --lang ja -h", 0, &["使い方: tsumugi solve", "[省略時: auto] [値: ja, en, auto]"]),
        // clap shows the help of a command that lacks its subcommand where nothing stands behind it.
        ("--lang ja bench", 2, &["使い方: tsumugi bench", "コマンド:\n  movegen "]),
    ] {
        let Run { code: found, stdout, stderr, .. } = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(found, Some(code), "{words}");
        let (shown, other) = if code == 0 { (stdout, stderr) } else { (stderr, stdout) };
        assert!(other.is_empty(), "{words}: {other}");
        assert!(expected.iter().all(|part| shown.contains(part)), "{words}: {shown}");
        assert!(!shown.contains("Usage:") && !shown.contains("[default"), "{words}: {shown}");
    }
    let of_locale: Run =
        command(&["show", "--help"]).env("LC_ALL", "ja_JP.UTF-8").output().expect("the program").into();
    assert!(of_locale.stdout.starts_with("局面を盤面で示す"), "{}", of_locale.stdout);
    let english = run(&["--help", "--lang", "en"]);
    assert!(english.stdout.contains("\nUsage: tsumugi [OPTIONS] [COMMAND]\n"), "{}", english.stdout);
}

#[test]
fn errors_of_clap_and_of_the_system_are_japanese() {
    for (words, expected) in [
        ("verify-certificate nosuch", "tsumugi: nosuch: 読めません: ファイルかフォルダーがありません\n"),
        ("verify-certificate .", "tsumugi: .: 読めません: フォルダーです\n"),
        ("tune fit nosuch -o x", "tsumugi: nosuch: 読めません: ファイルかフォルダーがありません\n"),
        (
            "resume nosuch",
            "tsumugi: nosuch: ファイルかフォルダーがありません: `solve --checkpoint` が書いたフォルダーを指定してください\n",
        ),
        ("solve --nosuch x", "エラー: '--nosuch' という引数はありません\n"),
        (
            "solve --threads ０ x",
            "エラー: '０' は '--threads <THREADS>' の値として読めません。範囲外です (1から65535まで)\n",
        ),
        (
            "solve --jobs 99999999999 x",
            "エラー: '99999999999' は '--jobs <N>' の値として読めません。範囲外です (1から1024まで)\n",
        ),
        ("perft x", "エラー: 'x' は '<DEPTH>' の値として読めません。必要なのは整数です\n"),
        ("solve --time", "エラー: '--time <TIME>' に値がありません\n"),
        (
            "bench -q",
            "エラー: 'tsumugi bench' の後にコマンドが必要です\n  [コマンド: movegen, play, collapses, tsume, helpmate, help]\n",
        ),
    ] {
        let failed = run(&["--lang", "ja"].into_iter().chain(words.split(' ')).collect::<Vec<_>>());
        assert_eq!(failed.code, Some(2), "{words}");
        assert!(failed.stderr.starts_with(expected), "{words}: {}", failed.stderr);
    }
    let english = run(&["solve", "--threads", "0", "x"]).stderr;
    assert!(
        english.contains("'0' for '--threads <THREADS>': 0 is not in the range 1 to 65535\n"),
        "{english}"
    );
}
