//! Known lengths of short problems.

use super::shared_files::shared;
use super::solve::{read, solve, within};
use tsumugi::position::Rule;
use tsumugi::problem::default_attacker;
use tsumugi::solve::Verdict;
use tsumugi::solve::tsume::{Futile, Options, Tables};

#[test]
fn short_problems_have_their_proved_lengths() {
    let Some(path) = shared("corpus/tsume-short.tsv") else { return };
    let text = std::fs::read_to_string(path).expect("the corpus");
    let tables = Tables::default();
    let mut solved = 0;
    for line in text.lines().skip(1) {
        let [id, plies, sfen] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = read(sfen);
        let attacker = default_attacker(&position, Rule::Tsume).expect("a king");
        let options = Options { tables: tables.clone(), ..within(Futile::None, 1_000_000) };
        let plies = plies.parse().expect("a length");
        assert_eq!(
            solve(&position, attacker, options).verdict,
            Verdict::Mate { plies, exact: true },
            "{id} {sfen}"
        );
        solved += 1;
    }
    assert_eq!(solved, 1500);
}
