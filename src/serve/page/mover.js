// The mode in which moves are made: stepping through lines, and any legal move by pointer.

import { ruled } from "./asked.js";
import { api } from "./api.js";
import { line } from "./line.js";
import { moveParts } from "./position.js";

const STEPS = {
  ArrowRight: () => line.next(),
  ArrowLeft: () => line.previous(),
  ArrowDown: () => line.sibling(1),
  ArrowUp: () => line.sibling(-1),
  Home: () => line.first(),
  End: () => line.last(),
};

/** Moves that are worth an arrow, by what is known of them. */
function arrowKind(node, isOnly) {
  if (["cook", "early-mate", "order", "detour"].some((kind) => node.kinds.has(kind))) return "bad";
  if (["promotion", "distance", "last-move", "difference"].some((kind) => node.kinds.has(kind))) return "doubtful";
  return isOnly ? null : "good";
}

export class Mover {
  #held = null;
  #asked = null;

  /** `made` is called with the node of every move that is made; `choosePromotion` asks the user and gives a boolean. */
  constructor(redraw, made, choosePromotion) {
    this.redraw = redraw;
    this.made = made;
    this.choosePromotion = choosePromotion;
    line.addEventListener("go", () => {
      this.#held = null;
      this.fetchLegal();
    });
  }

  view() {
    const node = line.current;
    const { children } = node;
    const moves = children.map((child) => ({ usi: child.usi, kind: arrowKind(child, children.length === 1) }));
    return {
      board: {
        position: line.positionOf(node),
        last: node.usi ? moveParts(node.usi).to : null,
        held: this.#held?.rack === "board" ? this.#held.index : null,
        targets: new Set(this.#held ? this.#movesFrom(this.#held).map((usi) => moveParts(usi).to) : []),
        moves: moves.filter(({ kind }) => kind),
      },
      racks: this.#held && this.#held.rack !== "board" ? { [this.#held.rack]: this.pieceAt(this.#held) } : {},
    };
  }

  /** What the server says of the position that is shown; kept with its node. */
  async fetchLegal(node = line.current) {
    if (node.legal) return node.legal;
    this.#asked?.abort();
    this.#asked = new AbortController();
    const { problem } = line;
    const request = { sfen: problem.sfen, ...ruled(problem), moves: line.movesTo(node) };
    try {
      node.legal = await api.legal(request, this.#asked.signal);
    } catch {
      return null;
    }
    const path = line.path(node);
    node.legal.line.forEach((move, index) => path[index] && (path[index].ja = move.ja));
    line.grown();
    this.redraw();
    return node.legal;
  }

  #movesFrom(place) {
    const moves = line.current.legal?.moves ?? [];
    return moves
      .map((move) => move.usi)
      .filter((usi) => {
        const { from, drop } = moveParts(usi);
        return place.rack === "board" ? from === place.index : drop === place.kind && place.rack === this.#turn;
      });
  }

  get #turn() {
    return line.positionOf(line.current).turn;
  }

  leave() {
    this.#held = null;
  }

  pieceAt(place) {
    if (place.rack === "box" || this.#movesFrom(place).length === 0) return null;
    if (place.rack === "board") return line.positionOf(line.current).squares[place.index];
    return { kind: place.kind, side: place.rack, promoted: false };
  }

  click(place) {
    const held = this.#held;
    this.#held = null;
    if (held && place.rack === "board" && this.#candidates(held, place).length > 0) this.drop(held, place);
    else if (
      this.pieceAt(place) &&
      !(held?.rack === place.rack && held.index === place.index && held.kind === place.kind)
    ) {
      this.#held = place;
    }
    this.redraw();
  }

  #candidates(from, to) {
    if (to?.rack !== "board") return [];
    return this.#movesFrom(from).filter((usi) => moveParts(usi).to === to.index);
  }

  async drop(from, to) {
    const candidates = this.#candidates(from, to);
    this.#held = null;
    this.redraw();
    if (candidates.length === 0) return;
    let [usi] = candidates;
    if (candidates.length > 1) {
      const promotes = await this.choosePromotion();
      if (promotes === null) return;
      usi = candidates.find((candidate) => candidate.endsWith("+") === promotes);
    }
    this.make(usi);
  }

  /** Makes a legal move: goes along the line or leaves it. */
  make(usi) {
    const before = line.current;
    let node = before.child(usi);
    if (!node) {
      node = line.add([usi], "try", before);
      node.ja = before.legal?.moves.find((move) => move.usi === usi)?.ja ?? null;
      line.grown();
    }
    line.go(node);
    this.made(node);
  }

  turn() {}

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in STEPS)) return false;
    STEPS[event.key]();
    return true;
  }
}
