import { BlockList } from "node:net";
import { pino } from "pino";
import { anonymous, type Actor } from "#core/staff/actor.ts";
import type { Portal } from "#operations/portal.ts";
import { type RunningServer, serve } from "#server";
import { admin, moderator, otherAdmin, otherModerator, student } from "./people.ts";

/** Who a request comes from, by a token that tests know: sessions are for the tests of accounts. */
const tokens: Readonly<Record<string, Actor>> = { admin, otherAdmin, moderator, otherModerator, student };

export const publicOrigin = "http://portal.example";

export type ServedApi = RunningServer & { log: string[] };

/** A portal's doors in this process, with the staff of the tests. */
export async function serveApi(portal: Portal, more: { uploadKey?: string } = {}): Promise<ServedApi> {
  const log: string[] = [];
  const running = await serve(
    {
      portal,
      pages: async () => new Response("a page", { status: 404 }),
      log: pino({ base: null }, { write: (line) => void log.push(line) }),
      publicOrigin,
      trustedProxies: new BlockList(),
      actorOf: async ({ headers }) => tokens[headers.get("authorization")?.replace("Bearer ", "") ?? ""] ?? anonymous,
      uploadKey: more.uploadKey ?? "",
    },
    0,
    "127.0.0.1",
  );
  return { ...running, url: running.url.replace("localhost", "127.0.0.1"), log };
}

export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; headers: Headers; text: string; body: unknown }>;

/** Asks as somebody; a body that is no text goes as JSON. */
export const callerOf =
  ({ url }: { url: string }, token?: string): Caller =>
  async (method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: asJson(text) };
  };

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let made = 0;

/** A record as a program sends it; every call another person with other numbers. */
export function sentRecord(different: Record<string, unknown> = {}): Record<string, unknown> {
  made += 1;
  return {
    id: `P${20_000_000 + made}`,
    IRCC_Num: `I${200_000_000 + made}`,
    name: "Rahim Uddin",
    F_name: "Karim Uddin",
    M_name: "Amena Begum",
    Po_address: "12/A, Mirpur, Dhaka",
    nationality: "NEPAL",
    ...different,
  };
}
