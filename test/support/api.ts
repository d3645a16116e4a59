import { BlockList } from "node:net";
import type { Role } from "#core/accounts/roles.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { openLog } from "#server/log.ts";
import { type RunningServer, serve, type ServerParts } from "#server/server.ts";
import { personWithRoleByEmail } from "#storage/database/accounts/roles.ts";
import { cookieFor, tokenFor } from "./accounts/signed-in.ts";
import { freshAccount } from "./accounts/fresh-accounts.ts";

const roles: Readonly<Record<string, Role>> = {
  admin: "admin",
  otherAdmin: "admin",
  moderator: "moderator",
  otherModerator: "moderator",
  student: "student",
};

export const emailOf = (who: string) => `${who.toLowerCase()}@agency.example`;

async function engage(portal: Portal): Promise<void> {
  for (const [who, role] of Object.entries(roles)) {
    const isThere = await personWithRoleByEmail(portal.database.read, emailOf(who));
    if (!isThere) await freshAccount(portal, role, emailOf(who));
  }
}

const tokens = new Map<string, Promise<string>>();

/** Signs in once at each server, then returns the same token. */
export function tokenOf(url: string, who: string): Promise<string> {
  const token = tokens.get(url + who) ?? takeToken(url, who);
  tokens.set(url + who, token);
  return token;
}

const cookies = new Map<string, Promise<string>>();

/** The cookie of the session from which the token was made. */
export function cookieOf(url: string, who: string): Promise<string> {
  const cookie = cookies.get(url + who) ?? cookieFor(url, emailOf(who));
  cookies.set(url + who, cookie);
  return cookie;
}

/** A server that starts later in the same process may get the port of one that stopped. */
function forgetAccountsAt(url: string): void {
  for (const who of Object.keys(roles)) for (const known of [tokens, cookies]) known.delete(url + who);
}

const takeToken = async (url: string, who: string) => tokenFor(url, emailOf(who), await cookieOf(url, who));

export const publicOrigin = "http://127.0.0.9";

export type ServedApi = RunningServer & { log: string[] };

/** Serves a portal's routes in this process, with the staff accounts of the tests. */
export async function serveApi(
  portal: Portal,
  more: {
    uploadKey?: string;
    stalledMs?: number;
    publicOrigin?: string;
    before?: NonNullable<ServerParts["before"]>;
  } = {},
): Promise<ServedApi> {
  await engage(portal);
  const log: string[] = [];
  const running = await serve(
    {
      portal,
      pages: async () => new Response("a page", { status: 404 }),
      log: openLog("info", { write: (line) => void log.push(line) }),
      publicOrigin,
      trustedProxies: new BlockList(),
      uploadKey: "",
      leavingMs: 0,
      ...more,
    },
    { port: 0, host: "127.0.0.1" },
  );
  const url = running.url.replace("localhost", "127.0.0.1");
  forgetAccountsAt(url);
  return { ...running, url, log };
}

export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ status: number; headers: Headers; text: string; body: unknown }>;

/** Sends requests as the given person. A body that is not a string is sent as JSON. */
export const callerOf =
  ({ url }: { url: string }, who = "anyone"): Caller =>
  async (method, path, body, headers = {}) => {
    const token = who in roles ? await tokenOf(url, who) : undefined;
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

/** A record as a program sends it. Each call returns another person with other numbers. */
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
