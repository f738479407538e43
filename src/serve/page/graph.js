// The graph of the listed solutions: positions from left to right by plies, moves between them; where two lines come
// to one position they meet.

import { el, svg } from "./dom.js";
import { t } from "./language.js";
import { line } from "./line.js";
import { sfenOf } from "./position.js";

const STEP = 46;
const HEIGHT = 30;
const MARGIN = 18;

/** Layers of positions: each with its key, its node in the tree, and the lines of moves that lead to it. */
function layersOf(listed) {
  const layers = [];
  const edges = new Map();
  for (const moves of listed) {
    let node = line.root;
    let before = place(layers, 0, node);
    moves.forEach((usi, index) => {
      node = node.child(usi);
      const at = place(layers, index + 1, node);
      edges.set(`${index} ${before.key} ${at.key}`, { from: before, to: at });
      before = at;
    });
  }
  return { layers, edges: [...edges.values()] };
}

function place(layers, ply, node) {
  layers[ply] ??= new Map();
  const key = sfenOf(line.positionOf(node));
  if (!layers[ply].has(key)) layers[ply].set(key, { key, ply, node, row: layers[ply].size, lines: new Set() });
  const found = layers[ply].get(key);
  found.lines.add(line.movesTo(node).join(" "));
  return found;
}

/** Rows are set so that lines cross less: by the middle of the rows before them. */
function settle(layers, edges) {
  for (const layer of layers.slice(1)) {
    const middle = (position) => {
      const rows = edges.filter((edge) => edge.to === position).map((edge) => edge.from.row);
      return rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    const ordered = [...layer.values()].map((position) => ({ position, at: middle(position) }));
    ordered.sort((a, b) => a.at - b.at);
    ordered.forEach(({ position }, row) => (position.row = row));
  }
}

/** The picture; a click on a position goes there. */
export function drawGraph(listed, go) {
  const { layers, edges } = layersOf(listed);
  settle(layers, edges);
  const rows = Math.max(...layers.map((layer) => layer.size));
  const [width, height] = [MARGIN * 2 + STEP * (layers.length - 1), MARGIN * 2 + HEIGHT * (rows - 1)];
  const x = (position) => MARGIN + STEP * position.ply;
  const y = (position) => MARGIN + HEIGHT * (position.row + (rows - layers[position.ply].size) / 2);
  const lines = edges.map(({ from, to }) => {
    const middle = (x(from) + x(to)) / 2;
    return svg("path", {
      d: `M${x(from)} ${y(from)}C${middle} ${y(from)} ${middle} ${y(to)} ${x(to)} ${y(to)}`,
      class: "edge",
    });
  });
  const places = layers
    .flatMap((layer) => [...layer.values()])
    .map((position) => {
      const circle = svg("circle", { cx: x(position), cy: y(position), r: 6, class: "position" });
      circle.append(svg("title", {}, t("graphPlace", position.ply, position.node.ja ?? position.node.usi ?? "")));
      circle.dataset.lines = [...position.lines].join("|");
      circle.addEventListener("click", () => go(position.node));
      return circle;
    });
  const picture = {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": t("graphLabel", listed.length),
  };
  return el("div", { class: "graph" }, svg("svg", picture, lines, places));
}
