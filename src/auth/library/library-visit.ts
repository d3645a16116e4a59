import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "#core/staff/accounts.ts";
import type { AccountParts } from "../account-parts.ts";
import { recordDeed } from "../account-events.ts";

/** One question to better-auth: who asks, and what it told its logger alone. */
export type LibraryVisit = { caller: Caller; troubles: unknown[] };

const visits = new AsyncLocalStorage<LibraryVisit>();

export const during = <Result>(visit: LibraryVisit, work: () => Promise<Result>): Promise<Result> =>
  visits.run(visit, work);

/** Some failures better-auth swallows: a redirect says "invalid code", and only the logger hears of a wrong key. */
export function noteTrouble(about: readonly unknown[]): void {
  visits.getStore()?.troubles.push(...about);
}

export async function noteLinked(parts: AccountParts, provider: string, personId: string): Promise<void> {
  const visit = visits.getStore();
  if (visit && provider === "google") await recordDeed(parts, visit.caller, personId, { action: "google-linked" });
}
