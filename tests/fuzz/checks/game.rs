//! Records drawn move by move, with side lines and with any text in headers and comments, in every format.

use super::{Verdict, kept, position};
use arbitrary::{Result, Unstructured};
use tsumugi::movegen::legal_moves;
use tsumugi::notation::RecordFormat;
use tsumugi::position::{Position, Rule};
use tsumugi::problem::{ExpectedPlies, ExpectedSolutions, Problem};
use tsumugi::record::{Comment, Ending, Record, Time};
use tsumugi::types::{Color, Move};

/// Roots that games and problems have.
const ROOTS: [&str; 5] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3+pks3/9/4+P4/9/9/8B/9/9/9 b S2rb4g2s4n4l16p 1",
    "8k/9/7G1/9/9/9/9/R8/9 w r2b3g4s4n4l18p 1",
    "4k4/9/4O4/9/9/9/9/9/4K4 b 2G2P 1",
];

/// A drawn record in every format.
pub fn written(choices: &[u8]) -> Verdict {
    let Ok(problem) = draw(&mut Unstructured::new(choices)) else { return Verdict::Foreign };
    RecordFormat::ALL.iter().for_each(|&format| kept::assert_converted(&problem, format));
    Verdict::of(!problem.record.moves.is_empty())
}

fn draw(choices: &mut Unstructured) -> Result<Problem> {
    let root = match choices.int_in_range(0..=ROOTS.len())? {
        index if index < ROOTS.len() => Position::from_sfen(ROOTS[index]).expect("an SFEN"),
        _ => position::draw(choices)?,
    };
    let mut record = Record::new(root, Vec::new());
    record.moves = line(choices, &record.root)?;
    record.comments = comments(choices, 0, record.moves.len())?;
    record.ending = ending(choices)?;
    record.times = times(choices, 1, record.moves.len() + usize::from(record.ending.is_some()))?;
    for _ in 0..choices.int_in_range(0..=4)? {
        add_branch(choices, &mut record)?;
    }
    record.sort_branches();
    for _ in 0..choices.int_in_range(0..=2)? {
        let keys = ["先手", "後手", "棋戦", "開始日時", "持ち時間", "場所", "備忘"];
        record.about.insert((*choices.choose(&keys)?).to_owned(), words(choices)?);
    }
    let mut problem = Problem::new(record);
    for field in
        [&mut problem.id, &mut problem.title, &mut problem.composer, &mut problem.source, &mut problem.status]
    {
        *field = if choices.ratio(1, 4)? { Some(words(choices)?) } else { None };
    }
    problem.rule = *choices.choose(&[None, Some(Rule::Helpmate), Some(Rule::Tsume)])?;
    problem.attacker = *choices.choose(&[None, Some(Color::Black), Some(Color::White)])?;
    problem.plies = *choices.choose(&[
        None,
        Some(ExpectedPlies::NoMate),
        Some(ExpectedPlies::Mate(u64::MAX)),
        Some(ExpectedPlies::AtMost(u64::MAX)),
    ])?;
    problem.solutions = match choices.int_in_range(0..=2)? {
        0 => None,
        1 => Some(ExpectedSolutions::Several),
        _ => Some(ExpectedSolutions::Exactly(choices.arbitrary::<u64>()?.into())),
    };
    Ok(problem)
}

fn words(choices: &mut Unstructured) -> Result<String> {
    const WORDS: [&str; 12] = [
        "題",
        "A b",
        "変化：3手",
        "\\;",
        "a=b",
        "まで1手で詰み",
        "\n",
        "*",
        "　",
        "1 ７六歩(77)",
        "P-00AL",
        "：",
    ];
    if choices.ratio(1, 2)? {
        return Ok((*choices.choose(&WORDS)?).to_owned());
    }
    Ok(choices.arbitrary::<&str>()?.chars().take(40).collect())
}

fn line(choices: &mut Unstructured, root: &Position) -> Result<Vec<Move>> {
    let mut position = root.clone();
    let mut line = Vec::new();
    if !root.defects().is_empty() {
        return Ok(line);
    }
    for _ in 0..choices.int_in_range(0..=24)? {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = *choices.choose(&moves)?;
        position.do_move(mv);
        line.push(mv);
    }
    Ok(line)
}

fn ending(choices: &mut Unstructured) -> Result<Option<Ending>> {
    if choices.ratio(1, 2)? { Ok(None) } else { choices.choose(&Ending::ALL).copied().map(Some) }
}

fn comments(choices: &mut Unstructured, first: usize, last: usize) -> Result<Vec<Comment>> {
    let mut comments = Vec::new();
    let mut ply = first;
    for _ in 0..choices.int_in_range(0..=3)? {
        ply += choices.int_in_range(0..=4)?;
        if ply > last {
            break;
        }
        comments.push(Comment { ply, text: words(choices)? });
        ply += 1;
    }
    Ok(comments)
}

fn times(choices: &mut Unstructured, first: usize, last: usize) -> Result<Vec<Time>> {
    let mut times = Vec::new();
    if choices.ratio(1, 2)? {
        for ply in first..=last {
            if choices.ratio(1, 2)? {
                times.push(Time { ply, seconds: choices.int_in_range(1..=99_999)? });
            }
        }
    }
    Ok(times)
}

/// Adds another line that leaves a line at some ply.
fn add_branch(choices: &mut Unstructured, record: &mut Record) -> Result<()> {
    let parent = choices.int_in_range(0..=record.branches.len())?.checked_sub(1);
    let mut path = record.moves_of(parent);
    let first = parent.map_or(1, |index| record.branches[index].ply);
    path.truncate(choices.int_in_range(first - 1..=path.len())?);
    let mut position = record.root.clone();
    for &mv in &path {
        position.do_move(mv);
    }
    path.extend(line(choices, &position)?);
    let known = record.branches.len();
    record.add_line(&path);
    if let Some(branch) = record.branches.get_mut(known) {
        branch.comments = comments(choices, branch.ply, branch.last_ply())?;
        branch.ending = ending(choices)?;
        branch.times = times(choices, branch.ply, branch.last_ply() + usize::from(branch.ending.is_some()))?;
    }
    Ok(())
}
