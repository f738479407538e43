// Names of squares, pieces and sides for readers and for screen readers.

import { currentLanguage, t } from "./language.js";
import { KINDS, isStone } from "./position.js";

const FILES = "９８７６５４３２１";
const PIECES = { R: "飛", B: "角", G: "金", S: "銀", N: "桂", L: "香", P: "歩" };
const RANKS = "一二三四五六七八九";

/** A square's name: 5五, or 5e in English. */
export function squareText(index) {
  const [column, row] = [index % 9, Math.floor(index / 9)];
  return currentLanguage() === "ja" ? `${9 - column}${RANKS[row]}` : `${9 - column}${"abcdefghi"[row]}`;
}

export const fileLetter = (column) => FILES[column];
export const rankLetter = (row) => RANKS[row];

/** A piece with its side: 後手の玉, White's king. */
export function pieceText(piece) {
  if (isStone(piece)) return t("stone");
  return t("sidesPiece", t(piece.side), t((piece.promoted ? "+" : "") + piece.kind));
}

/** The hands of a position in short: ▲金歩2. Empty ones are left out. */
export function handsText(position) {
  const hand = (side) =>
    KINDS.filter((kind) => position.hands[side][kind] > 0).map((kind) => {
      const count = position.hands[side][kind];
      return PIECES[kind] + (count > 1 ? count : "");
    });
  const marked = { "▲": hand("black"), "△": hand("white") };
  return Object.entries(marked)
    .filter(([, pieces]) => pieces.length > 0)
    .map(([mark, pieces]) => mark + pieces.join(""))
    .join(" ");
}

export const kindText = (kind) => (kind === "O" ? t("stone") : t(kind));
