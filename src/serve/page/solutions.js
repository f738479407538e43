// The card of solutions: their list, the tree of moves, the legal moves of the position, and files of all that.

import { api, sentenceOf } from "./api.js";
import { answerFile, lineFile, pictureFile } from "./downloads.js";
import { button, byId, el, replaceItems } from "./dom.js";
import { t } from "./language.js";
import { line } from "./line.js";
import { model } from "./model.js";
import { sfenOf } from "./position.js";
import { drawGraph, graphOfFile, graphOfLines, placeOf } from "./graph.js";
import { TreeView, findingText, moveName, preferredNotation } from "./tree_view.js";
import { headline, particulars } from "./verdict.js";

/** Why a legal move is not one of the problem: only the attacker must give check. */
function reasonAgainst({ check }) {
  const attacks = line.positionOf(line.current).turn === line.problem.attacker;
  return attacks && !check ? "notAllowed" : "notPermitted";
}

export class Solutions {
  #tree = new TreeView(byId("tree"));
  #graphOf = null;

  /** `step` is called before every step that the user makes here: the page goes into the mode for moves. */
  constructor(mover, step) {
    this.mover = mover;
    this.step = step;
    this.notation = preferredNotation();
    for (const button of this.#steps()) {
      button.addEventListener("click", () => {
        this.step();
        line[button.dataset.step]();
      });
    }
    byId("notation").addEventListener("change", (event) => this.#chooseNotation(event.target.value));
    byId("download-line").addEventListener("click", () => this.#file(() => lineFile(byId("download-format").value)));
    byId("download-svg").addEventListener("click", () => this.#file(() => pictureFile("svg")));
    byId("download-png").addEventListener("click", () => this.#file(() => pictureFile("png")));
    byId("download-json").addEventListener("click", () => this.#file(() => answerFile()));
    byId("graph-details").addEventListener("toggle", () => this.#showGraph());
    line.addEventListener("change", () => this.show());
    line.addEventListener("go", () => this.show());
    document.addEventListener("language", () => this.show());
  }

  #chooseNotation(notation) {
    this.notation = notation;
    localStorage.setItem("tsumugi.notation", notation);
    this.show();
  }

  async #file(make) {
    try {
      await make();
      byId("download-message").textContent = "";
    } catch (error) {
      byId("download-message").textContent = sentenceOf(error, t("offline"));
    }
  }

  show() {
    if (!line.root) return;
    byId("notation").value = this.notation;
    this.#showSummary();
    this.#showList();
    this.#tree.show((node) => this.#go(node), this.notation);
    this.#showLegal();
    this.#showGraph();
    const { current } = line;
    const ends = { first: current === line.root, last: current.children.length === 0 };
    const isUseless = { first: ends.first, previous: ends.first, next: ends.last, last: ends.last };
    for (const button of this.#steps()) button.disabled = isUseless[button.dataset.step];
    byId("step-ply").textContent = byId("board-ply").textContent = t("plyOf", current.ply, line.end().ply);
  }

  /** The buttons for steps: in the card and below the board. */
  #steps() {
    return document.querySelectorAll("[data-step]");
  }

  #go(node) {
    this.step();
    line.go(node);
  }

  #showSummary() {
    const { answer } = line;
    const isOther = answer && answer.sfen !== model.sfen;
    const words = answer ? [headline(answer).text, ...particulars(answer)] : [t("noSolutions")];
    byId("solutions-summary").textContent = words.join(t("separator"));
    byId("solutions-open").hidden = !isOther;
  }

  #showList() {
    const listed = line.answer?.solutions?.listed ?? [];
    const items = listed.length < 2 ? [] : listed.map((moves) => this.#listed(moves));
    replaceItems(byId("solutions"), items);
    const count = line.answer?.solutions?.count;
    const isPart = listed.length > 1 && (!line.answer.solutions.exact || BigInt(count) > BigInt(listed.length));
    byId("solutions-more").textContent = isPart ? t("listedOf", listed.length, count) : "";
  }

  #listed(moves) {
    let node = line.root;
    const names = [];
    for (const usi of moves) {
      node = node?.child(usi);
      names.push(node ? moveName(node, this.notation) : usi);
    }
    const end = node;
    const isCurrent = line.path(line.end()).includes(end);
    return el(
      "li",
      {},
      button(names.join(" "), () => this.#follow(end), {
        class: "solution",
        "aria-current": isCurrent ? "true" : null,
      }),
    );
  }

  /** Chooses a line: the next steps go along it. */
  #follow(end) {
    this.step();
    for (let node = end; node?.parent; node = node.parent) node.parent.chosen = node;
    if (line.current.parent && !line.path(end).includes(line.current)) line.first();
    if (line.current === line.root) line.next();
    this.show();
  }

  #showLegal() {
    const { legal } = line.current;
    const sorted = (legal?.moves ?? []).toSorted((a, b) => Number(b.allowed) - Number(a.allowed));
    const moves = sorted.map((move) => {
      const child = line.current.child(move.usi);
      const note = child ? findingText(child.finding) : null;
      const name = this.notation === "ja" ? move.ja : move.usi;
      const kind = move.allowed ? "move" : "move not-allowed";
      const hint = move.allowed ? null : t(reasonAgainst(move));
      return el(
        "li",
        {},
        button(name, () => this.#try(move.usi), { class: kind, title: hint }),
        note && el("span", { class: "note" }, note),
      );
    });
    byId("legal-count").textContent = legal ? String(moves.length) : "";
    replaceItems(byId("legal"), moves);
  }

  #try(usi) {
    this.step();
    this.mover.make(usi);
  }

  /** The graph is drawn once for each answer, when it is looked at. */
  async #showGraph() {
    const { answer } = line;
    const listed = answer?.solutions?.listed ?? [];
    byId("graph-details").hidden = listed.length < 2;
    if (listed.length < 2 || !byId("graph-details").open) return;
    if (this.#graphOf !== answer) {
      this.#graphOf = answer;
      const go = (moves) => this.#go(line.add(moves, "solution"));
      const file = answer.job ? await api.graph(answer.job).catch(() => null) : null;
      if (this.#graphOf !== answer) return;
      byId("graph").replaceChildren(drawGraph(file ? graphOfFile(file) : graphOfLines(listed), go));
    }
    byId("graph").querySelector(".current")?.classList.remove("current");
    const place = placeOf(sfenOf(line.positionOf(line.current)));
    const nodes = [...byId("graph").querySelectorAll("[data-place]")];
    nodes.find((node) => node.dataset.place === place)?.classList.add("current");
  }
}
