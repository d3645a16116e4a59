import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { readConfig } from "#config";
import type { Settings } from "#core/settings/settings.ts";
import { openPortal } from "#portal";
import { fillPortal } from "./records.ts";

export type StartedPortal = AsyncDisposable & { url: string; folder: string };

export const uploadKey = "the key of the journeys";

/** A portal of its own folder with the records of records.ts, served by the command that operators use. */
export async function startPortal(settings: Partial<Settings> = {}): Promise<StartedPortal> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-e2e-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const environment = { DATA_DIR: folder, PORT: "0", TZ: "Asia/Dhaka", UPLOAD_KEY: uploadKey };
  await fillFolder(environment, settings);
  const server = spawn(process.execPath, ["build/program/main.js", "start"], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  starting.defer(() => stop(server));
  const url = await addressOf(server);
  const started = starting.move();
  return { url, folder, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

async function fillFolder(environment: Record<string, string>, settings: Partial<Settings>): Promise<void> {
  await using portal = await openPortal(readConfig(environment));
  await fillPortal(portal, settings);
}

/** The server's log says where it serves. Reading on keeps the pipe from filling up. */
async function addressOf(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error("the server's log cannot be read");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  server.once("exit", (code) => reject(new Error(`the server ended with ${code} before it served`)));
  createInterface(server.stdout).on("line", (line) => {
    const { url }: { url?: string } = JSON.parse(line);
    if (url) resolve(url);
  });
  return promise;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "exit");
}
