// What is done to a whole position: shifts, mirror, turn, exchange of the sides, and where the box goes.

import { KINDS, boxOf, copyOf, emptyPosition, isStone, other } from "./position.js";

/** Everything one square to a side; `null` where a piece would leave the board. */
export function shifted(position, columns, rows) {
  const next = { ...copyOf(position), squares: Array(81).fill(null) };
  for (let index = 0; index < 81; index += 1) {
    if (!position.squares[index]) continue;
    const [column, row] = [(index % 9) + columns, Math.floor(index / 9) + rows];
    if (column < 0 || column > 8 || row < 0 || row > 8) return null;
    next.squares[row * 9 + column] = position.squares[index];
  }
  return next;
}

/** Left and right exchanged. */
export function mirrored(position) {
  const next = copyOf(position);
  next.squares = position.squares.map((_, index) => position.squares[index - (index % 9) + 8 - (index % 9)]);
  return next;
}

const ofOtherSide = (piece) => (piece && !isStone(piece) ? { ...piece, side: other(piece.side) } : piece);

/** Every piece, both hands and the move go to the other side; the squares stay. */
export function exchanged(position) {
  return {
    squares: position.squares.map(ofOtherSide),
    hands: { black: { ...position.hands.white }, white: { ...position.hands.black } },
    turn: other(position.turn),
  };
}

/** The board turned by 180°: as the other side sees it. */
export function turned(position) {
  const next = exchanged(position);
  next.squares.reverse();
  return next;
}

/** All that is in the box goes into a hand, as printed tsume mean it; kings stay there. */
export function boxToHand(position, side) {
  const next = copyOf(position);
  const box = boxOf(position);
  for (const kind of KINDS) next.hands[side][kind] += Math.max(0, box[kind]);
  return next;
}

/** A hand goes back into the box. */
export function handToBox(position, side) {
  const next = copyOf(position);
  next.hands[side] = emptyPosition().hands[side];
  return next;
}

/** The board to begin a problem with: the defender's king where most of them have it. */
export function blankProblem() {
  const position = emptyPosition();
  position.squares[7 + 9] = { kind: "K", side: "white", promoted: false };
  return position;
}
