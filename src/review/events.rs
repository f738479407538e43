//! Selection of the remarks on the moves of a game.

use super::event::{Event, EventKind};
use super::outcome::{Mate, Standing};
use crate::record::Ending;
use crate::types::{Color, Move};

/// A move that loses at least this much of the chance of winning is dubious (疑問手).
pub const DUBIOUS: f64 = 0.10;
/// A move that loses at least this much is a blunder (悪手).
pub const BLUNDER: f64 = 0.20;
/// Below this chance a game counts as lost: the last mistake of the loser that led there is the losing move
/// (敗着).
pub const LOST: f64 = 0.30;

/// The remarks on a game. `kept` tells for each ply whether a mate that existed still exists after the move,
/// if that was searched.
pub fn events(
    standings: &[Standing],
    moves: &[Move],
    kept: &[Option<bool>],
    ending: Option<Ending>,
) -> Vec<Event> {
    let mut events = Vec::new();
    let mut losses = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let (before, after) = (&standings[index], &standings[index + 1]);
        let (ply, side) = (index + 1, before.side);
        let mut note = |kind| events.push(Event { ply, side, kind });
        if let Mate::Found { line, exact } = &before.mate
            && kept[index] != Some(true)
        {
            let (line, exact, is_certain) = (line.clone(), *exact, kept[index] == Some(false));
            note(EventKind::MissedMate { line, exact, is_certain });
        }
        if before.can_declare {
            note(EventKind::MissedDeclaration);
        }
        if let Some(better) = before.winning_try
            && better != *mv
        {
            note(EventKind::MissedTry { better });
        }
        let better = before.searched.as_ref().and_then(|searched| searched.line.first().copied());
        let (Some(chance), Some(theirs)) = (before.chance(), after.chance()) else { continue };
        let loss = chance - (1.0 - theirs);
        // By the engine's judgement its own move is never a mistake.
        if better == Some(*mv) || loss < DUBIOUS || kept[index] == Some(true) {
            continue;
        }
        losses.push((ply, side, chance, 1.0 - theirs));
        note(match loss >= BLUNDER {
            true => EventKind::Blunder { loss, better },
            false => EventKind::Dubious { loss, better },
        });
    }
    let end = moves.len() + 1;
    if let Some(last) = standings.last().filter(|_| ending != Some(Ending::Declaration)) {
        let declaration = last.can_declare.then_some(EventKind::MissedDeclaration);
        let entering = last.winning_try.map(|better| EventKind::MissedTry { better });
        let kinds = declaration.into_iter().chain(entering);
        events.extend(kinds.map(|kind| Event { ply: end, side: last.side, kind }));
    }
    if let Some(loser) = loser(standings, ending) {
        let fatal = |&&(_, side, before, after): &&(usize, Color, f64, f64)| {
            side == loser && before >= LOST && after < LOST
        };
        if let Some(&(ply, side, ..)) = losses.iter().rev().find(fatal) {
            events.push(Event { ply, side, kind: EventKind::LosingMove });
        }
    }
    events.sort_by_key(|event| event.ply);
    events
}

/// The loser, by the ending of the record or, if that does not decide, by the value of the last position.
fn loser(standings: &[Standing], ending: Option<Ending>) -> Option<Color> {
    let last = standings.last()?;
    match ending {
        Some(Ending::Mate | Ending::Resignation | Ending::TimeUp | Ending::IllegalMove) => Some(last.side),
        Some(Ending::Declaration | Ending::IllegalMoveBefore) => Some(!last.side),
        Some(Ending::Repetition | Ending::Impasse) => None,
        _ => match last.chance()? {
            chance if chance < LOST / 3.0 => Some(last.side),
            chance if chance > 1.0 - LOST / 3.0 => Some(!last.side),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Score;
    use crate::review::outcome::Searched;
    use crate::solve::Reason;
    use std::time::Duration;

    const PLAYED: &str = "7g7f";
    const OTHER: &str = "2g2f";

    /// Positions with Black and White to move in turn, with values for the side to move; in each the engine
    /// prefers a move that is not played.
    fn standings(values: &[i32]) -> Vec<Standing> {
        let searched = |&value: &i32| Searched {
            score: Score::Centipawns(value),
            depth: [1, 1],
            nodes: 1,
            time: Duration::ZERO,
            line: vec![OTHER.parse().expect("a move")],
        };
        let sides = [Color::Black, Color::White].into_iter().cycle();
        let standing = |(value, side)| Standing {
            side,
            searched: Some(searched(value)),
            is_over: false,
            mate: Mate::Unknown(Reason::Nodes),
            can_declare: false,
            winning_try: None,
            left_out: None,
        };
        values.iter().zip(sides).map(standing).collect()
    }

    fn kinds(standings: &[Standing], ending: Option<Ending>) -> Vec<(usize, &'static str)> {
        let moves = vec![PLAYED.parse().expect("a move"); standings.len() - 1];
        let name = |kind: &EventKind| match kind {
            EventKind::Dubious { .. } => "dubious",
            EventKind::Blunder { .. } => "blunder",
            EventKind::LosingMove => "losing",
            EventKind::MissedMate { .. } => "mate",
            EventKind::MissedDeclaration => "declaration",
            EventKind::MissedTry { .. } => "try",
        };
        let found = events(standings, &moves, &vec![None; moves.len()], ending);
        found.iter().map(|event| (event.ply, name(&event.kind))).collect()
    }

    #[test]
    fn mistakes_are_told_by_what_they_cost() {
        // Black gives away 18 % of the chance, White 30 %, and Black loses.
        let game = standings(&[0, 450, 300, 1_200, -2_400]);
        assert_eq!(kinds(&game, None), [(1, "dubious"), (2, "blunder"), (3, "blunder"), (3, "losing")],);
        // The side that resigned has lost, whatever the value.
        let resigned = standings(&[0, 450, 2_400, 2_400]);
        let losing = |ending| kinds(&resigned, ending).into_iter().find(|(_, kind)| *kind == "losing");
        assert_eq!(losing(None), Some((3, "losing")));
        assert_eq!(losing(Some(Ending::Resignation)), Some((2, "losing")));
        // Neither side has lost after a repetition, whatever the value.
        assert_eq!(kinds(&game, Some(Ending::Repetition)).len(), 3);
    }

    #[test]
    fn the_engine_s_own_move_is_no_mistake() {
        let mut game = standings(&[0, 900]);
        if let Some(searched) = &mut game[0].searched {
            searched.line = vec![PLAYED.parse().expect("a move")];
        }
        assert_eq!(kinds(&game, None), []);
    }

    #[test]
    fn declarations_and_mates_that_were_missed_are_told() {
        let mut game = standings(&[3_000, -3_000, 3_000]);
        game[0].mate = Mate::Found { line: vec![OTHER.parse().expect("a move")], exact: true };
        game[2].can_declare = true;
        assert_eq!(kinds(&game, None), [(1, "mate"), (3, "declaration")]);
        assert_eq!(kinds(&game, Some(Ending::Declaration)), [(1, "mate")]);
        game[2].can_declare = false;
        game[0].winning_try = Some(PLAYED.parse().expect("a move"));
        game[2].winning_try = game[0].winning_try;
        assert_eq!(kinds(&game, None), [(1, "mate"), (3, "try")]);
    }
}
