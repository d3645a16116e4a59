import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfig } from "#config";
import { system } from "#core/accounts/actor.ts";
import { removeProvider } from "#operations/settings/change-sign-in.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import type { IdentityProvider } from "#test/support/accounts/identity-provider.ts";
import { startServer } from "#test/support/processes/server.ts";
import { freshAdmin } from "#test/support/accounts/fresh-accounts.ts";
import { publishNews } from "./news.ts";
import { fillPortal } from "./records.ts";
import { sharedMemory } from "#test/support/shared-memory.ts";
import { freePort } from "#test/support/processes/free-port.ts";

export type StartedPortal = AsyncDisposable & {
  url: string;
  folder: string;
  /** The same portal in this process: tests do with it what operators do on the machine. */
  office: OpenPortal;
  /** Moves the clock of the site forward. */
  letTimePass: (ms: number) => Promise<void>;
};

/** The part with which records, classes and accounts are made. */
export type Site = Pick<StartedPortal, "office">;

export type PortalOptions = {
  /** Prepares the data before the site is started. */
  prepare?: (portal: OpenPortal) => Promise<unknown>;
};

const movingClock = new URL("../../test/support/moving-clock.ts", import.meta.url);

/** Starts a portal in a folder of its own with the records of records.ts, served by the command that operators use. */
export async function startPortal({ prepare }: PortalOptions = {}): Promise<StartedPortal> {
  await using starting = new AsyncDisposableStack();
  const folder = await freshFolder("attestry-e2e-");
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    TZ: "Asia/Dhaka",
    // Every journey has another client address, so that none uses up the tries of another.
    TRUSTED_PROXIES: "127.0.0.1,::1",
    // Mail servers of journeys are on this machine.
    PRIVATE_TARGETS: "allow",
  };
  const begunAs = process.env[filled];
  if (begunAs) await cp(begunAs, folder, { recursive: true });
  if (prepare) await inThePast(environment, prepare);
  const office = starting.use(await openPortal(readConfig(environment)));
  if (!begunAs) await fillPortal(office);
  // Without an admin, the server would print its setup link.
  await freshAdmin(office);
  const server = starting.use(await startServer(environment, { before: movingClock }));
  const started = starting.move();
  const letTimePass = async (ms: number) => {
    const moved = once(server.child, "message");
    server.child.send(ms);
    await moved;
  };
  return { url, folder, office, letTimePass, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** A folder in memory if there is room: a portal syncs whatever it writes, and disks take their time for that. */
const freshFolder = async (name: string) => mkdtemp(path.join((await sharedMemory()) ?? tmpdir(), name));

const filled = "ATTESTRY_FILLED_FOLDER";

/**
 * Runs once, before all journeys. Makes the folder from which every portal starts. Workers get its path in their
 * environment.
 */
export default async function makeFilledFolder(): Promise<() => Promise<void>> {
  const folder = await freshFolder("attestry-e2e-filled-");
  process.env[filled] = folder;
  await using portal = await openPortal(readConfig({ DATA_DIR: folder, TZ: "Asia/Dhaka" }));
  await fillPortal(portal);
  await publishNews(portal);
  return () => rm(folder, { recursive: true, force: true });
}

/** Runs `work` before the site starts, without the limits on misses. Closing the portal then writes everything. */
async function inThePast(
  environment: Record<string, string>,
  work: (portal: OpenPortal) => Promise<unknown>,
): Promise<void> {
  const limits = { ...lookupLimits, freeMisses: 1000, maxMisses: 1000 };
  await using portal = await openPortal(readConfig(environment), { limits });
  await work(portal);
}

export type StartedProvider = AsyncDisposable & Pick<IdentityProvider, "people">;

/**
 * Starts a provider, and shows its button on the site until it is disposed of. It is imported only if needed: it warns
 * about every runtime that is newer than itself.
 */
export async function startProvider({ office, url }: StartedPortal): Promise<StartedProvider> {
  await using starting = new AsyncDisposableStack();
  const { IdentityProvider: Provider, addProvider } = await import("#test/support/accounts/identity-provider.ts");
  const provider = starting.use(await Provider.start([url]));
  await addProvider(office, provider.issuer);
  // A site gives its only provider the id 1.
  starting.defer(async () => void (await removeProvider(office, system("test"), { id: "1" })));
  const started = starting.move();
  return { people: provider.people, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
