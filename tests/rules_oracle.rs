//! The rules core against the oracle, on random positions: legal moves, checks, evasions, the mate test, un-moves,
//! do and undo, keys, the packed form, SFEN, defects, flip and mirror.
//!
//! `TSUMUGI_ORACLE_POSITIONS=2000000 cargo test --release --test rules_oracle -- --nocapture` is the long run;
//! `TSUMUGI_ORACLE_SEED` draws other positions, `TSUMUGI_ORACLE_UNMOVES_EVERY=1` compares un-moves on all of them.

mod oracle;

use oracle::board::{Board, Mv, Sq};
use oracle::quota::Quotas;
use oracle::random::{self, Rng, Setup};
use oracle::{rules, sfen, unmove};
use std::collections::HashSet;
use tsumugi::movegen;
use tsumugi::position::{Illegality, Position};
use tsumugi::types::Move;

/// Of every so many positions every move that can be written is asked about.
const EVERY_MOVE_EVERY: usize = 200;
/// After so many disagreements the comparison stops.
const ENOUGH: usize = 20;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

/// Translates moves through their text, all of them once, so that the comparison itself needs no text.
struct Dictionary {
    /// By the bits of the crate's move.
    ours: Vec<Option<Mv>>,
    all: Vec<(Mv, Move)>,
}

impl Dictionary {
    fn new() -> Dictionary {
        let mut ours = vec![None; 1 << 16];
        let all: Vec<_> = Mv::all().map(|mv| (mv, mv.to_string().parse().expect("a USI move"))).collect();
        for &(mv, theirs) in &all {
            let theirs: Move = theirs;
            assert_eq!(theirs.to_string(), mv.to_string());
            assert_eq!(ours[usize::from(theirs.to_bits())].replace(mv), None, "{mv} shares its bits");
        }
        Dictionary { ours, all }
    }

    fn to_ours(&self, mv: Move) -> Mv {
        self.ours[usize::from(mv.to_bits())].expect("every move has a text")
    }

    fn sorted(&self, moves: &[Move]) -> Vec<Mv> {
        let mut moves: Vec<Mv> = moves.iter().map(|&mv| self.to_ours(mv)).collect();
        moves.sort_unstable();
        moves
    }
}

fn to_theirs(mv: Mv) -> Move {
    mv.to_string().parse().expect("a USI move")
}

/// Names the position when the crate panics on it.
struct Witness<'a>(&'a Board);

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while comparing {}", sfen::write(self.0));
        }
    }
}

struct Comparison {
    dictionary: Dictionary,
    rng: Rng,
    quotas: Quotas,
    /// Un-moves are slow to find by brute force: they are compared on every so many positions, and on all small ones.
    unmoves_every: usize,
    unmoved: usize,
    disagreements: Vec<String>,
}

impl Comparison {
    fn new() -> Comparison {
        Comparison {
            dictionary: Dictionary::new(),
            rng: Rng::new(setting("TSUMUGI_ORACLE_SEED", 1)),
            quotas: Quotas::default(),
            unmoves_every: setting("TSUMUGI_ORACLE_UNMOVES_EVERY", 20) as usize,
            unmoved: 0,
            disagreements: Vec::new(),
        }
    }

    fn expect(&mut self, holds: bool, board: &Board, what: impl FnOnce() -> String) {
        if !holds {
            self.disagreements.push(format!("{}: {}", sfen::write(board), what()));
        }
    }

    fn expect_same<T: PartialEq + ToString>(
        &mut self,
        board: &Board,
        what: &str,
        found: &[T],
        expected: &[T],
    ) {
        let listed = |those: &[T], without: &[T]| -> Vec<String> {
            those.iter().filter(|item| !without.contains(item)).map(T::to_string).collect()
        };
        self.expect(found == expected, board, || {
            format!(
                "{what}: missing {:?}, too many {:?}, {} found, {} expected",
                listed(expected, found),
                listed(found, expected),
                found.len(),
                expected.len()
            )
        });
    }

    /// Plays one random game in both implementations, compares at every ply, takes everything back.
    fn game(&mut self) {
        let setup = random::setup(&mut self.rng);
        let mut board = random::position(&mut self.rng, setup);
        let text = format!("{} {}", sfen::write(&board), 1 + self.rng.below(200));
        let mut position = Position::from_sfen(&text).expect(&text);
        self.expect(position.sfen() == text, &board, || {
            format!("SFEN read and written: {}", position.sfen())
        });
        let mut played = Vec::new();
        for _ in 0..random::plies(&mut self.rng, setup) {
            let moves = rules::judged_moves(&board);
            self.position(&board, &position, &moves, matches!(setup, Setup::Small(..)));
            let Some(mv) = random::next_move(&mut self.rng, &moves) else { break };
            if self.disagreements.len() >= ENOUGH {
                return;
            }
            let theirs = to_theirs(mv);
            let before = position.clone();
            played.push((before, theirs, position.do_move(theirs)));
            board.make(mv);
        }
        for (before, mv, undo) in played.into_iter().rev() {
            position.undo_move(mv, undo);
            self.expect(position == before, &board, || format!("undo of {mv} on the way back"));
        }
    }

    fn position(&mut self, board: &Board, position: &Position, moves: &[(Mv, bool)], is_small: bool) {
        let _witness = Witness(board);
        self.quotas.note(board, moves);
        self.forms(board, position);
        self.judgements(board, position, moves);
        self.double_moves(board, position);
        self.turned(board, position, moves);
        self.do_and_undo(board, position, moves);
        if is_small || self.quotas.positions.is_multiple_of(self.unmoves_every) {
            self.unmoves(board, position);
        }
        if self.quotas.positions.is_multiple_of(EVERY_MOVE_EVERY) {
            self.reasons(board, position, moves);
        }
    }

    /// Every move that can be written: what is said to be wrong with it.
    fn reasons(&mut self, board: &Board, position: &Position, moves: &[(Mv, bool)]) {
        let legal: HashSet<Mv> = moves.iter().map(|&(mv, _)| mv).collect();
        let pseudo: HashSet<Mv> = rules::pseudo_moves(board).into_iter().collect();
        for (mv, theirs) in self.dictionary.all.clone() {
            let found = movegen::illegality(position, theirs);
            let is_right = match found {
                None => legal.contains(&mv),
                Some(Illegality::KingInCheck) => {
                    pseudo.contains(&mv) && rules::king_attacked(&board.after(mv), board.turn)
                }
                Some(Illegality::PawnDropMate) => {
                    pseudo.contains(&mv) && !legal.contains(&mv) && rules::is_mate(&board.after(mv))
                }
                Some(_) => !pseudo.contains(&mv),
            };
            self.expect(is_right, board, || format!("{mv} is illegal: {found:?}"));
        }
    }

    fn forms(&mut self, board: &Board, position: &Position) {
        let text = position.sfen();
        self.expect(text.rsplit_once(' ').is_some_and(|(text, _)| text == sfen::write(board)), board, || {
            format!("SFEN of the position: {text}")
        });
        let again = Position::from_sfen(&text);
        self.expect(again.as_ref() == Ok(position), board, || "SFEN read again".to_owned());
        self.expect(position.key() == position.compute_key(), board, || "incremental key".to_owned());

        let mut unnumbered = position.clone();
        unnumbered.set_move_number(1);
        let unpacked = position.pack().map(|packed| packed.unpack(position.stones()));
        self.expect(unpacked == Some(unnumbered), board, || "packed and unpacked".to_owned());

        let has_surplus = board.has_surplus();
        self.expect(position.defects().is_empty() != has_surplus, board, || {
            format!("defects: {:?}", position.defects())
        });
        let (mut passed, mut passed_board) = (position.clone(), board.clone());
        passed.set_side_to_move(!position.side_to_move());
        passed_board.turn = board.turn.other();
        let is_legal = rules::is_legal_position(&passed_board) && !has_surplus;
        self.expect(passed.defects().is_empty() == is_legal, board, || {
            format!("defects with the other side to move: {:?}", passed.defects())
        });
    }

    fn judgements(&mut self, board: &Board, position: &Position, moves: &[(Mv, bool)]) {
        let mut legal: Vec<Mv> = moves.iter().map(|&(mv, _)| mv).collect();
        let mut checks: Vec<Mv> = moves.iter().filter(|&&(_, check)| check).map(|&(mv, _)| mv).collect();
        legal.sort_unstable();
        checks.sort_unstable();
        let in_check = rules::in_check(board);

        let found = self.dictionary.sorted(&movegen::legal_moves(position));
        self.expect_same(board, "legal moves", &found, &legal);
        let found = self.dictionary.sorted(&movegen::checks(position));
        self.expect_same(board, "checks", &found, &checks);
        if in_check {
            let found = self.dictionary.sorted(&movegen::evasions(position));
            self.expect_same(board, "evasions", &found, &legal);
        }
        self.expect(movegen::in_check(position) == in_check, board, || format!("in check: not {in_check}"));
        let mated = in_check && legal.is_empty();
        self.expect(movegen::is_mate(position) == mated, board, || format!("mate: not {mated}"));

        // What moves as it should and is illegal for all that is more of a question than any odd pair of squares.
        let mut asked: Vec<Mv> = rules::pseudo_moves(board);
        asked.retain(|mv| legal.binary_search(mv).is_err());
        asked.truncate(4);
        asked.extend((0..4).filter_map(|_| self.rng.pick(&legal)));
        asked.extend((0..4).filter_map(|_| self.rng.pick(&self.dictionary.all)).map(|(mv, _)| mv));
        for mv in asked {
            let is_legal = legal.binary_search(&mv).is_ok();
            let found = movegen::is_legal(position, to_theirs(mv));
            self.expect(found == is_legal, board, || format!("is {mv} legal: not {is_legal}"));
        }
    }

    /// Double moves are the legal moves, each played and answered by the checks: both are compared with the oracle
    /// above.
    fn double_moves(&mut self, board: &Board, position: &Position) {
        let mut found = Vec::new();
        let mut unchanged = position.clone();
        let replies = movegen::DoubleMoves::default()
            .for_each(&mut unchanged, |double| found.push((double.reply, double.check, double.key)));
        let mut expected = Vec::new();
        // A side without a king cannot be mated: it has no part in double moves.
        let legal = position.king(position.side_to_move()).map(|_| movegen::legal_moves(position));
        for &reply in legal.iter().flatten() {
            let mut replied = position.clone();
            replied.do_move(reply);
            for check in movegen::checks(&replied) {
                let mut checked = replied.clone();
                checked.do_move(check);
                expected.push((reply, check, checked.compute_key()));
            }
        }
        found.sort_unstable();
        expected.sort_unstable();
        self.expect(found == expected, board, || format!("double moves: {found:?}, not {expected:?}"));
        self.expect(unchanged == *position, board, || "the position after listing double moves".to_owned());
        let count = legal.map_or(0, |legal| legal.len());
        self.expect(replies.count as usize == count, board, || {
            format!("replies: {}, not {count}", replies.count)
        });
    }

    fn turned(&mut self, board: &Board, position: &Position, moves: &[(Mv, bool)]) {
        let flip = (position.flip(), board.flip(), Sq::flip as fn(Sq) -> Sq, "flip");
        let mirror = (position.mirror(), board.mirror(), Sq::mirror as fn(Sq) -> Sq, "mirror");
        for (turned, turned_board, turn, name) in [flip, mirror] {
            let text = turned.sfen();
            let expected = format!("{} {}", sfen::write(&turned_board), position.move_number());
            self.expect(text == expected, board, || format!("{name}: {text}"));
            self.expect(turned.key() == turned.compute_key(), board, || format!("{name}: key"));
            let back = if name == "flip" { turned.flip() } else { turned.mirror() };
            self.expect(back == *position, board, || format!("{name} twice"));

            let mut legal: Vec<Mv> = moves.iter().map(|&(mv, _)| mv.map(turn)).collect();
            let checks = moves.iter().filter(|&&(_, check)| check);
            let mut checks: Vec<Mv> = checks.map(|&(mv, _)| mv.map(turn)).collect();
            legal.sort_unstable();
            checks.sort_unstable();
            let found = self.dictionary.sorted(&movegen::legal_moves(&turned));
            self.expect_same(board, &format!("{name}: legal moves"), &found, &legal);
            let found = self.dictionary.sorted(&movegen::checks(&turned));
            self.expect_same(board, &format!("{name}: checks"), &found, &checks);
        }
        let (flipped, canonical) = (position.flip(), position.canonical());
        let is_one_of_both = canonical == *position || canonical == flipped;
        self.expect(is_one_of_both && canonical == flipped.canonical(), board, || {
            "canonical form".to_owned()
        });
    }

    /// A few moves, each played and taken back.
    fn do_and_undo(&mut self, board: &Board, position: &Position, moves: &[(Mv, bool)]) {
        let mut played = position.clone();
        for _ in 0..4 {
            let Some((mv, _)) = self.rng.pick(moves) else { return };
            let theirs = to_theirs(mv);
            let undo = played.do_move(theirs);
            let (found, expected) = (played.sfen(), sfen::write(&board.after(mv)));
            self.expect(found.starts_with(&(expected + " ")), board, || format!("{mv} leads to {found}"));
            let key = played.key();
            self.expect(key == played.compute_key(), board, || format!("key after {mv}"));
            self.expect(key == position.key_after(theirs), board, || format!("key computed before {mv}"));
            played.undo_move(theirs, undo);
            self.expect(played == *position, board, || format!("undo of {mv}"));
        }
    }

    fn unmoves(&mut self, board: &Board, position: &Position) {
        self.unmoved += 1;
        let pair = |text: &str, mv: Mv| format!("{mv} from {text}");
        let mut expected: Vec<String> =
            unmove::unmoves(board).into_iter().map(|(before, mv)| pair(&sfen::write(&before), mv)).collect();
        expected.sort_unstable();
        let mut found = Vec::with_capacity(expected.len());
        for (before, mv) in movegen::unmoves(position) {
            let text = before.sfen();
            let text = text.rsplit_once(' ').map_or("", |(text, _)| text);
            found.push(pair(text, self.dictionary.to_ours(mv)));
            self.expect(before.key() == before.compute_key(), board, || format!("un-move {mv}: key"));
            let mut after = before;
            after.do_move(mv);
            after.set_move_number(position.move_number());
            self.expect(after == *position, board, || format!("un-move {mv} leads to {}", after.sfen()));
        }
        found.sort_unstable();
        self.expect_same(board, "un-moves", &found, &expected);
    }
}

#[test]
fn the_crate_agrees_with_the_oracle() {
    let positions = setting("TSUMUGI_ORACLE_POSITIONS", 40_000) as usize;
    let mut comparison = Comparison::new();
    while comparison.quotas.positions < positions && comparison.disagreements.len() < ENOUGH {
        comparison.game();
    }
    println!("{}{:>9}  un-moves compared", comparison.quotas.table(), comparison.unmoved);
    assert!(comparison.disagreements.is_empty(), "\n{}", comparison.disagreements.join("\n"));
    let unmet = comparison.quotas.unmet();
    assert!(unmet.is_empty(), "too few positions with: {unmet:?}");
    assert!(comparison.unmoved * comparison.unmoves_every >= positions, "un-moves: {}", comparison.unmoved);
}

#[test]
fn moves_turn_as_their_squares_do() {
    for (mv, theirs) in Dictionary::new().all {
        assert_eq!(theirs.flip().to_string(), mv.map(Sq::flip).to_string());
        assert_eq!(theirs.mirror().to_string(), mv.map(Sq::mirror).to_string());
    }
}
