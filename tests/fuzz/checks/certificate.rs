//! Certificates: what is accepted is true, says the plain solver, as far as it looks.

use super::Verdict;
use super::oracle::board::Side;
use super::oracle::sfen;
use super::oracle::tsume::{Oracle, Value};
use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};
use tsumugi::certificate::{Checked, check};
use tsumugi::position::Futile;
use tsumugi::report::{Lang, Message};
use tsumugi::types::Color;

/// Positions that the plain solver looks at for an answer.
const NODES: usize = 3_000;
/// Plies of a mate that it looks for where there is said to be none of any length.
const DEEPEST: u32 = 5;

/// A certificate without its checksum: the right one is put behind it.
pub fn sealed(body: &[u8]) -> Verdict {
    let mut certificate = body.to_vec();
    certificate.extend_from_slice(&crc32fast::hash(body).to_le_bytes());
    Verdict::of(judge(&certificate))
}

/// Whether a certificate is accepted.
pub fn judge(certificate: &[u8]) -> bool {
    match check(certificate) {
        Ok(checked) => {
            assert_eq!(checked.bytes, certificate.len() as u64);
            confirm(&checked);
            true
        }
        Err(error) => {
            assert!([Lang::En, Lang::Ja].iter().all(|&lang| !error.message(lang).is_empty()));
            false
        }
    }
}

/// What was confirmed before, so that many proofs of the same thing cost little.
static CONFIRMED: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);

fn confirm(checked: &Checked) {
    let header = &checked.header;
    let claims = format!(
        "{} {} {:?}: {:?} {:?} {:?}",
        header.root, header.attacker, header.policy, checked.mate, checked.none_within, checked.no_mate
    );
    if !CONFIRMED.lock().unwrap_or_else(PoisonError::into_inner).insert(claims.clone()) {
        return;
    }
    let board = sfen::read(&header.root.sfen()).expect("a position");
    let attacker = if header.attacker == Color::Black { Side::Black } else { Side::White };
    let is_official = header.policy == Futile::Official;
    let value = |most: u16| Oracle::new(attacker, is_official, true, NODES).value(&board, most.into());
    if let Some(mate) = checked.mate {
        let value = value(mate);
        assert!(matches!(value, Value::Mate(_) | Value::Undecided), "{claims}: {value:?}");
        assert!(!checked.no_mate, "{claims}");
        assert!(checked.none_within.is_none_or(|none| none < mate), "{claims}");
    }
    if let Some(none) = checked.none_within {
        let value = value(none);
        assert!(!matches!(value, Value::Mate(_)), "{claims}: {value:?}");
    }
    if checked.no_mate {
        let value = value(DEEPEST as u16);
        assert!(!matches!(value, Value::Mate(_)), "{claims}: {value:?}");
    }
}
