// Files of what is shown: records, pictures, answers.

import { asked, intended } from "./asked.js";
import { api } from "./api.js";
import { download } from "./dom.js";
import { line } from "./line.js";
import { model } from "./model.js";
import { sfenOf } from "./position.js";

/** Twice the size of the program's picture: sharp on paper. */
const SCALE = 2;
/** More branches than these no program shows. */
const MOST_LINES = 200;

/** An SFEN has no moves and says nothing of the problem. */
function requestFor(format, problem, stated) {
  const { rule, attacker, ...rest } = asked(problem);
  const request = { to: format, sfen: problem.sfen, rule, attacker };
  return format === "sfen" ? request : { ...request, ...rest, ...stated };
}

/** The line that is shown, as a record, with the other solutions and variations as its branches. */
export async function lineFile(format) {
  const request = requestFor(format, line.problem, { line: line.movesTo(line.end()) });
  if (format !== "sfen") request.lines = line.known().slice(0, MOST_LINES);
  const { text } = await api.convert(request);
  download(new Blob([text], { type: "text/plain;charset=utf-8" }), `tsumugi.${format}`);
}

/** The problem with its intended line, as text. */
export function problemText(format) {
  return api.convert(requestFor(format, { ...model.problem, sfen: model.sfen }, intended(model.problem)));
}

/** The position that is shown, as the program's own diagram. */
export async function pictureFile(kind) {
  const { current } = line;
  const picture = await api.diagram({ sfen: sfenOf(line.positionOf(current)), last: current.usi ?? undefined });
  download(kind === "svg" ? picture : await asPng(picture), `tsumugi.${kind}`);
}

async function asPng(picture) {
  const address = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth * SCALE, image.naturalHeight * SCALE];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The answer as `--json` prints it. */
export function answerFile() {
  const text = `${JSON.stringify(line.answer ?? line.problem)}\n`;
  download(new Blob([text], { type: "application/json" }), "tsumugi.json");
}
