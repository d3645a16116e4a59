import { startServer, type StartedServer } from "../support/processes/server.ts";
import { isReady, type Member, timeUntil } from "./member.ts";

/** The environment of a site in these tests, and the session cookie of its admin. */
export type SiteSetup = { environment: Record<string, string>; cookie: string };

/** The settings that every start of a site shares. */
export const settings = {
  SECRET: "the secret of a site that is hurt has 50 letters..",
  PUBLIC_URL: "http://localhost",
};

/** How the program differs from the real one. Empty by default. */
export type Start = { before?: URL; limit?: string; folder?: string; environment?: Record<string, string> };

/** A program that breaks a promise, for controls: see programs/broken-program.ts. */
export const brokenProgram = (ATTESTRY_TEST_SPOILT: "commit" | "database" | "errors" | "folders"): Start => ({
  before: new URL("programs/broken-program.ts", import.meta.url),
  environment: { ATTESTRY_TEST_SPOILT },
});

export type ServedSite = AsyncDisposable & { server: StartedServer; member: Member; readyMs: number };

/** Serves a site as `npm start` does. `readyMs` is how long it took until the site was ready. */
export async function serveSite(
  { environment, cookie }: SiteSetup,
  { environment: more, ...how }: Start = {},
): Promise<ServedSite> {
  const start = performance.now();
  const server = await startServer({ ...environment, ...more }, how);
  const member = { url: server.url, cookie };
  await timeUntil(() => isReady(member), 20_000);
  const readyMs = performance.now() - start;
  return { server, member, readyMs, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
