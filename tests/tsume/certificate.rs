//! Certificates: what the solver proves can be checked without it, and what is not proved is refused.

use super::mailbox::random::Rng;
use super::oracle::Problem;
use super::solve::{POLICIES, read, solve, within};
use std::io::Write;
use tsumugi::certificate::{
    Checked, Claim, Edge, Fault, Header, HeaderFault, Link, Reader, Role, Statement, Writer, check, look_up,
};
use tsumugi::position::{Position, Rule};
use tsumugi::problem::default_attacker;
use tsumugi::solve::tsume::{CertifyError, Futile, Options, Prove, Tables, certify, certify_showing};
use tsumugi::solve::{Outcome, Verdict};
use tsumugi::types::Color;

/// A mate in 3 with many replies to its first move.
const CLASSIC: &str = "3sks3/9/4S4/9/9/B8/9/9/9 b S2rb4g4n4l18p 1";
/// A pawn on 2三 or 2四 is futile.
const FUTILE: &str = "8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1";
/// Futile interpositions that are measured by a king's flight of four plies.
const MEASURED: &str = "8k/9/7G1/9/9/9/9/R8/9 b r2b3g4s4n4l18p 1";
/// A silver that checks for ever.
const PERPETUAL: &str = "9/9/9/9/3k5/4S4/9/9/9 w - 1";
/// A rook chases a king around a box of stones.
const LOOPS: &str = "OOOOO3k/OOOOO4/OOOOO4/OOOOO2R1/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b - 1";
/// An interposition that counts because the attacker's piece loses its guard.
const COUNTING: &str = "9/7pk/5R3/6GS1/3L2+S1+p/9/9/9/9 b SPr2b3gs4n3l15p 1";
/// A mate beside checks that lead round in a circle.
const CHASE: &str = "9/6G2/7R1/5B3/5P2k/9/9/9/9 b rb3g4s4n4l17p 1";

/// 図巧 44: the search stores more than a hundred thousand positions.
const LARGE: &str = "9/9/9/5nSp1/7+rp/7k1/5N3/4+B+b2l/4+p1rN1 b 2GN2g3s3l15p 1";

/// A record with its position.
type Record = (Position, Statement, Vec<Edge>);

fn attacker_of(position: &Position) -> Color {
    default_attacker(position, Rule::Tsume).expect("a king")
}

/// An outcome, and the certificate of it if it proves anything.
pub fn certified(position: &Position, attacker: Color, options: Options) -> (Outcome, Option<Vec<u8>>) {
    let options = Options { tables: Tables::default(), ..options };
    let outcome = solve(position, attacker, options.clone());
    let mut bytes = Vec::new();
    // A mate that was found at once may have many replies whose own bounds are still to be found.
    let options = Options { ..within(options.futile, 3_000_000) };
    match certify(position, attacker, &outcome, &options, &mut bytes) {
        Ok(written) => {
            assert_eq!(written.bytes, bytes.len() as u64);
            (outcome, Some(bytes))
        }
        Err(CertifyError::NothingProved) => (outcome, None),
        Err(error) => panic!("{position} {:?} {:?}: {error}", options.futile, outcome.verdict),
    }
}

fn certificate(text: &str, futile: Futile) -> Vec<u8> {
    let position = read(text);
    let (_, bytes) = certified(&position, attacker_of(&position), within(futile, 3_000_000));
    bytes.expect("a proof")
}

fn proved(bytes: &[u8]) -> Checked {
    check(bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// The certificate of an outcome proves just what the outcome says.
fn agree(position: &Position, attacker: Color, options: Options) {
    let futile = options.futile;
    let (outcome, bytes) = certified(position, attacker, options);
    let Some(bytes) = bytes else {
        assert!(matches!(outcome.verdict, Verdict::Unknown(_)), "{position}: {outcome:?}");
        return;
    };
    let checked = check(&bytes[..])
        .unwrap_or_else(|error| panic!("{position} {attacker} {futile:?} {:?}: {error}", outcome.verdict));
    assert_eq!(checked.header.root, *position);
    assert_eq!(checked.header.attacker, attacker);
    assert_eq!(checked.header.policy.name(), futile.name());
    match outcome.verdict {
        Verdict::Mate { plies, exact } => {
            // A record may say more than was asked of it.
            let mate = checked.mate.map(u64::from);
            assert!(mate.is_some_and(|mate| mate <= plies), "{position} {futile:?}: {mate:?} {plies}");
            assert_eq!(checked.exact().is_some(), exact, "{position} {futile:?}");
            assert!(!exact || mate == Some(plies), "{position} {futile:?}: {mate:?} {plies}");
        }
        Verdict::NoMate => assert!(checked.no_mate),
        Verdict::Unknown(_) => assert!(checked.none_within.is_some() && checked.mate.is_none()),
    }
}

#[test]
fn certificates_of_diagrams_and_small_problems_are_proofs() {
    let page = include_str!("../../docs/futile-interpositions.md");
    let problems = include_str!("../../problems/tsume/soundness.sfen");
    let of_page = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let of_file = problems.lines().filter_map(|line| line.split(" ;").next());
    let positions = of_page.chain(of_file).filter_map(|text| Position::from_sfen(text).ok());
    let mut count = 0;
    for position in positions.chain([read(PERPETUAL), read(LOOPS), read(COUNTING)]) {
        for futile in POLICIES {
            agree(&position, attacker_of(&position), within(futile, 3_000_000));
            count += 1;
        }
    }
    assert!(count > 40, "{count}");
}

#[test]
fn certificates_of_random_positions_are_proofs() {
    let mut rng = Rng::new(11);
    let mut count = 0;
    while count < 400 {
        let Some(problem) = Problem::draw(&mut rng) else { continue };
        count += 1;
        let (position, attacker) = problem.read();
        for futile in POLICIES {
            for prove in [Prove::Length, Prove::None] {
                agree(&position, attacker, Options { prove, ..within(futile, 20_000) });
            }
        }
    }
}

#[test]
fn a_search_that_ends_early_proves_what_it_has() {
    let position = read("k8/p8/9/9/9/9/9/1L7/7R1 b r2b4g4s4n3l17p 1");
    let mut known = 0;
    for nodes in (20..3_000).step_by(150) {
        let mut options = within(Futile::None, nodes);
        let outcome = solve(&position, Color::Black, options.clone());
        options.limits.nodes = None;
        let mut bytes = Vec::new();
        if certify(&position, Color::Black, &outcome, &options, &mut bytes).is_ok() {
            let checked = proved(&bytes);
            assert!(checked.mate.is_none_or(|plies| plies >= 13));
            assert!(checked.none_within.is_none_or(|plies| plies < 13));
            known += 1;
        }
    }
    assert!(known > 10);
}

/// With the tables of the search its proof is at hand, though it took far more of them than a problem begins with.
#[test]
fn a_proof_is_not_searched_for_again() {
    let position = read(LARGE);
    let options = within(Futile::Official, 3_000_000);
    let options = Options { tables: Tables::default(), ..options };
    let outcome = solve(&position, Color::Black, options.clone());
    assert_eq!(outcome.verdict, Verdict::Mate { plies: 15, exact: true });
    assert!(outcome.stats.positions > 50_000, "{:?}", outcome.stats);
    let write = |tables: Tables| {
        let few = Options { tables, ..within(Futile::Official, outcome.stats.nodes / 6) };
        let mut bytes = Vec::new();
        certify(&position, Color::Black, &outcome, &few, &mut bytes).map(|_| bytes)
    };
    let bytes = write(options.tables).expect("a proof");
    assert_eq!(proved(&bytes).exact(), Some(15));
    assert!(matches!(write(Tables::default()), Err(CertifyError::Halted(_))));
}

/// Where the tables are lost, the proof is searched for again, and the nodes of this search are shown meanwhile.
#[test]
fn the_search_for_a_lost_proof_is_shown() {
    let position = read(LARGE);
    let options = || Options { tables: Tables::default(), ..within(Futile::Official, 3_000_000) };
    let outcome = solve(&position, Color::Black, options());
    let (mut bytes, mut shown) = (Vec::new(), Vec::new());
    let mut show = |nodes| shown.push(nodes);
    let written = certify_showing(&position, Color::Black, &outcome, &options(), &mut bytes, &mut show);
    assert!(written.is_ok(), "{written:?}");
    assert!(!shown.is_empty() && shown.is_sorted() && shown[0] > 0, "{shown:?}");
    assert_eq!(proved(&bytes).exact(), Some(15));
}

#[test]
fn a_limit_leaves_no_certificate() {
    let position = read(CLASSIC);
    let outcome = solve(&position, Color::Black, within(Futile::Official, 1_000_000));
    let result = certify(&position, Color::Black, &outcome, &within(Futile::Official, 1), &mut Vec::new());
    assert!(matches!(result, Err(CertifyError::Halted(_))), "{result:?}");
}

/// A certificate without the records of its end.
fn records(bytes: &[u8]) -> (Header, Vec<Record>) {
    let mut reader = Reader::new(bytes).expect("a header");
    let mut records = Vec::new();
    while reader.read().expect("a record") {
        records.push((reader.position.clone(), reader.statement, reader.edges.clone()));
    }
    (reader.header, records)
}

/// The same records in a new certificate, with a checksum of its own.
fn rewritten(header: &Header, records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, header).expect("room");
    let mut roots = Vec::new();
    for (position, statement, edges) in records {
        let number = writer.write(position, *statement, edges).expect("room");
        if *position == header.root {
            roots.push(number);
        }
    }
    writer.finish(&roots).expect("room");
    bytes
}

#[track_caller]
fn fault(header: &Header, records: &[Record]) -> Fault {
    match check(&rewritten(header, records)[..]) {
        Ok(checked) => panic!("accepted: {checked:?}"),
        Err(error) => {
            assert!(error.record.is_some(), "{error}");
            error.fault
        }
    }
}

/// The records of a certificate, each of which is to be spoiled.
fn sample(text: &str) -> (Header, Vec<Record>) {
    let bytes = certificate(text, Futile::Official);
    let (header, records) = records(&bytes);
    assert_eq!(rewritten(&header, &records), bytes);
    (header, records)
}

#[test]
fn a_changed_byte_is_refused() {
    let bytes = certificate(CLASSIC, Futile::Official);
    proved(&bytes);
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            assert!(check(&changed[..]).is_err(), "byte {at}");
        }
        assert!(check(&bytes[..at]).is_err(), "cut off at {at}");
    }
    let longer = [&bytes[..], b"\n"].concat();
    assert_eq!(check(&longer[..]).expect_err("too long").fault, Fault::Surplus);
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 4;
    assert!(matches!(check(&damaged[..]).expect_err("damaged").fault, Fault::Checksum { .. }));
}

/// What the header says cannot be trusted either, so that damage goes before what is wrong with it.
#[test]
fn a_damaged_header_is_called_damaged() {
    let bytes = certificate(CLASSIC, Futile::Official);
    let ends: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] == b'\n').collect();
    for at in ends[0] + 1..=ends[3] {
        for change in [1, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let fault = check(&damaged[..]).expect_err("damaged").fault;
            assert!(matches!(fault, Fault::Checksum { .. }), "byte {at}: {fault}");
        }
    }
    // Written so, it is not.
    let mut forged = bytes[..bytes.len() - 4].to_vec();
    forged[ends[1] + 1] = b'x';
    forged.extend_from_slice(&crc32fast::hash(&forged).to_le_bytes());
    assert_eq!(check(&forged[..]).expect_err("no side").fault, Fault::Header(HeaderFault::Attacker));
}

/// Any byte changed and the checksum recomputed: refused, or what is proved is true all the same.
#[test]
fn a_forged_certificate_proves_nothing_false() {
    for text in [CLASSIC, FUTILE, MEASURED, PERPETUAL, LOOPS, CHASE] {
        let bytes = certificate(text, Futile::Official);
        let (mut refused, mut accepted) = (0, 0);
        let end = bytes.len() - 4;
        // What is longer is tried at some of its bytes.
        for at in (0..end).step_by(1 + end / 2_000) {
            for change in [1, 2, 3, 4, 8, 0x10, 0x20, 0x40, 0x80] {
                let mut forged = bytes[..end].to_vec();
                forged[at] ^= change;
                let checksum = crc32fast::hash(&forged);
                forged.extend_from_slice(&checksum.to_le_bytes());
                let Ok(checked) = check(&forged[..]) else {
                    refused += 1;
                    continue;
                };
                accepted += 1;
                let Header { root, attacker, policy } = &checked.header;
                let outcome = solve(root, *attacker, within(*policy, 2_000_000));
                let (mate, none_within) = (checked.mate.map(u64::from), checked.none_within.map(u64::from));
                match outcome.verdict {
                    Verdict::Mate { plies, exact: true } => {
                        assert!(mate.is_none_or(|mate| mate >= plies), "{text} byte {at}");
                        assert!(none_within.is_none_or(|none| none < plies), "{text} byte {at}");
                        assert!(!checked.no_mate, "{text} byte {at}");
                    }
                    Verdict::NoMate => assert_eq!(mate, None, "{text} byte {at}"),
                    verdict => panic!("{root}: {verdict:?}"),
                }
            }
        }
        println!("{text}: {} bytes, {refused} refused, {accepted} accepted", bytes.len());
        assert!(refused > accepted, "{text}: {refused} refused, {accepted} accepted");
    }
}

#[test]
fn a_changed_move_is_refused() {
    let (header, mut records) = sample(CLASSIC);
    let mating = |(_, statement, edges): &Record| {
        matches!(statement.claim, Claim::Within(1)) && edges[0].link == Link::Obvious
    };
    let at = records.iter().position(mating).expect("a mate in 1");
    let checks = tsumugi::movegen::checks(&records[at].0);
    let other = checks.iter().copied().find(|&mv| mv != records[at].2[0].mv).expect("another check");
    records[at].2[0].mv = other;
    assert_eq!(fault(&header, &records), Fault::NotObvious(other));
    let quiet = "9i9h".parse().expect("a move");
    records[at].2[0].mv = quiet;
    assert_eq!(fault(&header, &records), Fault::IllegalMove(quiet));
}

#[test]
fn a_changed_child_is_refused() {
    let (header, mut records) = sample(CLASSIC);
    let last = records.len() - 1;
    let is_mate = |claim: Claim| matches!(claim, Claim::Within(_));
    let root = records.iter().rposition(|(p, s, _)| *p == header.root && is_mate(s.claim)).expect("the root");
    let edge = records[root].2[0];
    let Link::Record(child) = edge.link else { panic!("a mate in 3") };
    for number in (0..last as u32).filter(|&number| number != child && number < root as u32) {
        records[root].2[0].link = Link::Record(number);
        let fault = fault(&header, &records);
        assert!(matches!(fault, Fault::OtherPosition(_) | Fault::OtherClaim(_)), "{number}: {fault}");
    }
    records[root].2[0].link = Link::Obvious;
    assert_eq!(fault(&header, &records), Fault::NotObvious(edge.mv));
}

#[test]
fn a_changed_length_is_refused() {
    let (header, records) = sample(CLASSIC);
    let (mut shortened, mut lengthened) = (0, 0);
    for at in 0..records.len() {
        let mut changed = records.clone();
        changed[at].1.claim = match records[at].1.claim {
            // A longer mate is true where nothing rests on its being short.
            Claim::Within(plies @ 2..) => {
                shortened += 1;
                Claim::Within(plies - 2)
            }
            Claim::NotWithin(plies) => {
                lengthened += 1;
                Claim::NotWithin(plies + 2)
            }
            _ => continue,
        };
        fault(&header, &changed);
    }
    assert!(shortened > 0 && lengthened > 0, "{shortened} {lengthened}");
}

#[test]
fn a_defence_or_a_check_left_out_is_refused() {
    for text in [CLASSIC, FUTILE, MEASURED] {
        let (header, records) = sample(text);
        let mut left_out = 0;
        for at in 0..records.len() {
            for edge in 0..records[at].2.len() {
                if matches!(records[at].1.claim, Claim::Within(_)) && records[at].2.len() == 1 {
                    continue;
                }
                let mut changed = records.clone();
                let removed = changed[at].2.remove(edge);
                let fault = fault(&header, &changed);
                let is_one_of_all = matches!(records[at].1.claim, Claim::Within(_))
                    || records[at].0.side_to_move() == header.attacker;
                if removed.role == Role::Move && is_one_of_all {
                    assert_eq!(fault, Fault::LeftOut(removed.mv), "{text}");
                    left_out += 1;
                }
            }
        }
        assert!(left_out > 0, "{text}");
    }
}

#[test]
fn a_cycle_is_refused() {
    let (header, records) = sample(CLASSIC);
    let mut tried = 0;
    for at in 0..records.len() {
        for edge in 0..records[at].2.len() {
            // A record that rests on itself by its label. Without one that cannot be written, and by no later number.
            let mut changed = records.clone();
            changed[at].1.label = Some(7);
            changed[at].2[edge].link = Link::Label(7);
            let Edge { role, mv, .. } = records[at].2[edge];
            if role == Role::Move {
                // What has no mate within a bound may rest on itself, but not after a move.
                let is_mate = matches!(records[at].1.claim, Claim::Within(_));
                let expected = if is_mate { Fault::Circular(mv) } else { Fault::OtherPosition(mv) };
                assert_eq!(fault(&header, &changed), expected);
                tried += 1;
            }
            let (position, statement, mut edges) = records[at].clone();
            edges[edge].link = Link::Record(0);
            let mut writer = Writer::new(Vec::new(), &header).expect("room");
            assert!(writer.write(&position, statement, &edges).is_err());
        }
    }
    assert!(tried > 10);
}

/// A reply that mates the attacker is no mate of the defender: ２三桂 is answered by a discovered mate from 9九.
#[test]
fn a_mate_of_the_attacker_proves_nothing() {
    let root = read("7pk/7nn/9/9/9/9/9/PP7/Kb6r b N 1");
    let header = Header { root: root.clone(), attacker: Color::Black, policy: Futile::Official };
    let [check, stay, promote] = ["N*2c", "8i2c", "8i2c+"].map(|mv| mv.parse().expect("a move"));
    let edge = |mv, link| Edge { role: Role::Move, mv, link };
    let within = |plies| Statement { claim: Claim::Within(plies), any_hand: false, label: None };
    let mut after = root.clone();
    after.do_move(check);
    let replies = vec![edge(stay, Link::Obvious), edge(promote, Link::Obvious)];
    let records = [(after, within(2), replies), (root, within(3), vec![edge(check, Link::Record(0))])];
    assert!(matches!(fault(&header, &records), Fault::NotObvious(mv) if [stay, promote].contains(&mv)));
}

/// A mate takes an odd number of plies from the attacker's move on, whatever number a bound has.
#[test]
fn a_bound_is_no_length_that_a_mate_can_have() {
    let root = read("4k4/9/4G4/9/9/9/9/9/9 b G 1");
    let header = Header { root: root.clone(), attacker: Color::Black, policy: Futile::Official };
    let mate = Edge { role: Role::Move, mv: "G*5b".parse().expect("a move"), link: Link::Obvious };
    let statement = |claim| Statement { claim, any_hand: true, label: None };
    let none = (root.clone(), statement(Claim::NotWithin(0)), Vec::new());
    for within in 1..=2 {
        let mate = (root.clone(), statement(Claim::Within(within)), vec![mate]);
        let bytes = rewritten(&header, &[none.clone(), mate]);
        assert_eq!(check(&bytes[..]).expect("true claims").exact(), Some(1));
        assert_eq!(look_up(&bytes[..], &root).expect("the same claims").exact(true), Some(1));
    }
}

#[test]
fn a_false_futile_claim_is_refused() {
    // By the policy: nothing is futile when every interposition counts.
    let (mut header, records) = sample(FUTILE);
    let is_futile = |(_, _, edges): &Record| edges.iter().any(|edge| edge.role == Role::Futile);
    assert!(records.iter().any(is_futile));
    header.policy = Futile::None;
    assert!(matches!(fault(&header, &records), Fault::NotFutile(_)));
    // By its measure: the mate after the pair takes longer than what is shown of the other replies.
    let (header, records) = sample(MEASURED);
    let measured = |(_, _, edges): &Record| edges.iter().any(|edge| edge.role == Role::Floor);
    let at = records.iter().position(measured).expect("an interposition measured by other replies");
    let mut changed = records.clone();
    changed[at].2.retain(|edge| edge.role != Role::Floor);
    assert!(matches!(fault(&header, &changed), Fault::NotFutile(_)));
    // By its capture: an interposition that counts called futile, with any record to bear it out.
    let (header, records) = sample(COUNTING);
    let counted = |(position, statement, edges): &&Record| {
        matches!(statement.claim, Claim::Within(_))
            && position.side_to_move() != header.attacker
            && edges.iter().any(|edge| edge.role == Role::Move && edge.mv.from().is_none())
    };
    let spoilt: Vec<&Record> = records.iter().filter(counted).collect();
    let mut tried = 0;
    for (position, _, edges) in spoilt {
        let at =
            records.iter().position(|(other, _, steps)| other == position && steps == edges).expect("it");
        for edge in edges.iter().filter(|edge| edge.mv.from().is_none()) {
            let mut dropped = position.clone();
            dropped.do_move(edge.mv);
            let captures = tsumugi::movegen::checks(&dropped);
            for &capture in captures.iter().filter(|capture| capture.to() == edge.mv.to()) {
                for number in (0..at as u32).chain([u32::MAX]) {
                    let mut changed = records.clone();
                    changed[at].2.retain(|other| other.mv.from().is_some() || other.mv.to() != capture.to());
                    let link = if number == u32::MAX { Link::Obvious } else { Link::Record(number) };
                    changed[at].2.push(Edge { role: Role::Futile, mv: capture, link });
                    fault(&header, &changed);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 0);
}

#[test]
fn labels_lead_to_what_they_say() {
    let (header, records) = sample(LOOPS);
    let is_label = |edge: &Edge| matches!(edge.link, Link::Label(_));
    let at = records.iter().position(|(_, _, edges)| edges.iter().any(is_label)).expect("a loop");
    let mut changed = records.clone();
    for edge in changed[at].2.iter_mut().filter(|edge| is_label(edge)) {
        edge.link = Link::Label(1_000);
    }
    assert_eq!(fault(&header, &changed), Fault::Label(1_000));
    let mut changed = records.clone();
    let labelled = changed.iter().position(|(_, statement, _)| statement.label.is_some()).expect("a label");
    let label = changed[labelled].1.label.take();
    let other = (0..changed.len()).find(|&other| other != labelled).expect("another record");
    changed[other].1.label = label;
    let fault = fault(&header, &changed);
    assert!(matches!(fault, Fault::OtherPosition(_) | Fault::OtherClaim(_)), "{fault}");
}

/// A loop shows that there is no mate within a bound, where it comes back to a claim that is as strong.
#[test]
fn a_loop_comes_back_to_a_claim_that_is_as_strong() {
    let (header, records) = sample(CHASE);
    let is_label = |edge: &Edge| matches!(edge.link, Link::Label(_));
    let mut tried = 0;
    for at in 0..records.len() {
        let Statement { claim: Claim::NotWithin(plies), label: Some(_), .. } = records[at].1 else {
            continue;
        };
        // Less is not enough for those that rest on it, more is not borne out by what it rests on.
        for other in [plies - 2, plies + 2] {
            let mut changed = records.clone();
            changed[at].1.claim = Claim::NotWithin(other);
            let fault = fault(&header, &changed);
            assert!(matches!(fault, Fault::OtherClaim(_)), "{plies} changed to {other}: {fault}");
            tried += 1;
        }
    }
    assert!(tried > 0 && records.iter().any(|(_, _, edges)| edges.iter().any(is_label)), "no loop");
}

#[test]
fn what_is_no_certificate_is_said_to_be_none() {
    for text in ["", "\n", "tsumugi", "8k/9/8G/9/9/9/9/9/9 b G 1\n", "tsumugi certificate x"] {
        assert_eq!(check(text.as_bytes()).expect_err(text).fault, Fault::Foreign, "{text:?}");
    }
    let later = check(&b"tsumugi certificate 99\n"[..]).expect_err("a later version");
    assert_eq!(later.fault, Fault::Version("99".to_owned()));
    let mut noise = b"tsumugi certificate 1\n8k/9/8G/9/9/9/9/9/9 b G 1\nblack\nofficial\n".to_vec();
    let mut rng = Rng::new(3);
    for _ in 0..20_000 {
        noise.write_all(&[rng.below(256) as u8]).expect("room");
        assert!(check(&noise[..]).is_err());
        if noise.len() > 200 {
            noise.truncate(57);
        }
    }
}
