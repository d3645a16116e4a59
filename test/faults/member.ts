import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { lowGuessingCosts, freshAccount, openSession } from "../support/accounts/fresh-accounts.ts";
import type { Ledger } from "./ledger.ts";

/** A signed-in admin of a site. A request is sent once, unless `again` defines how to retry it. */
export type Member = {
  url: string;
  cookie: string;
  again?: (request: SentRequest, askOnce: () => Promise<Answer | null>) => Promise<Answer | null>;
};

/** Opens a site for the first time, which makes its database, and adds an admin. Returns the cookie of their session. */
export async function cookieOfAdmin(environment: Record<string, string>): Promise<string> {
  await using portal = await openPortal(readConfig(environment), { guessingCosts: lowGuessingCosts });
  const { id } = await freshAccount(portal, "admin");
  return (await openSession(portal, id)).cookie;
}

/** A request. A form is sent as a form, any other body as JSON. */
export type SentRequest = { method?: string; path: string; body?: object; headers?: Record<string, string> };

export type Answer = { status: number; text: string; headers: Headers };

const patienceMs = 15_000;

/** Returns null if the connection broke or no response arrived: the request may or may not have been executed. */
export async function ask(member: Member, request: SentRequest, ledger?: Ledger): Promise<Answer | null> {
  const once = () => askOnce(member, request, ledger);
  return member.again ? member.again(request, once) : once();
}

async function askOnce(member: Member, request: SentRequest, ledger?: Ledger): Promise<Answer | null> {
  const { method = "GET", path, body, headers = {} } = request;
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  const start = performance.now();
  try {
    const answer = await fetch(new URL(path, member.url), {
      method,
      headers: { cookie: member.cookie, ...(body && !isForm && { "content-type": "application/json" }), ...headers },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  } catch {
    return null;
  } finally {
    if (ledger) ledger.slowestMs = Math.max(ledger.slowestMs, performance.now() - start);
  }
}

/** Returns the milliseconds until `holds` is true, or Infinity after the limit. */
export async function timeUntil(holds: () => Promise<boolean>, limitMs: number): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > limitMs) return Infinity;
    await delay(20);
  }
  return performance.now() - start;
}

export const isReady = async (member: Member): Promise<boolean> =>
  (await ask(member, { path: "/readyz" }))?.status === 200;
