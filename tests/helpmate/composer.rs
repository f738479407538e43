//! What `analysis` says about the solutions of a problem, found again the plain way: from the list of all of them.

use crate::mailbox::board::{Board, Cell, Kind, Mv};
use crate::mailbox::search::{Limits, Verdict as Expected};
use crate::mailbox::sfen;
use crate::problem::{Problem, to_move};
use crate::solve::{question, read};
use std::collections::{BTreeMap, HashSet};
use tsumugi::analysis::{
    BackwardResult, CheckStep, DifferenceKind, Intended, RemainderVerdict, Soundness, SoundnessCheck,
    differences, hands_at_the_end, is_solution,
};
use tsumugi::solve::{Budget, Options, SolutionGraph, StopFlag};
use tsumugi::types::{Color, Move};

/// What the graph of the solutions says differently from the list, if anything.
pub fn graph_difference(problem: &Problem, graph: &SolutionGraph, lines: &[Vec<String>]) -> Option<String> {
    if graph.count() != lines.len().into() || !graph.is_complete() {
        return Some(format!("{} paths, not {}", graph.count(), lines.len()));
    }
    let at: Vec<Vec<String>> = lines.iter().map(|line| problem.positions(line)).collect();
    let mut walk = graph.walk();
    let mut ways_on = graph.ways_on();
    for ply in 0..=graph.length() {
        // How many solutions pass through each position.
        let mut through: BTreeMap<&str, u64> = BTreeMap::new();
        for positions in &at {
            *through.entry(&positions[ply]).or_default() += 1;
        }
        let ways: Vec<_> = walk.ways().iter().zip(ways_on.at(ply)).map(|(to, on)| to * on).collect();
        let texts: Vec<String> = walk.positions().iter().map(plain).collect();
        let found: BTreeMap<&str, u64> = texts
            .iter()
            .zip(&ways)
            .map(|(text, ways)| (text.as_str(), ways.try_into().expect("few")))
            .collect();
        if found != through || found.len() != graph.width(ply) {
            return Some(format!("ply {ply}: {found:?}, not {through:?}"));
        }
        walk.advance();
    }
    let first: Vec<String> = graph.first_solution().iter().map(Move::to_string).collect();
    (!lines.contains(&first)).then(|| format!("{first:?} is no solution"))
}

/// A position as the oracle writes it.
fn plain(position: &tsumugi::position::Position) -> String {
    sfen::write(&sfen::read(&position.sfen()).expect("an SFEN"))
}

fn moves(line: &[String]) -> Vec<Move> {
    line.iter().map(|text| text.parse().expect("a move")).collect()
}

/// The solutions that leave the main line at one place with one move.
#[derive(Default, PartialEq, Debug)]
struct Leaving {
    solutions: u64,
    rejoins: Option<u64>,
    is_order: bool,
}

/// What `differences` says differently from the list, if anything. `main` is the number of the line they differ from.
pub fn differences_difference(
    problem: &Problem,
    graph: &SolutionGraph,
    lines: &[Vec<String>],
    main: usize,
) -> Option<String> {
    let stop = StopFlag::new();
    let line = &lines[main];
    let at: Vec<Vec<String>> = lines.iter().map(|line| problem.positions(line)).collect();
    let mut expected: BTreeMap<(u64, String), Leaving> = BTreeMap::new();
    for (other, positions) in lines.iter().zip(&at).filter(|(other, _)| *other != line) {
        let ply = (0..line.len()).find(|&ply| other[ply] != line[ply]).expect("they differ");
        let leaving = expected.entry((ply as u64 + 1, other[ply].clone())).or_default();
        let is_first = leaving.solutions == 0;
        leaving.solutions += 1;
        let meets = |&end: &usize| positions[end] == at[main][end];
        let back = (ply + 1..line.len()).find(meets).map(|end| end as u64);
        leaving.rejoins =
            if is_first { back } else { leaving.rejoins.zip(back).map(|(one, other)| one.max(other)) };
        let is_promotion = other[ply].trim_end_matches('+') == line[ply].trim_end_matches('+');
        leaving.is_order |= (ply + 1..=line.len())
            .filter(|_| !is_promotion)
            .filter(meets)
            .any(|end| sorted(&other[ply..end]) == sorted(&line[ply..end]) && end - ply <= 24);
    }
    let found = differences(graph, &moves(line), &stop)?;
    let mut listed = BTreeMap::new();
    for place in &found.places {
        if plain(&place.position) != at[main][place.ply as usize - 1] {
            return Some(format!("another position at ply {}", place.ply));
        }
        let board = sfen::read(&at[main][place.ply as usize - 1]).expect("an SFEN");
        for other in &place.alternatives {
            let mv = other.mv.to_string();
            let is_last = place.ply as usize == line.len();
            if other.kind != DifferenceKind::Order
                && other.kind != kind(problem, &board, &line[place.ply as usize - 1], &mv, is_last)
            {
                return Some(format!("ply {}: {mv} is no {:?}", place.ply, other.kind));
            }
            let leaving = Leaving {
                solutions: (&other.solutions).try_into().expect("few"),
                rejoins: other.rejoins,
                is_order: other.kind == DifferenceKind::Order,
            };
            listed.insert((place.ply, mv), leaving);
        }
    }
    if listed != expected {
        return Some(format!("{listed:?}, not {expected:?}, from {line:?}"));
    }
    let mut by_hand: BTreeMap<String, u64> = BTreeMap::new();
    for line in lines {
        *by_hand.entry(problem.hand_after(line)).or_default() += 1;
    }
    let hands: BTreeMap<String, u64> = hands_at_the_end(graph, &stop)?
        .iter()
        .map(|(hand, count)| (hand.to_string(), count.try_into().expect("few")))
        .collect();
    if hands != by_hand {
        return Some(format!("surplus {hands:?}, not {by_hand:?}"));
    }
    let mut shorter = moves(line);
    let is_whole = is_solution(graph, &shorter);
    let is_part = shorter.pop().is_some() && is_solution(graph, &shorter);
    (!is_whole || is_part).then(|| format!("{line:?} is a solution"))
}

/// The moves of each side.
fn sorted(line: &[String]) -> Vec<(usize, &String)> {
    let mut moves: Vec<(usize, &String)> = line.iter().enumerate().map(|(ply, mv)| (ply % 2, mv)).collect();
    moves.sort();
    moves
}

/// The kind of a difference that is no order of moves.
fn kind(problem: &Problem, board: &Board, main: &str, other: &str, is_last: bool) -> DifferenceKind {
    let (a, b) = (to_move(board, main), to_move(board, other));
    let unlike = if is_last { DifferenceKind::LastMove } else { DifferenceKind::Other };
    let (pieces, squares) = ((main.as_bytes()[0], other.as_bytes()[0]), (a.to(), b.to()));
    match (a, b) {
        (Mv::Drop { .. }, Mv::Drop { .. }) if pieces.0 != pieces.1 => {
            if squares.0 == squares.1 {
                DifferenceKind::DropPiece
            } else {
                unlike
            }
        }
        (Mv::Drop { .. }, Mv::Drop { .. }) => {
            if is_far(problem, board, a, b) {
                DifferenceKind::Distance
            } else {
                DifferenceKind::DropSquare
            }
        }
        (Mv::Board { from, promote, .. }, Mv::Board { from: origin, promote: promotes, .. })
            if from == origin =>
        {
            if squares.0 == squares.1 {
                DifferenceKind::Promotion
            } else if promote == promotes && is_far(problem, board, a, b) {
                DifferenceKind::Distance
            } else {
                unlike
            }
        }
        _ => unlike,
    }
}

/// Whether, going from the defender's king in some direction, one target is met and then the other, with nothing
/// between.
fn is_far(problem: &Problem, board: &Board, a: Mv, b: Mv) -> bool {
    let mut board = board.clone();
    let king = board.king(problem.attacker.other()).expect("a king");
    if let Mv::Board { from, .. } = a {
        if board.at(from) == Cell::Man(problem.attacker.other(), Kind::King) {
            return false;
        }
        board.set(from, Cell::Empty);
    }
    let directions = (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank)));
    directions.filter(|&step| step != (0, 0)).any(|(file, rank)| {
        let ray = (1..9).map_while(|n| king.offset(file * n, rank * n));
        let ray: Vec<_> = ray.collect();
        let place = |mv: Mv| ray.iter().position(|&sq| sq == mv.to());
        let (Some(a), Some(b)) = (place(a), place(b)) else { return false };
        ray[a.min(b) + 1..a.max(b)].iter().all(|&sq| board.at(sq) == Cell::Empty)
    })
}

fn check(problem: &Problem, line: Vec<Move>, backward: bool) -> (Soundness, Option<BackwardResult>) {
    let attacker =
        if problem.attacker == crate::mailbox::board::Side::Black { Color::Black } else { Color::White };
    let intended = Intended { line, ..Intended::default() };
    let position = read(&sfen::write(&problem.board));
    let question = question(problem.rule, problem.conditions, &position, attacker);
    let mut check = SoundnessCheck::new(&question, intended, &Options::default(), backward);
    let CheckStep::Done(found) = check.advance(Budget::Unlimited) else { panic!("stopped without need") };
    (found.soundness, found.backward)
}

/// What `SoundnessCheck` says differently about soundness, if anything: without an intended line, and with one.
pub fn soundness_difference(problem: &Problem, lines: &[Vec<String>], main: usize) -> Option<String> {
    let is_sound =
        lines.len() == 1 && (!problem.rule.forbids_surplus() || problem.hand_after(&lines[0]).is_empty());
    let main = lines.get(main).filter(|line| !line.is_empty());
    for line in [Vec::new(), main.map(|line| moves(line)).unwrap_or_default()] {
        let (soundness, _) = check(problem, line, false);
        if (soundness == Soundness::Sound) != is_sound || matches!(soundness, Soundness::Unknown(_)) {
            return Some(format!("{soundness:?}"));
        }
    }
    None
}

/// What the backward check of a solution says differently from searching every position of it, if anything.
pub fn backward_difference(problem: &Problem, line: &[String], limits: Limits) -> Option<String> {
    let result = check(problem, moves(line), true).1?;
    let at = problem.positions(line);
    let first = usize::from(problem.board.turn != problem.attacker);
    let starts: HashSet<usize> = (first..line.len()).step_by(2).chain([0]).collect();
    let is_sound = |ply: usize| match problem.expected_after(&at[ply], limits) {
        Expected::Mate { plies, count, .. } => Some(plies == line.len() - ply && count == 1),
        _ => None,
    };
    let mut verdicts = BTreeMap::new();
    for ply in starts {
        verdicts.insert(ply as u64, is_sound(ply)?);
    }
    let sound_from = verdicts.iter().find(|(_, sound)| **sound).map(|(ply, _)| *ply);
    let unsound_until = verdicts.iter().rfind(|(_, sound)| !**sound).map(|(ply, _)| *ply);
    let agree = result.probes.iter().all(|probe| {
        verdicts.get(&probe.ply).is_some_and(|&sound| match &probe.verdict {
            RemainderVerdict::Sound => sound,
            RemainderVerdict::Unsound { other, .. } => !sound && !other.is_empty(),
            RemainderVerdict::Unknown(_) => false,
        })
    });
    let same = (result.sound_from, result.unsound_until) == (sound_from, unsound_until) && agree;
    (!same).then(|| format!("{result:?}, not {verdicts:?}, of {line:?}"))
}
