import type { FieldProblem } from "./errors.ts";

/** Why JSON from outside is refused. */
export class JsonProblem extends Error {
  readonly problem: FieldProblem;

  constructor(problem: "not-json" | "sent-twice", cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

const deepest = 20;

/** Parses JSON from outside. Throws a `JsonProblem` also for JSON that two parsers could read differently. */
export function parseOutsideJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new JsonProblem("not-json", cause);
  }
  refuseAmbiguous(text);
  return value;
}

/** Null for what `parseOutsideJson` refuses. */
export function outsideJsonOrNull(text: string): unknown {
  try {
    return parseOutsideJson(text);
  } catch {
    return null;
  }
}

const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/** Refuses valid JSON that has a name twice in an object, has `__proto__`, or is nested too deeply. */
function refuseAmbiguous(text: string): void {
  const open: Set<unknown>[] = [];
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) note(open.at(-1), JSON.parse(token.slice(0, -colon.length)));
    if (open.length > deepest) throw new JsonProblem("not-json");
  }
}

function note(names: Set<unknown> | undefined, name: unknown): void {
  if (name === "__proto__") throw new JsonProblem("not-json");
  if (names?.has(name)) throw new JsonProblem("sent-twice");
  names?.add(name);
}
