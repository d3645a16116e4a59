import { randomUUID } from "node:crypto";
import type { GuessingCosts } from "#auth/account-context.ts";
import { type AccountActor, system } from "#core/accounts/actor.ts";
import type { Role } from "#core/accounts/roles.ts";
import { sessionCookieLine } from "#auth/cookies.ts";
import { sessionLimits } from "#auth/session-limits.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { addAccount } from "#operations/accounts/add-account.ts";
import { invitePerson } from "#operations/accounts/invitations.ts";
import { changeRole } from "#operations/accounts/manage-accounts.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import { insertBound } from "#storage/database/bound-rows.ts";
import { insertRow } from "#storage/database/rows.ts";
import { confirmPerson, setPassword } from "#storage/database/accounts/roles.ts";
import { lowPasswordWork } from "./low-password-work.ts";

/** Password hashes and answers that take no time. A server can verify these hashes only with low-password-price.ts. */
export const lowGuessingCosts: GuessingCosts = { passwordWork: lowPasswordWork, responseMs: 0 };
/** The costs that operators' sites use. */
export const realGuessingCosts = { guessingCosts: undefined };

export const goodPassword = "gravel tulip nine oboe";
export const otherPassword = "seven purple lamps 88";
const knownHashes = new WeakMap<Portal["accounts"], Map<string, Promise<string>>>();

/**
 * The same portal, but it hashes each password once: hashing it again for every test person may take longer than
 * everything else about that person.
 */
export function hashingOnce(portal: Portal): Portal {
  const known = knownHashes.getOrInsertComputed(portal.accounts, () => new Map());
  const hashPassword = (password: string) =>
    known.getOrInsertComputed(password, () => portal.accounts.hashPassword(password));
  return { ...portal, accounts: { ...portal.accounts, hashPassword } };
}

let made = 0;
export const freshEmail = (): string => `person-${(made += 1)}-${randomUUID().slice(0, 8)}@agency.example`;

export const actorOf = (id: string, role: Role): AccountActor => ({ kind: "account", id, role });

/** Creates an account with `goodPassword`, as the command line does. */
export async function createAccount(portal: Portal, role: Role, email: string, name: string): Promise<AccountActor> {
  const form = { email, name, password: goodPassword };
  return actorOf((await addAccount(hashingOnce(portal), system("test"), role, form)).id, role);
}

export const freshAdmin = (portal: Portal, email = freshEmail()): Promise<AccountActor> =>
  createAccount(portal, "admin", email, "Amina Admin");

/** Creates an account that has registered and has not opened the mailed link yet. */
export async function registered(portal: Portal, email = freshEmail()): Promise<AccountActor> {
  const id = randomUUID();
  const at = portal.now();
  const hash = await hashingOnce(portal).accounts.hashPassword(goodPassword);
  const person = { id, email, name: "Sadia Student", photo_url: null, email_confirmed: 0, has_totp: 0 } as const;
  await portal.database.write((writer) =>
    changeAccount(portal, writer, id, async () => {
      await insertRow(writer, "person", { ...person, added_at: at, changed_at: at });
      await setPassword(writer, id, hash, at);
    }),
  );
  return actorOf(id, "student");
}

/** Creates an account that is confirmed and that the system itself has given a role. */
export async function freshAccount(portal: Portal, role: Role, email = freshEmail()): Promise<AccountActor> {
  const { id } = await registered(portal, email);
  await portal.database.write((writer) => changeAccount(portal, writer, id, () => confirmPerson(writer, id)));
  await changeRole(portal, system("test"), { id, role });
  return actorOf(id, role);
}

/** Creates a session as after a sign-in with the password. Returns its id and its cookie. */
export async function openSession(portal: Portal, personId: string): Promise<{ id: string; cookie: string }> {
  const now = portal.now();
  const times = { started_at: now, used_at: now, changed_at: now, expires_at: now + sessionLimits.absoluteMs };
  const session = {
    id: randomUUID(),
    person_id: personId,
    token: randomUUID(),
    browser: "a test",
    network: "",
    proved_at: null,
  };
  await portal.database.write((writer) => insertBound(portal, writer, "session", { ...session, ...times }));
  return { id: session.id, cookie: sessionCookieLine(portal, session.token).split(";")[0] ?? "" };
}

export async function sessionsOf(portal: Portal, personId: string): Promise<number> {
  const rows = await portal.database.read
    .selectFrom("session")
    .select("id")
    .where("person_id", "=", personId)
    .execute();
  return rows.length;
}

export type SentInvitation = { token: string; role: Role; invitedBy: string; to: string };

/** Sends an invitation and captures its mail instead of delivering it. */
export async function sentInvitation(
  portal: Portal,
  actor: AccountActor,
  form: { email: string; role: Role },
): Promise<SentInvitation> {
  const sent: SentInvitation[] = [];
  const invited: Portal["accountMails"]["invited"] = async ({ email }, { link, role, invitedBy }) => {
    sent.push({ token: new URL(link).searchParams.get("token") ?? "", role, invitedBy, to: email });
  };
  await invitePerson({ ...portal, accountMails: { ...portal.accountMails, invited } }, actor, form);
  const [invitation] = sent;
  if (!invitation) throw new Error("no invitation was sent");
  return invitation;
}
