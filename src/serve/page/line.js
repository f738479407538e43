// The tree of moves behind a diagram: solutions, variations, cooks, and what the user tried.

import { afterMove, parseSfen } from "./position.js";

class Node {
  constructor(parent, usi) {
    this.parent = parent;
    this.usi = usi;
    this.ply = parent ? parent.ply + 1 : 0;
    this.children = [];
    this.kinds = new Set();
    /** The Japanese name, what the server says of the position, and what a search found: once they are known. */
    this.ja = null;
    this.legal = null;
    this.finding = null;
  }

  child(usi) {
    return this.children.find((child) => child.usi === usi);
  }
}

/** Tells by `change` of a new tree or a larger one, by `go` of a step. */
export class Line extends EventTarget {
  /** What a search answered, where one did. */
  answer = null;

  /** `problem` has `sfen`, `rule`, `attacker`, `policy`, `condition`. */
  reset(problem) {
    this.problem = problem;
    this.root = new Node(null, null);
    this.root.position = parseSfen(problem.sfen);
    this.current = this.root;
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new CustomEvent("go", { detail: { forward: false } }));
  }

  /** Puts moves behind a node; those that are there already are kept. Returns the last one. */
  add(moves, kind, from = this.root) {
    let node = from;
    for (const usi of moves) {
      let next = node.child(usi);
      if (!next) {
        next = new Node(node, usi);
        node.children.push(next);
      }
      next.kinds.add(kind);
      node = next;
    }
    return node;
  }

  grown() {
    this.dispatchEvent(new Event("change"));
  }

  go(node) {
    if (!node || node === this.current) return;
    const forward = node.parent === this.current;
    this.current = node;
    if (node.parent) node.parent.chosen = node;
    this.dispatchEvent(new CustomEvent("go", { detail: { forward } }));
  }

  /** Lines have up to some ten thousand plies: nothing here calls itself for each of them. */
  positionOf(node) {
    const missing = [];
    let at = node;
    for (; !at.position; at = at.parent) missing.push(at);
    for (const step of missing.reverse()) step.position = afterMove(step.parent.position, step.usi);
    return node.position;
  }

  /** The nodes from the first move to a node. */
  path(node = this.current) {
    const nodes = [];
    for (let at = node; at.parent; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  movesTo(node = this.current) {
    return this.path(node).map((step) => step.usi);
  }

  /** The last node of the line that goes on from a node as it was last followed. */
  end(node = this.current) {
    let at = node;
    while (at.children.length > 0) at = at.chosen ?? at.children[0];
    return at;
  }

  /** The last nodes of all lines. */
  leaves() {
    const found = [];
    const open = [this.root];
    while (open.length > 0) {
      const node = open.pop();
      if (node.children.length === 0) found.push(node);
      open.push(...node.children.toReversed());
    }
    return found;
  }

  /** The solutions and variations, without what was only tried. */
  known() {
    const isKnown = (node) => node.kinds.has("solution") || node.kinds.has("variation");
    const ends = this.leaves().filter((leaf) => leaf.parent && this.path(leaf).every(isKnown));
    return ends.map((leaf) => this.movesTo(leaf));
  }

  next() {
    this.go(this.current.chosen ?? this.current.children[0]);
  }

  previous() {
    this.go(this.current.parent);
  }

  first() {
    this.go(this.root);
  }

  last() {
    this.go(this.end());
  }

  /** The same ply in another line. */
  sibling(distance) {
    const siblings = this.current.parent?.children ?? [];
    this.go(siblings[siblings.indexOf(this.current) + distance]);
  }
}

export const line = new Line();
