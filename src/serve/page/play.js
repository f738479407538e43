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
    const { reply, words } = this.#reply(node, finding);
    this.tell(words, finding.plies);
    if (!reply) return;
    const next = line.add([reply], "played", node);
    next.ja = node.legal?.moves.find((move) => move.usi === reply)?.ja ?? null;
    line.grown();
    line.go(next);
  }

  /** The engine's move and what it says to it; where it knows none, it says so. */
  #reply(node, finding) {
    if (finding.verdict === "mate") {
      return { reply: node.children.find((child) => child.kinds.has("answer"))?.usi, words: "playMateIn" };
    }
    if (finding.refuted) return { reply: finding.refuted, words: "playHolds" };
    const isKnown = finding.verdict === "nomate";
    if (this.role === "attacker") return { words: isKnown ? "playNoMate" : "playNoAttack" };
    if (isKnown && line.problem.rule !== "tsume") return { words: "playNoMate" };
    const reply = node.legal?.moves.find((move) => move.allowed)?.usi;
    return { reply, words: reply ? "playUnsure" : "playNoReply" };
  }
}
