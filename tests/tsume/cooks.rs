//! The check of tsume: one example of each class, sound problems, and every finding against brute force.

use super::mailbox::sfen;
use super::mailbox::tsume::{Oracle, Value};
use super::solve::{read, tsume};
use tsumugi::analysis::{
    CookCheck, CookExamination, CookStep, Finding, FindingKind, Flaw, Intended, LineFlaw, PlyFindings,
    Soundness,
};
use tsumugi::movegen::{checks, legal_moves};
use tsumugi::position::{Illegality, Position};
use tsumugi::problem::{ExpectedPlies, Problem, Reader};
use tsumugi::solve::Options;
use tsumugi::solve::{Budget, Limits, Reason};
use tsumugi::types::Move;

const NODES: u64 = 100_000;

/// Intended lines that are flawed.
const FLAWED: &str = "\
position sfen 8k/9/8G/9/9/9/9/9/9 b 2G 1 moves G*2a 1a2a G*2b ; status=unsound: early-mate
position sfen 8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1 moves 9h1h P*1b 2c1b ; status=unsound: longer-variation
position sfen 8k/9/9/8+N/9/9/8R/9/2K6 b Sr2b4g3s3n4l18p 1 moves 1d2c 1a2a S*2b ; status=unsound: longer-variation-with-surplus
position sfen k8/9/9/1r7/9/9/9/9/9 b N 1 moves N*8c 9a9b 8c9a+ 9b9c 9a9b 9c9d 9b9c 9d9e 9c9d 9e8e 9d8d 8e9f R*8f 9f9e 8d8e \
 ; status=unsound: escape
";

fn examples() -> Vec<Problem> {
    let text = include_str!("../../problems/tsume/soundness.sfen").to_owned() + FLAWED;
    Reader::new(text.as_bytes(), "soundness.sfen").map(|problem| problem.expect("a problem")).collect()
}

fn options() -> Options {
    Limits { memory: Some(64 << 20), ..Limits::default() }.into()
}

#[track_caller]
fn examine_within(position: &Position, intended: Intended, limits: Limits) -> CookExamination {
    let options = options();
    let limits = Limits { memory: options.limits.memory, ..limits };
    let mut check = CookCheck::new(&tsume(position), intended, &options, limits);
    loop {
        if let CookStep::Done(found) = check.advance(Budget::Nodes(1_000)) {
            assert_eq!(check.advance(Budget::Unlimited), CookStep::Done(found.clone()));
            return *found;
        }
    }
}

#[track_caller]
fn examine(position: &Position, intended: Intended) -> CookExamination {
    examine_within(position, intended, Limits { nodes: Some(NODES), ..Limits::default() })
}

fn intended(problem: &Problem) -> Intended {
    let plies = match problem.plies {
        Some(ExpectedPlies::Mate(plies)) => Some(plies),
        _ => None,
    };
    Intended { line: problem.record.moves.clone(), plies, ..Intended::default() }
}

fn kinds(found: &CookExamination) -> Vec<&'static str> {
    found.plies.iter().flat_map(|ply| &ply.findings).map(|finding| finding.kind.name()).collect()
}

#[test]
fn examples_are_what_they_are_said_to_be() {
    let mut seen = Vec::new();
    for problem in examples() {
        let found = examine(problem.position(), intended(&problem));
        let status = problem.status.as_deref().expect("a status");
        let (soundness, named) = status.split_once(": ").unwrap_or((status, ""));
        assert_eq!(found.soundness.name(), soundness, "{problem}: {:?}", found.soundness);
        let kinds = kinds(&found);
        for name in named.split(", ").filter(|name| !name.is_empty()) {
            assert!(kinds.contains(&name), "{problem}: {kinds:?}");
            seen.push(name.to_owned());
        }
        seen.push(soundness.to_owned());
    }
    for name in [
        "last-move",
        "promotion",
        "distance",
        "early-mate",
        "cook",
        "order",
        "detour",
        "equal-variation",
        "longer-variation",
        "longer-variation-with-surplus",
        "escape",
    ] {
        assert!(seen.iter().any(|seen| seen == name), "no example of {name}");
    }
    assert!(seen.iter().filter(|seen| *seen == "sound").count() >= 10);
}

/// What the brute-force search says of the position after a move.
fn value_after(position: &Position, mv: Move, attacks: bool, most: u32) -> Value {
    let mut after = position.clone();
    after.do_move(mv);
    let board = sfen::read(&after.sfen()).expect("an SFEN");
    let side = if attacks { board.turn.other() } else { board.turn };
    Oracle::new(side, true, true, 200_000).value(&board, most)
}

fn of_move(ply: &PlyFindings, mv: Move) -> Option<&Finding> {
    ply.findings.iter().find(|finding| finding.moves.first() == Some(&mv))
}

#[test]
fn no_finding_contradicts_brute_force() {
    let (mut mates, mut refuted, mut equal) = (0, 0, 0);
    for problem in examples() {
        let found = examine(problem.position(), intended(&problem));
        for ply in &found.plies {
            let rest = (found.main.len() - ply.ply) as u32;
            if ply.is_attackers {
                let others: Vec<Move> =
                    checks(&ply.position).iter().copied().filter(|&mv| mv != ply.main).collect();
                assert_eq!(others.len(), ply.tried, "{problem}");
                assert_eq!(ply.refuted + ply.findings.len(), ply.tried, "{problem} ply {}", ply.ply);
                for mv in others {
                    let value = value_after(&ply.position, mv, true, 8);
                    match (of_move(ply, mv), value) {
                        (None, Value::Mate(_)) => panic!("{problem} ply {}: {mv} {value:?}", ply.ply),
                        (None, _) => refuted += 1,
                        (Some(finding), Value::Mate(plies)) => {
                            assert!(!matches!(finding.kind, FindingKind::Unknown(_)), "{problem} {mv}");
                            assert!(finding.moves.len() > plies as usize, "{problem} {mv} {plies}");
                            if finding.is_exact {
                                assert_eq!(finding.moves.len(), plies as usize + 1, "{problem} {mv}");
                            }
                            mates += 1;
                        }
                        (Some(finding), Value::NoMate) => panic!("{problem} {mv}: {finding:?}"),
                        (Some(_), Value::NotWithin(_) | Value::Undecided) => {}
                    }
                }
            } else {
                for reply in legal_moves(&ply.position).iter().copied().filter(|&mv| mv != ply.main) {
                    let finding = of_move(ply, reply).map(|finding| finding.kind);
                    let value = value_after(&ply.position, reply, false, 9);
                    match finding {
                        Some(FindingKind::EqualVariation) => {
                            assert_eq!(value, Value::Mate(rest), "{problem} ply {} {reply}", ply.ply);
                            equal += 1;
                        }
                        Some(FindingKind::LongerVariation | FindingKind::LongerWithSurplus) => {
                            assert!(
                                !matches!(value, Value::Mate(plies) if plies <= rest),
                                "{problem} {reply} {value:?}"
                            );
                        }
                        Some(FindingKind::Escape) => {
                            assert!(!matches!(value, Value::Mate(_)), "{problem} {reply} {value:?}");
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    assert!(mates >= 10 && refuted >= 30 && equal >= 1, "{mates} mates, {refuted} refuted, {equal} equal");
}

#[test]
fn flawed_lines_are_named() {
    let position = read("8k/9/8G/9/9/9/9/9/9 b G 1");
    let line = |text: &str| Intended {
        line: text.split(' ').map(|mv| mv.parse().expect("a move")).collect(),
        ..Intended::default()
    };
    let soundness = |intended| examine(&position, intended).soundness;
    let illegal = LineFlaw::Illegal {
        ply: 1,
        mv: "G*1a".parse::<Move>().expect("a move").into(),
        reason: Illegality::Occupied("1a".parse().expect("a square")),
    };
    assert_eq!(soundness(line("G*1a")), Soundness::Unsound(vec![Flaw::Line(illegal)]));
    assert_eq!(soundness(line("G*2a 1a2a")), Soundness::Unsound(vec![Flaw::Line(LineFlaw::NoMate)]));
    assert_eq!(soundness(line("G*2b")), Soundness::Sound);
    let stated = Intended { plies: Some(3), ..Intended::default() };
    let early = Flaw::ShorterMate { plies: 1, intended: 3 };
    assert_eq!(soundness(stated), Soundness::Unsound(vec![early]));
}

#[test]
fn futile_interpositions_may_be_left_at_the_end_of_a_line() {
    // The mate in one of the page on futile interpositions: only drops that are futile are left.
    let position = read("k8/p8/9/9/9/9/9/1L7/7R1 b r2b4g4s4n3l17p 1");
    let found = examine(&position, Intended::default());
    let line = found.main.clone();
    assert_eq!(line.len(), 1);
    let stated = examine(&position, Intended { line, ..Intended::default() });
    assert_eq!(stated.soundness.name(), found.soundness.name());
    assert!(!matches!(&stated.soundness, Soundness::Unsound(flaws) if matches!(flaws[0], Flaw::Line(_))));
}

#[test]
fn what_runs_out_is_unknown() {
    let problem = examples().into_iter().find(|problem| problem.status.as_deref() == Some("sound"));
    let problem = problem.expect("a sound problem");
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let found = examine_within(problem.position(), intended(&problem), limits);
    let is_unknown = |kind| kind == FindingKind::Unknown(Reason::Nodes);
    match found.soundness {
        Soundness::Unknown(_) => assert!(found.count(is_unknown) > 0),
        // Everything was seen at first sight.
        soundness => assert_eq!(soundness, Soundness::Sound),
    }
}
