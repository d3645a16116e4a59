import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryFolder } from "./temporary-folder.ts";
import { cookieFor } from "#test/support/accounts/signed-in.ts";
import { goodPassword } from "#test/support/accounts/fresh-accounts.ts";
import { freePort } from "#test/support/processes/free-port.ts";

export type BenchedServer = AsyncDisposable & { url: string; pid: number };

/**
 * Runs the program that `npm start` runs, with the given folder or a temporary one. Resolves after the first response.
 * `under` are words before the command, such as `nice`.
 */
export async function startServer(
  environment: Record<string, string> = {},
  under: readonly string[] = [],
): Promise<BenchedServer> {
  const own = environment["DATA_DIR"] === undefined ? await temporaryFolder() : null;
  const port = await freePort();
  const program = ["--max-semi-space-size=8", "--max-old-space-size=1024", "build/program/main.js", "start"];
  const [command = "", ...args] = [...under, process.execPath, ...program];
  const child = spawn(command, args, {
    env: {
      PATH: process.env["PATH"],
      MALLOC_ARENA_MAX: "2",
      ...(own && { DATA_DIR: own.path }),
      ...environment,
      PORT: String(port),
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const end = async () => {
    child.kill("SIGTERM");
    await ended;
    await own?.remove();
  };
  try {
    await firstAnswer(url);
  } catch (error) {
    await end();
    throw error;
  }
  return { url, pid: Number(child.pid), [Symbol.asyncDispose]: end };
}

export const benchAdmin = { email: "admin@bench.example", password: goodPassword };

/** Starts a server with an admin. Also returns the cookie of the admin's session. */
export async function startServerWithAdmin(
  environment: Record<string, string>,
  under: readonly string[] = [],
): Promise<BenchedServer & { cookie: string }> {
  const withAdmin = { ...environment, ADMIN_EMAIL: benchAdmin.email, ADMIN_PASSWORD: benchAdmin.password };
  const server = await startServer(withAdmin, under);
  return { ...server, cookie: await cookieFor(server.url, benchAdmin.email, benchAdmin.password) };
}

/** A disk that has just written two gigabytes of records is slow for a while. */
const maxStartMs = 60_000;

async function firstAnswer(url: string): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < maxStartMs) {
    const answer = await fetch(`${url}/`).catch(() => null);
    if (answer?.ok) return;
    await delay(5);
  }
  throw new Error("the server did not answer within a minute");
}
