// The form of a search: its kind, limits and what else a kind needs.

import { asked, intended } from "./asked.js";
import { byId, el } from "./dom.js";
import { t } from "./language.js";
import { model } from "./model.js";

const MIB = 1024 * 1024;

/** Which fields a kind has, besides the limits. */
const FIELDS = {
  solve: ["plies", "max_solutions", "prove", "variations", "verify", "certificate"],
  check: ["max_solutions"],
  extend: ["steps", "beam"],
  search: ["template"],
  repair: ["changes"],
};

/** The template that the problem is without gaps, with all that changes what its fillings are asked for. */
function templateOf({ sfen, problem }) {
  const conditions = Object.entries(asked(problem)).filter(([, value]) => value !== undefined);
  return [sfen, ...conditions.map(([key, value]) => `${key}=${value}`)].join("\n") + "\n";
}

/** Kinds that use one thread. */
const ONE_THREAD = new Set(["search", "repair"]);

/** Fields that are only for one family of rules. */
const TSUME_ONLY = new Set(["prove", "variations", "certificate"]);

export class JobForm {
  constructor(info, start) {
    this.form = byId("job-form");
    this.kind = byId("job-kind");
    for (const kind of info.kinds)
      this.kind.append(el("option", { value: kind, "data-text": `kind-of-job-${kind}` }, kind));
    byId("job-threads").max = info.limits.threads;
    byId("job-memory").max = Math.floor(info.limits.memory_bytes / MIB);
    this.kind.addEventListener("change", () => this.show());
    model.addEventListener("change", () => this.show());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      start(this.request());
    });
    this.show();
  }

  #has(field) {
    const isTsume = model.problem.rule === "tsume";
    return FIELDS[this.kind.value].includes(field) && (isTsume || !TSUME_ONLY.has(field));
  }

  show() {
    for (const row of this.form.querySelectorAll("[data-field]")) row.hidden = !this.#has(row.dataset.field);
    byId("job-threads").disabled = ONE_THREAD.has(this.kind.value);
    const template = byId("job-template");
    if (this.#has("template") && !template.value) template.value = templateOf(model);
  }

  /** What is asked of the server. */
  request() {
    const request = { kind: this.kind.value, ...(this.#has("template") ? {} : this.#problem()) };
    if (["check", "extend", "repair"].includes(request.kind)) Object.assign(request, intended(model.problem));
    for (const field of ["seconds", "nodes", "threads", ...FIELDS[request.kind]]) {
      const control = byId(`job-${field}`);
      if (!control || control.disabled || (FIELDS[request.kind].includes(field) && !this.#has(field))) continue;
      if (control.type === "checkbox") request[field] = control.checked || undefined;
      else if (control.type === "number") request[field] = control.value ? Number(control.value) : undefined;
      else request[field] = control.value || undefined;
    }
    if (byId("job-memory").value) request.memory = Number(byId("job-memory").value) * MIB;
    return request;
  }

  #problem() {
    return { sfen: model.sfen, ...asked(model.problem) };
  }

  refusal(error, sentence) {
    byId("job-message").textContent = error?.status === 429 ? t("queueFull", error.retryAfter ?? "?") : sentence;
  }
}
