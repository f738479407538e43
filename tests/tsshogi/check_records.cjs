// Reads what we wrote with tsshogi, the record library of ShogiHome.
//
// usage: node check_records.cjs FILE
//
// A line of FILE is a JSON object: format (kif, ki2, csa or jkf), text, sfen of the root, lines (every line from the root to
// its end as USI moves, sorted as text). Exit code 1: something is read in another way; the first few are shown.
"use strict";
const fs = require("fs");
const { Move, importCSA, importJKFString, importKI2, importKIF } = require("tsshogi");

const SHOWN = 5;
const importers = { kif: importKIF, ki2: importKI2, csa: importCSA, jkf: importJKFString };

// Every line of a record from its root to an end.
function lines(record) {
  const found = [];
  record.forEach((node) => {
    const moves = [];
    for (let at = node; at; at = at.prev) {
      if (at.move instanceof Move) moves.unshift(at.move.usi);
    }
    const next = [];
    for (let at = node.next; at; at = at.branch) next.push(at);
    const goesOn = next.some((at) => at.move instanceof Move);
    if (!goesOn && node.move instanceof Move) found.push(moves.join(" "));
  });
  return found.sort();
}

let records = 0;
let differing = 0;
for (const line of fs.readFileSync(process.argv[2], "utf8").split("\n")) {
  if (!line) continue;
  const ours = JSON.parse(line);
  records += 1;
  const record = importers[ours.format](ours.text);
  let difference;
  if (record instanceof Error) {
    difference = `${record.name}: ${record.message}`;
  } else if (record.initialPosition.sfen !== ours.sfen) {
    difference = `root ${record.initialPosition.sfen}, ours ${ours.sfen}`;
  } else {
    const theirs = JSON.stringify(lines(record));
    if (theirs !== JSON.stringify(ours.lines)) difference = `${theirs}, ours ${JSON.stringify(ours.lines)}`;
  }
  if (difference) {
    differing += 1;
    if (differing <= SHOWN) console.log(`${ours.format}: ${difference}\n${ours.text}`);
  }
}
console.log(`${records} records, ${differing} differ`);
process.exit(differing > 0 ? 1 : 0);
