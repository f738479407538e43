// The growth of the layers of a search as a small chart of bars; its size never changes.

import { svg } from "./dom.js";

const WIDTH = 300;
const HEIGHT = 64;

/** Bars by the logarithm of the numbers, since layers grow by factors. */
export function drawChart(node, layers) {
  node.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  const most = Math.log2(Math.max(2, ...layers) + 1);
  const step = Math.min(14, WIDTH / Math.max(1, layers.length));
  const bars = layers.map((count, ply) => {
    const height = (Math.log2(count + 1) / most) * (HEIGHT - 4);
    const bar = svg("rect", {
      x: ply * step,
      y: HEIGHT - height,
      width: Math.max(0.5, step - 1),
      height,
      class: "layer",
    });
    bar.append(svg("title", {}, `${ply}: ${count}`));
    return bar;
  });
  node.replaceChildren(...bars);
}
