// The server's JSON API.

import { inLanguage, t } from "./language.js";

/** An answer that is an error: the server's code and its sentence in both languages. */
export class ApiError extends Error {
  constructor(status, error, retryAfter) {
    super(error?.code ?? `status ${status}`);
    this.status = status;
    this.code = error?.code;
    this.sentence = error?.message;
    this.line = error?.line;
    this.ply = error?.ply;
    this.retryAfter = retryAfter;
  }
}

/** What went wrong, in the language of the page. */
export function sentenceOf(error, offline) {
  if (error instanceof ApiError) return sentenceAt(error.line, error.sentence) ?? error.message;
  return error instanceof TypeError ? offline : error.message;
}

/** A sentence about a text, with its line where that is known. */
export function sentenceAt(line, sentence) {
  const said = inLanguage(sentence);
  return line && said ? t("atLine", line, said) : said;
}

async function call(method, path, body, signal) {
  const request = { method, signal, headers: {} };
  if (method !== "GET") request.headers["Content-Type"] = "application/json";
  if (body !== undefined) request.body = JSON.stringify(body);
  const reply = await fetch(path, request);
  if (reply.ok) return reply;
  const answer = await reply.json().catch(() => ({}));
  throw new ApiError(
    reply.status,
    { ...answer.error, ply: answer.ply ?? answer.error?.ply },
    reply.headers.get("Retry-After"),
  );
}

const json = async (...request) => (await call(...request)).json();

export const api = {
  info: () => json("GET", "/api/info"),
  outlines: () => json("GET", "/app/outlines.json"),
  jobs: () => json("GET", "/api/jobs"),
  job: (id) => json("GET", `/api/jobs/${encodeURIComponent(id)}`),
  /** Where a file beside a job's answers is: `graph` or `certificate`. */
  fileOf: (id, name) => `/api/jobs/${encodeURIComponent(id)}/${name}`,
  graph: (id) => json("GET", api.fileOf(id, "graph")),
  start: (request, signal) => json("POST", "/api/jobs", request, signal),
  remove: (id) => call("DELETE", `/api/jobs/${encodeURIComponent(id)}`),
  cancel: (id) => call("POST", `/api/jobs/${encodeURIComponent(id)}/cancel`, {}),
  resume: (id) => call("POST", `/api/jobs/${encodeURIComponent(id)}/resume`, {}),
  convert: (body) => json("POST", "/api/convert", body),
  legal: (body, signal) => json("POST", "/api/legal", body, signal),
  diagram: async (body) => (await call("POST", "/api/diagram.svg", body)).blob(),
};

/**
 * Follows the events of a job that come after the one of a number; the browser itself connects again and names the last
 * one that it got. `on` has a function for each name of an event; `end` gets the number too. Returns what ends it.
 */
export function follow(id, on, after = 0) {
  const source = new EventSource(`/api/jobs/${encodeURIComponent(id)}/events?after=${after}`);
  for (const name of ["state", "progress", "answer", "end"]) {
    source.addEventListener(name, (event) => {
      if (name === "end") source.close();
      on[name]?.(JSON.parse(event.data), Number(event.lastEventId));
    });
  }
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) on.lost?.();
  });
  return () => source.close();
}
