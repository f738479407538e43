// The tree of moves of an answer: its solutions, variations, and what `check` found beside them.

import { ruled } from "./asked.js";
import { api } from "./api.js";
import { line } from "./line.js";

/** So many lines get their Japanese names at once; others when they are looked at. */
const NAMED = 24;

/** Shows the diagram of an answer, with all its lines. */
export function openAnswer(answer) {
  const { sfen, rule, attacker, policy, condition } = answer;
  line.reset({ sfen, rule, attacker, policy, condition });
  return addAnswer(answer);
}

/** Puts the lines of an answer into the tree of its diagram. */
export function addAnswer(answer) {
  const { solutions, variations = [], check } = answer;
  line.answer = answer;
  const main = check?.main ?? check?.differences?.main ?? check?.intended?.line ?? [];
  if (main.length > 0 && (solutions?.listed ?? []).length > 0) line.add(main, "solution");
  for (const moves of solutions?.listed ?? []) line.add(moves, "solution");
  const first = solutions?.listed?.[0] ?? [];
  for (const variation of variations) {
    line.add(variation.moves, "variation", line.add(first.slice(0, variation.ply - 1), "solution"));
  }
  if (check?.sound_line) line.add(check.sound_line, "solution");
  addFindings(check, main);
  line.grown();
  return nameLines();
}

function addFindings(check, main) {
  for (const { ply, findings } of Array.isArray(check?.plies) ? check.plies : []) {
    const before = line.add(main.slice(0, ply - 1), "solution");
    for (const finding of findings) {
      const moves = finding.line ?? [finding.move];
      line.add(moves, "found", before);
      before.child(moves[0]).kinds.add(finding.kind);
    }
  }
  for (const { ply, alternatives } of check?.differences?.listed ?? []) {
    const before = line.add(main.slice(0, ply - 1), "solution");
    for (const alternative of alternatives) {
      line.add([alternative.move], "found", before);
      const { kinds } = before.child(alternative.move);
      kinds.add("difference");
      kinds.add(alternative.kind);
    }
  }
}

/** Asks for the names of moves, line after line; ends when another diagram takes its place. */
export async function nameLines() {
  const { root, problem } = line;
  for (const leaf of line.leaves().slice(0, NAMED)) {
    const path = line.path(leaf);
    if (path.length === 0 || path.every((node) => node.ja)) continue;
    const legal = await api
      .legal({ sfen: problem.sfen, ...ruled(problem), moves: path.map((node) => node.usi) })
      .catch(() => null);
    if (root !== line.root) return;
    legal?.line.forEach((move, index) => (path[index].ja = move.ja));
    line.grown();
  }
}
