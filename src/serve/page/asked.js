// What a problem asks of the server beside its position: the rule, who attacks, and what changes the moves that count.

export const CAPTURES = ["must-capture", "avoid-capture", "no-capture"];
const SIDES = ["attacker", "defender"];

export const isCooperative = ({ rule }) => rule !== "tsume";

/** The conditions on captures of both sides; `null` for text that names none. */
export function conditionParts(text) {
  const parts = { attacker: null, defender: null };
  for (const word of (text ?? "").split(",").filter(Boolean)) {
    const side = SIDES.find((name) => word.startsWith(`${name}-`));
    const name = side ? word.slice(side.length + 1) : word;
    if (!CAPTURES.includes(name)) return null;
    for (const bound of side ? [side] : SIDES) parts[bound] = name;
  }
  return parts;
}

/** The same as the server writes it; `null` where no side is bound. */
export function conditionOf({ attacker, defender }) {
  if (attacker === defender) return attacker;
  const parts = [attacker && `attacker-${attacker}`, defender && `defender-${defender}`];
  return parts.filter(Boolean).join(",");
}

/** Under which rules moves are made. A condition that a tsume does not have waits until the rule has it. */
export function ruled({ rule, attacker, condition }) {
  return { rule, attacker: attacker ?? undefined, condition: (isCooperative({ rule }) && condition) || undefined };
}

/** What a search of a problem is asked with. */
export function asked(problem) {
  const policy = (!isCooperative(problem) && problem.policy) || undefined;
  return { ...ruled(problem), policy };
}

/** What a check of it is asked with besides. */
export function intended(problem) {
  return {
    line: problem.line.length > 0 ? problem.line : undefined,
    intended_solutions: (isCooperative(problem) && problem.solutions) || undefined,
  };
}
