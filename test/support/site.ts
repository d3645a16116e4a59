import { once } from "node:events";
import type { OpenPortal, PortalOptions } from "#server/open-portal.ts";
import { type ServedApi, serveApi } from "./api.ts";
import { type AtTheEnd, freshEnvironment, openForTest, whenFileEnds } from "./portals.ts";
import { type StartedServer, startServer } from "./processes/server.ts";
import { behindProxy } from "./accounts/signed-in.ts";
import { lowGuessingCosts, realGuessingCosts } from "./accounts/fresh-accounts.ts";

/** A server, and a portal on the same data with the same address: under another one, the log would begin anew. */
export type Site = { server: StartedServer; url: string; portal: OpenPortal; environment: Record<string, string> };

const movingClock = new URL("moving-clock.ts", import.meta.url);

/** Starts a site whose clock the test can move forward, and whose passwords cost as much as on operators' sites. */
export async function startSiteWithClock(): Promise<Site & { letTimePass: (ms: number) => Promise<void> }> {
  const site = await startSite({}, undefined, whenFileEnds, { before: movingClock, hasLowPasswordPrice: false });
  const letTimePass = async (ms: number) => {
    const moved = once(site.server.child, "message");
    site.server.child.send(ms);
    await moved;
  };
  return { ...site, letTimePass };
}

/** Starts a site on SQLite, by default for all tests of a file. `prepare` fills it before the server starts. */
export async function startSite(
  more: Record<string, string> = {},
  prepare: (portal: OpenPortal) => Promise<unknown> = async () => {},
  atTheEnd: AtTheEnd = whenFileEnds,
  wishes: Parameters<typeof startServer>[1] = {},
): Promise<Site> {
  const environment = { ...(await freshEnvironment("sqlite", atTheEnd)), ...behindProxy, PORT: "0", ...more };
  const { hasLowPasswordPrice = true } = wishes;
  const costs = hasLowPasswordPrice ? { guessingCosts: lowGuessingCosts } : realGuessingCosts;
  const portal = await openForTest(environment, atTheEnd, costs);
  await prepare(portal);
  const server = await startServer(environment, { ...wishes, hasLowPasswordPrice });
  atTheEnd(() => server[Symbol.asyncDispose]());
  return { server, url: server.url, portal, environment };
}

export type SharedApi = ServedApi & { portal: OpenPortal };

/** The API of a portal on SQLite, in this process, for all tests of a file. */
export async function sharedApi(wishes?: PortalOptions): Promise<SharedApi> {
  const portal = await openForTest(await freshEnvironment("sqlite", whenFileEnds), whenFileEnds, wishes);
  const api = await serveApi(portal);
  whenFileEnds(() => api[Symbol.asyncDispose]());
  return { ...api, portal };
}

/** Lets a test make as many lookups as it likes. */
export const noLimits = {
  freeMisses: 1e9,
  maxMisses: 1e9,
  calmMisses: 1e9,
  forgivenMisses: 1e9,
  freeWrongNames: 1e9,
};
