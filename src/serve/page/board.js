// The board as SVG: a grid of 81 cells for pointers, keys and screen readers, the pieces above it, marks above these.

import { svg } from "./dom.js";
import { t } from "./language.js";
import { fileLetter, pieceText, rankLetter, squareText } from "./names.js";
import { drawPiece, glyph } from "./pieces.js";
import { moveParts } from "./position.js";

const CELL = 100;
/** The corner of the board, with room for the numbers. */
const LEFT = 12;
const TOP = 42;
const SIZE = 9 * CELL;

const corner = (index) => [LEFT + (index % 9) * CELL, TOP + Math.floor(index / 9) * CELL];
const centre = (index) => corner(index).map((place) => place + CELL / 2);

export class Board {
  #cells = [];
  #pieces = svg("g", { class: "pieces", "aria-hidden": "true" });
  #marks = svg("g", { class: "marks", "aria-hidden": "true" });
  #position = null;

  constructor(node) {
    this.node = node;
    node.setAttribute("viewBox", `0 0 ${LEFT + SIZE + 40} ${TOP + SIZE + 12}`);
    node.append(...this.#frame(), ...this.#grid(), this.#pieces, this.#marks);
  }

  #frame() {
    const frame = svg("rect", { x: LEFT, y: TOP, width: SIZE, height: SIZE, class: "board-wood" });
    const numbers = [];
    for (let step = 0; step < 9; step += 1) {
      numbers.push(glyph(fileLetter(step), LEFT + CELL * step + 36, 6, 28, "number"));
      numbers.push(glyph(rankLetter(step), LEFT + SIZE + 8, TOP + CELL * step + 36, 28, "number"));
    }
    return [frame, svg("g", { "aria-hidden": "true" }, numbers)];
  }

  #grid() {
    const rows = [];
    for (let row = 0; row < 9; row += 1) {
      const cells = [];
      for (let index = row * 9; index < row * 9 + 9; index += 1) {
        const [x, y] = corner(index);
        const cell = svg("rect", { x, y, width: CELL, height: CELL, role: "gridcell", id: `square-${index}` });
        cell.dataset.square = index;
        cell.classList.add("square");
        this.#cells.push(cell);
        cells.push(cell);
      }
      rows.push(svg("g", { role: "row" }, cells));
    }
    let lines = "";
    for (let step = 1; step < 9; step += 1) {
      lines += `M${LEFT} ${TOP + CELL * step}h${SIZE}M${LEFT + CELL * step} ${TOP}v${SIZE}`;
    }
    const stars = [3, 6].flatMap((column) => [3, 6].map((row) => [LEFT + CELL * column, TOP + CELL * row]));
    const drawn = [
      svg("path", { d: lines, class: "lines" }),
      svg("rect", { x: LEFT, y: TOP, width: SIZE, height: SIZE, class: "edge" }),
      ...stars.map(([cx, cy]) => svg("circle", { cx, cy, r: 7, class: "star" })),
    ];
    return [...rows, svg("g", { "aria-hidden": "true", class: "ruled" }, drawn)];
  }

  /**
   * Shows a position. `cursor` is where keys work, `held` what was taken up, `targets` where it may go, `last` where
   * the last move went; `moves` are drawn as arrows.
   */
  show({ position, cursor = null, held = null, targets = new Set(), last = null, moves = [] }) {
    this.#position = position;
    this.#cells.forEach((cell, index) => {
      const piece = position.squares[index];
      cell.setAttribute("aria-label", `${squareText(index)} ${piece ? pieceText(piece) : t("emptySquare")}`);
      cell.setAttribute("aria-selected", String(index === held));
      cell.classList.toggle("cursor", index === cursor);
      cell.classList.toggle("target", targets.has(index));
      cell.classList.toggle("last", index === last);
    });
    if (cursor === null) this.node.removeAttribute("aria-activedescendant");
    else this.node.setAttribute("aria-activedescendant", `square-${cursor}`);
    this.#pieces.replaceChildren(
      ...position.squares.flatMap((piece, index) => (piece ? [this.#piece(piece, index, index === held)] : [])),
    );
    this.#marks.replaceChildren(...moves.map((move) => this.#arrow(move)));
  }

  #piece(piece, index, isHeld) {
    const [x, y] = corner(index);
    const place = svg(
      "g",
      { transform: `translate(${x} ${y})`, class: isHeld ? "place held" : "place" },
      drawPiece(piece),
    );
    place.dataset.at = index;
    return place;
  }

  /** A move as an arrow, a drop as a ring; `kind` is the class of its colour. */
  #arrow({ usi, kind }) {
    const { from, to } = moveParts(usi);
    const [x, y] = centre(to);
    if (from === undefined) return svg("circle", { cx: x, cy: y, r: 44, class: `mark ${kind}` });
    const [startX, startY] = centre(from);
    const length = Math.hypot(x - startX, y - startY);
    const [dx, dy] = [(x - startX) / length, (y - startY) / length];
    const [tipX, tipY] = [x - dx * 12, y - dy * 12];
    const [neckX, neckY] = [tipX - dx * 34, tipY - dy * 34];
    const head = `M${tipX} ${tipY}L${neckX - dy * 20} ${neckY + dx * 20}L${neckX + dy * 20} ${neckY - dx * 20}Z`;
    return svg(
      "g",
      { class: `mark ${kind}` },
      svg("path", { d: `M${startX} ${startY}L${neckX} ${neckY}`, class: "shaft" }),
      svg("path", { d: head, class: "head" }),
    );
  }

  /** Lets the piece on the last move's square come from where it was. */
  animate(usi, fromHand) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { from, to } = moveParts(usi);
    const place = this.#pieces.querySelector(`[data-at="${to}"]`);
    if (!place) return;
    this.#pieces.append(place);
    const [x, y] = corner(to);
    const [startX, startY] = from === undefined ? [x, y + (fromHand === "white" ? -70 : 70)] : corner(from);
    place.animate(
      [
        { transform: `translate(${startX}px, ${startY}px)`, opacity: from === undefined ? 0 : 1 },
        { transform: `translate(${x}px, ${y}px)`, opacity: 1 },
      ],
      { duration: 180, easing: "ease-out" },
    );
  }
}
