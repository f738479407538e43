//! Files as other programs write them (`tests/data/records`, made for these tests): encodings, marks, headers, side
//! lines.

use std::fs;
use std::io::BufReader;
use std::path::Path;
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write, write_checked};
use tsumugi::problem::{ExpectedPlies, Problem};
use tsumugi::record::Ending;
use tsumugi::types::Color;

/// What a file holds, errors as text.
fn read_all(name: &str) -> Vec<Result<Problem, String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records").join(name);
    let file = BufReader::new(fs::File::open(&path).expect("a file"));
    Reader::new(file, Encoding::Auto, name)
        .map(|problem| problem.map_err(|error| error.to_string()))
        .collect()
}

/// The problems of a file without errors.
fn read(name: &str) -> Vec<Problem> {
    read_all(name).into_iter().map(|problem| problem.unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn one(name: &str) -> Problem {
    let mut problems = read(name);
    assert_eq!(problems.len(), 1, "{name}");
    problems.remove(0)
}

fn moves(problem: &Problem) -> String {
    line(problem, None)
}

fn line(problem: &Problem, index: Option<usize>) -> String {
    let words: Vec<String> = problem.record.moves_of(index).iter().map(|mv| mv.to_string()).collect();
    words.join(" ")
}

#[test]
fn a_tsume_in_shift_jis_with_variations() {
    let problem = one("tsume-shift-jis.kif");
    assert_eq!(problem.position().sfen(), "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1");
    assert_eq!(problem.id.as_deref(), Some("7"));
    assert_eq!(problem.title.as_deref(), Some("金の頭"));
    assert_eq!(problem.composer.as_deref(), Some("試作"));
    assert_eq!(problem.source.as_deref(), Some("自作"));
    assert_eq!(problem.plies, Some(ExpectedPlies::Mate(3)));
    assert_eq!(problem.rest, None);
    assert_eq!(moves(&problem), "G*2c 2b2a G*2b");
    let record = &problem.record;
    assert_eq!(record.ending, Some(Ending::Mate));
    let comments: Vec<_> = record.comments.iter().map(|c| (c.ply, c.text.as_str())).collect();
    assert_eq!(comments, [(0, "頭金の練習。"), (3, "これまで。")]);
    assert_eq!(line(&problem, Some(0)), "G*2c 2b1a G*1b");
    assert_eq!(line(&problem, Some(1)), "G*2c 2b3a G*3b");
    assert_eq!(record.branches[1].comments[0].text, "ここで\n３二金打まで。");
    assert_eq!(record.branches[0].ending, Some(Ending::Mate));
}

#[test]
fn a_hand_that_is_not_listed_is_the_rest() {
    let all = "8k/9/8G/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1";
    for (name, rest) in [("no-white-hand.kif", Some(Color::White)), ("rest.ki2", Some(Color::White))] {
        let problem = one(name);
        assert_eq!((problem.position().sfen().as_str(), problem.rest), (all, rest), "{name}");
        assert_eq!((moves(&problem).as_str(), problem.record.ending), ("G*1b", Some(Ending::Mate)), "{name}");
    }
    let none = one("none.bod");
    assert_eq!((none.position().sfen().as_str(), none.rest), ("8k/9/8G/9/9/9/9/9/9 b G 1", None));
}

#[test]
fn a_handicap_game_with_nested_variations() {
    let problem = one("handicap-variations.kif");
    let sfen = "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(problem.position().sfen(), sfen);
    assert_eq!(moves(&problem), "3c3d 7g7f 4c4d 2g2f 8b4b");
    let lines: Vec<String> = (0..4).map(|index| line(&problem, Some(index))).collect();
    assert_eq!(
        lines,
        ["3c3d 7g7f 4c4d 2g2f 2b3c 3i4h", "3c3d 7g7f 2b8h+ 7i8h B*4e", "3c3d 7g7f 2b8h+ 2h8h", "3c3d 2g2f",]
    );
}

/// The stronger side, which moves first, is 上手.
#[test]
fn players_of_handicap_games_keep_their_names() {
    let text = "手合割：香落ち\n上手：甲\n下手：乙\n   1 ３四歩(33)\n   2 ７六歩(77)\n   3 投了\n";
    let read = |text: &str| {
        let problem = Reader::new(text.as_bytes(), Encoding::Auto, "text").next().expect("one");
        problem.unwrap_or_else(|error| panic!("{error}"))
    };
    let problem = read(text);
    assert_eq!((problem.record.about["後手"].as_str(), problem.record.about["先手"].as_str()), ("甲", "乙"));
    for (format, start) in [(RecordFormat::Kif, "#KIF"), (RecordFormat::Ki2, "#KI2")] {
        let written = write(&problem, format).expect("a text");
        assert!(written.contains("下手：乙\n上手：甲\n") && written.starts_with(start), "{written}");
        assert!(written.ends_with("まで2手で下手の勝ち\n"), "{written}");
        let again = read(&written);
        assert_eq!(
            (&again.record.about, again.record.ending),
            (&problem.record.about, problem.record.ending)
        );
    }
}

#[test]
fn relative_marks_and_other_spellings() {
    let problem = one("relative.ki2");
    assert_eq!(moves(&problem), "4d5c P*4b 5c6b 5a4a 6d5c+ 4a3a 5c4b 3a2b 4b3b 2b3b 6h5g");
}

#[test]
fn a_csa_game_with_comments() {
    let problem = one("floodgate.csa");
    assert_eq!(moves(&problem), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(problem.record.ending, Some(Ending::Resignation));
    let comments: Vec<_> = problem.record.comments.iter().map(|c| (c.ply, c.text.as_str())).collect();
    assert_eq!(comments, [(1, "* 42 -3334FU"), (2, "先手が角を換える")]);
    let times: Vec<_> = problem.record.times.iter().map(|time| (time.ply, time.seconds)).collect();
    assert_eq!(times, [(1, 1), (2, 2), (3, 5), (4, 1)]);
    let about = &problem.record.about;
    assert_eq!((about["先手"].as_str(), about["後手"].as_str()), ("alpha_0.1", "beta_0.2"));
    assert_eq!(about["棋戦"], "wdoor+floodgate-300-10F+alpha+beta+20240107100000");
    assert_eq!((about["開始日時"].as_str(), about.len()), ("2024/01/07 10:00:00", 4));
    let kif = write(&problem, RecordFormat::Kif).expect("a text");
    for line in
        ["先手：alpha_0.1\n", "   3 ２二角成(88) ( 0:05/00:00:06)\n", "   4 同　銀(31) ( 0:01/00:00:03)\n"]
    {
        assert!(kif.contains(line), "{line}: {kif}");
    }
}

#[test]
fn csa_records_of_all_forms_in_one_file() {
    let mut problems = read_all("pieces.csa");
    let illegal = problems.pop().map(|problem| problem.map(|problem| problem.name()));
    let message = "pieces.csa:29: column 1: `-3344FU` cannot be read here, \
                   expected a legal move of white as ply 2 (3c4d is illegal: the piece on 3c cannot move to 4d)";
    assert_eq!(illegal, Some(Err(message.to_owned())));
    let problems: Vec<Problem> = problems.into_iter().flatten().collect();
    assert_eq!(problems.len(), 2);
    assert_eq!(problems[0].position().sfen(), "8k/9/8G/9/9/9/9/9/9 b G2r2b2g4s4n4l18p 1");
    assert_eq!((moves(&problems[0]).as_str(), problems[0].record.ending), ("G*1b", Some(Ending::Mate)));
    assert_eq!(problems[0].composer.as_deref(), Some("試作"));
    let without_rook_and_bishop = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    assert_eq!(problems[1].position().sfen(), without_rook_and_bishop);
    assert_eq!(moves(&problems[1]), "3c3d 7g7f");
}

#[test]
fn jkf_with_forks_and_a_preset() {
    let problems = read("record.jkf");
    assert_eq!(problems.len(), 2);
    let corner = &problems[0];
    assert_eq!(corner.position().sfen(), "8k/9/8G/9/9/9/9/9/9 b G2r18p 1");
    assert_eq!((moves(corner).as_str(), line(corner, Some(0)).as_str()), ("G*1b", "G*2b"));
    assert_eq!(corner.record.comments[0].text, "頭に打つ");
    assert_eq!(corner.title.as_deref(), Some("隅の玉"));
    assert_eq!(moves(&problems[1]), "3c3d");
    assert_eq!(problems[1].record.ending, Some(Ending::Resignation));
}

#[test]
fn every_preset_of_jkf_is_a_handicap() {
    let presets = "HIRATE KY KY_R KA HI HIKY 2 3 4 5 5_L 6 7_L 7_R 8 10";
    let names: Vec<String> = presets
        .split(' ')
        .map(|preset| {
            let text = format!(r#"{{"header":{{}},"initial":{{"preset":"{preset}"}},"moves":[{{}}]}}"#);
            let problem = Reader::new(text.as_bytes(), Encoding::Auto, preset).next().expect("one");
            let problem = problem.unwrap_or_else(|error| panic!("{error}"));
            let again = write_checked(&problem, RecordFormat::Jkf).expect("a text");
            assert!(again.contains(&format!("\"preset\":\"{preset}\"")), "{again}");
            let kif = write(&problem, RecordFormat::Kif).expect("a text");
            kif.lines().find_map(|line| line.strip_prefix("手合割：")).expect("a handicap").to_owned()
        })
        .collect();
    assert_eq!(
        names.join(" "),
        "平手 香落ち 右香落ち 角落ち 飛車落ち 飛香落ち 二枚落ち 三枚落ち 四枚落ち 五枚落ち 左五枚落ち 六枚落ち 左七枚落ち \
         右七枚落ち 八枚落ち 十枚落ち"
    );
}

#[test]
fn lines_end_with_a_carriage_return_alone_too() {
    for name in ["tsume-shift-jis.kif", "floodgate.csa", "record.jkf", "pieces.csa"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/records").join(name);
        let bytes = fs::read(path).expect("a file");
        let mut plain: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\r').collect();
        let read = |text: &[u8]| -> Vec<Result<Problem, String>> {
            let problems = Reader::new(text, Encoding::Auto, name);
            problems.map(|problem| problem.map_err(|error| error.to_string())).collect()
        };
        let expected = read(&plain);
        assert!(expected.iter().any(Result::is_ok), "{name}");
        plain.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b'\r');
        assert_eq!(read(&plain), expected, "{name}");
    }
}

/// Kifu for Windows writes the day of the week; the form of CSA has none.
#[test]
fn times_of_csa_have_no_day_of_the_week() {
    for (written, csa) in [
        ("2024/01/02(火) 10:00:00", "2024/01/02 10:00:00"),
        ("1999/07/15（木曜日）", "1999/07/15"),
        ("2024/01/02 10:00:00", "2024/01/02 10:00:00"),
        ("2024/01/02(仮) 10:00", "2024/01/02(仮) 10:00"),
    ] {
        let kif = format!(
            "開始日時：{written}\n終了日時：{written}\n場所：东(火) 京\n手合割：平手\n   1 ７六歩(77)\n"
        );
        let problem =
            Reader::new(kif.as_bytes(), Encoding::Auto, "kif").next().expect("one").expect("a game");
        let text = write_checked(&problem, RecordFormat::Csa).expect("a text");
        for line in [format!("$START_TIME:{csa}\n"), format!("$END_TIME:{csa}\n"), "$SITE:东(火) 京\n".into()]
        {
            assert!(text.contains(&line), "{line}{text}");
        }
        assert!(write_checked(&problem, RecordFormat::Kif).expect("a text").contains(written));
    }
}

/// A position behind five moves, as diagrams have it, and what follows.
fn behind_five(words: &str, moves: &str) -> Result<Problem, String> {
    let ranks = [
        "|v香v桂v銀v金v玉v金v銀v桂v香|一",
        "| ・v飛 ・ ・ ・ ・ ・v角 ・|二",
        "|v歩 ・v歩v歩v歩v歩v歩v歩v歩|三",
        "| ・ ・ ・ ・ ・ ・ ・ 歩 ・|四",
        "| ・v歩 ・ ・ ・ ・ ・ ・ ・|五",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六",
        "| 歩 歩 歩 歩 歩 歩 歩 ・ 歩|七",
        "| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八",
        "| 香 桂 銀 金 玉 金 銀 桂 香|九",
    ];
    let board = ranks.join("\n");
    let text = format!("後手の持駒：なし\n{board}\n先手の持駒：なし\n{words}\n後手番\n{moves}");
    let mut problems = Reader::new(text.as_bytes(), Encoding::Auto, "text");
    problems.next().expect("one").map_err(|error| error.to_string())
}

#[test]
fn what_was_played_before_a_position_is_known() {
    let words = "手数＝5  ▲２四歩  まで";
    for (text, expected) in [
        ("", ""),
        ("   1 同　歩(23)\n   2 同　飛(28)\n", "2c2d 2h2d"),
        ("   6 同　歩(23)\n   7 同　飛(28)\n変化：6手\n   6 ８六歩(85)\n", "2c2d 2h2d"),
        ("   6 ２四歩(23)\n   7 投了\n", "2c2d"),
        ("△同　歩 ▲同　飛\n", "2c2d 2h2d"),
    ] {
        let problem = behind_five(words, text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(moves(&problem), expected);
        assert_eq!(problem.position().move_number(), 6);
        assert_eq!((problem.record.comments[0].ply, problem.record.comments[0].text.as_str()), (0, words));
        assert!(problem.record.branches.iter().all(|branch| branch.ply == 1));
        for format in [RecordFormat::Kif, RecordFormat::Ki2, RecordFormat::Csa, RecordFormat::Jkf] {
            write_checked(&problem, format).unwrap_or_else(|error| panic!("{format}: {error}"));
        }
    }
    let wrong = |moves: &str| behind_five(words, moves).expect_err("a wrong number");
    assert!(wrong("   2 同　歩(23)\n").ends_with("expected ply 1"), "{}", wrong("   2 同　歩(23)\n"));
    let wrong = wrong("   6 同　歩(23)\n   2 同　飛(28)\n");
    assert!(wrong.ends_with("expected ply 7"), "{wrong}");
    // Nothing was played, or it is not said where.
    assert!(behind_five("手数＝0  まで", "").expect("a position").record.comments.is_empty());
    assert_eq!(behind_five("手数=7", "").expect("a position").position().move_number(), 8);
    assert!(behind_five("手数＝5  まで", "   1 同　歩(23)\n").is_err());
}
