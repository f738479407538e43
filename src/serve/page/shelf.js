// The shelf: problems that this browser keeps, with their names; all of them as one file of problems.

import { isCooperative } from "./asked.js";
import { button, byId, download, el, replaceItems } from "./dom.js";
import { t } from "./language.js";
import { model, solutionsMeant } from "./model.js";
import { withBoard } from "./pieces.js";
import { parseSfen, sfenOf } from "./position.js";
import { boxToHand } from "./transforms.js";

const STORED = "tsumugi.shelf";

const read = () => JSON.parse(localStorage.getItem(STORED) ?? "[]");

/** A value as problem sets write it. */
const escaped = (value) =>
  value
    .replace(/[\r\n]+/g, " ")
    .trim()
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;");

/** A problem as a line of a problem set. */
export function setLine(problem) {
  const { sfen, line, title, rule, attacker, policy, condition, solutions } = problem;
  const moves = line.length > 0 ? ` moves ${line.join(" ")}` : "";
  const position = moves ? `position sfen ${sfen}${moves}` : sfen;
  const ofRule = isCooperative(problem) ? { condition, "intended-solutions": solutions } : { policy };
  const fields = { title, rule, attacker, ...ofRule };
  const stated = Object.entries(fields).filter(([, value]) => value && escaped(value));
  return [position, ...stated.map(([key, value]) => `${key}=${escaped(value)}`)].join(" ; ");
}

export class Shelf {
  #kept = read();

  constructor() {
    byId("shelf-save").addEventListener("submit", (event) => {
      event.preventDefault();
      const { position: _, ...problem } = model.problem;
      this.#add([{ ...problem, sfen: model.sfen, title: byId("shelf-title").value }]);
      byId("shelf-title").value = "";
    });
    byId("shelf-export").addEventListener("click", () => this.#export());
    byId("shelf-undo").addEventListener("click", () => this.#undo());
    addEventListener("storage", (event) => {
      if (event.key !== STORED) return;
      this.#kept = read();
      this.show();
    });
    document.addEventListener("language", () => this.show());
    this.show();
  }

  /** Keeps problems as `/api/convert` gives them. */
  keep(problems) {
    this.#add(
      problems.map((problem) => ({
        sfen: problem.rest ? sfenOf(boxToHand(parseSfen(problem.sfen), problem.rest)) : problem.sfen,
        rule: problem.rule ?? model.problem.rule,
        attacker: problem.attacker ?? null,
        policy: problem.policy === "none" ? "none" : null,
        condition: problem.condition === "none" ? null : (problem.condition ?? null),
        solutions: solutionsMeant(problem.intended_solutions),
        line: problem.line ?? [],
        title: problem.title ?? problem.id ?? "",
      })),
    );
  }

  #add(problems) {
    this.#store([...problems, ...this.#kept]);
  }

  #store(kept) {
    try {
      localStorage.setItem(STORED, JSON.stringify(kept));
    } catch {
      byId("shelf-message").textContent = t("shelfFull");
      return;
    }
    byId("shelf-message").textContent = "";
    this.#kept = kept;
    this.show();
  }

  #remove(entry) {
    this.removed = { entry, index: this.#kept.indexOf(entry) };
    this.#store(this.#kept.filter((other) => other !== entry));
  }

  #undo() {
    if (this.removed) this.#store(this.#kept.toSpliced(this.removed.index, 0, this.removed.entry));
    this.removed = null;
    this.show();
  }

  #open({ sfen, rule, attacker, policy, line, condition = null, solutions = null }) {
    model.change({ position: parseSfen(sfen), rule, attacker, policy, condition, solutions, line });
  }

  #export() {
    const text = `${this.#kept.map(setLine).join("\n")}\n`;
    download(new Blob([text], { type: "text/plain;charset=utf-8" }), "tsumugi-shelf.sfen");
  }

  show() {
    const items = this.#kept.map((entry, index) => {
      const name = entry.title || `${t(entry.rule)} ${this.#kept.length - index}`;
      const open = button(withBoard(parseSfen(entry.sfen), name), () => this.#open(entry), {
        class: "kept",
      });
      const remove = button("×", () => this.#remove(entry), {
        class: "small",
        "aria-label": t("removeKept", name),
        title: t("remove"),
      });
      return el("li", {}, open, remove);
    });
    replaceItems(byId("shelf"), items);
    byId("shelf-count").textContent = items.length > 0 ? String(items.length) : "";
    byId("shelf-export").disabled = items.length === 0;
    byId("shelf-undo").hidden = !this.removed;
  }
}
