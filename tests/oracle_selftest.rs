//! The oracle on its own: known counts, named cases of the pawn-drop rule, helpmates that can be checked by eye, and
//! two ways of asking the same question on random positions.

mod oracle;

use oracle::board::{Board, Cell, Kind, Mv, Side, Sq};
use oracle::quota::Quotas;
use oracle::random::{self, Rng};
use oracle::search::{self, Limits, Verdict};
use oracle::{rules, sfen, unmove};

fn read(text: &str) -> Board {
    let board = sfen::read(text).expect(text);
    assert!(rules::is_legal_position(&board), "{text}");
    board
}

/// Plays random games and hands every position with its legal moves to `visit`, the move just made with it.
fn play_games(seed: u64, games: usize, mut visit: impl FnMut(&Board, &[(Mv, bool)], Option<(&Board, Mv)>)) {
    let mut rng = Rng::new(seed);
    for _ in 0..games {
        let setup = random::setup(&mut rng);
        let mut board = random::position(&mut rng, setup);
        let mut before = None;
        for _ in 0..random::plies(&mut rng, setup) {
            let moves = rules::judged_moves(&board);
            visit(&board, &moves, before.as_ref().map(|(board, mv)| (board, *mv)));
            let Some(mv) = random::next_move(&mut rng, &moves) else { break };
            let next = board.after(mv);
            before = Some((board, mv));
            board = next;
        }
    }
}

fn perft(board: &Board, depth: u32) -> usize {
    let moves = rules::judged_moves(board);
    if depth == 1 {
        return moves.len();
    }
    moves.into_iter().map(|(mv, _)| perft(&board.after(mv), depth - 1)).sum()
}

#[test]
fn perft_has_the_known_counts() {
    let rows: [(&str, &[usize]); 18] = [
        (random::STARTPOS, &[30, 900, 25470]),
        ("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p", &[207, 28684]),
        ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p", &[593, 105677]),
        ("lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b -", &[31, 1177, 37189]),
        ("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -", &[26, 780, 19740]),
        ("4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -", &[14, 420, 5880, 166449]),
        ("4k4/9/9/4r4/9/9/9/9/4K4 b RB4G4S4N4L18Pb", &[32, 3007]),
        ("4k4/9/9/9/4r4/7b1/9/9/4K4 b RB4G4S4N4L18P", &[3, 111, 46990]),
        ("4k4/4r4/9/9/4G3b/9/6S2/9/4K4 b RB3G3S4N4L18P", &[502, 9883]),
        ("7lk/9/7G1/9/9/9/9/9/K8 b 2P2R2B3g4s4n3l16p", &[232, 75427]),
        ("7lk/7g1/6B2/7N1/9/9/9/9/K8 b P2R2Gb1g4s3n3l17p", &[238, 93502]),
        ("7lk/7g1/9/6BN1/9/9/9/9/K8 b P2R2Gb1g4s3n3l17p", &[240, 95249]),
        ("6p1k/9/6P1G/9/8L/9/9/9/9 b RBLrb3g4s4n2l16p", &[228, 107337]),
        ("ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp", &[150, 13298]),
        ("3sks3/9/4+P4/9/7+B1/9/9/9/9 b S2rb4gs4n4l17p", &[96, 42757]),
        (
            "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b -",
            &[52, 2551, 158082],
        ),
        ("9/P1L1N1P1L/9/4k4/9/4K4/9/p1l1n1p1l/9 b PLN2pln", &[173, 28860]),
        ("4k4/9/3N1N3/9/9/9/9/9/4K4 w RB2G2S2L8Prb2g2s2n2l10p", &[5, 2269]),
    ];
    for (text, counts) in rows {
        let board = sfen::read(text).expect(text);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&board, depth), count, "{text} at depth {depth}");
        }
    }
}

#[test]
fn pawn_drops_that_mate_are_illegal() {
    // (what it is about, position, drop, legal)
    let cases = [
        ("the king cannot take on a guarded square", "7lk/9/7G1/9/9/9/9/9/9 b P", "P*1b", false),
        ("a flight square is left", "8k/9/7G1/9/9/9/9/9/9 b P", "P*1b", true),
        ("a stone takes that flight square", "7Ok/9/7G1/9/9/9/9/9/9 b P", "P*1b", false),
        ("the pawn is not guarded", "7lk/9/9/9/9/9/9/9/9 b P", "P*1b", true),
        ("the guard is pinned to its own king and guards", "7lk/9/7G1/9/9/9/9/9/7K1 b P", "P*1b", false),
        ("the taker is pinned by a bishop", "7lk/7g1/6B2/7N1/9/9/9/9/9 b P", "P*1b", false),
        ("the taker stands free", "7lk/7g1/9/6BN1/9/9/9/9/9 b P", "P*1b", true),
        ("the taker is pinned by a rook", "4R2gk/9/6S2/7N1/9/9/9/9/9 b P", "P*1b", false),
        ("the same without the rook", "7gk/9/6S2/7N1/9/9/9/9/9 b P", "P*1b", true),
        ("the taker moves along the pin of a lance", "3lkl3/9/2S1g1S2/5N3/4L4/9/9/9/9 b P", "P*5b", true),
        ("nothing behind the pawn can take it", "3lkl3/9/2S1n1S2/5N3/4L4/9/9/9/9 b P", "P*5b", false),
        ("the pawn closes its rook's line", "3lkl3/R8/9/9/9/9/9/9/9 b P", "P*5b", true),
        ("a silver guards what the rook no longer does", "3lkl3/R8/6S2/9/9/9/9/9/9 b P", "P*5b", false),
        ("interposing and mating at once", "9/9/5lpl1/5pkp1/5r2K/4B1G2/9/9/9 b P", "P*3e", false),
        ("interposing only", "9/9/5lpl1/5pkp1/5r2K/4B1G2/9/9/9 b P", "P*2e", true),
        ("the rook is not pinned and takes", "9/9/5lpl1/5pkp1/5r2K/6G2/4B4/9/9 b P", "P*3e", true),
    ];
    for (name, text, drop, legal) in cases {
        let board = read(text);
        assert_eq!(oracle::legal_moves(&board).contains(&drop.to_owned()), legal, "{name}");
        let drop = Mv::all().find(|mv| mv.to_string() == drop).expect(name);
        let whites: Vec<Mv> = rules::judged_moves(&board.flip()).into_iter().map(|(mv, _)| mv).collect();
        assert_eq!(whites.contains(&drop.map(Sq::flip)), legal, "dropped by White: {name}");
    }
}

#[test]
fn mate_is_told_from_stalemate_and_from_check() {
    let mated = read("4k4/4G4/4P4/9/9/9/9/9/9 w -");
    assert!(rules::is_mate(&mated) && oracle::evasions(&mated).is_empty());
    let stalemated = read("8k/6S2/7G1/9/9/9/9/9/9 w -");
    assert!(oracle::legal_moves(&stalemated).is_empty());
    assert!(!rules::is_mate(&stalemated) && !rules::in_check(&stalemated));
    let by_a_pawn = read("7lk/8P/7G1/9/9/9/9/9/9 w -");
    assert!(rules::is_mate(&by_a_pawn));
    // The rook sees through the king: 2a is no flight square. Nor is 4a, unless the rook itself is there.
    assert!(rules::is_mate(&read("4R1k2/5OOO1/9/9/9/9/9/9/9 w -")));
    assert_eq!(oracle::evasions(&read("5Rk2/5OOO1/9/9/9/9/9/9/9 w -")), ["3a4a"]);
    // The interposing pawn checks the attacker's king, and the bishop can take it: legal, so no mate.
    let counter = read("8k/9/9/5BK2/9/9/9/9/9 w p");
    assert!(oracle::evasions(&counter).contains(&"P*3c".to_owned()));
    assert!(oracle::checks(&counter).contains(&"P*3c".to_owned()));
}

#[test]
fn sfen_is_read_and_written() {
    for (text, canonical) in [
        (random::STARTPOS, random::STARTPOS),
        ("9/9/9/9/4k4/9/9/9/9 b R3PSb2p 17", "9/9/9/9/4k4/9/9/9/9 b RS3Pb2p"),
        ("9/+R+B+S+N+L+P+p1O/9/9/4k4/9/9/9/9 w 18p", "9/+R+B+S+N+L+P+p1O/9/9/4k4/9/9/9/9 w 18p"),
    ] {
        assert_eq!(sfen::write(&sfen::read(text).expect(text)), canonical);
    }
    for text in ["", "9/9 b -", "9/9/9/9/9/9/9/9/91 b -", "9/9/9/9/9/9/9/9/+G8 b -", "9/9/9/9/9/9/9/9/9 b K"]
    {
        assert!(sfen::read(text).is_err(), "{text}");
    }
}

/// Whether a man of `by` reaches the square, walking from every man instead of from the square.
fn is_reached(board: &Board, target: Sq, by: Side) -> bool {
    board.men(by).any(|(from, kind)| {
        rules::steps_of(by, kind).any(|(file, rank, slides)| {
            let mut next = from.offset(file, rank);
            while let Some(sq) = next.filter(|&sq| sq != target) {
                let goes_on = slides && board.at(sq) == Cell::Empty;
                next = if goes_on { sq.offset(file, rank) } else { None };
            }
            next == Some(target)
        })
    })
}

#[test]
fn attacks_are_the_same_seen_from_both_ends() {
    play_games(1, 300, |board, _, _| {
        for sq in Sq::all() {
            for by in Side::BOTH {
                let attacked = rules::attackers(board, sq, by).next().is_some();
                assert_eq!(attacked, is_reached(board, sq, by), "{sq} by {by:?}: {}", sfen::write(board));
            }
        }
    });
}

#[test]
fn the_rules_do_not_depend_on_side_or_wing() {
    play_games(2, 1000, |board, moves, _| {
        for (turned, turn) in [(board.flip(), Sq::flip as fn(Sq) -> Sq), (board.mirror(), Sq::mirror)] {
            let mut expected: Vec<_> = moves.iter().map(|&(mv, check)| (mv.map(turn), check)).collect();
            let mut found = rules::judged_moves(&turned);
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{}", sfen::write(board));
        }
    });
}

#[test]
fn every_move_is_found_again_as_an_unmove() {
    play_games(3, 1000, |board, _, before| {
        let Some((before, mv)) = before else { return };
        let found = unmove::unmoves(board);
        assert!(found.contains(&(before.clone(), mv)), "{mv} to {}", sfen::write(board));
    });
}

#[test]
fn unmoves_of_a_small_position() {
    // The pawn came from the hand, or from 5f with or without the lance of the hand taken (as a lance or promoted).
    let found = oracle::unmoves(&read("4k4/9/9/9/4P4/9/9/9/9 w L"));
    let expected = [
        ("4k4/9/9/9/4+l4/4P4/9/9/9 b -", "5f5e"),
        ("4k4/9/9/9/4l4/4P4/9/9/9 b -", "5f5e"),
        ("4k4/9/9/9/9/4P4/9/9/9 b L", "5f5e"),
        ("4k4/9/9/9/9/9/9/9/9 b LP", "P*5e"),
    ];
    assert_eq!(found, expected.map(|(text, mv)| (text.to_owned(), mv.to_owned())));
    // The mating pawn was moved, not dropped.
    let found = oracle::unmoves(&read("7lk/8P/7G1/9/9/9/9/9/9 w -"));
    assert_eq!(found, [("7lk/9/7GP/9/9/9/9/9/9 b -".to_owned(), "1c1b".to_owned())]);
}

#[test]
fn random_positions_are_legal_and_meet_every_quota() {
    let mut quotas = Quotas::default();
    play_games(4, 4000, |board, moves, _| {
        assert!(rules::is_legal_position(board), "{}", sfen::write(board));
        for (kind, most) in Kind::IN_HAND.into_iter().zip(Kind::MOST) {
            assert!(board.total(kind) <= most, "{}", sfen::write(board));
        }
        quotas.note(board, moves);
    });
    println!("{}", quotas.table());
    assert!(quotas.unmet().is_empty(), "{:?}", quotas.unmet());
}

fn solve(text: &str, named: Option<Side>) -> Verdict {
    let limits = Limits { plies: 20, positions: 200_000, listed: 10 };
    search::solve(text, named, limits).expect(text)
}

fn mate(lines: &[&str]) -> Verdict {
    let solutions: Vec<Vec<String>> =
        lines.iter().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect();
    Verdict::Mate { plies: solutions[0].len(), count: lines.len() as u128, solutions }
}

#[test]
fn helpmates_have_their_solutions() {
    for (name, text, expected) in [
        ("mate in 0", "4k4/4G4/4P4/9/9/9/9/9/9 w -", mate(&[""])),
        ("mate in 0 by a pawn", "7lk/8P/7G1/9/9/9/9/9/9 w -", mate(&[""])),
        ("mate in 1", "4k4/9/4P4/9/9/9/9/9/9 b G", mate(&["G*5b"])),
        ("stones hold the king", "7Ok/7OO/9/9/9/9/9/9/9 b N", mate(&["N*2c"])),
        ("no check at all", "4k4/9/9/9/9/9/9/9/9 b -", Verdict::NoMate),
        ("the only check is uchifuzume", "7Ok/9/7K1/9/9/9/9/9/9 b P", Verdict::NoMate),
        ("a pawn on the board mates", "7Ok/9/7KP/9/9/9/9/9/9 b -", mate(&["1c1b", "1c1b+"])),
        ("stalemate is no mate", "8k/6S2/7G1/9/9/9/9/9/9 w -", Verdict::NoMate),
        ("the attacker is mated", "8k/9/9/9/9/9/4p4/4g4/4K4 b -", Verdict::NoMate),
        ("in check, the attacker has no check", "4k4/9/4P4/9/9/9/4r4/9/4K4 b G", Verdict::NoMate),
        ("the defender moves first", "8k/8p/9/7N1/9/9/9/9/9 w G", mate(&["1b1c G*1b"])),
        ("helpful king", "7lk/9/6S2/9/9/9/9/9/9 b 2G", mate(&["3c2b 1a1b G*1c"])),
        ("the pawn must not promote", "6O1k/6OOr/8P/9/9/9/9/9/9 b -", mate(&["1c1b 1a2a R*1a"])),
        (
            "the interposed rook checks the attacker",
            "9/9/9/9/6k2/9/4K4/9/9 b Br",
            mate(&["B*6b R*5c 6b5c+ 3e4e R*3e", "B*7a R*5c 7a5c+ 3e4e R*3e"]),
        ),
    ] {
        assert_eq!(solve(text, None), expected, "{name}");
    }
}

#[test]
fn the_attacker_is_found() {
    let attacker = |text: &str, named| search::attacker(&sfen::read(text).expect(text), named);
    for turn in ["b", "w"] {
        let (white, black) =
            (format!("4k4/9/9/9/9/9/9/9/9 {turn} -"), format!("9/9/9/9/9/9/9/9/4K4 {turn} -"));
        assert_eq!(attacker(&white, None), Ok(Side::Black));
        assert_eq!(attacker(&black, None), Ok(Side::White));
        assert!(attacker(&white, Some(Side::White)).is_err());
        let both = format!("4k4/9/9/9/9/9/9/9/4K4 {turn} -");
        assert_eq!(attacker(&both, None), Ok(Side::Black));
        assert_eq!(attacker(&both, Some(Side::White)), Ok(Side::White));
        assert!(attacker(&format!("9/9/9/9/9/9/9/9/9 {turn} -"), None).is_err());
    }
    assert_eq!(solve("8k/9/7K1/9/9/9/9/9/9 b 2G", None), mate(&["G*1b", "G*2b"]));
    assert_eq!(solve("9/9/9/9/9/9/1k7/9/K8 w 2g", Some(Side::White)), mate(&["G*8h", "G*9h"]));
}

#[test]
fn limits_give_unknown_and_listing_keeps_the_count() {
    let text = "8k/9/9/9/9/9/9/9/9 w 2G";
    let limits = |plies, positions, listed| Limits { plies, positions, listed };
    assert_eq!(search::solve(text, None, limits(3, 100_000, 10)), Ok(Verdict::Unknown));
    assert_eq!(search::solve(text, None, limits(4, 10, 10)), Ok(Verdict::Unknown));
    let Ok(Verdict::Mate { plies, count, solutions }) = search::solve(text, None, limits(4, 100_000, 3))
    else {
        panic!("a mate in 4");
    };
    assert_eq!((plies, count, solutions.len()), (4, 18, 3));
    assert!(solutions.is_sorted());
}
