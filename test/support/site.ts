import { once } from "node:events";
import { readConfig } from "#config";
import { openSiteParts } from "#cli/site-parts.ts";
import { logFailure, openLog } from "#server/log.ts";
import type { OpenPortal, PortalOptions } from "#server/open-portal.ts";
import { serve, type ServerParts } from "#server/server.ts";
import { type ServedApi, serveApi } from "./api.ts";
import { type AtTheEnd, freshEnvironment, openForTest, whenFileEnds } from "./portals.ts";
import { startNameProxyFor } from "./processes/name-proxy.ts";
import { type StartedServer, startServer } from "./processes/server.ts";
import { behindProxy } from "./accounts/signed-in.ts";
import { lowGuessingCosts, realGuessingCosts } from "./accounts/fresh-accounts.ts";

/** A portal on SQLite that is served under `url`. */
export type Site = { url: string; portal: OpenPortal; environment: Record<string, string> };

/** A site in a process of its own, and a portal on the same data with the same address: under another one, the log would begin anew. */
export type SiteProcess = Site & { server: StartedServer };

type Prepare = (portal: OpenPortal) => Promise<unknown>;

const nothing: Prepare = async () => {};

/**
 * Serves a site in this process, with pages and jobs, by default for all tests of a file. `prepare` fills it before. A
 * process for each file would take most of the time of its tests to start and to warm up.
 */
export async function startSite(
  more: Record<string, string> = {},
  prepare = nothing,
  atTheEnd: AtTheEnd = whenFileEnds,
  around: (parts: ServerParts) => ServerParts = (parts) => parts,
  wishes: PortalOptions = {},
): Promise<Site & { log: Record<string, unknown>[] }> {
  const environment = await siteEnvironment(more, atTheEnd);
  const config = readConfig(environment);
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => {
    const entry: Record<string, unknown> = JSON.parse(line);
    lines.push(entry);
  };
  const log = openLog("info", { write });
  atTheEnd(async () => log[Symbol.dispose]());
  const report = (error: unknown) => logFailure(log, error);
  const portal = await openForTest(environment, atTheEnd, { report, ...wishes });
  await prepare(portal);
  const parts = await openSiteParts(portal, config, log);
  atTheEnd(() => parts[Symbol.asyncDispose]());
  const { url, ...running } = await serve({ ...around(parts), leavingMs: 0 }, { port: 0, host: config.HOST });
  atTheEnd(() => running[Symbol.asyncDispose]());
  const named = await startNameProxyFor(environment, url);
  if (named) atTheEnd(() => named[Symbol.asyncDispose]());
  return { url: named?.url ?? url, portal, environment, log: lines };
}

/** Starts a site in a process of its own, for what only a process shows. */
export async function startSiteProcess(
  more: Record<string, string> = {},
  prepare = nothing,
  atTheEnd: AtTheEnd = whenFileEnds,
  wishes: Parameters<typeof startServer>[1] = {},
): Promise<SiteProcess> {
  const environment = await siteEnvironment(more, atTheEnd);
  const { hasLowPasswordPrice = true } = wishes;
  const costs = hasLowPasswordPrice ? { guessingCosts: lowGuessingCosts } : realGuessingCosts;
  const portal = await openForTest(environment, atTheEnd, costs);
  await prepare(portal);
  const server = await startServer(environment, { ...wishes, hasLowPasswordPrice });
  atTheEnd(() => server[Symbol.asyncDispose]());
  return { server, url: server.url, portal, environment };
}

const siteEnvironment = async (more: Record<string, string>, atTheEnd: AtTheEnd) => ({
  ...(await freshEnvironment("sqlite", atTheEnd)),
  ...behindProxy,
  PORT: "0",
  ...more,
});

const movingClock = new URL("moving-clock.ts", import.meta.url);

/** Starts a site whose clock the test can move forward, and whose passwords cost as much as on operators' sites. */
export async function startSiteWithClock(): Promise<SiteProcess & { letTimePass: (ms: number) => Promise<void> }> {
  const site = await startSiteProcess({}, nothing, whenFileEnds, { before: movingClock, hasLowPasswordPrice: false });
  const letTimePass = async (ms: number) => {
    const moved = once(site.server.child, "message");
    site.server.child.send(ms);
    await moved;
  };
  return { ...site, letTimePass };
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
