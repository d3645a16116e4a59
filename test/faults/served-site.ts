import { startServer, type StartedServer } from "../support/processes/server.ts";
import { isReady, type Member, timeUntil } from "./member.ts";

/** What a site of these tests needs in its environment, and the cookie of its admin. */
export type Ground = { environment: Record<string, string>; cookie: string };

/** The settings that every start of one site shares. */
export const settings = {
  SECRET: "the secret of a site that is hurt has 50 letters..",
  PUBLIC_URL: "http://portal.example",
};

/** How the program differs from the real one: not at all, as a rule. */
export type Start = { before?: URL; limit?: string; environment?: Record<string, string> };

/** A program that breaks a promise, which has to be noticed: see programs/spoilt-program.ts. */
export const spoiltBy = (ATTESTRY_TEST_SPOILT: "commit" | "database" | "errors" | "folders"): Start => ({
  before: new URL("programs/spoilt-program.ts", import.meta.url),
  environment: { ATTESTRY_TEST_SPOILT },
});

export type ServedSite = AsyncDisposable & { server: StartedServer; member: Member; readyMs: number };

/** As `npm start` serves it; how long that took until it was ready. */
export async function serveSite(
  { environment, cookie }: Ground,
  { environment: more, ...how }: Start = {},
): Promise<ServedSite> {
  const start = performance.now();
  const server = await startServer({ ...environment, ...more }, how);
  const member = { url: server.url, cookie };
  await timeUntil(() => isReady(member), 20_000);
  const readyMs = performance.now() - start;
  return { server, member, readyMs, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
