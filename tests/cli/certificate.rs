//! `solve --certificate` and `verify-certificate`: files, messages in both languages, exit codes.

use crate::little_memory::run_within;
use crate::run::{Folder, Run, TWO, command, run, run_with_stdin};
use crate::running::{signal, wait_until};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::Command;
use tsumugi::certificate::{Claim, Fault, Header, Statement, Writer, check};
use tsumugi::position::{Futile, Position};
use tsumugi::types::Color;

/// A mate in 5 with futile interpositions.
const TSUME: &str = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";

#[test]
fn a_certificate_is_written_and_checked() {
    let file = Folder::new("certificate-written").path("proof.cert");
    let written = run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]);
    assert_eq!((written.code, written.stderr.as_str()), (Some(0), ""));
    let checked = run(&["verify-certificate", &file]);
    assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""));
    assert!(
        checked.stdout.starts_with(&format!("{file}: mate in 5: proved\n{TSUME}\n")),
        "{}",
        checked.stdout
    );
    let checked = run(&["verify-certificate", "--lang", "ja", &file]);
    assert!(
        checked.stdout.starts_with(&format!("{file}: 5手詰: 証明を確かめました\n")),
        "{}",
        checked.stdout
    );
    let checked = run(&["verify-certificate", "--json", &file]);
    let answer: Value = serde_json::from_str(&checked.stdout).expect("JSON");
    assert_eq!(
        (&answer["verdict"], &answer["plies"], &answer["exact"]),
        (&"mate".into(), &5.into(), &true.into())
    );
    assert_eq!((&answer["sfen"], &answer["policy"]), (&TSUME.into(), &"official".into()));
    assert_eq!(answer["bytes"], fs::metadata(&file).expect("a file").len());
}

#[test]
fn a_packed_certificate_is_read() {
    let folder = Folder::new("certificate-packed");
    let file = folder.path("proof.cert");
    run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]);
    let whole = fs::read(&file).expect("a file");
    let packed = gzip(&whole);
    let gz = folder.file("proof.cert.gz", &packed);
    let [plain, unpacked] = [&file, &gz].map(|file| run(&["verify-certificate", file]));
    assert_eq!((unpacked.code, unpacked.stderr.as_str()), (Some(0), ""));
    assert_eq!(unpacked.stdout.replace(&gz, &file), plain.stdout);
    for line in [&[][..], &["--line", "9h9a"], &["--json"]] {
        let [plain, unpacked] = [&file, &gz].map(|file| run(&[&["ask", file], line].concat()));
        assert_eq!((plain.code, unpacked.code), (Some(0), Some(0)), "{line:?}: {}", unpacked.stderr);
        assert_eq!(unpacked.stdout.replace(&gz, &file), plain.stdout);
    }
    for (damaged, message) in [
        (packed[..packed.len() / 2].to_vec(), "the file ends in the middle"),
        (gzip(b"no certificate"), "this is not a certificate"),
    ] {
        let gz = folder.file("damaged.cert.gz", damaged);
        let refused = run(&["verify-certificate", &gz]);
        assert!(refused.code != Some(0) && refused.stderr.contains(message), "{}", refused.stderr);
    }
}

#[test]
fn the_longest_reply_is_named_in_text_as_in_json() {
    let file = Folder::new("certificate-reply").path("proof.cert");
    run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]);
    let asked = |more: &[&str]| run(&[&["ask", "--line", "9h1h", &file], more].concat()).stdout;
    let answer: Value = serde_json::from_str(&asked(&["--json"])).expect("JSON");
    let reply = answer["reply"].as_str().expect("a reply");
    assert_eq!((&answer["mate_within"], &answer["exact"]), (&4.into(), &true.into()));
    let [english, japanese] = ["en", "ja"].map(|lang| asked(&["--lang", lang]));
    let line = |text: &str, word: &str| text.lines().find(|line| line.contains(word)).map(str::to_owned);
    let (en, ja) = (line(&english, "; longest reply: △"), line(&japanese, "、最も長い応手: △"));
    assert!(en.is_some_and(|en| en.starts_with("mate in 4, proved") && en.ends_with(reply)), "{english}");
    assert!(ja.is_some_and(|ja| ja.starts_with("4手詰 (証明済み)") && ja.ends_with(reply)), "{japanese}");
}

/// The help of this command says what its inputs can be.
#[test]
fn the_help_of_ask_names_certificates() {
    for (lang, word) in [("en", "certificate"), ("ja", "証明書")] {
        for help in ["-h", "--help"] {
            let text = run(&["--lang", lang, "ask", help]).stdout;
            let inputs = text.split("<INPUT>...").nth(2).unwrap_or_default();
            assert!(inputs.lines().take(3).any(|line| line.contains(word)), "{lang} {help}: {text}");
        }
    }
}

/// What a damaged file seems to say is not judged, packed or not.
#[test]
fn a_damaged_certificate_is_not_called_refuted() {
    let folder = Folder::new("certificate-damaged");
    let file = folder.path("proof.cert");
    run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]);
    let whole = fs::read(&file).expect("a file");
    let packed = gzip_with(&whole, Compression::none());
    let begins =
        packed.windows(whole.len()).position(|window| window == whole).expect("it is not compressed");
    let records = whole.windows(9).position(|window| window == b"official\n").expect("the header") + 9;
    let mut refuted = 0;
    for at in records..whole.len() - 4 {
        let [mut plain, mut packed] = [&whole, &packed].map(Clone::clone);
        plain[at] ^= 1;
        packed[begins + at] ^= 1;
        let unpacked = check(MultiGzDecoder::new(&packed[..])).expect_err("damage");
        assert!(!unpacked.to_string().contains("refuted: "), "byte {at}: {unpacked}");
        if matches!(check(&plain[..]).expect_err("damage").fault, Fault::Checksum { .. }) {
            assert!(matches!(unpacked.fault, Fault::Io { .. }), "byte {at}: {unpacked}");
            assert_eq!((unpacked.record, unpacked.offset), (None, 0), "byte {at}");
            refuted += 1;
        }
    }
    assert!(refuted > 100, "{refuted}");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    gzip_with(bytes, Compression::default())
}

fn gzip_with(bytes: &[u8], compression: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), compression);
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn what_is_wrong_is_said_in_both_languages() {
    let folder = Folder::new("certificate-wrong");
    let (file, other) = (folder.path("proof.cert"), folder.path("other.cert"));
    run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]);
    let good = fs::read(&file).expect("a file");
    let verified = |bytes: &[u8], lang: &str| {
        fs::write(&other, bytes).expect("a folder");
        let run = run(&["verify-certificate", "--lang", lang, &other, &file]);
        assert!(run.stdout.contains('5'), "the other file is checked all the same: {}", run.stdout);
        (run.code, run.stderr)
    };
    let mut damaged = good.clone();
    damaged[good.len() / 2] ^= 1;
    let mut forged = good[..good.len() - 4].to_vec();
    // The policy's name: what is futile under the one counts under the other.
    let at = forged.windows(9).position(|window| window == b"official\n").expect("the header");
    forged.splice(at..at + 8, *b"none");
    let checksum = crc32fast::hash(&forged);
    forged.extend_from_slice(&checksum.to_le_bytes());
    for (bytes, code, english, japanese) in [
        (&damaged[..], 1, "damaged: its checksum", "壊れています"),
        (&forged, 1, "refuted: ", "証明になっていません"),
        (&good[..good.len() - 20], 1, "the file ends in the middle", "途中で終わっています"),
        (b"8k/9/8G/9/9/9/9/9/9 b G 1\n", 2, "not a certificate of tsumugi", "証明書ではありません"),
        (b"tsumugi certificate 2\n", 2, "version 2", "版 2"),
        (b"tsumugi certificate 2\x1b[31mred\n", 2, "version 2\u{fffd}[31mred", "版 2\u{fffd}[31mred"),
        (b"tsumugi certificate 1\r\n", 1, "damaged: its line ends", "壊れています: 改行"),
    ] {
        for (lang, words) in [("en", english), ("ja", japanese)] {
            let (found, message) = verified(bytes, lang);
            assert_eq!(found, Some(code), "{message}");
            assert!(message.contains(words) && message.contains("other.cert"), "{message}");
        }
    }
    let missing = run(&["verify-certificate", "--json", &folder.path("missing.cert")]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stdout.contains("\"byte\":null"), "{}", missing.stdout);
    assert!(missing.stderr.contains("missing.cert: cannot be read"), "{}", missing.stderr);
}

#[test]
fn no_file_is_left_where_nothing_is_proved() {
    let folder = Folder::new("certificate-none");
    let file = folder.path("proof.cert");
    let helpmate = run(&["solve", "--certificate", &file, "8k/9/8G/9/9/9/9/9/9 b G 1"]);
    assert_eq!(helpmate.code, Some(2));
    assert!(helpmate.stderr.contains("certificates are for tsume"), "{}", helpmate.stderr);
    let unknown = run(&["solve", "--rule", "tsume", "--nodes", "1", "--certificate", &file, TSUME]);
    assert_eq!(unknown.code, Some(3));
    assert!(unknown.stderr.contains("no certificate: "), "{}", unknown.stderr);
    assert!(!fs::exists(&file).expect("a folder"));
    let two =
        run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME, "7k1/9/7P1/9/9/9/9/9/9 b G 1"]);
    assert_eq!(two.code, Some(2));
    assert!(two.stderr.contains("one problem at a time"), "{}", two.stderr);
    assert_eq!(run(&["verify-certificate", &file]).code, Some(0));
    let nowhere = run(&["solve", "--rule", "tsume", "--certificate", "no/such/folder/proof", TSUME]);
    assert_eq!((nowhere.code, nowhere.stdout.as_str()), (Some(2), ""), "it is refused before the search");
    assert!(nowhere.stderr.contains("proof: cannot be written"), "{}", nowhere.stderr);
}

/// The readers and writers of these pipes make the program wait, so that it is asked at a known place.
#[cfg(target_os = "linux")]
#[test]
fn progress_is_told_while_a_certificate_is_written_and_checked() {
    let folder = Folder::new("certificate-progress");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let solving =
        command(&["tsume", "--lang", "en", "--certificate", &pipe, TWO]).spawn().expect("the program");
    wait_until("it listens", || is_catching_usr1(&solving));
    signal(&solving, "USR1");
    let proof = fs::read(&pipe).expect("a certificate");
    let solved = Run::from(solving.wait_with_output().expect("the program"));
    assert_eq!(solved.code, Some(0), "{}", solved.stderr);
    assert!(solved.stderr.contains(": writing the certificate, 0.0 MiB"), "{}", solved.stderr);
    let checking = command(&["verify-certificate", "--lang", "en", &pipe]).spawn().expect("the program");
    wait_until("it listens", || is_catching_usr1(&checking));
    signal(&checking, "USR1");
    fs::OpenOptions::new()
        .write(true)
        .open(&pipe)
        .and_then(|mut pipe| pipe.write_all(&proof))
        .expect("a pipe");
    let checked = Run::from(checking.wait_with_output().expect("the program"));
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    assert!(checked.stdout.contains(": mate in 1: proved"), "{}", checked.stdout);
    assert!(checked.stderr.contains(": checking the certificate, 0.0 MiB"), "{}", checked.stderr);
}

/// Whether a process has a handler for SIGUSR1, which would end it otherwise.
#[cfg(target_os = "linux")]
fn is_catching_usr1(process: &std::process::Child) -> bool {
    const USR1: u32 = 10;
    let status =
        fs::read_to_string(format!("/proc/{}/status", process.id())).expect("the status of a process");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("its signals");
    u64::from_str_radix(caught.trim(), 16).expect("a number") & 1 << (USR1 - 1) != 0
}

#[test]
fn one_ply_is_said_in_the_singular() {
    let file = Folder::new("certificate-ply").path("proof.cert");
    run(&["solve", "--rule", "tsume", "--max-plies", "1", "--certificate", &file, TSUME]);
    let checked = run(&["verify-certificate", "--lang", "en", &file]);
    assert!(
        checked.stdout.contains(": no mate within 1 ply: proved\n"),
        "{}{}",
        checked.stdout,
        checked.stderr
    );
    let asked = run(&["ask", "--lang", "en", &file]);
    assert!(asked.stdout.contains("no mate within 1 ply, proved"), "{}{}", asked.stdout, asked.stderr);
}

#[test]
fn a_proof_is_not_replaced_by_one_that_is_not_final() {
    let file = Folder::new("certificate-kept").path("proof.cert");
    let solve = |options: &[&str]| {
        run(&[&["solve", "--rule", "tsume", "--certificate", &file], options, &[TSUME]].concat())
    };
    assert_eq!(solve(&["--prove", "none"]).code, Some(0), "what is no file yet is written");
    assert_eq!(solve(&[]).code, Some(0), "an exact length is final");
    let proof = fs::read(&file).expect("a proof");
    for options in [&["--prove", "none"][..], &["--nodes", "100"], &["--max-plies", "3"]] {
        let again = solve(options);
        assert_eq!(again.code, Some(3), "{options:?}");
        assert!(again.stderr.contains("already exists, and this answer is not final"), "{}", again.stderr);
        assert_eq!(fs::read(&file).expect("a proof"), proof, "{options:?}");
    }
}

/// A certificate of so many records that the least memory is not enough to check it.
#[test]
fn a_limit_of_memory_ends_the_check_without_a_verdict() {
    let folder = Folder::new("certificate-memory");
    let path = folder.path("long.cert");
    let root = Position::from_sfen("3sks3/9/4+P4/9/7+B1/9/9/9/9 b S2rb4gs4n4l17p 1").expect("a position");
    let header = Header { root: root.clone(), attacker: Color::Black, policy: Futile::None };
    let mut writer = Writer::new(fs::File::create(&path).expect("a file"), &header).expect("a header");
    // No check mates at once: that there is no mate within no plies needs no step.
    let statement = Statement { claim: Claim::NotWithin(0), any_hand: false, label: None };
    let records = (0..200_000).map(|_| writer.write(&root, statement, &[]).expect("a record")).last();
    writer.finish(&[records.expect("records")]).expect("an end");

    let checked = run(&["verify-certificate", "--memory", "1G", &path]);
    assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""));
    assert!(checked.stdout.contains("200000 records"), "{}", checked.stdout);
    for (lang, message) in [("en", "give more with --memory"), ("ja", "--memory を増やしてください")]
    {
        let checked = run(&["verify-certificate", "--memory", "24M", "--lang", lang, &path]);
        assert_eq!((checked.code, checked.stdout.as_str()), (Some(3), ""), "{}", checked.stderr);
        assert!(checked.stderr.contains(message), "{}", checked.stderr);
        let asked = run(&["ask", "--json", "--memory", "24M", "--lang", lang, &path]);
        assert_eq!(asked.code, Some(3), "{}", asked.stderr);
        assert!(asked.stderr.contains(message) && asked.stdout.contains(message), "{}", asked.stdout);
    }
    for (lang, message) in
        [("en", "memory: raise ulimit -v, -d\n"), ("ja", "ulimit -v, -d を増やしてください\n")]
    {
        let checked = run_within("-v", 40, &["verify-certificate", "--lang", lang, &path]);
        assert_eq!((checked.code, checked.stdout.as_str()), (Some(3), ""), "{}", checked.stderr);
        assert!(checked.stderr.ends_with(message), "{}", checked.stderr);
    }
}

#[test]
fn none_within_is_claimed_up_to_the_limit() {
    let folder = Folder::new("certificate-none-within");
    for (limit, proved) in [("1", 1), ("2", 1), ("3", 3), ("4", 3)] {
        let file = folder.path(limit);
        let run_within = ["solve", "--rule", "tsume", "--max-plies", limit, "--certificate", &file, TSUME];
        assert_eq!(run(&run_within).code, Some(3), "{limit}");
        let checked = run(&["verify-certificate", "--json", &file]);
        let answer: Value = serde_json::from_str(&checked.stdout).expect("JSON");
        assert_eq!(answer["none_within"], proved, "{limit}");
    }
}

#[test]
fn a_certificate_in_the_place_of_problems_is_named() {
    let folder = Folder::new("certificate-as-problems");
    let file = folder.path("proof.cert");
    run(&["solve", "--rule", "tsume", "--certificate", &file, TSUME]);
    let gz = folder.file("proof.cert.gz", gzip(&fs::read(&file).expect("a file")));
    for command in ["solve", "check", "repair", "extend", "validate"] {
        for file in [&file, &gz] {
            let refused = run(&[command, "--lang", "en", file]);
            let message = format!(
                "tsumugi: {file}: this is a certificate, not a problem: `tsumugi verify-certificate FILE`"
            );
            assert_eq!(refused.code, Some(2), "{command}: {}", refused.stderr);
            assert!(refused.stderr.starts_with(&message), "{command}: {}", refused.stderr);
            assert_eq!(refused.stderr.lines().count(), 1, "{command}: {}", refused.stderr);
        }
    }
    let piped = run_with_stdin(&["check", "--lang", "en", "-"], &fs::read(&gz).expect("a file"));
    assert!(
        piped.stderr.starts_with("tsumugi: stdin: this is a certificate, not a problem"),
        "{}",
        piped.stderr
    );
    // What is cut off in its head is none the less a certificate.
    let cut = folder.file("cut.cert", &fs::read(&file).expect("a file")[..40]);
    let refused = run(&["ask", "--lang", "en", &cut]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("the file ends in the middle"), "{}", refused.stderr);
}
