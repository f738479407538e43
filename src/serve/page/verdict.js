// Answers in words. What is not proved is never said as if it were.

import { inLanguage, t } from "./language.js";

/** The verdict of a search: `{ tone, text }`; the tones are `good`, `bad`, `doubtful`, `neutral`. */
export function headline(answer) {
  if (answer.error) return { tone: "bad", text: inLanguage(answer.error.message) ?? String(answer.error.message) };
  if (answer.verdict === "mate") {
    const text = answer.exact ? t("mateIn", answer.plies) : t("mateAtMost", answer.plies);
    return { tone: answer.exact ? "good" : "doubtful", text };
  }
  if (answer.verdict === "nomate") return { tone: "bad", text: answer.exact ? t("noMate") : t("noMateUnproved") };
  return { tone: "doubtful", text: t("unknown") };
}

/** What is known besides: the number of solutions, bounds, why the search ended early; without flaws that are told. */
export function particulars(answer, told = new Set()) {
  const lines = [];
  const { solutions, bounds, surplus } = answer;
  if (answer.verdict === "mate" && answer.rule !== "tsume" && !told.has("several-solutions")) {
    lines.push(solutions.exact ? t("solutionCount", solutions.count) : t("solutionCountAtLeast", solutions.count));
  }
  if (answer.verdict === "mate" && surplus && !told.has("surplus")) lines.push(t("surplusLeft", surplus));
  if (answer.verdict !== "mate" && bounds?.lower > 1) lines.push(t("noMateBelow", bounds.lower));
  if (answer.verdict === "mate" && !answer.exact && bounds) lines.push(t("betweenBounds", bounds.lower, bounds.upper));
  if (answer.reason) lines.push(t("endedBy", t(`reason-${answer.reason}`)));
  return lines;
}

/** Whether the problem is sound, from `check`: `{ tone, text, flaws }`; `null` where that was not asked. */
export function soundness(answer) {
  const check = answer.check;
  const verdict = check?.soundness ?? answer.soundness;
  if (!verdict) return null;
  const tone = { sound: "good", unsound: "bad", unknown: "doubtful" }[verdict];
  const flaws = (check?.flaws ?? answer.flaws ?? []).map(flawText);
  const doubt = check?.doubt ?? answer.doubt;
  if (verdict === "unknown" && doubt) flaws.push(t(`doubt-${doubt}`));
  if (check?.sound_line) flaws.push(t("soundLine"));
  return { tone, text: t(`soundness-${verdict}`), flaws };
}

function flawText(flaw) {
  if (flaw.flaw === "intended-line") return inLanguage(flaw.message) ?? String(flaw.message);
  return t(`flaw-${flaw.flaw}`, flaw);
}
