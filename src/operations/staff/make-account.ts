import { type Actor, actorId } from "#core/staff/actor.ts";
import { type NewAccount, parseNewAccount } from "#core/staff/new-account.ts";
import { mayMakeAccounts, authorize } from "#core/staff/permissions.ts";
import type { Role } from "#core/staff/roles.ts";
import { deleteSetupLink } from "#storage/database/setup-link.ts";
import { countAdmins, updateStaff } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { changeStaff, type OpenStaff } from "./change-staff.ts";
import { type AccountGiven, type AccountToGive, giveAccount, roleDetails } from "./give-account.ts";

export async function hasAdmin({ database }: Portal): Promise<boolean> {
  return (await countAdmins(database.read)) > 0;
}

/**
 * For whoever holds the machine: an account in a role, confirmed. One that has the address already gets the role and this
 * password, and is suspended no more.
 */
export async function makeAccount(portal: Portal, actor: Actor, role: Role, form: unknown): Promise<{ id: string }> {
  authorize(mayMakeAccounts(actor), actor);
  const account = await hashedAccount(portal, parseNewAccount(form));
  return changeStaff(portal, (open) => make(open, actor, { ...account, role, givenBy: actorId(actor) }));
}

/** Makes an admin unless there is one. Of several processes that start at once, one makes it. */
export async function makeFirstAdmin(portal: Portal, actor: Actor, form: unknown): Promise<{ made: boolean }> {
  authorize(mayMakeAccounts(actor), actor);
  if (await hasAdmin(portal)) return { made: false };
  const admin = await hashedAccount(portal, parseNewAccount(form));
  return changeStaff(portal, async (open) => {
    if ((await countAdmins(open.writer)) > 0) return { made: false };
    await make(open, actor, { ...admin, role: "admin", givenBy: actorId(actor) });
    return { made: true };
  });
}

async function make(open: OpenStaff, actor: Actor, account: AccountToGive): Promise<{ id: string }> {
  const given = await addAccount(open, account);
  await open.record(actor, "account-made", given.id, roleDetails(given));
  return { id: given.id };
}

export type HashedAccount = { email: string; name: string; passwordHash: string };

/** Before the transaction, because hashing takes long on purpose. */
export async function hashedAccount(
  { accounts }: Portal,
  { password, ...account }: NewAccount,
): Promise<HashedAccount> {
  return { ...account, passwordHash: await accounts.hashPassword(password) };
}

export async function addAccount({ writer, now }: OpenStaff, account: AccountToGive): Promise<AccountGiven> {
  const given = await giveAccount(writer, account, now);
  const by = { id: account.givenBy ?? given.id, at: now };
  await updateStaff(writer, given.id, { suspended_at: null, suspended_by: null }, by);
  if (given.role === "admin") await deleteSetupLink(writer);
  return given;
}
