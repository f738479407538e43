//! Options are announced, set and refused as the protocol requires.

use super::*;

#[test]
fn announced_as_clients_read_them() {
    let lines: Vec<String> = DECLARATIONS.iter().map(Declaration::to_string).collect();
    assert!(lines.contains(&"option name USI_Hash type spin default 512 min 1 max 1048576".to_owned()));
    assert!(lines.contains(&"option name USI_Ponder type check default false".to_owned()));
    assert!(lines.contains(
        &"option name MateRule type combo default Tsume var Helpmate var Tsume var Helpselfmate".to_owned()
    ));
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("option name EnteringKingRule type combo default CSARule27 "))
    );
}

#[test]
fn every_option_changes_something_and_goes_back() {
    for declaration in DECLARATIONS {
        let other = match declaration.form {
            Form::Check(field) => (!*field(&mut Options::default())).to_string(),
            Form::Spin { range: (min, max), field } => {
                (if *field(&mut Options::default()) == max { min } else { max }).to_string()
            }
            Form::FileName(_) => "book.db".to_owned(),
            Form::Combo { names, field } => {
                let names = names();
                names[(*field(&mut Options::default()) + 1) % names.len()].to_owned()
            }
        };
        let default = declaration.to_string();
        let default = default.split(' ').nth(6).expect("a default");
        let mut options = Options::default();
        assert_eq!(options.set(declaration.name, &other), Ok(()), "{}", declaration.name);
        assert_ne!(options, Options::default(), "{}", declaration.name);
        assert_eq!(options.set(declaration.name, default), Ok(()), "{}", declaration.name);
        assert_eq!(options, Options::default(), "{}", declaration.name);
    }
}

#[test]
fn what_cannot_be_set_is_told() {
    let mut options = Options::default();
    let mut error = |name: &str, value: &str| options.set(name, value).unwrap_err().to_string();
    assert_eq!(error("NoSuchOption", "1"), "unknown option `NoSuchOption`: ignored");
    assert_eq!(error("USI_Ponder", ""), "option USI_Ponder: `` is no value, expected true or false: ignored");
    assert_eq!(
        error("MateRule", "x"),
        "option MateRule: `x` is no value, expected Helpmate or Tsume or Helpselfmate: ignored"
    );
    assert_eq!(
        error("Threads", "many"),
        "option Threads: `many` is no value, expected a number from 1 to 512: ignored"
    );
    assert_eq!(error("Threads", "0"), "option Threads: 0 is out of range, 1 is used");
    assert_eq!(options.set("MateRule", "helpmate"), Ok(()));
    assert_eq!(options.choices().rule, Some(Rule::Helpmate));
}

#[test]
fn paths_that_were_not_decoded_are_refused() {
    let mut options = Options::default();
    for name in ["BookFile", "EvalFile"] {
        assert_eq!(options.set(name, "定跡.db"), Ok(()));
        assert_eq!(
            options.set(name, "/books/\u{fffd}\u{fffd}.db").unwrap_err().to_string(),
            format!(
                "option {name}: `/books/\u{fffd}\u{fffd}.db` has bytes that are not UTF-8, send the path in UTF-8: ignored"
            )
        );
    }
    assert_eq!((options.book_file(), options.eval_file()), (Some("定跡.db"), Some("定跡.db")));
}

#[test]
fn threads_are_no_more_than_the_machine_can_serve() {
    let mut options = Options::default();
    // Four threads are possible on any machine.
    options.set("Threads", "4").unwrap();
    assert_eq!((options.threads(), options.are_threads_cut()), (4, false));
    options.set("Threads", "512").unwrap();
    assert_eq!(options.threads(), most_threads().min(512));
    assert_eq!(options.are_threads_cut(), most_threads() < 512);
}

#[test]
fn memory_has_the_size_of_the_machine_at_most() {
    let mut options = Options::default();
    options.set("USI_Hash", "16").unwrap();
    assert_eq!((options.memory(), options.is_memory_cut()), (16 << 20, false));
    options.set("USI_Hash", "1048576").unwrap();
    if let Some(total) = memory::total_bytes().filter(|&total| total < 1 << 40) {
        assert!(options.memory() < total && options.is_memory_cut());
    }
}
