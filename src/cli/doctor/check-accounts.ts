import { closedAccounts } from "#operations/accounts/bind-all-rows.ts";
import { needsOtherSecret } from "#operations/upkeep/rotate-keys.ts";
import { type Finding, needed, NotKnown, ok, type SiteParts, wrong } from "./finding.ts";

const shown = 10;

/** Null if no account is closed. Without addresses: this is also written into the log. */
export function closedInWords(ids: readonly string[]): string | null {
  if (ids.length === 0) return null;
  const more = ids.length > shown ? ` and ${ids.length - shown} more` : "";
  return `These accounts were changed in the database and not by the site, so they are closed: ${ids.slice(0, shown).join(", ")}${more}.`;
}

export const closedTodo =
  "Find out who can write to the database. Then invite these people again, or run attestry create-admin.";

export async function checkAccounts({ keyring, database }: SiteParts): Promise<Finding> {
  const site = { keyring: await needed(keyring(), "Settings"), database: await needed(database(), "Database") };
  if (await needsOtherSecret(site)) throw new NotKnown("This depends on the check Database.");
  const closed = closedInWords(await closedAccounts(site));
  return closed === null ? ok("Every account is as the site stored it.") : wrong(closed, closedTodo);
}
