// The problem that is edited, its undo and redo, and its place in the page's address: a bookmark keeps it.

import { conditionParts } from "./asked.js";
import { parseSfen, sfenOf } from "./position.js";
import { blankProblem } from "./transforms.js";

const STORED = "tsumugi.edits";
export const RULES = ["helpmate", "tsume", "helpselfmate"];

/** What the address says: `#rule=tsume&sfen=…`, an underscore for a blank. */
export function addressOf(problem) {
  const parts = [`rule=${problem.rule}`];
  if (problem.attacker) parts.push(`attacker=${problem.attacker}`);
  if (problem.policy) parts.push(`policy=${problem.policy}`);
  if (problem.condition) parts.push(`condition=${problem.condition}`);
  if (problem.solutions) parts.push(`solutions=${problem.solutions}`);
  parts.push(`sfen=${sfenOf(problem.position).replaceAll(" ", "_")}`);
  if (problem.line.length > 0) parts.push(`moves=${problem.line.join("_")}`);
  return `#${parts.join("&")}`;
}

/** A number of solutions that are meant, as text; `null` for one, which needs no word. */
export const solutionsMeant = (text) => (/^[1-9]\d{0,99}$/.test(text ?? "") && text !== "1" ? text : null);

/** The condition that an address names; one that nobody knows is not passed over: it would be another problem. */
function conditionIn(fields) {
  const text = fields.get("condition");
  if (text && !conditionParts(text)) throw new RangeError(text);
  return text || null;
}

/** The problem of an address; `null` where there is none. */
export function problemOf(address) {
  const fields = new URLSearchParams(address.slice(1).replaceAll("+", "%2B"));
  const blanks = (text) => text.replaceAll("_", " ");
  if (!fields.has("sfen")) return null;
  try {
    return {
      position: parseSfen(blanks(fields.get("sfen"))),
      rule: RULES.includes(fields.get("rule")) ? fields.get("rule") : "tsume",
      attacker: ["black", "white"].includes(fields.get("attacker")) ? fields.get("attacker") : null,
      policy: fields.get("policy") === "none" ? "none" : null,
      condition: conditionIn(fields),
      solutions: solutionsMeant(fields.get("solutions")),
      line: blanks(fields.get("moves") ?? "")
        .split(" ")
        .filter(Boolean),
    };
  } catch {
    return null;
  }
}

/** Tells of every change by the event `change`. */
class Model extends EventTarget {
  #addresses = [];
  #at = -1;

  constructor() {
    super();
    this.problem = {
      position: blankProblem(),
      ...{ rule: "tsume", attacker: null, policy: null, condition: null, solutions: null },
      line: [],
    };
  }

  /** Begins with what the address says, and with the edits that this tab has seen. */
  open() {
    const stored = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    if (stored) [this.#addresses, this.#at] = [stored.addresses, stored.at];
    const given = problemOf(location.hash);
    if (given) this.problem = given;
    if (this.#addresses[this.#at] !== addressOf(this.problem)) this.#remember();
    history.replaceState({ at: this.#at }, "", this.#addresses[this.#at]);
    addEventListener("popstate", (event) => this.#goTo(event.state?.at));
    this.#tell();
  }

  get sfen() {
    return sfenOf(this.problem.position);
  }

  /** Puts some of the problem's parts in place of what was there; an intended line does not outlive its position. */
  change(parts) {
    const next = { ...this.problem, ...parts };
    if (parts.position && !parts.line && sfenOf(parts.position) !== this.sfen) next.line = [];
    if (addressOf(next) === addressOf(this.problem)) return;
    this.problem = next;
    this.#remember();
    history.pushState({ at: this.#at }, "", addressOf(next));
    this.#tell();
  }

  edit(position) {
    this.change({ position });
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at + 1 < this.#addresses.length;
  }

  undo() {
    if (this.canUndo) this.#step(-1);
  }

  redo() {
    if (this.canRedo) this.#step(1);
  }

  #step(distance) {
    this.#at += distance;
    this.problem = problemOf(this.#addresses[this.#at]);
    history.replaceState({ at: this.#at }, "", this.#addresses[this.#at]);
    this.#tell();
  }

  /** What the browser's buttons for back and forward show. */
  #goTo(at) {
    const problem = problemOf(location.hash);
    if (!problem) return;
    this.problem = problem;
    if (this.#addresses[at] === addressOf(problem)) this.#at = at;
    else this.#remember();
    this.#tell();
  }

  #remember() {
    this.#addresses.splice(this.#at + 1, Infinity, addressOf(this.problem));
    this.#at = this.#addresses.length - 1;
  }

  #tell() {
    this.#store();
    this.dispatchEvent(new Event("change"));
  }

  /** Keeps the edits for a page that is loaded again; where there is no room for all of them, the nearest ones. */
  #store() {
    for (let most = this.#addresses.length; most > 0; most = Math.floor(most / 2)) {
      const first = Math.max(0, Math.min(this.#at - Math.floor(most / 2), this.#addresses.length - most));
      const addresses = this.#addresses.slice(first, first + most);
      try {
        sessionStorage.setItem(STORED, JSON.stringify({ addresses, at: this.#at - first }));
        return;
      } catch {
        sessionStorage.removeItem(STORED);
      }
    }
  }
}

export const model = new Model();
