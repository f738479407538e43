// Checks while one edits: a small search a moment after the last change.

import { asked, intended, ruled } from "./asked.js";
import { api, sentenceOf } from "./api.js";
import { later } from "./dom.js";
import { inLanguage, t } from "./language.js";
import { model } from "./model.js";
import { Quick, Superseded } from "./quick.js";
import { headline, particulars, soundness } from "./verdict.js";

const PAUSE = 300;

export class LiveCheck {
  #quick = new Quick("check");
  #round = 0;
  #later = later(PAUSE, () => this.#run());

  /** `show` gets what is known, again and again; `found` the last answer with a mate, or `null` and who attacks. */
  constructor(show, found) {
    this.show = show;
    this.found = found;
    model.addEventListener("change", () => this.restart());
  }

  restart() {
    this.#round += 1;
    this.#quick.cancel();
    this.show({ busy: true, tone: "neutral", text: t("checking"), lines: [] });
    this.#later();
  }

  async #run() {
    const round = this.#round;
    const isLate = () => round !== this.#round;
    const { problem, sfen } = model;
    const request = { sfen, ...asked(problem), max_solutions: 20 };
    try {
      const legal = await api.legal({ sfen, ...ruled(problem), moves: [] });
      if (isLate()) return;
      if (legal.defects?.length > 0) return this.#showDefects(legal.defects);
      const solved = await this.#quick.ask({ ...request, kind: "solve" });
      if (isLate()) return;
      const goesOn = solved.verdict === "mate";
      this.#showAnswer(solved, goesOn);
      if (!goesOn) return this.found(null, legal.attacker);
      this.found(solved);
      const checked = await this.#quick.ask({ ...request, kind: "check", ...intended(problem) });
      if (isLate()) return;
      this.#showAnswer(checked, false);
      this.found(checked);
    } catch (error) {
      if (isLate() || error instanceof Superseded) return;
      const lines = [inLanguage(error.sentence) ?? sentenceOf(error, t("offline"))];
      if (error.status === 400) this.show({ tone: "bad", text: t("illegal"), lines });
      else this.show({ tone: "doubtful", text: t("unknown"), lines });
      this.found(null);
    }
  }

  #showDefects(defects) {
    this.show({ tone: "bad", text: t("illegal"), lines: defects.map((defect) => inLanguage(defect.message)) });
    this.found(null);
  }

  #showAnswer(answer, busy) {
    const { tone, text } = headline(answer);
    const sound = soundness(answer);
    const lines = particulars(answer, new Set((answer.check?.flaws ?? []).map(({ flaw }) => flaw)));
    if (sound) lines.unshift(...sound.flaws);
    this.show({
      busy,
      tone: sound && tone === "good" ? sound.tone : tone,
      text: sound ? `${text}${t("separator")}${sound.text}` : text,
      lines,
    });
  }
}
