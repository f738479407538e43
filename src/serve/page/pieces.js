// Pieces as pictures, from the outlines that the program's own diagrams have: no font is needed.

import { el, svg } from "./dom.js";
import { isStone } from "./position.js";

const LETTERS = { P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉" };
const PROMOTED = { P: "と", L: "杏", N: "圭", S: "全", B: "馬", R: "龍" };

/** The wooden piece in a box of 100 × 100. */
const WOOD = "M50 5L77 15Q81 17 82 21L90 89Q90 94 85 94H15Q10 94 10 89L18 21Q19 17 23 15Z";

const glyphId = (letter) => `u${letter.codePointAt(0).toString(16)}`;

/** Puts the outlines on the page, where pictures refer to them. */
export function installOutlines(outlines) {
  const paths = Object.entries(outlines).map(([letter, d]) => svg("path", { id: glyphId(letter), d }));
  document.body.append(
    svg("svg", { class: "outlines", "aria-hidden": "true", focusable: "false" }, svg("defs", {}, paths)),
  );
}

/** A character in a box with its upper left corner at a place. */
export function glyph(letter, x, y, size, className) {
  const transform = `translate(${x} ${y}) scale(${size / 1000})`;
  return svg("use", { href: `#${glyphId(letter)}`, transform, class: className });
}

/** A piece in a box of 100 × 100, White's upside down. */
export function drawPiece(piece) {
  if (isStone(piece)) return svg("g", { class: "stone" }, svg("rect", { x: 12, y: 12, width: 76, height: 76, rx: 18 }));
  const letter = (piece.promoted ? PROMOTED : LETTERS)[piece.kind];
  return svg(
    "g",
    {
      class: piece.promoted ? "piece promoted" : "piece",
      transform: piece.side === "white" ? "rotate(180 50 50)" : null,
    },
    svg("path", { d: WOOD, class: "wood" }),
    glyph(letter, 19, 25, 62, "letter"),
  );
}

/** A piece as a picture of its own, for hands and for what follows the pointer. */
export function pieceIcon(piece) {
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: "piece-icon", "aria-hidden": "true", focusable: "false" },
    drawPiece(piece),
  );
}

/** A small board without hands, for lists. */
export function thumbnail(position) {
  const pieces = position.squares.map((piece, index) => {
    if (!piece) return null;
    const place = `translate(${(index % 9) * 100} ${Math.floor(index / 9) * 100})`;
    return svg("g", { transform: place }, drawPiece(piece));
  });
  const board = svg("rect", { width: 900, height: 900, class: "board-wood" });
  return el(
    "span",
    { class: "thumbnail" },
    svg("svg", { viewBox: "0 0 900 900", "aria-hidden": "true" }, board, pieces),
  );
}
