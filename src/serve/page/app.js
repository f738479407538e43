// Starts the page: the modes of the board, what stands around it, and the cards.

import { addAnswer, openAnswer } from "./answer_tree.js";
import { asked, conditionParts, isCooperative } from "./asked.js";
import { api } from "./api.js";
import { Board } from "./board.js";
import { LiveCheck } from "./check.js";
import { byId, el, isTyping } from "./dom.js";
import { Editor } from "./editor.js";
import { Exchange } from "./exchange.js";
import { Jobs } from "./jobs.js";
import { currentLanguage, setLanguage, t, translate } from "./language.js";
import { line } from "./line.js";
import { model, solutionsMeant } from "./model.js";
import { Mover } from "./mover.js";
import { installOutlines } from "./pieces.js";
import { Opponent } from "./play.js";
import { listenToPointers } from "./pointer.js";
import { other, parseSfen } from "./position.js";
import { Rack } from "./racks.js";
import { Shelf } from "./shelf.js";
import { Solutions } from "./solutions.js";
import { stopExploring } from "./explore.js";
import { chooseTheme } from "./theme.js";
import { defender, listenToTools } from "./tools.js";

const board = new Board(byId("board"));
const racks = ["white", "black", "box"].map((rack) => new Rack(byId(`rack-${rack}`), rack));
const say = (text) => (byId("spoken").textContent = text);

const editor = new Editor(redraw, say);
const mover = new Mover(redraw, (node) => opponent.answer(node), choosePromotion);
const opponent = new Opponent(mover, (key, ...values) => (byId("play-message").textContent = t(key, ...values)));
let mode = editor;

function setMode(wanted) {
  if (mode === wanted) return;
  mode.leave();
  mode = wanted;
  stopExploring();
  redraw();
}

function redraw() {
  const isEditing = mode === editor;
  const view = isEditing ? editor.view(document.activeElement === board.node) : mover.view();
  board.show(view.board);
  for (const rack of racks) rack.show(view.board.position, view.racks[rack.rack]);
  document.body.classList.toggle("editing", isEditing);
  byId("mode-edit").setAttribute("aria-pressed", String(isEditing));
  byId("mode-moves").setAttribute("aria-pressed", String(!isEditing));
  byId("undo").disabled = !isEditing || !model.canUndo;
  byId("redo").disabled = !isEditing || !model.canRedo;
  byId("turn-side").textContent = t("toMove", t(view.board.position.turn));
  byId("turn-side").disabled = !isEditing;
  byId("board-help").textContent = t(isEditing ? "boardHelp" : "movesHelp");
}

/** A question that a dialog answers; `null` when it was closed. */
function choosePromotion() {
  const dialog = byId("promotion");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve({ yes: true, no: false }[dialog.returnValue] ?? null), {
      once: true,
    });
  });
}

function showVerdict({ tone, text, lines, busy }) {
  byId("verdict").textContent = text;
  byId("verdict").className = `headline ${tone}${busy ? " busy" : ""}`;
  byId("verdict-lines").replaceChildren(...lines.map((words) => el("li", {}, words)));
}

/** The diagram without moves, when no mate is known. */
function openDiagram(attacking) {
  line.answer = null;
  line.reset({ ...asked(model.problem), sfen: model.sfen, attacker: attacking ?? other(defender()) });
}

/** Whether an answer is about the diagram whose lines are shown. */
function isOfLine(answer) {
  const same = (key, usual) => (line.problem[key] ?? usual) === (answer[key] ?? usual);
  return same("sfen") && same("rule") && same("attacker") && same("policy", "official") && same("condition");
}

/** The answer of the check while one edits, or who attacks. A step that was made meanwhile is kept. */
function found(answer, attacking) {
  if (answer && isOfLine(answer)) addAnswer(answer);
  else if (mode !== editor) return;
  else if (answer) openAnswer(answer);
  else openDiagram(attacking);
}

/** Moves are made from the diagram as it is, also when its check has not ended. */
function enterMoves() {
  const { rule, condition, policy, attacker } = asked(model.problem);
  const isSame =
    line.problem.rule === rule &&
    (line.problem.condition ?? undefined) === condition &&
    (policy === "none") === (line.problem.policy === "none") &&
    (attacker === undefined || line.problem.attacker === attacker);
  if (line.problem.sfen !== model.sfen || !isSame) openDiagram();
  setMode(mover);
  mover.fetchLegal();
}

function showFields() {
  const { rule, attacker, policy, condition, solutions } = model.problem;
  byId("rule").value = rule;
  byId("attacker").value = attacker ?? "";
  byId("policy").value = policy ?? "official";
  byId("policy-row").hidden = isCooperative(model.problem);
  byId("cooperative").hidden = !isCooperative(model.problem);
  for (const [side, name] of Object.entries(conditionParts(condition))) byId(`captures-${side}`).value = name ?? "";
  byId("solutions-meant").value = solutions ?? "";
  byId("intended").hidden = model.problem.line.length === 0;
  byId("intended-text").textContent = t("intendedLine", model.problem.line.length);
  redraw();
}

function showModel() {
  setMode(editor);
  showFields();
}

function openJobAnswer(answer) {
  const { rule, attacker, condition = null } = answer;
  const policy = answer.policy === "none" ? "none" : null;
  const shown = asked(model.problem);
  const isShown =
    answer.sfen === model.sfen &&
    rule === model.problem.rule &&
    condition === (shown.condition ?? null) &&
    policy === (shown.policy === "none" ? "none" : null);
  if (!isShown) {
    const solutions = solutionsMeant(answer.check?.intended?.solutions);
    model.change({ position: parseSfen(answer.sfen), rule, attacker, condition, policy, solutions, line: [] });
  }
  if (answer.solutions && isOfLine(answer)) addAnswer(answer);
  else if (answer.solutions) openAnswer(answer);
  else
    openAnswer({
      ...answer,
      verdict: "mate",
      exact: true,
      solutions: { count: "1", exact: true, listed: [answer.line ?? []] },
    });
  setMode(mover);
}

function toggleMode() {
  if (mode === editor) enterMoves();
  else setMode(editor);
}

function listenToKeys() {
  board.node.addEventListener("focus", redraw);
  board.node.addEventListener("blur", redraw);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || isTyping(event)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const rack = event.target.closest?.("[data-rack]");
    let isDone = true;
    if (event.key === "?") showKeys();
    else if (event.key.toLowerCase() === "m" && !isCommand && !event.altKey) toggleMode();
    else if (isCommand && event.key.toLowerCase() === "z") model[event.shiftKey ? "redo" : "undo"]();
    else if (isCommand && event.key.toLowerCase() === "y") model.redo();
    else if (mode === editor && rack) isDone = editor.rackKey(event, rack.dataset.rack, rack.dataset.kind);
    else if (mode === editor && event.target === board.node) isDone = editor.key(event);
    else if (mode === mover && !event.target.closest?.("summary, .scroller")) isDone = mover.key(event);
    else isDone = false;
    if (isDone) event.preventDefault();
  });
}

function showKeys() {
  const rows = t("keyList").flatMap(([keys, meaning]) => [
    el(
      "dt",
      {},
      keys.split(" ").map((key) => el("kbd", {}, key)),
    ),
    el("dd", {}, meaning),
  ]);
  byId("key-list").replaceChildren(...rows);
  byId("key-help").showModal();
  // The focus is on its button, at the end.
  byId("key-help").scrollTop = 0;
}

function listenToSettings() {
  byId("language").value = currentLanguage();
  byId("language").addEventListener("change", (event) => setLanguage(event.target.value));
  byId("show-keys").addEventListener("click", showKeys);
  byId("mode-edit").addEventListener("click", () => setMode(editor));
  byId("mode-moves").addEventListener("click", enterMoves);
  byId("solutions-open").addEventListener("click", () => model.change({ position: parseSfen(line.problem.sfen) }));
  byId("take-intended").addEventListener("click", () => {
    model.change({ position: parseSfen(line.problem.sfen), line: line.movesTo(line.end()) });
  });
  byId("intended-drop").addEventListener("click", () => model.change({ line: [] }));
  byId("opponent").addEventListener("change", (event) => {
    opponent.role = event.target.value;
    byId("play-message").textContent = "";
    if (opponent.role === "none") return;
    enterMoves();
    opponent.answer(line.current);
  });
  byId("play-again").addEventListener("click", () => {
    enterMoves();
    byId("play-message").textContent = "";
    line.first();
    opponent.answer(line.current);
  });
}

line.addEventListener("go", ({ detail }) => {
  redraw();
  const { current } = line;
  if (mode !== mover || !current.usi) return;
  if (detail.forward) board.animate(current.usi, line.positionOf(current.parent).turn);
  say(`${current.ply}. ${current.ja ?? current.usi}`);
});

async function start() {
  chooseTheme();
  translate();
  listenToPointers(document.querySelector(".stage"), () => mode);
  listenToKeys();
  listenToSettings();
  listenToTools();
  model.addEventListener("change", showModel);
  document.addEventListener("language", showFields);
  const [outlines, info] = await Promise.all([api.outlines(), api.info()]);
  installOutlines(outlines);
  const check = new LiveCheck(showVerdict, found);
  const limits = () => {
    const { quick_nodes: nodes, quick_seconds: seconds } = info.limits;
    byId("verdict-limits").textContent = t("quickLimits", nodes.toLocaleString(currentLanguage()), seconds);
  };
  document.addEventListener("language", () => {
    limits();
    check.restart();
  });
  limits();
  new Solutions(mover, () => setMode(mover));
  const shelf = new Shelf();
  new Exchange(info, (problems) => shelf.keep(problems));
  new Jobs(info, openJobAnswer);
  openDiagram();
  model.open();
  translate();
}

start();
