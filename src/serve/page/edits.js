// Single changes of a position by an editor: each gives a new position, or `null` where it cannot be.

import { KINDS, boxOf, canPromote, copyOf, isStone, other } from "./position.js";

/** The piece at a place (see pointer.js), if there is one to take up. */
export function pieceAt(position, place) {
  if (place.rack === "board") return position.squares[place.index];
  if (!place.kind) return null;
  if (place.rack === "box") {
    if (place.kind !== "O" && boxOf(position)[place.kind] < 1) return null;
    return { kind: place.kind, side: sideFromBox(position, place.kind), promoted: false };
  }
  return position.hands[place.rack][place.kind] > 0 ? { kind: place.kind, side: place.rack, promoted: false } : null;
}

/** The first king is the defender's, who is White in most problems. */
function sideFromBox(position, kind) {
  const hasWhiteKing = position.squares.some((piece) => piece?.kind === "K" && piece.side === "white");
  return kind === "K" && !hasWhiteKing ? "white" : "black";
}

function taken(position, place) {
  const next = copyOf(position);
  if (place.rack === "board") next.squares[place.index] = null;
  else if (place.rack !== "box") next.hands[place.rack][place.kind] -= 1;
  return next;
}

/** A piece from one place to another; outside of all places it goes into the box. */
export function moved(position, from, to, piece) {
  if (to?.rack === "board") {
    if (from.rack === "board" && from.index === to.index) return null;
    const next = taken(position, from);
    next.squares[to.index] = piece;
    return next;
  }
  if (!to || to.rack === "box") return from.rack === "box" ? null : taken(position, from);
  if (!KINDS.includes(piece.kind) || from.rack === to.rack) return null;
  const next = taken(position, from);
  next.hands[to.rack][piece.kind] += 1;
  return next;
}

/** Own, own promoted, the other side's, the other side's promoted, and again. */
export function turnedOver(position, index) {
  const piece = position.squares[index];
  if (!piece || isStone(piece)) return null;
  const promotes = canPromote(piece) && !piece.promoted;
  const side = promotes ? piece.side : other(piece.side);
  return withPiece(position, index, { ...piece, side, promoted: promotes });
}

export function withPiece(position, index, piece) {
  const next = copyOf(position);
  next.squares[index] = piece;
  return next;
}

export function promotedOrNot(position, index) {
  const piece = position.squares[index];
  if (!piece || isStone(piece) || !canPromote(piece)) return null;
  return withPiece(position, index, { ...piece, promoted: !piece.promoted });
}

/** One more or one less of a kind in a hand, out of the box or into it. */
export function handChanged(position, side, kind, by) {
  if (by > 0 ? boxOf(position)[kind] < 1 : position.hands[side][kind] < 1) return null;
  const next = copyOf(position);
  next.hands[side][kind] += by;
  return next;
}
