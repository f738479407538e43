// Pieces as pictures, from the outlines that the program's own diagrams have: no font is needed.

import { el, svg } from "./dom.js";
import { handsText } from "./names.js";
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

/** So many squares are shown at least, so that pieces stand somewhere. */
const LEAST_SQUARES = 4;

/** A small board without hands, for lists: the part of it where pieces stand. */
function thumbnail(position) {
  const taken = position.squares.flatMap((piece, index) => (piece ? [[index % 9, Math.floor(index / 9)]] : []));
  const [left, top, size] = part(taken);
  const pieces = taken.map(([column, row]) => {
    const place = `translate(${column * 100} ${row * 100})`;
    return svg("g", { transform: place }, drawPiece(position.squares[row * 9 + column]));
  });
  const lines = Array.from({ length: 10 }, (_, step) => `M0 ${step * 100}h900M${step * 100} 0v900`).join("");
  const board = [
    svg("rect", { width: 900, height: 900, class: "board-wood" }),
    svg("path", { d: lines, class: "lines" }),
  ];
  const viewBox = `${left * 100} ${top * 100} ${size * 100} ${size * 100}`;
  return el("span", { class: "thumbnail" }, svg("svg", { viewBox, "aria-hidden": "true" }, board, pieces));
}

/** A name with the small board and the hands of its position. */
export function withBoard(position, name) {
  const words = el("span", {}, name, el("span", { class: "note" }, ` ${handsText(position)}`));
  return [thumbnail(position), words];
}

/** The smallest square of the board that has all pieces in it: column, row and size. */
function part(taken) {
  const [columns, rows] = [0, 1].map((axis) => taken.map((place) => place[axis]));
  const reach = (numbers) => (numbers.length === 0 ? [0, 8] : [Math.min(...numbers), Math.max(...numbers)]);
  const [[left, right], [top, bottom]] = [reach(columns), reach(rows)];
  const size = Math.min(9, Math.max(LEAST_SQUARES, right - left + 1, bottom - top + 1));
  return [Math.max(0, right + 1 - size), Math.min(top, 9 - size), size];
}
