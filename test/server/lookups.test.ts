import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { verifyLookupLog } from "#operations/upkeep/verify.ts";
import { signedIn } from "../support/accounts/signed-in.ts";
import { engines, freshEnvironment, openForTest, whenTestEnds } from "../support/portals.ts";
import { startServer, type StartedServer } from "../support/processes/server.ts";
import { startSite, startSiteProcess } from "../support/site.ts";

const site = await startSite();

async function started(environment: Record<string, string>): Promise<StartedServer> {
  const server = await startServer(environment);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

type HeaderLines = Record<string, string>;

/** The outcome that the page shows for a lookup. */
async function ask({ url }: { url: string }, headers: HeaderLines = {}): Promise<string> {
  const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams({ number: "MISSING1" }) });
  const page = await answer.text();
  if (answer.status !== 200) return String(answer.status);
  return page.includes("data-challenge") ? "wait" : page.includes("We found no record for") ? "none" : "other";
}

/** Makes misses with the call, which counts like the page and answers faster. */
async function misses({ url }: { url: string }, count: number, headersOf: (at: number) => HeaderLines = () => ({})) {
  for (let at = 0; at < count; at += 1) {
    const { status } = await fetch(`${url}/result/MISS${at}`, { headers: headersOf(at) });
    expect(status).toBe(404);
  }
}

describe("the client address", () => {
  test("is the one that the trusted proxy adds, whatever precedes it", async () => {
    const lies = (at: number) => ({ "X-Forwarded-For": `198.51.100.${at}, garbage, 203.0.113.7` });
    await misses(site, 29, lies);
    expect(await ask(site, lies(30))).toBe("none");
    expect(await ask(site, lies(31))).toBe("wait");
    expect(await ask(site, { "X-Forwarded-For": "203.0.113.8" })).toBe("none");
  });
});

describe("a proxy that is missing from the settings", () => {
  const warnings = ({ log }: Pick<StartedServer, "log">) =>
    log.filter(({ level, msg }) => level === "warn" && String(msg).includes("TRUSTED_PROXIES")).length;

  test("causes a warning at the start, another at its first request, and one on the admin's pages", async () => {
    const hidden = await startSiteProcess(
      { PUBLIC_URL: "https://check.example.com", TRUSTED_PROXIES: "" },
      undefined,
      whenTestEnds,
    );
    await expect.poll(() => warnings(hidden.server)).toBe(1);
    const { cookie } = await signedIn(hidden.portal, hidden.url, "admin");
    const page = async (headers: HeaderLines = {}) =>
      (await fetch(`${hidden.url}/dashboard/Admin_Control`, { headers: { Cookie: cookie, ...headers } })).text();
    expect(await page({ "X-Forwarded-For": "198.51.100.1" })).toContain("data-proxy-ignored");
    const direct = await page();
    expect([direct.includes("People"), direct.includes("data-proxy-ignored")]).toEqual([true, false]);
    await expect.poll(() => warnings(hidden.server)).toBe(2);
  });

  test("is not suspected if a proxy is trusted, or if visitors use plain HTTP", async () => {
    for (const more of [{ PUBLIC_URL: "https://check.example.com" }, { TRUSTED_PROXIES: "" }]) {
      const { log, url } = await startSite(more, undefined, whenTestEnds);
      await fetch(url, { headers: { "X-Forwarded-For": "198.51.100.1" } });
      expect(warnings({ log })).toBe(0);
    }
  });
});

test.each(engines)(
  "a process that is killed loses only the newest lookups, and the lookup log stays intact, on %s",
  async (engine) => {
    const environment = {
      ...(await freshEnvironment(engine)),
      SECRET: "x".repeat(40),
      TRUSTED_PROXIES: "127.0.0.1,::1",
    };
    const asked = 40;
    const kills = 2;
    for (let kill = 0; kill < kills; kill += 1) {
      const server = await started(environment);
      const addresses = (at: number) => ({ "X-Forwarded-For": `203.0.${kill}.${at}` });
      await misses(server, asked / 2, addresses);
      // The log is written every 150 ms.
      await delay(200);
      await misses(server, asked / 2, addresses);
      await server.stop("SIGKILL");
    }
    const { lookups, brokenAt } = await verifyLookupLog(await openForTest(environment));
    expect(brokenAt).toBeNull();
    expect(lookups).toBeGreaterThan(0);
    expect(lookups).toBeLessThanOrEqual(asked * kills);
  },
);

test("a server that is stopped writes its last lookups, and still counts them after a restart", async () => {
  const environment = await freshEnvironment("sqlite");
  const server = await started(environment);
  await misses(server, 30);
  expect(await server.stop("SIGTERM")).toBe(0);
  const again = await started(environment);
  expect(await ask(again)).toBe("wait");
  await again.stop("SIGTERM");
  expect(await verifyLookupLog(await openForTest(environment))).toEqual({ lookups: 30, lost: 0, brokenAt: null });
});

test("a page of another site cannot make a browser look numbers up, and uses up no misses", async () => {
  const statusFrom = async (from: string, dest: string) => {
    const headers = { "Sec-Fetch-Site": from, "Sec-Fetch-Dest": dest, "X-Forwarded-For": "203.0.113.9" };
    return (await fetch(`${site.url}/result/MISSING1`, { headers })).status;
  };
  for (let time = 0; time < 20; time += 1) {
    expect(await statusFrom("cross-site", "object")).toBe(403);
    expect(await statusFrom("same-site", "empty")).toBe(403);
  }
  expect(await statusFrom("cross-site", "document")).toBe(404);
  expect(await statusFrom("none", "document")).toBe(404);
  expect(await statusFrom("same-origin", "empty")).toBe(404);
});
