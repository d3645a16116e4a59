import { PortalError } from "#core/errors.ts";

const deepest = 16;

/** The body as one JSON object. What two programs could read in two ways is refused. */
export async function jsonBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = await request.arrayBuffer();
  const text = decoded(bytes);
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value) || !isPlain(text)) throw notJson();
  return { ...value };
}

const notJson = (cause?: unknown) => new PortalError("invalid", { fields: { body: "not-json" }, cause });

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw notJson(cause);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs;
const isKey = /^\s*:/;

/** Of text that is JSON: whether no object has a name twice, or one that means something to JavaScript, or is very deep. */
function isPlain(text: string): boolean {
  const open: Set<string>[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      if (open.push(new Set()) > deepest) return false;
    } else if (token === "}" || token === "]") open.pop();
    else if (isKey.test(text.slice(index + token.length))) {
      const name = String(JSON.parse(token));
      const names = open.at(-1);
      if (name === "__proto__" || names?.has(name)) return false;
      names?.add(name);
    }
  }
  return true;
}
