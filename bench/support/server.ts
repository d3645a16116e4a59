import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { temporaryFolder } from "./temporary-folder.ts";
import { cookieFor } from "#test/support/accounts/signed-in.ts";
import { goodPassword } from "#test/support/accounts/staff.ts";
import { freePort } from "#test/support/processes/free-port.ts";

export type BenchedServer = AsyncDisposable & { url: string; pid: number };

/** What `npm start` runs, with a folder of its own, or with the given one. Ready when it has answered. */
export async function startServer(environment: Record<string, string> = {}): Promise<BenchedServer> {
  const own = environment["DATA_DIR"] === undefined ? await temporaryFolder() : null;
  const port = await freePort();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "build/program/main.js", "start"], {
    env: { PATH: process.env["PATH"], ...(own && { DATA_DIR: own.path }), ...environment, PORT: String(port) },
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

const admin = { email: "admin@bench.example", password: goodPassword };

/** The same with an admin, and the cookie of their session. */
export async function startServerWithAdmin(
  environment: Record<string, string>,
): Promise<BenchedServer & { cookie: string }> {
  const withAdmin = { ...environment, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const server = await startServer(withAdmin);
  return { ...server, cookie: await cookieFor(server.url, admin.email, admin.password) };
}

/** A disk that has just taken two gigabytes of records is slow for a while. */
const longestStartMs = 60_000;

async function firstAnswer(url: string): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < longestStartMs) {
    const answer = await fetch(`${url}/`).catch(() => null);
    if (answer?.ok) return;
    await delay(5);
  }
  throw new Error("the server did not answer within a minute");
}
