import { PortalError } from "#core/errors.ts";
import { parsePin } from "#core/holders/binding.ts";
import { changeAccess, holdersOfPerson } from "#storage/database/holders/holders.ts";
import type { Portal } from "../portal/portal.ts";
import {
  beginOpen,
  changeAsHolder,
  checkPin,
  firstNameIn,
  type FoundHolder,
  holderById,
  type HolderCredential,
  openHolder,
  type Visitor,
} from "./holder-page.ts";

/**
 * Lets this account open the page too. A staff account never opens the page of a holder. The PIN is required, so that nobody joins their account to a page that was left open.
 */
export async function joinAccount(
  portal: Portal,
  opened: HolderCredential,
  form: unknown,
  visitor: Visitor,
): Promise<void> {
  const pin = parsePin(form);
  const found = await openHolder(portal, opened, "wrong-pin");
  if (visitor?.role !== "student") throw new PortalError("not-allowed");
  await checkPin(portal, found, pin);
  await changeAccount(portal, opened, visitor.id, found);
}

export const leaveAccount = (portal: Portal, opened: HolderCredential): Promise<void> =>
  changeAccount(portal, opened, null);

const changeAccount = (portal: Portal, opened: HolderCredential, account: string | null, found?: FoundHolder) =>
  changeAsHolder(
    portal,
    opened,
    async ({ within, writer, log }) => {
      await changeAccess(within, writer, opened.id, { person_id: account });
      await log(account === null ? "holder-account-left" : "holder-account-joined", {});
    },
    found,
  );

/** Returns the holders whose pages this account opens, with their first names. */
export async function joinedHolders({ database, registry }: Portal, visitor: Visitor) {
  if (visitor?.role !== "student") return [];
  const rows = await holdersOfPerson(database.read, registry, visitor.id);
  return rows.map((row) => ({ id: row.id, firstName: firstNameIn(row) }));
}

/** Null if the account does not open this page, or no longer does. */
export async function openByAccount(portal: Portal, visitor: Visitor, id: string): Promise<HolderCredential | null> {
  const joined = await joinedHolders(portal, visitor);
  const isJoined = joined.some((one) => one.id === id) && (await holderById(portal, id)) !== null;
  return isJoined ? beginOpen(portal, id) : null;
}
