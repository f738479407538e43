// A second opinion on the Japanese names of moves: tsshogi, the record library of ShogiHome.
//
// usage: node check_names.cjs FILE
//
// A line of FILE is an SFEN, the square on which the move before arrived (or -), and moves as USI=NAME, all separated by
// tabs. Exit code 1: at least one name differs; the first few are shown.
"use strict";
const fs = require("fs");
const { Position, Square, formatMove } = require("tsshogi");

const SHOWN = 20;

function square(text) {
  return Square.newByUSI(text);
}

let positions = 0;
let moves = 0;
let differing = 0;
for (const line of fs.readFileSync(process.argv[2], "utf8").split("\n")) {
  if (!line) continue;
  const [sfen, previous, ...names] = line.split("\t");
  // tsshogi knows no stones.
  if (sfen.includes("O")) continue;
  const position = new Position();
  if (!position.resetBySFEN(sfen)) throw new Error(`cannot read ${sfen}`);
  const lastMove = previous === "-" ? undefined : { to: square(previous) };
  positions += 1;
  for (const named of names) {
    const [usi, ours] = named.split("=");
    const move = position.createMoveByUSI(usi);
    if (!move) throw new Error(`cannot read ${usi} in ${sfen}`);
    // ☗ and ☖, and 同 before a blank or not, are ways to print the same.
    const theirs = formatMove(position, move, { lastMove }).replace("☗", "▲").replace("☖", "△").replace("竜", "龍");
    moves += 1;
    if (theirs.replace(/[　 ]/g, "") !== ours.replace(/[　 ]/g, "")) {
      differing += 1;
      if (differing <= SHOWN) console.log(`${sfen}\t${usi}: ours ${ours}, theirs ${theirs}`);
    }
  }
}
console.log(`${positions} positions, ${moves} moves, ${differing} differ`);
process.exit(differing > 0 ? 1 : 0);
