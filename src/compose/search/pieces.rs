//! Reading pieces, and sets of pieces in brackets.

use super::error::{TemplateError, TemplateErrorKind as Kind};
use super::text::Part;
use crate::types::{Color, Piece, PieceKind};

/// A piece such as `G`, `+r`.
pub(super) fn piece(item: Part) -> Result<Piece, TemplateError> {
    let letter = item.text.chars().last().unwrap_or(' ');
    let kind = PieceKind::from_letter(letter);
    let kind = if item.text.starts_with('+') { kind.and_then(PieceKind::promoted) } else { kind };
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    kind.map(|kind| Piece::new(color, kind)).ok_or_else(|| item.error(Kind::Piece))
}

/// The members of a set in brackets, or a single piece without brackets, in ascending order. `None` as a
/// member means no piece.
pub(super) fn pieces(item: Part) -> Result<Vec<Option<Piece>>, TemplateError> {
    if !item.text.starts_with('[') {
        return Ok(vec![Some(piece(item)?)]);
    }
    let mut found = Vec::new();
    let mut rest = item.slice(1, item.text.len() - 1);
    while let Some((member, behind)) = rest.item()? {
        rest = behind;
        match member.text {
            "-" => found.push(None),
            "*" => found.extend(Color::ALL.into_iter().flat_map(all_of)),
            "U" => found.extend(all_of(Color::Black)),
            "u" => found.extend(all_of(Color::White)),
            _ => found.push(Some(piece(member)?)),
        }
    }
    found.sort_unstable();
    found.dedup();
    if found.is_empty() { Err(item.error(Kind::Set)) } else { Ok(found) }
}

/// All pieces of a side except its king, promoted ones included.
fn all_of(color: Color) -> impl Iterator<Item = Option<Piece>> {
    let kinds = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::King);
    kinds.map(move |kind| Some(Piece::new(color, kind)))
}
