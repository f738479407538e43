// Small searches beside the queue: each purpose has one at a time, and a new one ends the one before.

import { api, follow } from "./api.js";

const page = crypto.randomUUID?.() ?? String(Math.random()).slice(2);

/** A new question of this purpose took its place. */
export class Superseded extends Error {}

export class Quick {
  #purpose;
  #running = null;

  constructor(purpose) {
    this.#purpose = purpose;
  }

  /** Ends what runs. */
  cancel() {
    this.#running?.cancel();
    this.#running = null;
  }

  /** The answer of a small search; rejected with `Superseded` when it was cancelled. */
  ask(request) {
    this.cancel();
    const running = {};
    const answer = new Promise((resolve, reject) => {
      const starting = new AbortController();
      running.cancel = () => {
        starting.abort();
        running.close?.();
        if (running.id) api.remove(running.id).catch(() => {});
        reject(new Superseded());
      };
      this.#start(request, starting.signal, running, resolve, reject);
    });
    this.#running = running;
    const done = () => {
      if (this.#running === running) this.#running = null;
    };
    answer.then(done, done);
    return answer;
  }

  async #start(request, signal, running, resolve, reject) {
    try {
      const { id } = await api.start({ ...request, quick: true, client: `${page}-${this.#purpose}` }, signal);
      if (signal.aborted) return;
      running.id = id;
      let last = null;
      running.close = follow(id, {
        answer: (answer) => (last = answer),
        end: async ({ state }) => {
          running.id = null;
          if (last) return resolve(last);
          const job = await api.job(id).catch(() => null);
          const problem = job?.error ?? { code: state };
          reject(Object.assign(new Error(problem.code), { sentence: problem.message, state }));
        },
        lost: () => reject(new Error("lost")),
      });
    } catch (error) {
      reject(signal.aborted ? new Superseded() : error);
    }
  }
}
