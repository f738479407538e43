//! What is written in a format is read back as it was: shipped problems with their solutions, random games with side
//! lines and comments.

use crate::kept::{assert_read_back, kept};
use crate::oracle;
use crate::oracle::random::{self, Rng};
use crate::shared_files::shared;
use std::fs;
use std::path::{Path, PathBuf};
use tsumugi::movegen::legal_moves;
use tsumugi::notation::read::{Encoding, Reader};
use tsumugi::notation::{RecordFormat, write};
use tsumugi::position::{Position, Rule};
use tsumugi::problem::{ExpectedPlies, ExpectedSolutions, Place, Problem, default_attacker};
use tsumugi::record::{Comment, Ending, Record, Time};
use tsumugi::solve::helpmate::{Options, Solver};
use tsumugi::solve::{Budget, Limits, Step};
use tsumugi::types::{Color, Move};

const GAMES: usize = 1_000;

/// The problems in a text.
pub fn read(text: &[u8]) -> Vec<Problem> {
    Reader::new(text, Encoding::Auto, "text")
        .map(|problem| {
            problem.unwrap_or_else(|error| panic!("{error} in\n{}", String::from_utf8_lossy(text)))
        })
        .map(|problem| Problem { place: Place::default(), ..problem })
        .collect()
}

fn assert_round_trip(problem: &Problem) {
    RecordFormat::ALL.iter().for_each(|&format| assert_read_back(problem, format));
}

fn shipped_problems() -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/helpmate");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files.iter().flat_map(|file| read(&fs::read(file).expect("a file"))).collect()
}

/// The problem with its solutions as lines of its record; some are too long for a test.
fn with_solutions(problem: &Problem) -> Option<Problem> {
    let attacker = problem.attacker.or_else(|| default_attacker(problem.position(), Rule::Helpmate))?;
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let mut solver = Solver::new(problem.position(), attacker, options).expect("a legal problem");
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!() };
    let mut solved = problem.clone();
    outcome.solutions.listed.iter().for_each(|line| solved.record.add_line(line));
    solved.record.sort_branches();
    solved.record.ending = Some(Ending::Mate);
    (!solved.record.moves.is_empty()).then_some(solved)
}

/// Shipped problems with their solutions, those that are quickly solved.
pub fn shipped_solutions() -> Vec<Problem> {
    shipped_problems().iter().filter_map(with_solutions).collect()
}

#[test]
fn shipped_problems_with_their_solutions() {
    let problems = shipped_problems();
    let mut solved = 0;
    for problem in &problems {
        assert_round_trip(problem);
        if let Some(with_solutions) = with_solutions(problem) {
            assert_round_trip(&with_solutions);
            solved += 1;
        }
    }
    assert!(problems.len() >= 40 && solved >= 30, "{} problems, {solved} solved", problems.len());
}

#[test]
fn positions_of_the_corpus() {
    let mut count = 0;
    for name in ["helpmate-long", "helpmate-short", "tsume-famous", "tsume-short", "tsume-zukou"] {
        let Some(file) = shared(&format!("corpus/{name}.tsv")) else { return };
        let text = fs::read_to_string(file).expect("a file");
        for sfen in text.lines().skip(1).filter_map(|line| line.split('\t').next_back()) {
            let root = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
            assert_round_trip(&Problem::new(Record::new(root, Vec::new())));
            count += 1;
        }
    }
    assert!(count > 1_800, "{count} positions");
}

#[test]
fn several_problems_in_one_text() {
    let problems: Vec<Problem> =
        shipped_solutions().into_iter().filter(|p| p.position().stones().is_empty()).collect();
    for format in RecordFormat::ALL {
        let texts: Vec<String> =
            problems.iter().map(|problem| write(problem, format).expect("a text")).collect();
        let text = texts.join(if format == RecordFormat::Csa { "/\n" } else { "" });
        let expected: Vec<Problem> = problems.iter().map(|problem| kept(problem, format)).collect();
        assert_eq!(read(text.as_bytes()), expected, "{format}");
    }
}

#[test]
fn a_turned_game_has_its_players_on_the_other_sides() {
    let mut record = Record::new(Position::startpos(), Vec::new());
    record.about =
        [("先手", "A"), ("後手", "B"), ("棋戦", "C")].map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    let turned = record.flip();
    assert_eq!((turned.about["先手"].as_str(), turned.about["後手"].as_str()), ("B", "A"));
    assert_eq!(turned.flip(), record);
}

#[test]
fn words_that_tell_formats_apart_are_words_like_others() {
    for word in ["schema", "header", "sfen"] {
        let mut record = Record::new(Position::startpos(), vec!["7g7f".parse().expect("a move")]);
        record.comments = vec![Comment { ply: 1, text: word.to_owned() }];
        record.about = [("先手".to_owned(), word.to_owned())].into();
        assert_round_trip(&Problem::new(record));
    }
}

#[test]
fn random_games_with_side_lines_comments_times_and_headers() {
    let mut rng = Rng::new(3);
    let mut branches = 0;
    for _ in 0..GAMES {
        let problem = random_game(&mut rng);
        branches += problem.record.branches.len();
        assert_round_trip(&problem);
    }
    assert!(branches > GAMES, "only {branches} side lines");
}

/// A game from a random root, with what problems state.
pub fn random_game(rng: &mut Rng) -> Problem {
    let setup = if rng.percent(20) { random::Setup::Startpos } else { random::setup(rng) };
    let board = random::position(rng, setup);
    let root = Position::from_sfen(&oracle::sfen::write(&board)).expect("an SFEN");
    let plies = random::plies(rng, setup);
    let mut record = Record::new(root, Vec::new());
    record.moves = random_line(rng, &record.root, plies);
    record.comments = comments(rng, 0, record.moves.len());
    record.ending = rng.percent(60).then(|| Ending::ALL[rng.below(Ending::ALL.len())]);
    record.times = times(rng, 1, record.moves.len() + usize::from(record.ending.is_some()));
    for (key, value) in ABOUT {
        if rng.percent(30) {
            record.about.insert(key.to_owned(), value.to_owned());
        }
    }
    for _ in 0..rng.below(5) {
        add_branch(rng, &mut record);
    }
    record.sort_branches();
    let mut problem = Problem::new(record);
    problem.title = rng.percent(50).then(|| "題; \\ 名".to_owned());
    problem.composer = rng.percent(50).then(|| "作者 A".to_owned());
    problem.id = rng.percent(50).then(|| format!("id-{}", rng.below(100)));
    problem.rule = rng.pick(&[None, Some(Rule::Helpmate), Some(Rule::Tsume)]).flatten();
    problem.attacker = rng.pick(&[None, Some(Color::Black), Some(Color::White)]).flatten();
    let plies = [ExpectedPlies::Mate(17), ExpectedPlies::AtMost(17), ExpectedPlies::NoMate];
    problem.plies = rng.percent(75).then(|| plies[rng.below(plies.len())]);
    problem.solutions = match rng.below(3) {
        0 => None,
        1 => Some(ExpectedSolutions::Several),
        _ => Some(ExpectedSolutions::Exactly(3u32.into())),
    };
    problem
}

fn random_line(rng: &mut Rng, root: &Position, plies: usize) -> Vec<Move> {
    let mut position = root.clone();
    let mut line = Vec::new();
    while line.len() < plies {
        let Some(mv) = rng.pick(&legal_moves(&position)) else { break };
        position.do_move(mv);
        line.push(mv);
    }
    line
}

fn comments(rng: &mut Rng, first: usize, last: usize) -> Vec<Comment> {
    const TEXTS: [&str; 6] = ["好手", "two\nlines", "*star", "", "変化：3手", "歩\n& しおり "];
    let mut plies: Vec<usize> = (first..=last).filter(|_| rng.percent(10)).collect();
    plies.dedup();
    plies.iter().map(|&ply| Comment { ply, text: TEXTS[rng.below(TEXTS.len())].to_owned() }).collect()
}

/// Headers of games, and some that nobody knows.
const ABOUT: [(&str, &str); 8] = [
    ("先手", "先手 太郎"),
    ("後手", "gote_1.0"),
    ("棋戦", "第1期：王座戦"),
    ("開始日時", "2024/01/07 10:00:00"),
    ("持ち時間", "各5分"),
    ("備忘", "a, b"),
    ("Event_2", "wdoor"),
    ("PI", "82HI"),
];

fn times(rng: &mut Rng, first: usize, last: usize) -> Vec<Time> {
    if rng.percent(50) {
        return Vec::new();
    }
    let plies: Vec<usize> = (first..=last).filter(|_| rng.percent(60)).collect();
    plies.iter().map(|&ply| Time { ply, seconds: 1 + rng.below(9_000) as u32 }).collect()
}

/// Adds another line that leaves a random line at a random ply.
fn add_branch(rng: &mut Rng, record: &mut Record) {
    let line = rng.below(record.branches.len() + 1).checked_sub(1);
    let mut path = record.moves_of(line);
    let first = line.map_or(1, |index| record.branches[index].ply);
    path.truncate(first - 1 + rng.below(path.len() + 2 - first));
    let mut position = record.root.clone();
    path.iter().for_each(|&mv| {
        position.do_move(mv);
    });
    let plies = 1 + rng.below(6);
    let known = record.branches.len();
    path.extend(random_line(rng, &position, plies));
    record.add_line(&path);
    if let Some(branch) = record.branches.get_mut(known) {
        branch.comments = comments(rng, branch.ply, branch.last_ply());
        branch.ending = rng.percent(30).then_some(Ending::Mate);
        branch.times = times(rng, branch.ply, branch.last_ply() + usize::from(branch.ending.is_some()));
    }
}
