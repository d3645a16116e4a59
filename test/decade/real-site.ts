import { cp, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readConfig } from "#config";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import { isPortalError, PortalError, StartRefused } from "#core/errors.ts";
import { allFeatures } from "#core/settings/features.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import { readLedger } from "#operations/backups/erasures.ts";
import { findBackup, type RestorePlace, restoreDocuments, restoreRows } from "#operations/backups/restore-backup.ts";
import { openHolderPage } from "#operations/holders/holder-page.ts";
import { continueAfterRestore } from "#operations/log/continue-log.ts";
import { readCopy } from "#operations/log/outside-copies.ts";
import { moveDocuments } from "#operations/moves/move-documents.ts";
import { moveRecords } from "#operations/moves/move-records.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { currentSigningKey } from "#operations/signing/signing-keys.ts";
import { rotateKeys } from "#operations/upkeep/rotate-keys.ts";
import { openKeyring } from "#sealing/keyring.ts";
import type { BlobStore } from "#storage/blobs/blob-store.ts";
import { openFilesystemBlobs } from "#storage/blobs/filesystem.ts";
import { blobLocation, openBlobs } from "#storage/blobs/open-blobs.ts";
import { makeDatabase } from "#storage/database/open-database.ts";
import type { NewDatabase } from "#storage/database/tables/copied-tables.ts";
import { blobUrlOf } from "#server/backup-place.ts";
import { existingSecrets, makeSecret } from "#server/secret-file.ts";
import { openPortal, type OpenPortal } from "#server/open-portal.ts";
import { freshAccount, lowGuessingCosts, openSession } from "../support/accounts/fresh-accounts.ts";
import { pin } from "../support/holders.ts";
import { dropDatabase } from "../support/processes/postgres.ts";
import { atTheDesk } from "../support/organisations.ts";
import { Died, dyingAt } from "../support/dying-at.ts";
import { names, type Actor, type Name, startOfTime } from "./model/site.ts";
import { deskAddress, World } from "./world.ts";

/** The clock of the program: steps move it. */
export const clock = { now: startOfTime };

/** Sets the clock of this process to the start of all sequences. Returns a function that puts it right again. */
export function setClock(): () => void {
  clock.now = startOfTime;
  const real = Date.now;
  Date.now = () => clock.now;
  return () => void (Date.now = real);
}

/** Every limit on misses is out of the way: limits have tests of their own. */
const limits = {
  ...lookupLimits,
  freeMisses: 1e9,
  maxMisses: 1e9,
  calmMisses: 1e9,
  forgivenMisses: 1e9,
  freeWrongNames: 1e9,
};

export type Ground = {
  /** A place with the accounts of the staff and nothing else, for one sequence. */
  newPlace: () => Promise<Record<string, string>>;
  /** An empty place, to which the site of another place is restored. */
  nextPlace: (from: Record<string, string>) => Promise<Record<string, string>>;
  /** An empty database and an empty folder, to which the site at a place moves. */
  elsewhere: (from: Record<string, string>) => Promise<{ DATABASE_URL: string; BLOB_URL: string }>;
  accounts: Record<Name, string>;
  desk: Desk;
};

/** An organisation, and one of its people. */
type Desk = { organisation: string; person: AccountActor };

/** The real program on real data, with what its users keep: cookies, keys, cards and codes. */
export class RealSite implements AsyncDisposable {
  portal: Portal;
  environment: Record<string, string>;
  readonly accounts: Record<Name, string>;
  /** The ids that the program gave, by the numbers that the model gave. */
  readonly records = new Map<number, string>();
  readonly runs = new Map<number, string>();
  readonly keys = new Map<number, string>();
  readonly cards = new Map<number, string>();
  readonly codes = new Map<number, { id: string; code: string; name: string }>();
  readonly pages = new Map<number, { device: Credential; opened: Credential }>();
  /** What the organisation got, in the order of the model: receipts, and the texts that show what each answer is about. */
  readonly receipts: { token: string; disclosures: string[] }[] = [];
  /** The first page of each file. */
  readonly files = new Map<number, string>();
  readonly world: World;
  readonly desk: Desk;
  isSigningInPossible = true;
  readonly #cookies = new Map<Name, string>();
  readonly #ground: Ground;
  #opened: OpenPortal;

  private constructor(opened: OpenPortal, environment: Record<string, string>, ground: Ground, world: World) {
    this.world = world;
    this.#opened = opened;
    this.portal = opened;
    this.environment = environment;
    this.accounts = ground.accounts;
    this.desk = ground.desk;
    this.#ground = ground;
  }

  static async open(ground: Ground): Promise<RealSite> {
    const environment = await ground.newPlace();
    const world = new World();
    return new RealSite(world.around(await openAt(environment)), environment, ground, world);
  }

  /** Who acts, as the program knows them by their cookie or key. */
  async actor({ name, key }: Actor, signsInAgain = false): Promise<AccountActor> {
    const ask = async (headers: Record<string, string>) =>
      (await this.#opened.accounts.signedIn({ headers: new Headers(headers), clientAddress: "203.0.113.9" }))?.actor;
    if (key !== undefined) {
      return known(await ask({ authorization: `Bearer ${this.keys.get(key) ?? ""}` }));
    }
    const found = signsInAgain ? undefined : await ask({ cookie: this.#cookies.get(name) ?? "" });
    return found ?? known(await ask({ cookie: await this.#signIn(name) }));
  }

  /** The page of a holder on their device. It closes after half an hour, and the PIN opens it again. */
  async openedPage(holder: number): Promise<Credential> {
    const page = this.pages.get(holder);
    if (!page) throw new Error(`nobody has the page ${holder}`);
    page.opened = await openHolderPage(this.#opened, page.device, { pin });
    return page.opened;
  }

  /** Whoever is deleted while they sign in would make the test fail, not the program. So everybody signs in before. */
  async signInAll(): Promise<void> {
    for (const name of names) await this.actor({ name }).catch(reasonOf);
    this.isSigningInPossible = false;
  }

  /** A sign-in without its password: that has tests of its own. */
  async #signIn(name: Name): Promise<string> {
    if (!this.isSigningInPossible) return "";
    const there = await this.#opened.database.read
      .selectFrom("person")
      .select("id")
      .where("id", "=", this.accounts[name])
      .execute();
    if (there.length === 0) return "";
    const { cookie } = await openSession(this.#opened, this.accounts[name]);
    this.#cookies.set(name, cookie);
    return cookie;
  }

  /** From now on the process dies at its nth write. */
  dieAt(nth: number, when: "before" | "after"): void {
    this.portal = dyingAt(this.#opened, nth, when);
  }

  /** Another process takes over. */
  async restart(): Promise<void> {
    const killed = this.#opened;
    this.#opened = this.world.around(await openAt(this.environment));
    this.portal = this.#opened;
    await killed[Symbol.asyncDispose]();
  }

  /** The site is lost, and restored elsewhere. Everybody has to sign in again. */
  async restore(): Promise<void> {
    const place = await this.#ground.nextPlace(this.environment);
    await restoreInto(this.portal, place);
    this.environment = place;
    await this.restart();
    await using store = await openBackups(this.portal);
    await continueAfterRestore(
      this.portal,
      [await readCopy(this.portal, store)].filter((copy) => copy !== null),
    );
    this.#cookies.clear();
  }

  /** The records move to another database, and then the documents to another folder. Whatever `isStopped` is run again. */
  async move(isStopped: boolean): Promise<void> {
    const { DATABASE_URL = "", DATA_DIR = "" } = this.environment;
    const to = await this.#ground.elsewhere(this.environment);
    await evenIf(isStopped, (onRows) =>
      moveRecords({ url: DATABASE_URL, dataDir: DATA_DIR }, to.DATABASE_URL, { onRows }),
    );
    this.environment = { ...this.environment, DATABASE_URL: to.DATABASE_URL };
    await this.restart();
    const [source, target] = [blobUrlOf(readConfig(this.environment)), to.BLOB_URL];
    await using from = await openBlobs(source);
    await using blobs = await openBlobs(target);
    const stores = {
      source: { blobs: from, location: blobLocation(source) },
      target: { blobs, location: blobLocation(target) },
    };
    await evenIf(isStopped, (onFiles) => moveDocuments(this.#opened.database, { ...stores, onFiles }));
    this.environment = { ...this.environment, BLOB_URL: target };
    await this.restart();
  }

  /** A new secret is put before the others, and everything is wrapped under it. */
  async rotate(): Promise<void> {
    const { SECRET = "" } = this.environment;
    this.environment = { ...this.environment, SECRET: [makeSecret().trim(), ...SECRET.split(",")].join(",") };
    await this.restart();
    await rotateKeys(this.portal, system("decade"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened[Symbol.asyncDispose]();
    await rm(path.dirname(this.environment["DATA_DIR"] ?? ""), { recursive: true, force: true });
  }
}

/** Does the work. If it is stopped at its first part, it is done from the beginning. */
async function evenIf(isStopped: boolean, work: (onPart: () => void) => Promise<unknown>): Promise<void> {
  const stop = () => {
    throw new Died();
  };
  try {
    await work(isStopped ? stop : () => undefined);
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    await work(() => undefined);
  }
}

/**
 * Restores the last backup into an empty place, as the command does. Throws StartRefused if the list of deletions is not
 * complete.
 */
async function restoreInto(portal: Portal, { SECRET = "", DATABASE_URL = "", DATA_DIR = "" }: Record<string, string>) {
  await using store = await openBackups(portal);
  const keyring = openKeyring(await existingSecrets(SECRET, DATA_DIR));
  const ledger = (await readLedger(store, keyring)) ?? [];
  await using blobs = await openFilesystemBlobs(path.join(DATA_DIR, "blobs"));
  const readDocuments = (place: RestorePlace) => restoreDocuments(place, blobs);
  const { manifest } = await findBackup(store, keyring, { readDocuments });
  const place = { target: store, manifest, keyring };
  const fill = (database: NewDatabase) => restoreRows(place, database, ledger);
  await makeDatabase(DATABASE_URL, DATA_DIR, { steps: manifest.steps, fill });
}

export function openBackups({ backupPlace }: Portal): Promise<BlobStore> {
  if (!backupPlace) throw new Error("there is no place for backups");
  return backupPlace.open();
}

export type Credential = { id: string; secret: string };

function known(actor: AccountActor | undefined): AccountActor {
  if (!actor) throw new PortalError("not-signed-in");
  return actor;
}

const openAt = (environment: Record<string, string>): Promise<OpenPortal> =>
  openPortal(readConfig(environment), { guessingCosts: lowGuessingCosts, limits });

const roles = { Ada: "admin", Ben: "admin", Mina: "moderator", Omar: "moderator" } as const;

const secret = "the secret of a site of ten years has 50 letters..";

/**
 * Makes the place that every sequence copies, and in which one runs after another. `newDatabase` copies a database; on
 * SQLite there is none.
 */
export async function makeGround(folder: string, newDatabase?: (from?: string) => Promise<string>): Promise<Ground> {
  const databases: string[] = [];
  const databaseOf = async (copied?: string) => {
    if (!newDatabase) return {};
    const DATABASE_URL = await newDatabase(copied && new URL(copied).pathname.slice(1));
    databases.push(DATABASE_URL);
    return { DATABASE_URL };
  };
  const first = { SECRET: secret, DATA_DIR: path.join(folder, "ground"), DATABASE_URL: "", ...(await databaseOf()) };
  const accounts = { Ada: "", Ben: "", Mina: "", Omar: "" };
  const portal = await openAt(first);
  await currentSigningKey(portal, "statement");
  await changeSettings(portal, system("decade"), { change: { features: allFeatures } });
  for (const name of names) accounts[name] = (await freshAccount(portal, roles[name])).id;
  const desk = await atTheDesk(portal, { lastDay: "2099-12-31" }, deskAddress);
  await portal[Symbol.asyncDispose]();
  let made = 0;
  return {
    accounts,
    desk,
    newPlace: async () => {
      for (const past of databases.splice(1)) await dropDatabase(past);
      const site = path.join(folder, `site-${(made += 1)}`);
      const DATA_DIR = path.join(site, "data");
      await cp(first.DATA_DIR, DATA_DIR, { recursive: true });
      const BACKUP_URL = pathToFileURL(path.join(site, "backups")).href;
      return { SECRET: secret, DATA_DIR, BACKUP_URL, ...(await databaseOf(first.DATABASE_URL)) };
    },
    nextPlace: async (from) => {
      const DATA_DIR = `${from["DATA_DIR"]}-restored`;
      return { ...from, DATA_DIR, DATABASE_URL: "", BLOB_URL: "", ...(await databaseOf()) };
    },
    elsewhere: async ({ DATA_DIR = "" }) => {
      const place = path.join(path.dirname(DATA_DIR), `moved-${(made += 1)}`);
      await mkdir(path.join(place, "blobs"), { recursive: true });
      const urlOf = (name: string) => pathToFileURL(path.join(place, name)).href;
      return { BLOB_URL: urlOf("blobs/"), DATABASE_URL: urlOf("attestry.db"), ...(await databaseOf()) };
    },
  };
}

/** The reason of a refusal. Any other error is a fault of the program. */
export function reasonOf(error: unknown): string {
  if (error instanceof StartRefused) return "refused";
  if (isPortalError(error) && (error.status < 500 || error.id === "unavailable")) return error.id;
  throw error;
}
