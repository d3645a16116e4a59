import { type FieldProblem, PortalError } from "#core/errors.ts";
import { JsonProblem, parseOutsideJson } from "#core/outside-json.ts";
import type { IncomingMessage } from "node:http";

export function readQuery(url: string): Record<string, string> {
  const start = url.indexOf("?");
  if (start === -1) return {};
  const query = new URLSearchParams(url.slice(start + 1));
  const seen = new Set<string>();
  // Collected as entries, because a parameter may have the name of a property that every object has, such as
  // `constructor`.
  const twice: [string, FieldProblem][] = [];
  for (const name of query.keys()) {
    if (seen.has(name)) twice.push([name, "sent-twice"]);
    seen.add(name);
  }
  if (twice.length > 0) throw new PortalError("invalid", { fields: Object.fromEntries(twice) });
  return Object.fromEntries(query);
}

const largestBody = 64 * 1024;

export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(incoming.headers["content-type"] ?? "")) {
    throw new PortalError("unsupported-type");
  }
  const bytes = await readBytes(incoming);
  try {
    return parseOutsideJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw unreadable(error instanceof JsonProblem ? error.problem : "not-json", error);
  }
}

/** The fields of a form without files. Each may occur once. */
export async function readForm(incoming: IncomingMessage): Promise<Record<string, string>> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(incoming.headers["content-type"] ?? ""))
    throw new PortalError("unsupported-type");
  return readQuery(`?${(await readBytes(incoming)).toString()}`);
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  if (Number(incoming.headers["content-length"] ?? 0) > largestBody) throw new PortalError("too-large");
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // The connection stays open, so that a client that sends too much gets the response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > largestBody) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw unreadable("not-json", cause);
  }
  if (size > largestBody) throw new PortalError("too-large");
  return Buffer.concat(chunks);
}

const unreadable = (problem: FieldProblem, cause: unknown) =>
  new PortalError("invalid", { fields: { body: problem }, cause });
