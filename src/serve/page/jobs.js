// Searches of the server: start, progress, cancel, resume, and the list of all of them. They belong to the server:
// a page that is closed and opened again finds them.

import { api, follow, sentenceOf } from "./api.js";
import { drawChart } from "./chart.js";
import { button, byId, el, replaceItems } from "./dom.js";
import { currentLanguage, inLanguage, t } from "./language.js";
import { JobForm } from "./job_form.js";
import { withBoard } from "./pieces.js";
import { parseSfen } from "./position.js";
import { headline, soundness } from "./verdict.js";

const REFRESH = 2000;
/** More answers than these are not listed; the server has them all. */
const MOST_ANSWERS = 200;
const isActive = (job) => job.state === "running" || job.state === "queued";

export class Jobs {
  #jobs = [];
  #chosen = null;
  #unfollow = null;
  #timer = 0;
  /** Counts what is chosen. */
  #choice = 0;

  /** `open` shows an answer on the board. */
  constructor(info, open) {
    this.open = open;
    this.form = new JobForm(info, (request) => this.#start(request));
    byId("job-cancel").addEventListener("click", () => this.#end(this.#chosen));
    byId("job-resume").addEventListener("click", () => this.#resume());
    document.addEventListener("language", () => this.#show());
    document.addEventListener("visibilitychange", () => this.refresh());
    this.#show();
    this.refresh().then(() => {
      const running = this.#jobs.find(isActive);
      if (running) this.#choose(running.id);
    });
  }

  async #start(request) {
    try {
      const { id } = await api.start(request);
      byId("job-message").textContent = "";
      await this.refresh();
      this.#choose(id, true);
    } catch (error) {
      this.form.refusal(error, sentenceOf(error, t("offline")));
    }
  }

  /** Asks for the list; again and again while something runs. */
  async refresh() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    try {
      this.#jobs = (await api.jobs()).jobs;
      this.#showList();
    } catch {
      // The next time may succeed.
    }
    if (this.#jobs.some(isActive)) this.#timer = setTimeout(() => this.refresh(), REFRESH);
  }

  /** Follows a job; `shows` says whether its answer goes on the board as soon as there is one. */
  async #choose(id, shows = false) {
    const choice = ++this.#choice;
    const chosen = await api.job(id).catch(() => null);
    // Another one may have been chosen meanwhile.
    if (!chosen || choice !== this.#choice) return;
    this.#unfollow?.();
    this.#chosen = chosen;
    this.#show();
    if (!isActive(chosen)) {
      this.#unfollow = null;
      return;
    }
    chosen.answers = [];
    this.#follow(chosen, shows, 0);
  }

  #follow(chosen, shows, after) {
    const mine = () => this.#chosen === chosen;
    const end = async (number) => {
      const ended = await api.job(chosen.id).catch(() => null);
      Object.assign(chosen, ended);
      if (!mine()) return;
      // A job that was resumed has the end of its first run among its events.
      if (isActive(chosen)) return this.#follow(chosen, shows, number);
      this.#show();
      const [answer] = chosen.answers;
      if (shows && ["solve", "check"].includes(chosen.kind) && answer) this.#open(answer);
      this.refresh();
    };
    const on = {
      state: ({ state }) => {
        chosen.state = state;
        // A job that begins again tells the answers that it has kept once more.
        if (state === "queued") chosen.answers = [];
        if (mine()) this.#show();
      },
      progress: (progress) => {
        chosen.progress = { ...chosen.progress, ...progress };
        if (mine()) this.#showProgress();
      },
      answer: (answer) => {
        chosen.answers.push(answer);
        if (mine()) this.#show();
      },
      end: (_, number) => end(number),
      lost: () => this.refresh(),
    };
    this.#unfollow = follow(chosen.id, on, after);
  }

  /** An answer remembers whose it is, if there is a graph with it. */
  #open(answer) {
    const hasGraph = (this.#chosen.files ?? []).includes("graph.json");
    this.open(hasGraph ? { ...answer, job: this.#chosen.id } : answer);
  }

  async #end(job) {
    // Two clicks on ■, or one on a job that has just ended, must not throw its answers away.
    await (isActive(job) ? api.cancel(job.id) : api.remove(job.id)).catch(() => null);
    if (!isActive(job) && this.#chosen?.id === job.id) this.#chosen = null;
    await this.refresh();
    this.#show();
  }

  async #resume() {
    const { id } = this.#chosen;
    try {
      await api.resume(id);
      await this.refresh();
      this.#choose(id, true);
    } catch (error) {
      this.form.refusal(error, sentenceOf(error, t("offline")));
    }
  }

  #show() {
    const job = this.#chosen;
    byId("job").classList.toggle("idle", !job);
    byId("job-state").textContent = job ? `${t(`kind-of-job-${job.kind}`)}: ${t(`state-${job.state}`)}` : t("noJob");
    byId("job-cancel").disabled = !job || !isActive(job);
    byId("job-resume").disabled = !job || !job.resumable;
    this.#showProgress();
    this.#showAnswers(job);
    this.#showFiles(job);
    this.#showList();
  }

  #showProgress() {
    const job = this.#chosen;
    const progress = job?.progress;
    const failure = job?.error ? inLanguage(job.error.message) : null;
    byId("job-progress").textContent = failure ?? inLanguage(progress?.text) ?? "";
    byId("job-numbers").textContent = progress ? numbers(progress) : "";
    byId("job-fraction").value =
      progress?.fraction ?? (progress?.memory_limit ? progress.memory_bytes / progress.memory_limit : 0);
    byId("job-fraction-label").textContent = progress?.fraction === undefined ? t("memoryUsed") : t("done");
    drawChart(byId("job-chart"), progress?.layers ?? []);
  }

  #showAnswers(job) {
    const answers = (job?.answers ?? []).filter((answer) => answer.sfen || answer.error);
    const items = answers.slice(0, MOST_ANSWERS).map((answer) => this.#answer(job, answer));
    replaceItems(byId("job-answers"), items);
    byId("job-more").textContent = job ? remarks(job, answers.length - MOST_ANSWERS).join(t("separator")) : "";
  }

  /** An answer as a button; found problems have a small board. */
  #answer(job, answer) {
    const sound = soundness(answer);
    const words = [answer.verdict || answer.error ? headline(answer).text : t("mateIn", answer.plies), sound?.text];
    const label = words.filter(Boolean).join(" ");
    const isFound = answer.sfen && !["solve", "check"].includes(job.kind);
    const shown = isFound ? withBoard(parseSfen(answer.sfen), label) : label;
    const properties = { disabled: !answer.sfen, class: isFound ? "kept" : null };
    return el(
      "li",
      {},
      button(shown, () => this.#open(answer), properties),
    );
  }

  #showFiles(job) {
    const files = {
      certificate: ["certificate", "saveCertificate", "tsumugi.certificate"],
      "graph.json": ["graph", "saveGraph", "graph.json"],
    };
    const links = (job?.files ?? []).flatMap((file) => {
      if (!files[file]) return [];
      const [name, text, saved] = files[file];
      return [el("a", { href: api.fileOf(job.id, name), download: saved }, t(text))];
    });
    byId("job-files").replaceChildren(...links);
  }

  #showList() {
    const items = this.#jobs.map((job) => {
      const isChosen = job.id === this.#chosen?.id;
      const label = `${t(`kind-of-job-${job.kind}`)} ${(job.request.sfen ?? job.request.template).split(" ")[0]}`;
      const when = new Date(job.created * 1000).toLocaleTimeString(currentLanguage());
      const remove = isActive(job) ? t("cancel") : t("forget");
      return el(
        "li",
        {},
        button(label, () => this.#choose(job.id), { class: "job-name", "aria-current": isChosen ? "true" : null }),
        el("span", { class: `state ${job.state}` }, `${t(`state-${job.state}`)} ${when}`),
        button(isActive(job) ? "■" : "×", () => this.#end(job), {
          class: "small",
          "aria-label": `${remove} ${label}`,
          title: remove,
        }),
      );
    });
    replaceItems(byId("job-list"), items);
    byId("job-count").textContent = this.#jobs.length > 0 ? String(this.#jobs.length) : "";
  }
}

/** What is to be said below the answers: what is missing, and why a problem was not extended. */
function remarks(job, left) {
  const words = left > 0 ? [t("moreAnswers", left)] : [];
  const sound = job.answers?.filter(({ tally }) => tally).map(soundness)[0];
  if (sound && sound.tone !== "good") words.push(sound.text, ...sound.flaws);
  if (job.stopped) words.push(t(`stopped-${job.stopped}`));
  return [...words, ...(job.warnings ?? []).map(({ message }) => inLanguage(message))];
}

/** What stands below the server's own words, in a row that keeps its height. */
function numbers({ positions, memory_bytes: memory, seconds }) {
  const digits = (number) => number.toLocaleString(currentLanguage());
  const parts = [
    positions !== undefined && t("progressPositions", digits(positions)),
    memory !== undefined && `${digits(Math.round(memory / 1024 / 1024))} MiB`,
    seconds !== undefined && `${seconds.toFixed(1)} s`,
  ];
  return parts.filter(Boolean).join(t("separator"));
}
