// Try it out: the engine answers for one side, as well as a small search knows.

import { explore } from "./explore.js";
import { line } from "./line.js";
import { other } from "./position.js";

export class Opponent {
  /** For whom the engine plays: `none`, `defender` or `attacker`. */
  role = "none";

  constructor(mover, tell) {
    this.mover = mover;
    this.tell = tell;
  }

  #isToMove(node) {
    if (this.role === "none") return false;
    const { attacker } = line.problem;
    return line.positionOf(node).turn === (this.role === "attacker" ? attacker : other(attacker));
  }

  /** After a move was made, or the role was taken: what is known, and the engine's move where it is its turn. */
  async answer(node) {
    const isToMove = this.#isToMove(node);
    const finding = await explore(node, (at) => this.mover.fetchLegal(at));
    if (!finding || !isToMove || line.current !== node || !this.#isToMove(node)) return;
    if (finding.verdict === "mated") return this.tell("playMated");
    const reply = this.#reply(node, finding);
    if (!reply) return this.tell(this.role === "attacker" ? "playNoAttack" : "playUnknown");
    this.tell(finding.verdict === "mate" ? "playMateIn" : "playHolds", finding.plies);
    const next = line.add([reply], "played", node);
    next.ja = node.legal?.moves.find((move) => move.usi === reply)?.ja ?? null;
    line.grown();
    line.go(next);
  }

  #reply(node, finding) {
    if (finding.verdict === "mate") return node.children.find((child) => child.kinds.has("answer"))?.usi;
    if (finding.refuted) return finding.refuted;
    if (this.role === "attacker") return null;
    return node.legal?.moves.find((move) => move.allowed)?.usi;
  }
}
