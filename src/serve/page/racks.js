// Both hands and the box: rows of pieces with their numbers, always all kinds, so that nothing moves while one edits.

import { el } from "./dom.js";
import { t } from "./language.js";
import { kindText } from "./names.js";
import { pieceIcon } from "./pieces.js";
import { KINDS, boxOf, other } from "./position.js";

const BOX = ["K", ...KINDS, "O"];

export class Rack {
  #buttons = new Map();

  /** `rack` is `black`, `white` or `box`. */
  constructor(node, rack) {
    this.rack = rack;
    this.node = node;
    for (const kind of rack === "box" ? BOX : KINDS) {
      const count = el("span", { class: "count" });
      const button = el("button", { type: "button", class: "rack-piece" }, pieceIcon(this.#piece(kind)), count);
      button.dataset.rack = rack;
      button.dataset.kind = kind;
      this.#buttons.set(kind, { button, count });
      node.append(button);
    }
  }

  #piece(kind) {
    return { kind, side: this.rack === "white" ? "white" : "black", promoted: false };
  }

  /** `held` is the piece of this rack that was taken up. */
  show(position, held) {
    const counts = this.rack === "box" ? boxOf(position) : position.hands[this.rack];
    for (const [kind, { button, count }] of this.#buttons) {
      const number = counts[kind];
      const isHeld = held?.kind === kind;
      const owner = this.rack === "box" ? t("inBox") : t("inHand", t(this.rack));
      count.textContent = kind === "O" ? "" : number;
      button.classList.toggle("none", number === 0);
      button.classList.toggle("too-many", number < 0);
      button.classList.toggle("held", isHeld);
      button.classList.toggle("turned", this.rack === "box" && isHeld && held.side === other("black"));
      button.setAttribute("aria-pressed", String(isHeld));
      button.setAttribute("aria-label", `${owner} ${kindText(kind)}${kind === "O" ? "" : ` ${number}`}`);
    }
  }
}
