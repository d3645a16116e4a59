import { sql } from "kysely";
import { test } from "vitest";
import type { Accounts, Caller, StepDone } from "#core/accounts/accounts.ts";
import type { Role } from "#core/accounts/roles.ts";
import { type ErrorId, isPortalError } from "#core/errors.ts";
import { deliverMails } from "#operations/mails/mail-queue.ts";
import type { OpenPortal, PortalOptions } from "#server/open-portal.ts";
import type { Engine } from "#storage/database/database.ts";
import { type AtTheEnd, freshEnvironment, openForTest } from "../portals.ts";
import { appCode } from "./app-code.ts";
import { mailsIn, type ReadMail } from "../read-mail.ts";
import { createAccount, freshEmail, goodPassword } from "./fresh-accounts.ts";
import { bindAgain, changeRows } from "../change-rows.ts";

export { freshEmail, goodPassword, otherPassword } from "./fresh-accounts.ts";

const firefox = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";

type FormStep = {
  [Name in keyof Accounts]: Accounts[Name] extends (caller: Caller, form: unknown) => Promise<StepDone> ? Name : never;
}[keyof Accounts];

type Refused = { ok: false; problem: ErrorId; fields?: object; waitSeconds?: number };
export type Outcome<Done> = (Done & { ok: true }) | Refused;

/** How a step ended: a refusal is a value, so that a test can compare it with others. */
export async function outcomeOf<Done>(step: Promise<Done>): Promise<Outcome<Done>> {
  try {
    return { ...(await step), ok: true };
  } catch (error) {
    if (!isPortalError(error)) throw error;
    const { id, fields, waitSeconds } = error;
    return { ok: false, problem: id, ...(fields && { fields }), ...(waitSeconds !== undefined && { waitSeconds }) };
  }
}

let visitors = 0;

/** A client of the portal with its own cookies, user agent and IP address. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly portal: OpenPortal;
  clientAddress: string;
  userAgent = firefox;

  constructor(portal: OpenPortal, clientAddress?: string) {
    visitors += 1;
    this.portal = portal;
    this.clientAddress = clientAddress ?? `198.51.${visitors >> 8}.${visitors & 255}`;
  }

  get caller(): Caller {
    return { headers: this.headers(), clientAddress: this.clientAddress };
  }

  headers(more: Record<string, string> = {}): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers({ "User-Agent": this.userAgent, ...(cookie && { Cookie: cookie }), ...more });
  }

  /** Stores the cookies of an answer, as a browser does. */
  keep<More extends { cookies: readonly string[] }>(answer: More): More {
    for (const line of answer.cookies) {
      const [pair = "", ...attributes] = line.split("; ");
      const [name = "", ...value] = pair.split("=");
      const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute));
      if (isOver || value.join("=") === "") this.cookies.delete(name);
      else this.cookies.set(name, value.join("="));
    }
    return answer;
  }

  /** Awaits an account step and stores its cookies if it succeeded. */
  async does<Done extends StepDone>(step: Promise<Done>): Promise<Outcome<Done>> {
    const outcome = await outcomeOf(step);
    if (outcome.ok) this.keep(outcome);
    return outcome;
  }

  async step<Name extends FormStep>(name: Name, form: unknown): Promise<Outcome<Awaited<ReturnType<Accounts[Name]>>>> {
    return this.does<StepDone>(this.portal.accounts[name](this.caller, form));
  }

  signIn(email: string, password: string = goodPassword) {
    return this.step("signIn", { email, password });
  }

  whoAmI() {
    return this.portal.accounts.signedIn(this.caller);
  }

  /** Sends a request to /api/auth, as a script or a program does. */
  async call(path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> {
    const headers = this.headers({ ...(body !== undefined && { "Content-Type": "application/json" }), ...more });
    const response = await this.portal.accounts.answer(
      new Request(`${this.portal.publicOrigin}/api/auth${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      }),
      this.clientAddress,
    );
    this.keep({ cookies: response.headers.getSetCookie() });
    return response;
  }
}

export type AccountsPortal = {
  portal: OpenPortal;
  mails: () => Promise<ReadMail[]>;
  environment: Record<string, string>;
};

export async function portalWithMail(
  engine: Engine,
  more: Record<string, string> = {},
  atTheEnd?: AtTheEnd,
  wishes?: PortalOptions,
): Promise<AccountsPortal> {
  const own = await freshEnvironment(engine, atTheEnd);
  const environment: Record<string, string> = { ...own, SECRET: "s".repeat(40), ...more };
  const portal = await openForTest(environment, atTheEnd, wishes);
  const round = { stopping: new AbortController().signal, cut: new AbortController().signal, report: fail };
  const mails = async () => {
    await deliverMails(portal, round);
    return mailsIn(environment["DATA_DIR"] ?? "");
  };
  return { portal, mails, environment };
}

/** `test` with fixtures: a site of its own, an `owner` who is signed in, and a `visitor` who never signed in. */
export const accountTestOn = (engine: Engine, more?: Record<string, string>, wishes?: PortalOptions) =>
  test
    .extend("site", async () => portalWithMail(engine, more, undefined, wishes))
    .extend("portal", ({ site }) => site.portal)
    .extend("environment", ({ site }) => site.environment)
    .extend("accounts", ({ portal }) => portal.accounts)
    .extend("owner", async ({ site }) => member(site))
    .extend("visitor", ({ portal }) => new Visitor(portal));

function fail(error: unknown): never {
  throw error;
}

/** Returns the token of the newest mailed link to this page. */
export async function tokenMailed(
  { mails }: AccountsPortal,
  email: string,
  page: "confirm" | "reset",
): Promise<string> {
  const link = new RegExp(`/${page}\\?token=([\\w-]+)`);
  const tokens = (await mails())
    .filter(({ headers }) => headers["to"]?.includes(email))
    .flatMap(({ text }) => link.exec(text)?.[1] ?? []);
  const token = tokens.at(-1);
  if (!token) throw new Error(`no ${page} link was mailed to ${email}`);
  return token;
}

export type Member = Visitor & { email: string; id: string };

/** Returns a visitor with a confirmed account who is signed in. */
export async function member({ portal }: Pick<AccountsPortal, "portal">, role: Role = "student"): Promise<Member> {
  const email = freshEmail();
  const { id } = await createAccount(portal, role, email, "Rahim Uddin");
  const visitor = Object.assign(new Visitor(portal), { email, id });
  const outcome = await visitor.signIn(email);
  if (!outcome.ok) throw new Error(`sign-in was refused: ${outcome.problem}`);
  return visitor;
}

/** Another browser, at its own IP address, that tried to sign in with this account's email and a password. */
export async function anotherBrowser(
  { portal, email }: Pick<Member, "portal" | "email">,
  password?: string,
): Promise<Visitor> {
  const visitor = new Visitor(portal);
  await visitor.signIn(email, password);
  return visitor;
}

/**
 * Sets up an authenticator app. The time step of the code that confirmed it is reset, so that no later code counts as
 * reused.
 */
export async function withApp(visitor: Member) {
  const begun = await visitor.step("beginTotp", { password: goodPassword });
  if (!begun.ok) throw new Error(`no secret was given: ${begun.problem}`);
  const confirmed = await visitor.step("confirmTotp", { code: appCode(begun.secret) });
  if (!confirmed.ok) throw new Error(`the app was not taken: ${confirmed.problem}`);
  await changeRows(visitor.portal, "totp", { last_step: 0 });
  return { secret: begun.secret, uri: begun.uri, recoveryCodes: confirmed.recoveryCodes };
}

const clocks = {
  session: ["started_at", "used_at", "expires_at", "proved_at"],
  mailed_link: ["expires_at"],
  verification: ["expires_at"],
  limit_counter: ["ends_at"],
} as const;

/** Makes everything whose age or expiry accounts check older by this many minutes. */
export async function timePasses(portal: OpenPortal, minutes: number): Promise<void> {
  await portal.database.write(async (writer) => {
    for (const [table, columns] of Object.entries(clocks)) {
      const moved = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${minutes * 60_000}`);
      await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(writer);
    }
  });
  await bindAgain(portal);
}
