// What follows after a move: a small search from the position behind it, and why it does not mate.

import { asked } from "./asked.js";
import { nameLines } from "./answer_tree.js";
import { Quick, Superseded } from "./quick.js";
import { line } from "./line.js";
import { other, sfenOf } from "./position.js";

const quick = new Quick("explore");
/** So many replies are tried for a refutation. */
const MOST_REPLIES = 60;

function requestFor(node) {
  return { kind: "solve", sfen: sfenOf(line.positionOf(node)), ...asked(line.problem), max_solutions: 10 };
}

/**
 * Finds out what follows behind a node and puts it there: `finding` is `{ verdict, plies, exact, refuted }`, its line
 * hangs below the node. `legal` is what the server says of the position behind it.
 */
export async function explore(node, fetchLegal) {
  node.finding = { verdict: "asking" };
  line.grown();
  try {
    node.finding = await find(node, fetchLegal);
  } catch (error) {
    node.finding = error instanceof Superseded ? null : { verdict: "unknown", sentence: error.sentence };
  }
  line.grown();
  nameLines();
  return node.finding;
}

async function find(node, fetchLegal) {
  const legal = await fetchLegal(node);
  if (legal?.mated && isGoal(node)) return { verdict: "mated" };
  const answer = await quick.ask(requestFor(node));
  const finding = { verdict: answer.verdict, plies: answer.plies, exact: answer.exact };
  if (answer.verdict === "nomate" && !isProvedNone(answer)) finding.verdict = "unknown";
  if (answer.verdict === "mate") {
    for (const moves of answer.solutions.listed) line.add(moves, "answer", node);
  } else if (isProvedNone(answer) && isDefendersTurn(node) && line.problem.rule === "tsume") {
    finding.refuted = await refutation(node, legal);
  }
  return finding;
}

/** Whether the mate of the side to move is what the rule asks for. */
function isGoal(node) {
  return (line.problem.rule === "helpselfmate") !== isDefendersTurn(node);
}

/** Only a proof says that there is none. */
const isProvedNone = (answer) => answer.verdict === "nomate" && answer.exact;

const isDefendersTurn = (node) => line.positionOf(node).turn === other(line.problem.attacker);

/** A reply after which no mate follows; it becomes the first below the node. */
async function refutation(node, legal) {
  for (const { usi } of (legal?.moves ?? []).slice(0, MOST_REPLIES)) {
    const isNew = !node.child(usi);
    const reply = line.add([usi], "refutation", node);
    let isProved = false;
    // Whoever leaves before the answer has seen nothing refuted.
    try {
      isProved = isProvedNone(await quick.ask(requestFor(reply)));
    } finally {
      if (!isProved) {
        reply.kinds.delete("refutation");
        if (isNew) node.children = node.children.filter((child) => child !== reply);
      }
    }
    if (isProved) {
      node.chosen = reply;
      reply.finding = { verdict: "nomate" };
      return usi;
    }
  }
  return null;
}

export function stopExploring() {
  quick.cancel();
}
