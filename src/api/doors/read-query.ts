import { type FieldProblem, PortalError } from "#core/errors.ts";

/** The texts of an address's query, each once. */
export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (start === -1) return {};
  const query = new URLSearchParams(url.slice(start + 1));
  const fields: Record<string, FieldProblem> = {};
  for (const name of query.keys()) if (query.getAll(name).length > 1) fields[name] = "sent-twice";
  if (Object.keys(fields).length > 0) throw new PortalError("invalid", { fields });
  return Object.fromEntries(query);
}
