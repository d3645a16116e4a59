import { type Actor, actorId } from "#core/staff/actor.ts";
import { type NewAccount, parseNewAccount } from "#core/staff/new-account.ts";
import { mayMakeAccounts, require } from "#core/staff/permissions.ts";
import type { Role } from "#core/staff/roles.ts";
import { deleteSetupLink } from "#storage/database/setup-link.ts";
import { countAdmins, updateStaff } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaff, type OpenStaff } from "./change-staff.ts";
import { giveAccount } from "./give-account.ts";

export async function hasAdmin({ database }: Portal): Promise<boolean> {
  return (await countAdmins(database.read)) > 0;
}

/**
 * For whoever holds the machine: an account in a role, confirmed. One that has the address already gets the role and this
 * password, and is suspended no more.
 */
export async function makeAccount(portal: Portal, actor: Actor, role: Role, form: unknown): Promise<{ id: string }> {
  require(mayMakeAccounts(actor), actor);
  const account = await hashedAccount(portal, parseNewAccount(form));
  return changeStaff(portal, (open) => addAccount(open, actor, role, account));
}

/** Makes an admin unless there is one. Of several processes that start at once, one makes it. */
export async function makeFirstAdmin(portal: Portal, actor: Actor, form: unknown): Promise<{ made: boolean }> {
  require(mayMakeAccounts(actor), actor);
  if (await hasAdmin(portal)) return { made: false };
  const admin = await hashedAccount(portal, parseNewAccount(form));
  return changeStaff(portal, async (open) => {
    if ((await countAdmins(open.writer)) > 0) return { made: false };
    await addAccount(open, actor, "admin", admin);
    return { made: true };
  });
}

export type HashedAccount = { email: string; name: string; passwordHash: string };

/** Before the transaction, because hashing takes long on purpose. */
export async function hashedAccount(
  { accounts }: Portal,
  { password, ...account }: NewAccount,
): Promise<HashedAccount> {
  return { ...account, passwordHash: await accounts.hashPassword(password) };
}

/** `actor` is null where somebody with the setup link makes their own. */
export async function addAccount(
  { writer, now, record }: OpenStaff,
  actor: Actor | null,
  wished: Role,
  account: HashedAccount,
): Promise<{ id: string }> {
  const givenBy = actor && actorId(actor);
  const { id, role, roleBefore } = await giveAccount(writer, { ...account, role: wished, givenBy }, now);
  await updateStaff(writer, id, { suspended_at: null, suspended_by: null }, { id: givenBy ?? id, at: now });
  if (role === "admin") await deleteSetupLink(writer);
  await record(actor ?? { kind: "staff", id, role }, "account-made", id, { role: { from: roleBefore, to: role } });
  return { id };
}
