import { once } from "node:events";
import { readConfig } from "#config";
import { openPortal } from "#server/open-portal.ts";
import { asJson, cookieFor } from "../support/accounts/signed-in.ts";
import { freshEmail, freshAccount } from "../support/accounts/fresh-accounts.ts";
import { newLedger } from "./ledger.ts";
import { ask, isReady, type Member } from "./member.ts";
import { type SiteSetup, serveSite } from "./served-site.ts";
import { nothingYet, type Shown } from "./shown.ts";
import { findDamage, findLostWrites } from "./data-checks.ts";
import { writeRecord } from "./write-loop.ts";

const movingClock = new URL("../support/moving-clock.ts", import.meta.url);
const hour = 3_600_000;
const year = 365 * 24 * hour;

/** What must be true at a moment: a description and its check. */
type Promises = Record<string, () => Promise<boolean>>;

/**
 * Sets the clock of a served site a year ahead for a while, then right, then an hour behind. A session, link or lock
 * that began at the wrong time must not last for a year.
 */
export async function clockJumps(ground: SiteSetup): Promise<Shown> {
  const shown = nothingYet(3);
  const { problems } = shown;
  const ledger = newLedger();
  const email = await emailOfAdmin(ground);
  await using site = await serveSite(ground, { before: movingClock });
  const { server, member } = site;
  const jump = async (ms: number) => {
    const moved = once(server.child, "message");
    server.child.send(ms);
    await moved;
  };
  const check = async (when: string, promises: Promises) => {
    for (const [promise, holds] of Object.entries(promises)) if (!(await holds())) problems.push(`${when}: ${promise}`);
    const written = ledger.acknowledged;
    const writer = { ...member, cookie: await cookieFor(member.url, email) };
    await writeRecord(writer, ledger, { withDocument: true, next: undefined });
    await writeRecord(writer, ledger, { withDocument: false, next: "hidden" });
    if (ledger.acknowledged !== written + 4) problems.push(`${when}: records are not written`);
  };
  const status = async (path: string, as: Member = member) => (await ask(as, { path }))?.status;
  const isSignedIn = async (as: Member) => (await status("/User_Data?limit=1", as)) === 200;

  const early = { ...member, cookie: await cookieFor(member.url, email) };
  await check("before", { "who is signed in is": () => isSignedIn(early) });
  const earlyLink = await signedLink(member, ledger);

  await jump(year);
  const late = { ...member, cookie: await cookieFor(member.url, email) };
  await check("a year ahead", {
    "old sessions are over": async () => !(await isSignedIn(early)),
    "new ones hold": () => isSignedIn(late),
    "old links have ended": async () => (await status(earlyLink)) === 403,
    "it is ready": () => isReady(member),
  });
  const lateLink = await signedLink(member, ledger);
  const other = { ...member, cookie: "" };
  await shutOut(other, email);

  await jump(-year);
  await check("right again", {
    "a session of the wrong time is over": async () => !(await isSignedIn(late)),
    "a link of the wrong time has ended": async () => (await status(lateLink)) === 403,
    "who was shut out in the wrong time gets in": () =>
      cookieFor(member.url, email).then(
        () => true,
        () => false,
      ),
    "it is ready": () => isReady(member),
  });

  await jump(-hour);
  await check("an hour behind", { "it is ready": () => isReady(member) });
  problems.push(...(await findLostWrites({ ...member, cookie: await cookieFor(member.url, email) }, ledger)));
  await server.stop("SIGKILL");
  problems.push(...(await findDamage(ground.environment)));
  return { ...shown, acknowledged: ledger.acknowledged };
}

/** Adds an admin who signs in with a password. Returns the email. */
async function emailOfAdmin({ environment }: SiteSetup): Promise<string> {
  await using portal = await openPortal(readConfig(environment));
  const email = freshEmail();
  await freshAccount(portal, "admin", email);
  return email;
}

/** Returns the signed link with which a visitor sees the document of a record until the link expires. */
async function signedLink(member: Member, { entries }: ReturnType<typeof newLedger>): Promise<string> {
  const entry = entries.findLast(
    ({ sent, states, acknowledged }) => sent["Doc_1_PC"] && states.length === 1 && acknowledged === 0,
  );
  const answer = await ask({ ...member, cookie: "" }, { path: `/result/${entry?.sent.id}` });
  const { Doc_1_PC = "" } = JSON.parse(answer?.text ?? "{}") as Record<string, string>;
  const { pathname, search } = new URL(Doc_1_PC);
  return pathname + search;
}

/** Sends so many wrong passwords at once that the account is locked. */
async function shutOut({ url }: Member, email: string): Promise<void> {
  const guess = async () =>
    (await fetch(`${url}/api/auth/sign-in/email`, asJson("POST", { email, password: "wrong" }))).status;
  const guesses = await Promise.all(Array.from({ length: 12 }, guess));
  if (!guesses.includes(429)) throw new Error(`wrong passwords are answered ${guesses.join(", ")}`);
}
