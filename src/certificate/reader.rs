//! Reading certificates, one record at a time.

use super::encoding::{
    ANY_HAND, ATTACKER_MOVES, END, HAS_LABEL, MAGIC, OTHER_HAND, VERSION, hand_of, in_play, link_of,
    on_board, without,
};
use super::error::{Fault, HeaderFault, Unreadable};
use super::record::{Claim, Edge, Header, Role, Statement, policy_named};
use crate::position::{Futile, Position, Rule, Token};
use crate::types::{Color, Hand, Move, Piece, Square};
use crc32fast::Hasher;
use std::io::{self, BufRead, BufReader, Read};

/// The length limit of a header line.
const LONGEST_LINE: usize = 1024;
/// The limit of edges in a record: a position has no more moves.
const MOST_EDGES: u64 = 2048;
/// The checksum is updated in pieces of this many bytes.
const PIECE: usize = 1 << 16;

/// The records of a certificate in order, unchecked: [`check`](super::check()) checks them.
pub struct Reader<R: Read> {
    input: BufReader<R>,
    /// The bytes read that are not yet included in the checksum.
    fresh: Vec<u8>,
    checksum: Hasher,
    offset: u64,
    /// The problem of the certificate.
    pub header: Header,
    /// All pieces in play, except kings.
    in_play: Hand,
    /// The position of the last record.
    pub position: Position,
    /// The claim of the last record.
    pub statement: Statement,
    /// The edges of the last record.
    pub edges: Vec<Edge>,
    records: u32,
}

/// Whether an input, from its beginning, starts like a certificate of any version.
///
/// # Errors
/// Errors of the input.
pub fn is_certificate(input: impl Read) -> io::Result<bool> {
    let mut head = Vec::new();
    input.take(MAGIC.len() as u64).read_to_end(&mut head)?;
    Ok(head == MAGIC.as_bytes())
}

/// Converts an error of the input. A compressed input reports its own premature end as such an error.
fn unread(error: io::Error) -> Fault {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Fault::CutOff,
        _ => error.into(),
    }
}

const fn unreadable<T>(what: Unreadable) -> Result<T, Fault> {
    Err(Fault::Unreadable(what))
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// The fault in it; or, if the file is damaged, the damage, which may have caused the fault.
    pub fn new(input: R) -> Result<Reader<R>, Fault> {
        let position = Position::empty();
        let header = Header { root: position.clone(), attacker: Color::Black, policy: Futile::Official };
        let statement = Statement { claim: Claim::NoMate, any_hand: false, label: None };
        let mut reader = Reader {
            input: BufReader::new(input),
            fresh: Vec::new(),
            checksum: Hasher::new(),
            offset: 0,
            header,
            in_play: Hand::EMPTY,
            position,
            statement,
            edges: Vec::new(),
            records: 0,
        };
        reader.read_version()?;
        match reader.read_question() {
            Ok(()) => Ok(reader),
            Err(fault) if fault.may_be_damage() => Err(reader.damage().unwrap_or(fault)),
            Err(fault) => Err(fault),
        }
    }

    /// Reads the first line, which identifies the file.
    fn read_version(&mut self) -> Result<(), Fault> {
        let line =
            self.line().map_err(|fault| if fault == Fault::CutOff { Fault::Foreign } else { fault })?;
        match line.strip_prefix(MAGIC) {
            None => Err(Fault::Foreign),
            // No version has such a name: the line ends were converted by a program that took the file for
            // text.
            Some(version) if version.ends_with('\r') => Err(Fault::LineEnds),
            Some(version) if version != VERSION.to_string() => Err(Fault::Version(Token::shown(version))),
            Some(_) => Ok(()),
        }
    }

    /// Reads the problem of the certificate.
    fn read_question(&mut self) -> Result<(), Fault> {
        let root = Position::from_sfen(&self.line()?).map_err(HeaderFault::from)?;
        let attacker = self.line()?;
        let attacker = Color::ALL.into_iter().find(|color| color.to_string() == attacker);
        let attacker = attacker.ok_or(HeaderFault::Attacker)?;
        let policy = policy_named(&self.line()?).ok_or(HeaderFault::Policy)?;
        if let Some(defect) = root.problem_defects(Rule::Tsume, attacker).into_iter().next() {
            return Err(HeaderFault::Defect(defect).into());
        }
        self.position = root.clone();
        self.in_play = in_play(&root);
        self.header = Header { root, attacker, policy };
        Ok(())
    }

    fn line(&mut self) -> Result<String, Fault> {
        let mut line = Vec::new();
        loop {
            match self.byte()? {
                b'\n' => break,
                _ if line.len() == LONGEST_LINE => return Err(Fault::Foreign),
                byte => line.push(byte),
            }
        }
        String::from_utf8(line).map_err(|_| Fault::Foreign)
    }

    /// The number of bytes read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The number of records read.
    pub fn records(&self) -> u32 {
        self.records
    }

    fn byte(&mut self) -> Result<u8, Fault> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(unread)?;
        self.offset += 1;
        self.fresh.push(byte[0]);
        if self.fresh.len() >= PIECE {
            self.hash_fresh();
        }
        Ok(byte[0])
    }

    fn hash_fresh(&mut self) {
        self.checksum.update(&self.fresh);
        self.fresh.clear();
    }

    fn number(&mut self) -> Result<u64, Fault> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        unreadable(Unreadable::Number)
    }

    fn small(&mut self) -> Result<u32, Fault> {
        let number = self.number()?;
        u32::try_from(number).or_else(|_| unreadable(Unreadable::Number))
    }

    fn plies(&mut self) -> Result<u16, Fault> {
        let number = self.number()?;
        u16::try_from(number).or_else(|_| unreadable(Unreadable::Length))
    }

    /// Reads the next record. Returns false at the end.
    ///
    /// # Errors
    /// The fault in it.
    pub fn read(&mut self) -> Result<bool, Fault> {
        let tag = self.byte()?;
        if tag == END {
            return Ok(false);
        }
        let known = 3 | ANY_HAND | HAS_LABEL | OTHER_HAND | ATTACKER_MOVES;
        let claim = match tag & 3 {
            1 if tag & !known == 0 => Claim::Within(self.plies()?),
            2 if tag & !known == 0 => Claim::NotWithin(self.plies()?),
            3 if tag & !known == 0 => Claim::NoMate,
            _ => return unreadable(Unreadable::RecordKind),
        };
        let label = if tag & HAS_LABEL != 0 { Some(self.small()?) } else { None };
        self.statement = Statement { claim, any_hand: tag & ANY_HAND != 0, label };
        self.read_position(tag)?;
        self.edges.clear();
        let count = self.number()?;
        if count > MOST_EDGES {
            return unreadable(Unreadable::MoveCount);
        }
        for _ in 0..count {
            let code = self.number()?;
            let role = usize::try_from(code >> 15).ok().and_then(|role| Role::ALL.get(role).copied());
            let mv = Move::from_bits(code as u16 & 0x7fff);
            let (Some(role), Some(mv)) = (role, mv) else {
                return unreadable(Unreadable::Move);
            };
            let Some(link) = link_of(self.number()?, self.records) else { return Err(Fault::Circular(mv)) };
            self.edges.push(Edge { role, mv, link });
        }
        self.records = self.records.checked_add(1).ok_or(Fault::Surplus)?;
        Ok(true)
    }

    fn read_position(&mut self, tag: u8) -> Result<(), Fault> {
        let changes = self.number()?;
        if changes > 81 {
            return unreadable(Unreadable::SquareCount);
        }
        for _ in 0..changes {
            let (square, cell) = (self.byte()?, self.byte()?);
            let Some(square) = Square::all().nth(square.into()) else {
                return unreadable(Unreadable::Square);
            };
            match Piece::from_index(cell) {
                _ if self.position.is_stone(square) => return Err(Fault::Position),
                Some(piece) => self.position.put(square, piece),
                None if cell == 0 => self.position.remove(square),
                None => return unreadable(Unreadable::Piece),
            }
        }
        let attacker = self.header.attacker;
        let hand = match tag & OTHER_HAND {
            0 => self.position.hand(attacker),
            _ => hand_of(self.number()?).ok_or(Fault::Position)?,
        };
        let rest = without(self.in_play, on_board(&self.position)).and_then(|held| without(held, hand));
        self.position.set_hand(attacker, hand);
        self.position.set_hand(!attacker, rest.ok_or(Fault::Position)?);
        self.position.set_side_to_move(if tag & ATTACKER_MOVES != 0 { attacker } else { !attacker });
        if self.position.defects().is_empty() { Ok(()) } else { Err(Fault::Position) }
    }

    /// Reads the part after the last record: the numbers of the records about the root.
    ///
    /// # Errors
    /// The fault in it.
    pub fn read_end(&mut self) -> Result<Vec<u32>, Fault> {
        if self.number()? != u64::from(self.records) {
            return unreadable(Unreadable::RecordCount);
        }
        let count = self.number()?;
        if count > 3 {
            return unreadable(Unreadable::ClaimCount);
        }
        let roots = (0..count).map(|_| self.small()).collect::<Result<_, _>>()?;
        self.hash_fresh();
        let found = self.checksum.clone().finalize();
        let mut stated = [0; 4];
        for byte in &mut stated {
            *byte = self.byte()?;
        }
        let stated = u32::from_le_bytes(stated);
        if found != stated {
            return Err(Fault::Checksum { found, stated });
        }
        let rest = self.input.fill_buf().map_err(unread)?;
        if rest.is_empty() { Ok(roots) } else { Err(Fault::Surplus) }
    }

    /// Called after a fault: whether it is due to damage, according to the checksum of the whole file, and to
    /// the decompressor of the input, which has its own checksum.
    pub(super) fn damage(mut self) -> Option<Fault> {
        loop {
            let piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(error) => return Some(unread(error)),
            };
            if piece.is_empty() {
                break;
            }
            let length = piece.len();
            self.fresh.extend_from_slice(piece);
            self.input.consume(length);
            let end = self.fresh.len().saturating_sub(4);
            self.checksum.update(&self.fresh[..end]);
            self.fresh.drain(..end);
        }
        let at = self.fresh.len().checked_sub(4)?;
        self.checksum.update(&self.fresh[..at]);
        let stated = u32::from_le_bytes(self.fresh[at..].try_into().ok()?);
        let found = self.checksum.finalize();
        (found != stated).then_some(Fault::Checksum { found, stated })
    }
}
