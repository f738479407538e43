//! Soundness under every limit: nothing is called sound or unsound that is not proved.

use tsumugi::analysis::{
    CheckStep, Doubt, Examination, Flaw, Intended, LineFlaw, RemainderVerdict, SideLines, SideLinesStep,
    Soundness, SoundnessCheck, line_flaw, stated_line_flaw,
};
use tsumugi::movegen::{is_mate, legal_moves, play_line};
use tsumugi::position::{Illegality, NamedMove, Position};
use tsumugi::problem::{Choices, Futile, Question, Rule};
use tsumugi::solve::{Budget, Limits, Options, Reason, Solver, StopFlag};
use tsumugi::types::{Color, Move, PieceKind};

/// A mate in 15 with one solution.
const SOUND: &str = "k8/9/9/1r7/9/9/9/9/9 b N 1";
const SOUND_LINE: &str = "N*8c 9a9b 8c9a+ 9b9c 9a9b 9c9d 9b9c 9d9e 9c9d 9e8e 9d8d 8e9f R*8f 9f9e 8d8e";
/// A mate in 17 with two, which differ at ply 2.
const UNSOUND: &str = "8b/8k/9/9/9/9/9/9/9 b P 1";
/// A rook alone does not mate.
const NONE: &str = "9/9/9/9/4k4/9/9/9/9 b R 1";

fn line(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|mv| mv.parse().expect("a move")).collect()
}

fn intended(text: &str) -> Intended {
    Intended { line: line(text), ..Intended::default() }
}

fn check(sfen: &str, intended: Intended, options: Options, backward: bool) -> SoundnessCheck {
    let position = Position::from_sfen(sfen).expect("an SFEN");
    let question = Question::of(position, &Choices::default()).expect("a legal helpmate");
    SoundnessCheck::new(&question, intended, &options, backward)
}

fn done(mut check: SoundnessCheck) -> Examination {
    match check.advance(Budget::Unlimited) {
        CheckStep::Done(found) => *found,
        CheckStep::Progress(progress) => panic!("stopped without need at {progress:?}"),
    }
}

fn limited(limits: Limits) -> Options {
    Options { limits, ..Options::default() }
}

#[test]
fn any_limit_gives_the_truth_or_none() {
    let mut known = [false; 3];
    for nodes in (0..40).chain((40..80_000).step_by(7_001)) {
        for (index, (sfen, is_sound)) in
            [(SOUND, true), (UNSOUND, false), (NONE, false)].into_iter().enumerate()
        {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            match done(check(sfen, Intended::default(), limited(limits), false)).soundness {
                Soundness::Unknown(doubt) => assert_eq!(doubt, Doubt::Limit(Reason::Nodes)),
                soundness => {
                    known[index] = true;
                    assert_eq!(soundness == Soundness::Sound, is_sound, "{sfen} with {nodes} nodes");
                }
            }
        }
    }
    assert_eq!(known, [true; 3]);
}

#[test]
fn too_little_memory_to_count_is_no_proof() {
    // One of many solutions is rebuilt, and that is all that is known.
    let sfen = "9/9/9/9/4k4/9/9/9/9 b RB 1";
    let mut doubts = Vec::new();
    for mebibytes in [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40, 64] {
        let limits = Limits { memory: Some(mebibytes << 20), ..Limits::default() };
        let found = done(check(sfen, Intended::default(), limited(limits), false));
        match found.soundness {
            Soundness::Unknown(doubt) => doubts.push(doubt),
            Soundness::Unsound(flaws) => {
                assert!(matches!(flaws[..], [Flaw::SeveralSolutions(_)]), "{flaws:?}");
            }
            Soundness::Sound => panic!("sound with {mebibytes} MiB"),
        }
        assert!(found.outcome.solutions.exact || found.differences.is_none());
    }
    assert!(doubts.contains(&Doubt::Limit(Reason::Memory)), "{doubts:?}");
}

#[test]
fn a_stopped_check_is_unknown_and_ends_at_once() {
    let stop = StopFlag::new();
    stop.stop();
    let options = Options { stop, ..Options::default() };
    let found = done(check(SOUND, intended(SOUND_LINE), options, true));
    assert_eq!(found.soundness, Soundness::Unknown(Doubt::Limit(Reason::Interrupted)));
    let backward = found.backward.expect("a line");
    assert_eq!(backward.sound_from, None);
    assert!(backward.probes.len() <= 2, "{backward:?}");
}

#[test]
fn small_steps_lead_to_the_same() {
    for (sfen, text) in [(SOUND, SOUND_LINE), (UNSOUND, ""), (NONE, "")] {
        let whole = done(check(sfen, intended(text), Options::default(), !text.is_empty()));
        for budget in [Budget::Nodes(0), Budget::Nodes(500)] {
            let mut steps = 0;
            let mut check = check(sfen, intended(text), Options::default(), !text.is_empty());
            let found = loop {
                match check.advance(budget) {
                    CheckStep::Done(found) => break *found,
                    CheckStep::Progress(_) => steps += 1,
                }
            };
            assert!(steps > 0);
            assert_eq!(
                (found.soundness, found.differences),
                (whole.soundness.clone(), whole.differences.clone())
            );
            assert_eq!((found.hands, found.backward), (whole.hands.clone(), whole.backward.clone()));
        }
    }
}

#[test]
fn backward_goes_as_far_as_the_budget_allows() {
    let mut last = usize::MAX;
    for nodes in [1, 300, 600, 2_000, 5_000, 100_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = done(check(SOUND, intended(SOUND_LINE), limited(limits), true));
        let backward = found.backward.expect("a line");
        let from = backward.sound_from.map_or(usize::MAX, |ply| ply as usize);
        assert!(from <= last, "{nodes} nodes prove less than fewer");
        last = from;
        assert_eq!(backward.unsound_until, None);
        assert_eq!(found.soundness == Soundness::Sound, from == 0);
        for probe in &backward.probes {
            assert!(probe.ply + probe.left == 15);
            assert!(
                probe.verdict == RemainderVerdict::Sound
                    || probe.verdict == RemainderVerdict::Unknown(Some(Reason::Nodes))
            );
        }
    }
    assert_eq!(last, 0);
}

#[test]
fn a_flaw_of_the_rest_is_a_flaw_of_the_whole() {
    // The last move but one is no part of the only shortest mate: two golds mate at once.
    let sfen = "4k4/9/9/9/9/9/9/9/9 b 2G 1";
    let text = "G*4a 5a5b 4a4b 5b5c 4b4c 5c6b 4c5c 6b5a G*5b";
    let limits = Limits { nodes: Some(500), ..Limits::default() };
    let found = done(check(sfen, intended(text), limited(limits), true));
    assert_eq!(found.soundness, Soundness::Unsound(vec![Flaw::Remainder(6)]));
    assert_eq!(found.backward.expect("a line").sound_from, Some(8));
}

#[test]
fn flaws_of_lines() {
    let position = Position::from_sfen("8k/9/8G/9/9/9/9/9/9 b G 1").expect("an SFEN");
    let flaw = |text: &str| line_flaw(&position, Rule::Helpmate, Color::Black, &line(text));
    let mv = |text: &str| text.parse::<Move>().expect("a move");
    assert_eq!(flaw("G*1b"), None);
    assert_eq!(
        flaw("G*2a 1a1b"),
        Some(LineFlaw::Illegal {
            ply: 2,
            mv: NamedMove { mv: mv("1a1b"), piece: Some(PieceKind::King) },
            reason: Illegality::KingInCheck
        })
    );
    assert_eq!(flaw("G*5e"), Some(LineFlaw::NoCheck { ply: 1, mv: mv("G*5e").into() }));
    assert_eq!(flaw("G*2a"), Some(LineFlaw::NoMate));
    assert_eq!(flaw("G*2a 1a2a"), Some(LineFlaw::NoMate));
}

#[test]
fn surplus_at_the_end_of_the_intended_line_is_certain_at_once() {
    // Gold and pawn: the pawn stays in hand, whatever else there is.
    let limits = Limits { nodes: Some(0), ..Limits::default() };
    let found = done(check("8k/9/8G/9/9/9/9/9/9 b GP 1", intended("G*1b"), limited(limits), false));
    let Soundness::Unsound(flaws) = found.soundness else { panic!("{:?}", found.soundness) };
    assert!(matches!(flaws[..], [Flaw::Surplus(hand)] if hand.to_string() == "P"), "{flaws:?}");
}

#[test]
fn every_other_reply_of_the_defender_has_a_side_line() {
    // 13 plies, with interpositions near and far.
    let root = Position::from_sfen("k8/9/1K7/9/9/9/8B/8B/9 b 2r4g4s4n4l18p 1").expect("an SFEN");
    // Where every interposition counts, no reply may be missing.
    let choices = Choices { rule: Some(Rule::Tsume), policy: Some(Futile::None), ..Choices::default() };
    let question = Question::of(root.clone(), &choices).expect("a legal tsume");
    let options = Options::default();
    let outcome = Solver::new(&question, options.clone()).run();
    let main = outcome.solutions.listed[0].clone();
    let mut search = SideLines::new(&question, &outcome, &options);
    let variations = loop {
        if let SideLinesStep::Done(variations) = search.advance(Budget::Unlimited) {
            break variations;
        }
    };
    let mut expected = Vec::new();
    let mut position = root.clone();
    for (ply, &mv) in (1..).zip(&main) {
        if position.side_to_move() == Color::White {
            let mut replies: Vec<_> =
                legal_moves(&position).iter().copied().filter(|&reply| reply != mv).collect();
            replies.sort_unstable();
            expected.extend(replies.iter().map(|&reply| (ply, reply)));
        }
        position.do_move(mv);
    }
    let found: Vec<_> = variations.lines.iter().map(|line| (line.ply, line.moves[0])).collect();
    assert_eq!((found.len() > 20, variations.unknown), (true, 0));
    assert_eq!(found, expected);
    for line in &variations.lines {
        let moves = [&main[..line.ply - 1], &line.moves].concat();
        assert!(moves.len() <= main.len());
        let mut end = root.clone();
        play_line(&mut end, &moves).expect("a legal line");
        assert!(is_mate(&end), "{moves:?}");
    }
}

#[test]
fn a_line_that_is_not_stated_has_no_flaw() {
    for rule in Rule::ALL {
        let choices = Choices { rule: Some(rule), ..Choices::default() };
        let position = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b R 1").expect("an SFEN");
        let question = Question::of(position, &choices).expect("a legal problem");
        assert_eq!(stated_line_flaw(&question), None, "{rule:?}");
    }
}
