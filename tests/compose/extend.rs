//! What is put before random small problems, against a brute force: every pair of un-moves by the tests' own slow
//! rules, each start judged by `check`.
//!
//! `TSUMUGI_EXTEND_PROBLEMS=1000 cargo test --release --test compose extensions -- --nocapture` is a long run; with
//! `TSUMUGI_EXTEND_FIRST=70` the tsume begin behind the first seventy.

use crate::mailbox::board::Side;
use crate::mailbox::random::{Rng, Setup, position};
use crate::mailbox::{rules, sfen, unmove};
use std::collections::BTreeSet;
use std::time::Duration;
use tsumugi::analysis::{CookCheck, Intended, Soundness, SoundnessCheck};
use tsumugi::compose::canonical;
use tsumugi::compose::extend::{
    Conditions, Cost, Extend, ExtendOptions, ExtendState, ExtendStep, ExtendTally, Extended, Extension, Plies,
};
use tsumugi::movegen::{in_check, is_legal, is_mate};
use tsumugi::{Budget, Choices, Color, Limits, Move, Options, Position, Question, Rule, Solver, Verdict};

pub fn problems(default: usize) -> usize {
    std::env::var("TSUMUGI_EXTEND_PROBLEMS").map_or(default, |text| text.parse().expect("a number"))
}

fn question(text: &str, rule: Rule, attacker: Color) -> Option<Question> {
    let position = Position::from_sfen(text).expect("an SFEN");
    let choices = Choices { rule: Some(rule), attacker: Some(attacker), ..Choices::default() };
    Question::of(position, &choices).ok()
}

/// What `check` says of a problem, and the line that it says it of.
pub fn checked(question: &Question, line: Vec<Move>, plies: Option<u64>) -> (Soundness, Vec<Move>) {
    let options = Options::default();
    let intended = Intended { line, plies, solutions: question.intended_solutions().cloned() };
    match question.rule() {
        Rule::Helpmate | Rule::Helpselfmate => {
            let mut check = SoundnessCheck::new(question, intended, &options, false);
            let found = check.advance(Budget::Unlimited).done().expect("all of it");
            (found.soundness, found.outcome.solutions.listed.first().cloned().unwrap_or_default())
        }
        Rule::Tsume => {
            let mut check = CookCheck::new(question, intended, &options, options.limits);
            let found = loop {
                if let Ok(found) = check.advance(Budget::Unlimited).done() {
                    break found;
                }
            };
            (found.soundness, found.main)
        }
    }
}

/// The sound problems that two moves (or one) lead on from to a problem with this line, by brute force.
fn brute_force(question: &Question, line: &[Move], plies: usize) -> BTreeSet<String> {
    let attacker = question.attacker();
    let side = if attacker == Color::Black { Side::Black } else { Side::White };
    let root = sfen::read(&question.position().sfen()).expect("an SFEN");
    let mut starts = vec![(root, Vec::new())];
    for _ in 0..plies {
        let before = |(after, way): &(_, Vec<String>)| {
            let found = unmove::unmoves(after).into_iter();
            let found = found.filter(|(board, _)| board.turn != side || rules::in_check(after));
            found.map(|(board, mv)| (board, [&[mv.to_string()], way.as_slice()].concat())).collect::<Vec<_>>()
        };
        starts = starts.iter().flat_map(before).collect();
    }
    let is_sound = |(board, way): (_, Vec<String>)| {
        let text = sfen::write(&board);
        let question = self::question(&text, question.rule(), attacker)?;
        let way: Vec<Move> = way.iter().map(|mv| mv.parse().expect("a move")).collect();
        let line = [way.as_slice(), line].concat();
        let length = line.len() as u64;
        let (soundness, _) = checked(&question, line, Some(length));
        assert!(!matches!(soundness, Soundness::Unknown(_)), "{text}: {soundness:?}");
        let form = form(question.position(), question.rule(), attacker);
        (soundness == Soundness::Sound).then_some(form)
    };
    starts.into_iter().filter_map(is_sound).collect()
}

pub fn form(position: &Position, rule: Rule, attacker: Color) -> String {
    canonical(position, rule, attacker).0.sfen()
}

pub fn extend(question: &Question, options: ExtendOptions, budget: Budget) -> (Vec<Extension>, Extended) {
    let mut extend = Extend::new(question.clone(), Vec::new(), options);
    let mut found = Vec::new();
    loop {
        match extend.advance(budget) {
            ExtendStep::Found(extension) => found.push(*extension),
            ExtendStep::Progress(_) => {}
            ExtendStep::Done(done) => {
                assert_eq!(found, extend.extensions());
                return (found, done);
            }
        }
    }
}

/// The line of an extension is a mate by the rules, and the changes are its first moves. At the end of a tsume's line
/// futile interpositions may be left.
fn assert_plays(extension: &Extension, rule: Rule, attacker: Color) {
    let mut position = extension.position.clone();
    for (ply, &mv) in extension.line.iter().enumerate() {
        assert!(is_legal(&position, mv), "{mv} in {position}");
        if let Some(change) = extension.changes.get(ply) {
            assert_eq!((change.mv, change.taken), (mv, position.piece_at(mv.to())));
        }
        let by_attacker = position.side_to_move() == attacker;
        position.do_move(mv);
        assert!(!by_attacker || in_check(&position), "{mv} is no check: {position}");
    }
    let is_mate = match question(&position.sfen(), rule, attacker).filter(|_| rule == Rule::Tsume) {
        Some(end) => {
            Solver::new(&end, Options::default()).run().verdict == Verdict::Mate { plies: 0, exact: true }
        }
        None => is_mate(&position),
    };
    assert!(is_mate, "{position}");
}

/// Compares with brute force: how many results there were.
fn compare(question: &Question, line: &[Move], plies: Plies, budget: Budget, threads: usize) -> usize {
    let expected = brute_force(question, line, plies.count());
    // Nor has the brute force a limit.
    let limits = Limits { nodes: Some(u64::MAX), ..Limits::default() };
    let search = Options { threads, limits, ..Options::default() };
    let options = ExtendOptions { plies: Some(plies), search, ..ExtendOptions::default() };
    let (found, done) = extend(question, options, budget);
    assert_eq!(done.soundness, Soundness::Sound, "{}", question.position());
    assert_eq!(done.tally.unknown, 0, "{}", question.position());
    let forms: BTreeSet<String> =
        found.iter().map(|found| form(&found.position, question.rule(), question.attacker())).collect();
    assert_eq!(forms, expected, "before {} by {plies:?}", question.position());
    assert_eq!(forms.len(), found.len(), "no twins");
    assert_eq!(done.tally.sound, found.len() + done.tally.twins);
    let tally = done.tally;
    let fates = tally.several_ways + tally.excluded + tally.sound + tally.unsound;
    assert_eq!(tally.candidates, fates, "{}", question.position());
    found.iter().for_each(|extension| assert_plays(extension, question.rule(), question.attacker()));
    found.len()
}

/// Random small problems that are sound, with their lines.
fn small_sound_problems(rng: &mut Rng, rule: Rule) -> impl Iterator<Item = (Question, Vec<Move>)> {
    std::iter::repeat_with(move || {
        let side = if rng.percent(50) { Side::Black } else { Side::White };
        let pieces = 2 + rng.below(4);
        let board = position(rng, Setup::Small(side, pieces));
        let attacker = if side == Side::Black { Color::White } else { Color::Black };
        let mut text = sfen::write(&board);
        // Pieces that the attacker can have taken, with a promotion or without: minutes, in the long run alone.
        if rule == Rule::Tsume && problems(0) > 0 && rng.percent(50) {
            text = text.replace(" - ", if attacker == Color::Black { " rb " } else { " RB " });
        }
        let question = question(&text, rule, attacker)?;
        if rule == Rule::Tsume && !question.attacks_first() {
            return None;
        }
        let (soundness, line) = checked(&question, Vec::new(), None);
        (soundness == Soundness::Sound && !line.is_empty()).then_some((question, line))
    })
    .flatten()
}

/// A mate in one, before which moves can be put in several ways, step after step.
const STEPS: &str = "8k/9/8P/9/9/9/9/9/9 b Gs 1";

/// A tsume of three plies, and what must not be before it: so little is left to search.
const TSUME: &str = "9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1";
const FORBIDDEN: &str = "drops promotions +R +B S N L +S +N +L G";

/// Work in several steps on a helpmate, and in one on a tsume, with little to choose from.
fn works() -> [(Question, ExtendOptions); 2] {
    let helpmate = question(STEPS, Rule::Helpmate, Color::Black).expect("a problem");
    let tsume = question(TSUME, Rule::Tsume, Color::Black).expect("a problem");
    let forbid = FORBIDDEN.split(' ').map(|word| word.parse().expect("a subject")).collect();
    let conditions = Conditions { forbid, ..Conditions::default() };
    [(helpmate, in_steps(1)), (tsume, ExtendOptions { conditions, ..ExtendOptions::default() })]
}

fn in_steps(jobs: usize) -> ExtendOptions {
    ExtendOptions { steps: 5, beam: 3, backtracks: true, jobs, ..ExtendOptions::default() }
}

#[test]
fn results_do_not_depend_on_jobs() {
    for (question, options) in works() {
        let (expected, done) = extend(&question, options.clone(), Budget::Unlimited);
        assert!(expected.len() > 5, "{}", expected.len());
        for (jobs, budget) in [
            (1, Budget::Nodes(3)),
            (3, Budget::Unlimited),
            (2, Budget::Nodes(20)),
            (4, Budget::Time(Duration::from_micros(200))),
        ] {
            let (found, again) = extend(&question, ExtendOptions { jobs, ..options.clone() }, budget);
            assert_eq!(found, expected, "{jobs} jobs, {budget:?}");
            let counts = |done: &Extended| ExtendTally { cost: Cost::default(), ..done.tally };
            assert_eq!((counts(&again), again.steps), (counts(&done), done.steps));
        }
    }
}

#[test]
fn work_goes_on_from_every_place_where_it_was_left() {
    for (question, options) in works() {
        let (expected, done) = extend(&question, options.clone(), Budget::Unlimited);
        let mut work = Extend::new(question.clone(), Vec::new(), options.clone());
        let mut places = 0;
        loop {
            match work.advance(Budget::Nodes(1)) {
                ExtendStep::Found(_) => continue,
                ExtendStep::Progress(_) => {}
                ExtendStep::Done(_) => break,
            }
            let Some(state) = work.state() else { continue };
            let results = work.extensions().to_vec();
            let options = ExtendOptions { jobs: 2, ..options.clone() };
            let after = Extend::go_on(question.clone(), options, state.clone(), results.clone());
            let mut after = after.expect("a state and its results");
            places += 1;
            // The whole rest is searched from a few of them.
            if places % 60 != 1 {
                continue;
            }
            let mut found = results;
            let after = loop {
                match after.advance(Budget::Unlimited) {
                    ExtendStep::Found(extension) => found.push(*extension),
                    ExtendStep::Progress(_) => {}
                    ExtendStep::Done(done) => break done,
                }
            };
            assert_eq!(found, expected);
            let counts = |done: &Extended| ExtendTally { cost: Cost::default(), ..done.tally };
            assert_eq!((counts(&after), after.steps), (counts(&done), done.steps));
        }
        assert!(places > 20, "{places}");
    }
}

#[test]
fn what_does_not_fit_together_is_not_gone_on_with() {
    let question = question(STEPS, Rule::Helpmate, Color::Black).expect("a problem");
    let mut work = Extend::new(question.clone(), Vec::new(), in_steps(1));
    while !matches!(work.advance(Budget::Unlimited), ExtendStep::Done(_)) {}
    let (state, results) = (work.state().expect("a state").clone(), work.extensions().to_vec());
    let goes_on = |state: &ExtendState, results: &[Extension]| {
        Extend::go_on(question.clone(), in_steps(1), state.clone(), results.to_vec()).is_some()
    };
    assert!(goes_on(&state, &results));
    assert!(!goes_on(&state, &results[1..]), "a result is missing");
    let mut other = results.clone();
    other[0].position = other[1].position.clone();
    assert!(!goes_on(&state, &other), "another position");
    other.clone_from(&results);
    other[0].line.pop();
    assert!(!goes_on(&state, &other), "half a line");
    let further = ExtendState { queue: [Some(results.len() + 1)].into(), ..state.clone() };
    assert!(!goes_on(&further, &results), "a problem that is not there");
    assert!(!goes_on(&ExtendState { line: Vec::new(), ..state }, &results), "no solution");
}

#[test]
fn what_is_stopped_tells_only_what_is_known() {
    let question = question(STEPS, Rule::Helpmate, Color::Black).expect("a problem");
    let (expected, _) = extend(&question, in_steps(1), Budget::Unlimited);
    let options = in_steps(2);
    let stop = options.search.stop.clone();
    let mut work = Extend::new(question.clone(), Vec::new(), options);
    let mut found = Vec::new();
    let done = loop {
        match work.advance(Budget::Nodes(5)) {
            ExtendStep::Found(extension) => found.push(*extension),
            ExtendStep::Progress(progress) => {
                assert!((0.0..=1.0).contains(&progress.part), "{progress:?}");
                if found.len() > 2 {
                    stop.stop();
                }
            }
            ExtendStep::Done(done) => break done,
        }
    };
    assert!(done.is_interrupted && done.tally.unknown == 0, "{done:?}");
    assert!(found.len() < expected.len());
    assert_eq!(found, expected[..found.len()]);
    let state = work.state().expect("a state").clone();
    let mut after = Extend::go_on(question, in_steps(1), state, found.clone()).expect("a state");
    loop {
        match after.advance(Budget::Unlimited) {
            ExtendStep::Found(extension) => found.push(*extension),
            ExtendStep::Progress(_) => {}
            ExtendStep::Done(done) => break assert!(!done.is_interrupted),
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn extensions_of_helpmates_equal_brute_force() {
    let mut rng = Rng::new(300);
    let (mut found, mut lengths, mut late) = (0, 0, 0);
    for (number, (question, line)) in
        small_sound_problems(&mut rng, Rule::Helpmate).take(problems(30)).enumerate()
    {
        let plies = if number % 3 == 2 { Plies::One } else { Plies::Two };
        let budget = if number % 2 == 0 { Budget::Unlimited } else { Budget::Nodes(50) };
        found += compare(&question, &line, plies, budget, 1 + number % 2);
        lengths += line.len();
        late += usize::from(!question.attacks_first());
    }
    println!("{found} extensions; {lengths} plies in all; {late} problems begin with the defender");
    assert!(found > 20 && late > 0, "{found} {late}");
}

/// A tsume of five plies with a futile interposition, before which two moves can be put.
const FUTILE: &str = "8k/9/9/8G/9/9/9/9/8+R b r2b3g4s4n4l18p 1";

/// All candidates before this problem have other mates, found at the latest in a layer of some million positions; the
/// layers after it would not fit into memory. What is known to be unsound is searched no further.
#[test]
fn unsound_candidates_do_not_fill_memory() {
    let question =
        question("b2S5/9/2K6/9/9/9/9/9/9 b 2GP 1", Rule::Helpmate, Color::White).expect("a problem");
    let limits = Limits { memory: Some(200_000_000), ..Limits::default() };
    let search = Options { limits, ..Options::default() };
    let options = ExtendOptions { plies: Some(Plies::Two), search, ..ExtendOptions::default() };
    let (_, done) = extend(&question, options, Budget::Unlimited);
    assert_eq!((done.soundness, done.tally.unknown), (Soundness::Sound, 0), "{:?}", done.tally);
}

/// A problem of a few positions, with candidates that are unsound by mates of few plies and lead to millions of others:
/// they are searched no further than to these mates.
#[test]
fn unsound_candidates_are_left_out_when_they_are_known() {
    let text = "9/9/9/9/K8/1+p7/1p7/+p1k6/+s+p7 w 2R2B4G3S4N4L14P 1";
    let question = question(text, Rule::Helpmate, Color::White).expect("a problem");
    let search =
        Options { limits: Limits { nodes: Some(1_000_000), ..Limits::default() }, ..Options::default() };
    let options = ExtendOptions { plies: Some(Plies::Two), search, ..ExtendOptions::default() };
    let (found, done) = extend(&question, options, Budget::Unlimited);
    assert_eq!((done.tally.unknown, done.tally.unsound, found.len()), (0, 48, 16), "{:?}", done.tally);
    assert!(done.tally.cost.positions < 200_000, "{:?}", done.tally.cost);
}

/// A bishop's check with and without promotion leads here, and only the one without keeps to the problem: the promoted
/// bishop does not mate.
#[test]
fn a_tsume_may_be_put_before_in_several_ways() {
    let texts = [
        ("2k6/9/1K7/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1", "1kg1R4/9/1K7/9/9/9/9/9/9 b r2b3g4s4n4l18p 1"),
        ("9/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1", "8k/7g1/9/5B1P1/9/9/9/9/9 b G2rb2g4s4n4l17p 1"),
    ];
    for (problem, start) in texts {
        let question = question(problem, Rule::Tsume, Color::Black).expect("a problem");
        let keep = "takes".parse().expect("what is kept");
        let conditions = Conditions { keep: vec![keep], forbid: Vec::new() };
        let (found, done) =
            extend(&question, ExtendOptions { conditions, ..ExtendOptions::default() }, Budget::Unlimited);
        assert_eq!((done.soundness, done.tally.several_ways), (Soundness::Sound, 0));
        let start = Position::from_sfen(start).expect("an SFEN");
        assert!(found.iter().any(|found| found.position.key() == start.key()), "{start}");
    }
}

#[test]
fn extensions_of_tsume_equal_brute_force() {
    let mut rng = Rng::new(301);
    let (mut found, mut problems_compared) = (0, 0);
    // Its brute force takes minutes: a part of the long run alone.
    if problems(0) > 0 {
        let futile = question(FUTILE, Rule::Tsume, Color::Black).expect("a problem");
        let (soundness, line) = checked(&futile, Vec::new(), None);
        assert_eq!(soundness, Soundness::Sound);
        found += compare(&futile, &line, Plies::Two, Budget::Unlimited, 1);
        assert!(found > 0, "it can be extended");
    }
    let first = std::env::var("TSUMUGI_EXTEND_FIRST").map_or(0, |text| text.parse().expect("a number"));
    let random = small_sound_problems(&mut rng, Rule::Tsume).take(problems(30).div_ceil(5));
    for (number, (question, line)) in random.enumerate().skip(first) {
        found += compare(&question, &line, Plies::Two, Budget::Unlimited, 1);
        problems_compared += 1;
        println!("{found} extensions, behind problem {number}");
    }
    assert!(first > 0 || problems_compared >= 6);
}
