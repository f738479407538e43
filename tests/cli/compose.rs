//! `search` and `repair`: results the moment they are found, the same for any number of jobs, kept and gone on with.

use crate::run::{Folder, TWO, assert_refused, command, run, run_with_stdin};
#[cfg(unix)]
use crate::running::signal;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
#[cfg(unix)]
use std::{
    io::{BufRead, BufReader, Read},
    thread,
    time::Duration,
};

/// Some hundred fillings, of which some dozens are sound.
const TEMPLATE: &str = "9/9/9/9/9/9/9/9/9 b P[GS] 1 ; place=k:1a-3a [GS]:1c-4d ; plies=-5 ; rule=helpmate";

#[test]
fn fillings_are_written_as_a_problem_set() {
    let found = run(&["search", TEMPLATE]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    assert!(found.stderr.starts_with("tsumugi: 96 fillings"), "{}", found.stderr);
    assert!(found.stderr.contains(" found, "), "{}", found.stderr);
    let folder = Folder::new("search-set");
    let set = folder.file("found.sfen", &found.stdout);
    let verified = run(&["verify", &set]);
    assert_eq!(verified.code, Some(0), "{}", verified.stdout);
    let checked = run(&["check", "--json", &set]);
    assert!(checked.stdout.lines().count() > 3);
    assert!(checked.stdout.lines().all(|line| line.contains(r#""soundness":"sound""#)), "{}", checked.stdout);
    // Other formats hold the same problems.
    for format in ["kif", "csa", "jkf"] {
        let text = run(&["search", "-q", "--format", format, TEMPLATE]).stdout;
        let file = folder.file(&format!("found.{format}"), text);
        let converted = run(&["convert", &file, "-", "--format", "usi"]);
        assert_eq!(converted.stdout.lines().count(), found.stdout.lines().count(), "{format}");
    }
}

/// Billions of fillings are left out before the first one that is judged.
#[cfg(unix)]
#[test]
fn a_search_that_leaves_out_much_says_how_far_it_is() {
    let template = "9/9/9/9/9/9/9/9/9 b - 1 ; rule=helpmate ; plies=1 ; pieces=-1 ; \
                    place=k:1a-9i 0-1R:1a-9i 0-1B:1a-9i 0-1G:1a-9i 0-1S:1a-9i";
    let mut child = command(&["search", "--yes", template]).spawn().expect("the program");
    let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut said = String::new();
    stderr.read_line(&mut said).expect("how many fillings there are");
    thread::sleep(Duration::from_secs(1));
    signal(&child, "USR1");
    thread::sleep(Duration::from_millis(1500));
    signal(&child, "TERM");
    stderr.read_to_string(&mut said).expect("UTF-8");
    assert_eq!(child.wait().expect("the program").code(), Some(130), "{said}");
    assert!(said.contains(" %, 0 judged, 0 found"), "SIGUSR1 was not heard: {said}");
}

#[test]
fn a_limit_of_positions_is_that_of_each_search() {
    let cut = run(&["search", "--nodes", "1", TEMPLATE]);
    assert_eq!((cut.code, cut.stdout.as_str()), (Some(3), ""), "{}", cut.stderr);
    assert!(cut.stderr.contains(" unknown"), "{}", cut.stderr);
    let enough = run(&["search", "-q", "--nodes", "100000", TEMPLATE]).stdout;
    assert_eq!(enough, run(&["search", "-q", TEMPLATE]).stdout);
}

#[test]
fn a_single_filling_is_one() {
    let told = run(&["search", "8k/9/8P/9/9/9/9/9/9 b Gs 1 ; rule=helpmate"]).stderr;
    assert_eq!(told, "tsumugi: 1 filling\ntsumugi: 1 filling judged, 1 found\n");
}

#[test]
fn results_do_not_depend_on_jobs_nor_on_where_the_template_stands() {
    let folder = Folder::new("search-jobs");
    let file = folder.file("template.txt", TEMPLATE.replace(" ; ", "\n"));
    let expected = run(&["search", "-q", TEMPLATE]).stdout;
    assert_eq!(run(&["search", "-q", "--jobs", "3", &file]).stdout, expected);
    assert_eq!(run_with_stdin(&["search", "-q", "-"], TEMPLATE.as_bytes()).stdout, expected);
    let out = folder.path("out.sfen");
    assert_eq!(run(&["search", "-q", "--out", &out, TEMPLATE]).stdout, "");
    assert_eq!(fs::read_to_string(&out).expect("a file"), expected);
    // Shares together are the whole.
    let lines = |text: &str| -> BTreeSet<String> {
        let without_id =
            |line: &str| line.split(" ; ").filter(|part| !part.starts_with("id=")).collect::<String>();
        text.lines().map(without_id).collect()
    };
    let shares = ["1/3", "2/3", "3/3"].map(|share| run(&["search", "-q", "--shard", share, TEMPLATE]).stdout);
    assert_eq!(shares.iter().flat_map(|share| lines(share)).collect::<BTreeSet<_>>(), lines(&expected));
    assert_eq!(shares.iter().map(|share| share.lines().count()).sum::<usize>(), expected.lines().count());
    let all = shares.concat();
    let ids: BTreeSet<&str> =
        all.split(" ; ").filter_map(|part| part.trim_end().strip_prefix("id=")).collect();
    assert_eq!(ids.len(), expected.lines().count(), "{ids:?}");
}

#[test]
fn a_record_is_told_to_be_no_template() {
    let folder = Folder::new("search-record");
    for text in ["# KIF\n後手の持駒：なし\n", "V2.2\nP1 *  *  * \n"] {
        let record = folder.file("record", text);
        assert_refused(
            &run(&["search", &record]),
            "this is a record, not a template: give its diagram as SFEN",
        );
    }
}

#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let folder = Folder::new("search-resume");
    let whole = run(&["search", "-q", "--json", TEMPLATE]).stdout;
    let file = folder.path("found.jsonl");
    assert_eq!(run(&["search", "-q", "--resume", &file, TEMPLATE]).code, Some(0));
    assert_eq!(fs::read_to_string(&file).expect("a file"), whole);
    let state = format!("{file}.state");
    let read: Value = serde_json::from_str(&fs::read_to_string(&state).expect("a state")).expect("JSON");
    assert_eq!(read["is_finished"], true);
    let again = run(&["search", "--resume", &file, TEMPLATE]);
    assert!(again.stderr.contains("nothing left to do"), "{}", again.stderr);
    // As a run leaves it that was killed after its first chunk, with a result more in the file than it knew of.
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    fs::write(&file, lines[..2].concat() + "{\"schema\":1,\"id").expect("a file");
    let mut begun = read.clone();
    begun["is_finished"] = false.into();
    begun["length"] = 0.into();
    for key in ["chunks", "found", "passing_by", "unknown", "twins", "pieces"] {
        begun["progress"][key] = 0.into();
    }
    for count in begun["progress"]["rejected"].as_object_mut().expect("counts").values_mut() {
        *count = 0.into();
    }
    begun["progress"]["is_complete"] = false.into();
    fs::write(&state, begun.to_string()).expect("a state");
    assert_eq!(run(&["search", "-q", "--resume", &file, TEMPLATE]).code, Some(0));
    assert_eq!(fs::read_to_string(&file).expect("a file"), whole);
    // As a run leaves it that was killed before it had come anywhere.
    fs::write(&file, lines[..1].concat()).expect("a file");
    begun["progress"] = Value::Null;
    fs::write(&state, begun.to_string()).expect("a state");
    assert_eq!(run(&["search", "-q", "--resume", &file, TEMPLATE]).code, Some(0));
    assert_eq!(fs::read_to_string(&file).expect("a file"), whole);
    // Another template does not go on there, and no other file is taken for one.
    let other = run(&["search", "-q", "--resume", &file, "8k/9/8[GS]/9/9/9/9/9/9 b G 1"]);
    assert_eq!(other.code, Some(2));
    assert!(other.stderr.contains("belongs to a run with another task"), "{}", other.stderr);
    let foreign = folder.file("notes.jsonl", "notes\n");
    let refused = run(&["search", "-q", "--resume", &foreign, TEMPLATE]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert_eq!(fs::read_to_string(&foreign).expect("a file"), "notes\n");
}

#[test]
fn found_problems_and_answers_do_not_share_a_file() {
    let folder = Folder::new("search-others");
    let (file, moved) = (folder.path("found.jsonl"), folder.path("moved.jsonl"));
    let search = ["search", "-q", "--resume", &file, TEMPLATE];
    assert_eq!(run(&search).code, Some(0));
    let found = fs::read_to_string(&file).expect("a file");
    fs::copy(&file, &moved).expect("a file");
    for (file, told) in
        [(&file, "belongs to a run of search, repair or extend"), (&moved, "not an answer of ")]
    {
        for command in ["solve", "check", "analyse"] {
            let refused = run(&[command, "--resume", file, TWO]);
            assert_eq!(refused.code, Some(2), "{command}: {}", refused.stderr);
            assert!(refused.stderr.contains(file) && refused.stderr.contains(told), "{}", refused.stderr);
            assert_eq!(fs::read_to_string(file).expect("a file"), found);
        }
    }
    // What came there all the same, as by the shell, is not cut off.
    let answer = run(&["solve", "--json", TWO]).stdout;
    let state = format!("{file}.state");
    let mut begun: Value = serde_json::from_str(&fs::read_to_string(&state).expect("a state")).expect("JSON");
    for is_of_beginning in [false, true] {
        if is_of_beginning {
            (begun["is_finished"], begun["progress"], begun["length"]) =
                (false.into(), Value::Null, 0.into());
            fs::write(&state, begun.to_string()).expect("a state");
        }
        for others in [&answer, answer.trim_end(), "my notes\n"] {
            let text = format!("{found}{others}");
            fs::write(&file, &text).expect("a file");
            let refused = run(&search);
            assert_eq!(refused.code, Some(2), "{}", refused.stderr);
            assert!(refused.stderr.contains("other lines follow"), "{}", refused.stderr);
            assert_eq!(fs::read_to_string(&file).expect("a file"), text);
        }
    }
    let _ = fs::remove_file(&file);
    let refused = run(&["solve", "--resume", &file, TWO]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(fs::metadata(&file).is_err());
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_loses_nothing() {
    let folder = Folder::new("search-interrupt");
    // Far more than a test waits for.
    let template = "9/9/9/9/9/9/9/9/9 b P[GS] 1 ; place=k [GS] [GS] ; plies=-5 ; pieces=-9";
    let file = folder.path("found.jsonl");
    let mut child = command(&["search", "--resume", &file, template]).spawn().expect("the program");
    let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
    told.read_line(&mut String::new()).expect("a line");
    let state = format!("{file}.state");
    // At first it says only that the search has begun.
    while !fs::read_to_string(&state).is_ok_and(|text| text.contains("chunks")) {
        thread::sleep(Duration::from_millis(50));
    }
    // SAFETY: `kill` only sends a signal, to a process that this test has started and not yet waited for.
    unsafe { libc::kill(child.id() as i32, libc::SIGINT) };
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(told.lines().map_while(Result::ok).any(|line| line.starts_with("tsumugi: interrupted: ")));
    let state: Value = serde_json::from_str(&fs::read_to_string(&state).expect("a state")).expect("JSON");
    assert_eq!(state["is_finished"], false);
    let kept = fs::read_to_string(&file).expect("a file");
    assert_eq!(state["length"], kept.len());
    assert_eq!(state["progress"]["found"], kept.lines().count());
    assert!(state["progress"]["chunks"].as_u64().expect("a number") > 0, "{state}");
}

/// Fillings that are left out one after the other do not keep it from ending.
#[cfg(unix)]
#[test]
fn a_search_without_a_filling_can_be_interrupted() {
    let template = "[*-][*-][*-][*-][*-][*-][*-][*-]k/9/9/9/9/9/9/9/9 b G 1 ; rule=helpmate ; pieces=10";
    let mut child = command(&["search", "--yes", template]).spawn().expect("the program");
    BufReader::new(child.stderr.take().expect("a pipe")).read_line(&mut String::new()).expect("a line");
    thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

#[test]
fn a_template_is_read_in_any_encoding() {
    let folder = Folder::new("template-encodings");
    let text = "\u{feff}8k/9/8[PG]/9/9/9/9/9/9 b G 1\r\nrule=helpmate\r\nplies=1\r\ncondition=攻方取禁\r\n";
    let unmarked = text.trim_start_matches('\u{feff}');
    let (shift_jis, _, _) = encoding_rs::SHIFT_JIS.encode(unmarked);
    let files = [("utf-8", text.as_bytes()), ("shift-jis", &shift_jis), ("plain", unmarked.as_bytes())];
    let found = files.map(|(name, bytes)| {
        let path = folder.path(name);
        fs::write(&path, bytes).expect("a file");
        let found = run(&["search", "-q", &path]);
        assert_eq!(found.code, Some(0), "{name}: {}", found.stderr);
        assert!(found.stdout.contains("condition=attacker-no-capture"), "{name}: {}", found.stdout);
        found.stdout
    });
    assert!(found.iter().all(|text| *text == found[0]), "{found:?}");
}

#[test]
fn templates_without_a_filling_and_very_many_are_refused() {
    let faulty = run(&["search", "8k/9/9/9/9/9/9/9/9 b - 1 ; place=P:1a-9a"]);
    assert_eq!(faulty.code, Some(2));
    assert_eq!(
        faulty.stderr,
        "tsumugi: argument 1: line 1, column 34: `P:1a-9a` has no filling: none of its pieces can be placed there (occupied squares are excluded, and pawns, lances and knights must be able to move)\n"
    );
    let japanese = run(&["search", "--lang", "ja", "8k/9/9/9/9/9/9/9/9 b - 1 ; plies=4"]);
    assert!(japanese.stderr.contains("手番と合いません"), "{}", japanese.stderr);
    let many = run(&["search", "9/9/9/9/9/9/9/9/9 b - 1 ; place=k 3[*] 4[*]"]);
    assert_eq!(many.code, Some(2));
    assert!(many.stderr.contains("fillings: give a narrower template, or --yes"), "{}", many.stderr);
    let half = run(&["search", "9/9/9/9/9/9/9/9/9"]);
    assert!(
        half.stderr.contains("is not a complete diagram, expected a board, the side to move and hands"),
        "{}",
        half.stderr
    );
    for missing in ["no-such-file", ""] {
        let missing = run(&["search", missing]);
        assert_eq!(missing.code, Some(2));
        assert!(missing.stderr.contains("no such file, and not a template: give"), "{}", missing.stderr);
    }
}

#[test]
fn no_result_replaces_a_file_that_is_read() {
    let folder = Folder::new("made-over-input");
    let problem = "position sfen 9/6g1k/9/9/6N2/9/9/9/9 b g 1 ; id=b ; rule=helpmate";
    for (command, name, text) in [
        ("extend", "b-1.sfen", problem),
        ("repair", "b-repair-1.sfen", &format!("position sfen {TWO} ; id=b ; rule=helpmate")),
        ("search", "search-1.sfen", TEMPLATE),
    ] {
        let file = folder.file(&format!("{command}/{name}"), text);
        // Named, and found in a folder that is named (which is no template).
        let inputs = [file.as_str(), &folder.path(command)];
        for input in if command == "search" { &inputs[..1] } else { &inputs } {
            let refused = run(&[command, input, "--out", &folder.path(command)]);
            assert_eq!(refused.code, Some(2), "{command}: {}", refused.stdout);
            assert!(refused.stderr.contains("is also an input, which would be lost"), "{}", refused.stderr);
            assert_eq!(fs::read_to_string(&file).expect("the input"), text);
        }
    }
}

#[test]
fn repairs_are_written_with_what_was_changed() {
    let found = run(&["repair", "--rule", "helpmate", "--plies", "1", "--most", "5", TWO]);
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let lines: Vec<&str> = found.stdout.lines().collect();
    assert_eq!(lines.len(), 10, "{}", found.stdout);
    assert!(lines.iter().step_by(2).all(|line| line.starts_with("# ")), "{}", found.stdout);
    let folder = Folder::new("repair");
    let set = folder.file("repairs.sfen", &found.stdout);
    let checked = run(&["check", "--json", &set]);
    assert_eq!(checked.stdout.lines().count(), 5);
    assert!(checked.stdout.lines().all(|line| line.contains(r#""soundness":"sound""#)), "{}", checked.stdout);
    let jobs = run(&["repair", "--rule", "helpmate", "--plies", "1", "--most", "5", "--jobs", "3", TWO]);
    assert_eq!(jobs.stdout, found.stdout);
    let japanese =
        run(&["repair", "-q", "--lang", "ja", "--rule", "helpmate", "--plies", "1", "--most", "5", TWO]);
    assert!(japanese.stdout.lines().step_by(2).all(|line| !line.is_ascii()), "{}", japanese.stdout);
}

/// Changes of a tsume have several turns: where a run was stopped, and how many work, makes no difference.
#[cfg(unix)]
#[test]
fn repairs_of_a_tsume_are_the_same_however_they_are_found() {
    let broken = "2l6/1ks+P5/1ppp5/9/9/2P6/9/9/9 b G2SN2r2b3gs3n3l13p 1";
    let task = ["repair", "-q", "--rule", "tsume", "--plies", "7", "--nodes", "60000", "--budget", "200"];
    let with = |more: &[&str]| run(&[&task[..], more, &[broken]].concat());
    let whole = with(&["--json", "--jobs", "1"]);
    assert!(whole.stdout.lines().count() > 4, "{}", whole.stdout);
    assert_eq!(with(&["--json", "--jobs", "3"]).stdout, whole.stdout);
    let folder = Folder::new("repair-turns");
    let file = folder.path("found.jsonl");
    let resume = [&task[..], &["--jobs", "2", "--resume", &file, broken]].concat();
    for piece in 0.. {
        let mut child = command(&resume).spawn().expect("the program");
        thread::sleep(Duration::from_millis(250 + 100 * piece));
        signal(&child, "INT");
        // Without a code it was stopped before it listened.
        if child.wait().expect("an end").code().is_some_and(|code| code != 130) {
            break;
        }
    }
    assert_eq!(fs::read_to_string(&file).expect("a file"), whole.stdout);
}

#[test]
fn the_intended_line_need_not_be_legal_before_the_repair() {
    // The pawn that the line drops is missing.
    let line = "3a3b 1b1a P*1b 1a2a 5c3a+";
    let arguments = ["repair", "-q", "--json", "--rule", "helpmate", "--most", "1", "--line", line];
    let found = run(&[&arguments[..], &["6R2/8k/4B1n1s/9/9/9/9/9/9 b - 1"]].concat());
    assert_eq!(found.code, Some(0), "{}", found.stderr);
    let repair: Value = serde_json::from_str(&found.stdout).expect("an object");
    assert_eq!(repair["sfen"], "6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1");
    assert_eq!((&repair["repair"]["keeps_line"], &repair["plies"]), (&json!(true), &json!(5)));
    // Of another problem it is not the line.
    let two = run(&[&arguments[..], &["6R2/8k/4B1n1s/9/9/9/9/9/9 b - 1", TWO]].concat());
    assert!(two.code == Some(2) && two.stdout.starts_with(&found.stdout), "{}", two.stdout);
    assert!(two.stderr.contains("--line is the line of one problem"), "{}", two.stderr);
    // Nor when another length is asked for.
    let longer = run(&[&arguments[..], &["--plies", "7", "6R2/8k/4B1n1s/9/9/9/9/9/9 b - 1"]].concat());
    assert_eq!(longer.code, Some(2), "{}", longer.stdout);
    assert!(longer.stderr.contains("--line has 5 moves, but --plies is 7"), "{}", longer.stderr);
    // In Japanese a move is named by the position before it.
    let drop = run(&["repair", "--rule", "helpmate", "--line", "▲１三歩", "6R2/8k/4B1n1s/9/9/9/9/9/9 b - 1"]);
    assert_eq!(drop.code, Some(2));
    assert!(drop.stderr.contains("--line:1: column 1") && drop.stderr.contains("ply 1"), "{}", drop.stderr);
}

#[test]
fn the_position_need_not_be_legal_before_the_repair() {
    // Two pawns on a file; no king; no king but the attacker's.
    let no_king = "9/9/8G/9/9/9/9/9/9 b G 1";
    for (arguments, sfen, change) in [
        (&[][..], "8k/9/8P/8P/9/9/9/9/9 b G 1", "# P on 1d taken away\n"),
        (&[], no_king, "# k added on 2a\n"),
        (&["--attacker", "black"], "9/9/8G/9/9/9/9/9/4K4 b G 1", "# k added on 2a\n"),
    ] {
        let common = ["repair", "-q", "--rule", "helpmate", "--plies", "1"];
        let found = run(&[&common[..], arguments, &[sfen]].concat());
        assert_eq!(found.code, Some(0), "{sfen}: {}", found.stderr);
        assert!(found.stdout.contains(change), "{sfen}: {}", found.stdout);
    }
    // What must be legal is told so.
    assert_eq!(run(&["check", "--rule", "helpmate", no_king]).code, Some(2));
}

#[test]
fn what_is_sound_needs_no_repair_and_what_cannot_be_repaired_is_told() {
    let sound = run(&["repair", "--rule", "helpmate", "6R2/8k/4B1n1s/9/9/9/9/9/9 b P 1"]);
    assert_eq!((sound.code, sound.stdout.as_str()), (Some(0), ""), "{}", sound.stderr);
    assert!(sound.stderr.contains("is sound"), "{}", sound.stderr);
    // By one of two lines that are equally long.
    let tsume = "2l6/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1";
    let by_a_line = run(&["repair", "--lang", "en", "--rule", "tsume", tsume]);
    assert_eq!((by_a_line.code, by_a_line.stdout.as_str()), (Some(0), ""), "{}", by_a_line.stderr);
    assert!(by_a_line.stderr.contains("is sound if this line is the intended one"), "{}", by_a_line.stderr);
    let japanese = run(&["repair", "--lang", "ja", "--rule", "tsume", tsume]).stderr;
    assert!(japanese.contains("次の手順が作意なら完全作です: ▲"), "{japanese}");
    let hopeless =
        run(&["repair", "--rule", "helpmate", "--plies", "9", "--budget", "50", "8k/9/9/9/9/9/9/9/9 b - 1"]);
    // What is left may be one.
    assert_eq!((hopeless.code, hopeless.stdout.as_str()), (Some(3), ""), "{}", hopeless.stderr);
    let cut = "50 changes judged, 0 repairs, 0 unknown (a larger --budget also judges the rest)";
    assert!(hopeless.stderr.contains(cut), "{}", hopeless.stderr);
    let single =
        run(&["repair", "--lang", "en", "--rule", "helpmate", "--plies", "9", "8k/9/9/9/9/9/9/9/9 b - 1"]);
    assert_eq!((single.code, single.stdout.as_str()), (Some(1), ""), "{}", single.stderr);
    assert!(single.stderr.contains("0 repairs, 0 unknown (--changes 2 tries pairs"), "{}", single.stderr);
    // What no change can do is refused before anything is judged.
    let even = run(&["repair", "--rule", "helpmate", "--plies", "4", TWO]);
    assert_eq!((even.code, even.stdout.as_str()), (Some(2), ""), "{}", even.stderr);
    let contradicts = "a length of 4 contradicts the side to move: with it, a helpmate takes an odd number";
    assert!(even.stderr.contains(contradicts), "{}", even.stderr);
    for useless in [&["--max-plies", "0"][..], &["--plies", "0"], &["--plies", "3", "--max-plies", "5"]] {
        assert_eq!(run(&[&["repair", "--rule", "helpmate"], useless, &[TWO]].concat()).code, Some(2));
    }
}

#[test]
fn the_word_of_a_line_that_is_no_move_is_named() {
    let unfinished = "8k/9/8P/9/9/9/9/9/9 b G 1";
    // Moves in USI need not be legal before the repair.
    for (line, column, word) in
        [("G*2c 2b1a hello 1a1b", 11, "hello"), ("▲２三金 どこか ▲２二金", 6, "どこか")]
    {
        let refused = run(&["repair", "--lang", "en", "--line", line, unfinished]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
        let place = format!("--line:1: column {column}: `{word}");
        assert!(refused.stderr.contains(&place), "{}", refused.stderr);
        assert!(!refused.stderr.contains("1a1b"), "{}", refused.stderr);
    }
    // USI and Japanese at once, where all moves are legal.
    let mixed = ["repair", "--most", "1", "--line", "G*2a, 迄1手", "8k/8G/8P/9/9/9/9/9/9 b G 1"];
    assert_eq!(run(&mixed).code, Some(0), "{}", run(&mixed).stderr);
    let refused = run(&["ask", "--lang", "en", "--line", "G*1b 1a1b 9a9b", unfinished]);
    assert!(refused.stderr.contains("`1a1b` cannot be read here"), "{}", refused.stderr);
}
