// A position as the page edits it: squares, hands, side to move. It knows SFEN and no rules of moves: what is legal,
// the server says.

/** The kinds of pieces in the order of hands, and how many there are of each. */
export const KINDS = ["R", "B", "G", "S", "N", "L", "P"];
export const COUNTS = { K: 2, R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
const PROMOTABLE = new Set(["R", "B", "S", "N", "L", "P"]);
export const SIDES = ["black", "white"];

/** What is not an SFEN; `code` is a key of the texts. */
export class SfenError extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

export const other = (side) => (side === "black" ? "white" : "black");
export const isStone = (piece) => piece?.kind === "O";
export const canPromote = (piece) => PROMOTABLE.has(piece.kind);

/** The index of a square counts from 9a to 1i, row by row; its name is that of USI. */
export const squareName = (index) => `${9 - (index % 9)}${"abcdefghi"[Math.floor(index / 9)]}`;
export function squareIndex(name) {
  return "abcdefghi".indexOf(name[1]) * 9 + 9 - Number(name[0]);
}

const emptyHand = () => Object.fromEntries(KINDS.map((kind) => [kind, 0]));

/** An empty board: all pieces are in the box. */
export function emptyPosition() {
  return { squares: Array(81).fill(null), hands: { black: emptyHand(), white: emptyHand() }, turn: "black" };
}

export function copyOf(position) {
  return {
    squares: position.squares.slice(),
    hands: { black: { ...position.hands.black }, white: { ...position.hands.white } },
    turn: position.turn,
  };
}

/** What stands nowhere: the box (駒箱). A number below zero says that there are too many. */
export function boxOf(position) {
  const box = { ...COUNTS };
  for (const piece of position.squares) {
    if (piece && !isStone(piece)) box[piece.kind] -= 1;
  }
  for (const side of SIDES) {
    for (const kind of KINDS) box[kind] -= position.hands[side][kind];
  }
  return box;
}

export function parseSfen(text) {
  const [board, turn = "b", hands = "-"] = text.trim().split(/\s+/);
  const position = emptyPosition();
  const rows = board.split("/");
  if (rows.length !== 9) throw new SfenError("badSfen");
  rows.forEach((row, rank) => readRow(row, position.squares, rank * 9));
  if (turn !== "b" && turn !== "w") throw new SfenError("badSfen");
  position.turn = turn === "w" ? "white" : "black";
  if (hands !== "-") readHands(hands, position);
  return position;
}

function readRow(row, squares, start) {
  let column = 0;
  for (const [, empty, plus, letter] of row.matchAll(/(\d)|(\+?)([A-Za-z])|./g)) {
    if (empty) {
      column += Number(empty);
      continue;
    }
    const kind = letter?.toUpperCase();
    if (!kind || column > 8 || !(kind in COUNTS || kind === "O")) throw new SfenError("badSfen");
    const piece = { kind, side: letter === kind ? "black" : "white", promoted: plus === "+" };
    if (piece.promoted && !canPromote(piece)) throw new SfenError("badSfen");
    squares[start + column] = piece;
    column += 1;
  }
  if (column !== 9) throw new SfenError("badSfen");
}

function readHands(text, position) {
  if (!/^(\d*[RBGSNLPrbgsnlp])+$/.test(text)) throw new SfenError("badSfen");
  for (const [, count, letter] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = letter.toUpperCase();
    position.hands[letter === kind ? "black" : "white"][kind] += count ? Number(count) : 1;
  }
}

const letterOf = (kind, side) => (side === "black" ? kind : kind.toLowerCase());

export function sfenOf(position) {
  const rows = [];
  for (let rank = 0; rank < 9; rank += 1) {
    let row = "";
    for (const piece of position.squares.slice(rank * 9, rank * 9 + 9)) {
      if (!piece) row += " ";
      else if (isStone(piece)) row += "O";
      else row += (piece.promoted ? "+" : "") + letterOf(piece.kind, piece.side);
    }
    rows.push(row.replace(/ +/g, (gap) => gap.length));
  }
  let hands = "";
  for (const side of SIDES) {
    for (const kind of KINDS) {
      const count = position.hands[side][kind];
      if (count > 0) hands += (count > 1 ? count : "") + letterOf(kind, side);
    }
  }
  return `${rows.join("/")} ${position.turn === "white" ? "w" : "b"} ${hands || "-"} 1`;
}

/** A move of USI in its parts; squares as indices. */
export function moveParts(usi) {
  const to = squareIndex(usi.slice(2, 4));
  if (usi[1] === "*") return { drop: usi[0], to, promotes: false };
  return { from: squareIndex(usi.slice(0, 2)), to, promotes: usi.endsWith("+") };
}

/** The position after a move that the server has found legal. */
export function afterMove(position, usi) {
  const next = copyOf(position);
  const { drop, from, to, promotes } = moveParts(usi);
  const taken = next.squares[to];
  if (taken && taken.kind !== "K") next.hands[next.turn][taken.kind] += 1;
  if (drop) {
    next.hands[next.turn][drop] -= 1;
    next.squares[to] = { kind: drop, side: next.turn, promoted: false };
  } else {
    const piece = next.squares[from];
    next.squares[from] = null;
    next.squares[to] = { ...piece, promoted: piece.promoted || promotes };
  }
  next.turn = other(next.turn);
  return next;
}
