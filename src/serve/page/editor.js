// The mode in which the position is set up, by pointer and by keys.

import { handChanged, moved, pieceAt, promotedOrNot, turnedOver, withPiece } from "./edits.js";
import { t } from "./language.js";
import { kindText, pieceText, squareText } from "./names.js";
import { model } from "./model.js";
import { COUNTS, KINDS, boxOf, other } from "./position.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 };

export class Editor {
  #held = null;
  #cursor = 40;

  /** `redraw` shows the position again; `say` tells screen readers what was done. */
  constructor(redraw, say) {
    this.redraw = redraw;
    this.say = say;
  }

  get #position() {
    return model.problem.position;
  }

  view(hasFocus) {
    const held = this.#held;
    return {
      board: {
        position: this.#position,
        cursor: hasFocus ? this.#cursor : null,
        held: held?.place.rack === "board" ? held.place.index : null,
      },
      racks: held && held.place.rack !== "board" ? { [held.place.rack]: held.piece } : {},
    };
  }

  leave() {
    this.#held = null;
  }

  pieceAt(place) {
    return pieceAt(this.#position, place);
  }

  click(place, keepsHolding) {
    if (place.rack === "board") this.#cursor = place.index;
    if (!this.#held) this.#takeUp(place);
    else if (this.#isHeldAt(place)) this.#clickHeld();
    else this.#putDown(place, keepsHolding);
    this.redraw();
  }

  drop(from, to) {
    const piece = this.pieceAt(from);
    this.#held = null;
    if (to?.rack === "board") this.#cursor = to.index;
    if (piece) this.#become(moved(this.#position, from, to, piece));
    this.redraw();
  }

  turn(place) {
    this.#held = null;
    if (place.rack === "board") {
      this.#cursor = place.index;
      this.#become(turnedOver(this.#position, place.index));
    } else if (place.rack !== "box" && place.kind) {
      this.#become(handChanged(this.#position, place.rack, place.kind, -1));
    }
    this.redraw();
  }

  #isHeldAt(place) {
    const { place: at } = this.#held;
    return at.rack === place.rack && at.index === place.index && at.kind === place.kind;
  }

  #takeUp(place) {
    const piece = this.pieceAt(place);
    if (piece) this.#held = { place, piece };
    else if (place.kind && place.rack !== "box") this.#become(handChanged(this.#position, place.rack, place.kind, 1));
  }

  /** A second click on a piece of the box takes it for the other side, a third puts it back. */
  #clickHeld() {
    const { place, piece } = this.#held;
    const first = this.pieceAt(place);
    if (place.rack === "box" && piece.kind !== "O" && first?.side === piece.side) {
      this.#held = { place, piece: { ...piece, side: other(piece.side) } };
    } else {
      this.#held = null;
    }
  }

  #putDown(place, keepsHolding) {
    const { place: from, piece } = this.#held;
    const next = moved(this.#position, from, place, piece);
    if (!next && place.rack === from.rack) {
      this.#held = null;
      this.#takeUp(place);
      return;
    }
    this.#become(next);
    const isLeft = from.rack !== "board" && this.pieceAt(from);
    if (!keepsHolding || !isLeft) this.#held = null;
  }

  #become(position) {
    if (position) model.edit(position);
  }

  /** A key on the board; `true` where it meant something. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { key } = event;
    if (key in ARROWS) this.#moveCursor(key);
    else if (key === "Enter" || key === " ") this.click({ rack: "board", index: this.#cursor }, event.shiftKey);
    else if (key === "Delete" || key === "Backspace" || key === ".") this.#set(null);
    else if (key === "Escape") this.#held = null;
    else if (key === "+" || key === ";") this.#become(promotedOrNot(this.#position, this.#cursor));
    else if (key === "/" || key === "*") this.#become(turnedOver(this.#position, this.#cursor));
    else if (!this.#letter(key)) return false;
    this.#announce();
    this.redraw();
    return true;
  }

  #letter(key) {
    const kind = key.toUpperCase();
    if (key.length !== 1 || !(kind in COUNTS || kind === "O" || kind === "X")) return false;
    if (kind === "O" || kind === "X") this.#set({ kind: "O", side: "black", promoted: false });
    else this.#set({ kind, side: key === kind ? "white" : "black", promoted: false });
    return true;
  }

  #set(piece) {
    const there = this.#position.squares[this.#cursor];
    const isLeft = !piece || piece.kind === "O" || there?.kind === piece.kind || boxOf(this.#position)[piece.kind] > 0;
    if (isLeft) this.#become(withPiece(this.#position, this.#cursor, piece));
    else this.say(t("noneLeft", kindText(piece.kind)));
  }

  #moveCursor(key) {
    const column = this.#cursor % 9;
    if ((key === "ArrowLeft" && column === 0) || (key === "ArrowRight" && column === 8)) return;
    const next = this.#cursor + ARROWS[key];
    if (next >= 0 && next < 81) this.#cursor = next;
  }

  #announce() {
    const piece = this.#position.squares[this.#cursor];
    this.say(`${squareText(this.#cursor)} ${piece ? pieceText(piece) : t("emptySquare")}`);
  }

  /** A key on a piece of a hand: its letters and plus and minus change numbers. */
  rackKey(event, rack, kind) {
    if (event.ctrlKey || event.metaKey || event.altKey || rack === "box") return false;
    const letter = event.key.toUpperCase();
    const isLetter = event.key.length === 1 && KINDS.includes(letter);
    const wanted = isLetter ? letter : kind;
    const by = { "+": 1, ";": 1, "-": -1, Delete: -1, Backspace: -1 }[event.key];
    const step = isLetter ? (event.key === letter ? -1 : 1) : by;
    if (!step) return false;
    this.#become(handChanged(this.#position, rack, wanted, step));
    this.say(`${t("inHand", t(rack))} ${kindText(wanted)} ${this.#position.hands[rack][wanted]}`);
    this.redraw();
    return true;
  }
}
