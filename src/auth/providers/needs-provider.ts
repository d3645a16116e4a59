import { isAdminWithPassword } from "#storage/database/accounts/accounts.ts";
import type { AccountContext } from "../account-context.ts";

/**
 * True if an admin has set that only providers open accounts, and this person is not the one admin who may use a password.
 * The rule holds only while that admin can sign in: otherwise nobody could change it when a provider fails.
 */
export async function needsProvider({ signIn, database }: AccountContext, personId: string): Promise<boolean> {
  const { localAdmin } = await signIn();
  if (localAdmin === "" || localAdmin === personId) return false;
  return isAdminWithPassword(database.read, localAdmin);
}
