import { randomUUID } from "node:crypto";
import type { DetailsOf } from "#core/audit/audit-details.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { type NewAccount, parseNewAccount } from "#core/accounts/new-account.ts";
import { authorize, mayAddAccounts } from "#core/accounts/permissions.ts";
import type { Role } from "#core/accounts/roles.ts";
import { higherRole } from "#core/accounts/listed-account.ts";
import { withdrawHeld } from "#storage/database/accounts/held-changes.ts";
import { changeAccount } from "#storage/database/accounts/bound-accounts.ts";
import type { Writer } from "#storage/database/database.ts";
import { deleteRow, insertRow, updateRow } from "#storage/database/rows.ts";
import {
  confirmPerson,
  countAdmins,
  deleteSignInMethods,
  setPassword,
  personWithRoleByEmail,
  type PersonWithRole,
  staffRow,
  updateRole,
} from "#storage/database/accounts/roles.ts";
import { endAccess } from "#storage/database/accounts/sessions.ts";
import type { Portal } from "../portal/portal.ts";
import { changeAccounts, type LockedAccounts } from "./change-accounts.ts";

export async function hasAdmin({ database }: Portal): Promise<boolean> {
  return (await countAdmins(database.read)) > 0;
}

/**
 * For the command line: adds an account, or gives an existing account this role and password, and ends its suspension and
 * its lock after wrong passwords.
 */
export async function addAccount(
  portal: Portal,
  actor: Actor,
  role: Role,
  form: unknown,
  organisation: string | null = null,
): Promise<{ id: string }> {
  authorize(mayAddAccounts(actor), actor);
  const account = await withPasswordHash(portal, parseNewAccount(form));
  const added = await changeAccounts(portal, (locked) =>
    addLogged(locked, actor, { ...account, role, organisation, givenBy: actorId(actor) }),
  );
  await portal.accounts.forgetTries(account.email);
  return added;
}

/** Adds an admin unless there is one. If several processes start at once, only one of them adds it. */
export async function addFirstAdmin(portal: Portal, actor: Actor, form: unknown): Promise<{ added: boolean }> {
  authorize(mayAddAccounts(actor), actor);
  if (await hasAdmin(portal)) return { added: false };
  const admin = await withPasswordHash(portal, parseNewAccount(form));
  return changeAccounts(portal, async (locked) => {
    if ((await countAdmins(locked.writer)) > 0) return { added: false };
    await addLogged(locked, actor, { ...admin, role: "admin", givenBy: actorId(actor) });
    return { added: true };
  });
}

async function addLogged(locked: LockedAccounts, actor: Actor, account: AccountDetails): Promise<{ id: string }> {
  const added = await upsertActiveAccount(locked, account);
  await locked.log(actor, "account-made", added.id, roleDetails(added));
  return { id: added.id };
}

type HashedAccount = { email: string; name: string; passwordHash: string };

/**
 * Called before the transaction, because hashing is slow on purpose. For a person who came by a link, it is called once
 * the link is known to be valid.
 */
export async function withPasswordHash({ accounts }: Portal, { password, ...account }: NewAccount, linkToken?: string) {
  return { ...account, passwordHash: await accounts.hashPassword(password, linkToken) };
}

type AccountDetails = HashedAccount & {
  role: Role;
  /** Set for the role `organisation` only. */
  organisation?: string | null;
  /** Who gives the role. Null if the person takes it themselves. */
  givenBy: string | null;
};

type UpsertedAccount = {
  id: string;
  role: Role;
  roleBefore: Role | null;
  organisation: string | null;
  wasClosed: boolean;
};

export const roleDetails = ({
  role,
  roleBefore,
  organisation,
  wasClosed,
}: UpsertedAccount): DetailsOf<"account-made"> => ({
  role: { from: roleBefore, to: role },
  ...(organisation !== null && { organisationId: { from: null, to: organisation } }),
  ...(wasClosed && { suspended: { from: null, to: false } }),
});

export async function upsertActiveAccount({ within, writer, now }: LockedAccounts, account: AccountDetails) {
  const upserted = await upsertAccount(within, writer, account, now, { endsSuspension: true });
  if (upserted.role === "admin") await deleteRow(writer, "setup_link", "setup");
  return upserted;
}

/**
 * Stores an account with this role and password for a person who is known to own the address. An existing account keeps
 * its id, its name, its factors and a higher role, but no session and no API key. If nobody ever confirmed it, or if it was
 * changed past the program, somebody else may have made it: then nothing of it stays but the id.
 */
export async function upsertAccount(
  portal: Portal,
  writer: Writer,
  account: AccountDetails,
  now: number,
  { endsSuspension = false } = {},
): Promise<UpsertedAccount> {
  const found = await personWithRoleByEmail(writer, account.email);
  const id = found?.id ?? randomUUID();
  const store = async (isClosed: boolean) => {
    const upserted = await storeAccount(writer, account, found && { ...found, isClosed }, { id, now });
    const by = { id: account.givenBy ?? id, at: now };
    if (endsSuspension || isClosed) await updateRole(writer, id, { suspended_at: null, suspended_by: null }, by);
    return upserted;
  };
  return changeAccount(portal, writer, id, store, "begins-anew");
}

type Found = PersonWithRole & { isClosed: boolean };

async function storeAccount(
  writer: Writer,
  account: AccountDetails,
  before: Found | undefined,
  { id, now }: { id: string; now: number },
): Promise<UpsertedAccount> {
  const profile = { name: account.name, photo_url: null, changed_at: now };
  if (!before) {
    const { email } = account;
    await insertRow(writer, "person", { ...profile, id, email, email_confirmed: 1, has_totp: 0, added_at: now });
  } else {
    if (before.email_confirmed === 0 || before.isClosed) {
      await deleteSignInMethods(writer, id);
      await updateRow(writer, "person", id, profile);
    }
    await confirmPerson(writer, id);
    await endAccess(writer, id);
  }
  await setPassword(writer, id, account.passwordHash, now);
  const roleBefore = before && (before.role ?? "student");
  await withdrawHeld(writer, { id, email: account.email });
  // The role of an account that was changed past the program may be nobody's gift.
  const role = before?.isClosed ? account.role : higherRole(account.role, roleBefore ?? "student");
  const by = { id: account.givenBy ?? id, at: now };
  const organisation =
    role === "organisation"
      ? (account.organisation ?? (before?.isClosed ? null : await organisationOf(writer, id)))
      : null;
  const given = { role, given_by: by.id, given_at: now, organisation_id: organisation };
  if (role !== roleBefore || before?.isClosed || (role === "organisation" && account.role === role))
    await updateRole(writer, id, given, by);
  return { id, role, roleBefore: roleBefore ?? null, organisation, wasClosed: before?.isClosed === true };
}

/** A person of an organisation stays with it unless another one invites them. */
const organisationOf = async (writer: Writer, id: string): Promise<string | null> =>
  (await staffRow(writer, id))?.organisation_id ?? null;
