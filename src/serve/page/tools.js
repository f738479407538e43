// Buttons that change the whole position, and the choice of the rule.

import { CAPTURES, conditionOf, conditionParts } from "./asked.js";
import { byId, el } from "./dom.js";
import { model, solutionsMeant } from "./model.js";
import { emptyPosition, other } from "./position.js";
import { boxToHand, exchanged, handToBox, mirrored, shifted, turned } from "./transforms.js";

/** Who defends, before the server has said so: the side that alone has a king, and where both have one he who waits. */
export function defender() {
  const { attacker, position, rule } = model.problem;
  const kings = position.squares.filter((piece) => piece?.kind === "K").map((piece) => piece.side);
  if (attacker) return other(attacker);
  if (kings.length === 2 && rule === "tsume") return other(position.turn);
  return kings.length === 1 ? kings[0] : "white";
}

export function listenToTools() {
  const on = (id, change) =>
    byId(id).addEventListener("click", () => {
      const next = change(model.problem.position);
      if (next) model.edit(next);
    });
  on("mirror", mirrored);
  on("turn", turned);
  on("exchange", exchanged);
  on("rest", (position) => boxToHand(position, defender()));
  on("rest-back", (position) => handToBox(position, defender()));
  on("clear", () => emptyPosition());
  on("turn-side", (position) => ({ ...position, turn: other(position.turn) }));
  for (const button of document.querySelectorAll("[data-shift]")) {
    const [columns, rows] = button.dataset.shift.split(",").map(Number);
    button.addEventListener("click", () => {
      const next = shifted(model.problem.position, columns, rows);
      if (next) model.edit(next);
    });
  }
  byId("undo").addEventListener("click", () => model.undo());
  byId("redo").addEventListener("click", () => model.redo());
  byId("rule").addEventListener("change", (event) => model.change({ rule: event.target.value }));
  byId("attacker").addEventListener("change", (event) => model.change({ attacker: event.target.value || null }));
  byId("policy").addEventListener("change", (event) =>
    model.change({ policy: event.target.value === "none" ? "none" : null }),
  );
  byId("solutions-meant").addEventListener("change", (event) =>
    model.change({ solutions: solutionsMeant(event.target.value) }),
  );
  for (const side of ["attacker", "defender"]) {
    const select = byId(`captures-${side}`);
    select.append(...CAPTURES.map((name) => el("option", { value: name, "data-text": `captures-${name}` })));
    select.addEventListener("change", () => {
      const parts = { ...conditionParts(model.problem.condition), [side]: select.value || null };
      model.change({ condition: conditionOf(parts) });
    });
  }
}
