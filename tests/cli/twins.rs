//! Problems of several diagrams (ツイン) and intended numbers of solutions (n解) in `check` and `verify`.

use crate::run::{Folder, run};
use serde_json::Value;

/// A mate in 1 with two solutions.
const TWO: &str = "8k/9/8G/9/9/9/9/9/9 b G 1";
/// Mates in 3 and 1, each with one solution.
const THREE: &str = "3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1";
const ONE: &str = "k8/2G6/K8/9/9/9/9/9/9 b - 1";

fn checked(problem: &str) -> (Option<i32>, String) {
    let run = run(&["check", "--rule", "helpmate", problem]);
    (run.code, run.stdout)
}

#[test]
fn an_intended_number_of_solutions_is_what_makes_it_sound() {
    let with = |count: u32| checked(&format!("{TWO} ; intended-solutions={count}"));
    assert_eq!(checked(TWO).0, Some(1));
    // What was found by others, and what `solve` writes, is no intention.
    assert_eq!(checked(&format!("{TWO} ; solutions=2")).0, Some(1));
    let (code, text) = with(2);
    assert!(code == Some(0) && text.starts_with("sound: helpmate in 1, 2 solutions\n"), "{text}");
    for count in [1, 3] {
        assert_eq!(with(count).0, Some(1), "{count}");
    }
    assert!(with(3).1.contains("- 2 shortest solutions, 3 are intended\n"), "{}", with(3).1);
    // Pieces left in hand are a flaw of any of the solutions: with one more gold there are as many.
    let (code, text) = checked("8k/9/8G/9/9/9/9/9/9 b 2G 1 ; intended-solutions=2");
    assert!(code == Some(1) && text.contains("surplus pieces: G"), "{text}");
    let json =
        run(&["check", "--json", "--rule", "helpmate", &format!("{TWO} ; intended-solutions=3")]).stdout;
    let answer: Value = serde_json::from_str(&json).expect("JSON");
    let flaw = &answer["check"]["flaws"][0];
    assert_eq!(
        (&flaw["flaw"], &flaw["solutions"], &flaw["intended"]),
        (&"other-count".into(), &"2".into(), &"3".into())
    );
    assert_eq!(answer["check"]["intended"]["solutions"], "3");
    for (count, code) in [(2, 0), (3, 1)] {
        assert_eq!(run(&["verify", &format!("{TWO} ; intended-solutions={count}")]).code, Some(code));
    }
    let tsume = run(&["check", "--rule", "tsume", &format!("{TWO} ; intended-solutions=2")]);
    assert!(tsume.code == Some(2) && tsume.stderr.contains("leave it out of a tsume"), "{}", tsume.stderr);
    for wrong in ["0", "-1", "two"] {
        let refused = run(&["check", &format!("{TWO} ; intended-solutions={wrong}")]);
        assert!(refused.stderr.contains("a number of solutions, at least 1"), "{}", refused.stderr);
    }
}

#[test]
fn twins_are_judged_each_and_together() {
    let folder = Folder::new("twins");
    let set = |first: &str, second: &str| {
        folder.file(
            "twins.sfen",
            format!("{first} ; rule=helpmate ; id=a\n{second} ; rule=helpmate ; id=b ; twin=a\n"),
        )
    };
    let check = |flags: &[&str], file: &str| run(&[&["check"], flags, &[file]].concat());
    let sound = check(&[], &set(THREE, ONE));
    assert_eq!(sound.code, Some(0), "{} {}", sound.stdout, sound.stderr);
    assert!(sound.stdout.ends_with("\ntwins a, 2 diagrams: sound\n"), "{}", sound.stdout);
    let unsound = check(&[], &set(THREE, TWO));
    assert_eq!(unsound.code, Some(1));
    assert!(unsound.stdout.ends_with("\ntwins a, 2 diagrams: unsound (b)\n"), "{}", unsound.stdout);
    let japanese = check(&["--lang", "ja"], &set(THREE, TWO));
    assert!(japanese.stdout.ends_with("\nツイン a、全2図: 不完全作 (b)\n"), "{}", japanese.stdout);
    let unknown = check(&["--nodes", "1"], &set(THREE, ONE));
    assert_eq!(unknown.code, Some(3));
    assert!(unknown.stdout.contains("\ntwins a, 2 diagrams: unknown (a"), "{}", unknown.stdout);
    let same = check(&[], &set(THREE, THREE));
    assert_eq!(same.code, Some(1));
    assert!(same.stdout.ends_with("unsound (a and b are the same diagram)\n"), "{}", same.stdout);
    // A tsume has one solution.
    let tsume = folder.file("tsume.sfen", format!("{ONE} ; rule=tsume ; intended-solutions=2\n"));
    for command in ["check", "verify", "extend", "repair"] {
        let refused = run(&[command, &tsume]);
        assert_eq!(refused.code, Some(2), "{command}: {}", refused.stderr);
        assert!(refused.stderr.contains("leave it out of a tsume"), "{command}: {}", refused.stderr);
    }
    // Several solutions may be intended in one of them.
    let several = check(&["--json"], &set(THREE, &format!("{TWO} ; intended-solutions=2")));
    assert_eq!(several.code, Some(0));
    let last: Value = serde_json::from_str(several.stdout.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["twins"], &last["soundness"]), (&serde_json::json!(["a", "b"]), &"sound".into()));
}

#[test]
fn verify_tells_the_whole() {
    let folder = Folder::new("twins-verify");
    let set = |second: &str| {
        let text =
            format!("{THREE} ; rule=helpmate ; id=a ; plies=3\n{ONE} ; rule=helpmate ; twin=a ; {second}\n");
        folder.file("twins.sfen", text)
    };
    let right = run(&["verify", &set("plies=1")]);
    assert_eq!(right.code, Some(0));
    assert!(right.stdout.starts_with("twins a, 2 diagrams: as stated\n2 as stated, "), "{}", right.stdout);
    let wrong = run(&["verify", &set("plies=3")]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.stdout.contains("\ntwins a, 2 diagrams: different ("), "{}", wrong.stdout);
    let silent = run(&["verify", &set("title=nothing stated")]);
    assert!(silent.stdout.contains("twins a, 2 diagrams: undecided ("), "{}", silent.stdout);
}

#[test]
fn shares_do_not_part_twins() {
    let folder = Folder::new("twins-shares");
    // Each of two problems has a twin behind the other one; somebody's twin is lost.
    let first = folder.file(
        "first.sfen",
        format!("{THREE} ; rule=helpmate ; id=a ; plies=3\n{ONE} ; rule=helpmate ; id=b ; plies=1\n"),
    );
    let second = folder.file(
        "second.sfen",
        format!(
            "{TWO} ; rule=helpmate ; id=c ; twin=a ; plies=3\n{THREE} ; rule=helpmate ; twin=b ; plies=3\n\
             {THREE} ; rule=helpmate ; twin=lost ; plies=3\n{ONE} ; rule=helpmate ; id=d ; twin=c ; plies=1\n"
        ),
    );
    for (command, wrong, right) in [("check", "unsound", "sound"), ("verify", "different", "as stated")] {
        let share = |index: u32| run(&[command, "--shard", &format!("{index}/2"), &first, &second]);
        let (one, other) = (share(1), share(2));
        let whole = format!("twins a, 3 diagrams: {wrong} (c)\n");
        assert!(one.stdout.contains(&whole), "{} {}", one.stdout, one.stderr);
        let whole = format!("twins b, 2 diagrams: {right}\n");
        assert!(other.stdout.contains(&whole), "{} {}", other.stdout, other.stderr);
        let lost = [&one, &other].map(|share| share.stderr.matches("twin=lost: no problem").count());
        assert_eq!((lost, one.code, other.code), ([1, 0], Some(2), Some(0)), "{command}");
    }
}

#[test]
fn a_twin_needs_the_other_diagram_before_it() {
    for command in ["check", "verify"] {
        let alone = format!("{THREE} ; rule=helpmate ; plies=3 ; twin=nobody");
        let refused = run(&[command, &alone]);
        assert_eq!(refused.code, Some(2), "{command}");
        assert!(refused.stderr.contains("twin=nobody: no problem before this one has id=nobody"));
    }
    // Records keep what is stated.
    let kif =
        run(&["convert", "--format", "kif", &format!("{TWO} ; twin=first ; intended-solutions=2"), "-"])
            .stdout;
    assert!(kif.contains("指定解数：2\nツイン：first\n"), "{kif}");
    let folder = Folder::new("twins-records");
    let back = run(&["convert", "--format", "usi", &folder.file("twin.kif", kif), "-"]).stdout;
    assert!(back.contains(" ; intended-solutions=2 ; twin=first"), "{back}");
}

#[test]
fn twins_may_differ_in_what_is_asked_of_one_diagram() {
    let folder = Folder::new("twins-asked");
    let twin = |condition: &str, count: u32| {
        let first = format!("{TWO} ; id=a ; rule=helpmate ; intended-solutions=2");
        let second = format!("{TWO} ; id=b ; twin=a ; rule=helpmate{condition} ; intended-solutions={count}");
        let file = folder.file("twins.sfen", format!("{first}\n{second}\n"));
        let run = run(&["check", &file]);
        (run.code, run.stdout)
    };
    // Unsound by its surplus alone.
    let (code, text) = twin(" ; condition=no-capture", 5);
    assert!(code == Some(1) && text.ends_with("twins a, 2 diagrams: unsound (b)\n"), "{text}");
    let (code, text) = twin("", 2);
    assert!(code == Some(1) && text.ends_with("(a and b are the same diagram)\n"), "{text}");
}
