//! Tsume with several lines that are as long and leave nothing (変同): which of them can be meant.

use crate::search::search;
use tsumugi::analysis::{
    CookCheck, CookExamination, Doubt, Flaw, Intended, Soundness, TsumeCheck, with_meant_line,
};
use tsumugi::compose::{Draft, Rejection, diagnose};
use tsumugi::movegen::{checks, evasions, is_mate};
use tsumugi::solve::tsume::{Options as TsumeOptions, Solver};
use tsumugi::{Budget, Choices, Color, Limits, Move, Options, Position, Question, Rule, Step, Verdict};

/// A tsume whose line that is found has a cook behind a reply that another one may replace (変同), while another line has
/// none. Each change leads to some 20,000 positions, many to a sound problem.
pub const EQUAL_LINES: &str = "2l6/1ks+P5/1ppp5/p8/9/2P6/9/9/9 b G2SN2r2b3gs3n3l12p 1";

/// A tsume of 7 plies with two lines, of which each has a cook at the third ply.
const COOKED_LINES: &str = "5B1k1/5g2P/8l/9/9/9/9/9/9 b R2Srb3g2s4n3l17p 1";

pub fn tsume(sfen: &str) -> Question {
    let position = Position::from_sfen(sfen).expect("an SFEN");
    Question::of(position, &Choices { rule: Some(Rule::Tsume), ..Choices::default() }).expect("a problem")
}

fn prepared(question: &Question, line: &[Move], limits: Limits) -> CookCheck {
    let intended = Intended { line: line.to_vec(), ..Intended::default() };
    CookCheck::new(question, intended, &Options::default(), limits)
}

fn check(question: &Question, line: &[Move]) -> Box<CookExamination> {
    prepared(question, line, Options::default().limits).run()
}

/// A line that is stated has a cook that is found at once, beside checks of which a million positions do not tell.
#[test]
fn a_cook_is_looked_for_before_other_checks_are_searched_to_their_end() {
    let question = tsume("5B1k1/5g2P/8l/9/9/9/9/9/9 b R2Srb3g2s4n3l17p 1");
    let moves = "1b1a+ 2a2b R*2c 2b1a S*2b 1a1b S*2a".split(' ');
    let line: Vec<Move> = moves.map(|mv| mv.parse().expect("a move")).collect();
    let limits = Limits { nodes: Some(40_000), ..Limits::default() };
    let found = prepared(&question, &line, limits).until_flaw().run();
    assert_eq!(found.soundness, Soundness::Unsound(vec![Flaw::Cooks(1)]));
    let checks = found.plies[2].findings.len() + found.plies[2].refuted;
    assert_eq!((checks, found.plies[2].tried), (1, 16));
}

#[test]
fn a_line_without_cooks_is_chosen_among_equal_ones() {
    let question = tsume(EQUAL_LINES);
    let found = check(&question, &[]);
    assert_eq!(found.soundness, Soundness::Unknown(Doubt::EqualVariation));
    let main = found.main.clone();
    let chosen = with_meant_line(found, &[], |line| Some(check(&question, line)));
    assert_eq!(chosen.soundness, Soundness::Sound);
    assert_ne!(chosen.main, main);
    assert_eq!(check(&question, &chosen.main).soundness, Soundness::Sound);
    // What a repair calls sound.
    assert!(diagnose(&Draft::from(&question), &(7..=7), &Options::default()).is_sound);
}

/// The line that a template states is the one that is meant: the other one has a cook.
#[test]
fn a_template_means_the_line_that_it_states() {
    let question = tsume(EQUAL_LINES);
    let found = check(&question, &[]);
    let cooked = found.main.clone();
    let sound = with_meant_line(found, &[], |line| Some(check(&question, line))).main.clone();
    for (line, count) in [(&cooked, 0), (&sound, 1)] {
        let moves = line.iter().map(Move::to_string).collect::<Vec<_>>().join(" ");
        let (found, summary) = search(&format!("{EQUAL_LINES} ; rule=tsume ; line={moves}"));
        assert_eq!(found.len(), count, "{moves}");
        assert!(found.iter().all(|found| found.problem.record.moves == *line), "{moves}");
        assert_eq!(summary.rejected(Rejection::Unsound), 1 - count as u64, "{summary:?}");
    }
}

/// The lines of so many plies, by the solver's lengths alone: every attacker's move that keeps the length, every reply that
/// keeps it, and nothing left in hand at the end.
fn lines(position: &Position, plies: u64, line: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
    if plies == 0 {
        if is_mate(position) && position.hand(Color::Black).is_empty() {
            found.push(line.clone());
        }
        return;
    }
    let moves = if plies % 2 == 1 { checks(position) } else { evasions(position) };
    for mv in moves {
        let mut next = position.clone();
        next.do_move(mv);
        let verdict = match plies {
            1 => {
                if is_mate(&next) {
                    Verdict::Mate { plies: 0, exact: true }
                } else {
                    Verdict::NoMate
                }
            }
            _ => verdict(&next),
        };
        if verdict == (Verdict::Mate { plies: plies - 1, exact: true }) {
            line.push(mv);
            lines(&next, plies - 1, line, found);
            line.pop();
        }
    }
}

fn verdict(position: &Position) -> Verdict {
    let limits = Limits { plies: Some(7), ..Limits::default() };
    let mut solver = Solver::new(position, Color::Black, TsumeOptions { limits, ..TsumeOptions::default() })
        .expect("a tsume");
    loop {
        if let Step::Done(outcome) = solver.advance(Budget::Unlimited) {
            return outcome.verdict;
        }
    }
}

#[test]
fn where_each_line_has_a_cook_the_problem_is_unsound() {
    let question = tsume(COOKED_LINES);
    let options = Options::default();
    let found = TsumeCheck::new(&question, Intended::default(), &options, options.limits).run();
    assert_eq!(found.soundness, Soundness::Unsound(vec![Flaw::Cooks(1)]));
    assert_eq!(check(&question, &[]).soundness, Soundness::Unknown(Doubt::EqualVariation));
    let mut all = Vec::new();
    lines(question.position(), 7, &mut Vec::new(), &mut all);
    let replies = all.iter().map(|line| line[1]).collect::<std::collections::BTreeSet<_>>();
    assert!(replies.len() > 1 && all.contains(&found.main));
    for line in all {
        let with_line = prepared(&question, &line, options.limits).until_flaw().run();
        assert!(matches!(with_line.soundness, Soundness::Unsound(_)), "{line:?}: {:?}", with_line.soundness);
    }
}
