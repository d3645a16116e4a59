import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { readConfig } from "#config";
import type { Settings } from "#core/settings/settings.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import type { IdentityProvider } from "#test/support/identity-provider.ts";
import { freePort } from "./free-port.ts";
import { freshEmail, giveAccount } from "./people.ts";
import { changeSettingsTo, fillPortal } from "./records.ts";

export type StartedPortal = AsyncDisposable & {
  url: string;
  folder: string;
  /** The same portal in this process: what operators do at the machine. */
  office: OpenPortal;
  /** Stands in for Google; null where its button is not shown. */
  provider: StartedProvider | null;
  /** The site's clock goes ahead. */
  letTimePass: (ms: number) => Promise<void>;
};

export type PortalWishes = {
  settings?: Partial<Settings>;
  /** Settings of the environment beside those that every portal of the journeys has. */
  environment?: Record<string, string>;
  /** What happened before the site was started. */
  prepare?: (portal: OpenPortal) => Promise<unknown>;
  withGoogle?: boolean;
  withAdmin?: boolean;
};

const movingClock = new URL("moving-clock.ts", import.meta.url).href;

export const uploadKey = "the key of the journeys";

/** A portal of its own folder with the records of records.ts, served by the command that operators use. */
export async function startPortal({
  settings = {},
  environment: more = {},
  prepare,
  withGoogle = false,
  withAdmin = true,
}: PortalWishes = {}): Promise<StartedPortal> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-e2e-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = withGoogle ? starting.use(await startProvider(url)) : null;
  const environment = {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    TZ: "Asia/Dhaka",
    UPLOAD_KEY: uploadKey,
    // Every journey comes from an address of its own, so that none uses up another's tries.
    TRUSTED_PROXIES: "127.0.0.1,::1",
    ...provider?.settings,
    ...more,
  };
  const begunAs = process.env[filled];
  if (begunAs) await cp(begunAs, folder, { recursive: true });
  if (prepare) await inThePast(environment, prepare);
  const office = starting.use(await openPortal(readConfig(environment)));
  if (!begunAs) await fillPortal(office);
  if (Object.keys(settings).length > 0) await changeSettingsTo(office, settings);
  // While there is no admin, the server tells its setup link.
  if (withAdmin) await giveAccount(office, "admin", freshEmail(), "Amina Admin");
  const server = spawn(process.execPath, ["--import", movingClock, "build/program/main.js", "start"], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  starting.defer(() => stop(server));
  await untilServing(server);
  const started = starting.move();
  const letTimePass = async (ms: number) => {
    const moved = once(server, "message");
    server.send(ms);
    await moved;
  };
  return { url, folder, office, provider, letTimePass, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

const filled = "ATTESTRY_FILLED_FOLDER";

/** The folder that every portal of the journeys begins as. Workers read of it in their environment. */
export async function makeFilledFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "attestry-e2e-filled-"));
  process.env[filled] = folder;
  await using portal = await openPortal(readConfig({ DATA_DIR: folder, TZ: "Asia/Dhaka" }));
  await fillPortal(portal);
  return () => rm(folder, { recursive: true, force: true });
}

/** Without limits, and all of it written down when it ends. */
async function inThePast(
  environment: Record<string, string>,
  work: (portal: OpenPortal) => Promise<unknown>,
): Promise<void> {
  const limits = { ...lookupLimits, freeMisses: 1000, mostMisses: 1000 };
  await using portal = await openPortal(readConfig(environment), { limits });
  await work(portal);
}

type StartedProvider = AsyncDisposable & Pick<IdentityProvider, "people"> & { settings: Record<string, string> };

/** Loaded by who needs it: it warns of every runtime that is newer than itself. */
async function startProvider(redirectTo: string): Promise<StartedProvider> {
  const { IdentityProvider: Provider, providerClient } = await import("#test/support/identity-provider.ts");
  const provider = await Provider.start([redirectTo]);
  const { clientId, clientSecret } = providerClient;
  return {
    people: provider.people,
    settings: { GOOGLE_ISSUER: provider.issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

/** The server's log says when it serves. Reading on keeps the pipe from filling up. */
async function untilServing(server: ChildProcess): Promise<void> {
  if (!server.stdout) throw new Error("the server's log cannot be read");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("exit", (code) => reject(new Error(`the server ended with ${code} before it served`)));
  createInterface(server.stdout).on("line", (line) => {
    const { url }: { url?: string } = JSON.parse(line);
    if (url) resolve();
  });
  return promise;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "exit");
}
