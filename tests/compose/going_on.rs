//! Work that is left after each little while and gone on with from what was kept, as JSON, finds what it finds in one go.

use std::sync::Arc;
use tsumugi::compose::{ComposeStep, Draft, Repair, Search, SearchSummary, Template};
use tsumugi::report::{read_repair_state, read_summary, repair_state_json, summary_json};
use tsumugi::{Budget, Choices, Options, Position, Question, Rule};

/// Results of a call, and whether it was the last one.
fn pull<R, P, D>(step: ComposeStep<R, P, D>, text: impl Fn(&R) -> String, found: &mut Vec<String>) -> bool {
    match step {
        ComposeStep::Found(result) => found.push(text(&result)),
        ComposeStep::Progress(_) => {}
        ComposeStep::Done(_) => return true,
    }
    false
}

#[test]
fn a_search_in_pieces() {
    let text = "k8/9/9/9/9/9/9/9/9 b G 1 ; place=[GSN]:8a-5d ; place=0-1S:9b-7c ; plies=1-3";
    let template: Arc<Template> = Arc::new(text.parse().expect("a template"));
    let sfen = |found: &tsumugi::compose::FoundProblem| found.problem.position().sfen();
    let options = Options::default();
    let (mut whole, mut search) = (Vec::new(), Search::new(Arc::clone(&template), &options));
    while !pull(search.advance(Budget::Unlimited), sfen, &mut whole) {}
    let summary: SearchSummary = search.state().1.clone();
    assert!(whole.len() > 20 && summary.judged() > 100, "{}", whole.len());

    let (mut found, mut state) = (Vec::new(), None);
    for piece in 0.. {
        let mut search = match &state {
            None => Search::new(Arc::clone(&template), &options),
            Some((done, value)) => {
                let summary = read_summary(value, &template).expect("a summary");
                Search::go_on(Arc::clone(&template), &options, *done, summary)
            }
        };
        let is_done = (0..1 + piece % 7).any(|_| pull(search.advance(Budget::Nodes(1)), sfen, &mut found));
        let (done, so_far) = search.state();
        if is_done {
            assert_eq!((found, so_far), (whole, &summary));
            break;
        }
        state = Some((done, summary_json(so_far)));
    }
}

#[test]
fn a_repair_in_pieces() {
    let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let choices = Choices { rule: Some(Rule::Helpmate), ..Choices::default() };
    let question = Question::of(position, &choices).expect("a problem");
    let begin = |changes| Repair::new(&Draft::from(&question), 1..=1, changes, &Options::default());
    let sfen = |found: &tsumugi::compose::Repaired| found.candidate.position.sfen();
    // Into the pairs: the single changes that are repairs count there.
    let all = begin(2);
    let singles = {
        let (mut found, mut repair) = (Vec::new(), begin(1));
        while !pull(repair.advance(Budget::Unlimited), sfen, &mut found) {}
        repair.state().tally.all()
    };
    let most = singles + 3_000;
    let run = |repair: &mut Repair, found: &mut Vec<String>, calls: u64| {
        (0..calls).all(|_| {
            !pull(repair.advance(Budget::Nodes(1)), sfen, found) && repair.state().tally.all() < most
        })
    };
    let (mut whole, mut repair) = (Vec::new(), all);
    while run(&mut repair, &mut whole, 1) {}
    let end = repair.state().clone();
    assert!(end.singles.len() > 5 && whole.len() > end.singles.len(), "{end:?}");

    let (mut found, mut state) = (Vec::new(), None);
    for piece in 0.. {
        let mut repair = begin(2);
        if let Some(value) = &state {
            assert!(repair.go_on(read_repair_state(value).expect("a state")));
        }
        let goes_on = run(&mut repair, &mut found, 100 + piece * 37 % 400);
        if !goes_on {
            assert_eq!((found, repair.state()), (whole, &end));
            break;
        }
        state = Some(repair_state_json(repair.state()));
    }
    // One that does not fit is refused.
    let mut other = end.clone();
    other.singles.push(most - 1);
    assert!(!begin(2).go_on(other));
    assert!(!begin(1).go_on(end));
}
