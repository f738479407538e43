//! Reading the text of a template: an SFEN with sets in brackets, followed by conditions.

use super::error::{TemplateError, TemplateErrorKind as Kind};
use super::pieces::{piece, pieces};
use super::template::{Conditions, Gap, Group, Template, is_dead_end};
use super::text::Part;
use super::{conditions, count, hands};
use crate::position::{Defect, Position};
use crate::problem::{Rule, default_attacker};
use crate::types::{Color, HAND_KINDS, Hand, Piece, PieceKind, Square};
use std::str::FromStr;

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Template, TemplateError> {
        template(text)
    }
}

/// Reads a template.
///
/// # Errors
/// The fault in the text, or that the template has no filling; with its place.
fn template(text: &str) -> Result<Template, TemplateError> {
    let lines = text.lines().zip(1..).map(|(text, line)| Part::line(text, line));
    let used = lines.filter(|line| !line.trim().text.is_empty() && !line.trim().text.starts_with('#'));
    let mut parts =
        used.flat_map(|line| line.split(';')).map(Part::trim).filter(|part| !part.text.is_empty());
    let position = parts.next().ok_or_else(|| Part::line("", 1).error(Kind::Ends))?;
    let mut words = position.words().skip_while(|word| matches!(word.text, "position" | "sfen"));
    let mut word = || words.next().ok_or_else(|| position.error(Kind::Ends));
    let (board, side, held) = (word()?, word()?, word()?);
    if let Some(number) = words.next()
        && number.text.parse::<u32>().is_err()
    {
        return Err(number.error(Kind::Trailing));
    }
    if let Some(more) = words.next() {
        return Err(more.error(Kind::Trailing));
    }
    let mut base = Position::empty();
    base.set_side_to_move(match side.text {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return Err(side.error(Kind::Side)),
    });
    let gaps = read_board(board, &mut base)?;
    let found = conditions::read(parts)?;
    let (groups, placements) = groups(&found.places, &base, &gaps)?;
    let kings = Color::ALL.map(|color| may_have_king(color, &base, &gaps, &groups));
    let attacker =
        attacker(found.attacker, found.rule(), &base, kings).map_err(|missing| board.error(missing))?;
    let solution = found.solution()?;
    let wanted = found.wanted(base.side_to_move() == attacker, &solution)?;
    let hands = hands::read(held)?;
    if found.gives_rest && hands[(!attacker).index()] != [Hand::EMPTY] {
        return Err(held.error(Kind::RestAndHand));
    }
    let conditions = Conditions {
        wanted,
        pieces: found.pieces.clone(),
        through: solution.through,
        line: solution.line,
        gives_rest: found.gives_rest,
    };
    let names_rule = found.rule.is_some();
    let template = Template { base, gaps, groups, placements, hands, conditions, attacker, names_rule };
    check_pieces(&template, board, found.pieces_at)?;
    Ok(template)
}

/// Reads the board: puts the fixed pieces on it, and returns the squares with several possible contents.
fn read_board(board: Part, base: &mut Position) -> Result<Vec<Gap>, TemplateError> {
    let ranks = board.text.split('/').count();
    if ranks != 9 {
        return Err(board.error(Kind::RankCount(ranks)));
    }
    let mut gaps = Vec::new();
    for (rank, part) in (1..).zip(board.split('/')) {
        let mut squares = 0;
        let mut rest = part;
        while let Some((item, behind)) = rest.item()? {
            rest = behind;
            let here =
                9u8.checked_sub(squares.min(9) as u8).and_then(|file| Square::from_file_rank(file, rank));
            squares += 1;
            match item.text {
                "O" => here.into_iter().for_each(|square| base.put_stone(square)),
                digit if digit.len() == 1 && matches!(digit.as_bytes()[0], b'1'..=b'9') => {
                    squares += usize::from(digit.as_bytes()[0] - b'1');
                }
                set if set.starts_with('[') => {
                    let mut choices = pieces(item)?;
                    let Some(square) = here else { continue };
                    choices.retain(|choice| choice.is_none_or(|piece| !is_dead_end(piece, square)));
                    if choices.is_empty() {
                        return Err(item.error(Kind::Nowhere));
                    }
                    gaps.push(Gap { square, choices });
                }
                _ => {
                    let piece = piece(item)?;
                    here.into_iter().for_each(|square| base.put(square, piece));
                }
            }
        }
        if squares != 9 {
            return Err(part.error(Kind::RankLength { rank: (b'a' + rank - 1) as char, squares }));
        }
    }
    let mut defects = base.defects();
    // The gaps decide whether a king can be captured.
    defects.retain(|defect| !matches!(defect, Defect::KingEnPrise { .. } | Defect::TooMany { .. }));
    if defects.is_empty() { Ok(gaps) } else { Err(board.error(Kind::Illegal(defects))) }
}

/// The groups of pieces that may stand anywhere, each with its places, and the number of ways to place all of
/// them.
fn groups(
    places: &[conditions::Placed],
    base: &Position,
    gaps: &[Gap],
) -> Result<(Vec<Group>, u128), TemplateError> {
    let is_free =
        |square: Square| !base.occupied().contains(square) && gaps.iter().all(|gap| gap.square != square);
    let (mut groups, mut placements): (Vec<Group>, u128) = (Vec::new(), 1);
    for placed in places {
        let squares = Square::all().filter(|&square| is_free(square) && placed.region.contains(square));
        let stand = |square| placed.pieces.iter().map(move |&piece| (square, piece));
        let places: Vec<(Square, Piece)> =
            squares.flat_map(stand).filter(|&(square, piece)| !is_dead_end(piece, square)).collect();
        if places.is_empty() && *placed.count.start() > 0 {
            return Err(placed.at.error(Kind::Nowhere));
        }
        if has_two_kings(&placed.pieces, *placed.count.start(), base, &groups) {
            return Err(placed.at.error(Kind::TwoKings));
        }
        // Pieces with the same possible places form one group, so that no filling is built twice.
        match groups.iter_mut().find(|group| group.places == places) {
            Some(Group { count, .. }) => {
                *count = count.start() + placed.count.start()..=count.end() + placed.count.end();
            }
            None => groups.push(Group { count: placed.count.clone(), places }),
        }
        let counted = if count::can_be_counted(&groups) { count::placements(&groups) } else { None };
        placements = counted.ok_or_else(|| placed.at.error(Kind::TooManyPlaced))?;
        if placements == 0 {
            return Err(placed.at.error(Kind::NoRoom));
        }
    }
    Ok((groups, placements))
}

/// Whether adding `count` of some pieces gives a side two kings in every filling.
fn has_two_kings(pieces: &[Piece], count: usize, base: &Position, groups: &[Group]) -> bool {
    let &[king] = pieces else { return false };
    let is_king_alone = |group: &&Group| group.places.iter().all(|&(_, piece)| piece == king);
    let placed: usize = groups.iter().filter(is_king_alone).map(|group| *group.count.start()).sum();
    let fixed = usize::from(base.king(king.color()).is_some());
    king.kind() == PieceKind::King && count > 0 && fixed + placed + count > 1
}

/// Whether some filling has a king of this side.
fn may_have_king(color: Color, base: &Position, gaps: &[Gap], groups: &[Group]) -> bool {
    let king = Piece::new(color, PieceKind::King);
    base.king(color).is_some()
        || gaps.iter().any(|gap| gap.choices.contains(&Some(king)))
        || groups
            .iter()
            .any(|group| *group.count.end() > 0 && group.places.iter().any(|place| place.1 == king))
}

/// The attacker: as stated, otherwise implied by the rule and the kings that a filling may have.
///
/// # Errors
/// When no filling has a king that the rule needs.
fn attacker(stated: Option<Color>, rule: Rule, base: &Position, kings: [bool; 2]) -> Result<Color, Kind> {
    let mut implied = Position::empty();
    implied.set_side_to_move(base.side_to_move());
    for color in Color::ALL.into_iter().filter(|color| kings[color.index()]) {
        implied.put(Square::new(8 * color as u8), Piece::new(color, PieceKind::King));
    }
    let attacker = stated.or_else(|| default_attacker(&implied, rule)).unwrap_or(Color::Black);
    let needed = match rule {
        Rule::Helpmate | Rule::Tsume => &[!attacker][..],
        Rule::Helpselfmate => &[!attacker, attacker],
    };
    match needed.iter().find(|color| !kings[color.index()]) {
        None => Ok(attacker),
        Some(&color) => Err(Kind::NoKing {
            rule,
            king: Piece::new(color, PieceKind::King),
            is_defenders: color != attacker,
        }),
    }
}

/// Checks that a filling can have the wanted numbers of pieces: of each kind, and in total.
fn check_pieces(template: &Template, board: Part, pieces_at: Option<Part>) -> Result<(), TemplateError> {
    let least_held = |color: Color, kind| {
        template.hands[color.index()].iter().map(|hand| hand.count(kind)).min().unwrap_or(0)
    };
    for kind in HAND_KINDS {
        let is_kind = |piece: Option<Piece>| piece.is_some_and(|piece| piece.kind().unpromoted() == kind);
        let fixed =
            template.base.occupied().into_iter().filter(|&sq| is_kind(template.base.piece_at(sq))).count();
        let gaps =
            template.gaps.iter().filter(|gap| gap.choices.iter().all(|&choice| is_kind(choice))).count();
        let groups =
            template.groups.iter().filter(|group| group.places.iter().all(|place| is_kind(Some(place.1))));
        let groups: usize = groups.map(|group| group.count.start()).sum();
        let held: u32 = Color::ALL.iter().map(|&color| least_held(color, kind)).sum();
        // A helpmate may deliberately have more pieces than a set, namely when all of them are fixed.
        let is_meant = gaps + groups == 0 && template.conditions.wanted.rule.is_cooperative();
        if (fixed + gaps + groups) as u32 + held > kind.set_count() && !is_meant {
            return Err(board.error(Kind::TooMany(kind)));
        }
    }
    let attackers = &template.hands[template.attacker.index()];
    let held = |most: bool| {
        let totals = attackers.iter().map(|hand| hand.total());
        if most { totals.max() } else { totals.min() }.unwrap_or(0)
    };
    let fixed = (template.base.pieces(Color::Black) | template.base.pieces(Color::White)).count();
    let gaps_least = template.gaps.iter().filter(|gap| !gap.choices.contains(&None)).count();
    let gaps_most = template.gaps.iter().filter(|gap| gap.choices.iter().any(Option::is_some)).count();
    let [groups_least, groups_most] = [
        template.groups.iter().map(|group| *group.count.start()).sum::<usize>(),
        template.groups.iter().map(|group| *group.count.end()).sum::<usize>(),
    ];
    let least = fixed + (gaps_least + groups_least) as u32 + held(false);
    let most = fixed + (gaps_most + groups_most) as u32 + held(true);
    let asked = &template.conditions.pieces;
    match pieces_at.filter(|_| least > *asked.end() || most < *asked.start()) {
        Some(at) => Err(at.error(Kind::Pieces)),
        None => Ok(()),
    }
}
