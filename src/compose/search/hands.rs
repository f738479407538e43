//! Reading the hands of a template: SFEN hands with ranges and sets.

use super::error::{TemplateError, TemplateErrorKind as Kind};
use super::pieces::pieces;
use super::text::Part;
use crate::types::{Color, Hand, Piece, PieceKind};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The largest number of different hands that a side may have.
const MOST_HANDS: usize = 1_000_000;

/// The hands that each side may have, in ascending order.
pub(super) fn read(part: Part) -> Result<[Vec<Hand>; 2], TemplateError> {
    let mut hands = Color::ALL.map(|_| BTreeSet::from([Hand::EMPTY.to_bits()]));
    let mut rest = if part.text == "-" { part.slice(1, 1) } else { part };
    while !rest.text.is_empty() {
        let (digits, behind) = rest.count();
        let counts = match digits {
            None => 1..=1,
            Some(digits) => range(digits).ok_or_else(|| rest.error(Kind::Hand))?,
        };
        let Some((item, behind)) = behind.item()? else { return Err(rest.error(Kind::Hand)) };
        rest = behind;
        let members = pieces(item)?;
        let color = color_of(&members).ok_or_else(|| item.error(Kind::Hand))?;
        let kinds: Vec<Option<PieceKind>> =
            members.iter().map(|member| member.map(|piece| piece.kind())).collect();
        let side = &mut hands[color.index()];
        *side = with_more(side, &kinds, counts, MOST_HANDS).ok_or_else(|| item.error(Kind::Hand))?;
        if side.len() > MOST_HANDS {
            return Err(item.error(Kind::TooManyHands));
        }
    }
    Ok(hands.map(|hands| hands.into_iter().map(Hand::from_bits).collect()))
}

/// The side that owns these pieces; `None` when they belong to both sides, or cannot be in a hand.
fn color_of(members: &[Option<Piece>]) -> Option<Color> {
    let mut pieces = members.iter().flatten();
    let first = pieces.next()?;
    let can_be_held = |piece: &Piece| !piece.kind().is_promoted() && piece.kind() != PieceKind::King;
    let is_one_side =
        members.iter().flatten().all(|piece| piece.color() == first.color() && can_be_held(piece));
    is_one_side.then_some(first.color())
}

/// The hands that result from adding `counts` pieces, each of one of `kinds` or none. `None` when a hand
/// would hold too many pieces. Once there are more than `most` hands, those with still more pieces are left
/// out.
fn with_more(
    hands: &BTreeSet<u64>,
    kinds: &[Option<PieceKind>],
    counts: RangeInclusive<usize>,
    most: usize,
) -> Option<BTreeSet<u64>> {
    let mut found = BTreeSet::new();
    let mut current = hands.clone();
    for count in 0..=*counts.end() {
        if counts.contains(&count) {
            found.extend(&current);
        }
        if count == *counts.end() {
            break;
        }
        if current.len() > most {
            // There are at least as many hands with more pieces, and the caller rejects so many anyway.
            found.extend(&current);
            break;
        }
        let mut next = BTreeSet::new();
        for &bits in &current {
            for kind in kinds {
                let mut hand = Hand::from_bits(bits);
                if let Some(kind) = *kind {
                    if hand.count(kind) == Hand::MAX {
                        return None;
                    }
                    hand.add(kind);
                }
                next.insert(hand.to_bits());
            }
        }
        current = next;
    }
    Some(found)
}

/// A count such as `2`, or a range: `0-2`.
pub(super) fn range(text: &str) -> Option<RangeInclusive<usize>> {
    let number = |text: &str| text.parse().ok().filter(|&count: &usize| count <= Hand::MAX as usize);
    let (least, most) = match text.split_once('-') {
        Some((least, most)) => (number(least)?, number(most)?),
        None => (number(text)?, number(text)?),
    };
    (least <= most && most > 0).then_some(least..=most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_hands_are_seen_before_the_least_count() {
        let none = BTreeSet::from([Hand::EMPTY.to_bits()]);
        let kinds = [PieceKind::Pawn, PieceKind::Lance, PieceKind::Knight].map(Some);
        let count = |most| with_more(&none, &kinds, 3..=4, most).map(|hands| hands.len());
        // Ten hands of three pieces and fifteen of four; six of two.
        assert_eq!((count(100), count(5)), (Some(25), Some(6)));
    }
}
