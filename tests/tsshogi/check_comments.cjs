// Reads a KIF with the comments of an analysis by tsshogi, the record library of ShogiHome, and counts them.
//
// usage: node check_comments.cjs FILE
"use strict";
const fs = require("fs");
const { Move, importKIF } = require("tsshogi");

const record = importKIF(fs.readFileSync(process.argv[2], "utf8"));
if (record instanceof Error) {
  console.log(`${record.name}: ${record.message}`);
  process.exit(1);
}
let moves = 0;
let analysed = 0;
record.forEach((node) => {
  if (node.move instanceof Move) moves += 1;
  if (/^\*解析 0 候補1 .* 評価値 /m.test(node.comment)) analysed += 1;
});
console.log(`${moves} moves, ${analysed} positions with an analysis`);
