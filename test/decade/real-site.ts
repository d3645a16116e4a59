import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { readConfig } from "#config";
import type { AccountActor } from "#core/accounts/actor.ts";
import { isPortalError, PortalError } from "#core/errors.ts";
import { lookupLimits } from "#limits/lookup-price.ts";
import type { Portal } from "#operations/portal.ts";
import { openPortal, type OpenPortal } from "#server/open-portal.ts";
import { freshAccount, lowGuessingCosts, openSession } from "../support/accounts/fresh-accounts.ts";
import { dyingAt } from "../support/dying-at.ts";
import { names, type Actor, type Name } from "./model/site.ts";

/** The clock of the program: steps move it. */
export const clock = { now: Date.UTC(2027, 0, 4, 9) };

/** Every limit on misses is out of the way: limits have tests of their own. */
const limits = { ...lookupLimits, freeMisses: 1e9, maxMisses: 1e9, calmMisses: 1e9, forgivenMisses: 1e9, freeWrongNames: 1e9 };

export type Ground = {
  /** An empty place with the accounts of the staff, for one sequence. */
  newEnvironment: () => Promise<Record<string, string>>;
  accounts: Record<Name, string>;
};

/** The real program on real data, with what its users keep: cookies, keys, cards and codes. */
export class RealSite implements AsyncDisposable {
  portal: Portal;
  readonly environment: Record<string, string>;
  readonly accounts: Record<Name, string>;
  /** The ids that the program gave, by the numbers that the model gave. */
  readonly records = new Map<number, string>();
  readonly runs = new Map<number, string>();
  readonly keys = new Map<number, { id: string; token: string }>();
  readonly cards = new Map<number, string>();
  readonly codes = new Map<number, { id: string; code: string; name: string }>();
  readonly pages = new Map<number, { device: Credential; opened: Credential }>();
  readonly #cookies = new Map<Name, string>();
  #opened: OpenPortal;

  private constructor(opened: OpenPortal, environment: Record<string, string>, accounts: Record<Name, string>) {
    this.#opened = opened;
    this.portal = opened;
    this.environment = environment;
    this.accounts = accounts;
  }

  static async open({ newEnvironment, accounts }: Ground): Promise<RealSite> {
    const environment = await newEnvironment();
    return new RealSite(await openAt(environment), environment, accounts);
  }

  /** Who acts, as the program knows them by their cookie or key. */
  async actor({ name, key }: Actor, signsInAgain = false): Promise<AccountActor> {
    const ask = async (headers: Record<string, string>) =>
      (await this.#opened.accounts.signedIn({ headers: new Headers(headers), clientAddress: "203.0.113.9" }))?.actor;
    if (key !== undefined) {
      const token = this.keys.get(key)?.token ?? "";
      return known(await ask({ authorization: `Bearer ${token}` }));
    }
    const found = signsInAgain ? undefined : await ask({ cookie: this.#cookies.get(name) ?? "" });
    return found ?? known(await ask({ cookie: await this.#signIn(name) }));
  }

  /** A sign-in without its password: that has tests of its own. */
  async #signIn(name: Name): Promise<string> {
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

  /** Another process takes over. The old one is left as a killed one leaves its files. */
  async restart(environment = this.environment): Promise<void> {
    const killed = this.#opened;
    this.#opened = await openAt(environment);
    this.portal = this.#opened;
    await killed[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened[Symbol.asyncDispose]();
    await rm(this.environment["DATA_DIR"] ?? "", { recursive: true, force: true });
  }
}

export type Credential = { id: string; secret: string };

function known(actor: AccountActor | undefined): AccountActor {
  if (!actor) throw new PortalError("not-signed-in");
  return actor;
}

const openAt = (environment: Record<string, string>): Promise<OpenPortal> =>
  openPortal(readConfig(environment), { guessingCosts: lowGuessingCosts, limits });

const roles = { Ada: "admin", Ben: "admin", Mina: "moderator", Omar: "moderator" } as const;

/** Makes the place that every sequence on SQLite copies. */
export async function sqliteGround(folder: string): Promise<Ground> {
  const first = path.join(folder, "ground");
  const accounts = { Ada: "", Ben: "", Mina: "", Omar: "" };
  await using portal = await openAt({ DATA_DIR: first });
  for (const name of names) accounts[name] = (await freshAccount(portal, roles[name])).id;
  await portal[Symbol.asyncDispose]();
  let made = 0;
  return {
    accounts,
    newEnvironment: async () => {
      const DATA_DIR = path.join(folder, `site-${(made += 1)}`);
      await cp(first, DATA_DIR, { recursive: true });
      return { DATA_DIR };
    },
  };
}

/** The reason of a refusal. Any other error is a fault of the program. */
export function reasonOf(error: unknown): string {
  if (isPortalError(error) && error.status < 500) return error.id;
  throw error;
}
