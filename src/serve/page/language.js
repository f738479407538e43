// The language of the page: Japanese or English.

import { english } from "./texts_en.js";
import { japanese } from "./texts_ja.js";

const TEXTS = { ja: japanese, en: english };
const STORED = "tsumugi.language";

let language = chosen();

function chosen() {
  const stored = localStorage.getItem(STORED);
  if (stored in TEXTS) return stored;
  return navigator.language.startsWith("ja") ? "ja" : "en";
}

export const currentLanguage = () => language;

/** The text of a key; texts with values in them are functions. */
export function t(key, ...values) {
  const text = TEXTS[language][key] ?? key;
  return typeof text === "function" ? text(...values) : text;
}

/** The server's `{en, ja}` in the language of the page. */
export function inLanguage(sentence) {
  return sentence?.[language] ?? sentence?.en;
}

/** Fills in the texts of what stands in index.html: `data-text`, `data-label`, `data-hint`. */
export function translate(root = document) {
  document.documentElement.lang = language;
  document.title = t("title");
  for (const node of root.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", t(node.dataset.label));
  for (const node of root.querySelectorAll("[data-hint]")) node.setAttribute("title", t(node.dataset.hint));
  for (const node of root.querySelectorAll("[data-placeholder]")) node.placeholder = t(node.dataset.placeholder);
}

/** Changes the language; whoever draws texts listens for `language` on the document. */
export function setLanguage(wanted) {
  language = wanted;
  localStorage.setItem(STORED, wanted);
  translate();
  document.dispatchEvent(new Event("language"));
}
