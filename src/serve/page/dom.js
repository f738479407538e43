// Making elements. Texts only ever become text nodes: nothing that a user or the server sends is read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: `el("button", { type: "button", onclick: f }, "text")`. */
export const el = (tag, properties = {}, ...children) => fill(document.createElement(tag), properties, children);

/** An SVG element. */
export const svg = (tag, properties = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

export const byId = (id) => document.getElementById(id);

export function button(label, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, label);
}

/** Runs `work` when nobody has called for some milliseconds. */
export function later(milliseconds, work) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
}

/** Offers a blob as a file to save. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Whether keys belong to what is being typed and not to the page. */
export function isTyping(event) {
  return Boolean(event.target.closest?.("input, textarea, select, [contenteditable]"));
}

/** Puts items in place of those of a list. Where a button of it had the focus, the one in its place gets it. */
export function replaceItems(list, items) {
  const buttons = () => [...list.querySelectorAll("button:not(:disabled)")];
  const { activeElement } = document;
  const place = activeElement === list ? 0 : buttons().indexOf(activeElement);
  list.replaceChildren(...items);
  if (place < 0) return;
  const button = buttons()[place] ?? buttons().at(-1);
  // An empty list keeps the focus for what comes.
  if (!button) list.tabIndex = -1;
  (button ?? list).focus({ preventScroll: true });
}
