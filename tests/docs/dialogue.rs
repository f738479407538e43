//! Dialogues of the USI protocol, under `usi`: lines behind `> ` are sent, lines behind `< ` must come, others between
//! them may.

use super::pages::{Page, pages};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

fn check(page: &Page, lines: &[&str]) {
    let place = page.path.display();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_tsumugi"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = engine.stdin.take().expect("its input");
    let mut output = BufReader::new(engine.stdout.take().expect("its output")).lines();
    for line in lines {
        match line.split_at_checked(2) {
            Some(("> ", sent)) => writeln!(input, "{sent}").expect("an engine that listens"),
            Some(("< ", expected)) => {
                let came = output.by_ref().map(|line| line.expect("UTF-8")).any(|line| line == expected);
                assert!(came, "{place}: `{expected}` did not come");
            }
            _ => panic!("{place}: neither sent nor received: {line}"),
        }
    }
    drop(input);
    assert!(engine.wait().expect("an end").success(), "{place}");
}

#[test]
fn dialogues_go_as_shown() {
    for page in pages() {
        for block in page.blocks_under("usi") {
            check(&page, &block.lines);
        }
    }
}
