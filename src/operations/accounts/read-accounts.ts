import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput, optionalText } from "#core/fields.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayManageAccounts, mayReadAccount } from "#core/accounts/permissions.ts";
import type { ListedAccount } from "#core/accounts/listed-account.ts";
import { openedOrNull } from "#sealing/seal.ts";
import {
  hasFactor,
  listPeopleWithRoles,
  personWithRoleByEmail,
  personWithRole,
  type PersonWithRole,
} from "#storage/database/accounts/roles.ts";
import type { Reader } from "#storage/database/database.ts";
import { rowById } from "#storage/database/rows.ts";
import { openOrganisation } from "../desk/organisations.ts";
import { pageFields, pageOf, sealedCursors } from "../portal/paging.ts";
import type { Portal } from "../portal/portal.ts";

export const listedAccount = (row: PersonWithRole): ListedAccount => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role ?? "student",
  confirmed: row.email_confirmed === 1,
  suspended: row.suspended_at !== null,
  addedAt: row.added_at,
  hasCodes: row.has_totp === 1,
  hasFactor: hasFactor(row),
  passkeys: Number(row.passkeys),
  sessions: Number(row.sessions),
});

const questionSchema = z.object({
  /** Part of an address or a name. */
  search: optionalText(200).default(""),
  ...pageFields({ usual: 50, most: 500 }),
});

const cursors = sealedCursors("staff-list", z.object({ addedAt: z.number(), id: z.string() }));

/** Returns a page of all accounts, oldest account first. */
export async function listAccounts(portal: Portal, actor: Actor, question: z.input<typeof questionSchema>) {
  authorize(mayManageAccounts(actor), actor);
  const { search, limit, cursor } = checkInput(questionSchema, question);
  const after = cursors.open(portal, cursor);
  const rows = await listPeopleWithRoles(portal.database.read, {
    search: search.toLowerCase(),
    after,
    limit: limit + 1,
  });
  const { page, last } = pageOf(rows, limit);
  return {
    members: page.map(listedAccount),
    next: last && cursors.seal(portal, { addedAt: last.added_at, id: last.id }),
  };
}

/** Returns one account, for an admin or its owner. Others do not learn whether it exists. */
export async function readAccount({ database }: Portal, actor: Actor, which: { id: string } | { email: string }) {
  const row =
    "id" in which
      ? await personWithRole(database.read, which.id)
      : await personWithRoleByEmail(database.read, which.email);
  authorize((one) => mayReadAccount(one, { id: row?.id ?? "" }), actor);
  if (!row) throw new PortalError("not-found");
  return listedAccount(row);
}

/** The name of the organisation outside to which an account belongs; "" if it cannot be read. Null for every other account. */
export async function organisationOfAccount(
  portal: Pick<Portal, "keyring">,
  reader: Reader,
  id: string,
): Promise<string | null> {
  const account = await personWithRole(reader, id);
  if (account?.role !== "organisation") return null;
  const row = await rowById(reader, "organisation", account.organisation_id ?? "");
  return (row && openedOrNull(() => openOrganisation(portal, row)))?.name ?? "";
}
