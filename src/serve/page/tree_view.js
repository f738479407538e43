// The tree of moves as text: the line goes on in a row, what leaves it stands below, indented.

import { el } from "./dom.js";
import { currentLanguage, t } from "./language.js";
import { line } from "./line.js";

/** More moves than these are not shown: a page with them is of no use. */
const MOST_NODES = 3000;
const SHOWN_KINDS = [
  ...["cook", "early-mate", "order", "detour", "promotion", "distance", "last-move", "drop-square", "drop-piece"],
  ...["difference", "equal-variation", "longer-variation", "longer-variation-with-surplus", "escape", "unclear"],
  ...["unknown", "refutation", "variation", "try"],
];

/** `notation` is `ja` or `usi`. */
export const moveName = (node, notation) => (notation === "ja" && node.ja) || node.usi;

export function preferredNotation() {
  return localStorage.getItem("tsumugi.notation") ?? (currentLanguage() === "ja" ? "ja" : "usi");
}

export class TreeView {
  #shown = 0;

  constructor(node) {
    this.node = node;
    node.addEventListener("click", (event) => {
      const chosen = this.nodes.get(event.target.closest("button"));
      if (chosen) this.choose(chosen);
    });
  }

  /** Draws the whole tree anew; `choose` is called with the node that is clicked. */
  show(choose, notation) {
    this.choose = choose;
    this.notation = notation;
    this.nodes = new Map();
    this.#shown = 0;
    const hadFocus = this.node.contains(document.activeElement);
    this.node.replaceChildren(...this.#branch(line.root).flat(Infinity).filter(Boolean));
    const current = this.node.querySelector("[aria-current]");
    current?.scrollIntoView({ block: "nearest" });
    if (hadFocus) current?.focus({ preventScroll: true });
  }

  /** The moves behind a node as a row, and a list of those that leave it. */
  #branch(node) {
    const row = [];
    const asides = [];
    let at = node;
    while (at.children.length > 0 && this.#shown < MOST_NODES) {
      const [main, ...rest] = at.children;
      row.push(this.#move(main));
      if (rest.length > 0) {
        asides.push(
          el(
            "ul",
            {},
            rest.map((child) => el("li", {}, this.#move(child), this.#branch(child))),
          ),
        );
        row.push(...asides.splice(0));
      }
      at = main;
    }
    return row;
  }

  #move(node) {
    this.#shown += 1;
    const isCurrent = node === line.current;
    const isEntry = isCurrent || (line.current === line.root && this.#shown === 1);
    const kind = SHOWN_KINDS.find((name) => node.kinds.has(name));
    const button = el(
      "button",
      {
        type: "button",
        class: `move ${kind ?? ""}`,
        tabindex: isEntry ? 0 : -1,
        "aria-current": isCurrent ? "step" : null,
      },
      el("span", { class: "ply" }, String(node.ply)),
      ` ${moveName(node, this.notation)}`,
    );
    this.nodes.set(button, node);
    const notes = [kind ? t(`kind-${kind}`) : null, findingText(node.finding)].filter(Boolean);
    return [button, notes.length > 0 ? el("span", { class: `note ${kind ?? ""}` }, notes.join(" ")) : null, " "];
  }
}

/** What a small search found behind a move that was tried. */
export function findingText(finding) {
  if (!finding) return null;
  if (finding.verdict === "mate")
    return finding.exact ? t("thenMate", finding.plies) : t("thenMateAtMost", finding.plies);
  if (finding.verdict === "nomate") return finding.refuted ? t("thenRefuted") : t("thenNoMate");
  return t({ asking: "asking", mated: "mated" }[finding.verdict] ?? "thenUnknown");
}
