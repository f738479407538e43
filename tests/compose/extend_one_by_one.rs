//! What is put before random small helpselfmates, problems with conditions and such with several intended solutions,
//! against a brute force: every pair of un-moves by the tests' own slow rules that a condition permits, each start
//! judged by `check`, and by the plain breadth-first search where that is small.
//!
//! `TSUMUGI_EXTEND_PROBLEMS=1000 cargo test --release --test compose one_by_one -- --nocapture` is a long run.

use crate::extend::{checked, extend, form, problems};
use crate::helpmate_problem::Problem as Drawn;
use crate::mailbox::board::{Board, Mv, Side};
use crate::mailbox::random::{self, Rng, Setup};
use crate::mailbox::search::{Limits, Verdict};
use crate::mailbox::{rules, sfen, unmove};
use std::collections::BTreeSet;
use tsumugi::analysis::Soundness;
use tsumugi::compose::extend::{ExtendOptions, Extension, Plies};
use tsumugi::movegen::PermittedMoves;
use tsumugi::position::Conditions;
use tsumugi::record::Record;
use tsumugi::{Budget, Choices, Color, Move, Position, Problem, Question, Rule};

/// What the plain search may spend on a problem, and on each of the many starts.
const LIMITS: Limits = Limits { plies: 6, positions: 100, listed: 0 };
const START_LIMITS: Limits = Limits { plies: 9, positions: 100, listed: 0 };
/// More candidates than that are not gone through.
const MOST_STARTS: usize = 200;

/// A problem that is sound with as many solutions as are intended.
struct Sound {
    drawn: Drawn,
    question: Question,
    line: Vec<Move>,
    count: u128,
}

fn copied(drawn: &Drawn, board: Board) -> Drawn {
    Drawn { board, attacker: drawn.attacker, rule: drawn.rule, conditions: drawn.conditions }
}

/// What is judged one by one: the rule, whether there are conditions, whether several solutions are intended.
const KINDS: [(Rule, bool, bool); 6] = [
    (Rule::Helpselfmate, false, false),
    (Rule::Helpmate, true, false),
    (Rule::Helpmate, false, true),
    (Rule::Helpselfmate, true, false),
    (Rule::Helpmate, true, true),
    (Rule::Helpselfmate, false, true),
];

fn draw(rng: &mut Rng, kind: (Rule, bool, bool)) -> Option<Sound> {
    let (rule, has_conditions, has_several) = kind;
    let mut drawn = match rule {
        Rule::Helpselfmate => Drawn::draw_selfmate(rng),
        _ => {
            let defender = Drawn::draw_side(rng);
            let pieces = 2 + rng.below(4);
            let board = random::position(rng, Setup::Small(defender, pieces));
            Drawn { board, attacker: defender.other(), rule, conditions: Conditions::NONE }
        }
    };
    if has_conditions {
        let all: Vec<Conditions> = Conditions::all().filter(|conditions| !conditions.is_empty()).collect();
        drawn.conditions = all[rng.below(all.len())];
    }
    let conditions = drawn.conditions;
    let Verdict::Mate { plies, count, .. } = drawn.expected(LIMITS) else { return None };
    if plies == 0 || count > 4 || has_several != (count > 1) {
        return None;
    }
    let position = Position::from_sfen(&sfen::write(&drawn.board)).expect("an SFEN");
    let problem = Problem {
        intended_solutions: (count > 1).then(|| count.into()),
        ..Problem::new(Record::new(position, Vec::new()))
    };
    let attacker = if drawn.attacker == Side::Black { Color::Black } else { Color::White };
    let choices = Choices {
        rule: Some(drawn.rule),
        conditions: Some(conditions),
        attacker: Some(attacker),
        ..Choices::default()
    };
    let question = Question::new(&problem, &choices).ok()?;
    let (soundness, line) = checked(&question, Vec::new(), None);
    (soundness == Soundness::Sound).then_some(Sound { drawn, question, line, count })
}

/// The starts from which permitted moves, checks of the attacker's, lead to a problem, each with these moves. `None`
/// when there are too many.
fn starts(sound: &Sound, plies: usize) -> Option<Vec<(Board, Vec<Mv>)>> {
    let (attacker, told) = (sound.drawn.attacker, sound.drawn.told());
    let mut starts = vec![(sound.drawn.board.clone(), Vec::new())];
    for _ in 0..plies {
        let before = |(after, way): &(Board, Vec<Mv>)| {
            let mut found = unmove::unmoves(after);
            found.retain(|(board, _)| board.turn != attacker || rules::in_check(after));
            found.retain(|(board, mv)| told.moves(board).contains(mv));
            found.into_iter().map(|(board, mv)| (board, [&[mv], way.as_slice()].concat())).collect::<Vec<_>>()
        };
        starts = starts.iter().flat_map(before).collect();
        if starts.len() > MOST_STARTS {
            return None;
        }
    }
    Some(starts)
}

/// The forms of the sound starts, and how many of them the plain search has judged too.
fn brute_force(sound: &Sound, plies: usize) -> Option<(BTreeSet<String>, usize)> {
    let question = &sound.question;
    let mut searched = 0;
    let mut forms = BTreeSet::new();
    for (board, way) in starts(sound, plies)? {
        let text = sfen::write(&board);
        let way: Vec<Move> = way.iter().map(|mv| mv.to_string().parse().expect("a move")).collect();
        let line = [way.as_slice(), &sound.line].concat();
        let about = question.about(Position::from_sfen(&text).expect("an SFEN"))?;
        let (soundness, _) = checked(&about, line.clone(), None);
        assert!(!matches!(soundness, Soundness::Unknown(_)), "{text}: {soundness:?}");
        let is_sound = soundness == Soundness::Sound;
        let verdict = copied(&sound.drawn, board).expected(START_LIMITS);
        if let Verdict::Mate { plies, count, .. } = verdict {
            searched += 1;
            // What is in hand at the end is not asked here: the problem leaves nothing.
            assert_eq!(is_sound, plies == line.len() && count == sound.count, "{text}: {soundness:?}");
        }
        if is_sound {
            forms.insert(form(about.position(), question.rule(), question.attacker()));
        }
    }
    Some((forms, searched))
}

/// The line of an extension is a solution.
fn assert_solves(question: &Question, extension: &Extension) {
    let permitted = PermittedMoves::new(question.attacker(), question.conditions());
    let flaw = permitted.line_flaw(&extension.position, question.rule(), &extension.line);
    assert_eq!(flaw, None, "{}", extension.position);
}

#[test]
fn extensions_judged_one_by_one_equal_brute_force() {
    let mut rng = Rng::new(302);
    let mut by_kind = [(0, 0); KINDS.len()];
    let (wanted, mut compared, mut found, mut searched) = (problems(18), 0, 0, 0);
    while compared < wanted {
        let kind = compared % KINDS.len();
        let Some(sound) = draw(&mut rng, KINDS[kind]) else { continue };
        let plies = if rng.percent(30) { Plies::One } else { Plies::Two };
        let Some((expected, by_plain_search)) = brute_force(&sound, plies.count()) else { continue };
        let budget = if rng.percent(50) { Budget::Unlimited } else { Budget::Nodes(30) };
        let jobs = 1 + rng.below(3);
        let options = ExtendOptions { plies: Some(plies), jobs, ..ExtendOptions::default() };
        let question = &sound.question;
        let (results, done) = extend(question, options, budget);
        let of = format!("{} before {}", question.conditions(), sound.drawn);
        assert_eq!((done.soundness, done.tally.unknown), (Soundness::Sound, 0), "{of}");
        let form = |result: &Extension| form(&result.position, question.rule(), question.attacker());
        let forms: BTreeSet<String> = results.iter().map(form).collect();
        assert_eq!(forms, expected, "{of} by {plies:?}");
        assert_eq!(forms.len(), results.len(), "no twins");
        results.iter().for_each(|result| assert_solves(question, result));
        compared += 1;
        found += results.len();
        searched += by_plain_search;
        by_kind[kind].0 += 1;
        by_kind[kind].1 += results.len();
    }
    println!("{compared} problems, {found} extensions, {searched} starts also by plain search");
    KINDS.iter().zip(by_kind).for_each(|(kind, (problems, found))| println!("{kind:?}: {problems}, {found}"));
    assert!(found > 5 && searched > 20, "{found} extensions, {searched} searched");
}
