// The graph of solutions: positions from left to right by plies, moves between them; where two lines come to one
// position they meet. It comes from the server, with all solutions, or is made of the lines that are listed.

import { el, svg } from "./dom.js";
import { t } from "./language.js";
import { line } from "./line.js";
import { sfenOf } from "./position.js";

const STEP = 46;
const HEIGHT = 30;
const MARGIN = 18;
/** A picture with more positions shows nothing. */
export const MOST_POSITIONS = 1500;

/** A position without the number of the move, by which lines meet. */
export const placeOf = (sfen) => sfen.split(" ").slice(0, 3).join(" ");

/** The graph of listed lines: `{ positions: [{ place, ply, moves }], edges: [{ from, to }] }`. */
export function graphOfLines(listed) {
  const positions = new Map();
  const edges = new Map();
  const at = (node) => {
    const place = placeOf(sfenOf(line.positionOf(node)));
    const key = `${node.ply} ${place}`;
    if (!positions.has(key)) {
      // Of a graph that is too large the positions are only counted.
      const moves = positions.size < MOST_POSITIONS ? line.movesTo(node) : null;
      positions.set(key, { place, ply: node.ply, moves });
    }
    return [key, positions.get(key)];
  };
  for (const moves of listed) {
    let node = line.root;
    let [before, from] = at(node);
    for (const usi of moves) {
      node = node.child(usi);
      const [key, to] = at(node);
      edges.set(`${before} ${key}`, { from, to });
      [before, from] = [key, to];
    }
  }
  return { positions: [...positions.values()], edges: [...edges.values()] };
}

/** The graph that the server wrote; its edges are in the order of plies. */
export function graphOfFile({ nodes, edges }) {
  // The moves to each position of a large one would take more memory than the page has.
  if (nodes.length > MOST_POSITIONS) return { positions: nodes, edges: [] };
  const positions = new Map(
    nodes.map(({ id, ply, sfen }) => [id, { place: placeOf(sfen), ply, moves: ply === 0 ? [] : null }]),
  );
  const joined = edges.map(({ from, to, move }) => {
    const [before, after] = [positions.get(from), positions.get(to)];
    after.moves ??= [...before.moves, move];
    return { from: before, to: after };
  });
  return { positions: [...positions.values()], edges: joined };
}

/** Rows of each ply, so that lines cross less: by the middle of the rows before them. */
function settle({ positions, edges }) {
  const layers = [];
  for (const position of positions) (layers[position.ply] ??= []).push(position);
  const before = new Map(positions.map((position) => [position, []]));
  for (const { from, to } of edges) before.get(to).push(from);
  for (const layer of layers) {
    const middle = (position) => {
      const rows = before.get(position).map(({ row }) => row);
      return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
    };
    const ordered = layer.map((position) => ({ position, at: middle(position) })).sort((a, b) => a.at - b.at);
    ordered.forEach(({ position }, row) => (position.row = row - (layer.length - 1) / 2));
  }
  return layers;
}

/** The picture; `go` gets the moves to the position that is clicked. */
export function drawGraph(graph, go) {
  const { positions, edges } = graph;
  if (positions.length > MOST_POSITIONS) return el("p", { class: "hint" }, t("graphTooLarge", positions.length));
  const layers = settle(graph);
  const rows = Math.max(...layers.map((layer) => layer.length));
  const [width, height] = [MARGIN * 2 + STEP * (layers.length - 1), MARGIN * 2 + HEIGHT * (rows - 1)];
  const x = ({ ply }) => MARGIN + STEP * ply;
  const y = ({ row }) => height / 2 + HEIGHT * row;
  const lines = edges.map(({ from, to }) => {
    const middle = (x(from) + x(to)) / 2;
    const curve = `M${x(from)} ${y(from)}C${middle} ${y(from)} ${middle} ${y(to)} ${x(to)} ${y(to)}`;
    return svg("path", { d: curve, class: "edge" });
  });
  const places = positions.map((position) => {
    const circle = svg("circle", { cx: x(position), cy: y(position), r: 6, class: "position" });
    circle.append(svg("title", {}, t("graphPlace", position.ply, position.moves.at(-1) ?? "")));
    circle.dataset.place = position.place;
    circle.addEventListener("click", () => go(position.moves));
    return circle;
  });
  const label = t("graphLabel", positions.length);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
  picture.append(...lines, ...places);
  return el("div", { class: "graph" }, picture);
}
