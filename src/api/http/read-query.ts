import { type FieldProblem, PortalError } from "#core/errors.ts";

/** The texts of an address's query, each once. */
export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (start === -1) return {};
  const query = new URLSearchParams(url.slice(start + 1));
  // From entries, because a name may be one that objects have already.
  const twice = [...query.keys()].filter((name) => query.getAll(name).length > 1);
  const fields = Object.fromEntries(twice.map((name): [string, FieldProblem] => [name, "sent-twice"]));
  if (twice.length > 0) throw new PortalError("invalid", { fields });
  return Object.fromEntries(query);
}
