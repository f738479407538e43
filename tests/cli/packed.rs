//! Inputs in disguise: addresses, gzip, UTF-16, archives; numbers in full width.

use crate::run::{Folder, TWO, run, run_with_stdin};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn utf16(text: &str, is_big: bool, has_mark: bool) -> Vec<u8> {
    let mark = has_mark.then_some(0xfeff);
    mark.into_iter()
        .chain(text.encode_utf16())
        .flat_map(|unit| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() })
        .collect()
}

#[test]
fn packed_texts_are_read_as_they_are() {
    let folder = Folder::new("packed");
    let set = format!("{TWO} ; title=隅の玉\n{TWO}\n");
    let shown = run(&["show", &folder.file("plain.sfen", &set)]).stdout;
    assert!(shown.contains("隅の玉"));
    let big = utf16(&set, true, true);
    for (name, bytes) in [
        ("gzip", gzip(set.as_bytes())),
        ("two-members", [gzip(&set.as_bytes()[..30]), gzip(&set.as_bytes()[30..])].concat()),
        ("utf-16le", utf16(&set, false, true)),
        ("utf-16be", big.clone()),
        ("utf-16le-without-mark", utf16(&set, false, false)),
        ("gzip-utf-16", gzip(&big)),
    ] {
        // Under the same name, which is shown.
        let run = run(&["show", &folder.file("plain.sfen", bytes)]);
        assert_eq!(
            (run.stdout.as_str(), run.stderr.as_str(), run.code),
            (shown.as_str(), "", Some(0)),
            "{name}"
        );
    }
    let piped = |bytes: &[u8]| run_with_stdin(&["show", "-"], bytes).stdout;
    assert_eq!(piped(&gzip(set.as_bytes())), piped(set.as_bytes()));
}

#[test]
fn packed_files_of_a_folder_are_read() {
    let folder = Folder::new("packed-folder");
    folder.file("set/a.sfen.gz", gzip(TWO.as_bytes()));
    folder.file("set/notes.gz", gzip(b"no problems"));
    let run = run(&["solve", "--json", &folder.path("set")]);
    assert_eq!((run.code, run.stdout.lines().count()), (Some(0), 1), "{}", run.stderr);
}

#[test]
fn what_cannot_be_unpacked_is_named_once() {
    let folder = Folder::new("not-unpacked");
    let zip = run(&["solve", &folder.file("a.zip", b"PK\x03\x04\x14\0\0\0\x08\0rest\nof\nit")]);
    assert_eq!((zip.code, zip.stderr.lines().count()), (Some(2), 1), "{}", zip.stderr);
    assert!(
        zip.stderr.contains("a.zip: this is a zip archive: unpack it, and give the files in it\n"),
        "{}",
        zip.stderr
    );
    let mut cut = gzip(TWO.repeat(100).as_bytes());
    cut.truncate(cut.len() / 2);
    let cut = run(&["show", "--lang", "ja", &folder.file("cut.gz", cut)]);
    assert_eq!((cut.code, cut.stderr.lines().count()), (Some(2), 1), "{}", cut.stderr);
}

#[test]
fn addresses_are_positions() {
    let plain = run(&["flip", TWO]).stdout;
    let folder = Folder::new("addresses");
    let lishogi = format!("https://lishogi.org/editor/{}", TWO.replace(' ', "_"));
    let home = format!("https://sunfish-shogi.github.io/shogihome/?usi=sfen%20{}", TWO.replace(' ', "%20"));
    for text in [&lishogi, &home, &folder.file("set.txt", format!("{lishogi}\n"))] {
        let run = run(&["flip", text]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), (plain.as_str(), ""), "{text}");
    }
    let game = run(&["solve", "https://lishogi.org/abcdEFGH"]);
    assert_eq!(game.code, Some(2));
    assert!(
        game.stderr.contains("is an address without a position in it: open it, and copy"),
        "{}",
        game.stderr
    );
}

#[test]
fn numbers_may_be_in_full_width() {
    let arguments =
        ["solve", "--time", "１０", "--memory", "1g", "--threads", "１", "--nodes", "１００００", TWO];
    assert_eq!(run(&arguments).code, Some(0));
    assert_eq!(
        run(&["show", "--apply", "１", "position sfen 8k/9/8G/9/9/9/9/9/9 b G 1 moves G*1b"]).code,
        Some(0)
    );
    let kif = "手合割：平手\n１ ７六歩（７７）\n２ ３四歩(33)\n";
    let read = run_with_stdin(&["convert", "-", "-", "--format", "usi"], kif.as_bytes());
    assert!(read.stdout.contains(" moves 7g7f 3c3d"), "{} {}", read.stdout, read.stderr);
}
