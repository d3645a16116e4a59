import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfig } from "#config";
import { lookupLimits } from "#limits/lookup-price.ts";
import { type OpenPortal, openPortal } from "#server/open-portal.ts";
import type { IdentityProvider } from "#test/support/accounts/identity-provider.ts";
import { startServer } from "#test/support/processes/server.ts";
import { freshAdmin } from "#test/support/accounts/staff.ts";
import { fillPortal } from "./records.ts";
import { sharedMemory } from "#test/support/shared-memory.ts";
import { freePort } from "#test/support/processes/free-port.ts";

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

/** The part that records, classes and accounts are made with. */
export type Site = Pick<StartedPortal, "office">;

export type PortalWishes = {
  /** What happened before the site was started. */
  prepare?: (portal: OpenPortal) => Promise<unknown>;
  withGoogle?: boolean;
  withAdmin?: boolean;
};

/** Journeys that wish the very same object share a site. */
export const googleSite: PortalWishes = { withGoogle: true };

const movingClock = new URL("../../test/support/moving-clock.ts", import.meta.url);

/** A portal of its own folder with the records of records.ts, served by the command that operators use. */
export async function startPortal({
  prepare,
  withGoogle = false,
  withAdmin = true,
}: PortalWishes = {}): Promise<StartedPortal> {
  await using starting = new AsyncDisposableStack();
  const folder = await freshFolder("attestry-e2e-");
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const provider = withGoogle ? starting.use(await startProvider(url)) : null;
  const environment = {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    TZ: "Asia/Dhaka",
    // Every journey comes from an address of its own, so that none uses up another's tries.
    TRUSTED_PROXIES: "127.0.0.1,::1",
    ...provider?.settings,
  };
  const begunAs = process.env[filled];
  if (begunAs) await cp(begunAs, folder, { recursive: true });
  if (prepare) await inThePast(environment, prepare);
  const office = starting.use(await openPortal(readConfig(environment)));
  if (!begunAs) await fillPortal(office);
  // While there is no admin, the server prints its setup link.
  if (withAdmin) await freshAdmin(office);
  const server = starting.use(await startServer(environment, { before: movingClock }));
  const started = starting.move();
  const letTimePass = async (ms: number) => {
    const moved = once(server.child, "message");
    server.child.send(ms);
    await moved;
  };
  return { url, folder, office, provider, letTimePass, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/** In memory, if there is room: a portal syncs whatever it writes, and disks take their time for that. */
const freshFolder = async (name: string) => mkdtemp(path.join((await sharedMemory()) ?? tmpdir(), name));

const filled = "ATTESTRY_FILLED_FOLDER";

/** Once, before all journeys: the folder that every portal begins as. Workers read of it in their environment. */
export default async function makeFilledFolder(): Promise<() => Promise<void>> {
  const folder = await freshFolder("attestry-e2e-filled-");
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
  const { IdentityProvider: Provider, providerClient } = await import("#test/support/accounts/identity-provider.ts");
  const provider = await Provider.start([redirectTo]);
  const { clientId, clientSecret } = providerClient;
  return {
    people: provider.people,
    settings: { GOOGLE_ISSUER: provider.issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}
