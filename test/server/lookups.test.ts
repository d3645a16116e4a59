import { describe, expect, onTestFinished, test } from "vitest";
import { verifyLookupLog } from "#operations/verify.ts";
import { engines, freshEnvironment, openForTest } from "../support/portals.ts";
import { startServer, type StartedServer } from "../support/server.ts";

async function started(environment: Record<string, string>): Promise<StartedServer> {
  const server = await startServer(environment);
  onTestFinished(async () => server[Symbol.asyncDispose]());
  return server;
}

/** What the page says to somebody who looks a number up there. */
async function ask({ url }: StartedServer, number: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { method: "POST", headers, body: new URLSearchParams({ number }) });
  const page = await answer.text();
  if (answer.status !== 200) return String(answer.status);
  return page.includes("data-challenge") ? "wait" : page.includes("No Data Found") ? "none" : "other";
}

const askOften = async (server: StartedServer, count: number, headersOf: (at: number) => Record<string, string>) => {
  let last = "";
  for (let at = 0; at < count; at += 1) last = await ask(server, `MISS${at}`, headersOf(at));
  return last;
};

describe("the address of who asks", () => {
  test("is not what the visitor says", async () => {
    const server = await started(await freshEnvironment("sqlite"));
    const lies = (at: number) => ({ "X-Forwarded-For": `198.51.100.${at}`, "X-Real-IP": `198.51.100.${at}` });
    expect(await askOften(server, 30, lies)).toBe("none");
    expect(await askOften(server, 1, lies)).toBe("wait");
  });

  test("is what the trusted proxy says, whatever stands before it", async () => {
    const server = await started({ ...(await freshEnvironment("sqlite")), TRUSTED_PROXIES: "127.0.0.1,::1" });
    const lies = (at: number) => ({ "X-Forwarded-For": `198.51.100.${at}, garbage, 203.0.113.7` });
    expect(await askOften(server, 30, lies)).toBe("none");
    expect(await askOften(server, 1, lies)).toBe("wait");
    expect(await askOften(server, 1, () => ({ "X-Forwarded-For": "203.0.113.8" }))).toBe("none");
  });
});

test.each(engines)(
  "a process that is killed loses a moment of the log, and the rest is whole, on %s",
  async (engine) => {
    const environment = {
      ...(await freshEnvironment(engine)),
      SECRET: "x".repeat(40),
      TRUSTED_PROXIES: "127.0.0.1,::1",
    };
    let asked = 0;
    for (let kill = 0; kill < 4; kill += 1) {
      const server = await started(environment);
      const addresses = (at: number) => ({ "X-Forwarded-For": `203.0.${kill}.${at % 200}` });
      await askOften(server, 40 + kill * 17, addresses);
      asked += 40 + kill * 17;
      await server.stop("SIGKILL");
    }
    const portal = await openForTest(environment);
    const verdict = await verifyLookupLog(portal);
    expect(verdict.brokenAt).toBeNull();
    expect(verdict.lookups).toBeGreaterThan(0);
    expect(verdict.lookups).toBeLessThanOrEqual(asked);
  },
);

test("a server that is stopped writes down the last lookup, and remembers who asked when it starts again", async () => {
  const environment = await freshEnvironment("sqlite");
  const server = await started(environment);
  await askOften(server, 30, () => ({}));
  expect(await server.stop("SIGTERM")).toBe(0);
  const again = await started(environment);
  expect(await ask(again, "MISSING1")).toBe("wait");
  await again.stop("SIGTERM");
  expect(await verifyLookupLog(await openForTest(environment))).toEqual({ lookups: 30, lost: 0, brokenAt: null });
});

test("another site's page has nobody's browser look numbers up, and uses up no misses", async () => {
  const server = await started(await freshEnvironment("sqlite"));
  const lookUp = async (site: string, dest: string) => {
    const headers = { "Sec-Fetch-Site": site, "Sec-Fetch-Dest": dest };
    return (await fetch(`${server.url}/result/MISSING1`, { headers })).status;
  };
  for (let time = 0; time < 20; time += 1) {
    expect(await lookUp("cross-site", "object")).toBe(403);
    expect(await lookUp("same-site", "empty")).toBe(403);
  }
  expect(await lookUp("cross-site", "document")).toBe(404);
  expect(await lookUp("none", "document")).toBe(404);
  expect(await lookUp("same-origin", "empty")).toBe(404);
});
