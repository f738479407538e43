//! Decides whether a diagram is a filling of a template, and which group placed each of its pieces.

use super::template::{Gap, Group, Template};
use crate::position::Position;
use crate::types::{Color, Piece, Square};

/// Whether two groups can place the same piece on the same square.
pub(super) fn groups_overlap(groups: &[Group]) -> bool {
    let overlap = |a: &Group, b: &Group| a.places.iter().any(|place| b.places.contains(place));
    groups.iter().enumerate().any(|(number, a)| groups[..number].iter().any(|b| overlap(a, b)))
}

/// Whether the mirror image of a filling can be a filling: the mirror image of everything fixed must be fixed
/// or possible too.
pub(super) fn has_mirror_images(template: &Template) -> bool {
    let base = &template.base;
    base.occupied().into_iter().all(|square| {
        let image = square.mirror();
        let Some(piece) = base.piece_at(square) else { return base.is_stone(image) };
        let in_gap = |gap: &Gap| gap.square == image && gap.choices.contains(&Some(piece));
        base.piece_at(image) == Some(piece)
            || template.gaps.iter().any(in_gap)
            || template.groups.iter().any(|group| group.places.contains(&(image, piece)))
    })
}

/// The possible assignments to groups of the pieces on a board that are neither fixed nor in a gap.
pub(super) fn assignments<'a>(template: &'a Template, position: &Position) -> Assignments<'a> {
    let base = &template.base;
    let mut pieces = Vec::new();
    let fits = position.stones() == base.stones()
        && Color::ALL.iter().all(|&color| template.hands[color.index()].contains(&position.hand(color)))
        && Square::all().all(|square| {
            let here = position.piece_at(square);
            if let Some(gap) = template.gaps.iter().find(|gap| gap.square == square) {
                return gap.choices.contains(&here);
            }
            if base.piece_at(square).is_some() {
                return base.piece_at(square) == here;
            }
            pieces.extend(here.map(|piece| (square, piece)));
            true
        });
    Assignments { groups: &template.groups, pieces, fits }
}

/// Whether the mirror image of a filling is a filling as well; the hands are ignored.
pub(super) fn is_filling_mirrored(template: &Template, position: &Position) -> bool {
    let mut mirror = position.mirror();
    for color in Color::ALL {
        template.hands[color.index()].first().iter().for_each(|&&hand| mirror.set_hand(color, hand));
    }
    assignments(template, &mirror).first().is_some()
}

/// The result of [`assignments`].
pub(super) struct Assignments<'a> {
    groups: &'a [Group],
    /// The pieces to be assigned, in the order of their squares.
    pieces: Vec<(Square, Piece)>,
    fits: bool,
}

impl Assignments<'_> {
    /// The first possible assignment: the index of the group of each piece, in the order of the squares.
    pub fn first(&self) -> Option<Vec<usize>> {
        let mut left: Vec<usize> = self.groups.iter().map(|group| *group.count.end()).collect();
        let mut chosen = Vec::new();
        (self.fits && self.assign(&mut chosen, &mut left)).then_some(chosen)
    }

    fn assign(&self, chosen: &mut Vec<usize>, left: &mut [usize]) -> bool {
        let Some(place) = self.pieces.get(chosen.len()) else {
            let placed = |(group, left): (&Group, &usize)| group.count.end() - left >= *group.count.start();
            return self.groups.iter().zip(&*left).all(placed);
        };
        for number in 0..self.groups.len() {
            if left[number] == 0 || !self.groups[number].places.contains(place) {
                continue;
            }
            left[number] -= 1;
            chosen.push(number);
            if self.assign(chosen, left) {
                return true;
            }
            chosen.pop();
            left[number] += 1;
        }
        false
    }
}
