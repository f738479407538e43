//! Searches over templates against triple loops with `check`.
//!
//! `TSUMUGI_COMPOSE_WHOLE=1 cargo test --release --test compose whole_board -- --nocapture` is the whole board.

use crate::sound_helpmate;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsumugi::analysis::{CheckStep, Intended, Soundness, SoundnessCheck};
use tsumugi::compose::{ComposeStep, FoundProblem, Search, SearchSummary, Template};
use tsumugi::position::mirror_line;
use tsumugi::{
    Budget, Choices, Color, Limits, Move, Options, Piece, PieceKind, Position, Question, Rule, Square,
};

pub fn search(text: &str) -> (Vec<FoundProblem>, SearchSummary) {
    let template: Template = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut search = Search::new(Arc::new(template), &Options::default());
    let mut found = Vec::new();
    loop {
        match search.advance(Budget::Nodes(1_000)) {
            ComposeStep::Found(problem) => found.push(*problem),
            ComposeStep::Progress(_) => {}
            ComposeStep::Done(summary) => {
                assert_eq!(search.advance(Budget::Unlimited), ComposeStep::Done(summary.clone()), "{text}");
                return (found, summary);
            }
        }
    }
}

/// Where filling after filling is left out, each call ends by its budget all the same, and says how far it has come.
#[test]
fn calls_end_where_no_filling_is_judged() {
    let text = "k8/9/9/9/9/9/9/9/9 b G 1 ; place=0-4[RBGS]:2a-9i ; pieces=-2";
    let template: Template = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut search = Search::new(Arc::new(template), &Options::default());
    let mut part = 0.0;
    for _ in 0..3 {
        let called = Instant::now();
        let step = search.advance(Budget::Time(Duration::from_millis(50)));
        assert!(called.elapsed() < Duration::from_secs(20), "a look at the clock is far away");
        let ComposeStep::Progress(summary) = step else { panic!("{step:?}") };
        assert_eq!(summary.judged(), 0);
        assert!(search.part() > part && search.part() < 0.5, "{} after {part}", search.part());
        part = search.part();
    }
}

/// White's king, Black's gold and silver on squares of their own, lance and pawn in Black's hand; one of each pair of
/// mirror images.
fn triple_loop(squares: &[Square], mirrors: bool) -> BTreeSet<String> {
    let base = Position::from_sfen("9/9/9/9/9/9/9/9/9 b LP 1").expect("an SFEN");
    let mut found = BTreeSet::new();
    for &king in squares {
        for &gold in squares {
            for &silver in squares {
                if king == gold || king == silver || gold == silver {
                    continue;
                }
                let mut position = base.clone();
                position.put(king, Piece::new(Color::White, PieceKind::King));
                position.put(gold, Piece::new(Color::Black, PieceKind::Gold));
                position.put(silver, Piece::new(Color::Black, PieceKind::Silver));
                if mirrors && position.mirror().sfen() < position.sfen() {
                    continue;
                }
                if sound_helpmate(&position, None, 5).is_some() {
                    found.insert(position.sfen());
                }
            }
        }
    }
    found
}

fn listed(found: &[FoundProblem]) -> BTreeSet<String> {
    found.iter().map(|found| found.problem.position().sfen()).collect()
}

#[test]
fn a_corner_equals_a_triple_loop() {
    let squares: Vec<Square> = Square::all().filter(|sq| sq.file() <= 4 && sq.rank() <= 3).collect();
    let text = "9/9/9/9/9/9/9/9/9 b LP 1 ; place=k:1a-4c G:1a-4c S:1a-4c ; plies=-5";
    let (found, summary) = search(text);
    let expected = triple_loop(&squares, false);
    assert_eq!(listed(&found), expected);
    assert_eq!(found.len(), expected.len(), "something comes twice");
    assert!(found.len() > 10, "{}", found.len());
    assert_eq!(summary.fillings, (12u64 * 11 * 10).into());
    let illegal = summary.illegal.clone().expect("all were gone through");
    assert_eq!(illegal + summary.judged() + summary.left_out.twins, summary.fillings);
    for FoundProblem { problem, is_sound } in &found {
        assert!(is_sound);
        assert_eq!(sound_helpmate(problem.position(), None, 5), Some(problem.record.moves.len() as u64));
    }
}

#[test]
fn the_middle_equals_a_triple_loop_without_mirror_images() {
    let squares: Vec<Square> =
        Square::all().filter(|sq| (4..=6).contains(&sq.file()) && sq.rank() <= 3).collect();
    let (found, summary) = search("9/9/9/9/9/9/9/9/9 b LP 1 ; place=k:4a-6c G:4a-6c S:4a-6c ; plies=-5");
    assert_eq!(listed(&found), triple_loop(&squares, true));
    assert!(summary.left_out.twins > 100, "{summary:?}");
}

#[test]
fn the_whole_board_equals_a_triple_loop() {
    if std::env::var_os("TSUMUGI_COMPOSE_WHOLE").is_none() {
        println!("SKIPPED: TSUMUGI_COMPOSE_WHOLE=1 searches the whole board");
        return;
    }
    let text = "9/9/9/9/9/9/9/9/9 b LP 1 ; place=k G S ; plies=-5";
    let started = Instant::now();
    let (found, summary) = search(text);
    let seconds = started.elapsed().as_secs_f64();
    println!("{} found of {} judged in {seconds:.1} s", found.len(), summary.judged());
    println!("{:.0} judged a second; {summary:?}", summary.judged() as f64 / seconds);
    let squares: Vec<Square> = Square::all().collect();
    assert_eq!(listed(&found), triple_loop(&squares, true));
}

#[test]
fn tsume_equal_a_plain_loop() {
    let text = "9/9/9/9/9/9/9/9/9 b G 1 ; rule=tsume ; place=k:1a-2b G:1b-3c ; plies=-3 ; rest=yes";
    let (found, summary) = search(text);
    let mut expected = BTreeSet::new();
    for king in Square::all().filter(|sq| sq.file() <= 2 && sq.rank() <= 2) {
        for gold in Square::all().filter(|sq| sq.file() <= 3 && (2..=3).contains(&sq.rank())) {
            let mut position = Position::from_sfen("9/9/9/9/9/9/9/9/9 b G 1").expect("an SFEN");
            position.put(king, Piece::new(Color::White, PieceKind::King));
            if king == gold {
                continue;
            }
            position.put(gold, Piece::new(Color::Black, PieceKind::Gold));
            position.give_rest(Color::White);
            if is_sound_tsume(&position, 3) {
                expected.insert(position.sfen());
            }
        }
    }
    assert_eq!(listed(&found), expected);
    assert!(!found.is_empty() && !summary.has_unknown(), "{summary:?}");
    assert!(found.iter().all(|found| found.problem.rule == Some(Rule::Tsume)));
}

fn is_sound_tsume(position: &Position, most: usize) -> bool {
    use tsumugi::analysis::{CookCheck, CookStep};
    let choices = Choices { rule: Some(Rule::Tsume), ..Choices::default() };
    let Ok(question) = Question::of(position.clone(), &choices) else { return false };
    let options = Options::default();
    let mut check = CookCheck::new(&question, Intended::default(), &options, options.limits);
    loop {
        if let CookStep::Done(found) = check.advance(Budget::Unlimited) {
            return found.soundness == Soundness::Sound && found.main.len() <= most;
        }
    }
}

#[test]
fn conditions_hold() {
    let base = "9/9/9/9/9/9/9/9/9 b [GS]P 1 ; place=k:1a-3a 0-1[GS]:1c-3c";
    let (all, _) = search(&format!("{base} ; plies=-5"));
    let (three, _) = search(&format!("{base} ; plies=3"));
    let (few, summary) = search(&format!("{base} ; plies=-5 ; pieces=-3"));
    let length = |found: &FoundProblem| found.problem.record.moves.len();
    let pick = |keep: &dyn Fn(&FoundProblem) -> bool| -> Vec<FoundProblem> {
        all.iter().filter(|found| keep(found)).cloned().collect()
    };
    assert_eq!(listed(&three), listed(&pick(&|found| length(found) == 3)));
    let is_small = |found: &FoundProblem| {
        let position = found.problem.position();
        let board = position.pieces(Color::Black) | position.pieces(Color::White);
        board.count() + position.hand(Color::Black).total() <= 3
    };
    assert_eq!(listed(&few), listed(&pick(&is_small)));
    assert!(summary.left_out.pieces > 0, "{summary:?}");
    let wanted = all.iter().find(|found| length(found) == 3).expect("one in three").problem.record.moves[0];
    let (through, summary) = search(&format!("{base} ; plies=-5 ; through={wanted}"));
    assert_eq!(listed(&through), listed(&pick(&|found| found.problem.record.moves.contains(&wanted))));
    assert_eq!(summary.passing_by as usize, all.len() - through.len());
    let (any, _) = search(&format!("{base} ; plies=-5 ; sound=no"));
    assert!(
        any.len() > all.len()
            && all.iter().all(|found| listed(&any).contains(&found.problem.position().sfen()))
    );
}

/// Of two mirror images one filling is judged, whichever of them has the move.
#[test]
fn a_move_to_pass_through_is_looked_for_in_the_mirror_too() {
    let base = "9/9/9/9/9/9/9/9/9 b G 1 ; place=k:4a-6a [GS]:3c-7d ; plies=-3";
    let [left, right] = ["G*4b", "G*6b"].map(|mv| search(&format!("{base} ; through={mv}")).0);
    assert!(left.len() > 3, "{}", left.len());
    let mirrored: BTreeSet<String> =
        right.iter().map(|found| found.problem.position().mirror().sfen()).collect();
    assert_eq!(listed(&left), mirrored);
    for (found, mv) in
        left.iter().map(|found| (found, "G*4b")).chain(right.iter().map(|found| (found, "G*6b")))
    {
        assert!(found.problem.record.moves.iter().any(|played| played.to_string() == mv));
        assert!(sound_helpmate(found.problem.position(), None, 3).is_some());
    }
    // Where the mirror image is no filling it is none.
    let (few, _) = search("9/9/9/9/9/9/9/9/9 b G 1 ; place=k:4a-6a [GS]:3c-3d ; plies=-3 ; through=G*6b");
    let (none, _) = search("9/9/9/9/9/9/9/9/9 b G 1 ; place=k:4a-5a [GS]:3c-4c ; plies=-3 ; through=G*7b");
    assert!(few.len() + none.len() < left.len());
}

/// Lines that are wanted, one after the other, against what is found without one.
#[test]
fn a_line_is_the_solution_of_what_is_found() {
    for (base, longest) in [
        ("9/9/9/9/9/9/9/9/9 b [GS]P 1 ; place=k:1a-3a 0-1[GS]:1c-3c", "plies=-5"),
        ("9/9/9/9/9/9/9/9/9 b G 1 ; place=k:4a-6a [GS]:3c-7d", "plies=-3"),
        ("9/9/9/9/9/9/9/9/9 b [GS]P 1 ; condition=取禁 ; place=k:1a-2a P:1b-3c", "plies=-3"),
        ("9/9/9/9/9/9/9/9/9 w G 1 ; place=k:1a-3b [SNGR]:1c-3d", "plies=-2"),
        ("9/9/9/9/9/9/1k7/9/1K7 b [PLSG] 1 ; rule=helpselfmate ; place=[gsrb]:7g-7h", "plies=2-4"),
        ("8k/9/9/9/9/9/9/9/9 b G[SN-] 1 ; rule=tsume ; rest=yes ; place=[plsn]:2a-2b [PL]:1c-3d", "plies=-3"),
        // The line and its mirror image may both be mates by the rules alone.
        (
            "4k4/9/9/9/9/9/9/9/9 b 2G 1 ; rule=tsume ; rest=yes ; place=1-2[GSNP]:4b-6d 0-1[pl]:4a-6b",
            "plies=3",
        ),
    ] {
        let (all, whole) = search(&format!("{base} ; {longest}"));
        let mut lines: BTreeSet<Vec<Move>> = BTreeSet::new();
        for found in &all {
            let line = &found.problem.record.moves;
            lines.extend([line.clone(), mirror_line(line)]);
        }
        assert!(lines.len() > 1, "{base}: {}", lines.len());
        let mut found_by_line = BTreeSet::new();
        for line in lines {
            let text = line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
            let (found, summary) = search(&format!("{base} ; line={text}"));
            assert_eq!(summary.judged(), whole.judged());
            for found in found {
                assert_eq!(found.problem.record.moves, line, "{base}");
                let position = found.problem.position();
                let [one, mirror] = [position.sfen(), position.mirror().sfen()];
                let is_found = listed(&all).contains(&one) || listed(&all).contains(&mirror);
                assert!(is_found, "{base}: {one}");
                found_by_line.insert(one.min(mirror));
            }
        }
        let canonical = |sfen: String| {
            let mirror = Position::from_sfen(&sfen).expect("an SFEN").mirror().sfen();
            sfen.min(mirror)
        };
        assert_eq!(found_by_line, listed(&all).into_iter().map(canonical).collect(), "{base}");
    }
}

/// Which of these squares pieces stand on makes a sound problem, by `check`: a plain loop over two squares.
fn double_loop(
    base: &str,
    pieces: [Piece; 2],
    squares: [&[Square]; 2],
    choices: &Choices,
    most: u64,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for &first in squares[0] {
        for &second in squares[1].iter().filter(|&&second| second != first) {
            let mut position = Position::from_sfen(base).expect("an SFEN");
            position.put(first, pieces[0]);
            position.put(second, pieces[1]);
            let Ok(question) = Question::of(position.clone(), choices) else { continue };
            let options = Options::from(Limits { plies: Some(most), ..Limits::default() });
            let mut check = SoundnessCheck::new(&question, Intended::default(), &options, false);
            let CheckStep::Done(checked) = check.advance(Budget::Unlimited) else {
                unreachable!("no budget")
            };
            if checked.soundness == Soundness::Sound {
                found.insert(position.sfen());
            }
        }
    }
    found
}

fn squares(files: RangeInclusive<u8>, ranks: RangeInclusive<u8>) -> Vec<Square> {
    Square::all().filter(|sq| files.contains(&sq.file()) && ranks.contains(&sq.rank())).collect()
}

#[test]
fn fillings_under_conditions_equal_a_plain_loop() {
    let (kings, silvers) = (squares(1..=2, 1..=2), squares(1..=3, 1..=4));
    let pieces = [Piece::new(Color::White, PieceKind::King), Piece::new(Color::Black, PieceKind::Silver)];
    let mut all: Vec<BTreeSet<String>> = Vec::new();
    for condition in ["none", "取禁", "攻方強欲", "受方取禁", "禁欲"] {
        let base = "9/9/9/9/9/9/9/9/9 b Gg 1";
        let text = format!("{base} ; place=k:1a-2b S:1a-3d ; plies=-3 ; condition={condition}");
        let (found, summary) = search(&text);
        let conditions = Some(condition.parse().expect("a condition"));
        let choices = Choices { rule: Some(Rule::Helpmate), conditions, ..Choices::default() };
        let expected = double_loop(base, pieces, [&kings, &silvers], &choices, 3);
        assert_eq!(listed(&found), expected, "{condition}");
        assert!(!summary.has_unknown(), "{summary:?}");
        let stated = conditions.filter(|conditions| !conditions.is_empty());
        assert!(found.iter().all(|found| found.problem.conditions == stated), "{condition}");
        all.push(expected);
    }
    assert!(all.iter().any(|some| *some != all[0]) && all.iter().any(|some| !some.is_empty()), "{all:?}");
}

#[test]
fn helpselfmates_equal_a_plain_loop() {
    let (base, rule) = ("9/9/9/9/9/9/1k7/9/1K7 b P 1", Rule::Helpselfmate);
    let text = format!("{base} ; rule=helpselfmate ; place=g:6f-8i r:6f-7i ; plies=-4");
    let (found, summary) = search(&text);
    let pieces = [PieceKind::Gold, PieceKind::Rook].map(|kind| Piece::new(Color::White, kind));
    let choices = Choices { rule: Some(rule), attacker: Some(Color::Black), ..Choices::default() };
    let is_free = |sq: &Square| !["8g", "8i"].contains(&sq.to_string().as_str());
    let golds: Vec<Square> = squares(6..=8, 6..=9).into_iter().filter(is_free).collect();
    let expected = double_loop(base, pieces, [&golds, &squares(6..=7, 6..=9)], &choices, 4);
    assert_eq!(listed(&found), expected);
    assert!(found.len() > 3 && !summary.has_unknown(), "{summary:?}");
    assert!(found.iter().all(|found| found.problem.rule == Some(rule)));
}
