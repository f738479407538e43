// Names of squares, pieces and sides for readers and for screen readers.

import { currentLanguage, t } from "./language.js";
import { isStone } from "./position.js";

const FILES = "９８７６５４３２１";
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

export const kindText = (kind) => (kind === "O" ? t("stone") : t(kind));
