//! Forged proofs: good certificates whose records were changed in their meaning, written anew with a right checksum.

use super::{Verdict, certificate};
use arbitrary::{Result, Unstructured};
use std::sync::LazyLock;
use tsumugi::certificate::{Claim, Edge, Header, Link, Reader, Role, Statement, Writer};
use tsumugi::position::{Position, Rule};
use tsumugi::problem::default_attacker;
use tsumugi::solve::tsume::{Futile, Options, Solver, certify};
use tsumugi::solve::{Budget, Limits, Step};
use tsumugi::types::{HAND_KINDS, Move, Piece, PieceKind, Square};

/// Small problems, with mates, futile and other interpositions, loops, and without a mate.
const ROOTS: [&str; 8] = [
    "8k/9/8G/9/9/9/9/9/9 b G 1",
    "8k/9/8G/9/9/9/9/9/9 w 2G 1",
    "9/9/9/9/3k5/4S4/9/9/9 w - 1",
    "OOOOO3k/OOOOO4/OOOOO4/OOOOO2R1/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b - 1",
    "9/6G2/7R1/5B3/5P2k/9/9/9/9 b p 1",
    "8l/7sk/7R1/6B2/9/8b/9/9/9 b Sp 1",
    "8k/9/7G1/9/9/9/9/R8/9 b 2p 1",
    "9/7pk/5R3/6GS1/3L2+S1+p/9/9/9/9 b SPp 1",
];

/// A record with its position.
#[derive(Clone)]
struct Record {
    position: Position,
    statement: Statement,
    edges: Vec<Edge>,
}

struct Certificate {
    header: Header,
    records: Vec<Record>,
    roots: Vec<u32>,
}

/// The good ones.
static GOOD: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
    let policies = [Futile::None, Futile::Official];
    let problems = ROOTS.iter().flat_map(|root| policies.map(|futile| (*root, futile)));
    let good: Vec<Certificate> = problems.filter_map(|(root, futile)| good(root, futile)).collect();
    assert!(good.len() > ROOTS.len(), "{}", good.len());
    good
});

fn good(root: &str, futile: Futile) -> Option<Certificate> {
    let root = Position::from_sfen(root).expect("an SFEN");
    let attacker = default_attacker(&root, Rule::Tsume).expect("a king");
    let limits = Limits { nodes: Some(20_000), memory: Some(16 << 20), ..Limits::default() };
    let options = Options { futile, limits, ..Options::default() };
    let mut solver = Solver::new(&root, attacker, options.clone()).expect("a problem");
    let Step::Done(outcome) = solver.advance(Budget::Unlimited) else { unreachable!() };
    let mut bytes = Vec::new();
    certify(&root, attacker, &outcome, &options, &mut bytes).ok()?;
    assert!(certificate::judge(&bytes), "{root} {futile:?}");
    let mut reader = Reader::new(&bytes[..]).expect("a header");
    let mut records = Vec::new();
    while reader.read().expect("a record") {
        let (position, edges) = (reader.position.clone(), reader.edges.clone());
        records.push(Record { position, statement: reader.statement, edges });
    }
    let roots = reader.read_end().expect("an end");
    Some(Certificate { header: reader.header, records, roots })
}

/// A good certificate, changed at some places: refused, or what it proves is true all the same.
pub fn proof(choices: &[u8]) -> Verdict {
    let Ok(forged) = forge(&mut Unstructured::new(choices)) else { return Verdict::Foreign };
    Verdict::of(certificate::judge(&forged))
}

fn forge(choices: &mut Unstructured) -> Result<Vec<u8>> {
    let good = choices.choose(&GOOD)?;
    let (mut header, mut records, mut roots) =
        (good.header.clone(), good.records.clone(), good.roots.clone());
    for _ in 0..choices.int_in_range(0..=4)? {
        if records.is_empty() {
            break;
        }
        let other = choices.choose_index(records.len())?;
        // The last records are about the root.
        let at = if choices.ratio(1, 2)? { other } else { records.len() - 1 - other % 2.min(records.len()) };
        match choices.int_in_range(0..=9)? {
            0 => header.policy = *choices.choose(&[Futile::None, Futile::Official])?,
            1 => roots = vec![choices.choose_index(records.len())? as u32],
            2 => drop(records.remove(at)),
            3 => records.swap(at, other),
            4 => records[at].edges = records[other].edges.clone(),
            5 => records[at].position = records[other].position.clone(),
            6 => change_position(choices, &mut records[at].position)?,
            7 | 8 => change_statement(choices, &mut records[at].statement)?,
            _ => change_edges(choices, &mut records[at].edges)?,
        }
    }
    Ok(written(&header, &records, &roots))
}

fn change_position(choices: &mut Unstructured, position: &mut Position) -> Result<()> {
    if choices.ratio(1, 3)? {
        position.set_side_to_move(!position.side_to_move());
    } else if choices.ratio(1, 3)? {
        let color = *choices.choose(&[position.side_to_move(), !position.side_to_move()])?;
        let mut hand = position.hand(color);
        let kind = *choices.choose(&HAND_KINDS)?;
        hand.set(kind, choices.int_in_range(0..=kind.set_count())?);
        position.set_hand(color, hand);
    } else {
        let square = Square::new(choices.int_in_range(0..=80)?);
        match *choices.choose(&PieceKind::ALL)? {
            _ if position.is_stone(square) => {}
            PieceKind::King => position.remove(square),
            kind => position.put(square, Piece::new(position.side_to_move(), kind)),
        }
    }
    Ok(())
}

fn change_statement(choices: &mut Unstructured, statement: &mut Statement) -> Result<()> {
    let plies = match statement.claim {
        Claim::Within(plies) | Claim::NotWithin(plies) => plies,
        Claim::NoMate => 1,
    };
    let plies = if choices.ratio(1, 2)? { plies } else { choices.int_in_range(0..=15)? };
    match choices.int_in_range(0..=4)? {
        0 => statement.claim = Claim::Within(plies.saturating_sub(2)),
        1 => statement.claim = Claim::NotWithin(plies + 2),
        2 => statement.claim = Claim::NoMate,
        3 => statement.any_hand = !statement.any_hand,
        _ => statement.label = if choices.ratio(1, 2)? { Some(choices.int_in_range(0..=9)?) } else { None },
    }
    Ok(())
}

fn change_edges(choices: &mut Unstructured, edges: &mut Vec<Edge>) -> Result<()> {
    const ROLES: [Role; 6] = [Role::Move, Role::Kept, Role::Futile, Role::Floor, Role::Capture, Role::Other];
    if edges.is_empty() {
        return Ok(());
    }
    let at = choices.choose_index(edges.len())?;
    match choices.int_in_range(0..=4)? {
        0 => drop(edges.remove(at)),
        1 => edges.insert(at, edges[at]),
        2 => edges[at].role = *choices.choose(&ROLES)?,
        3 => edges[at].mv = Move::from_bits(choices.arbitrary::<u16>()? & 0x7fff).unwrap_or(edges[at].mv),
        _ => {
            edges[at].link = match choices.int_in_range(0..=2)? {
                0 => Link::Obvious,
                1 => Link::Record(choices.arbitrary::<u16>()?.into()),
                _ => Link::Label(choices.int_in_range(0..=9)?),
            }
        }
    }
    Ok(())
}

fn written(header: &Header, records: &[Record], roots: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes, header).expect("room");
    for Record { position, statement, edges } in records {
        let mut edges = edges.clone();
        let own = writer.records();
        // Links to records that are not there yet cannot be written.
        for edge in &mut edges {
            if let Link::Record(number) = &mut edge.link {
                *number %= own.max(1);
                if own == 0 {
                    edge.link = Link::Obvious;
                }
            }
        }
        writer.write(position, *statement, &edges).expect("room");
    }
    writer.finish(roots).expect("room");
    bytes
}
