// Texts and files in and out: whatever format is pasted or dropped, and copies in the format that is chosen.

import { api, sentenceAt, sentenceOf } from "./api.js";
import { button, byId, el, isTyping, later } from "./dom.js";
import { problemText } from "./downloads.js";
import { inLanguage, t } from "./language.js";
import { model, solutionsMeant } from "./model.js";
import { parseSfen } from "./position.js";
import { boxToHand } from "./transforms.js";

/** What a text calls its condition, where it has one. */
const named = (condition) => (condition === "none" ? null : condition);

const MOST_LISTED = 500;

export class Exchange {
  #read = later(250, () => this.#fromField());

  /** `keep` puts problems on the shelf. */
  constructor(info, keep) {
    this.keep = keep;
    this.field = byId("paste");
    this.field.addEventListener("input", () => this.#read());
    for (const format of info.formats.write)
      byId("copy-format").append(el("option", { value: format }, format.toUpperCase()));
    for (const format of info.formats.write)
      byId("download-format").append(el("option", { value: format }, format.toUpperCase()));
    byId("download-format").value = byId("copy-format").value = info.formats.write.includes("kif")
      ? "kif"
      : info.formats.write[0];
    byId("copy").addEventListener("click", () => this.#copy());
    byId("file").addEventListener("change", (event) => this.#files(event.target.files));
    document.addEventListener("paste", (event) => this.#pasted(event));
    this.#acceptDrops();
  }

  #acceptDrops() {
    const show = (isOver) => document.body.classList.toggle("file-over", isOver);
    addEventListener("dragover", (event) => {
      if (!event.dataTransfer.types.includes("Files") && isTyping(event)) return;
      event.preventDefault();
      show(event.dataTransfer.types.includes("Files"));
    });
    addEventListener("dragleave", (event) => event.relatedTarget ?? show(false));
    addEventListener("drop", (event) => {
      const isFile = event.dataTransfer.files.length > 0;
      if (!isFile && isTyping(event)) return;
      event.preventDefault();
      show(false);
      if (isFile) return this.#files(event.dataTransfer.files);
      const text = event.dataTransfer.getData("text/plain");
      if (text) this.#convert({ text });
    });
  }

  #pasted(event) {
    if (isTyping(event)) return;
    const { files } = event.clipboardData;
    if (files.length > 0) return this.#files(files);
    this.field.value = event.clipboardData.getData("text/plain");
    this.#fromField();
  }

  #fromField() {
    const text = this.field.value;
    if (text.trim()) this.#convert({ text });
    else this.#tell("");
  }

  async #files(files) {
    for (const file of files) {
      await this.#convert({ base64: base64Of(new Uint8Array(await file.arrayBuffer())), name: file.name });
    }
  }

  async #convert(body) {
    try {
      const { format, problems: all, left_out: leftOut } = await api.convert(body);
      const problems = all.filter((problem) => !problem.error);
      const unreadable = all.flatMap((problem) => problem.error ?? []);
      this.#choose(problems.length > 1 ? problems : []);
      if (problems.length === 0) return this.#tell(unreadable[0] ? sentenceAt(unreadable[0].line, unreadable[0].message) : t("nothingRead"), true);
      if (problems.length === 1) this.#open(problems[0]);
      const warnings = problems[0].warnings.map(inLanguage);
      const words = [t("readAs", format.toUpperCase(), problems.length), ...warnings];
      if (leftOut) words.push(t("leftOut", leftOut));
      if (unreadable.length) words.push(t("unreadable", unreadable.length, unreadable[0].line));
      this.#tell(words.join(t("separator")));
    } catch (error) {
      this.#choose([]);
      this.#tell(sentenceOf(error, t("offline")), true);
    }
  }

  #open(problem) {
    const { rule, attacker, policy, condition } = model.problem;
    const position = parseSfen(problem.sfen);
    model.change({
      position: problem.rest ? boxToHand(position, problem.rest) : position,
      rule: problem.rule ?? rule,
      attacker: problem.attacker ?? (problem.rule ? null : attacker),
      policy: problem.policy === "none" ? "none" : problem.rule ? null : policy,
      condition: problem.condition ? named(problem.condition) : problem.rule ? null : condition,
      solutions: solutionsMeant(problem.intended_solutions),
      line: problem.line ?? [],
    });
  }

  /** A list to choose from, when a text has several problems. */
  #choose(problems) {
    const items = problems.slice(0, MOST_LISTED).map((problem, index) => {
      const name = [problem.id, problem.title].filter(Boolean).join(" ") || `${index + 1}`;
      return el(
        "li",
        {},
        button(name, () => this.#open(problem)),
      );
    });
    byId("pasted").replaceChildren(...items);
    byId("pasted-keep").replaceChildren(
      ...(problems.length > 0 ? [button(t("keepAll", problems.length), () => this.keep(problems))] : []),
    );
  }

  #tell(text, isError = false) {
    byId("paste-message").textContent = text;
    byId("paste-message").classList.toggle("error", isError);
  }

  async #copy() {
    try {
      const { text, lost = [] } = await problemText(byId("copy-format").value);
      byId("copied").value = text;
      const isCopied = await navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      );
      if (!isCopied) byId("copied").select();
      const words = [isCopied ? t("copied") : t("copyByHand")];
      if (lost.length) words.push(t("withoutPlace", lost.map(inLanguage)));
      this.#tell(words.join(t("separator")));
    } catch (error) {
      this.#tell(sentenceOf(error, t("offline")), true);
    }
  }
}

function base64Of(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}
