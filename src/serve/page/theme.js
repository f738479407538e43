// Light or dark: as the system says, or as the user has chosen.

import { byId } from "./dom.js";

const STORED = "tsumugi.theme";

export function chooseTheme() {
  const choice = byId("theme");
  const show = (theme) => (document.documentElement.dataset.theme = theme);
  choice.value = localStorage.getItem(STORED) ?? "auto";
  show(choice.value);
  choice.addEventListener("change", () => {
    localStorage.setItem(STORED, choice.value);
    show(choice.value);
  });
}
